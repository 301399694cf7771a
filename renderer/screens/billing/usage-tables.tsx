/** The tables of usage: figures by group, and the sessions behind them. */
import type { TFunction } from 'i18next';
import type { Grouping, UsedSession } from '../../../shared/contract/billing.ts';
import { datasetAddress, sessionAddress } from '../../ui/addresses.ts';
import { defineTable, inFiles, type ListColumns } from '../../ui/list/define-list.ts';
import { formatVolume } from '../../ui/money/money.ts';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import type { UsageRow } from './usage-file.ts';
import classes from '../../ui/money/billing.module.css';

export interface UsageWords {
  readonly t: TFunction<['billing', 'tables']>;
  /** Of the amounts. */
  readonly currency: string;
  readonly grouping: Grouping;
}

/** Columns of what was used. */
const volumes = {
  hours: { path: '/hours', form: 'count', side: 'end', cell: ({ hours }) => formatVolume(hours) },
  records: {
    path: '/records',
    form: 'count',
    side: 'end',
    cell: ({ records }) => formatVolume(records),
  },
  gb: { path: '/gb', form: 'count', side: 'end', cell: ({ gb }) => formatVolume(gb) },
  operations: {
    path: '/operations',
    form: 'count',
    side: 'end',
    cell: ({ operations }) => formatVolume(operations),
  },
} as const satisfies ListColumns<
  Pick<UsedSession & UsageRow, 'hours' | 'records' | 'gb' | 'operations'>,
  UsageWords
>;

export const usageTable = defineTable<UsageRow, UsageWords>()(
  {
    id: 'usage',
    columnsAt: 'usage',
    rowId: (row) => row.group,
    columns: {
      group: { path: '/group', title: 'grouping', identity: true },
      sessions: { path: '/sessions', form: 'count', about: 'usage.sessionsOnce' },
      ...volumes,
      time_cost: { path: '/time_cost', form: 'money', title: 'cost.time' },
      record_cost: { path: '/record_cost', form: 'money', title: 'cost.record' },
      data_cost: { path: '/data_cost', form: 'money', title: 'cost.data' },
      operation_cost: { path: '/operation_cost', form: 'money', title: 'cost.operation' },
      total_cost: {
        path: '/total_cost',
        form: 'money',
        title: 'usage.total',
        titleInFiles: 'usage.totalCost',
      },
      currency: inFiles('/currency', [
        'time_cost',
        'record_cost',
        'data_cost',
        'operation_cost',
        'total_cost',
      ]),
    },
  },
  ({ t, currency, grouping }, key) =>
    key === 'grouping' ? t(`grouping.${grouping}`) : t(key, { currency }),
);

export const usedSessionsTable = defineTable<UsedSession, UsageWords>()(
  {
    id: 'used-sessions',
    columnsAt: 'usage',
    rowId: (row) => row.session_id,
    columns: {
      opened: {
        path: '/opened_at',
        form: 'instant',
        precision: 'second',
        title: 'used.opened',
      },
      session: {
        path: '/session_id',
        title: 'used.session',
        cell: ({ session_id: id }) => (
          <PlaceLink className={classes.monoLink} href={sessionAddress(id, { tab: 'usage' })}>
            {id}
          </PlaceLink>
        ),
      },
      account: { path: '/account_id', title: 'account.id', onlyInFiles: true },
      dataset: {
        path: '/dataset_id',
        cell: ({ dataset_id: id }) => (
          <PlaceLink className={classes.link} href={datasetAddress(id)}>
            {id}
          </PlaceLink>
        ),
      },
      model: { path: '/model_id', title: 'used.model', onlyInFiles: true },
      ...volumes,
      time_cost: { path: '/time_cost', form: 'money', title: 'cost.time', onlyInFiles: true },
      record_cost: { path: '/record_cost', form: 'money', title: 'cost.record', onlyInFiles: true },
      data_cost: { path: '/data_cost', form: 'money', title: 'cost.data', onlyInFiles: true },
      operation_cost: {
        path: '/operation_cost',
        form: 'money',
        title: 'cost.operation',
        onlyInFiles: true,
      },
      cost: { path: '/cost', form: 'money', title: 'usage.total' },
      times: { title: 'used.times', fixed: true },
    },
  },
  ({ t, currency }, key) => t(key, { currency }),
);
