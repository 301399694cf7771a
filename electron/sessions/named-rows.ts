/** The rows that a request names by their ids, all of them or none. */
import { validationError, type FieldError } from '../../shared/contract/errors.ts';
import { faultOf } from '../../shared/contract/faults.ts';
import { limits } from '../../shared/contract/limits.ts';
import type { EvidenceRow } from '../evidence/evidence.ts';
import type { SaltedRow } from '../sources/seen-row.ts';

/** Faults that are told one by one; the others are the same again. */
const toldFaults = 100;

/** A row that a request names, with its number where the ledger holds it, and the bytes of it. */
export interface NamedRow extends EvidenceRow {
  readonly seq: number | undefined;
  readonly bytes: number;
}

/**
 * The rows in the order they are named, as the session may see them, one by one.
 * @param rows the row of each id; undefined where the session sees none
 * @throws {ApiError} at the end, `validation_error` naming each unknown and each repeated id below `field`
 */
export function* namedRows(
  ids: readonly string[],
  field: string,
  rows: Iterable<SaltedRow | undefined>,
): Generator<NamedRow> {
  const faults: FieldError[] = [];
  const seen = new Set<string>();
  let index = -1;
  for (const row of rows) {
    index += 1;
    const recordId = ids[index] ?? '';
    if (row === undefined || seen.has(recordId)) {
      const found = seen.has(recordId) ? faultOf('named_twice') : faultOf('not_of_session');
      faults.push({ field: `${field}.${index}`, ...found });
    } else if (faults.length === 0) {
      const bytes = Buffer.byteLength(row.text);
      yield { recordId, document: row.document, rowSalt: row.salt, seq: row.heldSeq, bytes };
    }
    seen.add(recordId);
  }
  if (faults.length > 0) throw validationError(faults.slice(0, toldFaults));
}

/**
 * Rows that are worked on together and given out in one answer, from the first on: as many as there is
 * room for (`limits.answerBytes`), and one in any case. `all` says whether none was left out.
 */
export function rowsTogether(rows: Iterable<NamedRow>): {
  readonly rows: readonly NamedRow[];
  readonly all: boolean;
} {
  const together: NamedRow[] = [];
  let bytes = 0;
  for (const row of rows) {
    bytes += row.bytes;
    if (together.length > 0 && bytes > limits.answerBytes) return { rows: together, all: false };
    together.push(row);
  }
  return { rows: together, all: true };
}
