/** Free text of a card as it is shown: its lines stay lines, what cannot be seen is made visible. */
import { showHidden } from '../../../shared/hidden-text.ts';

/** `text` with every hidden character but its line breaks as a visible sign. */
export function showProse(text: string): string {
  return text
    .split(/\r\n|\n/)
    .map(showHidden)
    .join('\n');
}
