/** After an erasure no backup holds what was erased: a new one is made, and then the older ones go. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../shared/testing/eventually.ts';
import { TestApi } from '../api/test-api.ts';

let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open();
});
afterEach(() => api.close());

/** The reasons of the backups that are there, and whether a copy holds the text. */
function backups(text: string): [reason: string | undefined, holds: boolean][] {
  const folder = join(api.directory, 'backups');
  return readdirSync(folder).map((name) => [
    name.split('-')[1],
    readFileSync(join(folder, name, 'proofdesk.db')).includes(text),
  ]);
}

test('backups that hold erased values are replaced by one that does not @whole', async () => {
  const { id } = await api.append({ input: { name: 'Zebedaeus' } });
  const made = await api.finished(await api.send('POST', '/backups', { body: {} }));
  expect(made).toMatchObject({ status: 'completed', result: { reason: 'manual' } });
  expect(backups('Zebedaeus')).toEqual([['manual', true]]);
  api.now += 60_000;
  const erased = await api.send('POST', `/records/${id}/erasures`, {
    body: {
      fields: ['input'],
      legal_basis: 'GDPR Art. 17(1)(a)',
      actor: { id: 'usr_1', role: 'data_protection_officer' },
    },
  });
  expect(erased.status).toBe(201);
  await eventually(() => expect(backups('Zebedaeus')).toEqual([['erasure', false]]));
});
