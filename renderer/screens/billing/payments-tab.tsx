/** Payments of invoices, newest first, of all accounts or of one; each opens its invoice. */
import { IconCoins } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { billingPageSize, usePayments } from '../../api/billing.ts';
import { TableTab } from '../../ui/list/list-screen.tsx';
import { pagedRows } from '../../ui/list/row-source.ts';
import { useList, useListAddress } from '../../ui/list/use-list.ts';
import { AccountSelect } from './account-select.tsx';
import { paymentsList } from './payments-list.tsx';
import { parseBillingSearch } from './search.ts';

export function PaymentsTab() {
  const { t } = useTranslation('billing', { keyPrefix: 'payments' });
  const address = useListAddress(parseBillingSearch);
  const { account, offset = 0 } = address.search;
  const source = pagedRows(
    usePayments({ account }, offset),
    { offset, size: billingPageSize },
    {
      source: { operation: 'listPayments', query: { account_id: account } },
      idPath: '/payment_id',
    },
  );
  const list = useList(paymentsList, source, { t, ...address, stays: ['tab'] });
  return (
    <TableTab
      list={list}
      icon={IconCoins}
      empty={{ title: t('none'), text: t('noneText') }}
      table={{}}
      tools={
        <AccountSelect account={account} onAccount={(next) => list.narrow({ account: next })} />
      }
    />
  );
}
