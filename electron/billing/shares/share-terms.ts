/** By what shares are fixed: who benefits of a dataset, by which fee table, and what a holder was given in a year. */
import type { Database, Statement } from 'better-sqlite3';
import type { FeeTier } from '../../../shared/billing/fees.ts';
import { usualFee } from '../../../shared/billing/fees.ts';
import type { ShareMeans } from '../../../shared/billing/share-rule.ts';

/** A document whose shares are fixed. */
export interface SharedDocument {
  /** First day of the month that it is for. */
  readonly month: string;
  readonly issuedAt: string;
  /** Holder of a dataset. */
  readonly holderOf: (datasetId: string) => string;
}

/** Every statement, by name, so that a test can read the plan of each. */
export const shareTermStatements = {
  fee: 'SELECT fee_bps FROM payout_preferences WHERE holder_id = ?',
  given: `SELECT coalesce(sum(s.gross), 0) FROM shares AS s
    LEFT JOIN invoices AS i ON i.invoice_id = s.document
    WHERE s.holder_id = ? AND s.at >= ? AND (i.status IS NULL OR i.status <> 'CANCELED')`,
} as const;

export class ShareTerms {
  readonly #fee: Statement<[string], bigint>;
  readonly #given: Statement<[string, string], bigint>;

  constructor(database: Database) {
    this.#fee = database.prepare<[string], bigint>(shareTermStatements.fee).pluck().safeIntegers();
    this.#given = database
      .prepare<[string, string], bigint>(shareTermStatements.given)
      .pluck()
      .safeIntegers();
  }

  /** Means for a document that is issued now. */
  of({ issuedAt, holderOf }: SharedDocument): ShareMeans {
    const year = startOfYear(issuedAt);
    return {
      beneficiaries: (datasetId) => [{ holderId: holderOf(datasetId), bps: 10_000n }],
      feeTiers: (holderId) => this.#feeTiers(holderId),
      givenInYear: (holderId) => this.#given.get(holderId, year) ?? 0n,
    };
  }

  #feeTiers(holderId: string): readonly FeeTier[] {
    const bps = this.#fee.get(holderId);
    return bps === undefined ? usualFee : [{ upTo: null, bps }];
  }
}

/** The instant at which the year of another begins. */
export function startOfYear(instant: string): string {
  return `${instant.slice(0, 4)}-01-01T00:00:00.000Z`;
}
