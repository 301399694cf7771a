/** By what shares would have been fixed at an instant. */
import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import { FactsThen } from '../../proof/facts-then.ts';
import { monthOf } from '../../../shared/billing/calendar.ts';
import type { FeeTier } from '../../../shared/billing/fees.ts';
import type { Beneficiary, ShareMeans } from '../../../shared/billing/share-rule.ts';
import {
  inMonth,
  oneTier,
  readBeneficiaries,
  readTiers,
  startOfYear,
  wholeTo,
  type FromMonth,
  type SharedDocument,
} from '../shares/share-terms.ts';
import { wasCanceled } from './was.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const pastTermStatements = {
  beneficiaries: 'SELECT from_month FROM beneficiaries WHERE dataset_id = ? ORDER BY from_month',
  fees: 'SELECT from_month FROM fee_tables WHERE holder_id = ? ORDER BY from_month',
  given: `SELECT coalesce(sum(s.gross), 0) FROM shares AS s
    LEFT JOIN invoices AS i ON i.invoice_id = s.document
    WHERE s.holder_id = @holder AND s.at >= @year AND s.at <= @at
      AND (i.number IS NULL OR NOT ${wasCanceled('i')})`,
} as const;

const feeSchema = z.object({ fee_bps: z.coerce.bigint() });

/** Over one connection. */
export class PastShareTerms {
  readonly #facts: FactsThen;
  readonly #beneficiaries: Statement<[string], string>;
  readonly #fees: Statement<[string], string>;
  readonly #given: Statement<[object], bigint>;

  constructor(database: Database) {
    this.#facts = new FactsThen(database);
    this.#beneficiaries = database
      .prepare<[string], string>(pastTermStatements.beneficiaries)
      .pluck();
    this.#fees = database.prepare<[string], string>(pastTermStatements.fees).pluck();
    this.#given = database
      .prepare<[object], bigint>(pastTermStatements.given)
      .pluck()
      .safeIntegers();
  }

  /** Means for a document that would have been issued at that instant. */
  of({ month, issuedAt: at, holderOf }: SharedDocument): ShareMeans {
    const year = startOfYear(at);
    return {
      beneficiaries: (datasetId) =>
        inMonth(this.beneficiaries(datasetId, at), month) ?? wholeTo(holderOf(datasetId)),
      feeTiers: (holderId) =>
        inMonth(this.#feesOf(holderId, at), monthOf(at)) ?? this.#usualFee(holderId, at),
      givenInYear: (holder) => this.#given.get({ holder, year, at }) ?? 0n,
    };
  }

  /** Who benefited of a dataset, by month. */
  beneficiaries(datasetId: string, at: string): FromMonth<Beneficiary[]>[] {
    return this.#beneficiaries.all(datasetId).flatMap((fromMonth) => {
      const row = this.#facts.of('beneficiaries', [datasetId, fromMonth], at);
      return row === undefined ? [] : [{ fromMonth, value: readBeneficiaries(row['value']) }];
    });
  }

  #feesOf(holderId: string, at: string): FromMonth<FeeTier[]>[] {
    return this.#fees.all(holderId).flatMap((fromMonth) => {
      const row = this.#facts.of('fee_tables', [holderId, fromMonth], at);
      return row === undefined ? [] : [{ fromMonth, value: readTiers(row['tiers']) }];
    });
  }

  #usualFee(holderId: string, at: string): readonly FeeTier[] {
    const row = this.#facts.of('payout_preferences', holderId, at);
    return oneTier(row === undefined ? undefined : feeSchema.parse(row).fee_bps);
  }
}
