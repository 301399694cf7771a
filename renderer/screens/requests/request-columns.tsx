/** The columns of Requests, and how each cell is drawn. */
import type { TimeZoneChoice } from '../../state/preferences.ts';
import { formatCount, formatInstant } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { instantHead } from '../../ui/table/instant-head.ts';
import type { GridColumn } from '../../ui/table/grid-column.ts';
import {
  callerName,
  statusText,
  statusTone,
  type RequestsTranslate,
} from '../../ui/requests/request-words.ts';
import type { RequestRow } from './rows.ts';

/** Values that cells need besides their row; the same object as long as nothing in it changes. */
export interface RequestCells {
  readonly zone: TimeZoneChoice;
}

export type RequestColumn = GridColumn<RequestRow, RequestCells>;

/** `ofEveryone` adds who asked, and by which way in. */
export function requestColumns(
  t: RequestsTranslate,
  zone: TimeZoneChoice,
  ofEveryone: boolean,
): RequestColumn[] {
  const whose: RequestColumn[] = [
    {
      id: 'caller',
      data: { path: '/caller' },
      title: t('column.caller'),
      width: 150,
      long: true,
      cell: ({ answered }) => (answered === null ? '' : callerName(t, answered.caller)),
      text: ({ answered }) => (answered === null ? undefined : callerName(t, answered.caller)),
    },
    {
      id: 'mount',
      data: { path: '/mount', words: t('mount', { returnObjects: true }) },
      title: t('column.mount'),
      width: 136,
      dim: true,
      hiddenAtFirst: true,
      cell: ({ answered }) => (answered === null ? '' : t(`mount.${answered.mount}`)),
    },
    {
      id: 'operation',
      data: { path: '/operation_id' },
      title: t('column.operation'),
      width: 150,
      dim: true,
      long: true,
      hiddenAtFirst: true,
      cell: ({ answered }) => answered?.operation_id ?? '',
      text: ({ answered }) => answered?.operation_id ?? undefined,
    },
  ];
  return [
    {
      id: 'at',
      data: { path: '/at', kind: 'instant', title: t('column.at') },
      ...instantHead(t('column.at'), zone),
      width: 178,
      sortable: true,
      cell: ({ at }, cells) => (
        <time dateTime={new Date(at).toISOString()}>
          {formatInstant(at, cells.zone, 'millisecond')}
        </time>
      ),
    },
    {
      id: 'method',
      data: { path: '/method' },
      title: t('column.method'),
      width: 72,
      cell: ({ method }) => method,
    },
    {
      id: 'path',
      data: { path: '/path' },
      title: t('column.path'),
      width: 330,
      mono: true,
      long: true,
      cell: ({ path }) => path,
      text: ({ path }) => path,
    },
    {
      id: 'status',
      data: { path: '/status' },
      title: t('column.status'),
      width: 104,
      sortable: true,
      cell: ({ status }) => (
        <StatusBadge
          tone={statusTone(status)}
          shape={statusTone(status) === 'warn' ? 'triangle' : 'none'}
        >
          {statusText(t, status)}
        </StatusBadge>
      ),
    },
    {
      id: 'duration',
      data: { path: '/ms', kind: 'number' },
      title: t('column.duration'),
      width: 92,
      align: 'end',
      sortable: true,
      cell: ({ ms }) => (ms === null ? '' : t('ms', { formatted: formatCount(Math.round(ms)) })),
    },
    ...(ofEveryone ? whose : []),
    {
      id: 'rate',
      data: { path: '/remaining', kind: 'number' },
      title: t('column.rate'),
      width: 112,
      align: 'end',
      hiddenAtFirst: !ofEveryone,
      cell: ({ rate }) =>
        rate === null ? '' : `${formatCount(rate.remaining)} / ${formatCount(rate.limit)}`,
    },
    {
      id: 'id',
      data: { path: '/request_id' },
      title: t('column.id'),
      width: 256,
      mono: true,
      dim: true,
      long: true,
      cell: ({ requestId }) => requestId ?? '',
      text: ({ requestId }) => requestId ?? undefined,
    },
  ];
}
