/** An erasure of as many decisions as one request names: signed by two, in one act of more entries than most acts have. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  personErasurePreviewSchema,
  personErasureSchema,
  personRequestSchema,
} from '../../shared/contract/persons.ts';
import { limits } from '../../shared/contract/limits.ts';
import { actAs, enrol, TestPerson } from '../api/testing/signing-people.ts';
import { TestApi } from '../api/test-api.ts';
import { openReader } from '../database/open-database.ts';
import { profileOf } from '../oversight/testing/profile-of.ts';

const { records } = limits.persons;
/** Interventions on each of the first records; with them the act has more than 64 entries. */
const annotated = { records: 750, each: 20 } as const;

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.open();
});
afterAll(() => api.close());

const idsOf = () => {
  const ledger = openReader(join(api.directory, 'proofdesk.db'));
  const ids = ledger.prepare<[], string>('SELECT id FROM records ORDER BY position').pluck().all();
  ledger.close();
  return ids;
};
const bytesLeft = () => {
  const ledger = openReader(join(api.directory, 'proofdesk.db'));
  const count = ledger
    .prepare<[], number>("SELECT count(*) FROM payloads WHERE value LIKE '%Finn%'")
    .pluck()
    .get();
  ledger.close();
  return count;
};

test('takes all of them, or none @whole', { timeout: 600_000 }, async () => {
  const body = Array.from({ length: records }, (_, n) =>
    JSON.stringify({ model_id: 'm', input: { name: 'Finn Xu', n }, output: { decision: 'deny' } }),
  ).join('\n');
  const headers = { 'content-type': 'application/x-ndjson' };
  await api.finished(await api.send('POST', '/imports', { body, headers }));
  const profile = profileOf({ subject: { paths: ['/input/name'], match: 'folded' } });
  const confirmed = await api.send('POST', '/models/m/profiles', { body: { profile } });
  expect(confirmed.status).toBe(201);
  const ids = idsOf();
  expect(ids).toHaveLength(records);
  const actor = { id: 'eva', role: 'compliance_officer' };
  for (const id of ids.slice(0, annotated.records)) {
    for (let n = 0; n < annotated.each; n += 1) {
      const note = { action: 'annotate', actor, reason: 'Finn called.' };
      const { status } = await api.send('POST', `/records/${id}/interventions`, { body: note });
      expect(status).toBe(201);
    }
  }
  const [eva, ada] = [new TestPerson('Eva Mayer'), new TestPerson('Ada Lind')];
  await enrol(api, eva, 'compliance');
  await enrol(api, ada, 'compliance');
  const asked = { received_on: '2026-01-01', asks: ['erasure'], identifiers: ['Customer 4711'] };
  const made = await api.send('POST', '/persons/requests', { body: asked });
  const path = `/persons/requests/${personRequestSchema.parse(await made.json()).request_id}`;
  expect((await api.send('POST', `${path}/records`, { body: { record_ids: ids } })).status).toBe(
    200,
  );
  const of = { record_ids: ids, fields: ['input'] };
  const preview = personErasurePreviewSchema.parse(
    await (await api.send('POST', `${path}/erasure/preview`, { body: of })).json(),
  );
  const targets = records + annotated.records * annotated.each;
  expect([preview.records, preview.entries.flat().length]).toEqual([records, targets]);
  expect(preview.entries.length).toBeGreaterThan(64);
  expect(bytesLeft()).toBe(targets);
  const erasure = { path: `${path}/erasure`, body: { ...of, legal_basis: 'GDPR Art. 17' } };
  const done = await actAs(api, eva, erasure, ada);
  if (done.status !== 200) throw new Error(await done.text());
  const { data, request } = personErasureSchema.parse(await done.json());
  expect(data.map((each) => each.targets.map(({ id }) => id))).toEqual(
    preview.entries.map((each) => each.map(({ id }) => id)),
  );
  expect(request.event).toBe('erased');
  expect(bytesLeft()).toBe(0);
  const job = await api.finished(await api.send('POST', '/chain/verifications'));
  expect(job.result).toMatchObject({ findings_total: 0 });
});
