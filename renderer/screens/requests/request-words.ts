/** Names of callers and of answers, as Requests and the audit log say them. */
import type { TFunction } from 'i18next';
import type { AuditCaller } from '../../../shared/contract/audit.ts';
import type { StatusTone } from '../../ui/status-badge.tsx';
import type { RequestRow } from './rows.ts';

export type RequestsTranslate = TFunction<'requests'>;

/** The name of a key, its id where it has none, or who else it was. */
export function callerName(t: RequestsTranslate, { kind, name, key_id: id }: AuditCaller): string {
  return kind === 'api_key' ? (name ?? id ?? t('caller.api_key')) : t(`caller.${kind}`);
}

/** Red and green belong to verification: an answer is plain, a refusal warns, the rest is muted. */
export function statusTone(status: RequestRow['status']): StatusTone {
  if (status === 'pending' || status === 'aborted') return 'mute';
  if (status === 'unanswered' || status >= 400) return 'warn';
  return 'neutral';
}

export function statusText(t: RequestsTranslate, status: RequestRow['status']): string {
  return typeof status === 'number' ? String(status) : t(`word.${status}`);
}
