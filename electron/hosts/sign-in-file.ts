/** The console in the person's browser, without a secret on any command line: those every user of a machine can read. */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { signInFields } from '../../shared/contract/sign-in.ts';
import type { LanguageCode } from '../../shared/languages.ts';
import { signInWords } from './sign-in-words.ts';

export const signInFileName = 'sign-in.html';

/** Where a token is posted to. */
export interface SignIn {
  readonly address: string;
  readonly token: string;
}

/** Parts that the page is made of. */
export interface SignInPage extends SignIn {
  readonly language: LanguageCode;
}

export interface SignInFile {
  readonly path: string;
  remove(): void;
}

/** A page, for its owner only, that posts the token as soon as it is opened. */
export async function writeSignInFile(directory: string, page: SignInPage): Promise<SignInFile> {
  const path = join(directory, signInFileName);
  await rm(path, { force: true });
  // Never one that was there before: its rights would stay.
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(pageOf(page));
  } finally {
    await file.close();
  }
  return { path, remove: () => rmSync(path, { force: true }) };
}

/** Address and token are our own, of letters, digits and `:/.-_` alone. */
function pageOf({ address, token, language }: SignInPage): string {
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<title>Proofdesk</title>
<form method="post" action="${address}">
<input type="hidden" name="${signInFields.token}" value="${token}">
<button>${signInWords[language].open}</button>
</form>
<script>document.forms[0].submit()</script>
</html>
`;
}

/** Has the system open a file of ours with the browser. Where it cannot, nothing happens. */
export function openWithBrowser(path: string): void {
  const [command, args] = opener(path);
  spawn(command, args, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}

function opener(path: string): readonly [command: string, args: readonly string[]] {
  if (process.platform === 'darwin') return ['open', [path]];
  if (process.platform === 'win32') return ['cmd', ['/c', 'start', '', path]];
  return ['xdg-open', [path]];
}
