/** The lines of an invoice, one by one: use by dimension, late use of closed months, and what a rate card adds. */
import { numberOf } from '../../shared/billing/decimal.ts';
import type { MonthLines } from '../../shared/billing/month-lines.ts';
import { effectiveRate, monthPrice, shownRate } from '../../shared/billing/month-price.ts';
import {
  dimensions,
  volumePlaces,
  volumeUnits,
  type Dimension,
  type PerDimension,
} from '../../shared/billing/volume.ts';
import type { InvoiceLine } from './invoice-document.ts';
import type { MonthRules } from './month-rules.ts';

const namesOf = {
  time: 'Access time',
  record: 'Records',
  data: 'Data',
  operation: 'Operations',
} as const satisfies Record<Dimension, string>;

/** A month's use as an invoice asks for it: volumes and amounts that no document in force has. */
export interface AskedMonth {
  /** First day. */
  readonly month: string;
  readonly rules: MonthRules;
  /** Nanos in a minor unit. */
  readonly minor: bigint;
  /** All that was used in it. */
  readonly used: PerDimension;
  readonly volume: PerDimension;
  /** Minor units. */
  readonly amounts: PerDimension;
}

/** A line per dimension: its price rounded once, with the volume and the rate behind it. */
export function usageLines(asked: AskedMonth): InvoiceLine[] {
  const { rules } = asked.rules;
  const { cost } = monthPrice(rules, asked.used);
  return dimensions.map((dimension) => {
    const volume = asked.used[dimension];
    const rate = shownRate(dimension, rules, { volume, cost: cost[dimension] });
    return { kind: 'usage', ...measuredLine(dimension, asked, rate) };
  });
}

/** A line for each dimension of a closed month that was used since, or whose use came to be cheaper by that. */
export function lateLines(asked: AskedMonth): InvoiceLine[] {
  const { month, volume, amounts } = asked;
  return dimensions.flatMap((dimension): InvoiceLine[] => {
    const [used, amount] = [volume[dimension], amounts[dimension]];
    if (amount === 0n) return [];
    const cost = amount * asked.minor;
    const rate = used > 0n ? effectiveRate(dimension, { volume: used, cost }) : 0;
    const line = measuredLine(dimension, asked, rate);
    const description = `Late usage, ${month.slice(0, 7)}: ${line.description}`;
    return [{ kind: 'late_usage', ...line, description, month }];
  });
}

function measuredLine(
  dimension: Dimension,
  { volume, amounts }: AskedMonth,
  rate: number,
): Pick<InvoiceLine, 'description' | 'amount' | 'measured'> {
  const units = volume[dimension];
  const shown = numberOf(units, volumePlaces[dimension]);
  return {
    description: `${namesOf[dimension]}, ${shown} ${volumeUnits[dimension]}`,
    amount: amounts[dimension],
    measured: { dimension, volume: units, rate },
  };
}

/** Lines that follow from the sum of a month's use. */
export function cardLines({ card }: MonthRules, lines: MonthLines): InvoiceLine[] {
  const { trueUp, fees, minimum } = lines;
  return [
    ...(trueUp === null
      ? []
      : [
          {
            kind: 'true_up',
            description: `True-up to the commitment of ${card.name}`,
            amount: trueUp,
          } as const,
        ]),
    ...fees.map((fee) => ({ kind: 'fee', ...fee }) as const),
    ...(minimum === null
      ? []
      : [{ kind: 'minimum', description: 'Minimum charge', amount: minimum } as const]),
  ];
}
