/** When rules of a decision profile are broken, from counts alone (docs/oversight.md, "Rules"). */
import type { RuleOf, RuleWindow } from '../contract/rules.ts';
import { wilson, type FairnessVerdict } from './rates.ts';

const dayMs = 86_400_000;
/** Days of the window `30d`. */
const days = 30;

/** Instants, in milliseconds since 1970: the first within a window, and the first behind it. */
export interface WindowTimes {
  /** undefined: all before its end. */
  readonly from: number | undefined;
  readonly to: number;
}

/** The midnight, UTC, that the day of an instant begins with. */
export function midnightOf(milliseconds: number): number {
  return Math.floor(milliseconds / dayMs) * dayMs;
}

/** The closed days that a rule looks at on the day that begins with a midnight. */
export function windowAt(window: RuleWindow, midnight: number): WindowTimes {
  const date = new Date(midnight);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  switch (window) {
    case '30d':
      return { from: midnight - days * dayMs, to: midnight };
    case 'month':
      return { from: Date.UTC(year, month - 1), to: Date.UTC(year, month) };
    case 'quarter': {
      const first = month - (month % 3);
      return { from: Date.UTC(year, first - 3), to: Date.UTC(year, first) };
    }
    case 'all':
      return { from: undefined, to: midnight };
    default:
      return window satisfies never;
  }
}

/** Tells whether a rule about impact ratios is broken by a group with this verdict. */
export function breaksImpact(
  { chance }: Pick<RuleOf<'impact_ratio'>, 'chance'>,
  verdict: FairnessVerdict | null,
): boolean {
  return verdict === 'below' || (chance && verdict === 'below_by_chance');
}

/** An index above the rule's, and above what chance alone exceeds in one case of twenty. */
export function breaksDrift(
  { above }: Pick<RuleOf<'drift'>, 'above'>,
  { psi, mark }: { readonly psi: number | null; readonly mark: number | null },
): boolean {
  return psi !== null && mark !== null && psi > above && psi > mark;
}

export function breaksChanged(
  { above, least }: Pick<RuleOf<'changed_rate'>, 'above' | 'least'>,
  { changed, reviewed }: { readonly changed: number; readonly reviewed: number },
): boolean {
  return reviewed >= least && isAbove(changed, reviewed, above);
}

/** An interval that lies wholly below, or wholly above. */
export function breaksRate(
  { below, above }: Pick<RuleOf<'outcome_rate'>, 'below' | 'above'>,
  { count, n }: { readonly count: number; readonly n: number },
): boolean {
  const interval = wilson({ n, favourable: count });
  if (interval === undefined) return false;
  const { low, high } = interval;
  return (below !== undefined && high < below) || (above !== undefined && low > above);
}

/** No decision for so many hours before a midnight; where there never was one, nobody waits for it. */
export function breaksSilence(
  { hours }: Pick<RuleOf<'silence'>, 'hours'>,
  { last, midnight }: { readonly last: number | undefined; readonly midnight: number },
): boolean {
  return last !== undefined && midnight - last >= hours * 3_600_000;
}

/** Tells whether a share is above a decimal number, in whole numbers alone: 29 of 100 is not above 0.29. */
export function isAbove(count: number, all: number, limit: number): boolean {
  const [digits, scale] = decimalParts(limit);
  return BigInt(count) * scale > digits * BigInt(all);
}

/** The digits of a number as they are written, and the power of ten that they are divided by. */
function decimalParts(number: number): readonly [digits: bigint, scale: bigint] {
  const [mantissa = '0', exponent = '0'] = String(number).split('e');
  const [integer = '0', fraction = ''] = mantissa.split('.');
  const shift = fraction.length - Number(exponent);
  const digits = BigInt(`${integer}${fraction}`);
  return shift < 0 ? [digits * 10n ** BigInt(-shift), 1n] : [digits, 10n ** BigInt(shift)];
}
