/** What datasets, sessions and keys leave in the file verifies, and each altered cell is found with table and column. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createdApiKeySchema } from '../../shared/contract/access.ts';
import { transformResultSchema } from '../../shared/contract/sessions.ts';
import { TestApi } from '../api/test-api.ts';
import { tamper, temporaryFolder, verifyFile } from '../ledger/testing/test-ledger.ts';
import { makeDataset, openSession } from './testing/clinical.ts';
import { oneIn } from '../testing/rounds.ts';

const folder = temporaryFolder();
let path = '';
let copies = 0;

async function sent(api: TestApi, place: string, body: object): Promise<Response> {
  const response = await api.send('POST', place, { body });
  if (!response.ok) throw new Error(`${place}: ${await response.text()}`);
  return response;
}

/** Uses a session in every way that it can be used. */
async function use(api: TestApi, id: string): Promise<void> {
  await api.send('GET', `/sessions/${id}/stream`);
  await sent(api, `/sessions/${id}/filter`, { filter: { age: { $gte: 40 } } });
  const transformed = await sent(api, `/sessions/${id}/transform`, {
    record_ids: ['rec_001', 'rec_002'],
    transformation: 'pseudonymize',
    parameters: { fields: ['patient_id'] },
  });
  transformResultSchema.parse(await transformed.json());
  for (const model of ['scorer', 'unknown', undefined]) {
    await sent(api, `/sessions/${id}/operations`, {
      operation_type: 'TRAIN',
      records: ['rec_001'],
      metadata: model === undefined ? { step: 1 } : { step: 1, model_id: model },
    });
  }
}

beforeAll(async () => {
  const api = await TestApi.open();
  await api.addAccount('acct_1');
  const policy = { fields: { age: { method: 'withheld' } }, operations: ['read', 'train'] };
  await sent(api, '/models', { model_id: 'scorer', version: '1.0.0' });
  const dataset = await makeDataset(api);
  await makeDataset(api, [{ record_id: 'rec_009', age: 3 }], { name: 'Kept', policy });
  const { session_id: first } = await openSession(api, dataset);
  await use(api, first);
  await sent(api, '/models', { model_id: 'scorer', version: '1.1.0' });
  const { session_id: second } = await openSession(api, dataset, { account_id: 'acct_1' });
  await use(api, second);
  await sent(api, `/sessions/${first}/close`, {});
  await openSession(api, dataset);
  await sent(api, `/datasets/${dataset}/revoke`, { reason: 'Consent was withdrawn.' });
  const made = await sent(api, '/api-keys', { name: 'Auditor', role: 'compliance' });
  const { key_id: key } = createdApiKeySchema.parse(await made.json());
  await sent(api, `/api-keys/${key}/revoke`, {});
  await sent(api, '/api-keys', { name: 'Lab', role: 'ai_lab', account_id: 'acct_1' });
  // Closing signs what is left and seals every line.
  await api.reopen(() => {
    path = join(folder.newDirectory(), 'proofdesk.db');
    copyFileSync(join(api.directory, 'proofdesk.db'), path);
  });
  await api.close();
}, 60_000);
afterAll(() => folder.remove());

async function findings(sql: string) {
  copies += 1;
  const copy = join(folder.path, `copy-${copies}.db`);
  copyFileSync(path, copy);
  tamper(copy, (database) => database.exec(sql));
  const { findings: found } = await verifyFile(copy);
  return found.map(({ table, column }) => [table, column]);
}

test('nothing is found where nothing was done', async () => {
  const { findings: found, result } = await verifyFile(path);
  expect(found).toEqual([]);
  expect(result.rows?.open_lines).toBe(0);
});

describe('An altered cell is found with its table and column', () => {
  test.each(
    oneIn<readonly [string, string | null, string]>(4, [
      ['datasets', 'name', "UPDATE datasets SET name = 'Other' WHERE number = 1"],
      ['datasets', 'holder_id', "UPDATE datasets SET holder_id = 'Other' WHERE number = 1"],
      ['datasets', 'old_policy', `UPDATE datasets SET old_policy = '{}' WHERE number = 2`],
      ['policies', 'policy', `UPDATE policies SET policy = '{}' WHERE number = 2`],
      ['policies', 'effective_at', "UPDATE policies SET effective_at = '2099' WHERE number = 1"],
      ['policies', 'withdrawn_at', "UPDATE policies SET withdrawn_at = '2026' WHERE number = 1"],
      ['policies', null, 'DELETE FROM policies WHERE number = 1'],
      ['grants', 'key', 'UPDATE grants SET key = randomblob(32)'],
      ['grants', 'policy_version', 'UPDATE grants SET policy_version = 7'],
      ['session_usage', 'policy_version', 'UPDATE session_usage SET policy_version = 7'],
      ['datasets', 'key', 'UPDATE datasets SET key = randomblob(32) WHERE number = 2'],
      ['datasets', 'revocation_reason', "UPDATE datasets SET revocation_reason = 'x'"],
      ['datasets', 'total_bytes', 'UPDATE datasets SET total_bytes = 9 WHERE number = 2'],
      ['dataset_rows', null, `UPDATE dataset_rows SET document = jsonb('{"a":1}')`],
      [
        'dataset_rows',
        null,
        "UPDATE dataset_rows SET record_id = 'rec_x' WHERE record_id = 'rec_001'",
      ],
      ['dataset_rows', null, 'UPDATE dataset_rows SET salt = randomblob(16)'],
      ['dataset_rows', 'bytes', "UPDATE dataset_rows SET bytes = 1 WHERE record_id = 'rec_001'"],
      ['dataset_paths', 'types', "UPDATE dataset_paths SET types = 63 WHERE path = 'age'"],
      ['dataset_paths', null, "DELETE FROM dataset_paths WHERE path = 'age'"],
      ['sessions', 'purpose', "UPDATE sessions SET purpose = 'Other' WHERE number = 1"],
      ['sessions', 'expires_at', "UPDATE sessions SET expires_at = '2099' WHERE number = 1"],
      ['sessions', 'closed_at', 'UPDATE sessions SET closed_at = NULL WHERE number = 1'],
      ['sessions', 'revoked_by', "UPDATE sessions SET revoked_by = 'x' WHERE number = 2"],
      ['sessions', 'snapshot_seq', 'UPDATE sessions SET snapshot_seq = 1 WHERE number = 1'],
      ['sessions', 'opened_by', "UPDATE sessions SET opened_by = 'key_x' WHERE number = 1"],
      ['sessions', 'transforms', 'UPDATE sessions SET transforms = 9 WHERE number = 1'],
      ['billed_sessions', 'account_id', "UPDATE billed_sessions SET account_id = 'acct_1'"],
      ['billed_sessions', 'holder_id', "UPDATE billed_sessions SET holder_id = 'x'"],
      ['session_usage', 'records', 'UPDATE session_usage SET records = 9 WHERE number = 1'],
      ['operations', 'metadata', `UPDATE operations SET metadata = '{}'`],
      ['operations', 'model_version', "UPDATE operations SET model_version = '1.1.0'"],
      ['operations', 'model_registered', 'UPDATE operations SET model_registered = 1'],
      ['operations', null, 'DELETE FROM operations WHERE number = 2'],
      ['evidence', 'old_secret', "UPDATE evidence SET old_secret = 'AAAA'"],
      ['api_keys', 'role', "UPDATE api_keys SET role = 'admin' WHERE number = 1"],
      ['api_keys', 'revoked_at', 'UPDATE api_keys SET revoked_at = NULL WHERE number = 1'],
      ['api_keys', null, 'DELETE FROM api_keys WHERE number = 1'],
    ]),
  )('%s.%s: %s', async (table, column, sql) => {
    const found = await findings(sql);
    const isFound = found.some(
      (each) => each[0] === table && (column === null || each[1] === column),
    );
    expect({ isFound, found }).toMatchObject({ isFound: true });
  });
});
