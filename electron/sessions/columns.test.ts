/** Columns of a dataset beside its rows: written as rows come, made anew as rows go, and never another answer. */
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import { countResultSchema, filterResultSchema } from '../../shared/contract/sessions.ts';
import { TestApi } from '../api/test-api.ts';
import { chunkRows } from '../columns/column-chunks.ts';
import { openReader } from '../database/open-database.ts';
import { evaluator } from '../filters/evaluate-filter.ts';
import { parseRowFilter } from '../filters/parse-filter.ts';
import { isWhole } from '../testing/rounds.ts';
import { appendRows, clinicalRow, makeDataset, openSession } from './testing/clinical.ts';

/** By day so many that there is a chunk at all. */
const count = isWhole ? chunkRows + 5_000 : 4_200;
const rows = Array.from({ length: count }, (_, index): JsonObject => ({
  ...clinicalRow(index + 1),
  note: index % 7 === 0 ? null : `seen ${index} times`,
  ward: index === count - 1 ? { name: 'A' } : 'B',
}));

let api: TestApi;
let database: Database;
let datasetId: string;
beforeAll(async () => {
  api = await TestApi.open();
  const [first, ...rest] = Array.from({ length: Math.ceil(count / 10_000) }, (_, part) =>
    rows.slice(part * 10_000, (part + 1) * 10_000),
  );
  datasetId = await makeDataset(api, first);
  for (const part of rest) await appendRows(api, datasetId, part);
  database = openReader(join(api.directory, 'proofdesk.db'));
}, 120_000);
afterAll(async () => {
  database.close();
  await api.close();
});

const heads = () =>
  database
    .prepare<[], { chunk: number; rows: number }>(
      `SELECT chunk, rows FROM dataset_columns WHERE path = '' ORDER BY chunk`,
    )
    .all();

const filters: readonly JsonObject[] = [
  {},
  { age: { $gte: 60 }, diagnosis: { $in: ['Asthma', 'Migraine'] } },
  { $or: [{ note: null }, { 'lab_results.hba1c': { $gt: 11 } }] },
  { symptoms: 'nausea', treatments: { $size: 0 } },
  { note: { $regex: '^seen .*7 times$' } },
  { ward: { $exists: true }, 'ward.name': 'A' },
  { $nor: [{ none: { $exists: false } }] },
  { record_id: 'rec_00004200' },
  { $expr: { $gt: ['$age', { $multiply: ['$lab_results.hba1c', 8] }] }, age: { $lt: 50 } },
];

function expected(filter: JsonObject, of = rows): JsonObject[] {
  return of.filter(evaluator(parseRowFilter(filter)));
}

async function answers(session: string, filter: JsonObject, sort?: JsonValue) {
  const post = (call: string, body: object) => api.send('POST', `${session}/${call}`, { body });
  const counted = countResultSchema.parse(await (await post('count', { filter })).json());
  const body = { filter, limit: 1_000, ...(sort === undefined ? {} : { sort }) };
  const found = filterResultSchema.parse(await (await post('filter', body)).json());
  return { count: counted.count, ids: found.records.map((row) => row['record_id']) };
}

async function expectAnswers(session: string, of: readonly JsonObject[]): Promise<void> {
  for (const filter of filters) {
    const matching = expected(filter, [...of]);
    const ids = matching.slice(0, 1_000).map((row) => row['record_id']);
    expect([filter, await answers(session, filter)]).toEqual([
      filter,
      { count: matching.length, ids },
    ]);
  }
}

test('cover the rows of a dataset', () => {
  const last = { chunk: isWhole ? 1 : 0, rows: count % chunkRows };
  expect(heads()).toEqual(isWhole ? [{ chunk: 0, rows: chunkRows }, last] : [last]);
});

test('give what the rows give, and pages in every order', async () => {
  const session = `/sessions/${(await openSession(api, datasetId)).session_id}`;
  await expectAnswers(session, rows);
  const filter = { age: { $gte: 30 } };
  const byAge = expected(filter).toSorted(
    (one, other) => Number(other['age']) - Number(one['age']),
  );
  expect((await answers(session, filter, { age: -1 })).ids).toEqual(
    byAge.slice(0, 1_000).map((row) => row['record_id']),
  );
});

describe('Rows that go', () => {
  test('leave nothing in columns, and every answer is that of the rows left', async () => {
    const own = await makeDataset(api, rows.slice(0, 4_200));
    const session = `/sessions/${(await openSession(api, own)).session_id}`;
    const gone = ['rec_00000001', 'rec_00000777', 'rec_00004200'];
    const body = {
      record_ids: gone,
      legal_basis: 'GDPR Art. 17(1)(b)',
      reason: 'Consent was withdrawn.',
      actor: { id: 'usr_1', role: 'data_protection_officer' },
    };
    const response = await api.send('POST', `/datasets/${own}/erasures`, { body });
    expect([response.status, await response.json()]).toEqual([201, expect.anything()]);
    const left = rows.slice(0, 4_200).filter((row) => !gone.some((id) => id === row['record_id']));
    await expectAnswers(session, left);
    const texts = database
      .prepare<[], Buffer>('SELECT data FROM dataset_columns')
      .pluck()
      .all()
      .map((data) => data.toString('latin1'));
    // The text of a note that one erased row alone had.
    expect(texts.some((text) => text.includes('seen 775 times'))).toBe(true);
    expect(texts.filter((text) => text.includes('seen 776 times'))).toHaveLength(1);
  });
});
