/** Invoices: by state, account and day of issue, newest first; each opens as a document. */
import { IconReceipt2 } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { billingPageSize, useInvoiceCounts, useInvoices } from '../../api/billing.ts';
import { DayField } from '../../ui/day-field.tsx';
import { ListTab } from '../../ui/list/list-screen.tsx';
import { pagedRows } from '../../ui/list/row-source.ts';
import { useList } from '../../ui/list/use-list.ts';
import { AccountSelect } from './account-select.tsx';
import { invoicesList } from './invoices-list.tsx';
import { parseBillingSearch } from './search.ts';
import type { TabProps } from './tab-props.ts';
import classes from '../../ui/money/billing.module.css';

export function InvoicesTab({ search, show }: TabProps) {
  const { t } = useTranslation('billing', { keyPrefix: 'invoices' });
  const navigate = useNavigate();
  const { status, account, issued_after: after, issued_before: before, offset = 0 } = search;
  const others = { account, issuedAfter: after, issuedBefore: before };
  const isBackwards = after !== undefined && before !== undefined && after > before;
  const source = pagedRows(
    useInvoices({ ...others, status }, offset),
    { offset, size: billingPageSize },
    {
      source: {
        operation: 'listInvoices',
        query: {
          status,
          account_id: account,
          issued_after: after,
          issued_before: before,
          include: 'account',
        },
      },
      idPath: '/invoice_id',
    },
  );
  const list = useList(invoicesList, source, {
    t,
    search,
    parse: parseBillingSearch,
    show,
    stays: ['tab'],
  });
  return (
    <ListTab
      list={list}
      icon={IconReceipt2}
      counts={{ status: useInvoiceCounts(others).data }}
      empty={{ title: t('none'), text: t('noneText') }}
      noResult={{ title: t('noResult.title'), text: t('noResult.text') }}
      notes={[
        ...(account === undefined ? [] : [`${t('column.account')}: ${account}`]),
        ...(after === undefined ? [] : [`${t('after')}: ${after}`]),
        ...(before === undefined ? [] : [`${t('before')}: ${before}`]),
      ]}
      tools={
        <>
          <AccountSelect
            account={account}
            onAccount={(next) => list.change({ account: next, offset: undefined })}
          />
          <DayField
            className={classes.date}
            label={t('after')}
            placeholder={t('after')}
            clearable
            day={after}
            wrong={isBackwards}
            onDay={(day) => list.change({ issued_after: day, offset: undefined })}
          />
          <span className="pd-dim" aria-hidden="true">
            –
          </span>
          <DayField
            className={classes.date}
            label={t('before')}
            placeholder={t('before')}
            clearable
            day={before}
            wrong={isBackwards}
            onDay={(day) => list.change({ issued_before: day, offset: undefined })}
          />
        </>
      }
      onOpen={({ invoice_id: id }) =>
        void navigate({ to: '/billing/invoices/$id', params: { id } })
      }
    />
  );
}
