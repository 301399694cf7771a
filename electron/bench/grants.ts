/** What grants add to each use of rows: receipts, leaves, views, treated filters, noise, the analysis. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { JsonObject } from '../../shared/contract/json.ts';
import { policySchema } from '../../shared/contract/policies.ts';
import { leafHash } from '../../shared/ledger/merkle.ts';
import { clinicalRows } from '../demo/clinical-rows.ts';
import { createLedgerKey } from '../ledger/ledger-key.ts';
import { sha256 } from '../ledger/sha256.ts';
import { View } from '../policies/view.ts';
import { rootOfRows } from '../receipts/leaves.ts';
import { benchmarkSeed, openApi, type ApiUnderTest } from './api-under-test.ts';
import {
  interleave,
  median,
  milliseconds,
  type Benchmark,
  type Measurement,
} from './measurement.ts';

const rounds = 7;
const batch = 100;
const mostFiltered = 50_000;
const mostImported = 200_000;

const policy = {
  access: 'on_request',
  unlisted: 'clear',
  record_ids: 'kept',
  entity: 'patient_id',
  kinds: ['rows', 'statistics'],
  fields: {
    age: { method: 'noise', scale: 2, step: 1 },
    'lab_results.glucose': { method: 'statistics', min: 0, max: 400, step: 1 },
  },
};

const jobShape = z.looseObject({ job_id: z.string(), status: z.string() });
async function ended(api: ApiUnderTest, begun: string): Promise<void> {
  let job = jobShape.parse(JSON.parse(begun));
  while (job.status === 'queued' || job.status === 'running') {
    await pause(10);
    job = jobShape.parse(JSON.parse(await api.call('GET', `/jobs/${job.job_id}`)));
  }
  if (job.status !== 'completed') throw new Error(`The job ended as ${JSON.stringify(job)}`);
}

const bodyOf = (value: object) => ({ body: JSON.stringify(value) });

/** A dataset with its rows, imported by a job; how long that took. */
async function importRows(api: ApiUnderTest, id: string, rows: readonly JsonObject[]) {
  const made = { dataset_id: id, name: id, holder_id: 'mayo' };
  await api.call('POST', '/datasets', { ...bodyOf(made), status: 201 });
  const body = `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
  return milliseconds(async () => {
    const path = `/datasets/${id}/imports`;
    const type = 'application/x-ndjson';
    await ended(api, await api.call('POST', path, { body, type, status: 202 }));
  });
}

/** A session on a grant of a kind. */
async function openSession(api: ApiUnderTest, dataset: string, kind: 'rows' | 'statistics') {
  const operations = kind === 'rows' ? ['read', 'filter', 'aggregate'] : ['aggregate'];
  const asked = {
    dataset_id: dataset,
    kind,
    purpose: 'Benchmark',
    fields: ['age', 'diagnosis', 'lab_results', 'patient_id'],
    operations,
    ends_at: new Date(Date.now() + 86_400_000).toISOString(),
    budget: { amount: 1_000_000, currency: 'USD' },
    expected: { rows: 1, hours: 1, operations: 1 },
  };
  const grant = z
    .looseObject({ grant_id: z.string() })
    .parse(JSON.parse(await api.call('POST', '/grants', { ...bodyOf(asked), status: 201 })));
  const path = `/grants/${grant.grant_id}/answer`;
  await api.call('POST', path, bodyOf({ decision: 'grant', policy_version: 1 }));
  const opened = { dataset_id: dataset, purpose: 'Benchmark', grant_id: grant.grant_id };
  const session = await api.call('POST', '/sessions', { ...bodyOf(opened), status: 201 });
  return z.looseObject({ session_id: z.string() }).parse(JSON.parse(session)).session_id;
}

function times(run: () => unknown): Promise<number[]> {
  return Array.from({ length: rounds }).reduce<Promise<number[]>>(
    async (before) => [...(await before), await milliseconds(run)],
    Promise.resolve([]),
  );
}

/** A batch with its receipt against the same without the work of one. */
async function measureStream(api: ApiUnderTest, session: string, rows: readonly JsonObject[]) {
  const path = `/sessions/${session}/stream?batch_size=${batch}`;
  const whole = median(await times(() => api.call('GET', path)));
  const given = rows.slice(0, batch).map((row) => ({ row, rowSalt: randomBytes(16) }));
  const key = createLedgerKey('benchmark', benchmarkSeed);
  const work = median(await times(() => key.signHead(rootOfRows(session, 1, given))));
  return compared('stream of 100 rows with receipts', whole, whole - work, 1 / 1.3);
}

function compared(name: string, measured: number, baseline: number, required: number): Measurement {
  const ratio = baseline / measured;
  return { name, measured, baseline, ratio, required, detail: `${(1 / ratio).toFixed(2)} ×` };
}

/** Rows through a view that changes nothing against rows that are only read. */
async function measureView(rows: readonly JsonObject[]): Promise<Measurement> {
  const texts = rows.slice(0, 20_000).map((row) => JSON.stringify(row));
  const keys = { grant: benchmarkSeed, dataset: benchmarkSeed };
  const clear = policySchema.parse({ unlisted: 'clear', record_ids: 'kept' });
  const view = new View({ policy: clear, kind: 'rows', keys, dataset: 1 });
  const through = (shown: (document: JsonObject, seq: number) => JsonObject) => () => {
    let bytes = 0;
    for (const [seq, text] of texts.entries()) {
      bytes += JSON.stringify(shown(JSON.parse(text), seq)).length;
    }
    return bytes;
  };
  const medianOf = await interleave(rounds, [
    {
      name: 'view',
      run: () => milliseconds(through((document, seq) => view.row({ seq, document }))),
    },
    { name: 'none', run: () => milliseconds(through((document) => document)) },
  ]);
  return compared('clear view', medianOf('view'), medianOf('none'), 1 / 1.05);
}

/** A filter on a treated field against one that is left to the rows over a clear one. */
async function measureFilter(api: ApiUnderTest, session: string): Promise<Measurement> {
  const count = (filter: JsonObject) => () =>
    milliseconds(() => api.call('POST', `/sessions/${session}/count`, bodyOf({ filter })));
  const medianOf = await interleave(rounds, [
    { name: 'treated', run: count({ age: { $gte: 60 } }) },
    {
      name: 'residual',
      run: count({ $expr: { $gt: [{ $mod: ['$lab_results.cholesterol', 7] }, 3] } }),
    },
  ]);
  return compared('filter on a treated field', medianOf('treated'), medianOf('residual'), 1 / 5);
}

/** A group with noise against the same in clear; its answer waits for a full tick, as `rows` are enough not to tell. */
async function measureGroup(api: ApiUnderTest, dataset: string): Promise<Measurement> {
  let asked = 0;
  const grouped = (session: string) => () => {
    // Other words each time: an answer that was given would be given again.
    asked += 1;
    const group = { _id: '$diagnosis', [`n${asked}`]: { $sum: 1 } };
    const body = bodyOf({ pipeline: [{ $group: group }] });
    return milliseconds(() => api.call('POST', `/sessions/${session}/aggregate`, body));
  };
  const medianOf = await interleave(rounds, [
    { name: 'noise', run: grouped(await openSession(api, dataset, 'statistics')) },
    { name: 'open', run: grouped(await openSession(api, dataset, 'rows')) },
  ]);
  return compared('statistics by group', medianOf('noise'), medianOf('open'), 1 / 8);
}

/** Bars: receipts and leaves ≤ 1.3 ×, a clear view ≤ 1.05 ×, a treated filter ≤ 5 ×, statistics ≤ 8 ×, analysis ≤ import. */
export const benchmarkGrants: Benchmark = async ({ records, directory }) => {
  const api = await openApi(join(directory, 'grants'));
  try {
    const many = [...clinicalRows(Math.min(records, mostImported), 7)];
    const some = many.slice(0, mostFiltered);
    const imported = await importRows(api, 'many', many);
    const leaves = await milliseconds(() => {
      for (const [at, row] of many.entries()) {
        const line = ['dataset_rows', 'many', at + 1, 'AAAAAAAAAAAAAAAAAAAAAA', at];
        leafHash(sha256, JSON.stringify([...line, JSON.stringify(row)]));
      }
    });
    const analysed = await milliseconds(async () =>
      ended(api, await api.call('POST', '/datasets/many/analysis', { ...bodyOf({}), status: 202 })),
    );
    await importRows(api, 'some', some);
    for (const dataset of ['some', 'many']) {
      await api.call('PUT', `/datasets/${dataset}/policy`, bodyOf({ policy, based_on: 0 }));
    }
    const session = await openSession(api, 'some', 'rows');
    return [
      await measureStream(api, session, some),
      compared('import with leaves', imported, imported - leaves, 1 / 1.3),
      await measureView(some),
      await measureFilter(api, session),
      await measureGroup(api, 'many'),
      compared('analysis of an import', analysed, imported, 1),
    ];
  } finally {
    await api.close();
  }
};
