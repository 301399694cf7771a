/** The command line of the desktop application; switches of Chromium pass it by. */
import { join, resolve } from 'node:path';

export interface LaunchOptions {
  /** Where the ledgers are. */
  readonly dataRoot: string;
  /** Where Chromium keeps what it keeps; with a data directory of its own, inside it. */
  readonly profile: string;
  readonly demo: { readonly records: number | undefined } | undefined;
}

/**
 * `--data DIR` and `--demo [N]`. Without `--data` the ledgers are in the user's own folder.
 * A number of records that is none is left out: the demo ledger has its own default.
 */
export function launchOptions(argv: readonly string[], userData: string): LaunchOptions {
  const words = argv.flatMap((word) => {
    const [, name, value] = /^(--(?:data|demo))=(.*)$/s.exec(word) ?? [];
    return name === undefined || value === undefined ? [word] : [name, value];
  });
  const after = (name: string) => {
    const place = words.indexOf(name);
    const next = place < 0 ? undefined : words[place + 1];
    return next === undefined || next.startsWith('--') ? undefined : next;
  };
  const data = after('--data');
  const count = after('--demo');
  return {
    dataRoot: data === undefined ? join(userData, 'data') : resolve(data),
    profile: data === undefined ? userData : join(resolve(data), 'browser'),
    demo: words.includes('--demo')
      ? { records: count !== undefined && /^[1-9]\d{0,6}$/.test(count) ? Number(count) : undefined }
      : undefined,
  };
}
