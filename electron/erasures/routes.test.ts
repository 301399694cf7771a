/**
 * Erasure through the API: gone from every file, declared in the journal, told apart from a theft.
 * @push
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { recordVerificationSchema, verificationSchema } from '../../shared/contract/chain.ts';
import { recordEvidenceSchema } from '../../shared/contract/checkpoints.ts';
import { erasureSchema } from '../../shared/contract/erasures.ts';
import { interventionSchema } from '../../shared/contract/interventions.ts';
import { recordListSchema, recordSchema } from '../../shared/contract/records.ts';
import { decision, TestApi } from '../api/test-api.ts';
import { oneIn } from '../testing/rounds.ts';

let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open();
});
afterEach(() => api.close());

const officer = { id: 'usr_1', role: 'data_protection_officer' };
const legalBasis = 'GDPR Art. 17(1)(a)';

const post = (id: string, body: object) =>
  api.send('POST', `/records/${id}/erasures`, {
    body: { legal_basis: legalBasis, actor: officer, ...body },
  });

async function erase(id: string, fields: string[], more: object = {}) {
  const response = await post(id, { fields, ...more });
  if (response.status !== 201) throw new Error(await response.text());
  return erasureSchema.parse(await response.json());
}

async function verify() {
  const job = await api.finished(await api.send('POST', '/chain/verifications'));
  return verificationSchema.parse(job.result);
}

/** The files of the data directory that contain a text, as the system's grep finds them. */
function filesWith(text: string): string[] {
  const { stdout, status } = spawnSync('grep', ['-arliF', '--', text, api.dataRoot], {
    encoding: 'utf8',
  });
  expect([0, 1]).toContain(status);
  return stdout.split('\n').filter((line) => line !== '');
}

/** The ledger as a bundle, and that bundle as a case: two more copies of every value. */
async function importOwnBundle(): Promise<void> {
  const job = await api.finished(await api.send('POST', '/bundles', { body: { kind: 'full' } }));
  const zip = await api.send('GET', `/bundles/${job.job_id}`);
  const headers = { 'content-type': 'application/zip' };
  const body = new Uint8Array(await zip.arrayBuffer());
  const imported = await api.finished(await api.send('POST', '/cases', { body, headers }));
  expect(imported.status).toBe('completed');
}

describe('An erasure', () => {
  test('leaves nothing of the value in any file: payloads, search index, log, free pages, answers', async () => {
    for (let n = 0; n < 40; n += 1) await api.append({ input: { note: `other person ${n}` } });
    const long = Array.from({ length: 3_000 }, (_, n) => `Quetzalcoatl${n}`).join(' ');
    const body = {
      ...decision,
      input: { name: 'Zebedaeus Xylander', note: long },
      transaction_id: 'tx-Wolkenstein',
    };
    const headers = { 'idempotency-key': 'first' };
    const created = await api.send('POST', '/records', { body, headers });
    const { id } = recordSchema.parse(await created.json());
    for (let n = 0; n < 40; n += 1) await api.append({ input: { note: `another ${n}` } });
    await api.append({ input: { note: 'Zebulon stays' } });
    await importOwnBundle();
    mkdirSync(join(api.directory, 'replaced'));
    writeFileSync(join(api.directory, 'replaced', 'proofdesk.db'), 'Zebedaeus');
    const texts = ['Zebedaeus', 'Xylander', 'Quetzalcoatl', 'Wolkenstein'];
    for (const text of texts) expect(filesWith(text)).not.toEqual([]);

    await erase(id, ['input', 'transaction_id']);
    expect(texts.map((text) => [text, filesWith(text)])).toEqual(texts.map((text) => [text, []]));
    expect(filesWith('Zebulon')).not.toEqual([]);
    await api.reopen();
    expect(texts.map((text) => [text, filesWith(text)])).toEqual(texts.map((text) => [text, []]));

    const again = await api.send('POST', '/records', { body, headers });
    expect(again.status).toBe(201);
    expect(recordSchema.parse(await again.json())).toMatchObject({ id, input: { erased: true } });
    const where = encodeURIComponent('{"transaction_id":"tx-Wolkenstein"}');
    for (const query of ['q=Zebedaeus', 'q=tx-Wolkenstein', `where=${where}`]) {
      expect((await api.read(recordListSchema, `/records?${query}`)).total).toBe(0);
    }
    expect((await api.read(recordListSchema, '/records?q=approve')).total).toBe(82);
  });

  test('is declared: who, why, which fields; the record stays in its place', async () => {
    const record = await api.append({ context: { a: 1 } });
    const erasure = await erase(record.id, ['input', 'context']);
    expect(erasure).toMatchObject({
      seq: 2,
      targets: [{ id: record.id, hash: record.hash, fields: ['context', 'input'] }],
      legal_basis: legalBasis,
      actor: officer,
    });
    const { context: _context, ...rest } = record;
    expect(await api.read(recordSchema, `/records/${record.id}`)).toEqual({
      ...rest,
      input: { erased: true },
    });
    const evidence = await api.read(recordEvidenceSchema, `/records/${record.id}/evidence`);
    expect(evidence.record.fields.find((each) => each.field === 'input')).toMatchObject({
      salt: null,
      value: null,
    });
    expect(evidence.related).toMatchObject([{ type: 'ledger.erasure/v1', hash: erasure.hash }]);
  });

  test.each([
    ['goes on', async () => {}],
    ['was opened anew meanwhile', () => api.reopen()],
  ])(
    'is finished once a program beside the ledger lets go of its log; the ledger %s',
    async (_how, meanwhile) => {
      const record = await api.append({ input: { name: 'Xanthippe of Nowhere' } });
      const beside = new SqliteDatabase(join(api.directory, 'proofdesk.db'), { readonly: true });
      beside.exec('BEGIN');
      beside.prepare('SELECT count(*) FROM entries').get();
      await erase(record.id, ['input']);
      await meanwhile();
      expect(filesWith('Xanthippe')).not.toEqual([]);
      beside.close();
      await expect
        .poll(() => filesWith('Xanthippe'), { timeout: 30_000, interval: 100 })
        .toEqual([]);
    },
  );

  test('reaches what an intervention committed to, and the answer to it', async () => {
    const { id } = await api.append();
    const path = `/records/${id}/interventions`;
    const headers = { 'idempotency-key': 'k' };
    const body = { action: 'escalate', actor: officer, reason: 'Brother of Hieronymus' };
    const response = await api.send('POST', path, { body, headers });
    const made = interventionSchema.parse(await response.json());
    const erasure = await erase(id, ['reason'], { intervention_id: made.id });
    expect(erasure.targets).toEqual([{ id: made.id, hash: made.hash, fields: ['reason'] }]);
    expect(filesWith('Hieronymus')).toEqual([]);
    const { reason: _reason, ...left } = made;
    const again = await api.send('POST', path, { body, headers });
    expect(await again.json()).toEqual(left);
    expect(await verify()).toMatchObject({ findings_total: 0, counts: { ERASED_DECLARED: 1 } });
  });

  test('is refused for what was not sent, what is gone already, and unknown targets', async () => {
    const { id } = await api.append();
    expect((await post(id, { fields: ['context'] })).status).toBe(400);
    expect((await post(id, { fields: ['model_id'] })).status).toBe(400);
    expect((await post(id, { fields: [] })).status).toBe(400);
    expect((await post(id, { fields: ['input', 'input'] })).status).toBe(400);
    expect((await post(id, { fields: ['input'], legal_basis: ' ' })).status).toBe(400);
    expect((await post(id, { fields: ['reason'], intervention_id: 'int_x' })).status).toBe(400);
    expect((await post('rec_x', { fields: ['input'] })).status).toBe(404);
    await erase(id, ['input']);
    expect((await post(id, { fields: ['input', 'output'] })).status).toBe(409);
    expect((await post(id, { fields: ['output'] })).status).toBe(201);
  });
});

describe('Verification', () => {
  test('says ERASED_DECLARED of an erasure and MISSING_UNDECLARED of a deletion', async () => {
    const erased = await api.append({ transaction_id: 't' });
    const robbed = await api.append();
    await erase(erased.id, ['input', 'transaction_id']);
    expect(await verify()).toMatchObject({
      findings_total: 0,
      counts: { ERASED_DECLARED: 2 },
    });
    await tamper("DELETE FROM payloads WHERE seq = 2 AND field = 'input'");
    expect(await verify()).toMatchObject({
      findings_total: 1,
      counts: { ERASED_DECLARED: 2, MISSING_UNDECLARED: 1 },
      first_finding: {
        verdict: 'MISSING_UNDECLARED',
        seq: 2,
        record_id: robbed.id,
        field: 'input',
      },
    });
    const verdictOf = async (id: string) =>
      (await api.read(recordVerificationSchema, `/records/${id}/verification`)).verdict;
    expect(await verdictOf(erased.id)).toBe('ERASED_DECLARED');
    expect(await verdictOf(robbed.id)).toBe('MISSING_UNDECLARED');
  });

  test.each(
    oneIn(2, [
      ['a transaction id put back in clear', "UPDATE records SET transaction_id = 't'", 1],
      ['a legal basis', "UPDATE erasures SET legal_basis = 'none'", 2],
      ['the row', 'DELETE FROM erasures', 2],
      ['what it took', 'DELETE FROM erased_values', 2],
    ]),
  )('names %s after an erasure', async (_what, sql, seq) => {
    const { id } = await api.append({ transaction_id: 't' });
    await erase(id, ['transaction_id']);
    await tamper(sql);
    expect(await verify()).toMatchObject({
      findings_total: 1,
      first_finding: { verdict: 'PROJECTION_MISMATCH', seq },
    });
  });
});

function tamper(sql: string): Promise<void> {
  return api.reopen(() => {
    const database = new SqliteDatabase(join(api.directory, 'proofdesk.db'));
    const triggers = database
      .prepare<[], { name: string; sql: string }>(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'",
      )
      .all();
    for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`);
    database.exec(sql);
    for (const trigger of triggers) database.exec(trigger.sql);
    database.close();
  });
}
