/** What an erasure takes of an alert: a note or a finding, in each step of it that commits to one. */
import { ApiError } from '../../shared/contract/errors.ts';
import { entryOrUndefined } from '../../shared/ledger/entries.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import type { PlacedTarget } from '../ledger/intervention-journal.ts';
import { heldBy, refuseGone, refuseUncommitted } from './committing-entries.ts';

/** Alerts, as they stand among the rows of a proof. */
export const alertTable = 'alert_entries';

/** Every statement, by name, so that a test can read the plan of each. */
export const alertErasureStatements = {
  steps: `SELECT a.seq, lower(hex(a.hash)) AS hash, e.bytes
    FROM alert_entries AS a JOIN entries AS e ON e.seq = a.seq WHERE a.alert_id = ?`,
  stored: 'SELECT field FROM payloads WHERE seq = ?',
} as const;

interface Step {
  readonly seq: number;
  readonly hash: string;
  readonly bytes: string;
}

/**
 * Each step of an alert that still has one of the values.
 * @throws {ApiError} `not_found`, `validation_error`, `conflict`
 */
export function alertTargets(
  database: WriterDatabase,
  alertId: string,
  fields: readonly string[],
): PlacedTarget[] {
  const rows = database.prepare<[string], Step>(alertErasureStatements.steps).all(alertId);
  if (rows.length === 0) throw new ApiError('not_found', `There is no alert ${alertId}.`);
  const stored = database.prepare<[number], string>(alertErasureStatements.stored).pluck();
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
  return heldBy(steps, { id: alertId, fields });
}

function committedBy(bytes: string): readonly string[] {
  const entry = entryOrUndefined(bytes);
  return entry !== undefined && 'commitments' in entry
    ? entry.commitments.map(({ field }) => field)
    : [];
}
