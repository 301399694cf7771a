/**
 * The options of the headless host, under one vocabulary: `--public-url` on the command line is
 * `PROOFDESK_PUBLIC_URL` in the environment and in the file that `--config` names. An argument goes before the
 * environment, the environment before the file.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import type { HostOption } from '../../shared/contract/server.ts';
import {
  addressOption,
  allowedOption,
  choiceOption,
  durationOption,
  fileOption,
  flagOption,
  hostsOption,
  isLoopback,
  numberOption,
  publicUrlOption,
  dayOption,
  daysOption,
  rangesOption,
  type ListenAddress,
} from './option-values.ts';

const mostDemo = 5_000_000;

/** Every option: how it is written in a usage line, what it means, and whether it may be given more than once. */
const optionTable = {
  data: ['DIR', 'where the ledgers are kept; made when it is not there'],
  port: ['N', 'the port of the console on 127.0.0.1; 0, the default, picks a free one'],
  demo: ['[N]', 'open the demo ledger instead of your own; a new one gets N records (10,000)'],
  'demo-end': [
    'YYYY-MM-DD',
    'the decisions of a new demo ledger end before this day; without it, when it is made',
  ],
  'demo-rows': ['N', 'give a new demo ledger one dataset of N rows more'],
  open: ['', 'open the console with your browser'],
  key: ['FILE', 'keep the signing key of your own ledger in FILE, not beside it'],
  'passphrase-file': [
    'FILE',
    'open a signing key that is under a passphrase with the text of FILE; without it, that of $CREDENTIALS_DIRECTORY/proofdesk-passphrase, where there is one',
  ],
  listen: [
    'ADDR:PORT',
    'be a server at this address, for others; may be given several times, and there is no console on 127.0.0.1 then unless --operator-port asks for it',
  ],
  'public-url': ['https://NAME[:PORT]', 'the address by which others reach this server'],
  'tls-cert': [
    'FILE',
    'speak TLS with this certificate (PEM, chain below it); read again when it changes',
  ],
  'tls-key': ['FILE', 'the private key of that certificate (PEM)'],
  'admin-key-file': [
    'FILE',
    'the API key of the host, one line, the same after every start; made when it is not there, and no key is printed then',
  ],
  'operator-port': ['N', 'with --listen: the console with its link on 127.0.0.1 as well'],
  'metrics-listen': [
    '[ADDR:]PORT',
    'figures for Prometheus, without a key; on 127.0.0.1 unless told',
  ],
  'trusted-proxy': [
    'CIDR',
    'believe X-Forwarded-For of these proxies, for the log and for counting wrong keys; may be given several times',
  ],
  'webhook-allow': [
    'HOST[:PORT]|CIDR',
    'let webhooks of the operator go to this host or network of your own, too; may be given several times',
  ],
  'source-folder': [
    'DIR',
    'let datasets be made of files in this folder, which are read where they are; may be given several times',
  ],
  'source-host': [
    'HOST[:PORT]',
    'let datasets be made of databases of this server (port 5432 unless told); may be given several times',
  ],
  'replica-retention': [
    'TIME',
    'how long replicas of the ledger (Litestream) are kept, such as 7d; an erasure then says how long they hold what it erased',
  ],
  'font-dir': [
    'DIR',
    'take the fonts of documents for Chinese, Japanese and Korean from this folder, before those of the machine',
  ],
  log: ['text|json', 'write one line for each request to standard error'],
  drain: [
    'TIME',
    'how long it goes on answering once it is told to end: 5s, the default with --listen',
  ],
  config: ['FILE', 'read options from FILE, lines as PROOFDESK_PUBLIC_URL=https://ledger.example'],
  check: ['', 'print what is in force and from where, and end'],
  help: ['', 'this text'],
} as const satisfies Record<string, readonly [value: string, meaning: string]>;

type OptionName = keyof typeof optionTable;
const isOptionName = (name: string): name is OptionName => Object.hasOwn(optionTable, name);
const optionNames = Object.keys(optionTable).filter(isOptionName);
const flags: ReadonlySet<OptionName> = new Set(['open', 'check', 'help']);
const repeated: ReadonlySet<OptionName> = new Set([
  'listen',
  'trusted-proxy',
  'webhook-allow',
  'source-folder',
  'source-host',
]);
/** What stands on the command line alone, or where the file is named. */
const notInFile: ReadonlySet<OptionName> = new Set(['config', 'check', 'help']);

type OptionSource = HostOption['source'];

export interface ServerOptions {
  /** Of the console; 0 picks a free one. */
  readonly port: number;
  readonly data: string;
  /** Open the demo ledger; where it is new, with so many records, and rows in one dataset more. */
  readonly demo:
    | {
        readonly records: number | undefined;
        readonly rows: number | undefined;
        /** The first instant of the day that its decisions end before; milliseconds. */
        readonly end: number | undefined;
      }
    | undefined;
  /** Open the console with the person's browser. */
  readonly open: boolean;
  /** File of the signing key of your own ledger; undefined beside it. */
  readonly key: string | undefined;
  /** File whose text opens a key that is under a passphrase. */
  readonly passphraseFile: string | undefined;
  /** Server doors; with any there is a console only at `operatorPort`. */
  readonly listen: readonly ListenAddress[];
  /** `https://name[:port]`. */
  readonly publicOrigin: string | undefined;
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  readonly adminKeyFile: string | undefined;
  readonly operatorPort: number | undefined;
  readonly metricsListen: ListenAddress | undefined;
  /** Addresses and ranges. */
  readonly trustedProxies: readonly string[];
  /** Hosts and networks that events may be sent to besides. */
  readonly webhookAllow: readonly string[];
  /** Absolute paths of folders that datasets may be made of. */
  readonly sourceFolders: readonly string[];
  /** Servers that datasets may be made of, as `host:port`. */
  readonly sourceHosts: readonly string[];
  /** Days for which replicas of the ledger are kept. */
  readonly replicaDays: number | undefined;
  /** Absolute path of a folder with fonts that come before those of the machine. */
  readonly fontFolder: string | undefined;
  readonly log: 'text' | 'json' | undefined;
  readonly drainMs: number;
  /** All of them that were given, in the order of the usage. */
  readonly given: readonly HostOption[];
}

export type ParsedOptions =
  | { readonly kind: 'run' | 'check'; readonly options: ServerOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

export const usage = `Usage: npm run serve -- --data DIR [options]

${optionNames
  .map((name) => {
    const [value, meaning] = optionTable[name];
    const written = `--${name}${value === '' ? '' : ` ${value}`}`;
    return `  ${written.length > 20 ? `${written}\n${' '.repeat(24)}` : written.padEnd(22)}${meaning}`;
  })
  .join('\n')}

Each is also a variable of the environment and of the file: --public-url is PROOFDESK_PUBLIC_URL.
The first line on standard output is {"url","base_url","api_key"} once the server answers; without "url" where
there is no console, without "api_key" where a file holds it.`;

/** Where options are read from, besides the arguments. */
export interface OptionSources {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** @throws where there is no such file */
  readonly readFile: (path: string) => string;
}

const thisProcess: OptionSources = {
  environment: process.env,
  readFile: (path) => readFileSync(path, 'utf8'),
};

/** Reads the arguments after the program's name, the environment and the file. */
export function readServerOptions(
  argv: readonly string[],
  sources: OptionSources = thisProcess,
): ParsedOptions {
  try {
    const given = gather(argv, sources);
    if (given.has('help')) return { kind: 'help' };
    const options = optionsOf(given);
    refuseWrongTogether(options, given);
    return { kind: flagOption('check', textOf(given, 'check')) ? 'check' : 'run', options };
  } catch (error) {
    // The first line says what is wrong; `parseArgs` adds advice on its own notation.
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'wrong', message: message.split('\n')[0] ?? '' };
  }
}

/** Each option that is in force and where it was given, as `--check` prints them. */
export function describeOptions({ given }: ServerOptions): string {
  return given.map(({ name, value, source }) => `--${name} ${value} (${source})`).join('\n');
}

interface Given {
  readonly values: readonly string[];
  readonly source: OptionSource;
}
type AllGiven = ReadonlyMap<OptionName, Given>;

function gather(argv: readonly string[], { environment, readFile }: OptionSources): AllGiven {
  const arguments_ = argumentsIn(argv);
  const config = arguments_.get('config')?.[0] ?? environment[variableOf('config')];
  const file = config === undefined || config === '' ? {} : variablesIn(config, readFile);
  const found = new Map<OptionName, Given>();
  for (const name of optionNames) {
    const argument = arguments_.get(name);
    const outside = environment[variableOf(name)];
    const inFile = file[variableOf(name)];
    if (argument !== undefined) found.set(name, { values: argument, source: 'argument' });
    else if (notInFile.has(name)) continue;
    else if (outside !== undefined && outside !== '') {
      found.set(name, { values: listed(name, outside), source: 'environment' });
    } else if (inFile !== undefined && inFile !== '') {
      found.set(name, { values: listed(name, inFile), source: 'file' });
    }
  }
  if (config !== undefined && !found.has('config') && config !== '') {
    found.set('config', { values: [config], source: 'environment' });
  }
  return found;
}

/** @throws {TypeError} for what is no option */
function argumentsIn(argv: readonly string[]): Map<OptionName, readonly string[]> {
  const { values } = parseArgs({
    args: withDemoNumber(argv),
    options: Object.fromEntries(
      optionNames.map((name) => [
        name,
        { type: flags.has(name) ? ('boolean' as const) : ('string' as const), multiple: true },
      ]),
    ),
  });
  const found = new Map<OptionName, readonly string[]>();
  for (const name of optionNames) {
    const value = values[name];
    if (value === undefined) continue;
    const texts = (Array.isArray(value) ? value : [value]).map(String);
    found.set(name, repeated.has(name) ? texts : texts.slice(-1));
  }
  return found;
}

/** `--demo` and the number that may follow it as one word: `parseArgs` knows no option that may have a value. */
function withDemoNumber(argv: readonly string[]): string[] {
  return argv.flatMap((word, index) => {
    const next = argv[index + 1] ?? '';
    if (argv[index - 1] === '--demo' && !word.startsWith('--')) return [];
    return word === '--demo' ? [`--demo=${next.startsWith('--') ? '' : next}`] : [word];
  });
}

/** @throws {Error} where there is no file, or it names what is no option */
function variablesIn(path: string, readFile: OptionSources['readFile']): Record<string, string> {
  let text: string;
  try {
    text = readFile(path);
  } catch (error) {
    throw new Error(`--config: ${path} cannot be read.`, { cause: error });
  }
  const known = new Set(optionNames.filter((name) => !notInFile.has(name)).map(variableOf));
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(parseEnv(text))) {
    if (!known.has(name)) throw new Error(`${path} names ${name}, which is no option.`);
    found[name] = value ?? '';
  }
  return found;
}

function variableOf(name: OptionName): string {
  return `PROOFDESK_${name.toUpperCase().replaceAll('-', '_')}`;
}

function listed(name: OptionName, text: string): string[] {
  if (!repeated.has(name)) return [text];
  return text.split(/[\s,]+/).filter((each) => each !== '');
}

function textOf(given: AllGiven, name: OptionName): string | undefined {
  return given.get(name)?.values[0];
}

/** @throws {RangeError} for a value that an option does not take */
function optionsOf(given: AllGiven): ServerOptions {
  const text = (name: OptionName) => textOf(given, name);
  const number = (name: OptionName, least: number, most: number) => {
    const value = text(name);
    return value === undefined ? undefined : numberOption(name, value, least, most);
  };
  const listen = (given.get('listen')?.values ?? []).map((each) => addressOption('listen', each));
  const [metricsListen] = (given.get('metrics-listen')?.values ?? []).map((each) =>
    addressOption('metrics-listen', /^\d+$/.test(each) ? `127.0.0.1:${each}` : each),
  );
  const data = text('data');
  if (data === undefined || data === '') throw new RangeError('--data needs a folder.');
  const cert = fileOption('tls-cert', text('tls-cert'));
  const key = fileOption('tls-key', text('tls-key'));
  if ((cert === undefined) !== (key === undefined)) {
    throw new RangeError('--tls-cert and --tls-key are given together, or neither of them.');
  }
  return {
    port: number('port', 0, 65_535) ?? 0,
    data,
    demo: demoOf(text('demo'), {
      rows: number('demo-rows', 1, mostDemo),
      end: dayOption('demo-end', text('demo-end')),
    }),
    open: flagOption('open', text('open')),
    key: fileOption('key', text('key')),
    passphraseFile: fileOption('passphrase-file', text('passphrase-file')),
    listen,
    publicOrigin: publicUrlOption('public-url', text('public-url')),
    tls: cert === undefined || key === undefined ? undefined : { cert, key },
    adminKeyFile: fileOption('admin-key-file', text('admin-key-file')),
    operatorPort: number('operator-port', 0, 65_535),
    metricsListen,
    trustedProxies: rangesOption('trusted-proxy', given.get('trusted-proxy')?.values ?? []),
    sourceFolders: (given.get('source-folder')?.values ?? []).map((each) => resolve(each)),
    sourceHosts: hostsOption('source-host', given.get('source-host')?.values ?? []),
    webhookAllow: allowedOption('webhook-allow', given.get('webhook-allow')?.values ?? []),
    fontFolder: text('font-dir') === undefined ? undefined : resolve(text('font-dir') ?? ''),
    log: choiceOption('log', text('log'), ['text', 'json']),
    replicaDays: daysOption('replica-retention', text('replica-retention')),
    drainMs: durationOption('drain', text('drain')) ?? (listen.length > 0 ? 5_000 : 0),
    given: [...given].map(([name, { values, source }]) => ({
      name,
      value: values.join(', '),
      source,
    })),
  };
}

function demoOf(
  demo: string | undefined,
  { rows, end }: Pick<NonNullable<ServerOptions['demo']>, 'rows' | 'end'>,
): ServerOptions['demo'] {
  if (demo === undefined && rows === undefined && end === undefined) return undefined;
  const isPlain = demo === undefined || demo === '' || demo === 'true';
  return { records: isPlain ? undefined : numberOption('demo', demo, 1, mostDemo), rows, end };
}

/** @throws {RangeError} for options that do not go together; one sentence says why */
function refuseWrongTogether(options: ServerOptions, given: AllGiven): void {
  const { key, demo, listen, publicOrigin, tls, operatorPort } = options;
  const refuse = (message: string) => {
    throw new RangeError(message);
  };
  if (key !== undefined && demo !== undefined) {
    refuse('--key is for your own ledger, not for the demo.');
  }
  if (listen.length === 0) {
    for (const name of ['public-url', 'tls-cert', 'operator-port', 'trusted-proxy'] as const) {
      if (given.has(name)) refuse(`--${name} is for a server: say with --listen where it listens.`);
    }
    return;
  }
  if (given.has('port'))
    refuse('With --listen the console has its port by --operator-port, not --port.');
  if (options.open && operatorPort === undefined) {
    refuse('--open opens the console, which with --listen there is only at --operator-port.');
  }
  const wide = listen.find(({ host }) => !isLoopback(host));
  if (wide !== undefined && publicOrigin === undefined) {
    refuse(
      `--listen ${wide.host}:${wide.port} is open to other machines: say with --public-url by which address they reach it.`,
    );
  }
  if (tls !== undefined && publicOrigin === undefined && wide !== undefined) {
    refuse('--tls-cert is for the name that --public-url says.');
  }
}
