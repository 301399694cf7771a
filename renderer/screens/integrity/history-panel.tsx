/** Verifications that finished, newest first; each can be looked at again. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Verification } from '../../../shared/contract/chain.ts';
import { holds } from '../../../shared/ledger-state.ts';
import { useVerifications } from '../../api/chain.ts';
import { TableActions } from '../../ui/list/table-actions.tsx';
import { codeColumn, fileColumn } from '../../ui/list/table-tools.ts';
import { formatCount, formatDuration } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { useTableColumns } from '../../ui/table/use-table-columns.tsx';
import classes from './integrity.module.css';

const step = 20;
const most = 100;

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
  const { t } = useTranslation('integrity');
  const { t: field } = useTranslation('tables', { keyPrefix: 'file' });
  const query = useVerifications({ limit, offset: 0 });
  const columns = useTableColumns(
    'verifications',
    [
      { id: 'finished', label: t('history.finished'), ofInstants: true },
      { id: 'verdict', label: t('history.verdict') },
      { id: 'checked', label: t('history.checked'), align: 'end', files: ['checked', 'total'] },
      { id: 'found', label: t('history.found'), align: 'end' },
      { id: 'took', label: t('history.took'), align: 'end' },
      { id: 'shown', label: t('history.shown'), isSilent: true, fixed: true },
    ],
    [
      fileColumn('id', field('verification_id'), '/verification_id'),
      fileColumn('finished', t('history.finished'), '/finished_at', 'instant'),
      codeColumn(
        'verdict',
        t('history.verdict'),
        '/verdict',
        t('verdicts', { returnObjects: true }),
      ),
      fileColumn('checked', t('history.checked'), '/checked', 'number'),
      fileColumn('total', field('total'), '/total', 'number'),
      fileColumn('found', t('history.found'), '/findings_total', 'number'),
      fileColumn('took', t('history.took'), '/duration_ms', 'number'),
    ],
  );
  if (query.isError) {
    return <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />;
  }
  const { data } = query;
  if (data === undefined) return null;
  if (data.data.length === 0) return <p className={classes.note}>{t('history.empty')}</p>;
  return (
    <div className={classes.history}>
      <TableActions
        tools={{
          id: 'verifications',
          title: t('history.title'),
          source: { operation: 'listVerifications' },
          total: data.pagination.total,
          notes: [],
        }}
        columns={columns}
      />
      <PlainTable label={t('history.title')} columns={columns.shown}>
        {data.data.map((each) => {
          const good = holds(each);
          const shown = each.verification_id === shownId;
          return (
            <tr key={each.verification_id} data-shown={shown || undefined}>
              {columns.cells({
                finished: (
                  <td>
                    <Instant at={each.finished_at} />
                  </td>
                ),
                verdict: (
                  <td>
                    <StatusBadge tone={good ? 'ok' : 'bad'}>
                      {t(`verdicts.${each.verdict}`)}
                    </StatusBadge>
                  </td>
                ),
                checked: (
                  <td data-align="end">
                    {formatCount(each.checked)} / {formatCount(each.total)}
                  </td>
                ),
                found: <td data-align="end">{formatCount(each.findings_total)}</td>,
                took: <td data-align="end">{formatDuration(each.duration_ms)}</td>,
                shown: (
                  <td data-align="end">
                    {shown ? (
                      <span className={classes.dim}>{t('history.shown')}</span>
                    ) : (
                      <Button
                        size="compact-xs"
                        variant="subtle"
                        aria-label={t('history.show', { time: each.finished_at })}
                        onClick={() => onShow(each)}
                      >
                        {t('history.view')}
                      </Button>
                    )}
                  </td>
                ),
              })}
            </tr>
          );
        })}
      </PlainTable>
      {data.pagination.has_more && limit < most && (
        <Button variant="subtle" onClick={() => onLimit(Math.min(most, limit + step))}>
          {t('history.more')}
        </Button>
      )}
    </div>
  );
}
