/** What a grant of statistics has paid for in ε: each question once. */
import type { Database, Statement } from 'better-sqlite3';
import { ApiError } from '../../shared/contract/errors.ts';

/** A question that a data thread has an answer to. */
export interface Question {
  /** The digest that it is known again by, hex. */
  readonly query: string;
  /** What it costs, in millionths of ε. */
  readonly epsilonMicro: number;
}

interface Row {
  readonly number: number;
  readonly grant_id: string;
  readonly epsilon_micro: number | null;
  readonly spent_micro: number;
}

/** Every statement, by name, so that a test can read the plan of each. */
export const grantAnswerStatements = {
  grant: `SELECT g.number, g.grant_id, g.epsilon_micro, g.spent_micro
    FROM sessions AS s JOIN grants AS g ON g.number = s."grant" WHERE s.session_id = ?`,
  find: 'SELECT evidence_id FROM grant_answers WHERE "grant" = ? AND query = unhex(?)',
} as const;

/** Over the writer's connection. The caller holds the transaction. */
export class GrantAnswers {
  readonly #grant: Statement<[string], Row>;
  readonly #find: Statement<[number, string], string>;
  readonly #insert: Statement<[number, string, string]>;
  readonly #spend: Statement<[number, number]>;

  constructor(database: Database) {
    this.#grant = database.prepare(grantAnswerStatements.grant);
    this.#find = database.prepare<[number, string], string>(grantAnswerStatements.find).pluck();
    this.#insert = database.prepare(
      'INSERT INTO grant_answers ("grant", query, evidence_id) VALUES (?, unhex(?), ?)',
    );
    this.#spend = database.prepare(
      'UPDATE grants SET spent_micro = spent_micro + ? WHERE number = ?',
    );
  }

  /** The evidence of a question that was paid for already. */
  find(sessionId: string, { query }: Question): string | undefined {
    return this.#find.get(this.#of(sessionId).number, query);
  }

  /**
   * What the grant of a session will have spent with one more question.
   * @throws {ApiError} `privacy_budget_exhausted`
   */
  priceOf(sessionId: string, { epsilonMicro }: Question): { grantId: string; spentMicro: number } {
    const { grant_id: grantId, epsilon_micro: granted, spent_micro: spent } = this.#of(sessionId);
    const after = spent + epsilonMicro;
    if (granted !== null && after <= granted) return { grantId, spentMicro: after };
    throw new ApiError(
      'privacy_budget_exhausted',
      'The privacy budget of the grant is spent. What was asked before is still answered.',
      { details: { grant_id: grantId, epsilon: (granted ?? 0) / million, spent: spent / million } },
    );
  }

  /** Spends it. */
  pay(sessionId: string, { query, epsilonMicro }: Question, evidenceId: string): void {
    const { number } = this.#of(sessionId);
    this.#insert.run(number, query, evidenceId);
    this.#spend.run(epsilonMicro, number);
  }

  #of(sessionId: string): Row {
    const grant = this.#grant.get(sessionId);
    if (grant === undefined) throw new Error(`The session ${sessionId} stands on no grant.`);
    return grant;
  }
}

const million = 1_000_000;
