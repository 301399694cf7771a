/** Erasures for a request of a person, signed by compliance: taken by all three verifiers, and by none without the request. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isJsonObject, type JsonObject } from '../../shared/contract/json.ts';
import { personRequestSchema } from '../../shared/contract/persons.ts';
import { signedText } from '../../shared/ledger/signed-text.ts';
import { actAs, enrol, TestPerson } from '../api/testing/signing-people.ts';
import { TestApi } from '../api/test-api.ts';
import { createLedgerKey, type LedgerKey } from '../ledger/ledger-key.ts';
import { textOf, type Files } from './testing/bundle-mutations.ts';
import { exportedAnew } from './testing/exported-anew.ts';
import { exportedFiles, judgeBundles } from './testing/judge-bundles.ts';

const folder = mkdtempSync(join(tmpdir(), 'proofdesk-persons-'));
const ada = new TestPerson('Ada Lind');
const eva = new TestPerson('Eva Mayer');
let api: TestApi;
let full: Files;
let selection: Files;
let key: LedgerKey;
beforeAll(async () => {
  api = await TestApi.open();
  const { id } = await api.append();
  await enrol(api, ada, 'admin');
  await enrol(api, eva, 'compliance', ada);
  const body = { received_on: '2026-01-01', asks: ['erasure'], identifiers: ['Finn Xu'] };
  const made = await api.send('POST', '/persons/requests', { body });
  const { request_id: request } = personRequestSchema.parse(await made.json());
  const path = `/persons/requests/${request}`;
  await api.send('POST', `${path}/records`, { body: { record_ids: [id] } });
  const erasure = { record_ids: [id], fields: ['input'], legal_basis: 'GDPR Art. 17' };
  const erased = await actAs(api, eva, { path: `${path}/erasure`, body: erasure });
  if (erased.status !== 200) throw new Error(await erased.text());
  full = await exportedFiles(api, { kind: 'full' });
  selection = await exportedFiles(api, { kind: 'selection', record_ids: [id] });
  const origin = textOf(full, 'checkpoint.note').split('\n')[0] ?? '';
  key = createLedgerKey(
    origin,
    Uint8Array.from({ length: 32 }, (_, index) => index),
  );
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The erasure with what Eva would have signed; other entries as they are. */
function signedAnew(entry: JsonObject): JsonObject {
  const { signature } = entry;
  const isHers = entry['type'] === 'ledger.erasure/v1' && isJsonObject(signature ?? null);
  if (!isHers) return entry;
  const text = signedText(entry, key.origin);
  return { ...entry, signature: { ...Object(signature), value: eva.sign(text) } };
}

const changed = (change: (entry: JsonObject) => JsonObject): Files =>
  exportedAnew(full, key, {
    change: (entry) => (entry['type'] === 'ledger.erasure/v1' ? change(entry) : entry),
    more: [],
    payloads: textOf(full, 'payloads.ndjson'),
    signed: signedAnew,
  });

test('Compliance erases for a request that is there, and for nothing else @whole', async () => {
  const { verdicts } = await judgeBundles(folder, key.vkey, [
    { name: 'as it is', files: full },
    { name: 'of the decision alone', files: selection },
    { name: 'signed anew', files: changed((entry) => entry) },
    {
      name: 'for another request',
      files: changed((entry) => ({ ...entry, request_id: 'preq_1' })),
    },
    {
      name: 'for no request',
      files: changed(({ request_id: _request, ...entry }) => entry),
    },
  ]);
  const alike = (name: string, verdict: boolean) => ({
    name,
    product: verdict,
    second: verdict,
    auditor: verdict,
  });
  expect(verdicts).toEqual([
    alike('as it is', true),
    alike('of the decision alone', true),
    alike('signed anew', true),
    alike('for another request', false),
    alike('for no request', false),
  ]);
});
