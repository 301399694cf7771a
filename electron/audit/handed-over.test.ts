/** A bundle of a ledger that seals its log: verified elsewhere, and opened as a case. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditStateSchema } from '../../shared/contract/audit.ts';
import { entryListSchema } from '../../shared/contract/chain.ts';
import { jobSchema } from '../../shared/contract/jobs.ts';
import { TestApi } from '../api/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.open({ keepsAuditLog: true });
});
afterAll(() => api.close());

test('holds what was asked before it, and verifies', { timeout: 60_000 }, async () => {
  await api.append();
  await api.reopen();
  const exported = await api.finished(
    await api.send('POST', '/bundles', { body: { kind: 'full' } }),
  );
  // Genesis, record, batch: closing sealed what was asked until then. An export seals nothing.
  expect(exported.result).toMatchObject({ entries: 3, size: 3 });
  const state = await api.read(auditStateSchema, '/audit/state');
  expect(state.anchored_size).toBeGreaterThanOrEqual(1);

  const bundle = await api.send('GET', `/bundles/${exported.job_id}`);
  const bytes = new Uint8Array(await bundle.arrayBuffer());
  const imported = await api.finished(
    await api.send('POST', '/cases?name=theirs.zip', {
      body: bytes,
      headers: { 'content-type': 'application/zip' },
    }),
  );
  expect(imported.error).toBeNull();
  const caseId = String(imported.result?.['case_id']);
  await api.openCase(caseId);
  const { data } = await api.read(entryListSchema, '/chain/entries');
  expect(data.map(({ type }) => type)).toEqual([
    'ledger.genesis/v1',
    'ledger.record/v1',
    'ledger.batch/v1',
  ]);
  const verified = await api.finished(await api.send('POST', '/chain/verifications'));
  expect(jobSchema.parse(verified).result).toMatchObject({ findings_total: 0, checked: 3 });
});
