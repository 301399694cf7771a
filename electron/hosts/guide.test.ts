/**
 * docs/guide.md: every block runs as it stands, and each way ends with its decision in the ledger.
 * @push
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordListSchema } from '../../shared/contract/records.ts';
import { builtHost } from '../engine/testing/built-host.ts';
import { LoopbackHost } from './testing/loopback-host.ts';

const root = join(import.meta.dirname, '..', '..');
const pages = join(root, 'dist', 'renderer');

interface Block {
  readonly language: string;
  /** `start`: starts the host; `environment`: exports what the blocks after it take; `left out`: fetches what no test does. */
  readonly kind: string;
  readonly text: string;
}

const blocks: readonly Block[] = [
  ...readFileSync(join(root, 'docs', 'guide.md'), 'utf8').matchAll(
    /^```(\w+) ?(.*)\n([\s\S]*?)^```$/gm,
  ),
].map(([, language = '', kind = '', text = '']) => ({ language, kind, text }));

/** The command that runs a block of a language, as a program of its own. */
function commandOf({ language, text }: Block, folder: string): [string, string[]] {
  switch (language) {
    case 'sh':
      return ['sh', ['-ec', text]];
    case 'python':
      return ['python3', ['-W', 'error', '-c', text]];
    case 'js': {
      const file = join(folder, 'guide.mjs');
      writeFileSync(file, text);
      return [process.execPath, [file]];
    }
    default:
      throw new Error(`The guide has a block in ${language}, which nothing here runs.`);
  }
}

async function run(block: Block, folder: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const [command, args] = commandOf(block, folder);
  const child = spawn(command, args, { cwd: folder, env: { ...process.env, ...environment } });
  let said = '';
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${block.text}\nended with ${code}: ${said}`);
  return said;
}

/** The variables of a shell after a block. */
async function environmentAfter(
  block: Block,
  folder: string,
  environment: NodeJS.ProcessEnv,
): Promise<NodeJS.ProcessEnv> {
  const said = await run({ ...block, text: `${block.text}\nenv -0` }, folder, environment);
  const variables = said.split('\0').filter((line) => line.includes('='));
  return Object.fromEntries(variables.map((line) => line.split(/=(.*)/s, 2)));
}

/** Puts the packages of OpenTelemetry where the block that is left out installs them. */
function installOpenTelemetry(folder: string): void {
  const packages = join(folder, 'node_modules', '@opentelemetry');
  if (!existsSync(packages)) symlinkSync(join(root, 'node_modules', '@opentelemetry'), packages);
}

describe('The guide', () => {
  let host: LoopbackHost;
  let folder: string;
  beforeAll(async () => {
    host = await LoopbackHost.start({ pages });
    folder = mkdtempSync(join(tmpdir(), 'proofdesk-guide-'));
    writeFileSync(join(folder, 'package.json'), '{"name":"guide","private":true}');
  });
  afterAll(async () => {
    await host.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('leads to a decision by each of its ways', async () => {
    let environment: NodeJS.ProcessEnv = {
      PROOFDESK_URL: `${host.origin}/v1`,
      PROOFDESK_KEY: host.apiKey,
    };
    for (const block of blocks) {
      if (block.kind === 'environment') {
        environment = await environmentAfter(block, folder, environment);
        installOpenTelemetry(folder);
      }
      if (block.kind === '') await run(block, folder, environment);
    }
    const { body } = await host.sendWithKey('/v1/records');
    const { data } = recordListSchema.parse(JSON.parse(body));
    const models = data.map(({ model_id: model }) => model).toSorted();
    expect(models).toEqual(['guide-curl', 'guide-node', 'guide-otel', 'guide-python']);
  });

  test('starts a host that is reached with what it says @whole', async () => {
    mkdirSync(join(root, '.data'), { recursive: true });
    const { headless } = await builtHost();
    // The same host as `npm run serve` starts, which would install and build first where that is not done.
    const start = blocks
      .filter(({ kind }) => kind === 'start')
      .map(({ text }) =>
        text.replace('npm run -s serve --', `"${process.execPath}" "${headless}"`),
      );
    const ask = blocks.find(({ text }) => text.includes('/records?limit='))?.text ?? '';
    // The host is of the shell's group, and ends with it.
    const script = [...start, ask, 'kill 0'].join('\n');
    const { stdout } = spawnSync('setsid', ['-w', 'sh', '-ec', script], {
      cwd: root,
      encoding: 'utf8',
    });
    for (const name of ['guide', 'guide.json']) {
      rmSync(join(root, '.data', name), { recursive: true, force: true });
    }
    expect(stdout).toContain('"data":[]');
  });
});
