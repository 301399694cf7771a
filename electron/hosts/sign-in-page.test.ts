/** The pages before the console speak the language that the browser asks for. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signInProblems, signInWays } from '../../shared/contract/sign-in.ts';
import { languages } from '../../shared/languages.ts';
import { startConsoleDoor, type ConsoleServer } from './console-door.ts';
import { writeSignInFile } from './sign-in-file.ts';
import { signInPage } from './sign-in-page.ts';
import { signInWords } from './sign-in-words.ts';

let server: ConsoleServer;
beforeEach(async () => {
  server = await startConsoleDoor({
    port: 0,
    random: (bytes) => new Uint8Array(bytes).fill(7),
    clock: () => 0,
    serve: async () => new Response(),
    serveFile: async () => new Response(),
  });
});
afterEach(() => server.close());

describe('asked for in', () => {
  test.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['en-GB,de;q=0.5', 'en'],
    ['fr', 'en'],
    ['', 'en'],
  ])('%j, a browser that has no session reads %s', async (asked, language) => {
    const { origin } = new URL(server.url);
    const headers: Record<string, string> = asked === '' ? {} : { 'accept-language': asked };
    for (const path of ['/', '/open', '/open?token=x']) {
      const answer = await fetch(`${origin}${path}`, { headers, redirect: 'manual' });
      const page = await answer.text();
      expect(answer.status).toBe(401);
      expect(page).toContain(`<html lang="${language}">`);
      const words = signInWords[language === 'de' ? 'de' : 'en'];
      expect(page).toContain(words.problems[path === '/open?token=x' ? 'linkSpent' : 'notYet']);
    }
  });
});

test.each(languages)('no page in %s has words of another language', async (language) => {
  const others = languages.filter((each) => each !== language).map((each) => signInWords[each]);
  for (const problem of signInProblems) {
    for (const way of signInWays) {
      const name = 'ledger.example';
      const page = await signInPage(problem, { way, language, name }).text();
      const own = signInWords[language];
      // At a server door the heading of the first visit says it.
      const isFirst = way === 'api_key' && problem === 'notYet';
      expect(page).toContain(isFirst ? own.heading(name) : own.problems[problem]);
      for (const { key, open, where, heading, problems: told } of others) {
        const words = [...Object.values(key), open, ...Object.values(where), heading(name)];
        for (const each of [...words, ...Object.values(told)]) expect(page).not.toContain(each);
      }
    }
  }
});

test('the name of a server is text on its page', async () => {
  const page = signInPage('notYet', { way: 'api_key', language: 'en', name: '<b>&' });
  expect(await page.text()).toContain('Sign in to &lt;b&gt;&amp; with your API key');
});

test('nothing that a browser sends is on the page', async () => {
  const { origin } = new URL(server.url);
  const headers = { 'accept-language': 'de"><script>alert(1)</script>, en' };
  const page = await (await fetch(`${origin}/`, { headers })).text();
  expect(page).not.toContain('<script');
});

test('the file that signs in has the language of its machine', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'proofdesk-sign-in-'));
  const signIn = { address: 'http://127.0.0.1:1/open', token: 't', language: 'de' } as const;
  const { path } = await writeSignInFile(directory, signIn);
  const page = readFileSync(path, 'utf8');
  expect(page).toContain('<html lang="de">');
  expect(page).toContain('Konsole öffnen');
  rmSync(directory, { recursive: true });
});
