/** The command line of the headless host. */

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
}

export type ParsedArguments =
  | { readonly kind: 'run'; readonly arguments: HeadlessArguments }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

export const usage = `Usage: npm run serve -- --data DIR [--port N] [--demo [N]] [--demo-rows N] [--open]

  --data DIR   where the ledgers are kept; made when it is not there
  --port N     the port on 127.0.0.1; 0, the default, picks a free one
  --demo [N]   open the demo ledger instead of your own; a new one gets N records (10,000)
  --demo-rows N  give a new demo ledger one dataset of N rows more
  --open       open the console with your browser
  --help       this text

The first line on standard output is {"url","base_url","api_key"} once the server answers.`;

const mostDemo = 5_000_000;

/** Reads the arguments after the program's name. */
export function parseHeadlessArguments(argv: readonly string[]): ParsedArguments {
  let port = 0;
  let data: string | undefined;
  let isDemo = false;
  let open = false;
  let records: number | undefined;
  let rows: number | undefined;
  const words = argv.flatMap((word) => {
    const [, name, value] = /^(--[a-z-]+)=(.*)$/s.exec(word) ?? [];
    return name === undefined || value === undefined ? [word] : [name, value];
  });
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const next = words[index + 1];
    switch (word) {
      case '--help':
      case '-h':
        return { kind: 'help' };
      case '--data':
        if (next === undefined || next === '' || next.startsWith('--')) {
          return wrong('--data needs a folder.');
        }
        data = next;
        index += 1;
        break;
      case '--port':
        port = integer(next, 0, 65_535) ?? -1;
        if (port < 0) return wrong('--port needs a number from 0 to 65535.');
        index += 1;
        break;
      case '--demo': {
        isDemo = true;
        if (next === undefined || next.startsWith('--')) break;
        records = integer(next, 1, mostDemo);
        if (records === undefined) return wrong(`--demo takes a number from 1 to ${mostDemo}.`);
        index += 1;
        break;
      }
      case '--open':
        open = true;
        break;
      case '--demo-rows':
        isDemo = true;
        rows = integer(next, 1, mostDemo);
        if (rows === undefined) return wrong(`--demo-rows needs a number from 1 to ${mostDemo}.`);
        index += 1;
        break;
      default:
        return wrong(`${word} is not an option.`);
    }
  }
  if (data === undefined) return wrong('--data is missing.');
  return {
    kind: 'run',
    arguments: { port, data, demo: isDemo ? { records, rows } : undefined, open },
  };
}

function wrong(message: string): ParsedArguments {
  return { kind: 'wrong', message };
}

function integer(text: string | undefined, minimum: number, maximum: number): number | undefined {
  if (text === undefined || !/^\d{1,9}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= minimum && value <= maximum ? value : undefined;
}
