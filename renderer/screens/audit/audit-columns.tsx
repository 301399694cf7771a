/** The columns of the audit log, and how each cell is drawn. */
import type { TFunction } from 'i18next';
import type { AuditEvent } from '../../../shared/contract/audit.ts';
import type { TimeZoneChoice } from '../../state/preferences.ts';
import { formatCount, formatInstant } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { roleWord } from '../../ui/role-word.ts';
import { instantHead } from '../../ui/table/instant-head.ts';
import type { GridColumn } from '../../ui/table/grid-column.ts';
import { callerName } from '../../ui/requests/request-words.ts';
import { outcomeBadges, type AuditTranslate } from './audit-words.ts';

/** Values that cells need besides their row; the same object as long as nothing in it changes. */
export interface AuditCells {
  readonly zone: TimeZoneChoice;
}

export type AuditColumn = GridColumn<AuditEvent, AuditCells>;

export function auditColumns(
  t: AuditTranslate,
  requests: TFunction<'requests'>,
  access: TFunction<'access'>,
  zone: TimeZoneChoice,
): AuditColumn[] {
  return [
    {
      id: 'at',
      data: { path: '/at', kind: 'instant', title: t('column.at') },
      ...instantHead(t('column.at'), zone),
      width: 152,
      cell: ({ at }, cells) => (
        <time dateTime={at} title={at}>
          {formatInstant(at, cells.zone)}
        </time>
      ),
    },
    {
      id: 'who',
      data: { path: '/caller/kind', words: requests('caller', { returnObjects: true }) },
      title: t('column.who'),
      width: 160,
      long: true,
      cell: ({ caller }) => callerName(requests, caller),
      text: ({ caller }) => callerName(requests, caller),
    },
    {
      id: 'action',
      data: { path: '/action', words: t('action', { returnObjects: true }) },
      title: t('column.action'),
      width: 84,
      cell: ({ action }) => t(`action.${action}`),
    },
    {
      id: 'operation',
      data: { path: '/operation_id' },
      title: t('column.operation'),
      width: 156,
      long: true,
      cell: ({ operation_id: operation }) => operation ?? t('noOperation'),
      text: ({ operation_id: operation }) => operation ?? undefined,
    },
    {
      id: 'object',
      data: { path: '/object_id' },
      title: t('column.object'),
      width: 250,
      mono: true,
      long: true,
      cell: ({ object_id: id }) => id ?? '',
      text: ({ object_id: id }) => id ?? undefined,
    },
    {
      id: 'outcome',
      data: { path: '/outcome', words: t('outcome', { returnObjects: true }) },
      title: t('column.outcome'),
      width: 124,
      cell: ({ outcome }) => {
        const [tone, shape] = outcomeBadges[outcome];
        return (
          <StatusBadge tone={tone} shape={shape}>
            {t(`outcome.${outcome}`)}
          </StatusBadge>
        );
      },
    },
    {
      id: 'status',
      data: { path: '/status', kind: 'number' },
      title: t('column.status'),
      width: 68,
      align: 'end',
      cell: ({ status }) => status,
    },
    {
      id: 'id',
      data: { path: '/request_id' },
      title: t('column.id'),
      width: 256,
      mono: true,
      dim: true,
      long: true,
      cell: ({ request_id: id }) => id,
      text: ({ request_id: id }) => id,
    },
    {
      id: 'key',
      data: { path: '/caller/key_id' },
      title: t('fact.key'),
      width: 230,
      mono: true,
      dim: true,
      long: true,
      hiddenAtFirst: true,
      cell: ({ caller }) => caller.key_id ?? '',
      text: ({ caller }) => caller.key_id ?? undefined,
    },
    {
      id: 'role',
      data: { path: '/caller/role', words: access('role', { returnObjects: true }) },
      title: t('column.role'),
      width: 110,
      dim: true,
      hiddenAtFirst: true,
      cell: ({ caller }) => (caller.role === null ? '' : roleWord(caller.role, access)),
    },
    {
      id: 'path',
      data: { path: '/path' },
      title: t('column.path'),
      width: 280,
      mono: true,
      long: true,
      hiddenAtFirst: true,
      cell: ({ method, path }) => `${method} ${path}`,
      text: ({ method, path }) => `${method} ${path}`,
    },
    {
      id: 'mount',
      data: { path: '/mount', words: requests('mount', { returnObjects: true }) },
      title: t('column.mount'),
      width: 136,
      dim: true,
      hiddenAtFirst: true,
      cell: ({ mount }) => requests(`mount.${mount}`),
    },
    {
      id: 'duration',
      data: { path: '/ms', kind: 'number' },
      title: t('column.duration'),
      width: 92,
      align: 'end',
      hiddenAtFirst: true,
      cell: ({ ms }) => requests('ms', { formatted: formatCount(ms) }),
    },
    {
      id: 'seq',
      data: { path: '/seq', kind: 'number' },
      title: t('column.seq'),
      width: 84,
      align: 'end',
      dim: true,
      hiddenAtFirst: true,
      cell: ({ seq }) => formatCount(seq),
    },
  ];
}
