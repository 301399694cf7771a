/** Browser tests: the console as people use it, served by the headless host from the production build. */
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
    trace: 'retain-on-failure',
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
