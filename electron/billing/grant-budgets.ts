/** Budgets of grants: what the sessions of each came to, and what its budget leaves. */
import type { Database, Statement } from 'better-sqlite3';
import { ApiError } from '../../shared/contract/errors.ts';
import { costNumber } from '../../shared/billing/decimal.ts';
import { WorkspaceMoney } from './workspace-money.ts';

interface Row {
  readonly number: bigint;
  readonly grant_id: string;
  /** Nanos; null for none. */
  readonly budget_nanos: bigint | null;
  readonly spent_nanos: bigint;
}

/** So that a test can read its plan: it is asked at every access. */
export const grantBudgetStatements = {
  of: `SELECT g.number, g.grant_id, g.budget_nanos, g.spent_nanos
    FROM sessions AS s JOIN grants AS g ON g.number = s."grant" WHERE s.session_id = ?`,
  spend: 'UPDATE grants SET spent_nanos = spent_nanos + ? WHERE number = ?',
} as const;

/**
 * A query for the sum of each grant, as metered events have it.
 * @param usage what was used: a table with the number of its session, and costs
 */
export function spentOfGrants(usage: string): string {
  return `SELECT g.number, coalesce(sum(e.time_nanos + e.record_nanos + e.data_nanos + e.operation_nanos), 0)
      AS spent_nanos
    FROM grants AS g LEFT JOIN sessions AS t ON t."grant" = g.number
    LEFT JOIN billed_sessions AS s ON s.session_id = t.session_id
    LEFT JOIN ${usage} AS e ON e.session = s.number GROUP BY g.number`;
}

/** Over the writer's connection; the caller holds the transaction. */
export class GrantBudgets {
  readonly #money: WorkspaceMoney;
  readonly #of: Statement<[string], Row>;
  readonly #spend: Statement<[bigint, bigint]>;

  constructor(database: Database) {
    this.#money = new WorkspaceMoney(database);
    this.#of = database.prepare<[string], Row>(grantBudgetStatements.of).safeIntegers();
    this.#spend = database.prepare(grantBudgetStatements.spend);
  }

  /** Nanos that the grant of a session leaves; undefined where nothing limits it. */
  left(sessionId: string): bigint | undefined {
    return this.budgetOf(sessionId)?.left;
  }

  /** The same with whose budget it is. */
  budgetOf(sessionId: string): { readonly grantId: string; readonly left: bigint } | undefined {
    const grant = this.#of.get(sessionId);
    if (grant === undefined || grant.budget_nanos === null) return undefined;
    const left = grant.budget_nanos - grant.spent_nanos;
    return { grantId: grant.grant_id, left: left < 0n ? 0n : left };
  }

  /**
   * Charges sessions' nanos against their grants; below zero, they are given back.
   * @throws {ApiError} `spending_limit_exceeded`: then the transaction must not be kept
   */
  spend(spent: ReadonlyMap<string, bigint>): void {
    for (const { grant, nanos } of this.#byGrant(spent)) {
      const { budget_nanos: budget, spent_nanos: before } = grant;
      if (budget !== null && nanos > 0n && before + nanos > budget) {
        throw exceeded(grant, { budget, nanos, code: this.#money.now.code });
      }
      this.#spend.run(nanos, grant.number);
    }
  }

  /** The same, and nothing is refused. */
  count(spent: ReadonlyMap<string, bigint>): void {
    for (const { grant, nanos } of this.#byGrant(spent)) this.#spend.run(nanos, grant.number);
  }

  /** Tells whether `spend` would charge them. */
  allow(spent: ReadonlyMap<string, bigint>): boolean {
    return this.#byGrant(spent).every(
      ({ grant: { budget_nanos: budget, spent_nanos: before }, nanos }) =>
        budget === null || nanos <= 0n || before + nanos <= budget,
    );
  }

  #byGrant(spent: ReadonlyMap<string, bigint>): { readonly grant: Row; readonly nanos: bigint }[] {
    const sums = new Map<bigint, { readonly grant: Row; nanos: bigint }>();
    for (const [sessionId, nanos] of spent) {
      const grant = this.#of.get(sessionId);
      if (grant === undefined) continue;
      const sum = sums.get(grant.number) ?? { grant, nanos: 0n };
      sum.nanos += nanos;
      sums.set(grant.number, sum);
    }
    return [...sums.values()];
  }
}

function exceeded(
  { grant_id: id, spent_nanos: spent }: Row,
  {
    budget,
    nanos,
    code,
  }: { readonly budget: bigint; readonly nanos: bigint; readonly code: string },
) {
  return new ApiError(
    'spending_limit_exceeded',
    `This would exceed the budget of ${costNumber(budget)} ${code} of the grant ${id}. Nothing was served or charged.`,
    {
      details: {
        limit: {
          kind: 'grant',
          grant_id: id,
          amount: costNumber(budget),
          spent: costNumber(spent),
          requested: costNumber(nanos),
          currency: code,
        },
      },
    },
  );
}
