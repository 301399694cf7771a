/** Needs attention: a ledger of which nobody outside has a checkpoint, and a last copy that is old. */
import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkpointSchema } from '../../shared/contract/checkpoints.ts';
import { overviewSchema } from '../../shared/contract/overview.ts';
import { anonymous, TestApi } from '../api/test-api.ts';
import { createdApiKeySchema } from '../../shared/contract/access.ts';

const day = 86_400_000;
let api: TestApi;
beforeAll(async () => {
  api = await TestApi.open();
});
afterAll(() => api.close());

async function told(headers = {}) {
  const response = await api.send('GET', '/overview', {
    headers,
    ...(Object.keys(headers).length > 0 && { caller: anonymous }),
  });
  const { attention } = overviewSchema.parse(await response.json());
  return attention.filter(({ kind }) => kind === 'kept_nowhere' || kind === 'copy_old');
}

test('comes a week after the first decision, and goes with a copy that is young enough', async () => {
  expect(await told()).toEqual([]);
  await api.append();
  const start = api.now;
  api.now = start + 7 * day - 1;
  expect(await told()).toEqual([]);
  api.now = start + 8 * day;
  expect(await told()).toMatchObject([{ kind: 'kept_nowhere', severity: 'warn' }]);
  const holder = await api.send('POST', '/api-keys', {
    body: { name: 'Holder', role: 'data_holder', holder_id: 'mayo' },
  });
  const { key } = createdApiKeySchema.parse(await holder.json());
  expect(await told({ 'x-api-key': key ?? '' })).toEqual([]);

  const signed = await api.send('POST', '/chain/checkpoints');
  const { note } = checkpointSchema.parse(await signed.json());
  await api.send('POST', '/chain/anchors', { body: { note } });
  const anchors = join(api.directory, 'checkpoints', 'anchors');
  const [name = ''] = readdirSync(anchors);
  utimesSync(join(anchors, name), api.now / 1_000, api.now / 1_000);
  expect(await told()).toEqual([]);
  api.now += 30 * day;
  expect(await told()).toMatchObject([{ kind: 'copy_old', count: 30 }]);
  await api.send('PUT', '/chain/places', { body: { places: [], oldest_days: 31 } });
  expect(await told()).toEqual([]);
});
