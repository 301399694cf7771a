/** Session usage exactly as specified ("Session usage"), from the sums of a session's events. */
import { type SessionMetering } from '../../shared/contract/billing.ts';
import { costNumber, numberOf } from '../../shared/billing/decimal.ts';
import { shownRate, type PriceRules } from '../../shared/billing/month-price.ts';
import { sumOf, volumePlaces, type Dimension } from '../../shared/billing/volume.ts';
import type { BilledSession } from './billed-sessions.ts';
import { costsOf, volumesOf } from './usage-figures.ts';

/**
 * @param rules of the month in which the session was used last
 * @param currency three letters
 */
export function sessionMetering(
  session: BilledSession,
  rules: PriceRules,
  currency: string,
): SessionMetering {
  const [volume, cost] = [volumesOf(session), costsOf(session)];
  const duration = session.elapsed_seconds - session.blocked_seconds;
  const active = session.active_seconds < duration ? session.active_seconds : duration;
  const rate = (dimension: Dimension) =>
    shownRate(dimension, rules, { volume: volume[dimension], cost: cost[dimension] });
  const { reads, filters, transforms, trains } = session;
  return {
    session_id: session.session_id,
    time_metrics: {
      session_duration_seconds: Number(duration),
      session_duration_hours: numberOf(volume.time, volumePlaces.time),
      active_time_minutes: Number(active) / 60,
      idle_time_minutes: Number(duration - active) / 60,
    },
    volume_metrics: {
      records_accessed: Number(volume.record),
      total_data_bytes: Number(volume.data),
      total_data_gb: numberOf(volume.data, volumePlaces.data),
    },
    operation_metrics: {
      read_operations: Number(reads),
      filter_operations: Number(filters),
      transform_operations: Number(transforms),
      train_operations: Number(trains),
      total_operations: Number(reads + filters + transforms + trains),
    },
    pricing: {
      time_rate: rate('time'),
      time_cost: costNumber(cost.time),
      record_rate: rate('record'),
      record_cost: costNumber(cost.record),
      data_rate: rate('data'),
      data_cost: costNumber(cost.data),
      operation_rate: rate('operation'),
      operation_cost: costNumber(cost.operation),
      total_cost: costNumber(sumOf(cost)),
      currency,
    },
    last_updated: session.updated_at,
  };
}
