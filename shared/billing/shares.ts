/** The rule of shares: what holders get of a paid invoice, before and after the fee. */
import { allocate } from './allocate.ts';
import { netOfFee } from './invoice-amounts.ts';

/** Part of a dataset in the use on an invoice: what its lines give it, or, in one from before, its nanos. */
export interface DatasetUse {
  readonly datasetId: string;
  readonly holderId: string;
  readonly weight: bigint;
}

/** A holder's share; minor units. */
export interface Share {
  readonly datasetId: string;
  readonly holderId: string;
  readonly gross: bigint;
  readonly fee: bigint;
  readonly net: bigint;
}

/**
 * Splits the usage of an invoice, before tax, by what each dataset was used; datasets in the order given,
 * those without a share left out.
 * @param usage minor units
 * @param feeOf hundredths of a percent, by holder
 */
export function sharesOf(
  usage: bigint,
  uses: readonly DatasetUse[],
  feeOf: (holderId: string) => bigint,
): Share[] {
  if (usage <= 0n || uses.length === 0) return [];
  const parts = allocate(
    usage,
    uses.map(({ weight }) => (weight < 0n ? 0n : weight)),
  );
  return uses.flatMap(({ datasetId, holderId }, index): Share[] => {
    const gross = parts[index] ?? 0n;
    if (gross === 0n) return [];
    return [{ datasetId, holderId, gross, ...netOfFee(gross, feeOf(holderId)) }];
  });
}
