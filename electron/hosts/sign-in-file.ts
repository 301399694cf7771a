/** The console in the person's browser, without a secret on any command line: those every user of a machine can read. */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

export const signInFileName = 'sign-in.html';

/** Where a token is posted to. */
export interface SignIn {
  readonly address: string;
  readonly token: string;
}

export interface SignInFile {
  readonly path: string;
  remove(): void;
}

/** A page, for its owner only, that posts the token as soon as it is opened. */
export async function writeSignInFile(directory: string, signIn: SignIn): Promise<SignInFile> {
  const path = join(directory, signInFileName);
  await rm(path, { force: true });
  // Never one that was there before: its rights would stay.
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(pageOf(signIn));
  } finally {
    await file.close();
  }
  return { path, remove: () => rmSync(path, { force: true }) };
}

/** Both values are our own, of letters, digits and `:/.-_` alone. */
function pageOf({ address, token }: SignIn): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Proofdesk</title>
<form method="post" action="${address}">
<input type="hidden" name="token" value="${token}">
<button>Open the console</button>
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
