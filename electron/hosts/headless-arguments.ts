/** The command line of the headless host. */
import { parseArgs } from 'node:util';

export interface HeadlessArguments {
  /** 0 picks a free one. */
  readonly port: number;
  readonly data: string;
  /** Open the demo ledger; where it is new, with so many records, and rows in one dataset more. */
  readonly demo:
    | { readonly records: number | undefined; readonly rows: number | undefined }
    | undefined;
  /** Open the console with the person's browser. */
  readonly open: boolean;
  /** File of the signing key of your own ledger; undefined beside it. */
  readonly key: string | undefined;
  /** File whose text opens a key that is under a passphrase. */
  readonly passphraseFile: string | undefined;
}

export type ParsedArguments =
  | { readonly kind: 'run'; readonly arguments: HeadlessArguments }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

export const usage = `Usage: npm run serve -- --data DIR [--port N] [--demo [N]] [--demo-rows N] [--open]
                         [--key FILE] [--passphrase-file FILE]

  --data DIR   where the ledgers are kept; made when it is not there
  --port N     the port on 127.0.0.1; 0, the default, picks a free one
  --demo [N]   open the demo ledger instead of your own; a new one gets N records (10,000)
  --demo-rows N  give a new demo ledger one dataset of N rows more
  --open       open the console with your browser
  --key FILE   keep the signing key of your own ledger in FILE, not beside it
  --passphrase-file FILE  open a signing key that is under a passphrase with the text of FILE;
               without it, that of $CREDENTIALS_DIRECTORY/proofdesk-passphrase, where there is one
  --help       this text

The first line on standard output is {"url","base_url","api_key"} once the server answers.`;

const mostDemo = 5_000_000;

const options = {
  help: { type: 'boolean', short: 'h' },
  data: { type: 'string' },
  port: { type: 'string', default: '0' },
  demo: { type: 'string' },
  'demo-rows': { type: 'string' },
  open: { type: 'boolean', default: false },
  key: { type: 'string' },
  'passphrase-file': { type: 'string' },
} as const;

/** Reads the arguments after the program's name. */
export function parseHeadlessArguments(argv: readonly string[]): ParsedArguments {
  try {
    const { values } = parseArgs({ args: withDemoNumber(argv), options });
    if (values.help === true) return { kind: 'help' };
    const { data, demo, 'demo-rows': rows, open, key, 'passphrase-file': passphraseFile } = values;
    const port = integer('--port', values.port, 0, 65_535);
    const isDemo = demo !== undefined || rows !== undefined;
    const fill = {
      records: demo === undefined || demo === '' ? undefined : integer('--demo', demo, 1, mostDemo),
      rows: rows === undefined ? undefined : integer('--demo-rows', rows, 1, mostDemo),
    };
    if (data === undefined || data === '') return wrong('--data needs a folder.');
    if (key === '') return wrong('--key needs a file.');
    if (passphraseFile === '') return wrong('--passphrase-file needs a file.');
    if (key !== undefined && isDemo)
      return wrong('--key is for your own ledger, not for the demo.');
    return {
      kind: 'run',
      arguments: { port, data, demo: isDemo ? fill : undefined, open, key, passphraseFile },
    };
  } catch (error) {
    // The first line says what is wrong; `parseArgs` adds advice on its own notation.
    return wrong(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  }
}

/** `--demo` and the number that may follow it as one word: `parseArgs` knows no option that may have a value. */
function withDemoNumber(argv: readonly string[]): string[] {
  return argv.flatMap((word, index) => {
    const next = argv[index + 1] ?? '';
    if (argv[index - 1] === '--demo' && !word.startsWith('--')) return [];
    return word === '--demo' ? [`--demo=${next.startsWith('--') ? '' : next}`] : [word];
  });
}

function wrong(message: string): ParsedArguments {
  return { kind: 'wrong', message };
}

/** @throws {RangeError} */
function integer(option: string, text: string, minimum: number, maximum: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= minimum && value <= maximum) return value;
  throw new RangeError(`${option} needs a number from ${minimum} to ${maximum}.`);
}
