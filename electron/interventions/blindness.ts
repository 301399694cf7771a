/** Tells which second reviews were not blind: their reviewer had asked for what people did, as the audit log has it. */
import type { Database, Statement } from 'better-sqlite3';
import { deciding } from '../../shared/contract/interventions.ts';
import { isProposal, isSecondReview } from '../../shared/decision-in-effect.ts';
import type { InterventionRow } from '../ledger/intervention-texts.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const blindnessStatements = {
  // The events of one record: nearly every event of the log is done (hence the unary plus).
  asked: `SELECT seq, at, caller, operation_id AS operation FROM audit_events
    WHERE object_id = ? AND +outcome = 'done' ORDER BY seq`,
} as const;

interface Asked {
  readonly seq: number;
  readonly at: string;
  readonly caller: string;
  readonly operation: string | null;
}

/** Operations that tell what people did on a record. */
const telling: ReadonlySet<string | null> = new Set(['getRecord', 'listInterventions']);

/** Over one connection. */
export class Blindness {
  readonly #asked: Statement<[string], Asked>;

  constructor(database: Database) {
    this.#asked = database.prepare(blindnessStatements.asked);
  }

  /** The ids of the second reviews on a record that were not blind; `rows` are its interventions. */
  broken(recordId: string, rows: readonly InterventionRow[]): string[] {
    const seconds = rows.filter(isSecondReview);
    if (seconds.length === 0) return [];
    const events = this.#asked.all(recordId);
    return seconds
      .filter((second) => {
        const decided = rows.findLast(
          (each) => each.n < second.n && deciding.includes(each.action) && !isProposal(each),
        );
        return decided !== undefined && hadAsked(events, second.created_at, decided.created_at);
      })
      .map(({ id }) => id);
  }
}

/**
 * Tells whether whoever appended something at `appended` had asked after `decided`. Several people use the window of the
 * machine itself: of it counts what was asked since the review was opened there.
 */
function hadAsked(events: readonly Asked[], appended: string, decided: string): boolean {
  // Events are dated by when a request came.
  const own = events.findLast(
    ({ operation, at }) => operation === 'createIntervention' && at > decided && at <= appended,
  );
  if (own === undefined) return false;
  const before = events.filter(({ seq, caller }) => seq < own.seq && caller === own.caller);
  const opened =
    own.caller === 'operator'
      ? (before.findLast(({ operation }) => operation === 'getReview')?.seq ?? 0)
      : 0;
  return before.some(
    ({ seq, at, operation }) => seq > opened && at >= decided && telling.has(operation),
  );
}
