/**
 * What a random history came to holds without a finding; one altered value in it is found, and what caused it comes first.
 * @push
 */
import { afterAll, describe, expect, test } from 'vitest';
import {
  factTableNames,
  factTables,
  otherTables,
  type Column,
} from '../../../shared/ledger/columns.ts';
import { randomHistory } from '../../billing/testing/random-history.ts';
import { rounds } from '../../testing/rounds.ts';
import type { RowFinding } from '../row-finding.ts';
import { RowsCheck } from '../rows-check.ts';

const history = randomHistory(19_001);
const { fixture, below } = history;
afterAll(() => fixture.remove());
const { database } = fixture;

/** Sessions are opened by another area, with facts of their own: here they are metered alone. */
const isElsewhere = ({ table, kind }: RowFinding) =>
  table === 'billed_sessions' && kind === 'inserted';

/** Of every stage, in the order of verification. */
function findings(): RowFinding[] {
  const found: RowFinding[] = [];
  const report = (finding: RowFinding) => {
    if (!isElsewhere(finding)) found.push(finding);
  };
  for (const _step of new RowsCheck(database, report).run());
  return found;
}

test('nothing is found in what happened', () => {
  const every = rounds({ usual: 300, all: 10 });
  const found: RowFinding[] = [];
  for (let step = 1; step <= 600; step += 1) {
    history.step();
    if (step % every > 0) continue;
    fixture.write(() => fixture.sealer.sealAll());
    found.push(...findings());
  }
  expect(found).toEqual([]);
});

/** What is found once rows were changed behind the ledger's back; then they are as before. */
function findingsAfter(change: () => void): RowFinding[] {
  database.pragma('foreign_keys = OFF');
  database.pragma('ignore_check_constraints = ON');
  database.exec('SAVEPOINT tried');
  const triggers = database.prepare<[], string>(
    `SELECT name FROM sqlite_master WHERE type = 'trigger'`,
  );
  for (const name of triggers.pluck().all()) database.exec(`DROP TRIGGER ${name}`);
  try {
    change();
    return findings();
  } finally {
    database.exec('ROLLBACK TO tried; RELEASE tried');
  }
}

describe('A change of money is found, its cause first:', () => {
  test.each<[string, string, Partial<RowFinding>]>([
    [
      'the amount of a payout',
      'UPDATE payouts SET amount = amount * 10 WHERE number = 1',
      { table: 'payouts', column: 'amount' },
    ],
    [
      'a payout that is gone',
      'DELETE FROM payouts WHERE number = 1',
      { kind: 'deleted', table: 'payouts', column: null },
    ],
    [
      'the net amount of a share',
      'UPDATE shares SET net = net + 1 WHERE number = 1',
      { table: 'shares', column: 'net' },
    ],
    [
      'the holder of a share',
      `UPDATE shares SET holder_id = 'holder-9' WHERE number = 1`,
      { table: 'shares', column: 'holder_id', actual: 'holder-9' },
    ],
    [
      'the salt of a share',
      `UPDATE shares SET salt = 'AAAA' WHERE number = 1`,
      { table: 'shares', column: 'salt' },
    ],
    [
      'a share that is gone',
      'DELETE FROM shares WHERE number = 1',
      { kind: 'deleted', table: 'shares', column: null },
    ],
    [
      'a share that nobody has',
      `INSERT INTO shares SELECT 9999, document, 99, dataset_id, holder_id, gross, fee, net, at, salt
       FROM shares WHERE number = 1`,
      { kind: 'inserted', table: 'shares', column: null },
    ],
    [
      'an item that was paid and given back',
      'UPDATE payout_items SET released = 1 WHERE share = (SELECT max(share) FROM payout_items WHERE released = 0)',
      { table: 'payout_items', column: 'released' },
    ],
    [
      'the holder of usage on an invoice',
      `UPDATE invoice_usage SET holder_id = 'holder-9'
       WHERE invoice = (SELECT min(invoice) FROM invoice_usage)`,
      { table: 'invoice_usage', column: 'holder_id', actual: 'holder-9' },
    ],
    [
      'the amount of a payment',
      'UPDATE payments SET amount = 1 WHERE number = 1',
      { table: 'payments', column: 'amount', actual: '1' },
    ],
    [
      'the records of a metered event',
      `UPDATE usage_events SET records = records + 1 WHERE number = 3`,
      { table: 'usage_events', row: '3' },
    ],
    [
      'the usage of a month',
      'UPDATE usage_months SET record_nanos = record_nanos + 1',
      { table: 'usage_months', column: 'record_nanos' },
    ],
    [
      'all postings, doubled',
      'UPDATE book_postings SET amount = amount * 2',
      { table: 'book_postings', column: 'amount' },
    ],
    [
      'the terms of a rate card',
      `UPDATE rate_cards SET terms = replace(terms, '12.345678', '12.345679') WHERE rate_card_id = 'pay'`,
      { table: 'rate_cards', row: '["pay",1]', column: 'terms' },
    ],
    [
      'the fee of a holder',
      `UPDATE payout_preferences SET fee_bps = 0 WHERE holder_id = 'holder-1'`,
      {
        table: 'payout_preferences',
        row: 'holder-1',
        column: 'fee_bps',
        expected: '1500',
        actual: '0',
      },
    ],
  ])('%s', (_title, sql, finding) => {
    let changes = 0;
    const [first] = findingsAfter(() => {
      changes = database.prepare(sql).run().changes;
    });
    expect(changes).toBeGreaterThan(0);
    expect(first).toMatchObject(finding);
  });
});

/** Columns that the checks of this test vouch for. */
const cells = Object.entries<Readonly<Record<string, Column>>>({
  ...Object.fromEntries(factTableNames.map((name) => [name, factTables[name].columns])),
  ...otherTables,
}).flatMap(([table, columns]) =>
  Object.entries(columns).flatMap(([column, source]) => {
    const isOfSession = source.source === 'derived' && source.from === 'session';
    return isOfSession || source.source === 'none' || source.source === 'entry'
      ? []
      : [[table, column] as const];
  }),
);

test(
  'one random cell that changed is found, in its table and column',
  { timeout: 1_800_000 },
  () => {
    const missed: string[] = [];
    const filled = cells.filter(([table]) => countOf(table) > 0);
    for (let round = 0; round < rounds({ usual: 50, all: 1_000 }); round += 1) {
      const [table, column] = filled[below(filled.length)] ?? ['', ''];
      const found = findingsAfter(() => changeCell(table, column));
      if (found.length === 0) missed.push(`${table}.${column}`);
    }
    expect(missed).toEqual([]);
  },
);

function countOf(table: string): number {
  return database.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;
}

/** Changes a column of one row, whichever. */
function changeCell(table: string, column: string): void {
  const columns = database
    .prepare<[string], { name: string; type: string; pk: number }>(
      'SELECT name, type, pk FROM pragma_table_info(?) ORDER BY pk',
    )
    .all(table);
  const key = columns.filter(({ pk }) => pk > 0).map(({ name }) => name);
  const row = database
    .prepare<[number], Record<string, unknown>>(
      `SELECT ${key.join(', ')} FROM ${table} ORDER BY ${key.join(', ')} LIMIT 1 OFFSET ?`,
    )
    .safeIntegers()
    .get(below(countOf(table)));
  const isNumber = columns.find(({ name }) => name === column)?.type === 'INTEGER';
  const { changes } = database
    .prepare<[object]>(
      `UPDATE OR REPLACE ${table} SET ${column} = ${
        isNumber
          ? `coalesce(${column}, 0) + 1`
          : `CASE WHEN ${column} GLOB '????-??-??*' THEN '2025' || substr(${column}, 5)
               ELSE coalesce(${column}, '') || 'x' END`
      } WHERE ${key.map((name) => `${name} IS @${name}`).join(' AND ')}`,
    )
    .run(row ?? {});
  expect(changes).toBe(1);
}
