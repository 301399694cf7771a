/**
 * Columns of decisions: what filters and figures are computed from, wherever the decisions are kept. A row is a
 * decision; rows are in the order of their positions.
 */
import type { FactValue } from '../../shared/contract/oversight.ts';

/** Numbers of values, in as few bytes as there are values for. */
export type Codes = Uint8Array | Uint16Array | Uint32Array;

/** Values by their number, `values[codes[row]]`; number 0 is none. Several numbers may stand for one value. */
export interface CodedColumn {
  readonly kind: 'coded';
  readonly codes: Codes;
  readonly values: readonly (FactValue | undefined)[];
}

/** Numbers; NaN is none. */
export interface NumberColumn {
  readonly kind: 'number';
  readonly numbers: Float64Array;
}

/** Milliseconds since 1970, which a filter sees as an instant in ISO 8601. */
export interface TimeColumn {
  readonly kind: 'time';
  readonly numbers: Float64Array;
}

/** Texts that are nearly all different: they are read when they are asked for. */
export interface TextColumn {
  readonly kind: 'text';
  /** Rows that have one of the texts. */
  readonly rowsOf: (texts: readonly string[]) => Iterable<number>;
  /** 1 for each row that has a text. */
  readonly present: () => Uint8Array;
}

export type Column = CodedColumn | NumberColumn | TimeColumn | TextColumn;

export interface DecisionColumns {
  readonly size: number;
  /** Place of each row in the ledger's chain of records, rising. */
  readonly positions: Uint32Array;
  /** The column that a filter names so; undefined where no decision has anything there. */
  column(field: string): Column | undefined;
  /** Milliseconds that a row waited for the first decision of a person; undefined where there is none. */
  waited(row: number): number | undefined;
}

/** Bits of the column that says how a decision stands. */
export const flags = { changed: 1, reviewed: 2, datedByRecording: 4, sampled: 8 } as const;

/** Values of one bit by the number that all bits make. */
function bitValues(bit: number, off: FactValue, on: FactValue): readonly FactValue[] {
  return Array.from({ length: 16 }, (_, all) => ((all & bit) === 0 ? off : on));
}

const changedValues = bitValues(flags.changed, false, true);
const reviewedValues = bitValues(flags.reviewed, false, true);
const sampledValues = bitValues(flags.sampled, false, true);
const datedValues = bitValues(flags.datedByRecording, 'profile', 'recording');

/** The columns that the bits of a row stand for. */
export function flagColumn(field: string, codes: Codes): CodedColumn | undefined {
  switch (field) {
    case 'changed':
      return { kind: 'coded', codes, values: changedValues };
    case 'reviewed':
      return { kind: 'coded', codes, values: reviewedValues };
    case 'sampled':
      return { kind: 'coded', codes, values: sampledValues };
    case 'decided_from':
      return { kind: 'coded', codes, values: datedValues };
    default:
      return undefined;
  }
}
