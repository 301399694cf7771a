/** The lines of an invoice, one by one: usage by dimension, and what a rate card adds when a month ends. */
import { numberOf } from '../../shared/billing/decimal.ts';
import { lineAmount, trueUp } from '../../shared/billing/invoice-amounts.ts';
import { allUnitsCost, commitmentFee, firstRate, flatCost } from '../../shared/billing/pricing.ts';
import {
  dimensions,
  nothing,
  volumePlaces,
  volumeUnits,
  type Dimension,
} from '../../shared/billing/volume.ts';
import { effectiveRate, emittedRate } from './emitted-rate.ts';
import type { InvoiceLine } from './invoice-document.ts';
import type { RateCard } from './rate-terms.ts';
import { costsOf, volumesOf } from './usage-figures.ts';
import type { CounterRow } from './usage-ledger.ts';

const namesOf = {
  time: 'Access time',
  record: 'Records',
  data: 'Data',
  operation: 'Operations',
} as const satisfies Record<Dimension, string>;

/** The line of a dimension: its cost rounded to cents, with the volume and the rate behind it. */
export function usageLine(
  dimension: Dimension,
  card: RateCard,
  used: { readonly volume: bigint; readonly cost: bigint },
): InvoiceLine {
  const volume = numberOf(used.volume, volumePlaces[dimension]);
  const amount = lineAmount(used.cost);
  const listed = flatCost(dimension, firstRate(card.rules.prices[dimension]), used.volume);
  // Sessions that were opened under another card: then the rate is what the use came to.
  const isOfCard = lineAmount(listed) === amount || used.volume === 0n;
  return {
    kind: 'usage',
    description: `${namesOf[dimension]}, ${volume} ${volumeUnits[dimension]}`,
    amount,
    measured: {
      dimension,
      volume: used.volume,
      rate: isOfCard ? emittedRate(dimension, card, used) : effectiveRate(dimension, used),
    },
  };
}

/** Lines for what a commitment still owes beside what was used, up to its coverage. */
export function trueUpLines(card: RateCard, counter: CounterRow | undefined): InvoiceLine[] {
  const { commitment } = card.rules;
  if (commitment === undefined || (counter?.list_nanos ?? 0n) > commitment.coverage) return [];
  const cost = counter === undefined ? nothing : costsOf(counter);
  const rounded = dimensions.map((each) => lineAmount(cost[each]));
  return [
    {
      kind: 'true_up',
      description: `True-up to the commitment of ${card.name}`,
      amount: trueUp(commitmentFee(commitment), rounded),
    },
  ];
}

/** All units at the rate that their number reached, against the first rate they were charged at. */
export function allUnitsLines(card: RateCard, counter: CounterRow | undefined): InvoiceLine[] {
  if (counter === undefined) return [];
  const volume = volumesOf(counter);
  return dimensions.flatMap((dimension): InvoiceLine[] => {
    const price = card.rules.prices[dimension];
    if (price.kind !== 'ALL_UNITS') return [];
    const nanos =
      allUnitsCost(dimension, price.tiers, volume[dimension]) -
      flatCost(dimension, firstRate(price), volume[dimension]);
    return [
      {
        kind: 'all_units',
        description: `Volume price of ${namesOf[dimension].toLowerCase()}`,
        amount: lineAmount(nanos),
      },
    ];
  });
}

/** Minor units. */
export function sumLines(lines: readonly InvoiceLine[]): bigint {
  return lines.reduce((sum, each) => sum + each.amount, 0n);
}
