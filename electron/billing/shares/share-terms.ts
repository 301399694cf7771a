/** By what shares are fixed: who benefits of a dataset, by which fee table, and what a holder was given in a year. */
import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import { usualFee, type FeeTier } from '../../../shared/billing/fees.ts';
import type { Beneficiary, ShareMeans } from '../../../shared/billing/share-rule.ts';
import { monthOf } from '../../../shared/billing/calendar.ts';

/** A document whose shares are fixed. */
export interface SharedDocument {
  /** First day of the month that it is for. */
  readonly month: string;
  readonly issuedAt: string;
  /** Holder of a dataset. */
  readonly holderOf: (datasetId: string) => string;
}

/** A value that is in force from a month (its first day) on. */
export interface FromMonth<Value> {
  readonly fromMonth: string;
  readonly value: Value;
}

/** Every statement, by name, so that a test can read the plan of each. */
export const shareTermStatements = {
  beneficiaries:
    'SELECT from_month, value FROM beneficiaries WHERE dataset_id = ? ORDER BY from_month',
  fees: 'SELECT from_month, tiers AS value FROM fee_tables WHERE holder_id = ? ORDER BY from_month',
  fee: 'SELECT fee_bps FROM payout_preferences WHERE holder_id = ?',
  given: `SELECT coalesce(sum(s.gross), 0) FROM shares AS s
    LEFT JOIN invoices AS i ON i.invoice_id = s.document
    WHERE s.holder_id = ? AND s.at >= ? AND (i.status IS NULL OR i.status <> 'CANCELED')`,
} as const;

interface TermRow {
  readonly from_month: string;
  readonly value: string;
}

export class ShareTerms {
  readonly #beneficiaries: Statement<[string], TermRow>;
  readonly #fees: Statement<[string], TermRow>;
  readonly #fee: Statement<[string], bigint>;
  readonly #given: Statement<[string, string], bigint>;

  constructor(database: Database) {
    this.#beneficiaries = database.prepare(shareTermStatements.beneficiaries);
    this.#fees = database.prepare(shareTermStatements.fees);
    this.#fee = database.prepare<[string], bigint>(shareTermStatements.fee).pluck().safeIntegers();
    this.#given = database
      .prepare<[string, string], bigint>(shareTermStatements.given)
      .pluck()
      .safeIntegers();
  }

  /** Means for a document that is issued now. */
  of({ month, issuedAt, holderOf }: SharedDocument): ShareMeans {
    const year = startOfYear(issuedAt);
    return {
      beneficiaries: (datasetId) =>
        inMonth(this.beneficiaries(datasetId), month) ?? wholeTo(holderOf(datasetId)),
      feeTiers: (holderId) =>
        inMonth(this.fees(holderId), monthOf(issuedAt)) ?? this.usualFee(holderId),
      givenInYear: (holderId) => this.#given.get(holderId, year) ?? 0n,
    };
  }

  /** Who benefits of a dataset, by month. */
  beneficiaries(datasetId: string): FromMonth<Beneficiary[]>[] {
    return this.#beneficiaries.all(datasetId).map((row) => ({
      fromMonth: row.from_month,
      value: readBeneficiaries(JSON.parse(row.value)),
    }));
  }

  /** The fee tables of a holder, by month. */
  fees(holderId: string): FromMonth<FeeTier[]>[] {
    return this.#fees.all(holderId).map((row) => ({
      fromMonth: row.from_month,
      value: readTiers(JSON.parse(row.value)),
    }));
  }

  /** The fee table of a holder without one of its own. */
  usualFee(holderId: string): readonly FeeTier[] {
    return oneTier(this.#fee.get(holderId));
  }
}

/** The value that is in force in a month; undefined before the first. */
export function inMonth<Value>(
  terms: readonly FromMonth<Value>[],
  month: string,
): Value | undefined {
  return terms.findLast(({ fromMonth }) => fromMonth <= month)?.value;
}

/** Everything is one holder's. */
export function wholeTo(holderId: string): readonly Beneficiary[] {
  return [{ holderId, bps: 10_000n }];
}

/** A fee table of one rate; the usual one where none is known. */
export function oneTier(bps: bigint | undefined): readonly FeeTier[] {
  return bps === undefined ? usualFee : [{ upTo: null, bps }];
}

const beneficiariesSchema = z.array(z.object({ holder_id: z.string(), bps: z.int() }));

/** Beneficiaries as their row and its fact hold them. */
export function readBeneficiaries(value: unknown): Beneficiary[] {
  return beneficiariesSchema
    .parse(value)
    .map(({ holder_id: holderId, bps }) => ({ holderId, bps: BigInt(bps) }));
}

const tiersSchema = z.array(z.object({ up_to: z.int().nullable(), bps: z.int() }));

/** Tiers of a fee table as their row and its fact hold them. */
export function readTiers(value: unknown): FeeTier[] {
  return tiersSchema.parse(value).map(({ up_to: end, bps }) => ({
    upTo: end === null ? null : BigInt(end),
    bps: BigInt(bps),
  }));
}

/** The instant at which the year of another begins. */
export function startOfYear(instant: string): string {
  return `${instant.slice(0, 4)}-01-01T00:00:00.000Z`;
}
