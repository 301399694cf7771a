/** The tables of accounts: who is billed, and credits and charges of one. */
import type { TFunction } from 'i18next';
import type { Account, Adjustment } from '../../../shared/contract/billing.ts';
import { invoiceAddress } from '../../ui/addresses.ts';
import { defineTable, inFiles } from '../../ui/list/define-list.ts';
import { formatVolume } from '../../ui/money/money.ts';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from '../../ui/money/billing.module.css';

type Translate = TFunction<['billing', 'tables']>;

export const accountsTable = defineTable<Account, Translate>()(
  {
    id: 'accounts',
    columnsAt: 'account',
    rowId: (row) => row.account_id,
    columns: {
      id: { path: '/account_id', onlyInFiles: true },
      name: { path: '/name', identity: true, kept: true, className: classes.wraps },
      email: { path: '/email', onlyInFiles: true },
      address: { path: '/address', form: 'json', onlyInFiles: true },
      state: {
        cell: ({ suspensions }, { t }) =>
          suspensions.length === 0 ? (
            <StatusBadge tone="info">{t('account.active')}</StatusBadge>
          ) : (
            <StatusBadge tone="warn">{t('account.suspended')}</StatusBadge>
          ),
      },
      suspensions: {
        path: '/suspensions',
        form: 'json',
        title: 'account.suspended',
        onlyInFiles: 'state',
      },
      created: inFiles('/created_at', true, 'instant'),
      tax: {
        path: '/tax_percent',
        form: 'count',
        side: 'end',
        cell: ({ tax_percent: percent }) => `${formatVolume(percent)} %`,
      },
      terms: {
        path: '/payment_terms_days',
        form: 'count',
        side: 'end',
        cell: ({ payment_terms_days: count }, { t }) => t('account.days', { count }),
      },
      card: { path: '/rate_card/rate_card_id', onlyInFiles: true },
      version: {
        path: '/rate_card/version',
        form: 'count',
        title: 'rates.version',
        onlyInFiles: true,
      },
    },
  },
  (t, key) => t(key),
);

export const adjustmentsTable = defineTable<Adjustment, Translate>()(
  {
    id: 'adjustments',
    columnsAt: 'adjustment',
    rowId: (row) => row.adjustment_id,
    columns: {
      id: inFiles('/adjustment_id', true),
      description: { path: '/description', title: 'document.description' },
      amount: { path: '/amount', form: 'money', title: 'invoices.column.amount' },
      currency: inFiles('/currency', 'amount'),
      made: { path: '/created_at', form: 'instant' },
      invoice: {
        path: '/invoice_id',
        cell: ({ invoice_id: id }, { t }) =>
          id === null ? (
            t('adjustment.open')
          ) : (
            <PlaceLink className={classes.link} href={invoiceAddress(id)}>
              {t('adjustment.onInvoice')}
            </PlaceLink>
          ),
      },
    },
  },
  (t, key) => t(key),
);
