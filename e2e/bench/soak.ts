/**
 * Keeps a built host busy for a while (`npm run soak -- --minutes 30 [--records 20000]`) with all that it is asked in
 * a day: appends, lists, searches, verifications, sessions, billing, exports, bundles, streams of changes. Fails where
 * memory, descriptors, threads, the write-ahead log or what it writes to its log are not flat in the second half, where
 * a request is answered as nobody expects, or where an append at the end is not as quick as in a host that was just
 * started on a copy of the same ledger.
 */
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { startHost, temporaryDirectory, type Host } from '../support/host.ts';
import { isFinished, jobSchema } from './jobs.ts';
import { mebibyte, missedGoals, tell } from './measured-host.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    records: { type: 'string', default: '20000' },
    /** Appends that are timed in either host at the end. */
    appends: { type: 'string', default: '600' },
    /** Tells what is not flat and is content all the same: for a run that is too short to judge. */
    tell: { type: 'boolean', default: false },
  },
});
const minutes = Number(values.minutes);

const timedAppends = Number(values.appends);
/** Of these so many at the beginning do not count. */
const warming = Math.min(20, timedAppends / 2);
/** The slowest hundredth of the appends may take so many times what it takes in a host that was just started. */
const mostSlower = 2;
/** Below so many milliseconds no ratio is looked at. */
const leastP99 = 5;

/** Grows only: what came of it in a minute is looked at. */
const written = 'log, bytes a minute';

/** What a quarter of the time may have more than the one before, in the second half: a part of it, and so much. */
const flat: Readonly<Record<string, { readonly part: number; readonly more: number }>> = {
  'memory, MiB': { part: 0.08, more: 24 },
  descriptors: { part: 0, more: 8 },
  threads: { part: 0, more: 2 },
  'write-ahead log, MiB': { part: 0.25, more: 16 },
  [written]: { part: 0.25, more: 2_000 },
};

interface Sample {
  readonly at: number;
  readonly values: Readonly<Record<string, number>>;
}

const own = temporaryDirectory('soak');
const directory = join(own.path, 'data');
const ledger = join(directory, 'demo');
const counts = new Map<string, number>();
const surprises = new Map<string, number>();
const count = (in_: Map<string, number>, name: string) => in_.set(name, (in_.get(name) ?? 0) + 1);

interface Asked {
  readonly status: number;
  readonly text: string;
}

/** A request; an answer of another status than those expected is a surprise, told at the end. */
async function ask(
  host: Host,
  method: string,
  path: string,
  body?: unknown,
  expected: readonly number[] = [200, 201, 202],
): Promise<Asked> {
  const response = await fetch(`${host.baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${host.apiKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const name = `${method} ${path.replaceAll(/\?.*$|[a-z]+_[0-9A-Za-z-]+/g, '*')}`;
  count(counts, name);
  if (!expected.includes(response.status)) {
    count(
      surprises,
      `${name}: ${response.status} ${text.replace(/req_\w+/, 'req_').slice(0, 300)}`,
    );
  }
  return { status: response.status, text };
}

const parsed = <Schema extends z.ZodType>(schema: Schema, { text }: Asked): z.output<Schema> =>
  schema.parse(JSON.parse(text));

/** Waits for the end of the job that an answer tells of; undefined where it tells of none. */
async function jobEnd(host: Host, asked: Asked): Promise<string | undefined> {
  if (asked.status !== 202) return undefined;
  const { job_id: id } = parsed(jobSchema, asked);
  for (;;) {
    const answer = await ask(host, 'GET', `/jobs/${id}`);
    if (answer.status !== 200) return undefined;
    const job = parsed(jobSchema, answer);
    if (!isFinished(job)) {
      await setTimeout(200);
      continue;
    }
    if (job.status !== 'completed') {
      count(surprises, `a job ${job.kind}: ${job.status} ${job.error?.message ?? ''}`);
    }
    return id;
  }
}

const idsOf = z.object({ data: z.array(z.looseObject({ id: z.string() })) });
let decisions = 0;
const decision = () => {
  decisions += 1;
  return {
    model_id: `soak-${decisions % 7}`,
    confidence: (decisions % 100) / 100,
    input: { applicant: decisions, note: 'steady '.repeat(decisions % 40), of: { depth: 2 } },
    output: { decision: decisions % 3 === 0 ? 'REFER' : 'APPROVED' },
  };
};
const append = (host: Host) => ask(host, 'POST', '/records', decision(), [201]);

const lists = [
  '/records?limit=50',
  '/records?limit=500&offset=5000&brief=true',
  '/records?limit=20&q=steady&order=asc',
  '/records?limit=50&model_id=soak-3&where={"confidence":{"$gte":0.5}}',
  '/records/facets?where={"confidence":{"$gte":0.9}}',
  '/records/histogram',
  '/chain',
  '/chain/entries?limit=200',
  '/chain/standing',
  '/audit/events?limit=100',
  '/requests',
  '/jobs?limit=50',
  '/models',
  '/overview',
  '/billing/usage?start_date=2026-01-01&end_date=2026-12-31',
  '/billing/invoices',
  '/billing/accounts',
  '/billing/journal?limit=50',
  '/billing/revenue',
  '/sessions?limit=50',
  '/datasets',
] as const;

/** Opens a session of a dataset, reads rows of it in every way, and closes it. */
async function session(host: Host, round: number): Promise<void> {
  const datasets = parsed(
    z.object({ data: z.array(z.looseObject({ dataset_id: z.string() })) }),
    await ask(host, 'GET', '/datasets'),
  );
  const dataset = datasets.data[round % datasets.data.length];
  if (dataset === undefined) return;
  const opened = await ask(
    host,
    'POST',
    '/sessions',
    {
      dataset_id: dataset.dataset_id,
      purpose: 'Soak',
      ttl_seconds: 600,
    },
    [201, 400, 403, 409],
  );
  if (opened.status !== 201) return;
  const { session_id: id, allowed_operations: allowed } = parsed(
    z.object({ session_id: z.string(), allowed_operations: z.array(z.string()) }),
    opened,
  );
  if (allowed.includes('read')) await ask(host, 'GET', `/sessions/${id}/stream?batch_size=50`);
  await ask(host, 'POST', `/sessions/${id}/count`, { filter: {} }, [200, 403]);
  await ask(host, 'POST', `/sessions/${id}/filter`, { filter: {}, limit: 50 }, [200, 403]);
  await ask(
    host,
    'POST',
    `/sessions/${id}/aggregate`,
    { pipeline: [{ $group: { _id: null, rows: { $sum: 1 } } }] },
    [200, 403],
  );
  await ask(host, 'GET', `/billing/usage/sessions/${id}`, undefined, [200, 404]);
  await ask(host, 'POST', `/sessions/${id}/close`, {});
}

const columns = [
  { key: 'id', title: 'Id', path: '/id', kind: 'text' },
  { key: 'created_at', title: 'Time', path: '/created_at', kind: 'instant' },
];

async function exported(host: Host, round: number): Promise<void> {
  const format = ['csv', 'jsonl', 'pdf'][round % 3];
  const id = await jobEnd(
    host,
    await ask(host, 'POST', '/exports', {
      format,
      title: 'Soak',
      columns,
      // A PDF has room for so many rows.
      source: {
        operation: 'listRecords',
        query: {
          model_id: 'soak-1',
          ...(format === 'pdf' ? { where: '{"confidence":{"$gte":0.9}}' } : {}),
        },
      },
    }),
  );
  if (id !== undefined) await ask(host, 'GET', `/exports/${id}/file`);
}

async function bundle(host: Host): Promise<void> {
  const newest = parsed(idsOf, await ask(host, 'GET', '/records?limit=50'));
  const ids = newest.data.map((each) => each.id);
  const id = await jobEnd(
    host,
    await ask(host, 'POST', '/bundles', { kind: 'selection', record_ids: ids }),
  );
  if (id !== undefined) await ask(host, 'GET', `/bundles/${id}`);
}

/** Has a stream of changes open for a while. */
async function listen(host: Host): Promise<void> {
  const gone = new AbortController();
  const response = await fetch(`${host.baseUrl}/events`, {
    headers: { authorization: `Bearer ${host.apiKey}` },
    signal: gone.signal,
  });
  count(counts, 'GET /events');
  const reader = response.body?.getReader();
  const until = performance.now() + 5_000;
  while (performance.now() < until) {
    const piece = await Promise.race([reader?.read(), setTimeout(5_000, undefined)]);
    if (piece?.done !== false) break;
  }
  gone.abort();
}

/** What is done over and over, each with its pause in milliseconds and so many at once. */
const work: readonly {
  readonly name: string;
  readonly at: number;
  readonly pause: number;
  readonly run: (host: Host, round: number) => Promise<unknown>;
}[] = [
  { name: 'append', at: 3, pause: 40, run: append },
  {
    name: 'list',
    at: 2,
    pause: 60,
    run: (host, round) => ask(host, 'GET', lists[round % lists.length] ?? '/chain'),
  },
  { name: 'session', at: 1, pause: 1_500, run: session },
  {
    name: 'verification',
    at: 1,
    pause: 10_000,
    run: async (host) => jobEnd(host, await ask(host, 'POST', '/chain/verifications')),
  },
  { name: 'export', at: 1, pause: 6_000, run: exported },
  { name: 'bundle', at: 1, pause: 15_000, run: bundle },
  { name: 'stream', at: 4, pause: 100, run: listen },
];

/** Bytes that a process has in memory, its descriptors and threads. */
function sample({ pid, complaints }: Host, at: number): Sample {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const number = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
  const sizeOf = (path: string) => (existsSync(path) ? statSync(path).size : 0);
  return {
    at,
    values: {
      'memory, MiB': number('RssAnon') / 1024,
      descriptors: readdirSync(`/proc/${pid}/fd`).length,
      threads: number('Threads'),
      'write-ahead log, MiB': sizeOf(join(ledger, 'proofdesk.db-wal')) / mebibyte,
      [written]: complaints().length,
    },
  };
}

const middleOf = (list: readonly number[]) =>
  list.toSorted((one, other) => one - other)[list.length >> 1] ?? Number.NaN;

/** The quarters of the time, each as its middle value, or, for what only grows, as what came in it. */
function quarters(samples: readonly Sample[], measure: string): number[] {
  return [0, 1, 2, 3].map((quarter) => {
    const from = Math.floor((samples.length * quarter) / 4);
    const list = samples.slice(from, Math.floor((samples.length * (quarter + 1)) / 4));
    const found = list.map((each) => each.values[measure] ?? Number.NaN);
    if (measure !== written) return middleOf(found);
    const minutesOf = ((list.at(-1)?.at ?? 0) - (list[0]?.at ?? 0)) / 60_000;
    return ((found.at(-1) ?? 0) - (found[0] ?? 0)) / minutesOf;
  });
}

/** The slowest hundredth of appends to either host, in turn, so that a busy moment of the machine hits both. */
async function slowestHundredth(hosts: readonly Host[]): Promise<number[]> {
  const times = hosts.map((): number[] => []);
  for (let round = 0; round < timedAppends; round += 1) {
    for (const [index, host] of hosts.entries()) {
      const started = performance.now();
      await append(host);
      if (round >= warming) times[index]?.push(performance.now() - started);
    }
  }
  return times.map((each) => {
    const sorted = each.toSorted((one, other) => one - other);
    return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
  });
}

/** A host on a copy of what another one has, which does nothing while it is copied. */
async function startOnCopy(): Promise<Host> {
  await setTimeout(2_000);
  const copy = join(own.path, 'copy');
  cpSync(directory, copy, {
    recursive: true,
    // What the connections of a process share, and whose folder it is, belong to the other one.
    filter: (source) => !source.endsWith('-shm') && !source.endsWith('lock'),
  });
  return startHost({ directory: copy, demo: 1 });
}

const hosts: Host[] = [];
try {
  await (await startHost({ directory, demo: Number(values.records) })).stop();
  const host = await startHost({ directory, demo: 1 });
  hosts.push(host);
  const end = performance.now() + minutes * 60_000;
  const samples: Sample[] = [];
  const clients = work.flatMap(({ at, pause, run }) =>
    Array.from({ length: at }, async (_, client) => {
      for (let round = client; performance.now() < end; round += at) {
        await run(host, round);
        await setTimeout(pause);
      }
    }),
  );
  const every = Math.max(500, (minutes * 60_000) / 400);
  const sampling = (async () => {
    while (performance.now() < end) {
      samples.push(sample(host, performance.now()));
      await setTimeout(every);
    }
  })();
  await Promise.all([...clients, sampling]);

  const calls = [...counts.values()].reduce((sum, each) => sum + each, 0);
  tell(`${calls} calls in ${minutes} minutes, ${decisions} decisions appended`);
  for (const [measure, { part, more }] of Object.entries(flat)) {
    const [first = 0, second = 0, third = 0, fourth = 0] = quarters(samples, measure);
    const shown = [first, second, third, fourth].map((each) => each.toFixed(0)).join(', ');
    tell(`${measure.padEnd(24)} by quarters: ${shown}`, fourth - third <= third * part + more);
  }
  for (const [surprise, times] of surprises) tell(`${times} times ${surprise}`, false);

  const fresh = await startOnCopy();
  hosts.push(fresh);
  const [used = Number.NaN, idle = Number.NaN] = await slowestHundredth([host, fresh]);
  tell(
    `an append, 99 of 100 within: ${used.toFixed(1)} ms; in a host just started ${idle.toFixed(1)} ms`,
    used <= Math.max(leastP99, idle * mostSlower),
  );
} finally {
  for (const host of hosts) await host.stop();
  own.remove();
}
const missed = missedGoals();
tell(missed === 0 ? 'All of it was flat.' : `${missed} were not.`);
process.exitCode = surprises.size > 0 || (missed > 0 && !values.tell) ? 1 : 0;
