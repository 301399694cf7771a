/**
 * How much a built host takes on this machine, over HTTP (`npm run bench -- --only server [--rounds 5]`): the table of
 * docs/server.md, and the ratios of batches, of the Python client, and of a single append beside somebody who sends batches.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { z } from 'zod';
import { demoDecisions } from '../demo/decisions.ts';
import { startHeadless } from '../hosts/testing/headless-process.ts';
import { interleave, median, milliseconds } from './measurement.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, records: { type: 'string' } },
});
const rounds = Number(values.rounds);
const singles = 200;
const pages = 100;
const probes = 300;
const ofPython = 500;

const folder = mkdtempSync(join(tmpdir(), 'proofdesk-capacity-'));
const built = join(import.meta.dirname, '..', '..', 'dist', 'main', 'headless.js');
const host = await startHeadless(['--data', folder], built);
const ledgerFile = join(folder, 'local', 'proofdesk.db');
const target = new URL(host.baseUrl);

/** One connection, or several, that stay open. */
const connections = (count: number) => new Agent({ keepAlive: true, maxSockets: count });

/** Sends a request and reads its answer to the end. @throws for any status but those of success */
function send(agent: Agent, path: string, body?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        host: target.hostname,
        port: target.port,
        path: `${target.pathname}${path}`,
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${host.apiKey}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
      },
      (answer) => {
        const { statusCode = 0 } = answer;
        answer.resume().once('end', () => {
          if (statusCode < 300) resolve();
          else reject(new Error(`${path} was answered with ${statusCode}.`));
        });
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
}

const bodies = [...demoDecisions({ records: 2_000, seed: 5 })].map(({ body }) => body);
let taken = 0;
/** Bodies of decisions, each one another; from the beginning again once all were taken. */
function decisions(count: number): readonly object[] {
  return Array.from({ length: count }, () => bodies[(taken += 1) % bodies.length] ?? {});
}
const batch = (count: number) => JSON.stringify({ records: decisions(count) });

/** Milliseconds for `count` requests over so many connections. */
async function requests(
  count: number,
  open: number,
  each: (agent: Agent) => Promise<void>,
): Promise<number> {
  const agent = connections(open);
  let left = count;
  const work = async () => {
    for (; left > 0;) {
      left -= 1;
      await each(agent);
    }
  };
  const took = await milliseconds(() => Promise.all(Array.from({ length: open }, work)));
  agent.destroy();
  return took;
}

const append = (agent: Agent) => send(agent, '/records', JSON.stringify(decisions(1)[0]));
const page = (agent: Agent) => send(agent, '/records?limit=50');

const perSecond = (count: number, ms: number) => Math.round((count / ms) * 1_000);

async function python(way: 'client' | 'requests'): Promise<number> {
  const script = join(import.meta.dirname, 'send_decisions.py');
  const given = [script, way, host.baseUrl, host.apiKey, String(ofPython)];
  const { stdout } = await promisify(execFile)('python3', given);
  return Number(stdout) * 1_000;
}

/** Milliseconds of single appends, one after the other. */
async function appendTimes(): Promise<number[]> {
  const agent = connections(1);
  const times: number[] = [];
  for (let n = 0; n < probes; n += 1) times.push(await milliseconds(() => append(agent)));
  agent.destroy();
  return times.toSorted((one, other) => one - other);
}
const p99 = (sorted: readonly number[]) => sorted[Math.floor(sorted.length * 0.99)] ?? 0;

/** Times of single appends while another sender pushes batches of 1,000. */
async function besideBatches(): Promise<number[]> {
  const agent = connections(1);
  const over = new AbortController();
  const pushing = (async () => {
    for (; !over.signal.aborted;) await send(agent, '/records/batch', batch(1_000));
  })();
  const times = await appendTimes();
  over.abort();
  await pushing;
  agent.destroy();
  return times;
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}

function tellRatio(name: string, ratio: number, required: number): void {
  const isMet = ratio >= required;
  if (!isMet) process.exitCode = 1;
  tell(`${name.padEnd(60)} ${ratio.toFixed(1)} x, at least ${required} x${isMet ? '' : '  MISS'}`);
}

try {
  tell(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, medians of ${rounds}\n`);
  // It announces itself before its ledger is open.
  await host.send('/chain');
  const before = statSync(ledgerFile).size;
  const medianOf = await interleave(rounds, [
    { name: 'one', run: () => requests(singles, 1, append) },
    { name: 'sixteen', run: () => requests(singles * 2, 16, append) },
    {
      name: 'hundreds',
      run: () => requests(10, 1, (agent) => send(agent, '/records/batch', batch(100))),
    },
    {
      name: 'thousands',
      run: () => requests(2, 1, (agent) => send(agent, '/records/batch', batch(1_000))),
    },
    { name: 'page', run: () => requests(pages, 1, page) },
    { name: 'pages', run: () => requests(pages * 2, 16, page) },
  ]);
  const figures = [
    ['one connection, one decision a request', perSecond(singles, medianOf('one'))],
    ['16 connections, one decision a request', perSecond(singles * 2, medianOf('sixteen'))],
    ['one sender, batches of 100', perSecond(1_000, medianOf('hundreds'))],
    ['one sender, batches of 1,000', perSecond(2_000, medianOf('thousands'))],
    ['pages of 50, one connection', perSecond(pages, medianOf('page'))],
    ['pages of 50, 16 connections', perSecond(pages * 2, medianOf('pages'))],
  ] as const;
  for (const [name, figure] of figures) tell(`${name.padEnd(60)} ${figure} a second`);
  const listed = z.object({ total: z.int() });
  const { total } = listed.parse(await (await host.send('/records?limit=1')).json());
  const bytes = statSync(ledgerFile).size - before;
  tell(`${'file'.padEnd(60)} ${(bytes / total / 1_000).toFixed(1)} KB a decision\n`);

  const [one, hundreds] = [medianOf('one') / singles, medianOf('hundreds') / 1_000];
  tellRatio('batches of 100 against single ones, one connection', one / hundreds, 8);
  const byPython = await interleave(Math.min(rounds, 3), [
    { name: 'client', run: () => python('client') },
    { name: 'requests', run: () => python('requests') },
  ]);
  const ofClient = byPython('requests') / byPython('client');
  tellRatio('the Python client against one request a connection', ofClient, 5);

  const alone = await appendTimes();
  const beside = await besideBatches();
  const told = (times: readonly number[]) =>
    `median ${median(times).toFixed(1)} ms, p99 ${p99(times).toFixed(1)} ms`;
  tell(`\n${'a single append alone'.padEnd(60)} ${told(alone)}`);
  tell(`${'a single append beside batches of 1,000'.padEnd(60)} ${told(beside)}\n`);
} finally {
  await host.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
