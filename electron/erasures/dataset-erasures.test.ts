/**
 * Erasure of rows: gone from every file, declared, told to who got them; what is left still verifies.
 * @push
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lastAnalysisSchema } from '../../shared/contract/analysis.ts';
import { entryListSchema, verificationSchema } from '../../shared/contract/chain.ts';
import { createdApiKeySchema } from '../../shared/contract/access.ts';
import {
  datasetErasurePageSchema,
  declaredDatasetErasureSchema,
  type DeclaredDatasetErasure,
  resolvedSchema,
} from '../../shared/contract/dataset-erasures.ts';
import { datasetPageSchema, datasetSchema } from '../../shared/contract/datasets.ts';
import { evidenceSaltsSchema, evidenceVerificationSchema } from '../../shared/contract/evidence.ts';
import { receiptPageSchema, receiptSchema } from '../../shared/contract/receipts.ts';
import { streamBatchSchema, transformResultSchema } from '../../shared/contract/sessions.ts';
import { anonymous, TestApi } from '../api/test-api.ts';
import { act, actAs, enrolment, prepare, TestPerson } from '../api/testing/signing-people.ts';
import { openReader } from '../database/open-database.ts';
import { tamper, temporaryFolder, verifyFile } from '../ledger/testing/test-ledger.ts';
import { makeDataset, openSession, refusalOf } from '../sessions/testing/clinical.ts';

const files = temporaryFolder();
let api: TestApi;
let dataset = '';
let session = '';
let other = '';
let grant = '';

const marks = ['Quetzalbert', 'zyzzyva-7713'];
const rows = [
  { record_id: 'rec_1', patient: 'P-1', name: 'Ada', age: 40 },
  { record_id: 'rec_2', patient: marks[0] ?? '', name: marks[1] ?? '', age: 50, only_here: 1 },
  { record_id: 'rec_3', patient: 'P-3', name: 'Grace', age: 60 },
  { record_id: 'rec_4', patient: marks[0] ?? '', name: 'x', age: 70 },
];
const basis = {
  legal_basis: 'GDPR Art. 17(1)(b)',
  reason: 'Consent was withdrawn.',
  actor: { id: 'usr_1', role: 'data_protection_officer' },
};

const erase = (body: object, id = dataset) =>
  api.send('POST', `/datasets/${id}/erasures`, { body: { ...basis, ...body } });

async function sent(path: string, body: object): Promise<Response> {
  const response = await api.send('POST', path, { body });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return response;
}

async function verify() {
  const job = await api.finished(await api.send('POST', '/chain/verifications'));
  return verificationSchema.parse(job.result);
}

const stream = async (id = session) =>
  streamBatchSchema.parse(await (await api.send('GET', `/sessions/${id}/stream`)).json()).batch;

/** Files of the ledger that hold a text. */
function filesWith(text: string): string[] {
  const { stdout } = spawnSync('grep', ['-arliF', '--', text, api.dataRoot], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line !== '');
}

beforeAll(async () => {
  api = await TestApi.open();
  for (const id of ['acct_a', 'acct_b', 'acct_c']) await api.addAccount(id);
  dataset = await makeDataset(api, rows, { policy: { entity: 'patient' } });
  const opened = await openSession(api, dataset, { account_id: 'acct_a' });
  session = opened.session_id;
  grant = opened.grant_id ?? '';
  ({ session_id: other } = await openSession(api, dataset, { account_id: 'acct_b' }));
  await openSession(api, dataset, { account_id: 'acct_c' });
  await stream();
  // It gets a row that is not erased.
  await api.send('GET', `/sessions/${other}/records/rec_1`);
}, 60_000);
afterAll(async () => {
  await api.close();
  files.remove();
});

describe('Refused and nothing erased is', () => {
  test.each<[string, object, string]>([
    ['neither', {}, '400 validation_error'],
    ['both', { record_ids: ['rec_1'], entity: 'P-1' }, '400 validation_error'],
    ['an unknown id', { record_ids: ['rec_1', 'rec_9'] }, '400 validation_error'],
    ['an unknown entity', { entity: 'P-9' }, '400 validation_error'],
    ['no legal basis', { entity: 'P-1', legal_basis: ' ' }, '400 validation_error'],
    ['no reason', { entity: 'P-1', reason: undefined }, '400 validation_error'],
    ['no actor', { entity: 'P-1', actor: undefined }, '400 validation_error'],
  ])('%s', async (_, body, refusal) => {
    expect(await refusalOf(await erase(body))).toBe(refusal);
    expect((await stream(session)).length).toBe(4);
  });

  test('what somebody else asks for', async () => {
    for (const [role, status] of [
      [{ role: 'ai_lab', account_id: 'acct_a' }, 403],
      [{ role: 'data_holder', holder_id: 'other' }, 404],
      [{ role: 'compliance' }, 403],
      [{ role: 'admin' }, 403],
    ] as const) {
      const made = await sent('/api-keys', { name: 'x', ...role });
      const headers = { 'x-api-key': createdApiKeySchema.parse(await made.json()).key ?? '' };
      const options = { body: { ...basis, entity: 'P-1' }, caller: anonymous, headers };
      const response = await api.send('POST', `/datasets/${dataset}/erasures`, options);
      expect([role, response.status]).toEqual([role, status]);
    }
  });
});

describe('All rows of an entity', () => {
  let transformation = '';
  let answer: DeclaredDatasetErasure | undefined;

  beforeAll(async () => {
    await sent(`/sessions/${session}/filter`, { filter: { patient: marks[0] ?? '' } });
    const done = await sent(`/sessions/${session}/transform`, {
      record_ids: ['rec_1', 'rec_2'],
      transformation: 'redact',
      parameters: { fields: ['name'] },
    });
    transformation = transformResultSchema.parse(await done.json()).transformation_id;
    const response = await erase({ entity: marks[0] });
    answer = declaredDatasetErasureSchema.parse(await response.json());
  }, 60_000);

  test('are told with who got them, and nobody else', () => {
    expect(answer).toMatchObject({ count: 2 });
    // Not the account that got another row, nor the one that got none.
    expect(answer?.recipients).toEqual([
      expect.objectContaining({ account_id: 'acct_a', grant_id: grant, rows: 2 }),
    ]);
  });

  test('are declared by an entry that names them by their numbers', async () => {
    const { data } = await api.read(entryListSchema, '/chain/entries?limit=100');
    const entry = data.find(({ bytes }) => bytes.includes('"ledger.rowerasure/v1"'));
    // Rows 2 and 4.
    expect(JSON.parse(entry?.bytes ?? '')).toMatchObject({
      dataset_id: dataset,
      scope: 'rows',
      rows: '02000200',
      count: 2,
    });
  });

  test('are in no answer and no file', async () => {
    expect((await stream()).map((row) => row['record_id'])).toEqual(['rec_1', 'rec_3']);
    const sorted = await api.send('GET', `/sessions/${session}/stream?sort=-age`);
    expect(streamBatchSchema.parse(await sorted.json()).batch.map((row) => row['age'])).toEqual([
      60, 40,
    ]);
    const counted = await sent(`/sessions/${session}/count`, { filter: {} });
    expect(await counted.json()).toEqual({ count: 2, total: 2 });
    const grouped = await sent(`/sessions/${session}/aggregate`, {
      pipeline: [{ group: { _id: null, n: { count: {} }, sum: { sum: '$age' } } }],
    });
    expect(await grouped.json()).toMatchObject({ results: [{ n: 2, sum: 100 }] });
    expect((await api.send('GET', `/sessions/${session}/records/rec_2`)).status).toBe(404);
    const shown = await api.read(datasetSchema, `/datasets/${dataset}`);
    expect(shown.record_count).toBe(2);
    await api.reopen();
    for (const mark of [...marks, 'only_here']) expect([mark, filesWith(mark)]).toEqual([mark, []]);
  });

  test('are told as erased by verification, and nothing else is', async () => {
    const { findings_total: total, counts } = await verify();
    expect([total, counts.ERASED_DECLARED]).toEqual([0, 2]);
  });

  test('leave receipts and evidence of other rows that verify', async () => {
    const first = await api.read(receiptSchema, `/sessions/${session}/receipts/1`);
    expect(first).toMatchObject({ erased: 2, rows: 4 });
    expect(first.salts?.map((each) => each.record_id)).toEqual(['rec_1', 'rec_3']);
    const filtered = await api.read(receiptSchema, `/sessions/${session}/receipts/9`);
    expect(filtered).toMatchObject({ kind: 'filter', receipt: null, request: null });
    const verified = await api.read(
      evidenceVerificationSchema,
      `/evidence/${transformation}/verification`,
    );
    expect(verified).toMatchObject({ verdict: 'VALID' });
    expect(verified.checks.find(({ name }) => name === 'inputs')?.message).toBe(
      '1 rows are those of their leaves; 1 were erased.',
    );
  });

  test('are listed with who got them', async () => {
    const page = await api.read(datasetErasurePageSchema, `/datasets/${dataset}/erasures`);
    expect(page.data).toEqual([
      expect.objectContaining({
        erasure_id: answer?.erasure_id,
        count: 2,
        scope: 'rows',
        reason: 'Consent was withdrawn.',
        recipients: [expect.objectContaining({ account_id: 'acct_a', rows: 2 })],
      }),
    ]);
  });

  test.each([
    [
      'a row that is deleted behind the journal',
      "DELETE FROM dataset_rows WHERE record_id = 'rec_3'",
      'MISSING_UNDECLARED',
    ],
    [
      'a row that is changed',
      `UPDATE dataset_rows SET document = jsonb('{"record_id":"rec_3"}') WHERE record_id = 'rec_3'`,
      'FIELD_ALTERED',
    ],
    [
      'a tombstone that no entry declares',
      'INSERT INTO tombstones SELECT position, 3 FROM dataset_rows LIMIT 1',
      'ROW_INSERTED',
    ],
    [
      'a row that is buried under an earlier erasure',
      "INSERT INTO tombstones SELECT position, (SELECT max(seq) FROM row_erasures) FROM dataset_rows WHERE record_id = 'rec_3'",
      'ROW_INSERTED',
    ],
    ['a tombstone that is gone', 'DELETE FROM tombstones', 'MISSING_UNDECLARED'],
    ['a count of erased rows', 'UPDATE datasets SET erased_count = 0', 'ROW_ALTERED'],
  ])('and %s is told apart', async (_, sql, verdict) => {
    const copy = join(files.newDirectory(), 'proofdesk.db');
    await api.reopen(() => copyFileSync(join(api.directory, 'proofdesk.db'), copy));
    tamper(copy, (database) => database.exec(sql));
    const { findings } = await verifyFile(copy);
    expect(findings.map((each) => each.verdict)).toContain(verdict);
  });
});

describe('Rows by their ids', () => {
  test('go one by one, and are not there twice', async () => {
    const id = await makeDataset(api, rows);
    const answer = await erase({ record_ids: ['rec_3', 'rec_1'] }, id);
    expect(declaredDatasetErasureSchema.parse(await answer.json())).toMatchObject({
      count: 2,
      recipients: [],
    });
    expect(await refusalOf(await erase({ record_ids: ['rec_1'] }, id))).toBe(
      '400 validation_error',
    );
    // New rows come after the gap.
    const added = await api.send('POST', `/datasets/${id}/records`, {
      body: [{ record_id: 'rec_1', age: 1 }],
    });
    expect(await added.json()).toMatchObject({ record_count: 3 });
    expect((await verify()).findings_total).toBe(0);
  });
});

describe('More runs of rows than one entry names', () => {
  test('are several entries of one act @whole', async () => {
    // Every other row: each is a run of its own.
    const many = Array.from({ length: 9_000 }, (_, index) => ({
      record_id: `rec_${index}`,
      patient: index % 2 === 0 ? 'even' : `odd ${index}`,
    }));
    const own = await TestApi.open();
    const id = await makeDataset(own, many, { policy: { entity: 'patient' } });
    const path = `/datasets/${id}/erasures`;
    const done = await own.send('POST', path, { body: { ...basis, entity: 'even' } });
    expect(await done.json()).toMatchObject({ count: 4_500 });
    const { data } = await own.read(datasetErasurePageSchema, path);
    expect(data.map(({ count, seqs }) => [count, seqs.length])).toEqual([[4_500, 2]]);
    expect((await own.read(datasetSchema, `/datasets/${id}`)).record_count).toBe(4_500);
    const job = await own.finished(await own.send('POST', '/chain/verifications'));
    expect(job.result).toMatchObject({
      findings_total: 0,
      counts: { ERASED_DECLARED: 4_500 },
    });
    await own.close();
  }, 60_000);
});

describe('A dataset', () => {
  let id = '';
  let of = '';
  let granted = '';
  let transformation = '';
  let keys: Buffer[] = [];
  let whole: DeclaredDatasetErasure | undefined;

  const keysOf = () => {
    const database = openReader(join(api.directory, 'proofdesk.db'));
    try {
      return database
        .prepare<[string, string], Buffer | null>(
          `SELECT key FROM datasets WHERE dataset_id = ?
           UNION ALL SELECT key FROM grants WHERE grant_id = ?`,
        )
        .pluck()
        .all(id, granted);
    } finally {
      database.close();
    }
  };
  const copyOf = async () => {
    const copy = join(files.newDirectory(), 'proofdesk.db');
    await api.reopen(() => copyFileSync(join(api.directory, 'proofdesk.db'), copy));
    return copy;
  };

  beforeAll(async () => {
    id = await makeDataset(api, rows, {
      policy: { record_ids: 'per_grant', fields: { patient: { method: 'hash' } } },
    });
    const opened = await openSession(api, id, { account_id: 'acct_a' });
    of = opened.session_id;
    granted = opened.grant_id ?? '';
    const [first] = await stream(of);
    await sent(`/sessions/${of}/aggregate`, {
      pipeline: [{ group: { _id: null, n: { count: {} } } }],
    });
    const done = await sent(`/sessions/${of}/transform`, {
      record_ids: [first?.['record_id']],
      transformation: 'redact',
      parameters: { fields: ['name'] },
    });
    transformation = transformResultSchema.parse(await done.json()).transformation_id;
    keys = keysOf().flatMap((each) => each ?? []);
    const response = await erase({ scope: 'dataset' });
    whole = declaredDatasetErasureSchema.parse(await response.json());
  }, 60_000);

  const erase = (body: object) =>
    api.send('POST', `/datasets/${id}/erasures`, { body: { ...basis, ...body } });

  test('goes with its grants and sessions, once', async () => {
    expect(whole).toMatchObject({ count: 4, recipients: [{ account_id: 'acct_a', rows: 4 }] });
    expect(await refusalOf(await api.send('GET', `/sessions/${of}/stream`))).toBe(
      '403 access_revoked',
    );
    expect(await refusalOf(await erase({ scope: 'dataset' }))).toBe('409 conflict');
    const shown = await api.read(datasetSchema, `/datasets/${id}`);
    expect(shown).toMatchObject({ status: 'erased', record_count: 0, field_count: 0 });
    const listed = await api.read(datasetPageSchema, '/datasets?status=erased');
    expect(listed.data.map((each) => each.dataset_id)).toContain(id);
    const revoked = await api.read(datasetPageSchema, '/datasets?status=revoked');
    expect(revoked.data.map((each) => each.dataset_id)).not.toContain(id);
  });

  test('goes with its keys, which are in no file any more', async () => {
    expect(keys.map((each) => each.length)).toEqual([32, 32]);
    expect(keysOf()).toEqual([null, null]);
    await api.reopen();
    const names = readdirSync(api.directory, { recursive: true, encoding: 'utf8' })
      .map((name) => join(api.directory, name))
      .filter((name) => statSync(name).isFile());
    const withKey = names.filter((name) => {
      const bytes = readFileSync(name);
      return keys.some((each) => bytes.includes(each));
    });
    expect(withKey).toEqual([]);
  });

  test('answers what there is to say of it afterwards', async () => {
    const listed = await api.read(receiptPageSchema, `/sessions/${of}/receipts`);
    expect(listed.data.map(({ n, fields }) => [n, fields])).toEqual([
      [3, []],
      [2, []],
      [1, []],
    ]);
    const receipt = await api.read(receiptSchema, `/sessions/${of}/receipts/1`);
    expect(receipt).toMatchObject({ rows: 4, erased: 4, salts: [], receipt: null, anchor: null });
    const results = await api.read(receiptSchema, `/sessions/${of}/receipts/2`);
    expect(results).toMatchObject({ erased: 0, salts: [], anchor: null });
    const verified = await api.read(
      evidenceVerificationSchema,
      `/evidence/${transformation}/verification`,
    );
    expect(verified).toMatchObject({ verdict: 'VALID' });
    const salts = await api.read(evidenceSaltsSchema, `/evidence/${transformation}/salts`);
    expect(salts.inputs.map(({ salt }) => salt)).toEqual([null]);
    const { data } = await api.read(datasetErasurePageSchema, `/datasets/${id}/erasures`);
    expect(data).toEqual([expect.objectContaining({ scope: 'dataset', count: 4 })]);
    expect((await api.send('GET', `/proof/grants/${granted}`)).status).toBe(200);
    expect((await api.send('GET', `/datasets/${id}/access`)).status).toBe(200);
    for (const [path, body] of [
      ['resolve', { grant_id: granted, value: 'rec_00000000000000000000000000000000' }],
      ['preview', { kind: 'rows', limit: 1 }],
    ] as const) {
      const refused = await api.send('POST', `/datasets/${id}/${path}`, { body });
      expect([path, await refusalOf(refused)]).toEqual([path, '409 conflict']);
    }
  });

  test('is told as erased by verification with its receipts, and nothing else is', async () => {
    const before = (await verify()).counts.ERASED_DECLARED;
    const { findings_total: total, counts } = await verify();
    expect([total, counts.ERASED_DECLARED]).toEqual([0, before]);
    // Rows by other tests, four rows and three receipts here.
    expect(before).toBe(2 + 2 + 4 + 3);
  });

  test.each([
    ['a key that is made up', "UPDATE grants SET key = x'00' WHERE grant_id = '$grant'", 'key'],
    ['a receipt that is gone', 'DELETE FROM session_usage WHERE line = $line', null],
    [
      'the key of another dataset that is gone',
      "UPDATE datasets SET key = NULL WHERE dataset_id = '$other'",
      'key',
    ],
    [
      'the key of a grant of another dataset that is gone',
      "UPDATE grants SET key = NULL WHERE grant_id = '$otherGrant'",
      'key',
    ],
    [
      'an erasure that no entry declares',
      `INSERT INTO row_erasures SELECT seq + 1, erasure_id, (SELECT number FROM datasets
         WHERE dataset_id = '$other'), 'dataset', 0 FROM row_erasures WHERE scope = 'dataset';
       UPDATE datasets SET key = NULL WHERE dataset_id = '$other'`,
      'key',
    ],
  ])('and %s is told apart', async (_, sql, column) => {
    const copy = await copyOf();
    tamper(copy, (database) => {
      const line = database
        .prepare(
          `SELECT u.line FROM session_usage AS u JOIN sessions AS s ON s.number = u.session
           WHERE s.session_id = ? AND u.number = 2`,
        )
        .pluck()
        .get(of);
      const text = sql
        .replaceAll('$otherGrant', grant)
        .replaceAll('$grant', granted)
        .replaceAll('$line', String(line))
        .replaceAll('$other', dataset);
      database.exec(text);
    });
    const { findings } = await verifyFile(copy);
    const found = findings.map((each) => ('column' in each ? each.column : undefined));
    expect(found).toContain(column);
  });

  test('that never had a row goes with its key, too', async () => {
    const made = await sent('/datasets', { name: 'Empty', holder_id: 'holder_mayo' });
    const { dataset_id: empty } = datasetSchema.parse(await made.json());
    const gone = await api.send('POST', `/datasets/${empty}/erasures`, {
      body: { ...basis, scope: 'dataset' },
    });
    expect(await gone.json()).toMatchObject({ count: 0, recipients: [] });
    expect((await api.read(datasetSchema, `/datasets/${empty}`)).status).toBe('erased');
    expect((await verify()).findings_total).toBe(0);
  });
});

describe('A signed erasure', () => {
  let own: TestApi;
  const [ada, eva] = [new TestPerson('Ada'), new TestPerson('Eva')];
  let id = '';
  const path = () => `/datasets/${id}/erasures`;
  const body = { entity: 'P-1', legal_basis: basis.legal_basis, reason: basis.reason };
  const enrolHolder = async (person: TestPerson, holder: string) => {
    const enrolled = { ...enrolment(person, 'data_holder'), holder_id: holder };
    const response = await act(own, { path: '/people', body: enrolled }, { signature: person });
    if (response.status !== 201) throw new Error(await response.text());
  };
  beforeAll(async () => {
    own = await TestApi.open();
    id = await makeDataset(own, rows, { policy: { entity: 'patient' } });
    await enrolHolder(ada, 'holder_mayo');
    await enrolHolder(eva, 'clinic');
  }, 60_000);
  afterAll(() => own.close());

  test('is asked for once people of the holder are enrolled, and of these alone', async () => {
    const unsigned = { ...body, actor: basis.actor };
    expect(await refusalOf(await own.send('POST', path(), { body: unsigned }))).toBe(
      '403 signature_required',
    );
    const named = { ...body, signer: ada.personId, actor: basis.actor, prepare: true };
    expect(await refusalOf(await own.send('POST', path(), { body: named }))).toBe(
      '400 validation_error',
    );
    const foreign = { ...body, signer: eva.personId, prepare: true };
    expect(await refusalOf(await own.send('POST', path(), { body: foreign }))).toBe(
      '403 forbidden',
    );
  });

  test('takes nothing while it is prepared, and names who signed it once it is done', async () => {
    const { texts } = await prepare(own, { path: path(), body: { ...body, signer: ada.personId } });
    expect(texts).toHaveLength(1);
    expect(JSON.parse(texts[0]?.text ?? '')).toMatchObject({
      type: 'ledger.rowerasure/v1',
      rows: '0100',
      count: 1,
      actor: { id: ada.personId, role: 'data_holder' },
    });
    expect((await own.read(datasetSchema, `/datasets/${id}`)).record_count).toBe(4);
    const done = await actAs(own, ada, { path: path(), body });
    expect(declaredDatasetErasureSchema.parse(await done.json()).count).toBe(1);
    const { data } = await own.read(datasetErasurePageSchema, path());
    expect([data[0]?.actor.id, data[0]?.signature?.by]).toEqual([ada.personId, ada.personId]);
    const job = await own.finished(await own.send('POST', '/chain/verifications'));
    expect(job.result).toMatchObject({ findings_total: 0 });
  });

  test('of a dataset ends its use as the unsigned one does', async () => {
    const { session_id: of } = await openSession(own, id);
    const whole = { ...body, entity: undefined, scope: 'dataset' };
    expect((await actAs(own, ada, { path: path(), body: whole })).status).toBe(201);
    expect(await refusalOf(await own.send('GET', `/sessions/${of}/stream`))).toBe(
      '403 access_revoked',
    );
    const job = await own.finished(await own.send('POST', '/chain/verifications'));
    expect(job.result).toMatchObject({ findings_total: 0 });
  });

  test('whose signature is another’s, or gone, is found @whole', async () => {
    const copy = join(files.newDirectory(), 'proofdesk.db');
    await own.reopen(() => copyFileSync(join(own.directory, 'proofdesk.db'), copy));
    // Signed with the same key, and said to be over another number of rows.
    tamper(copy, (database) =>
      database.exec(
        `UPDATE entries SET bytes = replace(bytes, '"count":1,', '"count":2,')
         WHERE instr(bytes, '"type":"ledger.rowerasure/v1"') > 0`,
      ),
    );
    const { findings } = await verifyFile(copy);
    expect(findings.map(({ table, column }) => `${table} ${column}`)).toContain(
      'row_erasures signature',
    );
  });
});

describe('What is kept of rows beside the ledger', () => {
  test('goes with them: the rows that an import showed, and what an analysis found', async () => {
    const id = await makeDataset(api, []);
    const mark = 'Xylokopa-4471';
    const own = [
      { record_id: 'rec_1', patient: mark, [`field_${mark}`]: 1 },
      { record_id: 'rec_2', patient: 'P-2' },
    ];
    const imported = await api.send('POST', `/datasets/${id}/imports`, {
      body: own.map((row) => JSON.stringify(row)).join('\n'),
      headers: { 'content-type': 'application/x-ndjson' },
    });
    await api.finished(imported);
    await api.finished(await api.send('POST', `/datasets/${id}/analysis`, { body: {} }));
    const analysis = async () =>
      lastAnalysisSchema.parse(await (await api.send('GET', `/datasets/${id}/analysis`)).json())
        .analysis;
    expect(JSON.stringify(await analysis())).toContain(mark);
    expect((await erase({ record_ids: ['rec_1'] }, id)).status).toBe(201);
    await expect.poll(async () => (await analysis())?.records).toBe(1);
    expect(JSON.stringify(await analysis())).not.toContain(mark);
    await api.reopen();
    expect(filesWith(mark)).toEqual([]);
  });
});

describe('What a lab was given', () => {
  test('leads back to a row and a value, for the holder', async () => {
    const id = await makeDataset(api, rows, {
      policy: { record_ids: 'per_grant', fields: { patient: { method: 'hash' } } },
    });
    const opened = await openSession(api, id, { account_id: 'acct_a' });
    const [first] = await stream(opened.session_id);
    const resolve = (body: object) =>
      api.send('POST', `/datasets/${id}/resolve`, { body: { grant_id: opened.grant_id, ...body } });
    const found = await resolve({ value: first?.['record_id'] });
    expect(resolvedSchema.parse(await found.json())).toEqual({
      record_id: 'rec_1',
      value: 'rec_1',
    });
    const hashed = await resolve({ value: first?.['patient'], field: 'patient' });
    expect(resolvedSchema.parse(await hashed.json())).toEqual({ record_id: null, value: 'P-1' });
    expect(await refusalOf(await resolve({ value: first?.['patient'] }))).toBe(
      '400 validation_error',
    );
    expect(await refusalOf(await resolve({ value: first?.['patient'], field: 'name' }))).toBe(
      '404 not_found',
    );
    expect(await refusalOf(await resolve({ value: first?.['record_id'], grant_id: grant }))).toBe(
      '404 not_found',
    );
  });
});
