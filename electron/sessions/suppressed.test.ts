/** What is withheld cannot be told from what is not there: fifty pairs of questions, of which one finds somebody. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { entryListSchema } from '../../shared/contract/chain.ts';
import { grantSchema } from '../../shared/contract/grants.ts';
import { isJsonObject, type JsonObject } from '../../shared/contract/json.ts';
import { sessionSchema } from '../../shared/contract/sessions.ts';
import { createIdFactory } from '../../shared/ids.ts';
import { TestApi } from '../api/test-api.ts';
import { openReader } from '../database/open-database.ts';
import { WallClock } from '../database/wall-clock.ts';
import { DatasetsStore } from '../datasets/datasets-store.ts';
import { evaluator } from '../filters/evaluate-filter.ts';
import { parseFilter } from '../filters/parse-filter.ts';
import { countingRandom } from '../ledger/testing/test-ledger.ts';
import { rounds } from '../testing/rounds.ts';
import { AnswerTicks } from './answer-tick.ts';
import type { AccessOrder } from './commit-access.ts';
import { CursorCodec } from './cursor.ts';
import type { DataMeans } from './data-means.ts';
import { openedSession } from './opened-session.ts';
import { QueryLimit } from '../sources/embedded/query-limit.ts';
import { ReceiptedAccesses } from './receipted.ts';
import { RowQueries } from '../sources/embedded/row-queries.ts';
import { SessionViews } from './session-views.ts';
import { SessionsStore } from './sessions-store.ts';
import { statisticsAnswer } from './statistics-answer.ts';
import { makeDataset } from './testing/clinical.ts';

/** 400 patients; their numbers are even, and a few have a ward of their own. */
const rows: JsonObject[] = Array.from({ length: 400 }, (_, index) => ({
  record_id: `rec_${index}`,
  patient: `p${index}`,
  dx: index % 80 === 7 ? `ward${index}`.padEnd(8, '_') : 'flu',
  salary: 30_000 + 100 * index,
  code: 1_000 + 2 * index,
}));

/** Pairs alike to the byte: the first finds one to seven people, the second nobody. */
const pairs: readonly (readonly [JsonObject, JsonObject])[] = Array.from(
  { length: 50 },
  (_, index): [JsonObject, JsonObject] => {
    const code = 1_000 + 2 * ((index * 37) % 390);
    switch (index % 5) {
      case 0:
        return [{ code }, { code: code + 1 }];
      case 1:
        return [
          { code: { $gte: code, $lt: code + 2 * (1 + (index % 7)) } },
          { code: { $gte: 3_000 + index, $lt: 3_000 + index + 2 } },
        ];
      case 2:
        return [{ code: { $in: [code, code + 1] } }, { code: { $in: [code + 1, code + 3] } }];
      case 3:
        return [{ dx: `ward${7 + 80 * (index % 5)}`.padEnd(8, '_') }, { dx: 'ward999_' }];
      default:
        return [
          { $and: [{ dx: { $regex: '^ward' } }, { code: { $lt: 9_999 } }] },
          { $and: [{ dx: { $regex: '^care' } }, { code: { $lt: 9_999 } }] },
        ];
    }
  },
);
const grouped = [
  [{ $count: 'n' }],
  [{ $group: { _id: '$dx', n: { $sum: 1 }, mean: { $avg: '$salary' } } }],
];
/** Other words for the same: an answer that was given before would be given again. */
const pipelineOf = (filter: JsonObject, index: number) => [
  { $match: { $and: [filter, { code: { $gte: index } }] } },
  ...(grouped[index % 2] ?? []),
];

let api: TestApi;
let session = '';
beforeAll(async () => {
  api = await TestApi.open();
  await makeDataset(api, rows, {
    dataset_id: 'ds',
    policy: {
      access: 'on_request',
      unlisted: 'withheld',
      entity: 'patient',
      kinds: ['statistics'],
      fields: {
        dx: { method: 'clear' },
        code: { method: 'clear' },
        salary: { method: 'statistics', min: 0, max: 200_000, step: 100 },
      },
      statistics: { epsilon: 100, epsilon_total: 100 },
    },
  });
  const made = await api.send('POST', '/grants', {
    body: {
      dataset_id: 'ds',
      kind: 'statistics',
      purpose: 'Counts',
      fields: ['dx', 'code', 'salary'],
      operations: ['aggregate'],
      ends_at: '2026-06-01T00:00:00Z',
      budget: { amount: 500, currency: 'USD' },
      expected: { rows: 0, hours: 1, operations: 10 },
    },
  });
  const { grant_id: id } = grantSchema.parse(await made.json());
  await api.send('POST', `/grants/${id}/answer`, {
    body: { decision: 'grant', policy_version: 1 },
  });
  const body = { dataset_id: 'ds', purpose: 'x', grant_id: id };
  const opened = await api.send('POST', '/sessions', { body });
  session = sessionSchema.parse(await opened.json()).session_id;
});
afterAll(() => api.close());

async function used() {
  const { usage } = await api.read(sessionSchema, `/sessions/${session}?include=usage`);
  return [usage?.total_operations, usage?.records_accessed, usage?.total_data_bytes].map(Number);
}

async function entriesFrom(seq: number): Promise<string[]> {
  const path = `/chain/entries?from_seq=${seq}&limit=500`;
  return (await api.read(entryListSchema, path)).data.map(({ bytes }) => bytes);
}
const sizeSchema = z.object({ size: z.int() });

/** What a question leaves: its answer without ids, its headers, use, and the entries by type and length. */
async function leftBy(pipeline: object[]): Promise<object> {
  const before = await used();
  const { size } = await api.read(sizeSchema, '/chain');
  const response = await api.send('POST', `/sessions/${session}/aggregate`, { body: { pipeline } });
  const body = (await response.text()).replaceAll(/ev_\w{26}/g, 'ev_');
  const headers = [...response.headers].map(([name, value]) =>
    name === 'proofdesk-cost' ? [name, value] : [name, value.replace(/^n=\d+/, '').length],
  );
  const after = await used();
  return {
    status: response.status,
    body,
    // The sum of the month grows by the same cost each time.
    headers: headers.filter(([name]) => !/date|ratelimit|month/.test(String(name))),
    used: after.map((each, at) => each - (before[at] ?? 0)),
    entries: (await entriesFrom(size)).map((bytes) => {
      const { type, kind } = z
        .looseObject({ type: z.string(), kind: z.unknown() })
        .parse(JSON.parse(bytes));
      return [type, kind];
    }),
  };
}

test('What is withheld leaves what is not there leaves: bytes, headers, use, entries', async () => {
  const empty = '{"results":[],"result_count":0,"has_more":false,"evidence_id":"ev_"}';
  const tried = pairs.slice(0, rounds({ usual: 5, all: pairs.length }));
  for (const [index, [somebody, nobody]] of tried.entries()) {
    const one = await leftBy(pipelineOf(somebody, index));
    const other = await leftBy(pipelineOf(nobody, index));
    expect(one).toEqual(other);
    expect(one).toMatchObject({ status: 200, body: empty });
  }
});

/** A value with the length of each text and bytes in place of them: what is drawn anew differs in nothing else. */
function shapeOf(value: unknown): unknown {
  if (typeof value === 'string') return `${value.length} characters`;
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shapeOf(each)]));
}

test('The writer is asked for the same, and the answer is given at the same tick', async () => {
  const database = openReader(join(api.directory, 'proofdesk.db'));
  const orders: AccessOrder[] = [];
  let now = 0;
  const random = countingRandom();
  const clock = () => api.now;
  const means: DataMeans = {
    sessions: new SessionsStore(database),
    datasets: new DatasetsStore(database),
    views: new SessionViews(database),
    sources: { open: () => undefined },
    queryMs: 60_000,
    noteChanged: async () => {},
    queries: new RowQueries(database, new QueryLimit(60_000, () => performance.now())),
    cursors: new CursorCodec(new Uint8Array(32)),
    ticks: new AnswerTicks({
      now: () => now,
      sleep: async (milliseconds) => {
        now += milliseconds;
      },
    }),
    wallClock: new WallClock(database, clock),
    createId: createIdFactory({ now: clock, random }),
    random,
    accesses: new ReceiptedAccesses(async (order) => {
      orders.push(order);
      // The writer takes its time, which is the same for both.
      now += 7;
      const { n } = order.receipt;
      return { replayed: false, answer: '', n, evidenceId: order.evidence?.evidenceId };
    }),
  };
  try {
    const left = async (pipeline: object[]) => {
      const begun = now;
      const opened = openedSession(means, session);
      const body = { pipeline: z.array(z.custom<JsonObject>(isJsonObject)).parse(pipeline) };
      const call = {
        body: { ...body, limit: 100 },
        caller: 'operator',
        idempotency: undefined,
      };
      const { body: answer } = await statisticsAnswer(call, opened, means);
      if (typeof answer !== 'string') throw new Error('The answer comes in pieces.');
      const told = answer.replaceAll(/ev_\w+/g, 'ev_');
      return { told, ticks: now - begun, orders: orders.splice(0).map(shapeOf) };
    };
    for (const [index, [somebody, nobody]] of pairs.entries()) {
      const one = await left(pipelineOf(somebody, index));
      const other = await left(pipelineOf(nobody, index));
      expect({ index, ...one }).toEqual({ index, ...other });
      expect([one.ticks, one.orders.length]).toEqual([50, 1]);
    }
  } finally {
    database.close();
  }
});

test('Somebody is found by the first of each pair, fewer than are shown, and nobody by the second', async () => {
  // What a holder sees of the rows: the pairs are what they say.
  const matches = (filter: JsonObject) => rows.filter(evaluator(parseFilter(filter))).length;
  for (const [somebody, nobody] of pairs) {
    expect(matches(somebody)).toBeGreaterThan(0);
    expect(matches(somebody)).toBeLessThan(8);
    expect(matches(nobody)).toBe(0);
  }
});
