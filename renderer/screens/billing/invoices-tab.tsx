/** Invoices: by state, account and day of issue, newest first; each opens as a document. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { Button, SegmentedControl } from '@mantine/core';
import { IconDownload, IconListSearch, IconReceipt2, IconX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import {
  invoiceStatuses,
  type Account,
  type ListedInvoice,
} from '../../../shared/contract/billing.ts';
import {
  allInvoices,
  billingPageSize,
  useAccounts,
  useInvoiceCounts,
  useInvoices,
} from '../../api/billing.ts';
import { toFailure } from '../../api/client.ts';
import { ListGrid, type ListGridHandle } from '../../app/list-grid.tsx';
import { useListOverlay } from '../../app/page/list-overlay.tsx';
import { notify } from '../../state/notices.ts';
import { usePreferences } from '../../state/preferences.ts';
import { saveCsv } from '../../ui/csv.ts';
import { DayField } from '../../ui/day-field.tsx';
import { formatCount } from '../../ui/format.ts';
import { EmptyState } from '../../ui/states.tsx';
import { useGridColumns } from '../../ui/table/use-grid-columns.ts';
import { AccountSelect } from './account-select.tsx';
import type { TabProps } from './billing-screen.tsx';
import { invoiceColumns } from './invoice-columns.tsx';
import { Pager } from '../../app/page/pager.tsx';
import classes from './billing.module.css';

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
  const [exporting, setExporting] = useState(false);
  const rows = query.data?.data ?? noInvoices;
  const total = query.data?.pagination.total ?? 0;
  const definitions = useMemo(() => invoiceColumns(t, zone), [t, zone]);
  const cells = useMemo(() => ({ zone, accounts }), [zone, accounts]);
  const columns = useGridColumns('invoices', definitions);
  useEffect(() => grid.current?.focus(), []);

  const isFiltered =
    status !== undefined || account !== undefined || after !== undefined || before !== undefined;
  const all =
    counts.data === undefined
      ? undefined
      : invoiceStatuses.reduce((sum, each) => sum + (counts.data?.[each] ?? 0), 0);
  const segments = [undefined, ...invoiceStatuses].map((each) => {
    const number = each === undefined ? all : counts.data?.[each];
    return {
      value: each ?? 'all',
      label: (
        <>
          {t(each === undefined ? 'status.all' : `status.${each}`)}
          {number !== undefined && (
            <span className={classes.segmentCount}>{formatCount(number)}</span>
          )}
        </>
      ),
    };
  });
  const exportAll = async () => {
    setExporting(true);
    try {
      const found = await allInvoices({ ...others, status }, new AbortController().signal);
      saveCsv(
        `invoices${status === undefined ? '' : `-${status.toLowerCase()}`}.csv`,
        [
          'invoice_id',
          'account_id',
          'status',
          'issued_date',
          'due_date',
          'paid_date',
          'period_start',
          'period_end',
          'amount',
          'currency',
        ],
        found.map((each) => [
          each.invoice_id,
          each.account_id,
          each.status,
          each.issued_date,
          each.due_date,
          each.paid_date,
          each.period.start_date,
          each.period.end_date,
          each.amount,
          each.currency,
        ]),
      );
    } catch (error) {
      const failure = toFailure(error);
      notify({
        tone: 'bad',
        title: t('csvFailed'),
        detail: failure.message,
        requestId: failure.requestId,
      });
    } finally {
      setExporting(false);
    }
  };

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
        <SegmentedControl
          size="xs"
          aria-label={t('invoices.segments')}
          data={segments}
          value={status ?? 'all'}
          onChange={(value) =>
            show({ status: invoiceStatuses.find((each) => each === value), offset: undefined })
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
        <Button
          leftSection={<IconDownload size={14} stroke={1.75} />}
          loading={exporting}
          disabled={rows.length === 0}
          onClick={() => void exportAll()}
        >
          {t('csv')}
        </Button>
      </div>
      <div className={classes.grid}>
        <ListGrid
          ref={grid}
          id="invoices"
          label={t('invoices.grid', { total: formatCount(total) })}
          noun="invoices"
          rows={rows}
          rowId={idOf}
          idName={t('column.invoiceId')}
          total={status === undefined ? rows.length : (all ?? rows.length)}
          columns={columns}
          cells={cells}
          sort=""
          order="desc"
          dimmed={query.isPlaceholderData}
          onSort={() => undefined}
          onOpen={({ invoice_id: id }) =>
            void navigate({ to: '/billing/invoices/$id', params: { id } })
          }
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
      <div className={classes.srOnly} role="status" aria-live="polite">
        {query.data === undefined
          ? ''
          : t('invoices.announce', { count: total, formatted: formatCount(total) })}
      </div>
    </div>
  );
}
