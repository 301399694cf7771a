/** The double-entry journal: every transaction with its postings, and the check that each adds up to zero. */
import { CloseButton } from '@mantine/core';
import { IconBook } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { currency, type BookTransaction } from '../../../shared/contract/billing.ts';
import { billingPageSize, useJournal } from '../../api/billing.ts';
import { invoiceAddress } from '../../ui/addresses.ts';
import { formatCount } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { keyed } from '../../ui/keyed.ts';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { useTableColumns, type TableColumns } from '../../ui/table/use-table-columns.tsx';
import type { TabProps } from './tab-props.ts';
import { Loaded } from '../../ui/page/loaded.tsx';
import { TableMenu } from '../../ui/list/table-menu.tsx';
import { codeColumn, fileColumn, type ListSource } from '../../ui/list/table-tools.ts';
import { useRowTable, type RowTable } from '../../ui/list/use-row-table.ts';
import { nanosOf } from '../../ui/money/money-sum.ts';
import { nanosText } from '../../ui/money/nanos-text.ts';
import { Pager } from '../../ui/page/pager.tsx';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import classes from '../../ui/money/billing.module.css';

/** Of the journal's amounts; the books are kept in one currency. */
const bookCurrency = currency;

const noTransactions: readonly BookTransaction[] = [];
const idOf = ({ transaction }: BookTransaction) => String(transaction);
/** One row of a file a posting, as the list of the API is unfolded. */
const postingsOf = (transaction: BookTransaction) =>
  transaction.postings.map((item) => ({ ...transaction, item }));

type JournalColumn = 'number' | 'at' | 'event' | 'source' | 'account' | 'debit' | 'credit';

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
  const list: ListSource = {
    operation: 'listBookTransactions',
    query: { source },
    each: '/postings',
  };
  const columns = useTableColumns(
    'journal',
    [
      { id: 'number', label: t('journal.number'), align: 'end' },
      { id: 'at', label: t('journal.at'), ofInstants: true },
      { id: 'event', label: t('journal.event') },
      { id: 'source', label: t('journal.source') },
      { id: 'account', label: t('journal.account') },
      { id: 'debit', label: t('journal.debit', { currency }), align: 'end' },
      { id: 'credit', label: t('journal.credit', { currency }), align: 'end' },
    ],
    [
      fileColumn('number', t('journal.number'), '/transaction', 'number'),
      fileColumn('at', t('journal.at'), '/at', 'instant'),
      codeColumn('event', t('journal.event'), '/event', t('event', { returnObjects: true })),
      fileColumn('source', t('journal.source'), '/source'),
      codeColumn(
        'account',
        t('journal.account'),
        '/item/account',
        t('book', { returnObjects: true }),
      ),
      fileColumn('debit', t('journal.debit', { currency }), '/item/debit', 'number'),
      fileColumn('credit', t('journal.credit', { currency }), '/item/credit', 'number'),
    ],
  );
  const transactions = query.data?.data ?? noTransactions;
  const rows = useRowTable({
    id: 'journal',
    title: t('tab.journal'),
    noun: 'transactions',
    rows: transactions,
    rowId: idOf,
    idName: t('journal.source'),
    copied: (each) => each.source,
    unfold: postingsOf,
    total: query.data === undefined ? undefined : transactions.length,
    fileColumns: columns.fileColumns,
    whole: { source: list, total: query.data?.pagination.total ?? 0, idPath: '/transaction' },
    filtersOf: (each) => [
      {
        label: `${t('journal.source')}: ${each.source}`,
        run: () => show({ source: each.source, offset: undefined }),
      },
    ],
  });
  return (
    <Loaded query={query} failed={t('journal.failed')}>
      {({ data, pagination }) => (
        <div className={classes.stack}>
          <div className={classes.toolbar}>
            {source !== undefined && (
              <span className={classes.chip}>
                <span className={classes.chipName}>{t('journal.source')}</span>
                <code className={classes.chipValue}>{source}</code>
                <CloseButton
                  size="sm"
                  aria-label={t('journal.removeSource')}
                  onClick={() => show({ source: undefined, offset: undefined })}
                />
              </span>
            )}
            <BalanceNote transactions={data} />
            <span className={classes.space} />
            <TableMenu
              tools={{
                id: 'journal',
                title: t('tab.journal'),
                source: list,
                total: undefined,
                notes: source === undefined ? [] : [`${t('journal.source')}: ${source}`],
              }}
              columns={columns}
            />
          </div>
          {data.length === 0 ? (
            <EmptyState
              compact
              icon={<IconBook size={20} stroke={1.6} />}
              title={t('journal.none')}
            >
              {t('journal.noneText')}
            </EmptyState>
          ) : (
            <PlainTable
              label={t('tab.journal')}
              rows={rows.table}
              bar={rows.bar}
              columns={columns.shown}
            >
              {data.map((each, index) => (
                <TransactionRows
                  key={each.transaction}
                  transaction={each}
                  columns={columns}
                  place={(part) => rows.row(each, index, part)}
                />
              ))}
            </PlainTable>
          )}
          {rows.menu}
          <Pager
            offset={offset}
            size={billingPageSize}
            total={pagination.total}
            onOffset={(next) => show({ offset: next === 0 ? undefined : next })}
          />
        </div>
      )}
    </Loaded>
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
    <span className={classes.note}>
      {t('journal.balanced', {
        count: transactions.length,
        formatted: formatCount(transactions.length),
        debit: nanosText(whole.debit ?? 0n, bookCurrency),
        credit: nanosText(whole.credit ?? 0n, bookCurrency),
      })}
    </span>
  );
}

/** One row a posting; what is the transaction's stands on its first row. */
function TransactionRows({
  transaction,
  columns,
  place: placeOf,
}: {
  transaction: BookTransaction;
  columns: TableColumns<JournalColumn>;
  /** What makes its rows those of one thing in a list with a cursor. */
  place: (part: number) => ReturnType<RowTable<BookTransaction>['row']>;
}) {
  const { t } = useTranslation('billing');
  const { transaction: number, source, event, at, postings } = transaction;
  const shown = postings.filter((each) => each.debit !== 0 || each.credit !== 0);
  return keyed(shown, (each) => each.account).map(({ key, item: posting, place }) => (
    // Postings have no names of their own; an account can stand in a transaction twice.
    <tr
      key={key}
      {...placeOf(place)}
      className={classes.posting}
      data-last={place === shown.length - 1 || undefined}
    >
      {columns.cells({
        number: <td data-align="end">{place === 0 && number}</td>,
        at: <td>{place === 0 && <Instant at={at} />}</td>,
        event: <td>{place === 0 && t(`event.${event}`, { defaultValue: event })}</td>,
        source: (
          <td>
            {place === 0 && (
              <PlaceLink
                className={classes.monoLink}
                data-opens
                href={
                  source.startsWith('inv_')
                    ? invoiceAddress(source)
                    : `#/payouts?payout=${encodeURIComponent(source)}`
                }
              >
                {source}
              </PlaceLink>
            )}
          </td>
        ),
        account: (
          <td data-side={posting.credit === 0 ? 'debit' : 'credit'} className={classes.bookAccount}>
            {t(`book.${posting.account}`, { defaultValue: posting.account })}
          </td>
        ),
        debit: (
          <td data-align="end">{posting.debit !== 0 && <MoneyText value={posting.debit} />}</td>
        ),
        credit: (
          <td data-align="end">{posting.credit !== 0 && <MoneyText value={posting.credit} />}</td>
        ),
      })}
    </tr>
  ));
}
