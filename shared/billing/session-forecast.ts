/** What a session comes to if its use goes on as it did so far, and when that reaches the budget it stands on. */
import { hdiv } from './rounding.ts';

/** A forecast is told from this second on: before, one read weighs too much. */
export const forecastAfterSeconds = 60;

export interface SessionSoFar {
  /** Nanos. */
  readonly cost: bigint;
  /** Seconds that were metered. */
  readonly elapsed: bigint;
  /** Seconds until it expires. */
  readonly left: bigint;
  /** Nanos that the budget still allows; undefined without a budget. */
  readonly budgetLeft?: bigint | undefined;
}

export interface SessionForecast {
  /** Nanos at its end. */
  readonly end: bigint;
  /** Whole seconds until the budget is used up, also where the session ends before that; undefined without a budget. */
  readonly budgetLasts: bigint | undefined;
  /** The budget is used up before the session ends. */
  readonly isShort: boolean;
}

/** Undefined in the first minute, and while nothing was charged. */
export function forecastOf(session: SessionSoFar): SessionForecast | undefined {
  const { cost, elapsed, left, budgetLeft } = session;
  if (elapsed < BigInt(forecastAfterSeconds) || cost <= 0n) return undefined;
  const open = budgetLeft === undefined || budgetLeft > 0n ? budgetLeft : 0n;
  const budgetLasts = open === undefined ? undefined : (open * elapsed) / cost;
  return {
    end: cost + hdiv(cost * left, elapsed),
    budgetLasts,
    isShort: budgetLasts !== undefined && budgetLasts < left,
  };
}
