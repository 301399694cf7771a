/** Examples of a rate card: what somebody expects it to ask for a month, computed before it is kept. */
import type { CreateRateCard } from '../../shared/contract/billing.ts';
import { monthLines, wholeMonth } from '../../shared/billing/month-lines.ts';
import { perDimension } from '../../shared/billing/month-price.ts';
import { sumOf, volumePlaces } from '../../shared/billing/volume.ts';
import { readTerms, scaledOf } from './rate-terms.ts';
import { type Money } from '../../shared/billing/money.ts';

/** An example that does not hold, by its place; minor units. */
interface DifferingExample {
  readonly place: number;
  readonly asked: bigint;
}

export function differingExamples(card: CreateRateCard, money: Money): DifferingExample[] {
  const { rate_card_id: _id, name: _name, model: _model, examples = [], ...terms } = card;
  const read = readTerms(JSON.stringify(terms), money);
  return examples.flatMap(({ usage, amount }, place) => {
    const volumes = perDimension((each) => scaledOf(usage[each] ?? 0, volumePlaces[each]));
    const lines = monthLines(read, volumes, { part: wholeMonth, minor: money.nanosPerMinor });
    const asked = lines.fees.reduce(
      (sum, fee) => sum + fee.amount,
      sumOf(lines.usage) + (lines.trueUp ?? 0n) + (lines.minimum ?? 0n),
    );
    return asked === money.minor(amount) ? [] : [{ place, asked }];
  });
}
