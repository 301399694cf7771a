/** What the demo asks of each of its models: when it was released, how busy it is, what it decides. */
import type { CreateRecord } from '../../../shared/contract/records.ts';
import type { DemoCalendar } from '../calendar.ts';
import { clamp, roundTo, type RandomSource } from '../random-source.ts';

/** The circumstances of one decision. Dates of a model are those of the calendar as it is written down. */
export interface Moment {
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  /** 0-based place in the demo ledger. */
  readonly ordinal: number;
  /** The model's release in effect, `<major>.<minor>.<patch>`. */
  readonly version: string;
  /** Years since that release: inputs move away from what the model was trained on. */
  readonly drift: number;
  readonly calendar: DemoCalendar;
}

export interface DemoModel {
  readonly id: string;
  /** Ascending; before the first one the model decides nothing. `from` as it is written down, in ms since 1970. */
  readonly releases: readonly { readonly from: number; readonly version: string }[];
  /** Relative volume while offices are open, and at other times. */
  readonly share: { readonly office: number; readonly other: number };
  decide(random: RandomSource, moment: Moment): Omit<CreateRecord, 'model_id'>;
}

/**
 * A confidence around `mean` that falls and spreads as the model ages. Written the ways real clients
 * write it: two to four decimals, all of a double's digits, and now and then a flat 0 or 1.
 */
export function agingConfidence(
  random: RandomSource,
  mean: number,
  spread: number,
  drift: number,
): number {
  if (random.chance(0.004)) return random.integer(0, 1);
  const value = clamp(random.normal(mean - 0.09 * drift, spread * (1 + 0.8 * drift)), 0, 1);
  if (random.chance(0.08)) return value;
  return roundTo(value, random.integer(2, 4));
}

/** Member `name` of a record where `present`, otherwise no member at all (never null or undefined). */
export function optional<Name extends string, Value>(
  present: boolean,
  name: Name,
  value: () => Value,
): { [Key in Name]?: Value } {
  if (!present) return {};
  const member: { [Key in Name]?: Value } = {};
  member[name] = value();
  return member;
}
