/** How a deviation is put into words and cut to size. */
import type { EntryVerdict, Finding } from '../../shared/contract/chain.ts';

/** Longest `expected` and `actual`, in UTF-16 units (contract, "Finding"). */
const longestText = 4_096;

export interface FindingDetails {
  readonly seq: number;
  readonly type?: string | undefined;
  readonly recordId?: string | undefined;
  readonly field?: string | undefined;
  readonly expected?: string | number | null | undefined;
  readonly actual?: string | number | null | undefined;
}

/** A finding; what is not given is null. The message says what is wrong with which thing. */
export function createFinding(
  verdict: EntryVerdict,
  message: string,
  details: FindingDetails,
): Finding {
  return {
    verdict,
    seq: details.seq,
    type: details.type ?? null,
    record_id: details.recordId ?? null,
    field: details.field ?? null,
    expected: cut(details.expected),
    actual: cut(details.actual),
    message,
  };
}

function cut(value: string | number | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  const text = String(value);
  if (text.length <= longestText) return text;
  // Never between the halves of a character.
  const end = /[\ud800-\udbff]/.test(text[longestText - 2] ?? '')
    ? longestText - 2
    : longestText - 1;
  return `${text.slice(0, end)}…`;
}
