/** The first thing in every page of a component test: the console's styles and its English words. */
/// <reference types="@vitest/browser-playwright" />
import '../ui/theme/styles.ts';
import { beforeEach } from 'vitest';
import { cdp } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { speak, startTranslations } from '../i18n/index.ts';

startTranslations();

// All files share the page: what the test before drew is taken away, and its language.
beforeEach(async () => {
  await cleanup();
  await speak('en', 'language', []);
});

/** How many times slower the page shall be than this machine (`npm run stress`). */
const slow = Number(import.meta.env['PROOFDESK_SLOW'] ?? 1);
if (slow > 1) await cdp().send('Emulation.setCPUThrottlingRate', { rate: slow });
