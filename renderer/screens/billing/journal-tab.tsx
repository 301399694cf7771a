/** The double-entry journal: every transaction with its postings, and the check that each adds up to zero. */
import { CloseButton } from '@mantine/core';
import { IconBook } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { currency, type BookTransaction } from '../../../shared/contract/billing.ts';
import { billingPageSize, useJournal } from '../../api/billing.ts';
import { invoiceAddress } from '../../ui/addresses.ts';
import { formatCount } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { defineTable } from '../../ui/list/define-list.ts';
import { ListTable } from '../../ui/list/list-table.tsx';
import { pagedRows } from '../../ui/list/row-source.ts';
import { TableMenu } from '../../ui/list/table-menu.tsx';
import { menuOf, useTable } from '../../ui/list/use-table.ts';
import { nanosOf } from '../../ui/money/money-sum.ts';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { nanosText } from '../../ui/money/nanos-text.ts';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { TabProps } from './tab-props.ts';
import classes from '../../ui/money/billing.module.css';

/** Of the journal's amounts; the books are kept in one currency. */
const bookCurrency = currency;

/** Codes that have words; a newer server may know others. */
const events = [
  'issued',
  'paid',
  'canceled',
  'accrued',
  'payout_created',
  'payout_completed',
  'payout_failed',
] as const;
const accounts = [
  'receivable',
  'revenue',
  'tax_payable',
  'cash',
  'holder_share',
  'fee_income',
  'holder_payable',
  'payouts_in_transit',
] as const;

/** One row of a file a posting, as the list of the API is unfolded. */
const postingsOf = (transaction: BookTransaction) =>
  transaction.postings.map((item) => ({ ...transaction, item }));

/** A transaction, or the part of it that a posting is. */
type Booked = BookTransaction & { readonly item?: BookTransaction['postings'][number] };

const shownOf = ({ postings }: Booked) =>
  postings.filter((each) => each.debit !== 0 || each.credit !== 0);
/** True for the first of its postings, on whose line stands what is the transaction's. */
const isFirst = (row: Booked) => row.item === shownOf(row)[0];

type Translate = TFunction<'billing'>;

export const journalTable = defineTable<Booked, Translate>()(
  {
    id: 'journal',
    columnsAt: 'journal',
    rowId: ({ transaction }) => String(transaction),
    columns: {
      number: {
        path: '/transaction',
        form: 'count',
        side: 'end',
        cell: (row) => isFirst(row) && row.transaction,
      },
      at: {
        path: '/at',
        form: 'instant',
        cell: (row) => isFirst(row) && <Instant at={row.at} />,
      },
      event: {
        path: '/event',
        codes: events,
        cell: (row, { t }) => isFirst(row) && t(`event.${row.event}`, { defaultValue: row.event }),
      },
      source: {
        path: '/source',
        cell: (row) =>
          isFirst(row) && (
            <PlaceLink className={classes.monoLink} data-opens href={addressOf(row)}>
              {row.source}
            </PlaceLink>
          ),
      },
      account: {
        path: '/item/account',
        codes: accounts,
        wordsAt: 'book',
        className: classes.bookAccount,
      },
      debit: {
        path: '/item/debit',
        form: 'count',
        side: 'end',
        cell: ({ item }) => side(item?.debit),
      },
      credit: {
        path: '/item/credit',
        form: 'count',
        side: 'end',
        cell: ({ item }) => side(item?.credit),
      },
    },
  },
  (t, key) => t(key, { currency }),
);

const side = (value = 0) => value !== 0 && <MoneyText value={value} />;

const addressOf = ({ source }: Booked) =>
  source.startsWith('inv_')
    ? invoiceAddress(source)
    : `#/payouts?payout=${encodeURIComponent(source)}`;

interface Balance {
  readonly debit: bigint | undefined;
  readonly credit: bigint | undefined;
}

/** Exact sums of both sides. */
export function balanceOf(transactions: readonly BookTransaction[]): Balance {
  const postings = transactions.flatMap((each) => each.postings);
  return {
    debit: nanosOf(postings.map((each) => each.debit)),
    credit: nanosOf(postings.map((each) => each.credit)),
  };
}

const isBalanced = ({ debit, credit }: Balance) => debit !== undefined && debit === credit;

export function JournalTab({ search, show }: TabProps) {
  const { t } = useTranslation('billing');
  const { source, offset = 0 } = search;
  const query = useJournal(source, offset);
  const rows = pagedRows<Booked>(
    query,
    { offset, size: billingPageSize },
    {
      source: { operation: 'listBookTransactions', query: { source }, each: '/postings' },
      idPath: '/transaction',
    },
  );
  const table = useTable(journalTable, rows, t);
  return (
    <div className={classes.stack}>
      <div className={classes.toolbar}>
        {source !== undefined && (
          <span className={classes.chip}>
            <span className="pd-dim">{t('journal.source')}</span>
            <code className={classes.chipValue}>{source}</code>
            <CloseButton
              size="sm"
              aria-label={t('journal.removeSource')}
              onClick={() => show({ source: undefined, offset: undefined })}
            />
          </span>
        )}
        <BalanceNote transactions={table.rows} />
        <span className={classes.space} />
        <TableMenu
          {...menuOf(table, {
            title: t('tab.journal'),
            total: undefined,
            notes: source === undefined ? [] : [`${t('journal.source')}: ${source}`],
          })}
        />
      </div>
      <ListTable
        table={table}
        title={t('tab.journal')}
        failed={t('journal.failed')}
        empty={
          <EmptyState compact icon={<IconBook size={20} stroke={1.6} />} title={t('journal.none')}>
            {t('journal.noneText')}
          </EmptyState>
        }
        parts={(row) => shownOf(row).map((item) => ({ ...row, item }))}
        rowClass={classes.posting}
        rowProps={(row) => ({
          'data-credit': row.item?.credit !== 0 || undefined,
          'data-last': row.item === shownOf(row).at(-1) || undefined,
        })}
        onOffset={(next) => show({ offset: next === 0 ? undefined : next })}
        keys={{
          noun: 'transactions',
          idName: t('journal.source'),
          copied: (each) => each.source,
          unfold: postingsOf,
          total: query.data && table.rows.length,
          filtersOf: (each) => [
            {
              label: `${t('journal.source')}: ${each.source}`,
              run: () => show({ source: each.source, offset: undefined }),
            },
          ],
        }}
      />
    </div>
  );
}

function BalanceNote({ transactions }: { transactions: readonly BookTransaction[] }) {
  const { t } = useTranslation('billing');
  if (transactions.length === 0) return null;
  const whole = balanceOf(transactions);
  const off = transactions.filter((each) => !isBalanced(balanceOf([each])));
  if (off.length > 0 || !isBalanced(whole)) {
    return (
      <span className={classes.offBalance} role="alert">
        {t('journal.offBalance', {
          count: off.length,
          numbers: off.map((each) => each.transaction).join(', '),
        })}
      </span>
    );
  }
  return (
    <span className="pd-note">
      {t('journal.balanced', {
        count: transactions.length,
        formatted: formatCount(transactions.length),
        debit: nanosText(whole.debit ?? 0n, bookCurrency),
        credit: nanosText(whole.credit ?? 0n, bookCurrency),
      })}
    </span>
  );
}
