/** The entry of the console's page: styles, the ear for changes, words, toasts, then the app. */
import './ui/theme/styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { meQuery } from './api/me.ts';
import { followChanges } from './api/changes.ts';
import { followFirstScreen } from './api/first-screen.ts';
import { createQueryClient } from './api/query-client.ts';
import { workspaceQuery } from './api/workspace.ts';
import { App } from './app/app.tsx';
import { followLanguage } from './app/follow-language.ts';
import { startToasts } from './app/notice-center.tsx';
import { createConsoleRouter } from './app/router.tsx';
import { guardSignIn } from './app/sign-in-again.tsx';
import { followPrinting } from './state/printing.ts';
import { startTranslations } from './i18n/index.ts';

/** Not at the top level: a catalogue that the module waits for could itself wait for the module. */
async function begin(): Promise<void> {
  const queryClient = createQueryClient();
  void followChanges(queryClient);
  // What may be asked for is known before a screen is drawn: it is asked for first.
  void queryClient.prefetchQuery(workspaceQuery);
  void queryClient.prefetchQuery(meQuery);
  const router = createConsoleRouter(queryClient);
  // Where the address goes until the router is drawn, and hears of it itself.
  const stopListening = router.history.subscribe(() => void router.load());
  void followFirstScreen(queryClient, router.load());
  startTranslations();
  await followLanguage();
  startToasts();
  followPrinting();
  guardSignIn();

  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no element "root"');
  createRoot(root).render(
    <StrictMode>
      <App queryClient={queryClient} router={router} onDrawn={stopListening} />
    </StrictMode>,
  );
}

void begin();
