/** The sessions behind the figures of usage; each opens into its rates × volumes. */
import type { ReactNode } from 'react';
import { CloseButton } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { UsedSession } from '../../../shared/contract/billing.ts';
import { billingPageSize, useUsedSessions } from '../../api/billing.ts';
import { ListTable } from '../../ui/list/list-table.tsx';
import { pagedRows } from '../../ui/list/row-source.ts';
import { TableMenu } from '../../ui/list/table-menu.tsx';
import { menuOf, useTable } from '../../ui/list/use-table.ts';
import { placesOfAll } from '../../ui/money/money.ts';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { SessionCost } from '../../ui/money/session-cost.tsx';
import { NothingUsed } from './nothing-used.tsx';
import type { Days } from './periods.ts';
import { parseBillingSearch } from './search.ts';
import type { TabProps } from './tab-props.ts';
import { usedSessionsTable, type UsageWords } from './usage-tables.tsx';
import classes from '../../ui/money/billing.module.css';

export interface UsedSessionsProps extends TabProps {
  readonly days: Days;
  readonly words: UsageWords;
  /** Stands first in the toolbar. */
  readonly lead: ReactNode;
}

export function UsedSessions({ lead, search, show, days, words }: UsedSessionsProps) {
  const { t } = useTranslation('billing');
  const { account, dataset, model, session: opened, offset = 0 } = search;
  const query = useUsedSessions(
    { start: days.from, end: days.to, account, dataset, model },
    offset,
  );
  const source = {
    operation: 'listUsedSessions',
    query: {
      start_date: days.from,
      end_date: days.to,
      account_id: account,
      dataset_id: dataset,
      model_id: model,
    },
  } as const;
  const table = useTable(
    usedSessionsTable,
    pagedRows(query, { offset, size: billingPageSize }, { source, idPath: '/session_id' }),
    words,
  );
  const places = placesOfAll(table.rows.map((each) => each.cost));
  const cost = (row: UsedSession) => <MoneyText value={row.cost} places={places} />;
  const times = ({ session_id: id }: UsedSession) => (
    <button
      type="button"
      className={classes.rowButton}
      aria-expanded={id === opened}
      onClick={() => show({ session: id === opened ? undefined : id })}
    >
      {t('used.times')}
    </button>
  );
  return (
    <div className="pd-stack pd-slim pd-gap-12">
      <div className="pd-wrapping pd-gap-8">
        {lead}
        {model !== undefined && (
          <span className={classes.chip}>
            <span className="pd-dim">{t('used.model')}</span>
            <bdi className={classes.chipValue}>{model}</bdi>
            <CloseButton
              size="sm"
              aria-label={t('used.removeModel')}
              onClick={() => show({ model: undefined, offset: undefined })}
            />
          </span>
        )}
        <span className="pd-note">{t('used.note')}</span>
        <span className="pd-space" />
        <TableMenu
          {...menuOf(table, {
            title: t('used.table'),
            view: {
              search: { account, dataset, model, from: search.from, to: search.to },
              open: (view) => {
                const next = parseBillingSearch(view);
                show({
                  account: next.account,
                  dataset: next.dataset,
                  model: next.model,
                  from: next.from,
                  to: next.to,
                  session: undefined,
                  offset: undefined,
                });
              },
            },
            notes: [
              `${days.from} – ${days.to}`,
              ...[account, dataset, model].filter((each) => each !== undefined),
            ],
          })}
        />
      </div>
      <ListTable
        table={table}
        title={t('used.table')}
        failed={t('used.failed')}
        empty={
          <NothingUsed
            icon={<IconPlugConnected size={20} stroke={1.6} />}
            title={t('used.none')}
            search={search}
            show={show}
          />
        }
        draw={{ times, cost }}
        openId={opened}
        renderBeneath={({ session_id: id }) => id === opened && <SessionCost id={id} />}
        onOffset={(next) => show({ offset: next === 0 ? undefined : next })}
      />
    </div>
  );
}
