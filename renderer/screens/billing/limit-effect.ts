/** What a spending limit will do, in exact figures: what is left, where alerts stand, what is refused. */
import { nanos } from '../../ui/money/nanos-text.ts';

export interface ThresholdEffect {
  readonly percent: number;
  /** Nanos. */
  readonly at: bigint;
  readonly isPassed: boolean;
}

export interface LimitEffect {
  /** Nanos until the limit; zero where it is reached. */
  readonly left: bigint;
  readonly isReached: boolean;
  /** Whole percent that is spent, rounded down. */
  readonly percent: number;
  readonly thresholds: readonly ThresholdEffect[];
}

/** `spent` in the current period. A limit of zero is reached from the start. */
export function limitEffect(
  amount: number,
  spent: number,
  thresholds: readonly number[],
): LimitEffect {
  const [limit, used] = [nanos(amount), nanos(spent)];
  return {
    left: used < limit ? limit - used : 0n,
    isReached: used >= limit,
    percent: limit === 0n ? 100 : Number((used * 100n) / limit),
    thresholds: thresholds.map((percent) => {
      const at = (limit * BigInt(percent)) / 100n;
      return { percent, at, isPassed: used >= at };
    }),
  };
}

/** Thresholds as they are typed, `50, 80, 100`; NaN for what is no number. */
export function readThresholds(text: string): number[] {
  return text
    .replaceAll('%', ' ')
    .split(/[\s,;]+/)
    .filter((each) => each !== '')
    .map(Number);
}
