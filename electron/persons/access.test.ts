/** What a person gets of their data, through the API: the zip is read back, and its evidence holds for all verifiers. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sessionsErrorSchema } from '../../shared/contract/errors.ts';
import { isFinished, jobSchema } from '../../shared/contract/jobs.ts';
import { personAccessResultSchema, personRequestSchema } from '../../shared/contract/persons.ts';
import { actAs, enrol, TestPerson } from '../api/testing/signing-people.ts';
import { TestApi } from '../api/test-api.ts';
import { readBundleFiles } from '../bundles/testing/bundle-zip.ts';
import { judgeBundles } from '../bundles/testing/judge-bundles.ts';
import { pdfText } from '../documents/testing/pdf-text.ts';

const eva = new TestPerson('Eva Mayer');
const folder = mkdtempSync(join(tmpdir(), 'proofdesk-access-'));
const about = (city: string) => ({
  model_id: 'lending',
  input: { applicant: 'Finn Xu', rooms: 2, home: { city, floors: [2, 3] } },
  output: { decision: 'deny' },
  context: { branch: 'North' },
  explanation: { rooms: -0.4 },
  transaction_id: `t-${city}`,
  confidence: 0.4,
});

let api: TestApi;
let ids: string[];
let path: string;
let files: ReadonlyMap<string, Buffer>;
let zip: Buffer;
let jobId: string;
beforeAll(async () => {
  api = await TestApi.open({ now: Date.UTC(2026, 0, 31, 9) });
  ids = [(await api.append(about('Dublin'))).id, (await api.append(about('Cork'))).id];
  await api.append({ ...about('Galway'), input: { applicant: 'Ada Lind' } });
  await enrol(api, eva, 'compliance');
  path = await take(['access', 'explanation', 'erasure'], ids);
  const override = {
    action: 'override',
    reason: 'The payslips show more.',
    outcome: { decision: 'approve' },
  };
  await signed(`/records/${ids[0]}/interventions`, override, 201);
  const gone = { record_ids: [ids[1]], fields: ['context'], legal_basis: 'GDPR Art. 17' };
  await signed(`${path}/erasure`, gone, 200);
  const letter = {
    record_id: ids[0],
    language: 'en',
    dated_on: '2026-01-31',
    sender: 'Example Bank',
    objection_to: 'Example Bank',
  };
  await signed(`${path}/letter`, letter, 201);
  const job = await api.finished(await send(`${path}/access`, { language: 'en' }));
  if (job.error !== null) throw new Error(api.logged.join());
  jobId = job.job_id;
  zip = await download(`${path}/access/${jobId}`);
  files = readBundleFiles(zip);
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

const send = (to: string, body: object) => api.send('POST', to, { body });
async function signed(to: string, body: object, status: number): Promise<void> {
  const response = await actAs(api, eva, { path: to, body });
  if (response.status !== status) throw new Error(await response.text());
}
async function take(asks: readonly string[], recordIds: readonly string[]): Promise<string> {
  const body = { received_on: '2026-01-31', asks, identifiers: ['Finn Xu'] };
  const made = await send('/persons/requests', body);
  const { request_id: id } = personRequestSchema.parse(await made.json());
  if (recordIds.length > 0) {
    const chosen = await send(`/persons/requests/${id}/records`, { record_ids: recordIds });
    if (chosen.status !== 200) throw new Error(await chosen.text());
  }
  return `/persons/requests/${id}`;
}
async function download(from: string): Promise<Buffer> {
  const response = await api.send('GET', from);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}
const text = (name: string) => files.get(name)?.toString() ?? '';
const rows = (name: string) =>
  z.array(z.record(z.string(), z.unknown())).parse(JSON.parse(text(name)));

describe('The zip', () => {
  test('has the decisions, the letters and the evidence', () => {
    expect([...files.keys()]).toEqual([
      'README.txt',
      'decisions.pdf',
      'decisions.json',
      'letters.json',
      'letters/2026-001-1.pdf',
      'evidence.zip',
    ]);
    expect(text('README.txt')).toContain('Your data: request 2026-001');
  });

  test('tells every value that is kept of the chosen decisions, and what people did, not who', () => {
    const [one, two] = rows('decisions.json');
    expect(one).toMatchObject({
      ...about('Dublin'),
      id: ids[0],
      decision_in_effect: { status: 'changed', output: { decision: 'approve' } },
      interventions: [
        {
          action: 'override',
          created_at: '2026-01-31T09:00:00.000Z',
          reason: 'The payslips show more.',
          outcome: { decision: 'approve' },
        },
      ],
    });
    const { context: _gone, ...left } = about('Cork');
    expect(two).toMatchObject({ ...left, id: ids[1], interventions: [] });
    expect(two).not.toHaveProperty('context');
    expect(rows('letters.json')).toMatchObject([
      { record_id: ids[0], outcome: '{"decision":"approve"}', status: 'changed' },
      { record_id: ids[1], outcome: '{"decision":"deny"}', status: 'model' },
    ]);
    const all = ['README.txt', 'decisions.json', 'letters.json'].map(text).join('\n');
    expect(all).not.toMatch(/Eva|usr_|Ada|Galway/);
  });

  test('has the same to be read', () => {
    const read = pdfText(files.get('decisions.pdf') ?? new Uint8Array()).replaceAll(/\s+/g, ' ');
    for (const each of [
      'all values of 2 decisions about you',
      'applicant: Finn Xu',
      'home › city: Dublin',
      'home › floors › 2: 3',
      'branch: North',
      '31 January 2026: another decision was put in its place – The payslips show more.',
      'home › city: Cork',
      'No person has acted on this decision.',
    ]) {
      expect(read).toContain(each);
    }
    expect(read).not.toMatch(/Eva|usr_|Ada|Galway/);
  });

  test('has evidence that all verifiers take, without what concerns others', async () => {
    const evidence = readBundleFiles(files.get('evidence.zip') ?? Buffer.alloc(0));
    const vkey = evidence.get('keys/ledger.vkey')?.toString().trim() ?? '';
    const { verdicts } = await judgeBundles(folder, vkey, [{ name: 'evidence', files: evidence }]);
    expect(verdicts).toEqual([{ name: 'evidence', product: true, second: true, auditor: true }]);
    const payloads = evidence.get('payloads.ndjson')?.toString() ?? '';
    expect(payloads).toContain('"city":"Dublin"');
    expect(payloads).toContain('The payslips show more.');
    expect(payloads).not.toMatch(/Eva|Ada|Galway/);
    const { withheld } = z
      .looseObject({ withheld: z.array(z.object({ field: z.string(), id: z.string() })) })
      .parse(JSON.parse(evidence.get('manifest.json')?.toString() ?? '{}'));
    expect(withheld.map(({ field }) => field)).toEqual(['name']);
    expect(withheld.map(({ id }) => id).some((id) => ids.includes(id))).toBe(false);
  });
});

test('The request says that data was handed over, with the sum of the zip', async () => {
  const sha256 = `sha256:${createHash('sha256').update(zip).digest('hex')}`;
  const job = await api.read(jobSchema, `/jobs/${jobId}`);
  expect(isFinished(job.status)).toBe(true);
  expect(personAccessResultSchema.parse(job.result)).toEqual({
    request_id: path.split('/').at(-1),
    number: '2026-001',
    records: 2,
    bytes: zip.length,
    sha256,
  });
  const { events } = await api.read(personRequestSchema, path);
  expect(events.at(-1)).toMatchObject({
    event: 'disclosed',
    note: sha256,
    actor: { id: 'operator', role: 'operator' },
  });
  const verified = await api.finished(await api.send('POST', '/chain/verifications'));
  expect(verified.result).toMatchObject({ findings_total: 0 });
});

test('Only what was asked for, of decisions that were chosen, and of its own request', async () => {
  const refused = async (of: string) => {
    const response = await api.send('POST', `${of}/access`, {
      body: { language: 'en' },
      headers: { prefer: 'faults' },
    });
    const { error } = sessionsErrorSchema.parse(await response.json());
    return [response.status, (error.faults ?? []).map(({ code }) => code)];
  };
  expect(await refused(await take(['objection'], ids))).toEqual([409, ['not_asked_for']]);
  const other = await take(['access'], []);
  expect(await refused(other)).toEqual([409, ['no_records_chosen']]);
  for (const from of [`${other}/access/${jobId}`, `${path}/access/job_1`]) {
    expect((await api.send('GET', from)).status).toBe(404);
  }
});

test('It goes with the next erasure', async () => {
  const gone = { record_ids: [ids[1]], fields: ['input'], legal_basis: 'GDPR Art. 17' };
  await signed(`${path}/erasure`, gone, 200);
  expect((await api.send('GET', `${path}/access/${jobId}`)).status).toBe(404);
});
