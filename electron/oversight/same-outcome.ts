/** Compares what two people decided: the outcome that the profile names, or the whole output without one. */
import type { Database, Statement } from 'better-sqlite3';
import { isJsonObject, jsonOrUndefined } from '../../shared/contract/json.ts';
import type { ProfileDocument } from '../../shared/contract/profiles.ts';
import { ProfileReader } from '../../shared/oversight/profile-reader.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const sameOutcomeStatements = {
  output: "SELECT value FROM payloads WHERE seq = ? AND field = 'output'",
  outcome: `SELECT p.value FROM interventions AS i
    JOIN payloads AS p ON p.seq = i.seq AND p.field = 'outcome' WHERE i.id = ?`,
} as const;

/** Over one connection. */
export class SameOutcome {
  readonly #output: Statement<[number], string>;
  readonly #outcome: Statement<[string], string>;

  constructor(database: Database) {
    this.#output = database.prepare<[number], string>(sameOutcomeStatements.output).pluck();
    this.#outcome = database.prepare<[string], string>(sameOutcomeStatements.outcome).pluck();
  }

  /**
   * Tells whether a second review decides otherwise than what is in effect. Where either was erased, nothing can be said.
   * @param seq of the record
   * @param changedBy the intervention that put an output in effect; null for the model's own
   */
  differs(
    seq: number,
    profile: ProfileDocument | undefined,
    { second, changedBy }: { readonly second: string; readonly changedBy: string | null },
  ): boolean {
    const texts = [
      this.#outcome.get(second),
      changedBy === null ? this.#output.get(seq) : this.#outcome.get(changedBy),
    ] as const;
    const [one, other] = texts;
    if (one === undefined || other === undefined) return false;
    if (profile === undefined || profile.outcome === null) return one !== other;
    const reader = new ProfileReader(profile);
    const outcomes = texts.map((text) => {
      const output = jsonOrUndefined(text ?? '');
      return isJsonObject(output) ? reader.outcome({ output }) : null;
    });
    return outcomes[0] !== outcomes[1];
  }
}
