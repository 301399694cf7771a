/**
 * Erasure of committed values of a row: gone from every file, declared, told apart from a theft, kept while a paper asks for it.
 * @push
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { accountsSchema } from '../../shared/contract/billing.ts';
import { findingSchema, verificationSchema } from '../../shared/contract/chain.ts';
import { paginated } from '../../shared/contract/common.ts';
import { erasureListSchema, type Erasure } from '../../shared/contract/erasures.ts';
import { sessionsErrorSchema } from '../../shared/contract/errors.ts';
import { jobSchema } from '../../shared/contract/jobs.ts';
import { rowProofSchema } from '../../shared/contract/proof.ts';
import { factTables, factTableNames } from '../../shared/ledger/columns.ts';
import { TestApi, testIssuer } from '../api/test-api.ts';
import { openWriter, type WriterDatabase } from '../database/open-database.ts';
import { copyLedger, countingRandom, temporaryFolder } from '../ledger/testing/test-ledger.ts';
import { Facts } from '../proof/facts.ts';
import { makeFullLedger } from '../verification/testing/full-ledger.ts';
import { retentionStatements } from './retention.ts';
import { rowErasureStatements } from './row-erasures.ts';

let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open();
});
afterEach(() => api.close());

const officer = { id: 'usr_1', role: 'data_protection_officer' };
const basis = 'GDPR Art. 17(1)(a)';
const address = { line1: 'Quetzalweg 1', city: 'C', state: 'S', postal_code: '1', country: 'US' };
const account = {
  account_id: 'acct_1',
  name: 'Zebedaeus',
  email: 'x@wolkenstein.example',
  address,
};

const post = (row: string, fields: readonly string[], more: object = {}) =>
  api.send('POST', `/proof/${row}/erasures`, {
    body: { fields, legal_basis: basis, actor: officer, ...more },
  });

async function erase(row: string, fields: readonly string[]): Promise<readonly Erasure[]> {
  const response = await post(row, fields);
  const text = await response.text();
  expect([row, response.status, response.status === 201 ? '' : text]).toEqual([row, 201, '']);
  return erasureListSchema.parse(JSON.parse(text)).data;
}

async function refusal(row: string, fields: readonly string[]): Promise<[number, string]> {
  const response = await post(row, fields);
  return [response.status, sessionsErrorSchema.parse(await response.json()).error.type];
}

async function open(body: object = account, key = 'first'): Promise<Response> {
  return api.send('POST', '/billing/accounts', { body, headers: { 'idempotency-key': key } });
}

const suspension = `suspensions/${encodeURIComponent('["acct_1","MANUAL"]')}`;

/** Suspends the account, or lifts that. */
async function suspend(reason: string | undefined): Promise<void> {
  const body = { suspended: reason !== undefined, reason: reason ?? 'Paid' };
  const path = '/billing/accounts/acct_1/suspension';
  const response = await api.send('PUT', path, { body });
  expect([response.status, response.status < 300 ? '' : await response.text()]).toEqual([200, '']);
}

async function verify() {
  const job = await api.finished(await api.send('POST', '/chain/verifications'));
  return verificationSchema.parse(job.result);
}

function filesWith(text: string): string[] {
  const { stdout } = spawnSync('grep', ['-arliF', '--', text, api.dataRoot], { encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line !== '');
}

function change(sql: string): Promise<void> {
  return api.reopen(() => {
    const database = new SqliteDatabase(join(api.directory, 'proofdesk.db'));
    database.exec(sql);
    database.close();
  });
}

describe('An erasure in a row', () => {
  test('takes values and salts of every fact of it, the earlier ones too, and leaves none in any file @whole', async () => {
    expect((await open()).status).toBe(201);
    await suspend('Xylander');
    await suspend(undefined);
    await suspend('Hieronymus');
    const other = { account_id: 'acct_2', name: 'Stays', email: 'other@lab.example' };
    const elsewhere = { ...address, line1: 'Main St 1' };
    await open({ ...other, address: elsewhere }, 'second');
    const texts = ['Zebedaeus', 'Xylander', 'Hieronymus', 'Wolkenstein', 'Quetzalweg'];
    for (const text of texts) expect(filesWith(text)).not.toEqual([]);

    const [erasure, ...others] = await erase('accounts/acct_1', ['name', 'email', 'address']);
    expect(others).toEqual([]);
    expect(erasure?.targets.map(({ id, fields }) => [id, fields])).toEqual([
      ['accounts/acct_1', ['address', 'email', 'name']],
    ]);
    const [both] = await erase(suspension, ['reason']);
    expect(both?.targets.map(({ id }) => id)).toEqual(
      Array.from({ length: 2 }, () => 'suspensions/["acct_1","MANUAL"]'),
    );
    expect(erasure).toMatchObject({ legal_basis: basis, actor: officer });
    expect(texts.map((text) => [text, filesWith(text)])).toEqual(texts.map((text) => [text, []]));
    await api.reopen();
    expect(texts.map((text) => [text, filesWith(text)])).toEqual(texts.map((text) => [text, []]));
    expect(filesWith('Stays')).not.toEqual([]);

    const { data } = await api.read(accountsSchema, '/billing/accounts');
    expect(data.find((each) => each.account_id === 'acct_1')).toMatchObject({
      name: '',
      email: '',
      address: { line1: '' },
      suspensions: [{ cause: 'MANUAL', reason: '' }],
    });
    const again = await open();
    expect(again.status).toBe(201);
    expect(await again.json()).toMatchObject({ account_id: 'acct_1', name: null, email: null });
    expect(await verify()).toMatchObject({ findings_total: 0, counts: { ERASED_DECLARED: 5 } });
  });

  test('is told in the proof of the row, where a new value may follow it', async () => {
    await open();
    await suspend('Asked for it');
    const [erasure] = await erase(suspension, ['reason']);
    await suspend(undefined);
    await suspend('Once more');
    const { data } = await api.read(rowProofSchema, `/proof/${suspension}`);
    expect(data.map(({ act }) => act)).toEqual(['made', 'erased', 'ended', 'made']);
    expect(data[1]).toMatchObject({
      seq: erasure?.seq,
      by: officer,
      erased: { fields: ['reason'], legal_basis: basis },
    });
    const states = data.map(({ fields }) => fields.map((each) => [each.state, each.erased_by]));
    expect(states).toEqual([[['erased', erasure?.seq]], [], [], [['told', null]]]);
    expect(await verify()).toMatchObject({ findings_total: 0, counts: { ERASED_DECLARED: 1 } });
    await erase(suspension, ['reason']);
    expect(await verify()).toMatchObject({ findings_total: 0, counts: { ERASED_DECLARED: 2 } });
  });

  test('takes the values out of what a verification found, and out of its sentence @whole', async () => {
    await open();
    await change("UPDATE accounts SET name = 'Hieronymus' WHERE account_id = 'acct_1'");
    const job = await api.finished(await api.send('POST', '/chain/verifications'));
    const { first_finding: found } = verificationSchema.parse(job.result);
    expect(found).toMatchObject({ expected: 'Zebedaeus', actual: 'Hieronymus' });
    expect(found?.message).toBe(
      'Account acct_1: name is Hieronymus, the journal says Zebedaeus (entry 1).',
    );
    expect(filesWith('Hieronymus')).not.toEqual([]);

    await erase('accounts/acct_1', ['name']);
    expect([filesWith('Zebedaeus'), filesWith('Hieronymus')]).toEqual([[], []]);
    const { result } = await api.read(jobSchema, `/jobs/${job.job_id}`);
    const left = {
      ...found,
      expected: null,
      actual: null,
      message:
        'Account acct_1: name was not what the journal says; both values have been erased since (entry 1).',
    };
    expect(verificationSchema.parse(result).first_finding).toEqual(left);
    const path = `/chain/verifications/${job.job_id}/findings`;
    expect((await api.read(paginated(findingSchema), path)).data).toEqual([left]);
  });

  test('is refused for what is not there, what is gone, and what the product works with', async () => {
    await open();
    expect(await refusal('accounts/nobody', ['name'])).toEqual([404, 'not_found']);
    expect(await refusal('entries/1', ['bytes'])).toEqual([404, 'not_found']);
    expect(await refusal('accounts/acct_1', ['tax_bps'])).toEqual([400, 'validation_error']);
    expect(await refusal('accounts/acct_1', [])).toEqual([400, 'validation_error']);
    expect(await refusal('accounts/acct_1', ['name', 'name'])).toEqual([400, 'validation_error']);
    // The row is as every ledger has it: no fact commits to its name.
    expect(await refusal('accounts/default', ['name'])).toEqual([400, 'validation_error']);
    const key = await api.send('POST', '/api-keys', { body: { name: 'k', role: 'admin' } });
    const { key_id: id } = z.object({ key_id: z.string() }).parse(await key.json());
    expect(await refusal(`api_keys/${id}`, ['digest'])).toEqual([400, 'validation_error']);
    await erase(`api_keys/${id}`, ['name', 'hint']);
    await erase('accounts/acct_1', ['name']);
    expect(await refusal('accounts/acct_1', ['name', 'email'])).toEqual([409, 'conflict']);
    expect(await verify()).toMatchObject({ findings_total: 0 });
  });

  test('is refused for what stands on an invoice, until the years of the settings are over', async () => {
    await open();
    await api.send('POST', '/billing/adjustments', {
      body: { account_id: 'acct_1', amount: 5, description: 'For Zebedaeus' },
    });
    api.now = Date.UTC(2026, 1, 2);
    await api.nameIssuer();
    const closing = { account_id: 'acct_1', month: '2026-01' };
    const issued = await api.send('POST', '/billing/invoices', { body: closing });
    expect(issued.status).toBe(201);
    const response = await post('accounts/acct_1', ['email', 'name']);
    expect(response.status).toBe(409);
    const { error } = sessionsErrorSchema.parse(await response.json());
    const until = '2036-02-02T00:00:00.000Z';
    expect(error).toMatchObject({
      type: 'retention',
      details: { kept_years: 10, kept_until: { email: until, name: until } },
    });
    api.now = Date.UTC(2036, 1, 1, 23);
    expect(await refusal('accounts/acct_1', ['email'])).toEqual([409, 'retention']);
    // As they were when the invoice was issued they stand on it; what they became later does not.
    await api.send('PATCH', '/billing/accounts/acct_1', { body: { vat_id: 'ZZ-1' } });
    expect(await refusal('billing_settings/1', ['value'])).toEqual([409, 'retention']);
    await erase(`parties/${encodeURIComponent('["ACCOUNT","acct_1",2]')}`, ['value']);
    const settings = { issuer: testIssuer, kept_years: 11 };
    expect((await api.send('PUT', '/billing/settings', { body: settings })).status).toBe(200);
    api.now = Date.UTC(2037, 1, 1, 23);
    expect(await refusal('accounts/acct_1', ['email'])).toEqual([409, 'retention']);
    api.now = Date.UTC(2037, 1, 2);
    await erase('accounts/acct_1', ['email', 'name', 'address']);
    expect(await verify()).toMatchObject({ findings_total: 0 });
  });
});

describe('Verification', () => {
  test.each([
    ['in force', 2],
    ['superseded', 1],
  ])(
    'names the row and column of a value %s that is gone without an erasure',
    async (_what, nth) => {
      await open();
      await suspend('Asked for it');
      await suspend(undefined);
      await suspend('Once more');
      await change(
        `DELETE FROM payloads WHERE field = 'reason' AND seq = (SELECT p.seq FROM payloads AS p
         WHERE p.field = 'reason' ORDER BY p.seq LIMIT 1 OFFSET ${nth - 1});
       ${nth === 2 ? "UPDATE suspensions SET reason = ''" : ''}`,
      );
      const found = await verify();
      expect(found).toMatchObject({
        findings_total: 1,
        counts: { MISSING_UNDECLARED: 1 },
        first_finding: { table: 'suspensions', row: '["acct_1","MANUAL"]', column: 'reason' },
      });
      const { data } = await api.read(rowProofSchema, `/proof/${suspension}`);
      const states = data.flatMap(({ fields }) => fields.map(({ state }) => state));
      expect(states.filter((state) => state !== 'told')).toEqual(['missing']);
    },
  );

  test('does not take a list of what was erased for an erasure', async () => {
    await open();
    await change(
      `INSERT INTO erased_values SELECT 1, seq, 'name' FROM facts WHERE row = 'acct_1';
       DELETE FROM payloads WHERE field = 'name';
       UPDATE accounts SET name = '' WHERE account_id = 'acct_1'`,
    );
    expect((await verify()).counts).toMatchObject({
      MISSING_UNDECLARED: 1,
      PROJECTION_MISMATCH: 1,
    });
  });
});

/** Tables whose committed values stay as they are, while they are there. */
const guarded = new Set<string>(['rate_cards', 'payment_methods', 'payments', 'api_keys']);

function isChanged(database: WriterDatabase, table: string, column: string): boolean {
  try {
    database.exec(`UPDATE ${table} SET "${column}" = 'x'`);
    return true;
  } catch {
    return false;
  }
}

describe('Every committed column', () => {
  const folder = temporaryFolder();
  afterAll(() => folder.remove());

  test('is emptied by an erasure, and changes in no other way', async () => {
    const full = await makeFullLedger(folder.path);
    const path = copyLedger(full.path, folder.path, 'emptied');
    const database = openWriter(path);
    const facts = new Facts(database, {
      journal: () => {
        throw new Error('Nothing is appended.');
      },
      random: countingRandom(),
      by: () => officer,
    });
    const kept: string[] = [];
    const changed: string[] = [];
    for (const table of factTableNames) {
      const columns = Object.entries(factTables[table].columns).flatMap(([column, source]) =>
        source.source === 'commit' ? [column] : [],
      );
      for (const column of columns.filter((each) => !['digest', 'terms'].includes(each))) {
        const rows = database
          .prepare<[string, string], string>(
            `SELECT DISTINCT f.row FROM facts AS f JOIN payloads AS p ON p.seq = f.seq
             WHERE f.table_name = ? AND p.field = ?`,
          )
          .pluck()
          .all(table, column);
        database
          .prepare(
            `DELETE FROM payloads WHERE field = ? AND seq IN (SELECT seq FROM facts WHERE table_name = ?)`,
          )
          .run(column, table);
        for (const row of rows) facts.emptyErased(table, row, new Set([column]));
        const left = database
          .prepare<[], number>(
            `SELECT count(*) FROM ${table} WHERE coalesce("${column}", '') <> ''`,
          )
          .pluck()
          .get();
        const given = 'given' in factTables[table] ? 1 : 0;
        if ((left ?? 0) > given) kept.push(`${table}.${column}`);
        if (rows.length > 0 && guarded.has(table) && isChanged(database, table, column)) {
          changed.push(`${table}.${column}`);
        }
      }
    }
    database.close();
    expect({ kept, changed }).toEqual({ kept: [], changed: [] });
  }, 120_000);
});

test('Statements are answered from indexes', () => {
  const database = openWriter(join(api.directory, 'proofdesk.db'));
  for (const sql of Object.values({ ...retentionStatements, ...rowErasureStatements })) {
    const values = Array.from({ length: sql.split('?').length - 1 }, () => 1);
    const plan = database
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...values);
    expect(plan.map(({ detail }) => detail).join('\n')).not.toMatch(/^SCAN/m);
  }
  database.close();
});
