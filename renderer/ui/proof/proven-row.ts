/** A row whose facts the journal holds, as the drawer Proof is opened for it. */
import type { FactTableName } from '../../../shared/ledger/columns.ts';

export interface ProvenRow {
  readonly table: FactTableName;
  /** The key of the row, of several columns their JSON array. */
  readonly id: string;
}

/** One whose committed values can be erased; of an alert those of all its steps, of a figure those of its entry. */
export interface ErasableRow extends Omit<ProvenRow, 'table'> {
  readonly table: FactTableName | 'alert_entries' | 'figures';
}
