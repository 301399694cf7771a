/** Tables whose rows decide about access: few, so that they are compared at each opening. */
import type { FactTableName } from '../../shared/ledger/columns.ts';

export const accessTables = [
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
