/** The list of invoices: columns, what narrows it, and how each cell is drawn. */
import type { TFunction } from 'i18next';
import { invoiceStatuses, type ListedInvoice } from '../../../shared/contract/billing.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useAccounts } from '../../api/billing.ts';
import { invoiceAddress } from '../../ui/addresses.ts';
import { formatMonth } from '../../ui/format.ts';
import { CellLink } from '../../ui/list/cell-link.tsx';
import { defineList } from '../../ui/list/define-list.ts';
import { InvoiceStatusBadge } from './invoice-status.tsx';

export const invoicesList = defineList<ListedInvoice, TFunction<'billing', 'invoices'>>()(
  {
    id: 'invoices',
    noun: 'invoices',
    rowId: (row) => row.invoice_id,
    idColumn: 'id',
    filters: { status: invoiceStatuses },
    alsoNarrow: ['issued_after', 'issued_before'],
    columns: {
      amount: { path: '/amount', form: 'money', width: 148 },
      status: {
        path: '/status',
        form: 'status',
        width: 112,
        codes: invoiceStatuses,
        narrows: 'status',
        cell: ({ status }) => <InvoiceStatusBadge status={status} />,
      },
      period: {
        path: '/period/start_date',
        form: 'day',
        width: 148,
        identity: true,
        cell: ({ invoice_id: id, period }) => (
          <CellLink href={invoiceAddress(id)}>
            {formatMonth(period.start_date.slice(0, 7))}
          </CellLink>
        ),
      },
      account: {
        path: '/account_id',
        width: 200,
        long: true,
        narrows: 'account',
        cell: ({ account_id: id }) => <AccountName id={id ?? ''} />,
      },
      issued: { path: '/issued_date', form: 'day', width: 116 },
      due: { path: '/due_date', form: 'day', width: 116 },
      paid: { path: '/paid_date', form: 'instant', width: 136, none: 'notPaid' },
      id: { path: '/invoice_id', form: 'id', width: 256, dim: true, long: true },
    },
  },
  (t, key, values) => t(key, values),
);

/** The name of an account; its id where it has none. */
function AccountName({ id }: { id: string }) {
  const account = useAccounts().data?.find((each) => each.account_id === id);
  const name = showHidden(account?.name ?? id);
  return <bdi title={name}>{name}</bdi>;
}
