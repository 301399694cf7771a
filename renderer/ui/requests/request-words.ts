/** Names of callers and of answers, as Requests and the audit log say them. */
import type { TFunction } from 'i18next';
import type { AuditCaller } from '../../../shared/contract/audit.ts';
import type { StatusTone } from '../status-badge.tsx';

export type RequestsTranslate = TFunction<'requests'>;

/** HTTP status of an answer, or why there is none. */
export type AnswerStatus = number | 'pending' | 'aborted' | 'unanswered';

/** The log holds whole paths; the screen shows what stands below `{base_url}`. */
export function withoutVersion(path: string): string {
  return path.startsWith('/v1/') ? path.slice('/v1'.length) : path;
}

/** The key that a host prints at its start is in no list; in older logs its id is the start of a hash. */
const startKeyPattern = /^key_(host|[0-9a-f]+)$/;

type CallerWord = `caller.${AuditCaller['kind'] | 'startKey'}`;

/** The name of a key, its id where it has none, or who else it was. */
export function callerName(
  t: (key: CallerWord) => string,
  { kind, name, key_id: id }: AuditCaller,
): string {
  if (kind !== 'api_key') return t(`caller.${kind}`);
  if (name !== null) return name;
  if (id === null) return t('caller.api_key');
  return startKeyPattern.test(id) ? t('caller.startKey') : id;
}

/** Red and green belong to verification: an answer is plain, a refusal warns, the rest is muted. */
export function statusTone(status: AnswerStatus): StatusTone {
  if (status === 'pending' || status === 'aborted') return 'mute';
  if (status === 'unanswered' || status >= 400) return 'warn';
  return 'neutral';
}

export function statusText(t: RequestsTranslate, status: AnswerStatus): string {
  return typeof status === 'number' ? String(status) : t(`word.${status}`);
}
