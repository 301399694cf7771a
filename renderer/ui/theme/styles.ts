/** Every stylesheet the page starts with, in the order that lets ours win. */
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '@mantine/core/styles.css';
import '@mantine/dates/styles.css';
import '@mantine/dropzone/styles.css';
import '@mantine/notifications/styles.css';
import './variables.css';
import './tokens.css';
import './controls.css';
import './base.css';
import './forced-colors.css';
import '../parts/rows.css';
import '../parts/room.css';
import '../parts/text.css';
import '../parts/boxes.css';
import '../parts/pieces.css';
import '../parts/spaces.css';
