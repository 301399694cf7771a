/** The lists of Requests: those of this window, and those of everyone with who asked by which way in. */
import { auditEventSchema } from '../../../../shared/contract/audit.ts';
import { formatCount } from '../../../ui/format.ts';
import { compareValues } from '../../../ui/list/compare-values.ts';
import { defineList, type ListColumns } from '../../../ui/list/define-list.ts';
import {
  callerName,
  statusText,
  statusTone,
  type RequestsTranslate,
} from '../../../ui/requests/request-words.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { classOf, fileRow, type RequestRow } from './rows.ts';
import { statusClasses } from '../search.ts';

type Columns = ListColumns<RequestRow, RequestsTranslate>;

/** What is not answered yet is longer than anything. */
const durationOf = ({ ms }: RequestRow) => ms ?? Number.MAX_SAFE_INTEGER;
const answerOf = ({ status }: RequestRow) => (typeof status === 'number' ? status : 0);

const shared = {
  noun: 'requests',
  rowId: (row: RequestRow) => row.id,
  fileRow,
  idColumn: 'id',
  first: { sort: 'at', order: 'desc' },
  filters: { status: statusClasses },
  isLive: true,
} as const;

const asked = {
  at: { path: '/at', form: 'instant', width: 178, precision: 'millisecond' },
  method: { path: '/method', width: 72, sort: false },
  path: {
    path: '/path',
    width: 330,
    mono: true,
    long: true,
    sort: false,
    searched: true,
    narrows: 'q',
  },
  status: {
    path: '/status',
    width: 104,
    sort: (one, other) => answerOf(one) - answerOf(other),
    narrows: 'status',
    narrowedBy: classOf,
    cell: ({ status }, { t }) => (
      <StatusBadge
        tone={statusTone(status)}
        shape={statusTone(status) === 'warn' ? 'triangle' : 'none'}
      >
        {statusText(t, status)}
      </StatusBadge>
    ),
  },
  duration: {
    path: '/ms',
    form: 'count',
    width: 92,
    side: 'end',
    sort: (one, other) => compareValues(durationOf(one), durationOf(other)),
    cell: ({ ms }, { t }) => (ms === null ? '' : t('ms', { formatted: formatCount(ms) })),
  },
} as const satisfies Columns;

const answer = {
  rate: {
    path: '/remaining',
    form: 'count',
    width: 112,
    side: 'end',
    sort: false,
    cell: ({ rate }) =>
      rate === null ? '' : `${formatCount(rate.remaining)} / ${formatCount(rate.limit)}`,
  },
  id: {
    path: '/request_id',
    form: 'id',
    width: 256,
    dim: true,
    long: true,
    sort: false,
    searched: true,
  },
} as const satisfies Columns;

export const requestsList = defineList<RequestRow, RequestsTranslate>()(
  {
    ...shared,
    id: 'requests',
    columns: { ...asked, ...answer, rate: { ...answer.rate, hiddenAtFirst: true } },
  },
  (t, key, values) => t(key, values),
);

export const everyonesList = defineList<RequestRow, RequestsTranslate>()(
  {
    ...shared,
    id: 'requests',
    columnsId: 'requests-everyone',
    columns: {
      ...asked,
      caller: {
        path: '/caller',
        width: 150,
        long: true,
        sort: false,
        text: ({ answered }, { t }) =>
          answered === null ? undefined : callerName((key) => t(key), answered.caller),
      },
      mount: {
        path: '/mount',
        width: 136,
        dim: true,
        sort: false,
        codes: auditEventSchema.shape.mount.options,
        hiddenAtFirst: true,
      },
      operation: {
        path: '/operation_id',
        width: 150,
        dim: true,
        long: true,
        sort: false,
        searched: true,
        hiddenAtFirst: true,
      },
      ...answer,
    },
  },
  (t, key, values) => t(key, values),
);
