/**
 * Every command of the README, as it stands there: tried, the long ones small and where everything is tried.
 * @push
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { builtHost } from '../engine/testing/built-host.ts';
import { startHeadless } from './testing/headless-process.ts';
import { sha256 } from '../ledger/sha256.ts';
import { isWhole } from '../testing/rounds.ts';

const root = join(import.meta.dirname, '..', '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const { scripts } = z
  .looseObject({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

interface Command {
  readonly line: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly words: readonly string[];
}

/** The lines of the README's shell blocks, without their comments. */
const commands = [...readme.matchAll(/```sh\n(.*?)```/gs)]
  .flatMap(([, block = '']) => block.split('\n'))
  .map((line) => line.replace(/\s+#.*$/, '').trim())
  .filter((line) => line !== '')
  .map((line): Command => {
    const words = line.split(/\s+/);
    const first = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
    const environment = Object.fromEntries(words.slice(0, first).map((word) => word.split('=')));
    return { line, environment, words: words.slice(first) };
  });

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'proofdesk-readme-'));
  folders.push(folder);
  return folder;
}

/** Runs a program to its end. @throws with what it said when it fails */
function run(
  program: string,
  argv: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, argv, { cwd: root, env: { ...process.env, ...environment } });
    let output = '';
    let complaints = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${program} ${argv.join(' ')}: ${code}\n${complaints}\n${output}`));
    });
  });
}

/** What a script of package.json runs, and with what, where the README gives `argv` besides. */
function scriptOf(name: string, argv: readonly string[]): readonly string[] {
  const text = scripts[name];
  if (text === undefined) throw new Error(`package.json has no script ${name}.`);
  return [...text.split(' '), ...argv];
}

const tool = (name: string) => join(root, 'node_modules', '.bin', name);

/** What of a benchmark of many parts is tried. */
const partOf: Readonly<Record<string, readonly string[]>> = {
  'large-bundles': ['--part', 'memory', '--kind', 'full'],
};

/** How a script is tried: with all that the README gives it, but little to do. */
const tries: Readonly<
  Record<string, (argv: readonly string[], environment: NodeJS.ProcessEnv) => Promise<void>>
> = {
  serve: async (argv, environment) => {
    const small = argv.map((word, index) => {
      const before = argv[index - 1];
      if (before === '--data') return join(temporaryFolder(), word);
      if (before === '--port') return '0';
      return before === '--demo' || before === '--demo-rows' ? '20' : word;
    });
    const { headless } = await builtHost();
    // A demo has its records beside whatever else is asked for.
    const demo = argv.includes('--demo-rows') && !argv.includes('--demo') ? ['--demo', '20'] : [];
    const host = await startHeadless([...small, ...demo], headless, [], environment);
    try {
      expect((await host.send('/records')).status).toBe(200);
    } finally {
      await host.end('SIGTERM');
    }
  },
  unit: async (argv, environment) => {
    const [, ...options] = scriptOf('unit', argv).slice(1);
    const listed = await run(tool('vitest'), ['list', '--filesOnly', ...options], environment);
    expect(listed).toMatch(/\.test\.tsx?/);
    for (const name of Object.keys(environment)) expect(await readersOf(name)).not.toBe('');
  },
  e2e: async (argv, environment) => {
    const [, ...options] = scriptOf('e2e', argv);
    expect(await run(tool('playwright'), [...options, '--list'], environment)).toMatch(
      /Total: [1-9]\d* tests? in/,
    );
  },
  bench: async (argv, environment) => {
    const [, ...script] = scriptOf('bench', []);
    const isAtHost = argv.includes('--only');
    // Where no build is, there is nothing to start.
    if (isAtHost && !existsSync(join(root, 'dist', 'renderer', 'index.html'))) return;
    const isLarge = argv.includes('--records');
    const small = isAtHost
      ? [...argv, '--rounds', '1', '--records', '100', ...(partOf[argv.at(-1) ?? ''] ?? [])]
      : isLarge
        ? ['--only', 'ledger-append', '--records', '10000']
        : [...argv, '--only', 'filters', '--records', '200'];
    // What is the same for ten thousand records and for a million: they are not all in memory at once.
    const memory = isLarge ? { NODE_OPTIONS: '--max-old-space-size=64' } : {};
    await run(process.execPath, [...script, ...small], { ...environment, ...memory });
  },
  verifier: async () => {
    const [, ...script] = scriptOf('verifier', []);
    const file = join(temporaryFolder(), 'auditor.py');
    const said = await run(process.execPath, [...script, file]);
    expect(readFileSync(file, 'utf8')).toBe(readFileSync(join(root, 'docs/auditor.py'), 'utf8'));
    expect(said).toContain(sha256(readFileSync(file)));
  },
  // It builds everything and packs a Node: that its parts are there is what is tried.
  'package:server': async () => {
    const [, file = ''] = scriptOf('package:server', []);
    await run(process.execPath, ['--check', file]);
  },
  soak: async (argv, environment) => {
    if (!existsSync(join(root, 'dist', 'renderer', 'index.html'))) return;
    const [, ...script] = scriptOf('soak', argv);
    // In a few seconds nothing is flat yet: that it runs and is answered is what is tried.
    const small = ['--minutes', '0.05', '--records', '200', '--appends', '30', '--tell'];
    await run(process.execPath, [...script, ...small], environment);
  },
};

/** Tests that read an environment variable. */
function readersOf(name: string): Promise<string> {
  return run('grep', ['-rl', '--include=*.test.ts', name, 'electron', 'shared']);
}

/** Tells the commands that fill a ledger or measure, however small: with `npm test -- --all` they are tried too. */
function isLong({ words }: Command): boolean {
  const [, , script = '', ...rest] = words;
  if (script === 'soak' || script === 'bench' || script === 'e2e') return true;
  return script === 'serve' && rest.some((word) => longOptions.has(word));
}

const longOptions = new Set(['--demo', '--demo-rows', '--records', '--only']);

const ofNpm = commands.filter(({ words }) => words[0] === 'npm');
const scriptNamed = ({ words: [, name, script] }: Command) => (name === 'run' ? script : name);
/** Of several commands of one script the first one. */
const usual = [
  ...new Map(
    ofNpm
      .filter((each) => !isLong(each))
      .toReversed()
      .map((each) => [scriptNamed(each), each]),
  ).values(),
];

async function tryScript({ words, environment }: Command): Promise<void> {
  const [, name = '', script = '', ...rest] = words;
  if (name !== 'run') {
    // They install and build: that they have, this very test shows.
    const [program, file = ''] = scriptOf(name, []);
    if (program !== 'node') throw new Error(`Say how ${name} is tried.`);
    await run(process.execPath, ['--check', file]);
    return;
  }
  const attempt = tries[script];
  if (attempt === undefined) throw new Error(`Say how ${script} is tried.`);
  await attempt(rest[0] === '--' ? rest.slice(1) : rest, environment);
}

describe('The README', () => {
  test('has commands', () => {
    expect(commands.length).toBeGreaterThan(10);
  });

  test('names no script that is not there', () => {
    const named = [...readme.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name);
    expect(named.filter((name) => name === undefined || scripts[name] === undefined)).toEqual([]);
  });

  test.for(isWhole ? ofNpm : usual)('$line', async (command, { task, skip }) => {
    const failure = await tryScript(command).catch((error: unknown) => String(error));
    const [lacking] = /No Chromium here/.exec(failure ?? '') ?? [];
    if (lacking !== undefined) Object.assign(task.meta, { lacks: lacking });
    skip(lacking !== undefined);
    expect(failure).toBeUndefined();
  });

  test('the other commands are answered by a host @whole', async () => {
    const others = commands.filter(({ words }) => words[0] !== 'npm');
    expect(others.length).toBeGreaterThan(0);
    const demo = isWhole ? ['--demo', '20'] : [];
    const { headless } = await builtHost();
    const host = await startHeadless(['--data', temporaryFolder(), ...demo], headless);
    try {
      for (const { line } of others) {
        const answer = await run('sh', ['-c', line], { KEY: host.apiKey, BASE_URL: host.baseUrl });
        expect(JSON.parse(answer)).toMatchObject({ data: expect.any(Array), limit: 5 });
      }
    } finally {
      await host.end('SIGTERM');
    }
  });
});
