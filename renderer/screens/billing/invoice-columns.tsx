/** The columns of the invoices list, and how each cell is drawn. */
import type { Account, ListedInvoice } from '../../../shared/contract/billing.ts';
import type { TimeZoneChoice } from '../../state/preferences.ts';
import { invoiceAddress } from '../../ui/addresses.ts';
import { formatDay, formatInstant, formatMonth } from '../../ui/format.ts';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { instantHead } from '../../ui/table/instant-head.ts';
import type { GridColumn } from '../../ui/table/grid-column.ts';
import { InvoiceStatusBadge } from './invoice-status.tsx';
import type { BillingTranslate } from '../../ui/money/price-words.ts';
import classes from '../../ui/money/billing.module.css';

/** Values that cells need besides their row; the same object as long as nothing in it changes. */
export interface InvoiceCells {
  readonly zone: TimeZoneChoice;
  readonly accounts: readonly Account[];
}

export type InvoiceColumn = GridColumn<ListedInvoice, InvoiceCells>;

export function invoiceColumns(t: BillingTranslate, zone: TimeZoneChoice): InvoiceColumn[] {
  return [
    {
      id: 'amount',
      data: { path: '/amount', kind: 'number' },
      title: t('column.amount'),
      width: 148,
      align: 'end',
      cell: ({ amount, currency }) => <MoneyText value={amount} currency={currency} />,
    },
    {
      id: 'status',
      data: { path: '/status', words: t('status', { returnObjects: true }) },
      title: t('column.status'),
      width: 112,
      cell: ({ status }) => <InvoiceStatusBadge status={status} />,
    },
    {
      id: 'period',
      identity: true,
      data: { path: '/period/start_date', kind: 'day' },
      title: t('column.period'),
      width: 148,
      cell: PeriodCell,
    },
    {
      id: 'account',
      data: { path: '/account_id' },
      title: t('column.account'),
      width: 200,
      long: true,
      cell: (row, cells) => accountName(row, cells),
      text: (row, cells) => accountName(row, cells),
    },
    {
      id: 'issued',
      data: { path: '/issued_date', kind: 'day' },
      title: t('column.issued'),
      width: 116,
      cell: ({ issued_date: day }) => formatDay(day),
    },
    {
      id: 'due',
      data: { path: '/due_date', kind: 'day' },
      title: t('column.due'),
      width: 116,
      cell: ({ due_date: day }) => formatDay(day),
    },
    {
      id: 'paid',
      data: { path: '/paid_date', kind: 'instant', title: t('column.paid') },
      ...instantHead(t('column.paid'), zone),
      width: 136,
      cell: ({ paid_date: at }, cells) =>
        at === undefined ? (
          <span className={classes.dim}>–</span>
        ) : (
          <time dateTime={at} title={at}>
            {formatInstant(at, cells.zone, 'minute')}
          </time>
        ),
    },
    {
      id: 'id',
      data: { path: '/invoice_id' },
      title: t('column.invoiceId'),
      width: 256,
      mono: true,
      dim: true,
      long: true,
      cell: ({ invoice_id: id }) => id,
      text: ({ invoice_id: id }) => id,
    },
  ];
}

/** A link for the pointer; keys open the row the grid's cursor is on. */
function PeriodCell({ invoice_id: id, period }: ListedInvoice) {
  return (
    <a className={classes.cellLink} href={invoiceAddress(id)} tabIndex={-1}>
      {formatMonth(period.start_date.slice(0, 7))}
    </a>
  );
}

function accountName({ account_id: id }: ListedInvoice, { accounts }: InvoiceCells): string {
  return accounts.find((each) => each.account_id === id)?.name ?? id ?? '';
}
