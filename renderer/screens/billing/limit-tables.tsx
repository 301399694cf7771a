/** The columns of spending limits, which a file holds, and of the alerts they gave. */
import type { TFunction } from 'i18next';
import {
  limitModes,
  type SpendingAlert,
  type SpendingLimit,
} from '../../../shared/contract/billing.ts';
import { spans } from '../../../shared/billing/calendar.ts';
import { defineTable, inFiles } from '../../ui/list/define-list.ts';

type Translate = TFunction<['billing', 'common', 'tables']>;

/** Limits are drawn as cards. */
export const limitsTable = defineTable<SpendingLimit, Translate>()(
  {
    id: 'limits',
    columnsAt: 'limitForm',
    rowId: (row) => row.limit_id,
    columns: {
      id: inFiles('/limit_id', true),
      account: { path: '/account_id', title: 'invoices.column.account', onlyInFiles: true },
      dataset: { path: '/dataset_id', title: 'usage.dataset', onlyInFiles: true },
      period: { path: '/period', codes: spans, wordsAt: 'span', onlyInFiles: true },
      mode: { path: '/mode', codes: limitModes, onlyInFiles: true },
      amount: { path: '/amount', form: 'money', title: 'alerts.limit', onlyInFiles: true },
      spent: { path: '/spent', form: 'money', title: 'alerts.spent', onlyInFiles: true },
      currency: inFiles('/currency', true),
      thresholds: {
        path: '/alert_thresholds',
        form: 'json',
        title: 'limitForm.alerts',
        onlyInFiles: true,
      },
      suspends: {
        path: '/auto_suspend',
        title: 'limits.autoSuspend',
        codes: ['true', 'false'],
        onlyInFiles: true,
      },
      resets: { path: '/reset_at', form: 'instant', title: 'limits.resets', onlyInFiles: true },
    },
  },
  (t, key) => {
    if (key === 'suspends.true') return t('common:yes');
    return key === 'suspends.false' ? t('common:no') : t(key);
  },
);

export const alertsTable = defineTable<SpendingAlert, Translate>()(
  {
    id: 'alerts',
    columnsAt: 'alerts',
    rowId: (row) => row.alert_id,
    columns: {
      at: { path: '/created_at', form: 'instant', precision: 'second' },
      account: { path: '/account_id', title: 'invoices.column.account' },
      scope: {},
      dataset: { path: '/dataset_id', title: 'usage.dataset', onlyInFiles: 'scope' },
      limit_id: inFiles('/limit_id', 'scope'),
      threshold: {
        path: '/threshold',
        form: 'count',
        side: 'end',
        cell: ({ threshold }) => `${threshold} %`,
      },
      spent: { path: '/spent', form: 'money' },
      limit: { path: '/limit', form: 'money' },
    },
  },
  (t, key) => t(key),
);
