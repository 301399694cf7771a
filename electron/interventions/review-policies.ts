/** What policies ask of reviews: settings of the workspace, read where a record is acted on. */
import type { Statement } from 'better-sqlite3';
import type { Actor } from '../../shared/ledger/entry-members.ts';
import type { ReviewPolicy, ReviewRules } from '../../shared/contract/reviews.ts';
import type { ReaderDatabase, WriterDatabase } from '../database/open-database.ts';
import type { EntrySigning } from '../ledger/entry-signing.ts';
import type { Facts } from '../proof/facts.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const reviewPolicyStatements = {
  list: 'SELECT policy_id, second_actor, review_below FROM review_policies ORDER BY policy_id',
  one: 'SELECT policy_id, second_actor, review_below FROM review_policies WHERE policy_id = ?',
} as const;

/** Rules of a policy that was never set. */
export const noRules: ReviewRules = { second_actor: false, review_below: null };

interface PolicyRow {
  readonly policy_id: string;
  readonly second_actor: number;
  readonly review_below: number | null;
}

/** Over one connection. */
export class ReviewPolicies {
  readonly #database: ReaderDatabase | WriterDatabase;

  constructor(database: ReaderDatabase | WriterDatabase) {
    this.#database = database;
  }

  /** All, by id. */
  list(): ReviewPolicy[] {
    return this.#database
      .prepare<[], PolicyRow>(reviewPolicyStatements.list)
      .all()
      .map((row) => ({ policy_id: row.policy_id, ...rulesOf(row) }));
  }

  /** What one asks for; undefined for a record without policy, and for a policy that asks nothing. */
  rules(policyId: string | null): ReviewRules | undefined {
    if (policyId === null) return undefined;
    const row = this.#database
      .prepare<[string], PolicyRow>(reviewPolicyStatements.one)
      .get(policyId);
    return row === undefined ? undefined : rulesOf(row);
  }
}

/** Writes over the writer's connection; the caller holds the transaction. */
export class ReviewPolicyWriter {
  readonly #facts: Facts;
  readonly #next: Statement<[], number>;
  readonly #revise: Statement<[number, string]>;

  constructor(database: WriterDatabase, facts: Facts) {
    this.#facts = facts;
    this.#next = database
      .prepare<[], number>('SELECT coalesce(max(revision), 0) + 1 FROM review_policies')
      .pluck();
    this.#revise = database.prepare('UPDATE review_policies SET revision = ? WHERE policy_id = ?');
  }

  /** Sets what a policy asks for. The revision tells readers that what they keep is out of date. */
  set(
    { policy_id: id, ...rules }: ReviewPolicy,
    signed?: { readonly by: Actor; readonly signing: EntrySigning },
  ): void {
    const revision = this.#next.get() ?? 1;
    const written = this.#facts.write(
      'review_policies',
      id,
      { set: rules, ...signed },
      { revision },
    );
    if (written !== undefined) this.#revise.run(revision, id);
  }
}

function rulesOf(row: PolicyRow): ReviewRules {
  return { second_actor: row.second_actor === 1, review_below: row.review_below };
}
