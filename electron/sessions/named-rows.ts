/** The rows that a request names by their ids, all of them or none. */
import { validationError, type FieldError } from '../../shared/contract/errors.ts';
import type { EvidenceRow } from '../evidence/evidence.ts';
import type { DataMeans } from './data-means.ts';
import { visibleDocument, type OpenedSession } from './opened-session.ts';

/** Faults that are told one by one; the others are the same again. */
const toldFaults = 100;

/**
 * The rows in the order they are named, as the session may see them.
 * @throws {ApiError} `validation_error` naming each unknown and each repeated id below `field`
 */
export function namedRows(
  ids: readonly string[],
  field: string,
  opened: OpenedSession,
  { queries }: Pick<DataMeans, 'queries'>,
): EvidenceRow[] {
  const faults: FieldError[] = [];
  const seen = new Set<string>();
  const rows: EvidenceRow[] = [];
  queries.run(() => {
    for (const [index, recordId] of ids.entries()) {
      const row = seen.has(recordId) ? undefined : queries.row(opened.snapshot, recordId);
      if (row === undefined) {
        const message = seen.has(recordId) ? 'is named twice' : 'is not a record of this session';
        faults.push({ field: `${field}.${index}`, message });
      } else {
        rows.push({ recordId, document: visibleDocument(row, opened) });
      }
      seen.add(recordId);
    }
  });
  if (faults.length > 0) throw validationError(faults.slice(0, toldFaults));
  return rows;
}
