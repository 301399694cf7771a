/**
 * Restores beside what other tests of them say: schemas that are not today's, a key that comes along, a second try at the entry.
 * @push
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { anonymous, TestApi } from '../api/test-api.ts';
import { newestSchema, oldestSchema, openWriter } from '../database/open-database.ts';
import { migrations } from '../database/migrations/all-migrations.ts';
import { createdApiKeySchema } from '../../shared/contract/access.ts';
import { datasetErasurePageSchema } from '../../shared/contract/dataset-erasures.ts';
import { grantSchema } from '../../shared/contract/grants.ts';
import { streamBatchSchema } from '../../shared/contract/sessions.ts';
import { personListSchema, personSchema } from '../../shared/contract/people.ts';
import { genesisEntry } from '../../shared/ledger/entries.ts';
import { keyFileName, sealedKeyFileName } from '../hosts/key-file.ts';
import {
  countingRandom,
  TestLedger,
  temporaryFolder,
  testKey,
  testSeed,
} from '../ledger/testing/test-ledger.ts';
import { clockActor } from '../access/acting.ts';
import { act, actAs, enrol, enrolment, TestPerson } from '../api/testing/signing-people.ts';
import { Facts } from '../proof/facts.ts';
import { makeDataset, openSession } from '../sessions/testing/clinical.ts';
import { nothingProtected } from './lost-protection.ts';
import { declareRestore } from './declare-restore.ts';
import { restoreBefore as putBack } from './testing/restore-before.ts';
import { profileOf } from '../oversight/testing/profile-of.ts';
import { previewRestore, restoreBackup } from './preview-restore.ts';
import {
  dropIncomingKey,
  makeIncomingKey,
  resumeRestore,
  writeMarker,
  type RestoreMarker,
} from './restore-marker.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

const created_at = '2026-01-01T00:00:00.000Z';
const newDirectory = () => folder.newDirectory();

/** A ledger with nothing but its genesis, in one file, in the schema of so many migrations. */
function copyOfSchema(steps: number): string {
  const path = join(newDirectory(), 'copy.db');
  const database = openWriter(path, { migrations: migrations.slice(0, steps) });
  const { origin, vkey } = testKey;
  const text = genesisEntry({ origin, vkey, createdAt: created_at });
  database.prepare('INSERT INTO entries VALUES (0, ?, ?)').run(text, Buffer.alloc(32));
  database.pragma('journal_mode = DELETE');
  database.close();
  return path;
}

const statusSchema = z.object({ status: z.string() });

const order = {
  sha256: '',
  restoreId: 'rest_1',
  requestedBy: 'operator',
  eraseAgain: true,
  clock: () => Date.parse('2026-03-01T12:00:00.000Z'),
};

/** Of a restore whose files are in their places. */
const declaring: RestoreMarker = {
  step: 'declaring',
  replaced_folder: 'replaced/20260301T120000000Z',
  declaration: {
    restore_id: 'rest_1',
    backup_id: null,
    requested_by: 'operator',
    restored: { entries: 1, head_hash: `sha256:${'1'.repeat(64)}` },
    replaced: null,
  },
  revoked_keys: [],
  revoked_people: [],
  revoked_access: [],
  ended_grants: [],
  protection: nothingProtected,
  erasures: [],
  row_erasures: [],
  brings_key: false,
  from_another: false,
};

describe('A copy of another schema', () => {
  test('that is newer is refused, and told by its numbers', async () => {
    const path = copyOfSchema(migrations.length);
    const database = new Database(path);
    database.pragma(`user_version = ${newestSchema + 1}`);
    database.close();
    const place = { directory: newDirectory(), signingSeed: testSeed };
    expect(await previewRestore(place, { path })).toMatchObject({
      obstacle: 'newer',
      message: `It was made by a newer version of Proofdesk (schema ${newestSchema + 1}; this one knows up to ${newestSchema}).`,
    });
    const restoring = restoreBackup(place, { path }, { ...order, confirm: '' });
    await expect(restoring).rejects.toMatchObject({ code: 'conflict' });
    expect(existsSync(join(place.directory, 'proofdesk.db'))).toBe(false);
  });

  test('that has no facts is refused, and told by its numbers @whole', async () => {
    const path = copyOfSchema(oldestSchema - 1);
    const before = readFileSync(path);
    const place = { directory: newDirectory(), signingSeed: testSeed };
    expect(await previewRestore(place, { path })).toMatchObject({
      obstacle: 'older',
      message: `It was made by an earlier version of Proofdesk (schema ${oldestSchema - 1}; this one opens ledgers from ${oldestSchema} on).`,
    });
    const restoring = restoreBackup(place, { path }, { ...order, confirm: '' });
    await expect(restoring).rejects.toMatchObject({ code: 'conflict' });
    expect(existsSync(join(place.directory, 'proofdesk.db'))).toBe(false);
    expect(readFileSync(path)).toEqual(before);
  });
});

describe('A file', () => {
  test('that was changed since it was looked at is not opened again', async () => {
    const path = copyOfSchema(migrations.length);
    const place = { directory: newDirectory(), signingSeed: testSeed };
    const { sha256, backup } = await previewRestore(place, { path });
    const database = new Database(path);
    database.exec('CREATE TABLE other (id INTEGER)');
    database.close();
    const confirmed = { ...order, sha256, confirm: backup?.head_hash ?? '' };
    await expect(restoreBackup(place, { path }, confirmed)).rejects.toMatchObject({
      code: 'conflict',
      message: 'It was changed since it was looked at.',
    });
    expect(existsSync(join(place.directory, 'proofdesk.db'))).toBe(false);
  });

  test('that has no end is not read', async () => {
    const place = { directory: newDirectory(), signingSeed: testSeed };
    expect(await previewRestore(place, { path: '/dev/zero' })).toMatchObject({
      obstacle: 'damaged',
      message: 'It is not a file.',
    });
  });
});

test('A ledger that is whole and cannot be read just now is not given up: what it knows of revoked keys would be', async () => {
  const ledger = new TestLedger(newDirectory());
  ledger.close();
  const place = { directory: join(ledger.path, '..'), signingSeed: testSeed };
  const held = new Database(ledger.path);
  held.pragma('locking_mode = EXCLUSIVE');
  held.exec('BEGIN IMMEDIATE; COMMIT');
  const path = copyOfSchema(migrations.length);
  const restoring = restoreBackup(place, { path }, { ...order, confirm: '' });
  await expect(restoring).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('is in use by another program'),
  });
  held.close();
  expect(await previewRestore(place, { path })).toMatchObject({ present: { entries: 1 } });
});

test('Keys and people that were revoked are so, whatever hinders the entry of the restore @whole', async () => {
  const api = await TestApi.open();
  const ada = new TestPerson('Ada Lind');
  await enrol(api, ada, 'admin');
  const created = await api.send('POST', '/api-keys', {
    body: { name: 'Auditor', role: 'compliance' },
  });
  const { key_id: keyId, key } = createdApiKeySchema.parse(await created.json());
  const asked = () =>
    api.send('GET', '/records', { headers: { 'x-api-key': key ?? '' }, caller: anonymous });
  expect((await asked()).status).toBe(200);
  await api.reopen(() => {
    writeMarker(api.directory, {
      ...declaring,
      revoked_keys: [{ key_id: keyId, revoked_at: created_at }],
      revoked_people: [{ person_id: ada.personId, revoked_at: created_at }],
    });
    const database = new Database(join(api.directory, 'proofdesk.db'));
    database.exec(
      "CREATE TRIGGER no_entry BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'no'); END",
    );
    database.close();
  });
  expect(api.logged.join()).toContain('restore_not_declared');
  const refused = await asked();
  expect([refused.status, await refused.text()]).toEqual([
    401,
    expect.stringContaining(`The API key was revoked at ${created_at}`),
  ]);
  const profile = { profile: profileOf(), signer: ada.personId, prepare: true };
  const prepared = await api.send('POST', '/models/kyc/profiles', { body: profile });
  expect([prepared.status, await prepared.text()]).toEqual([
    403,
    expect.stringContaining('person_revoked'),
  ]);
  await api.close();
});

/** Restores the ledger as it was before `since`, and opens it. */
const restoreBefore = (api: TestApi, since: () => Promise<void>) =>
  putBack(api, newDirectory(), since);

async function expectSound(api: TestApi): Promise<void> {
  const { result } = await api.finished(await api.send('POST', '/chain/verifications'));
  expect(result).toMatchObject({ findings_total: 0 });
}

test('Who was revoked or got another key after the backup signs nothing after the restore, and verification finds that sound', async () => {
  const api = await TestApi.open();
  const { id } = await api.append();
  const ada = new TestPerson('Ada Lind');
  const eva = new TestPerson('Eva Mayer');
  const tom = new TestPerson('Tom Baker');
  await enrol(api, ada, 'admin');
  await enrol(api, eva, 'compliance', ada);
  await enrol(api, tom, 'compliance', ada);
  const renewed = new TestPerson('Tom Baker', 'a new key');
  let [revokedAt, keyedAt]: (string | null)[] = [null, null];
  await restoreBefore(api, async () => {
    api.now += 1_000;
    keyedAt = new Date(api.now).toISOString();
    await act(
      api,
      {
        path: `/people/${tom.personId}/key`,
        body: { vkey: renewed.vkey, sealed: renewed.sealed },
      },
      { signature: renewed, approval: tom },
    );
    api.now += 1_000;
    const revocation = { path: `/people/${eva.personId}/revoke`, body: { reason: 'left' } };
    const revoked = await actAs(api, ada, revocation);
    revokedAt = personSchema.parse(await revoked.json()).revoked_at;
  });
  const path = `/records/${id}/interventions`;
  for (const { personId } of [eva, tom]) {
    const body = { action: 'approve', signer: personId, prepare: true };
    const refused = await api.send('POST', path, { body });
    expect([refused.status, await refused.json()]).toEqual([
      403,
      expect.objectContaining({ error: expect.objectContaining({ code: 'person_revoked' }) }),
    ]);
  }
  expect((await actAs(api, ada, { path, body: { action: 'approve' } })).status).toBe(201);
  const { data } = await api.read(personListSchema, '/people');
  expect(data.map(({ revoked_at: at }) => at)).toEqual([null, revokedAt, keyedAt]);
  await expectSound(api);
  await api.close();
});

test('Datasets and sessions that were revoked after the backup stay so after the restore', async () => {
  const api = await TestApi.open();
  const [dataset, other] = [await makeDataset(api), await makeDataset(api)];
  const session = (await openSession(api, dataset)).session_id;
  const kept = (await openSession(api, dataset)).session_id;
  await restoreBefore(api, async () => {
    await api.send('POST', `/sessions/${session}/revoke`, { body: { reason: 'misuse' } });
    await api.send('POST', `/datasets/${other}/revoke`, { body: { reason: 'withdrawn' } });
  });
  const statusOf = async (path: string) => (await api.read(statusSchema, path)).status;
  expect(await Promise.all([session, kept].map((id) => statusOf(`/sessions/${id}`)))).toEqual([
    'revoked',
    'active',
  ]);
  expect(await Promise.all([dataset, other].map((id) => statusOf(`/datasets/${id}`)))).toEqual([
    'active',
    'revoked',
  ]);
  await expectSound(api);
  await api.close();
});

test('Grants that were over after the backup stay so after the restore, each in its way', async () => {
  const api = await TestApi.open();
  const dataset = await makeDataset(api, undefined, { policy: { access: 'on_request' } });
  const ask = async () => {
    const asked = await api.send('POST', '/grants', {
      body: {
        dataset_id: dataset,
        purpose: 'Study',
        fields: ['age'],
        operations: ['read'],
        ends_at: '2026-12-31T00:00:00Z',
        budget: { amount: 5, currency: 'USD' },
        expected: { rows: 1, hours: 1, operations: 1 },
      },
    });
    return grantSchema.parse(await asked.json()).grant_id;
  };
  const answer = (id: string, decision: string) =>
    api.send('POST', `/grants/${id}/answer`, { body: { decision, policy_version: 1 } });
  const ids = [await ask(), await ask(), await ask(), await ask()] as const;
  const [revoked, withdrawn, refused, kept] = ids;
  for (const id of [revoked, withdrawn, kept]) expect((await answer(id, 'grant')).status).toBe(200);
  await restoreBefore(api, async () => {
    await api.send('POST', `/grants/${revoked}/revoke`, { body: { reason: 'misuse' } });
    await api.send('POST', `/grants/${withdrawn}/withdraw`, { body: {} });
    await answer(refused, 'refuse');
  });
  const statuses = await Promise.all(
    ids.map(async (id) => (await api.read(statusSchema, `/grants/${id}`)).status),
  );
  expect(statuses).toEqual(['revoked', 'withdrawn', 'refused', 'active']);
  const opened = await api.send('POST', '/sessions', {
    body: { dataset_id: dataset, purpose: 'x', grant_id: revoked },
  });
  expect(opened.status).toBe(403);
  await expectSound(api);
  await api.close();
});

test('Rows that were erased after the backup are erased again, by who did it at first, from every file', async () => {
  const api = await TestApi.open();
  const mark = 'Quetzalbert';
  const rows = [
    { record_id: 'rec_1', patient: 'P-1', age: 40 },
    { record_id: 'rec_2', patient: mark, age: 50 },
  ];
  const dataset = await makeDataset(api, rows, { policy: { entity: 'patient' } });
  const whole = await makeDataset(api, rows);
  const session = (await openSession(api, dataset)).session_id;
  const hana = new TestPerson('Hana Holder');
  const body = { ...enrolment(hana, 'data_holder'), holder_id: 'holder_mayo' };
  await act(api, { path: '/people', body }, { signature: hana });
  const basis = { legal_basis: 'GDPR Art. 17', reason: 'Consent was withdrawn.' };
  const erase = async (id: string, what: object) => {
    const path = `/datasets/${id}/erasures`;
    const done = await actAs(api, hana, { path, body: { ...basis, ...what } });
    expect(done.status).toBe(201);
  };
  await restoreBefore(api, async () => {
    await erase(dataset, { entity: mark });
    await erase(whole, { scope: 'dataset' });
  });
  const batch = await api.read(streamBatchSchema, `/sessions/${session}/stream`);
  expect(batch.batch.map((row) => row['record_id'])).toEqual(['rec_1']);
  const erasures = await api.read(datasetErasurePageSchema, `/datasets/${dataset}/erasures`);
  expect(erasures.data).toEqual([
    expect.objectContaining({ count: 1, actor: { id: hana.personId, role: 'data_holder' } }),
  ]);
  expect(erasures.data[0]?.reason).toBe(basis.reason);
  // Nobody signed it anew.
  expect(erasures.data[0]?.signature).toBeNull();
  expect((await api.read(statusSchema, `/datasets/${whole}`)).status).toBe('erased');
  await expectSound(api);
  await api.reopen();
  const files = readdirSync(api.directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(api.directory, name)).isFile())
    .filter((name) => readFileSync(join(api.directory, name)).includes(mark));
  expect(files).toEqual([]);
  await api.close();
});

test('A restore that was declared is not declared again by a start that finds its marker', () => {
  const ledger = new TestLedger(newDirectory());
  const directory = join(ledger.path, '..');
  const facts = new Facts(ledger.database, {
    journal: () => ledger.journal,
    random: countingRandom(),
    by: () => clockActor,
  });
  const marker: RestoreMarker = {
    ...declaring,
    erasures: [
      {
        targets: [{ id: 'rec_1', hash: 'sha256:', seq: 1, fields: ['input'] }],
        legal_basis: 'x',
        actor: { id: 'u', role: 'r' },
      },
    ],
  };
  const erased: string[] = [];
  for (let start = 0; start < 3; start += 1) {
    // As it stands after a kill between the entry and the end of the marker.
    writeMarker(directory, marker);
    const left = resumeRestore(directory);
    if (left === undefined) throw new Error('The marker is gone.');
    declareRestore(
      { database: ledger.database, journal: ledger.journal, facts },
      {
        marker: left,
        directory,
        eraseAgain: ({ targets }) => void erased.push(...targets.map(({ id }) => id)),
        eraseRowsAgain: () => {},
        createId: () => 'pol_1',
      },
    );
    expect(resumeRestore(directory)).toBeUndefined();
  }
  const texts = ledger.database.prepare('SELECT bytes FROM entries').pluck().all();
  expect(texts.filter((text) => String(text).includes('ledger.restore/v1'))).toHaveLength(1);
  expect(erased).toEqual(['rec_1']);
  ledger.database.close();
});

describe('A key that comes with a ledger', () => {
  test('is dropped where its restore never began', () => {
    const directory = newDirectory();
    writeFileSync(join(makeIncomingKey(directory), keyFileName), 'key');
    dropIncomingKey(directory);
    expect(existsSync(join(directory, 'key.restoring'))).toBe(false);
  });

  test('is known by the names under which hosts keep one', () => {
    expect([keyFileName, sealedKeyFileName]).toEqual(['ledger.key', 'ledger.sealed']);
  });
});
