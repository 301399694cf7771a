/** The sender of webhooks as the host's process runs it. */
import type { DeliveryError } from '../../shared/contract/webhooks.ts';
import { later } from '../database/schedule.ts';
import { Allowance } from '../webhooks/address-rules.ts';
import { defaultAnswerMs, resolveBySystem, sendDelivery } from '../webhooks/send-delivery.ts';
import { WebhookSender, type SenderMeans } from '../webhooks/sender.ts';

/** Result of an attempt: it was taken, or why not. */
export type DeliveryOutcome = 'delivered' | DeliveryError;

/**
 * @param sent is told what came of each attempt
 * @param allow hosts and networks that the operator lets events be sent to besides
 * @throws {RangeError} for one that is neither
 */
export function webhookSender({
  runTask,
  allow,
  sent,
  log,
}: Pick<SenderMeans, 'runTask' | 'log'> & {
  readonly allow: readonly string[] | undefined;
  readonly sent: (outcome: DeliveryOutcome) => void;
}): WebhookSender {
  const means = {
    resolve: resolveBySystem,
    allowance: new Allowance(allow),
    clock: Date.now,
    answerMs: defaultAnswerMs,
  };
  return new WebhookSender({
    runTask,
    send: async (outgoing, signal) => {
      const outcome = await sendDelivery(outgoing, means, signal);
      sent(outcome.error ?? 'delivered');
      return outcome;
    },
    schedule: later,
    log,
  });
}
