/**
 * Bundles of what people signed hold for all three verifiers, whatever became of the people.
 * @push
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleResultSchema } from '../../shared/contract/bundles.ts';
import { chainSchema } from '../../shared/contract/chain.ts';
import { interventionSchema } from '../../shared/contract/interventions.ts';
import { act, actAs, enrol, TestPerson, type Signing } from '../api/testing/signing-people.ts';
import { TestApi } from '../api/test-api.ts';
import { exportedFiles } from './testing/judge-bundles.ts';
import { secondVerdict } from './testing/second-verifier.ts';
import { cases } from '../testing/rounds.ts';

const auditor = join(import.meta.dirname, '..', '..', 'docs', 'auditor.py');
const folder = mkdtempSync(join(tmpdir(), 'proofdesk-people-'));
const ada = new TestPerson('Ada Lind');
const eva = new TestPerson('Eva Mayer');
const tom = new TestPerson('Tom Baker');

let api: TestApi;
let id: string;
beforeAll(async () => {
  api = await TestApi.open();
  ({ id } = await api.append());
  await api.append();
  await enrol(api, ada, 'admin');
  await enrol(api, eva, 'compliance', ada);
  await enrol(api, tom, 'compliance', ada);
  const withdrawn = await intervene(eva, { action: 'approve', meaning: 'proposal' });
  await intervene(eva, { action: 'retract', supersedes: withdrawn });
  const supersedes = await intervene(eva, { action: 'approve', meaning: 'proposal' });
  const renewed = new TestPerson('Eva Mayer', 'a new key');
  await act(
    api,
    {
      path: `/people/${eva.personId}/key`,
      body: { vkey: renewed.vkey, sealed: renewed.sealed },
    },
    { signature: renewed, approval: eva },
  );
  await intervene(tom, { action: 'approve', supersedes });
  await intervene(renewed, { action: 'annotate', reason: 'Told the customer.' });
  await actAs(api, ada, {
    path: `/people/${tom.personId}/revoke`,
    body: { reason: 'left the house' },
  });
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

async function intervene(person: Signing, body: object): Promise<string> {
  const response = await actAs(api, person, { path: `/records/${id}/interventions`, body });
  return interventionSchema.parse(await response.json()).id;
}

test.each(
  cases<readonly [string, () => object]>(
    [['selection', () => ({ kind: 'selection', record_ids: [id] })]],
    [['full', () => ({ kind: 'full' })]],
  ),
)('%s', async (kind, order) => {
  const job = await api.finished(await api.send('POST', '/bundles', { body: order() }));
  const { bundle_id: bundleId } = bundleResultSchema.parse(job.result);
  const response = await api.send('GET', `/bundles/${bundleId}`);
  const zip = new Uint8Array(await response.arrayBuffer());
  const path = join(folder, `${kind}.zip`);
  writeFileSync(path, zip);
  const { vkey } = await api.read(chainSchema, '/chain');
  const { stdout, status } = spawnSync('python3', [auditor, 'verify', path, '--vkey', vkey], {
    encoding: 'utf8',
  });
  expect([stdout.trimEnd().split('\n').at(-1), status]).toEqual([
    expect.stringMatching(/^VERIFIED: /),
    0,
  ]);
  expect(secondVerdict(await exportedFiles(api, order()))).toBeUndefined();
  const headers = { 'content-type': 'application/zip' };
  const imported = await api.finished(await api.send('POST', '/cases', { body: zip, headers }));
  expect(imported.result).toMatchObject({ findings_total: 0 });
});
