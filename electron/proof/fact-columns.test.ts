/** Columns that facts decide are written in one place: by no SQL outside electron/proof. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { factTables, type Column } from '../../shared/ledger/columns.ts';

/** Files whose statements were looked at by a person, with the tables that they write. */
const lookedAt: Readonly<Record<string, readonly string[]>> = {
  // A ledger of a million decisions is filled without the API, to be measured.
  'electron/bench/clinical-dataset.ts': ['datasets'],
  'electron/bench/oversight.ts': ['profiles'],
  // Which of the derived sums a use adds to is put in by the program.
  'electron/sessions/session-writer.ts': ['sessions'],
  // Changes that a verification has to find.
  'electron/verification/testing/money-changes.ts': [
    'api_keys',
    'payments',
    'payout_preferences',
    'payouts',
    'rate_cards',
  ],
};

const tables: Readonly<Record<string, { readonly columns: Readonly<Record<string, Column>> }>> =
  factTables;

/** What a statement begins with, and the table that it writes. */
const beginning =
  /\b(?:(INSERT(?:\s+OR\s+\w+)?\s+INTO|REPLACE\s+INTO|DELETE\s+FROM)|UPDATE(?:\s+OR\s+\w+)?)\s+"?(\w+)"?(?:\s+AS\s+\w+)?(?=[\s("'`]|$)/g;

/** Tables of facts that the statements of a text write rows of, or columns that facts decide. */
function writtenIn(text: string): string[] {
  const written = [...text.matchAll(beginning)].flatMap(([whole, rows, table = ''], index, all) => {
    const columns = tables[table]?.columns;
    if (columns === undefined) return [];
    if (rows !== undefined) return [table];
    const start = (all[index]?.index ?? 0) + whole.length;
    return assigned(text.slice(start)).some((name) => isDecided(columns, name)) ? [table] : [];
  });
  return [...new Set(written)].toSorted();
}

/** Names of the columns behind SET; what is put in by the program may be any. */
function assigned(rest: string): string[] {
  const [, list = ''] = /^\s*SET\b([^]*?)(?:\bWHERE\b|\bFROM\b|[`;]|$)/.exec(rest) ?? [];
  if (list.includes('${')) return ['${'];
  return [...list.matchAll(/(?:^|,)\s*"?(\w+)"?\s*=/g)].map(([, name = '']) => name);
}

function isDecided(columns: Readonly<Record<string, Column>>, name: string): boolean {
  const source = columns[name]?.source;
  return source === undefined || ['key', 'fact', 'commit', 'secret'].includes(source);
}

describe('SQL outside electron/proof', () => {
  const sources = globSync('electron/**/*.ts')
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.ts$|^electron\/(?:proof|database\/migrations)\//.test(file))
    .toSorted();

  it('writes no column that a fact decides, and no row of a table of facts', () => {
    const writing = sources.flatMap((file) => {
      const written = writtenIn(readFileSync(file, 'utf8'));
      return written.length === 0 ? [] : [[file, written] as const];
    });
    expect(Object.fromEntries(writing)).toEqual(lookedAt);
  });
});

describe('Statements', () => {
  it.each<[string, string[]]>([
    ['`INSERT INTO payouts (payout_id) VALUES (?)`', ['payouts']],
    ["'INSERT OR IGNORE INTO accounts VALUES (1)'", ['accounts']],
    ["'DELETE FROM suspensions WHERE cause = 1'", ['suspensions']],
    ["'REPLACE INTO people VALUES (1)'", ['people']],
    ["'UPDATE payouts SET amount = 1'", ['payouts']],
    ['`UPDATE OR REPLACE accruals SET payout = ?, net = 0 WHERE number = ?`', ['accruals']],
    ["'UPDATE accruals SET payout = ? WHERE net = 1'", []],
    ["'UPDATE payout_preferences SET last_run_day = ? WHERE fee_bps = 1'", []],
    ['`UPDATE datasets SET "record_count" = record_count + 1, total_bytes = 2`', []],
    ['`UPDATE datasets SET ${names} WHERE number = ?`', ['datasets']],
    ['`UPDATE sessions SET unknown = 1`', ['sessions']],
    ["'INSERT INTO usage_events VALUES (1)'", []],
    ['`SELECT amount FROM payouts`', []],
  ])('%s', (text, expected) => {
    expect(writtenIn(text)).toEqual(expected);
  });
});
