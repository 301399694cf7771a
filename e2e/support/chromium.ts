/** Which browser the tests drive, and how it is kept from talking to anyone but the host. */
import { existsSync } from 'node:fs';
import process from 'node:process';

/** The shell first: it draws no window of its own, which leaves the tests more of the processor. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of a Chromium: PROOFDESK_CHROMIUM, the system's, or undefined for Playwright's own. */
export function findChromium(): string | undefined {
  const asked = process.env['PROOFDESK_CHROMIUM'];
  return asked === undefined || asked === '' ? places.find((place) => existsSync(place)) : asked;
}

/** Options that Playwright starts the browser with. */
export function launchOptions(): { readonly args: string[]; readonly executablePath?: string } {
  const executablePath = findChromium();
  return { args: browserArguments, ...(executablePath === undefined ? {} : { executablePath }) };
}

/** No background networking, no name but loopback resolves; no sandbox for root, who cannot have one. */
export const browserArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--no-default-browser-check',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];
