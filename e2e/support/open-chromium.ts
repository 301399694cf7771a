/** Starts the browser for what is no test of Playwright's own runner. */
import { existsSync } from 'node:fs';
import { chromium, type Browser } from '@playwright/test';
import { findChromium, launchOptions } from './chromium.ts';

/** @throws where the machine has none, in words */
export function openChromium(): Promise<Browser> {
  if (!existsSync(findChromium() ?? chromium.executablePath())) {
    throw new Error(
      'No Chromium here. Install one (Debian: apt install chromium) or set PROOFDESK_CHROMIUM to its path.',
    );
  }
  return chromium.launch(launchOptions());
}
