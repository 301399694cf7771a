/** The sender of webhooks as the host's process runs it. */
import { later } from '../database/schedule.ts';
import { Allowance } from '../webhooks/address-rules.ts';
import { defaultAnswerMs, resolveBySystem, sendDelivery } from '../webhooks/send-delivery.ts';
import { WebhookSender, type SenderMeans } from '../webhooks/sender.ts';

/**
 * @param allow hosts and networks that the operator lets events be sent to besides
 * @throws {RangeError} for one that is neither
 */
export function webhookSender({
  runTask,
  allow,
  log,
}: Pick<SenderMeans, 'runTask' | 'log'> & {
  readonly allow: readonly string[] | undefined;
}): WebhookSender {
  const means = {
    resolve: resolveBySystem,
    allowance: new Allowance(allow),
    clock: Date.now,
    answerMs: defaultAnswerMs,
  };
  return new WebhookSender({
    runTask,
    send: (outgoing, signal) => sendDelivery(outgoing, means, signal),
    schedule: later,
    log,
  });
}
