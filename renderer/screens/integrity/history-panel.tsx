/** Verifications that finished, newest first; each can be looked at again. */
import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ledgerVerdicts, type Verification } from '../../../shared/contract/chain.ts';
import { holds } from '../../../shared/ledger-state.ts';
import { useVerifications } from '../../api/chain.ts';
import { defineTable, inFiles } from '../../ui/list/define-list.ts';
import { ListTable } from '../../ui/list/list-table.tsx';
import { givenRows } from '../../ui/list/row-source.ts';
import { TableActions } from '../../ui/list/table-actions.tsx';
import { menuOf, useTable } from '../../ui/list/use-table.ts';
import { formatCount, formatDuration } from '../../ui/format.ts';
import { QueryError } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './integrity.module.css';

const step = 20;
const most = 100;

type Translate = TFunction<['integrity', 'tables']>;

export const verificationsTable = defineTable<Verification, Translate>()(
  {
    id: 'verifications',
    columnsAt: 'history',
    rowId: (row) => row.verification_id,
    columns: {
      id: inFiles('/verification_id', true),
      finished: { path: '/finished_at', form: 'instant', precision: 'second' },
      verdict: {
        path: '/verdict',
        codes: ledgerVerdicts,
        wordsAt: 'verdicts',
        cell: (row, { t }) => (
          <StatusBadge tone={holds(row) ? 'ok' : 'bad'}>{t(`verdicts.${row.verdict}`)}</StatusBadge>
        ),
      },
      checked: {
        path: '/checked',
        form: 'count',
        side: 'end',
        cell: ({ checked, total }) => `${formatCount(checked)} / ${formatCount(total)}`,
      },
      total: inFiles('/total', 'checked', 'count'),
      found: { path: '/findings_total', form: 'count' },
      took: {
        path: '/duration_ms',
        form: 'count',
        side: 'end',
        cell: ({ duration_ms: ms }) => formatDuration(ms),
      },
      shown: { isSilent: true, side: 'end', fixed: true },
    },
  },
  (t, key) => t(key),
);

export function HistoryPanel({
  shownId,
  limit,
  onLimit,
  onShow,
}: {
  shownId: string | undefined;
  limit: number;
  onLimit: (limit: number) => void;
  onShow: (verification: Verification) => void;
}) {
  const { t } = useTranslation(['integrity', 'tables']);
  const query = useVerifications({ limit, offset: 0 });
  const table = useTable(verificationsTable, givenRows(query.data?.data ?? []), t);
  const shown = (verification: Verification) =>
    verification.verification_id === shownId ? (
      <span className="pd-dim">{t('history.shown')}</span>
    ) : (
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={t('history.show', { time: verification.finished_at })}
        onClick={() => onShow(verification)}
      >
        {t('history.view')}
      </Button>
    );
  if (query.isError) {
    return <QueryError query={query} />;
  }
  const { data } = query;
  if (data === undefined) return null;
  if (data.data.length === 0) return <p className={classes.note}>{t('history.empty')}</p>;
  return (
    <div className={classes.history}>
      <TableActions
        {...menuOf(table, {
          title: t('history.title'),
          source: { operation: 'listVerifications' },
          total: data.pagination.total,
        })}
      />
      <ListTable table={table} title={t('history.title')} draw={{ shown }} openId={shownId} />
      {data.pagination.has_more && limit < most && (
        <Button variant="subtle" onClick={() => onLimit(Math.min(most, limit + step))}>
          {t('history.more')}
        </Button>
      )}
    </div>
  );
}
