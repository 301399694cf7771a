/** The pages before the console speak the language that the browser asks for. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signInProblems } from '../../shared/contract/sign-in.ts';
import { languages } from '../../shared/languages.ts';
import { startLoopbackServer, type LoopbackServer } from './loopback-server.ts';
import { writeSignInFile } from './sign-in-file.ts';
import { signInPage } from './sign-in-page.ts';
import { signInWords } from './sign-in-words.ts';

let server: LoopbackServer;
beforeEach(async () => {
  server = await startLoopbackServer({
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
    for (const takesKey of [true, false]) {
      const page = await signInPage(problem, { takesKey, language }).text();
      expect(page).toContain(signInWords[language].problems[problem]);
      for (const { key, open, where, advice, problems: told } of others) {
        for (const words of [key, open, where, advice, ...Object.values(told)]) {
          expect(page).not.toContain(words);
        }
      }
    }
  }
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
