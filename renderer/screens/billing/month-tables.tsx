/** The tables of months that close: drafts, runs, and what became of each account in one. */
import type { TFunction } from 'i18next';
import {
  runCauses,
  runOutcomes,
  type Draft,
  type ListedRun,
  type RunItem,
} from '../../../shared/contract/billing-runs.ts';
import { invoiceAddress } from '../../ui/addresses.ts';
import { formatMonth } from '../../ui/format.ts';
import { defineTable, inFiles } from '../../ui/list/define-list.ts';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import classes from '../../ui/money/billing.module.css';

type Translate = TFunction<['billing', 'tables']>;

export const draftsTable = defineTable<Draft, Translate>()(
  {
    id: 'drafts',
    columnsAt: 'months.column',
    rowId: (row) => row.account_id,
    columns: {
      account: { path: '/account_id', identity: true, kept: true },
      state: {},
      why: {
        className: classes.wraps,
        cell: ({ hold, failed }) => hold?.reason ?? failed ?? '',
      },
      failed: { path: '/failed', onlyInFiles: 'why' },
      hold: { path: '/hold', form: 'json', onlyInFiles: 'why' },
      subtotal: { path: '/subtotal', form: 'money', onlyInFiles: true },
      tax: { path: '/tax', form: 'money', onlyInFiles: true },
      total: { path: '/total', form: 'money' },
      currency: inFiles('/currency', true),
    },
  },
  (t, key) => t(key),
);

export const runsTable = defineTable<ListedRun, Translate>()(
  {
    id: 'runs',
    columnsAt: 'months.column',
    rowId: (row) => row.run_id,
    columns: {
      id: { path: '/run_id', onlyInFiles: true },
      month: {
        path: '/month',
        identity: true,
        kept: true,
        cell: ({ month }) => formatMonth(month),
      },
      cause: { path: '/cause', codes: runCauses, wordsAt: 'months.cause' },
      started: { path: '/started_at', form: 'instant' },
      finished: { path: '/finished_at', form: 'instant', onlyInFiles: true },
      issued: { path: '/issued', form: 'count', side: 'end' },
      nothing: { path: '/nothing', form: 'count', side: 'end' },
      held: { path: '/held', form: 'count', side: 'end' },
      failed: { path: '/failed', form: 'count', side: 'end' },
      total: { path: '/total', form: 'money' },
    },
  },
  (t, key) => t(key),
);

export const runItemsTable = defineTable<RunItem, Translate>()(
  {
    id: 'run-items',
    columnsAt: 'months.column',
    rowId: (row) => row.account_id,
    columns: {
      account: { path: '/account_id', identity: true, kept: true },
      outcome: { path: '/outcome', codes: runOutcomes, wordsAt: 'months.outcome' },
      invoice: {
        path: '/invoice_id',
        cell: ({ invoice_id: id }) =>
          id === null ? '' : <PlaceLink href={invoiceAddress(id)}>{id}</PlaceLink>,
      },
      why: { path: '/reason', className: classes.wraps },
      total: { path: '/amount', form: 'money' },
    },
  },
  (t, key) => t(key),
);
