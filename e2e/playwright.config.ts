/** Browser tests: the console as people use it, served by the headless host from the production build. */
import { join } from 'node:path';
import process from 'node:process';
import { defineConfig } from '@playwright/test';
import { launchOptions } from './support/chromium.ts';
import { removeDemoLedgers } from './support/demo-ledgers.ts';
import { isWhole } from './support/whole.ts';

// Workers have made none under their own number.
process.once('exit', removeDemoLedgers);

export default defineConfig({
  outputDir: '../test-results',
  forbidOnly: true,
  ...(isWhole ? {} : { grepInvert: /@whole/ }),
  fullyParallel: false,
  retries: 0,
  workers: 2,
  timeout: 120_000,
  expect: {
    timeout: 15_000,
    // Another version of the browser draws letters a little differently: that is no other picture.
    toHaveScreenshot: { maxDiffPixelRatio: 0.02, animations: 'disabled', caret: 'hide' },
  },
  snapshotPathTemplate: join(import.meta.dirname, '..', 'docs', 'images', 'screens', '{arg}{ext}'),
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' },
    // Recording one costs a third of the time of every test: asked for when one is looked into.
    trace: process.env['PROOFDESK_TRACE'] === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: launchOptions(),
  },
  projects: [
    // The longest first: what is left at the end are short files, so that both workers end together.
    { name: 'walk', testDir: 'web', testMatch: 'walk.spec.ts' },
    { name: 'web', testDir: 'web', testIgnore: /walk\.spec\.ts/ },
    { name: 'electron', testDir: 'electron' },
  ],
});
