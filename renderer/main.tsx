/** The entry of the console's page: styles, words, toasts, then the app. */
import './ui/theme/styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { startToasts } from './app/notice-center.tsx';
import { startTranslations } from './i18n/index.ts';

startTranslations();
startToasts();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element "root"');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
