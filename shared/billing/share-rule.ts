/**
 * The rule of shares: what holders get of an invoice follows from what the lab is asked for use. It is applied when a
 * document is issued; nothing is computed again when it is paid. Minor units.
 */
import { allocate } from './allocate.ts';
import { feeOn, type FeeTier } from './fees.ts';

export interface Beneficiary {
  readonly holderId: string;
  /** Of 10000, all of a dataset's together. */
  readonly bps: bigint;
}

/** A share, fixed as its document was issued. */
export interface Share {
  readonly datasetId: string;
  readonly holderId: string;
  readonly gross: bigint;
  readonly fee: bigint;
  readonly net: bigint;
}

/** Amounts of a document, as far as holders are concerned. */
export interface SharedAmounts {
  /** By dataset, what the lines of usage and late usage give it; together U. */
  readonly given: ReadonlyMap<string, bigint>;
  /** Lines of true-up and minimum that the rate card shares. */
  readonly extras: bigint;
  /** Credits that holders bear. */
  readonly holdersCredits: bigint;
}

export interface ShareMeans {
  readonly beneficiaries: (datasetId: string) => readonly Beneficiary[];
  /** The fee table of a holder. */
  readonly feeTiers: (holderId: string) => readonly FeeTier[];
  /** What a holder was given since 1 January. */
  readonly givenInYear: (holderId: string) => bigint;
}

export interface SharedPool {
  readonly pool: bigint;
  /** Credits for holders to bear that go beyond what they would get: the platform bears them. */
  readonly beyond: bigint;
  readonly shares: readonly Share[];
}

/**
 * Splits the amount of a line of usage over datasets by the volume that it is for: largest remainder, ties by the
 * datasets' ids. What went back after it was used counts for nothing.
 */
export function splitByVolume(
  amount: bigint,
  volumes: ReadonlyMap<string, bigint>,
): Map<string, bigint> {
  const ids = [...volumes.keys()].toSorted();
  if (ids.length === 0) return new Map();
  const weights = ids.map((id) => atLeastZero(volumes.get(id) ?? 0n));
  const parts = allocate(amount < 0n ? -amount : amount, weights);
  return new Map(ids.map((id, index) => [id, (amount < 0n ? -1n : 1n) * (parts[index] ?? 0n)]));
}

/** Pool and shares of an invoice (rules 1 to 6). */
export function shareInvoice(amounts: SharedAmounts, means: ShareMeans): SharedPool {
  const { given, extras, holdersCredits } = amounts;
  const ids = [...given.keys()].toSorted();
  const usage = [...given.values()].reduce((sum, each) => sum + each, 0n);
  const whole = ids.length === 0 ? 0n : atLeastZero(usage + extras);
  const pool = atLeastZero(whole - holdersCredits);
  const parts = pool === usage ? ids.map((id) => given.get(id) ?? 0n) : reduced(pool, ids, given);
  return {
    pool,
    beyond: holdersCredits - (whole - pool),
    shares: sharesOf(new Map(ids.map((id, index) => [id, parts[index] ?? 0n])), means),
  };
}

/** A pool that is not what the lines of usage come to, split by what these gave each dataset. */
function reduced(
  pool: bigint,
  ids: readonly string[],
  given: ReadonlyMap<string, bigint>,
): bigint[] {
  if (ids.length === 0) return [];
  return allocate(
    pool,
    ids.map((id) => atLeastZero(given.get(id) ?? 0n)),
  );
}

/** Shares of datasets' parts: over their beneficiaries, less the fee of each, datasets in the order of their ids. */
function sharesOf(parts: ReadonlyMap<string, bigint>, means: ShareMeans): Share[] {
  const inYear = new Map<string, bigint>();
  return [...parts].flatMap(([datasetId, part]) => {
    const beneficiaries = means.beneficiaries(datasetId);
    const grosses = allocate(
      part < 0n ? -part : part,
      beneficiaries.map(({ bps }) => bps),
    ).map((each) => (part < 0n ? -each : each));
    return beneficiaries.flatMap(({ holderId }, index): Share[] => {
      const gross = grosses[index] ?? 0n;
      if (gross === 0n) return [];
      const before = inYear.get(holderId) ?? means.givenInYear(holderId);
      inYear.set(holderId, before + gross);
      const fee = feeOn(means.feeTiers(holderId), before, gross);
      return [{ datasetId, holderId, gross, fee, net: gross - fee }];
    });
  });
}

/** A share that a credit note takes from, with what is left of it. */
export interface LeftShare {
  readonly datasetId: string;
  readonly holderId: string;
  readonly gross: bigint;
}

/**
 * Negative shares of a credit note that holders bear: its amount, split by what is left of the shares of the invoice; what
 * they do not have is the platform's.
 */
export function shareCreditNote(
  amount: bigint,
  left: readonly LeftShare[],
  means: Pick<ShareMeans, 'feeTiers' | 'givenInYear'>,
): Share[] {
  const weights = left.map(({ gross }) => atLeastZero(gross));
  const most = weights.reduce((sum, each) => sum + each, 0n);
  if (most === 0n) return [];
  const parts = allocate(amount < most ? amount : most, weights);
  const inYear = new Map<string, bigint>();
  return left.flatMap(({ datasetId, holderId }, index): Share[] => {
    const gross = -(parts[index] ?? 0n);
    if (gross === 0n) return [];
    const before = inYear.get(holderId) ?? means.givenInYear(holderId);
    inYear.set(holderId, before + gross);
    const fee = feeOn(means.feeTiers(holderId), before, gross);
    return [{ datasetId, holderId, gross, fee, net: gross - fee }];
  });
}

function atLeastZero(value: bigint): bigint {
  return value < 0n ? 0n : value;
}
