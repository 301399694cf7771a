/** The sessions behind the figures of usage; each opens into its rates × volumes. */
import { Fragment, type ReactNode } from 'react';
import { CloseButton } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { dimensions } from '../../../shared/billing/volume.ts';
import type { UsedSession } from '../../../shared/contract/billing.ts';
import { billingPageSize, useUsedSessions } from '../../api/billing.ts';
import { datasetAddress, sessionAddress } from '../../ui/addresses.ts';
import { Instant } from '../../ui/instant.tsx';
import { formatVolume, placesOfAll } from '../../ui/money/money.ts';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { useTableColumns, type TableColumns } from '../../ui/table/use-table-columns.tsx';
import { NothingUsed } from './nothing-used.tsx';
import type { TabProps } from './tab-props.ts';
import { Loaded } from '../../ui/page/loaded.tsx';
import { TableMenu } from '../../ui/list/table-menu.tsx';
import { fileColumn } from '../../ui/list/table-tools.ts';
import { Pager } from '../../ui/page/pager.tsx';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import type { Days } from './periods.ts';
import { parseBillingSearch } from './search.ts';
import { SessionCost } from '../../ui/money/session-cost.tsx';
import classes from '../../ui/money/billing.module.css';

type UsedColumn =
  | 'opened'
  | 'session'
  | 'dataset'
  | 'hours'
  | 'records'
  | 'gb'
  | 'operations'
  | 'cost'
  | 'times';

export interface UsedSessionsProps extends TabProps {
  readonly days: Days;
  readonly currency: string;
  /** Stands first in the toolbar. */
  readonly lead: ReactNode;
}

export function UsedSessions({ lead, search, show, days, currency }: UsedSessionsProps) {
  const { t } = useTranslation('billing');
  const { account, dataset, model, session: opened, offset = 0 } = search;
  const query = useUsedSessions(
    { start: days.from, end: days.to, account, dataset, model },
    offset,
  );
  const columns = useTableColumns<UsedColumn>(
    'used-sessions',
    [
      { id: 'opened', label: t('used.opened'), ofInstants: true },
      { id: 'session', label: t('used.session') },
      { id: 'dataset', label: t('usage.dataset') },
      { id: 'hours', label: t('usage.hours'), align: 'end' },
      { id: 'records', label: t('usage.records'), align: 'end' },
      { id: 'gb', label: t('usage.gb'), align: 'end' },
      { id: 'operations', label: t('usage.operations'), align: 'end' },
      { id: 'cost', label: t('usage.total', { currency }), align: 'end' },
      { id: 'times', label: t('used.times'), fixed: true },
    ],
    [
      fileColumn('opened', t('used.opened'), '/opened_at', 'instant'),
      fileColumn('session', t('used.session'), '/session_id'),
      fileColumn('account', t('account.id'), '/account_id'),
      fileColumn('dataset', t('usage.dataset'), '/dataset_id'),
      fileColumn('model', t('used.model'), '/model_id'),
      fileColumn('hours', t('usage.hours'), '/hours', 'number'),
      fileColumn('records', t('usage.records'), '/records', 'number'),
      fileColumn('gb', t('usage.gb'), '/gb', 'number'),
      fileColumn('operations', t('usage.operations'), '/operations', 'number'),
      ...dimensions.map((each) =>
        fileColumn(`${each}_cost`, t(`cost.${each}`), `/${each}_cost`, 'number'),
      ),
      fileColumn('cost', t('usage.total', { currency }), '/cost', 'number'),
    ],
  );
  return (
    <Loaded query={query} failed={t('used.failed')}>
      {({ data, pagination }) => (
        <div className={classes.stack}>
          <div className={classes.toolbar}>
            {lead}
            {model !== undefined && (
              <span className={classes.chip}>
                <span className={classes.chipName}>{t('used.model')}</span>
                <bdi className={classes.chipValue}>{model}</bdi>
                <CloseButton
                  size="sm"
                  aria-label={t('used.removeModel')}
                  onClick={() => show({ model: undefined, offset: undefined })}
                />
              </span>
            )}
            <span className={classes.note}>{t('used.note')}</span>
            <span className={classes.space} />
            <TableMenu
              tools={{
                id: 'used-sessions',
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
                source: {
                  operation: 'listUsedSessions',
                  query: {
                    start_date: days.from,
                    end_date: days.to,
                    account_id: account,
                    dataset_id: dataset,
                    model_id: model,
                  },
                },
                total: pagination.total,
                notes: [
                  `${days.from} – ${days.to}`,
                  ...[account, dataset, model].filter((each) => each !== undefined),
                ],
              }}
              columns={columns}
            />
          </div>
          {data.length === 0 ? (
            <NothingUsed
              icon={<IconPlugConnected size={20} stroke={1.6} />}
              title={t('used.none')}
              search={search}
              show={show}
            />
          ) : (
            <SessionsTable
              sessions={data}
              columns={columns}
              opened={opened}
              onOpen={(session) => show({ session })}
            />
          )}
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

function SessionsTable({
  sessions,
  columns,
  opened,
  onOpen,
}: {
  sessions: readonly UsedSession[];
  columns: TableColumns<UsedColumn>;
  opened: string | undefined;
  onOpen: (session: string | undefined) => void;
}) {
  const { t } = useTranslation('billing');
  const places = placesOfAll(sessions.map((each) => each.cost));
  return (
    <PlainTable label={t('used.table')} columns={columns.shown}>
      {sessions.map((each) => {
        const { session_id: id, dataset_id: dataset } = each;
        const isOpen = id === opened;
        return (
          <Fragment key={id}>
            <tr data-shown={isOpen || undefined}>
              {columns.cells({
                opened: (
                  <td>
                    <Instant at={each.opened_at} />
                  </td>
                ),
                session: (
                  <td>
                    <PlaceLink
                      className={classes.monoLink}
                      href={sessionAddress(id, { tab: 'usage' })}
                    >
                      {id}
                    </PlaceLink>
                  </td>
                ),
                dataset: (
                  <td>
                    <PlaceLink className={classes.link} href={datasetAddress(dataset)}>
                      {dataset}
                    </PlaceLink>
                  </td>
                ),
                hours: <td data-align="end">{formatVolume(each.hours)}</td>,
                records: <td data-align="end">{formatVolume(each.records)}</td>,
                gb: <td data-align="end">{formatVolume(each.gb)}</td>,
                operations: <td data-align="end">{formatVolume(each.operations)}</td>,
                cost: (
                  <td data-align="end">
                    <MoneyText value={each.cost} places={places} />
                  </td>
                ),
                times: (
                  <td>
                    <button
                      type="button"
                      className={classes.rowButton}
                      aria-expanded={isOpen}
                      onClick={() => onOpen(isOpen ? undefined : id)}
                    >
                      {t('used.times')}
                    </button>
                  </td>
                ),
              })}
            </tr>
            {isOpen && (
              <tr data-under>
                <td colSpan={columns.shown.length}>
                  <SessionCost id={id} />
                </td>
              </tr>
            )}
          </Fragment>
        );
      })}
    </PlainTable>
  );
}
