/** Whether what decides about access is as its facts say: the few rows that are compared at each opening. */
import type { Database } from 'better-sqlite3';
import type { FactTableName } from '../../shared/ledger/columns.ts';
import { FactsCheck } from './check-facts.ts';

const accessTables = [
  'api_keys',
  'people',
  'profiles',
  'rate_limits',
] as const satisfies readonly FactTableName[];
export type AccessTable = (typeof accessTables)[number];

/** A row that is not what its facts say, has none, or is gone. */
export interface AlteredRow {
  readonly table: AccessTable;
  /** Text of the row's key. */
  readonly row: string;
}

/** The rows of keys, people, decision profiles and rate limits that differ from their facts; each is told once. */
export function alteredAccess(database: Database): AlteredRow[] {
  const altered = new Map<string, AlteredRow>();
  const check = new FactsCheck(
    database,
    ({ table, row }) => {
      const known = accessTables.find((each) => each === table);
      if (known !== undefined) altered.set(`${table}/${row}`, { table: known, row });
    },
    { tables: accessTables, areValuesUnchecked: true },
  );
  for (const _step of check.run());
  return [...altered.values()];
}
