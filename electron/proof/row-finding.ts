/** Deviation of one row from what the journal says of it. */
export interface RowFinding {
  /**
   * A row without facts, one that facts speak of and that is not there, a value that differs; or a signature of a
   * person that is not to be relied upon: `actual` says why.
   */
  readonly kind: 'inserted' | 'deleted' | 'altered' | 'signature';
  readonly table: string;
  /** Text of the row's key. */
  readonly row: string;
  /** Null where it is about the whole row. */
  readonly column: string | null;
  /** Of the fact that decides; 0 where none does. */
  readonly seq: number;
  /** Of the record that it is about, where it is about one. */
  readonly recordId?: string | undefined;
  readonly expected: string | null;
  readonly actual: string | null;
}
