/** What the audit log can be narrowed to by the values of one of its events. */
import type { TFunction } from 'i18next';
import type { AuditEvent } from '../../../shared/contract/audit.ts';
import type { RowFilter } from '../../ui/list/list-row-menu.tsx';
import { callerName } from '../../ui/requests/request-words.ts';
import { callerFilter, type AuditTranslate } from './audit-words.ts';
import type { AuditSearch } from './search.ts';

export function filtersOfEvent(
  event: AuditEvent,
  means: {
    readonly t: AuditTranslate;
    readonly requests: TFunction<'requests'>;
    readonly narrow: (part: Partial<AuditSearch>) => void;
  },
): RowFilter[] {
  const { t, requests, narrow } = means;
  const { action, outcome, operation_id: operation, object_id: object } = event;
  const filter = (column: string, value: string, part: Partial<AuditSearch>): RowFilter => ({
    label: `${column}: ${value}`,
    run: () => narrow(part),
  });
  return [
    filter(t('column.who'), callerName(requests, event.caller), { caller: callerFilter(event) }),
    filter(t('column.action'), t(`action.${action}`), { action }),
    ...(operation === null ? [] : [filter(t('column.operation'), operation, { operation })]),
    ...(object === null ? [] : [filter(t('column.object'), object, { object })]),
    filter(t('column.outcome'), t(`outcome.${outcome}`), { outcome }),
  ];
}
