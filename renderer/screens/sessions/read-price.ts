/** What reading rows of a session is going to cost, by what the API says of its rates: the estimate of shared/billing. */
import { ratePlaces } from '../../../shared/billing/decimal.ts';
import { estimateOf } from '../../../shared/billing/estimate.ts';
import { openRate, type PriceRules } from '../../../shared/billing/month-price.ts';
import type { Dimension } from '../../../shared/billing/volume.ts';
import type { SessionMetering } from '../../../shared/contract/billing.ts';
import { exportBatchRows } from '../../../shared/contract/exports.ts';

export interface ExpectedReads {
  readonly rows: number;
  /** Calls that read them. */
  readonly reads: number;
  /** Mean of a row as it is given out. */
  readonly bytesPerRow: number;
}

type Rates = Pick<SessionMetering['pricing'], `${Dimension}_rate`>;

/** Nanos. */
export function readPrice(rates: Rates, { rows, reads, bytesPerRow }: ExpectedReads): bigint {
  const use = {
    rows: BigInt(rows),
    microHours: 0n,
    operations: BigInt(reads),
    bytesPerRow: BigInt(bytesPerRow),
  };
  return estimateOf(rulesOf(rates), use, 0n).usage;
}

function rulesOf(rates: Rates): PriceRules {
  const flat = (rate: number) => openRate(microsOf(rate));
  return {
    prices: {
      time: flat(rates.time_rate),
      record: flat(rates.record_rate),
      data: flat(rates.data_rate),
      operation: flat(rates.operation_rate),
    },
    commitment: undefined,
    discountBps: 0n,
  };
}

/** A rate that use came to has more places than one of a card: it is taken to the sixth. */
function microsOf(rate: number): bigint {
  return BigInt(Math.round(rate * 10 ** ratePlaces));
}

/** Read operations that an export of so many rows takes; that there are none takes one, too. */
export function exportReads(rows: number): number {
  return Math.max(1, Math.ceil(rows / exportBatchRows));
}

/** Mean bytes of a row: of what the session was given so far, else as it was estimated, else as it is stored. */
export function meanRowBytes(
  given: { readonly records_accessed: number; readonly total_data_bytes: number } | undefined,
  estimated: number | undefined,
  stored: { readonly record_count: number; readonly total_bytes: number } | undefined,
): number {
  if (given !== undefined && given.records_accessed > 0) {
    return Math.round(given.total_data_bytes / given.records_accessed);
  }
  if (estimated !== undefined) return estimated;
  if (stored === undefined || stored.record_count === 0) return 0;
  return Math.round(stored.total_bytes / stored.record_count);
}
