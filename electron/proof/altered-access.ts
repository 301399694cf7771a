/** Whether what decides about access is as its facts say: the few rows that are compared at each opening. */
import type { Database } from 'better-sqlite3';
import type { FactTableName } from '../../shared/ledger/columns.ts';
import { misfoundAccess } from './access-indexes.ts';
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

/** Rows that indexes hid as a connection was opened: they are looked for once, since only another program hides any. */
const hidden = new WeakMap<Database, readonly AlteredRow[]>();

function hiddenAccess(database: Database): readonly AlteredRow[] {
  const known = hidden.get(database) ?? misfoundAccess(database, accessTables);
  hidden.set(database, known);
  return known;
}

/**
 * The rows of keys, people, decision profiles and rate limits that differ from their facts, or that an index hides; each
 * is told once.
 */
export function alteredAccess(database: Database): AlteredRow[] {
  const altered = new Map<string, AlteredRow>();
  const tell = (each: AlteredRow) => altered.set(`${each.table}/${each.row}`, each);
  for (const each of hiddenAccess(database)) tell(each);
  const check = new FactsCheck(
    database,
    ({ table, row }) => {
      const known = accessTables.find((each) => each === table);
      if (known !== undefined) tell({ table: known, row });
    },
    { tables: accessTables, areValuesUnchecked: true },
  );
  for (const _step of check.run());
  return [...altered.values()];
}
