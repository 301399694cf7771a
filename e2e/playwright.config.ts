/** Browser tests: the console as people use it, served by the headless host from the production build. */
import process from 'node:process';
import { defineConfig } from '@playwright/test';
import { browserArguments, findChromium } from './support/chromium.ts';

const executablePath = findChromium();

export default defineConfig({
  outputDir: '../test-results',
  forbidOnly: true,
  fullyParallel: false,
  retries: 0,
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' },
    // Recording one costs a third of the time of every test: asked for when one is looked into.
    trace: process.env['PROOFDESK_TRACE'] === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      args: browserArguments,
      ...(executablePath === undefined ? {} : { executablePath }),
    },
  },
  projects: [
    { name: 'web', testDir: 'web' },
    { name: 'electron', testDir: 'electron' },
  ],
});
