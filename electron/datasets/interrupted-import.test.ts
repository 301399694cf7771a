/** Rows of an import that did not come to its end are nobody's, and go again. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { datasetSchema } from '../../shared/contract/datasets.ts';
import { jobSchema } from '../../shared/contract/jobs.ts';
import { streamBatchSchema } from '../../shared/contract/sessions.ts';
import { TestApi } from '../api/test-api.ts';
import { clinicalRows, makeDataset, openSession } from '../sessions/testing/clinical.ts';
import { rowPosition } from './row-position.ts';

let api: TestApi;
let id: string;
beforeAll(async () => {
  api = await TestApi.open();
  id = await makeDataset(api);
});
afterAll(() => api.close());

const rowsStored = (database: Database.Database) =>
  database.prepare('SELECT count(*) FROM dataset_rows').pluck().get();
const file = () => join(api.directory, 'proofdesk.db');

test('what a process left behind is not seen, and is removed at the next start', async () => {
  await api.reopen(() => {
    const database = new Database(file());
    const insert = database.prepare(
      "INSERT INTO dataset_rows (position, record_id, bytes, document) VALUES (?, ?, 2, jsonb('{}'))",
    );
    for (let seq = 5; seq < 30; seq += 1) insert.run(rowPosition(1, seq), `rec_left_${seq}`);
    database.close();
  });
  await api.reopen(() => {
    const database = new Database(file());
    expect(rowsStored(database)).toBe(clinicalRows.length);
    database.close();
  });
  expect((await api.read(datasetSchema, `/datasets/${id}`)).record_count).toBe(4);
  const { session_id: session } = await openSession(api, id);
  const { batch } = await api.read(streamBatchSchema, `/sessions/${session}/stream`);
  expect(batch).toEqual(clinicalRows);
});

test('an import that is canceled leaves nothing, and the dataset open', async () => {
  const lines = Array.from({ length: 20_000 }, (_, n) => `{"n":${n}}`).join('\n');
  const response = await api.send('POST', `/datasets/${id}/imports`, {
    body: `${lines}\n`,
    headers: { 'content-type': 'application/x-ndjson' },
  });
  const { job_id: jobId } = jobSchema.parse(await response.clone().json());
  await api.send('POST', `/jobs/${jobId}/cancel`);
  const job = await api.finished(response);
  expect(job.status).toBe('canceled');
  const rows = await api.send('POST', `/datasets/${id}/records`, { body: [{ n: 1 }] });
  expect(rows.status).toBe(201);
  expect((await api.read(datasetSchema, `/datasets/${id}`)).record_count).toBe(5);
});
