/** The list of the audit log: columns, what narrows it, and how each cell is drawn. */
import type { TFunction } from 'i18next';
import { roles } from '../../../shared/contract/access.ts';
import {
  auditActions,
  auditEventSchema,
  auditOutcomes,
  type AuditEvent,
} from '../../../shared/contract/audit.ts';
import { formatCount } from '../../ui/format.ts';
import { defineList } from '../../ui/list/define-list.ts';
import { callerName } from '../../ui/requests/request-words.ts';
import { roleWord } from '../../ui/role-word.ts';
import { callerFilter, outcomeBadges } from './audit-words.ts';

export type AuditListTranslate = TFunction<['audit', 'requests', 'access']>;

const { caller, mount } = auditEventSchema.shape;

export const auditList = defineList<AuditEvent, AuditListTranslate>()(
  {
    id: 'audit',
    noun: 'events',
    rowId: (row) => String(row.seq),
    idColumn: 'id',
    filters: { outcome: auditOutcomes },
    chips: ['operation', 'object'],
    alsoNarrow: ['from', 'to'],
    columns: {
      at: { path: '/at', form: 'instant', width: 152, precision: 'second' },
      who: {
        path: '/caller/kind',
        width: 160,
        long: true,
        codes: caller.shape.kind.options,
        wordsAt: 'requests:caller',
        narrows: 'caller',
        narrowedBy: callerFilter,
        text: (row, { t }) => callerName((key) => t(`requests:${key}`), row.caller),
      },
      action: {
        path: '/action',
        width: 84,
        codes: auditActions,
        narrows: 'action',
      },
      operation: {
        path: '/operation_id',
        width: 156,
        long: true,
        searched: true,
        narrows: 'operation',
        none: 'noOperation',
      },
      object: {
        path: '/object_id',
        width: 250,
        mono: true,
        long: true,
        searched: true,
        narrows: 'object',
      },
      outcome: {
        path: '/outcome',
        form: 'status',
        width: 124,
        codes: auditOutcomes,
        narrows: 'outcome',
        badges: outcomeBadges,
      },
      status: { path: '/status', form: 'count', width: 68 },
      id: { path: '/request_id', form: 'id', width: 256, dim: true, long: true, searched: true },
      key: {
        path: '/caller/key_id',
        form: 'id',
        width: 230,
        dim: true,
        long: true,
        hiddenAtFirst: true,
      },
      role: {
        path: '/caller/role',
        width: 110,
        dim: true,
        codes: roles,
        wordsAt: 'access:role',
        hiddenAtFirst: true,
        cell: ({ caller: { role } }, { t }) =>
          role === null ? '' : roleWord(role, (key) => t(`access:${key}`)),
      },
      path: {
        path: '/path',
        width: 280,
        mono: true,
        long: true,
        hiddenAtFirst: true,
        text: ({ method, path }) => `${method} ${path}`,
      },
      mount: {
        path: '/mount',
        width: 136,
        dim: true,
        codes: mount.options,
        wordsAt: 'requests:mount',
        hiddenAtFirst: true,
      },
      duration: {
        path: '/ms',
        form: 'count',
        width: 92,
        side: 'end',
        hiddenAtFirst: true,
        cell: ({ ms }, { t }) => t('requests:ms', { formatted: formatCount(ms) }),
      },
      seq: { path: '/seq', form: 'count', width: 84, dim: true, hiddenAtFirst: true },
    },
  },
  (t, key, values) => t(key, values),
);
