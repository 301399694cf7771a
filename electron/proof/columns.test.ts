/** The register of columns names every column of every table, and nothing else. */
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import {
  factTableNames,
  factTables,
  otherTables,
  type Column,
} from '../../shared/ledger/columns.ts';
import { migrations } from '../database/migrations/all-migrations.ts';

const database = new Database(':memory:');
for (const { sql } of migrations) database.exec(sql);
afterAll(() => database.close());

const registered: Readonly<Record<string, Readonly<Record<string, Column>>>> = {
  ...Object.fromEntries(factTableNames.map((name) => [name, factTables[name].columns])),
  ...otherTables,
};

/** Tables and columns that are still there and will go. */
const notYet: ReadonlySet<string> = new Set([
  'interventions.second_actor_id',
  'interventions.second_actor_role',
]);

const tables = database
  .prepare<[], string>(
    `SELECT name FROM pragma_table_list
     WHERE schema = 'main' AND type = 'table'
       AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'records_search%'`,
  )
  .pluck()
  .all()
  .filter((name) => !notYet.has(name));

describe('The register', () => {
  it('has every table', () => {
    expect(Object.keys(registered).toSorted()).toEqual(tables.toSorted());
    expect(Object.keys(factTables).toSorted()).toEqual([...factTableNames].toSorted());
  });

  it.each(tables)('has the columns of %s', (table) => {
    const columns = database
      .prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
      .pluck()
      .all(table)
      .filter((name) => !notYet.has(`${table}.${name}`));
    expect(Object.keys(registered[table] ?? {}).toSorted()).toEqual(columns.toSorted());
  });

  /** Tables that are no facts as a whole, by intent. */
  const apart = new Set([
    'idempotency',
    'item_keys',
    'events',
    'held_news',
    'run_items',
    'source_states',
  ]);

  it('has at most twelve columns that are no fact, those of whole tables apart', () => {
    const none = Object.entries(registered).flatMap(([table, columns]) =>
      Object.entries(columns)
        .filter(([, { source }]) => source === 'none' && !apart.has(table))
        .map(([column]) => `${table}.${column}`),
    );
    expect(none.length).toBeLessThanOrEqual(12);
  });
});
