/** A failure as a notice that stays: what did not work, why, and the request behind it. */
import { toFailure } from '../api/client.ts';
import { notify } from '../state/notices.ts';

export function notifyFailure(title: string, error: unknown): void {
  const { message, requestId } = toFailure(error);
  notify({ tone: 'bad', title, reason: message, requestId });
}
