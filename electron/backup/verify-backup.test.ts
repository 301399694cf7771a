/** The check of a backup, which the schedule asks for: it computes every index again, and says so. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backupCheckResultSchema, backupSchema } from '../../shared/contract/backups.ts';
import { TestApi } from '../api/test-api.ts';
import { newestIndexes } from '../proof/recompute/indexes.ts';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.open();
});
afterAll(() => api.close());

test('computes all indexes again, where a verification that somebody waits for computes the newest @whole', async () => {
  const all = newestIndexes + 1;
  for (let n = 0; n < all; n += 1) {
    const { id } = await api.append();
    const order = { kind: 'selection', record_ids: [id] };
    await api.finished(await api.send('POST', '/bundles', { body: order }));
  }
  const { result } = await api.finished(await api.send('POST', '/chain/verifications'));
  expect(result).toMatchObject({ rows: { indexes: newestIndexes, indexes_total: all } });
  const made = await api.finished(await api.send('POST', '/backups', { body: {} }));
  const { backup_id: id } = backupSchema.pick({ backup_id: true }).parse(made.result);
  const checked = await api.finished(await api.send('POST', `/backups/${id}/verify`));
  const { intact, message } = backupCheckResultSchema.parse(checked.result);
  expect(intact).toBe(true);
  expect(message).toContain(`${all} of ${all} indexes were computed again`);
});
