/** How a deviation is put into words and cut to size. */
import type { EntryVerdict, Finding } from '../../shared/contract/chain.ts';

/** Longest `expected` and `actual`, in UTF-16 units (contract, "Finding"). */
const longestText = 4_096;

/** A finding about an entry, or about a row that stands for one. */
export type EntryFinding = Finding & { readonly seq: number };

export interface FindingDetails {
  readonly seq: number;
  readonly type?: string | undefined;
  readonly recordId?: string | undefined;
  readonly field?: string | undefined;
  /** The row that deviates, where it is not the entry. */
  readonly place?: RowPlace | undefined;
  readonly expected?: string | number | null | undefined;
  readonly actual?: string | number | null | undefined;
}

export interface RowPlace {
  readonly table: string;
  /** Text of the row's key. */
  readonly row: string;
  /** Left out where it is about the whole row. */
  readonly column?: string | undefined;
}

/** A finding; what is not given is null. The message says what is wrong with which thing. */
export function createFinding(
  verdict: EntryVerdict,
  message: string,
  details: FindingDetails,
): EntryFinding {
  return {
    verdict,
    seq: details.seq,
    type: details.type ?? null,
    record_id: details.recordId ?? null,
    field: details.field ?? null,
    table: details.place?.table ?? null,
    row: details.place?.row ?? null,
    column: details.place?.column ?? null,
    expected: cut(details.expected),
    actual: cut(details.actual),
    message,
  };
}

/** A text cut to the longest that a finding holds. */
export function cut(value: string | number | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  const text = String(value);
  if (text.length <= longestText) return text;
  // Never between the halves of a character.
  const end = /[\ud800-\udbff]/.test(text[longestText - 2] ?? '')
    ? longestText - 2
    : longestText - 1;
  return `${text.slice(0, end)}…`;
}
