/** Invoices: by state, account and day of issue, newest first; each opens as a document. */
import { useEffect, useMemo, useRef } from 'react';
import { Button } from '@mantine/core';
import { IconListSearch, IconReceipt2, IconX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import {
  invoiceStatuses,
  type Account,
  type ListedInvoice,
} from '../../../shared/contract/billing.ts';
import { billingPageSize, useAccounts, useInvoiceCounts, useInvoices } from '../../api/billing.ts';
import { ListGrid, type ListGridHandle } from '../../ui/list/list-grid.tsx';
import { useListOverlay } from '../../ui/page/list-overlay.tsx';
import { ColumnsButton } from '../../ui/page/list-page.tsx';
import { Segments, sumOf } from '../../ui/list/segments.tsx';
import { TableMenu } from '../../ui/list/table-menu.tsx';
import type { ListSource } from '../../ui/list/table-tools.ts';
import { usePreferences } from '../../state/preferences.ts';
import { DayField } from '../../ui/day-field.tsx';
import { formatCount } from '../../ui/format.ts';
import { EmptyState } from '../../ui/states.tsx';
import { useGridColumns } from '../../ui/table/use-grid-columns.ts';
import { AccountSelect } from './account-select.tsx';
import type { TabProps } from './tab-props.ts';
import { invoiceColumns } from './invoice-columns.tsx';
import { Pager } from '../../ui/page/pager.tsx';
import { parseBillingSearch } from './search.ts';
import hidden from '../../ui/hidden.module.css';
import classes from '../../ui/money/billing.module.css';

const noInvoices: readonly ListedInvoice[] = [];
const noAccounts: readonly Account[] = [];
const idOf = (invoice: ListedInvoice) => invoice.invoice_id;

export function InvoicesTab({ search, show }: TabProps) {
  const { t } = useTranslation('billing');
  const navigate = useNavigate();
  const { status, account, issued_after: after, issued_before: before, offset = 0 } = search;
  const others = { account, issuedAfter: after, issuedBefore: before };
  const isBackwards = after !== undefined && before !== undefined && after > before;
  const query = useInvoices({ ...others, status }, offset);
  const counts = useInvoiceCounts(others);
  const accounts = useAccounts().data ?? noAccounts;
  const zone = usePreferences((state) => state.timeZone);
  const grid = useRef<ListGridHandle>(null);
  const rows = query.data?.data ?? noInvoices;
  const total = query.data?.pagination.total ?? 0;
  const definitions = useMemo(() => invoiceColumns(t, zone), [t, zone]);
  const cells = useMemo(() => ({ zone, accounts }), [zone, accounts]);
  const columns = useGridColumns('invoices', definitions);
  useEffect(() => grid.current?.focus(), []);

  const source: ListSource = {
    operation: 'listInvoices',
    query: {
      status,
      account_id: account,
      issued_after: after,
      issued_before: before,
      include: 'account',
    },
  };
  const isFiltered =
    status !== undefined || account !== undefined || after !== undefined || before !== undefined;
  const all = sumOf(counts.data);
  const overlay = useListOverlay({
    query,
    isEmpty: rows.length === 0 && !isFiltered,
    isWithoutResult: rows.length === 0,
    failed: t('invoices.failed'),
    loading: t('loading'),
    empty: (
      <EmptyState icon={<IconReceipt2 size={20} stroke={1.6} />} title={t('invoices.none')}>
        {t('invoices.noneText')}
      </EmptyState>
    ),
    noResult: (
      <EmptyState
        icon={<IconListSearch size={20} stroke={1.6} />}
        title={t('invoices.noResult')}
        actions={
          <Button
            leftSection={<IconX size={14} />}
            onClick={() =>
              show({
                status: undefined,
                account: undefined,
                issued_after: undefined,
                issued_before: undefined,
                offset: undefined,
              })
            }
          >
            {t('invoices.clear')}
          </Button>
        }
      >
        {t('invoices.noResultText')}
      </EmptyState>
    ),
  });
  return (
    <div className={classes.list}>
      <div className={classes.listTools}>
        <Segments
          label={t('invoices.segments')}
          segments={(['all', ...invoiceStatuses] as const).map((each) => ({
            value: each,
            label: t(`status.${each}`),
            count: each === 'all' ? all : counts.data?.[each],
          }))}
          value={status ?? 'all'}
          onChange={(next) =>
            show({ status: next === 'all' ? undefined : next, offset: undefined })
          }
        />
        <AccountSelect
          account={account}
          onAccount={(next) => show({ account: next, offset: undefined })}
        />
        <DayField
          className={classes.date}
          label={t('invoices.after')}
          placeholder={t('invoices.after')}
          clearable
          day={after}
          wrong={isBackwards}
          onDay={(day) => show({ issued_after: day, offset: undefined })}
        />
        <span className={classes.dim} aria-hidden="true">
          –
        </span>
        <DayField
          className={classes.date}
          label={t('invoices.before')}
          placeholder={t('invoices.before')}
          clearable
          day={before}
          wrong={isBackwards}
          onDay={(day) => show({ issued_before: day, offset: undefined })}
        />
        <span className={classes.space} />
        <ColumnsButton columns={columns} />
        <TableMenu
          tools={{
            id: 'invoices',
            title: t('tab.invoices'),
            view: {
              search: { status, account, issued_after: after, issued_before: before },
              open: (view) => {
                const next = parseBillingSearch(view);
                show({
                  status: next.status,
                  account: next.account,
                  issued_after: next.issued_after,
                  issued_before: next.issued_before,
                  offset: undefined,
                });
              },
            },
            source,
            total: query.data === undefined ? undefined : total,
            notes: [
              ...(status === undefined ? [] : [t(`status.${status}`)]),
              ...(account === undefined ? [] : [`${t('column.account')}: ${account}`]),
              ...(after === undefined ? [] : [`${t('invoices.after')}: ${after}`]),
              ...(before === undefined ? [] : [`${t('invoices.before')}: ${before}`]),
            ],
          }}
          columns={columns}
        />
      </div>
      <div className={classes.grid}>
        <ListGrid
          ref={grid}
          id="invoices"
          title={t('tab.invoices')}
          label={
            query.data === undefined
              ? t('tab.invoices')
              : t('invoices.grid', { total: formatCount(total) })
          }
          noun="invoices"
          rows={rows}
          rowId={idOf}
          idName={t('column.invoiceId')}
          total={
            query.data === undefined
              ? undefined
              : status === undefined
                ? rows.length
                : (all ?? rows.length)
          }
          columns={columns}
          cells={cells}
          sort=""
          order="desc"
          dimmed={query.isPlaceholderData}
          onSort={() => undefined}
          onOpen={({ invoice_id: id }) =>
            void navigate({ to: '/billing/invoices/$id', params: { id } })
          }
          whole={{ source, total, idPath: '/invoice_id' }}
          filtersOf={(invoice) => [
            {
              label: `${t('column.status')}: ${t(`status.${invoice.status}`)}`,
              run: () => show({ status: invoice.status, offset: undefined }),
            },
            ...(invoice.account_id === undefined
              ? []
              : [
                  {
                    label: `${t('column.account')}: ${invoice.account_id}`,
                    run: () => show({ account: invoice.account_id, offset: undefined }),
                  },
                ]),
          ]}
          overlay={overlay}
        />
      </div>
      <div className={classes.listFoot}>
        <Pager
          offset={offset}
          size={billingPageSize}
          total={total}
          onOffset={(next) => show({ offset: next === 0 ? undefined : next })}
        />
      </div>
      <div className={hidden.srOnly} role="status" aria-live="polite">
        {query.data === undefined
          ? ''
          : t('invoices.announce', { count: total, formatted: formatCount(total) })}
      </div>
    </div>
  );
}
