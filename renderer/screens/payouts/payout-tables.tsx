/** The tables of Payouts: payouts, the accruals behind one, revenue by dataset. */
import type { TFunction } from 'i18next';
import {
  payoutStatuses,
  type DatasetRevenue,
  type Payout,
  type ShownAccrual,
} from '../../../shared/contract/billing.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { datasetAddress, invoiceAddress, payoutsAddress } from '../../ui/addresses.ts';
import { formatDay } from '../../ui/format.ts';
import { InEnglish } from '../../ui/in-english.tsx';
import { Instant } from '../../ui/instant.tsx';
import { defineTable } from '../../ui/list/define-list.ts';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import { PayoutStatusBadge } from './payout-status.tsx';
import classes from '../../ui/money/billing.module.css';

type Translate = TFunction<['payouts', 'tables']>;

export const payoutsTable = defineTable<Payout, Translate>()(
  {
    id: 'payouts',
    rowId: (row) => row.payout_id,
    columns: {
      id: { path: '/payout_id', onlyInFiles: true },
      amount: { path: '/amount', form: 'money' },
      currency: { path: '/currency', title: 'tables:file.currency', onlyInFiles: 'amount' },
      status: { path: '/status', codes: payoutStatuses, cell: StatusCell },
      failure: {
        path: '/failure_reason',
        title: 'tables:file.failure_reason',
        onlyInFiles: 'status',
      },
      holder: { path: '/holder_id' },
      period: {
        cell: ({ period: { start_date: from, end_date: to } }, { t }) =>
          t('range', { from: formatDay(from), to: formatDay(to) }),
      },
      from: {
        path: '/period/start_date',
        form: 'day',
        title: 'tables:file.period_start',
        onlyInFiles: 'period',
      },
      to: {
        path: '/period/end_date',
        form: 'day',
        title: 'tables:file.period_end',
        onlyInFiles: 'period',
      },
      created: { path: '/created_at', form: 'instant', precision: 'second' },
      completed: {
        path: '/completed_at',
        form: 'instant',
        cell: ({ completed_at: at }) => (at === undefined ? '–' : <Instant at={at} />),
      },
      behind: { fixed: true },
    },
  },
  (t, key) => t(key),
);

function StatusCell({ status, failure_reason: reason }: Payout) {
  return (
    <>
      <PayoutStatusBadge status={status} />
      {reason !== undefined && (
        <small className={classes.reason}>
          <InEnglish>{reason}</InEnglish>
        </small>
      )}
    </>
  );
}

export const accrualsTable = defineTable<ShownAccrual, Translate>()(
  {
    id: 'accruals',
    columnsAt: 'accruals',
    rowId: (row) => `${row.invoice_id} ${row.dataset_id}`,
    columns: {
      at: { path: '/created_at', form: 'instant', precision: 'second' },
      dataset: { path: '/dataset_id', cell: DatasetCell },
      holder: { path: '/holder_id', title: 'column.holder', onlyInFiles: true },
      invoice: {
        path: '/invoice_id',
        cell: ({ invoice_id: id }) => (
          <PlaceLink className={classes.monoLink} href={invoiceAddress(id)}>
            {id}
          </PlaceLink>
        ),
      },
      gross: { path: '/gross', form: 'money' },
      fee: { path: '/fee', form: 'money' },
      net: { path: '/net', form: 'money' },
      currency: {
        path: '/currency',
        title: 'tables:file.currency',
        onlyInFiles: ['gross', 'fee', 'net'],
      },
    },
  },
  (t, key) => t(key),
);

export const revenueTable = defineTable<DatasetRevenue, Translate>()(
  {
    id: 'revenue',
    columnsAt: 'accruals',
    rowId: (row) => `${row.dataset_id} ${row.holder_id} ${row.currency}`,
    columns: {
      dataset: { path: '/dataset_id', identity: true, cell: DatasetCell },
      holder: {
        path: '/holder_id',
        title: 'column.holder',
        cell: ({ holder_id: id }) => (
          <PlaceLink
            className={classes.link}
            href={`${payoutsAddress}?holder=${encodeURIComponent(id)}`}
          >
            {showHidden(id)}
          </PlaceLink>
        ),
      },
      gross: { path: '/gross', form: 'money' },
      fees: { path: '/fees', form: 'money', title: 'accruals.fee' },
      net: { path: '/net', form: 'money' },
      currency: {
        path: '/currency',
        title: 'tables:file.currency',
        onlyInFiles: ['gross', 'fees', 'net'],
      },
    },
  },
  (t, key) => t(key),
);

function DatasetCell({ dataset_id: id }: { readonly dataset_id: string }) {
  return (
    <PlaceLink className={classes.link} href={datasetAddress(id)}>
      {showHidden(id)}
    </PlaceLink>
  );
}
