/** Whether what decides about access is as its facts say: the few rows that are compared at each opening. */
import type { Database } from 'better-sqlite3';
import { misfoundAccess } from './access-indexes.ts';
import { accessTables, type AlteredRow } from './access-tables.ts';
import { FactsCheck } from './check-facts.ts';

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
