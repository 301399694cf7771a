/** Conditions in SQL on what was so at an instant, `@at`: what came later had not happened. */

export const wasCanceled = (invoice: string) =>
  `(${invoice}.canceled_at IS NOT NULL AND ${invoice}.canceled_at <= @at)`;

export const wasPaid = (invoice: string) =>
  `(${invoice}.paid_at IS NOT NULL AND ${invoice}.paid_at <= @at)`;

/** An invoice that held the use that it bills. */
export const wasInForce = (invoice: string) =>
  `(${invoice}.issued_at <= @at AND (NOT ${wasCanceled(invoice)} OR ${invoice}.cancel_kind = 'UNCOLLECTIBLE'))`;

/** A payout that had been made and had not failed. */
export const wasSent = (payout: string) =>
  `(${payout}.created_at <= @at AND (${payout}.failed_at IS NULL OR ${payout}.failed_at > @at))`;

/** A payout that had arrived. */
export const wasCompleted = (payout: string) =>
  `(${payout}.completed_at IS NOT NULL AND ${payout}.completed_at <= @at)`;

const figures = ['micro_hours', 'records', 'bytes', 'operations'] as const;
const costs = ['time_nanos', 'record_nanos', 'data_nanos', 'operation_nanos'] as const;

/** Use by account, month, dataset and holder, from its events; the roll-up has it of now. */
export const usedThen = `(SELECT e.account_id, substr(e.day, 1, 7) || '-01' AS month, s.dataset_id, s.holder_id,
    ${[...figures, ...costs].map((name) => `sum(e.${name}) AS ${name}`).join(', ')}
  FROM usage_events AS e JOIN billed_sessions AS s ON s.number = e.session WHERE e.at <= @at
  GROUP BY e.account_id, substr(e.day, 1, 7), s.dataset_id)`;
