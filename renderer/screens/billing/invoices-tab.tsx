/** Invoices: by state, account and day of issue, newest first; each opens as a document. */
import { IconReceipt2 } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { billingPageSize, useInvoiceCounts, useInvoices } from '../../api/billing.ts';
import { FilterDays } from '../../ui/list/list-filters.tsx';
import { ListTab } from '../../ui/list/list-screen.tsx';
import { pagedRows } from '../../ui/list/row-source.ts';
import { useList, useListAddress } from '../../ui/list/use-list.ts';
import { AccountSelect } from './account-select.tsx';
import { invoicesList } from './invoices-list.tsx';
import { parseBillingSearch } from './search.ts';

export function InvoicesTab() {
  const { t } = useTranslation('billing', { keyPrefix: 'invoices' });
  const navigate = useNavigate();
  const address = useListAddress(parseBillingSearch);
  const { status, account, issued_after, issued_before, offset = 0 } = address.search;
  const others = { account, issuedAfter: issued_after, issuedBefore: issued_before };
  const query = { status, account_id: account, issued_after, issued_before, include: 'account' };
  const source = pagedRows(
    useInvoices({ ...others, status }, offset),
    { offset, size: billingPageSize },
    { source: { operation: 'listInvoices', query }, idPath: '/invoice_id' },
  );
  const list = useList(invoicesList, source, { t, ...address, stays: ['tab'] });
  return (
    <ListTab
      list={list}
      icon={IconReceipt2}
      counts={{ status: useInvoiceCounts(others).data }}
      empty={{ title: t('none'), text: t('noneText') }}
      tools={
        <>
          <AccountSelect account={account} onAccount={(next) => list.narrow({ account: next })} />
          <FilterDays list={list} members={['issued_after', 'issued_before']} />
        </>
      }
      onOpen={({ invoice_id: id }) =>
        void navigate({ to: '/billing/invoices/$id', params: { id } })
      }
    />
  );
}
