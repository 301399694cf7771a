/** What an erasure takes of an alert or a recorded figure: values of each entry of it that commits to one. */
import { ApiError } from '../../shared/contract/errors.ts';
import { entryOrUndefined, isFigureId } from '../../shared/ledger/entries.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import type { PlacedTarget } from '../ledger/intervention-journal.ts';
import { heldBy, refuseGone, refuseUncommitted } from './committing-entries.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const evidenceErasureStatements = {
  /** Steps of an alert. */
  alert_entries: `SELECT a.seq, lower(hex(a.hash)) AS hash, e.bytes
    FROM alert_entries AS a JOIN entries AS e ON e.seq = a.seq WHERE a.alert_id = ?`,
  figures: `SELECT f.seq, lower(hex(f.hash)) AS hash, e.bytes
    FROM figures AS f JOIN entries AS e ON e.seq = f.seq WHERE f.id = ?`,
  stored: 'SELECT field FROM payloads WHERE seq = ?',
} as const;

/** Alerts and figures, as they stand among the rows of a proof. */
export type EvidenceTable = Exclude<keyof typeof evidenceErasureStatements, 'stored'>;

const nouns: Readonly<Record<EvidenceTable, string>> = {
  alert_entries: 'alert',
  figures: 'recorded figure',
};

export function isEvidenceTable(table: string): table is EvidenceTable {
  return Object.hasOwn(nouns, table);
}

/** The table that an alert or a figure stands in, by its id. */
export function evidenceTableOf(id: string): EvidenceTable {
  return isFigureId(id) ? 'figures' : 'alert_entries';
}

interface Step {
  readonly seq: number;
  readonly hash: string;
  readonly bytes: string;
}

/**
 * Each entry of an alert or a figure that still has one of the values.
 * @throws {ApiError} `not_found`, `validation_error`, `conflict`
 */
export function evidenceTargets(
  database: WriterDatabase,
  { table, id }: { readonly table: EvidenceTable; readonly id: string },
  fields: readonly string[],
): PlacedTarget[] {
  const rows = database.prepare<[string], Step>(evidenceErasureStatements[table]).all(id);
  if (rows.length === 0) throw new ApiError('not_found', `There is no ${nouns[table]} ${id}.`);
  const stored = database.prepare<[number], string>(evidenceErasureStatements.stored).pluck();
  const steps = rows
    .toSorted((one, other) => one.seq - other.seq)
    .map(({ seq, hash, bytes }) => ({
      seq,
      hash: `sha256:${hash}`,
      committed: committedBy(bytes),
      stored: stored.all(seq),
    }));
  refuseUncommitted(steps, fields);
  refuseGone(steps, fields);
  return heldBy(steps, { id, fields });
}

function committedBy(bytes: string): readonly string[] {
  const entry = entryOrUndefined(bytes);
  return entry !== undefined && 'commitments' in entry
    ? entry.commitments.map(({ field }) => field)
    : [];
}
