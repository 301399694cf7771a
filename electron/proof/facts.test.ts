/** Facts are written with their rows, and any other change of a row is found: the row and the column. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../shared/contract/json.ts';
import { decodeEntry } from '../../shared/ledger/entries.ts';
import { createIdFactory } from '../../shared/ids.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import { openNewLedger } from '../database/testing/new-ledger.ts';
import { Journal } from '../ledger/journal.ts';
import { countingRandom, temporaryFolder, testKey } from '../ledger/testing/test-ledger.ts';
import { FactsCheck } from './check-facts.ts';
import { Facts } from './facts.ts';
import type { RowFinding } from './row-finding.ts';

const folder = temporaryFolder();
afterAll(folder.remove);
const by = { id: 'operator', role: 'operator' };
const at = '2026-01-05T09:00:00.000Z';

let database: WriterDatabase;
let journal: Journal;
let facts: Facts;

beforeEach(() => {
  database = openNewLedger(`${folder.newDirectory()}/proofdesk.db`);
  const random = countingRandom();
  const clock = () => Date.parse(at);
  const createId = createIdFactory({ now: clock, random });
  journal = new Journal(database, { clock, random, createId });
  journal.ensureGenesis(testKey);
  facts = new Facts(database, { journal: () => journal, random, by: () => by });
});

function findings(): RowFinding[] {
  const found: RowFinding[] = [];
  const check = new FactsCheck(database, (finding) => found.push(finding));
  for (const _step of check.run());
  return found;
}

/** A change behind the ledger's back. */
function tamper(sql: string): void {
  for (const trigger of database
    .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'trigger'")
    .pluck()
    .all()) {
    database.exec(`DROP TRIGGER ${trigger}`);
  }
  database.pragma('foreign_keys = OFF');
  database.exec(sql);
}

const account = {
  set: { tax_bps: 1_900, terms_days: 14, suspend_overdue: true, created_at: at },
  commit: { name: 'Lab', email: 'lab@example.com', address: { line1: 'A', city: 'B' } },
};

function story(): void {
  journal.transaction(() => {
    facts.write('accounts', 'acct_1', { by, ...account });
    facts.write('suspensions', ['acct_1', 'MANUAL'], {
      by,
      set: { since: at },
      commit: { reason: 'Asked for.' },
    });
    facts.write('suspensions', ['acct_1', 'LIMIT'], {
      by: { id: 'clock', role: 'clock' },
      set: { since: at, until: at },
      commit: { reason: 'Spent.' },
    });
    facts.end('suspensions', ['acct_1', 'LIMIT'], by);
    facts.write('rate_cards', ['card', 1], {
      by,
      set: { model: 'PAY_PER_USE', created_at: at },
      commit: { name: 'Card', terms: { b: 1, a: [0.5] } },
    });
    for (const holder of ['holder_1', 'holder_2']) {
      facts.write(
        'payout_preferences',
        holder,
        {
          by,
          set: { frequency: 'DAILY', threshold: 5, method: 'bank', fee_bps: 100, updated_at: at },
        },
        { last_run_day: '2026-01-01' },
      );
      facts.write('payouts', `payout_${holder}`, {
        by,
        set: {
          holder_id: holder,
          status: 'PENDING',
          amount: 20_771,
          currency: 'USD',
          method: 'bank',
          period_start: at,
          period_end: at,
          created_at: at,
          accruals: { count: 0, root: 'sha256:' },
        },
      });
    }
    facts.write('payouts', 'payout_holder_2', {
      by,
      set: { status: 'COMPLETED', completed_at: at },
    });
    facts.write(
      'datasets',
      'ds_1',
      {
        by,
        set: { holder_id: 'holder_1', policy: { z: 1, a: null }, created_at: at, key_id: 'k' },
        commit: { name: 'Rows' },
      },
      { key: Buffer.alloc(32, 7) },
    );
  });
}

describe('writing', () => {
  it('writes the entry, what it commits to, and the row', () => {
    story();
    const seq = journal.size - 1;
    const text = database.prepare<[number], string>('SELECT bytes FROM entries WHERE seq = ?');
    expect(decodeEntry(text.pluck().get(seq) ?? '')).toMatchObject({
      type: 'ledger.fact/v1',
      commitments: [{ field: 'name' }],
      members: {
        table: 'datasets',
        id: 'ds_1',
        set: { policy: { a: null, z: 1 }, key_sha256: expect.stringMatching(/^sha256:/) },
      },
    });
    expect(database.prepare('SELECT * FROM datasets').get()).toMatchObject({
      number: 1,
      name: 'Rows',
      old_policy: '{"a":null,"z":1}',
    });
    expect(findings()).toEqual([]);
  });

  it('writes nothing where nothing changes, and only what does', () => {
    story();
    const { size } = journal;
    const change = (set: JsonObject) =>
      journal.transaction(() => facts.write('accounts', 'acct_1', { by, set }));
    expect(change({ tax_bps: 1_900 })).toBeUndefined();
    expect(journal.size).toBe(size);
    change({ tax_bps: 700, terms_days: 14 });
    const entry = database
      .prepare<[number], string>('SELECT bytes FROM entries WHERE seq = ?')
      .pluck()
      .get(size);
    expect(entry).toContain('"set":{"tax_bps":700}');
    expect(findings()).toEqual([]);
  });

  it('takes the members of its table alone', () => {
    const change = () =>
      // @ts-expect-error an account has no amount
      facts.write('accounts', 'default', { by, set: { amount: 1 } });
    const other = () =>
      // @ts-expect-error the state of a payout is told in clear
      facts.write('payouts', 'payout_1', { by, commit: { status: 'PENDING' } });
    const derived = () =>
      // @ts-expect-error how many rows a dataset has is counted
      facts.write('datasets', 'ds_1', { by, set: { record_count: 1 } });
    expect([change, other, derived]).toHaveLength(3);
  });

  it('changes a row that the schema made', () => {
    journal.transaction(() => facts.write('accounts', 'default', { by, set: { tax_bps: 1 } }));
    expect(findings()).toEqual([]);
  });

  it('refuses a fact that no entry can hold, and keeps nothing of it', () => {
    const policy = { note: 'x'.repeat(70_000) };
    const write = () =>
      journal.transaction(() =>
        facts.write(
          'datasets',
          'ds_1',
          {
            by,
            set: { holder_id: 'h', policy, created_at: at, key_id: 'k' },
            commit: { name: 'n' },
          },
          { key: Buffer.alloc(32) },
        ),
      );
    expect(write).toThrow(RangeError);
    expect(journal.size).toBe(1);
    expect(findings()).toEqual([]);
  });
});

describe('finds', () => {
  it.each<[string, string, Partial<RowFinding>]>([
    [
      'an amount',
      "UPDATE payouts SET amount = amount * 10 WHERE payout_id = 'payout_holder_1'",
      {
        table: 'payouts',
        row: 'payout_holder_1',
        column: 'amount',
        expected: '20771',
        actual: '207710',
      },
    ],
    [
      'a state',
      "UPDATE payouts SET status = 'FAILED', completed_at = NULL WHERE payout_id = 'payout_holder_2'",
      { table: 'payouts', column: 'status', expected: 'COMPLETED', actual: 'FAILED' },
    ],
    [
      'a value where there was none',
      "UPDATE payouts SET failure_reason = '' WHERE payout_id = 'payout_holder_1'",
      { column: 'failure_reason', expected: null, actual: '' },
    ],
    [
      'a value taken away',
      "UPDATE suspensions SET until = NULL; UPDATE accounts SET name = '' WHERE account_id = 'acct_1'",
      { table: 'accounts', column: 'name', expected: 'Lab', actual: '' },
    ],
    [
      'a value of another type',
      'UPDATE datasets SET old_policy = \'{"a": null,"z":1}\'',
      { table: 'datasets', column: 'old_policy' },
    ],
    ['a secret', "UPDATE datasets SET key = x'00'", { table: 'datasets', column: 'key' }],
    [
      'a row that went',
      "DELETE FROM payouts WHERE payout_id = 'payout_holder_1'",
      { kind: 'deleted', table: 'payouts', row: 'payout_holder_1', column: null },
    ],
    [
      'a row that came',
      "INSERT INTO accounts SELECT 'acct_2', name, email, address, tax_bps, terms_days, suspend_overdue, created_at, holder_id, suspend_after_days, other_taxes FROM accounts WHERE account_id = 'acct_1'",
      { kind: 'inserted', table: 'accounts', row: 'acct_2', column: null },
    ],
    [
      'a row that came back',
      "INSERT INTO suspensions VALUES ('acct_1', 'LIMIT', 'a', 'b', 'c')",
      { kind: 'inserted', table: 'suspensions', row: '["acct_1","LIMIT"]', column: null },
    ],
    [
      'two rows swapped',
      "UPDATE payouts SET payout_id = CASE payout_id WHEN 'payout_holder_1' THEN 'x' ELSE 'payout_holder_1' END; UPDATE payouts SET payout_id = 'payout_holder_2' WHERE payout_id = 'x'",
      { table: 'payouts', row: 'payout_holder_1', column: 'holder_id' },
    ],
    [
      'another order',
      "UPDATE payouts SET number = 9 WHERE payout_id = 'payout_holder_1'",
      { table: 'payouts', row: 'payout_holder_1', column: 'number', expected: '1', actual: '9' },
    ],
    [
      'a row of the schema',
      "UPDATE rate_cards SET terms = '{}' WHERE rate_card_id = 'standard'",
      { table: 'rate_cards', row: '["standard",1]', column: 'terms' },
    ],
    [
      'a row of the schema that went',
      "DELETE FROM accounts WHERE account_id = 'default'",
      { kind: 'deleted', table: 'accounts', row: 'default' },
    ],
  ])('%s', (_title, sql, finding) => {
    story();
    tamper(sql);
    expect(findings()).toContainEqual(expect.objectContaining(finding));
  });

  it('nothing about a value that an erasure took', () => {
    story();
    const seq = database
      .prepare<[], number>("SELECT seq FROM facts WHERE table_name = 'accounts'")
      .pluck()
      .get();
    tamper(`DELETE FROM payloads WHERE seq = ${seq} AND field = 'name';
      UPDATE accounts SET name = '' WHERE account_id = 'acct_1'`);
    expect(findings()).toEqual([]);
  });
});
