/** How outcomes and callers of the audit log look and are called. */
import type { AuditEvent, AuditOutcome } from '../../../shared/contract/audit.ts';
import type { StatusShape, StatusTone } from '../../ui/status-badge.tsx';

/** Red and green belong to verification: what was done is plain, what was not warns. */
export const outcomeBadges: Readonly<Record<AuditOutcome, readonly [StatusTone, StatusShape]>> = {
  done: ['neutral', 'none'],
  refused: ['warn', 'triangle'],
  failed: ['mute', 'ring'],
};

/** The value of the filter that finds all events of the caller of one. */
export function callerFilter({ caller }: Pick<AuditEvent, 'caller'>): string {
  return caller.kind === 'api_key' ? (caller.key_id ?? 'api_key') : caller.kind;
}
