/** Objections of persons that decisions wait for: due by the last day of the request, whatever the profile sets. */
import type { Database, Statement } from 'better-sqlite3';
import { jsonOrUndefined } from '../../shared/contract/json.ts';
import { objectionMeaning } from '../../shared/contract/interventions.ts';
import { requestOfObjection } from '../../shared/oversight/objection-text.ts';
import type { InterventionRow } from '../ledger/intervention-texts.ts';
import { reviewQueueStatements as sql } from './statements.ts';

/** Over one connection. */
export class Objections {
  readonly #value: Statement<[number, string], string>;
  readonly #due: Statement<[string], string>;

  constructor(database: Database) {
    this.#value = database.prepare<[number, string], string>(sql.value).pluck();
    this.#due = database.prepare<[string], string>(sql.dueOfRequest).pluck();
  }

  /** Until when; milliseconds. Undefined where it is no objection, or its request is not told any more. */
  dueOf(asked: Pick<InterventionRow, 'seq' | 'meaning'> | undefined): number | undefined {
    if (asked?.meaning !== objectionMeaning) return undefined;
    const text = jsonOrUndefined(this.#value.get(asked.seq, 'reason') ?? '');
    const number = typeof text === 'string' ? requestOfObjection(text) : undefined;
    const day = number === undefined ? undefined : this.#due.get(number);
    return day === undefined ? undefined : Date.parse(`${day}T23:59:59.999Z`);
  }
}
