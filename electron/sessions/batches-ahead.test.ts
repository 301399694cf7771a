/** Batches that are read before they are asked for: never given out as they are not any more, never counted by themselves. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  sessionSchema,
  streamBatchSchema,
  type StreamBatch,
} from '../../shared/contract/sessions.ts';
import { receiptPageSchema } from '../../shared/contract/receipts.ts';
import { TestApi } from '../api/test-api.ts';
import { clinicalRow, makeDataset, openSession, refusalOf } from './testing/clinical.ts';

let api: TestApi;
const rows = Array.from({ length: 12 }, (_, number) => clinicalRow(number));
beforeAll(async () => {
  api = await TestApi.open();
});
afterAll(() => api.close());

/** A stream whose first batch of four was given out, and the address of the next; that is read by now. */
async function streamed() {
  const dataset = await makeDataset(api, rows);
  const { session_id: id } = await openSession(api, dataset);
  const path = `/sessions/${id}/stream?batch_size=4`;
  const first = await api.read(streamBatchSchema, path);
  const next = `${path}&cursor=${first.next_cursor}`;
  await sleep(20);
  return { dataset, id, path, next };
}

const idsOf = ({ batch }: StreamBatch) => batch.map((row) => row['record_id']);
const idsFrom = (from: number, to: number) => rows.slice(from, to).map((row) => row['record_id']);
const usageOf = async (id: string) =>
  (await api.read(sessionSchema, `/sessions/${id}?include=usage`)).usage;

describe('The batch behind one that was given out', () => {
  test('is the same as when it is read as it is asked for, to the byte', async () => {
    const { next } = await streamed();
    const ahead = await (await api.send('GET', next)).text();
    await api.read(streamBatchSchema, next);
    // What is read ahead now is the batch behind that.
    expect(await (await api.send('GET', next)).text()).toBe(ahead);
  });

  test('is counted once it is asked for', async () => {
    const { id, next } = await streamed();
    expect(await usageOf(id)).toMatchObject({ read_operations: 1, records_accessed: 4 });
    await api.read(streamBatchSchema, next);
    expect(await usageOf(id)).toMatchObject({ read_operations: 2, records_accessed: 8 });
  });

  test('holds no row that was erased meanwhile', async () => {
    const { dataset, next } = await streamed();
    const body = {
      record_ids: [rows[5]?.['record_id']],
      legal_basis: 'GDPR Art. 17(1)(b)',
      reason: 'Consent was withdrawn.',
      actor: { id: 'usr_1', role: 'data_protection_officer' },
    };
    expect((await api.send('POST', `/datasets/${dataset}/erasures`, { body })).status).toBe(201);
    const batch = await api.read(streamBatchSchema, next);
    expect(idsOf(batch)).toEqual([...idsFrom(4, 5), ...idsFrom(6, 9)]);
  });

  test('is not given out after a revocation, nor after it was closed', async () => {
    const revoked = await streamed();
    const body = { reason: 'Consent withdrawn' };
    await api.send('POST', `/sessions/${revoked.id}/revoke`, { body });
    expect(await refusalOf(await api.send('GET', revoked.next))).toBe('403 access_revoked');
    const closed = await streamed();
    await api.send('POST', `/sessions/${closed.id}/close`);
    expect(await refusalOf(await api.send('GET', closed.next))).toBe('410 session_closed');
  });

  test('is not given out under another policy', async () => {
    const { dataset, path, next } = await streamed();
    const policy = { access: 'open', unlisted: 'withheld', fields: {}, record_ids: 'kept' };
    const put = await api.send('PUT', `/datasets/${dataset}/policy`, {
      body: { policy, based_on: 1 },
    });
    expect([put.status, put.status === 200 ? '' : await put.text()]).toEqual([200, '']);
    expect(await refusalOf(await api.send('GET', next))).toBe('400 validation_error');
    const anew = await api.read(streamBatchSchema, path);
    expect(anew.batch[0]).toEqual({ record_id: rows[0]?.['record_id'] });
  });

  test('has the receipt of its number, whatever was asked between', async () => {
    const { id, next } = await streamed();
    await api.send('POST', `/sessions/${id}/filter`, { body: { filter: { age: { $gte: 1 } } } });
    await api.read(streamBatchSchema, next);
    const page = await api.read(receiptPageSchema, `/sessions/${id}/receipts`);
    expect(page.data.map(({ n, rows: count }) => [n, count])).toEqual([
      [3, 4],
      [2, 12],
      [1, 4],
    ]);
  });

  test('is no other one of another size or of other fields', async () => {
    const { path, next } = await streamed();
    const smaller = next.replace(path, path.replace('batch_size=4', 'batch_size=3'));
    expect(idsOf(await api.read(streamBatchSchema, smaller))).toEqual(idsFrom(4, 7));
    await sleep(20);
    const [row] = (await api.read(streamBatchSchema, `${next}&fields=age`)).batch;
    expect(row).toEqual({ record_id: rows[4]?.['record_id'], age: rows[4]?.['age'] });
  });
});
