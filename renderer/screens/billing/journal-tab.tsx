/** The double-entry journal: every transaction with its postings, and the check that each adds up to zero. */
import { IconBook } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { bookAccounts, bookEvents } from '../../../shared/billing/book-codes.ts';
import { type BookTransaction } from '../../../shared/contract/billing.ts';
import { billingPageSize, useJournal } from '../../api/billing.ts';
import { invoiceAddress } from '../../ui/addresses.ts';
import { formatCount } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { defineList } from '../../ui/list/define-list.ts';
import { TableTab } from '../../ui/list/list-screen.tsx';
import { pagedRows } from '../../ui/list/row-source.ts';
import { useList, useListAddress } from '../../ui/list/use-list.ts';
import { nanosOf } from '../../ui/money/money-sum.ts';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { nanosText } from '../../ui/money/nanos-text.ts';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import { parseBillingSearch } from './search.ts';
import classes from '../../ui/money/billing.module.css';
import { workspaceCurrency } from '../../ui/money/money.ts';

/** One row of a file a posting, as the list of the API is unfolded. */
const postingsOf = (transaction: BookTransaction) =>
  transaction.postings.map((item) => ({ ...transaction, item }));

/** A transaction, or the part of it that a posting is. */
type Booked = BookTransaction & { readonly item?: BookTransaction['postings'][number] };

const shownOf = ({ postings }: Booked) =>
  postings.filter((each) => each.debit !== 0 || each.credit !== 0);
/** True for the first of its postings, on whose line stands what is the transaction's. */
const isFirst = (row: Booked) => row.item === shownOf(row)[0];

type Translate = TFunction<'billing', 'journal'>;

export const journalList = defineList<Booked, Translate>()(
  {
    id: 'journal',
    noun: 'transactions',
    rowId: ({ transaction }) => String(transaction),
    idColumn: 'source',
    unfold: postingsOf,
    filters: {},
    chips: ['source'],
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
        codes: bookEvents,
        cell: (row, { t }) => isFirst(row) && t(`event.${row.event}`, { defaultValue: row.event }),
      },
      source: {
        path: '/source',
        narrows: 'source',
        cell: (row) =>
          isFirst(row) && (
            <PlaceLink className={classes.monoLink} data-opens href={addressOf(row)}>
              {row.source}
            </PlaceLink>
          ),
      },
      account: {
        path: '/item/account',
        codes: bookAccounts,
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
  (t, key, values) => t(key, { ...values, currency: workspaceCurrency() }),
);

const side = (value = 0) => value !== 0 && <MoneyText value={value} />;

const addressOf = ({ source }: Booked) =>
  source.startsWith('inv_')
    ? invoiceAddress(source)
    : `#/payouts?payout=${encodeURIComponent(source)}`;

/** Exact sums of both sides. */
export function balanceOf(transactions: readonly BookTransaction[]) {
  const postings = transactions.flatMap((each) => each.postings);
  return {
    debit: nanosOf(postings.map((each) => each.debit)),
    credit: nanosOf(postings.map((each) => each.credit)),
  };
}

const isBalanced = ({ debit, credit }: ReturnType<typeof balanceOf>) =>
  debit !== undefined && debit === credit;

export function JournalTab() {
  const { t } = useTranslation('billing', { keyPrefix: 'journal' });
  const address = useListAddress(parseBillingSearch);
  const { source: of, offset = 0 } = address.search;
  const source = pagedRows<Booked>(
    useJournal(of, offset),
    { offset, size: billingPageSize },
    {
      source: { operation: 'listBookTransactions', query: { source: of }, each: '/postings' },
      idPath: '/transaction',
    },
  );
  const list = useList(journalList, source, { t, ...address, stays: ['tab'] });
  return (
    <TableTab
      list={list}
      icon={IconBook}
      empty={{ title: t('none'), text: t('noneText') }}
      tools={<BalanceNote transactions={list.rows} />}
      table={{
        parts: (row) => shownOf(row).map((item) => ({ ...row, item })),
        rowClass: classes.posting,
        rowProps: (row) => ({
          'data-credit': row.item?.credit !== 0 || undefined,
          'data-last': row.item === shownOf(row).at(-1) || undefined,
        }),
      }}
    />
  );
}

function BalanceNote({ transactions }: { transactions: readonly BookTransaction[] }) {
  const { t } = useTranslation('billing', { keyPrefix: 'journal' });
  if (transactions.length === 0) return null;
  const whole = balanceOf(transactions);
  const off = transactions.filter((each) => !isBalanced(balanceOf([each])));
  if (off.length > 0 || !isBalanced(whole)) {
    return (
      <span className={classes.offBalance} role="alert">
        {t('offBalance', {
          count: off.length,
          numbers: off.map((each) => each.transaction).join(', '),
        })}
      </span>
    );
  }
  return (
    <span className="pd-note">
      {t('balanced', {
        count: transactions.length,
        formatted: formatCount(transactions.length),
        debit: nanosText(whole.debit ?? 0n, workspaceCurrency()),
        credit: nanosText(whole.credit ?? 0n, workspaceCurrency()),
      })}
    </span>
  );
}
