/** Usage: what was used in a period, what it cost and why, by day, week, month, dataset or model. */
import { useState, type ReactNode } from 'react';
import { CloseButton } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import {
  groupings,
  type Account,
  type AggregatedUsage,
  type Grouping,
  type ShownRateCard,
} from '../../../shared/contract/billing.ts';
import { dimensions } from '../../../shared/billing/volume.ts';
import { useAccounts, useRateCards, useUsage } from '../../api/billing.ts';
import { Section } from '../../ui/page/detail-page.tsx';
import { billingAddress, datasetAddress, modelAddress } from '../../ui/addresses.ts';
import { DayField } from '../../ui/day-field.tsx';
import { formatCount } from '../../ui/format.ts';
import { formatVolume, placesOfAll } from '../../ui/money/money.ts';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { useTableColumns } from '../../ui/table/use-table-columns.tsx';
import { AccountSelect } from './account-select.tsx';
import type { TabProps } from './tab-props.ts';
import { NothingUsed } from './nothing-used.tsx';
import { groupName } from './group-name.ts';
import { TableActions } from '../../ui/list/table-actions.tsx';

import { Loaded } from '../../ui/page/loaded.tsx';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import { addsUp } from '../../ui/money/money-sum.ts';
import {
  dayOfMs,
  daysOf,
  daysOfGroup,
  groupingInside,
  presetOf,
  presets,
  type Days,
} from './periods.ts';
import { parseBillingSearch } from './search.ts';
import { UsageChart } from './usage-chart.tsx';
import { groupsOf, wholeAxis, type UsageGroup } from './usage-groups.ts';
import { UsedSessions } from './used-sessions.tsx';
import { UsageFigures } from './usage-figures.tsx';
import { usageFileColumns, usageFileRows } from './usage-file.ts';
import { SegmentedControl, Select } from '../../ui/form/choices.tsx';
import classes from '../../ui/money/billing.module.css';

export function UsageTab({ search, show }: TabProps) {
  const { t } = useTranslation('billing');
  const [today] = useState(() => dayOfMs(Date.now()));
  const standard = daysOf('last12Months', today);
  const days: Days = { from: search.from ?? standard.from, to: search.to ?? standard.to };
  const grouping: Grouping = search.group ?? 'month';
  const { account, dataset } = search;
  const isBackwards = days.from > days.to;
  const query = useUsage({ start: days.from, end: days.to, account, dataset, groupBy: grouping });
  const accounts = useAccounts();
  const cards = useRateCards();
  const preset = presetOf(days, today);
  const showDays = ({ from, to }: Days) =>
    show({
      from: from === standard.from && to === standard.to ? undefined : from,
      to: from === standard.from && to === standard.to ? undefined : to,
    });
  const chosen = accounts.data?.find((each) => each.account_id === account);
  return (
    <div className={classes.stack}>
      <div className={classes.toolbar}>
        <AccountSelect account={account} onAccount={(next) => show({ account: next })} />
        <Select
          className={classes.period ?? ''}
          aria-label={t('usage.period')}
          allowDeselect={false}
          data={[
            ...presets.map((each) => ({ value: each, label: t(`preset.${each}`) })),
            { value: 'custom', label: t('preset.custom'), disabled: true },
          ]}
          value={preset ?? 'custom'}
          onChange={(value) => {
            const next = presets.find((each) => each === value);
            if (next !== undefined) showDays(daysOf(next, today));
          }}
        />
        <DayField
          className={classes.date}
          label={t('usage.from')}
          day={days.from}
          wrong={isBackwards}
          onDay={(from) => from !== undefined && showDays({ ...days, from })}
        />
        <span className={classes.dim} aria-hidden="true">
          –
        </span>
        <DayField
          className={classes.date}
          label={t('usage.to')}
          day={days.to}
          wrong={isBackwards}
          onDay={(to) => to !== undefined && showDays({ ...days, to })}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('usage.groupBy')}
          data={groupings.map((each) => ({ value: each, label: t(`grouping.${each}`) }))}
          value={grouping}
          onChange={(value) => {
            const next = groupings.find((each) => each === value);
            show({ group: next === 'month' ? undefined : next });
          }}
        />
        {dataset !== undefined && (
          <span className={classes.chip}>
            <span className={classes.chipName}>{t('usage.dataset')}</span>
            <bdi className={classes.chipValue}>{dataset}</bdi>
            <CloseButton
              size="sm"
              aria-label={t('usage.removeDataset')}
              onClick={() => show({ dataset: undefined })}
            />
          </span>
        )}
      </div>
      <Loaded query={query} failed={t('usage.failed')}>
        {(usage) => (
          <Usage
            usage={usage}
            grouping={grouping}
            days={days}
            dataset={dataset}
            account={chosen}
            cards={cards.data ?? []}
            search={search}
            show={show}
          />
        )}
      </Loaded>
    </div>
  );
}

interface UsageProps {
  readonly usage: AggregatedUsage;
  readonly grouping: Grouping;
  readonly days: Days;
  readonly dataset: string | undefined;
  /** Undefined: all of them. */
  readonly account: Account | undefined;
  readonly cards: readonly ShownRateCard[];
  readonly search: TabProps['search'];
  readonly show: TabProps['show'];
}

function Usage({ usage, grouping, days, dataset, account, cards, search, show }: UsageProps) {
  const { t } = useTranslation('billing');
  const { t: field } = useTranslation('tables', { keyPrefix: 'file' });
  const { metrics, costs } = usage;
  const { currency } = costs;
  const end = 'end' as const;
  const columns = useTableColumns(
    'usage',
    [
      { id: 'group', label: t(`grouping.${grouping}`) },
      { id: 'sessions', label: t('usage.sessions'), about: t('usage.sessionsOnce'), align: end },
      { id: 'hours', label: t('usage.hours'), align: end },
      { id: 'records', label: t('usage.records'), align: end },
      { id: 'gb', label: t('usage.gb'), align: end },
      { id: 'operations', label: t('usage.operations'), align: end },
      ...dimensions.map((each) => ({
        id: `${each}_cost` as const,
        label: t(`cost.${each}`),
        align: end,
        files: [`${each}_cost`, 'currency'],
      })),
      {
        id: 'total_cost',
        label: t('usage.total', { currency }),
        align: end,
        files: ['total_cost', 'currency'],
      },
    ],
    usageFileColumns(t, field, grouping),
  );
  const groups = groupsOf(usage, grouping);
  if (groups.length === 0) {
    return (
      <NothingUsed
        icon={<IconChartBar size={20} stroke={1.6} />}
        title={t('usage.none')}
        search={search}
        show={show}
      />
    );
  }
  /** A period is opened into what is inside it; a dataset and a model lead to their own screens. */
  const addressOf = ({ group }: UsageGroup): string => {
    if (grouping === 'dataset') return datasetAddress(group);
    if (grouping === 'model') return group === '' ? '#/sessions' : modelAddress(group);
    const inside = daysOfGroup(grouping, group, days);
    const next = groupingInside(grouping);
    return billingAddress({
      ...(account === undefined ? {} : { account: account.account_id }),
      ...(dataset === undefined ? {} : { dataset }),
      ...(inside === undefined ? {} : { from: inside.from, to: inside.to }),
      group: next,
    });
  };
  /** The sessions behind a group, or behind all of it. */
  const sessionsOf = (group?: UsageGroup): string => {
    const inside = group === undefined ? days : daysOfGroup(grouping, group.group, days);
    const { from, to } = inside ?? days;
    const ofDataset = group !== undefined && grouping === 'dataset' ? group.group : dataset;
    return billingAddress({
      ...(account === undefined ? {} : { account: account.account_id }),
      ...(ofDataset === undefined ? {} : { dataset: ofDataset }),
      ...(group !== undefined && grouping === 'model' && group.group !== ''
        ? { model: group.group }
        : {}),
      from,
      to,
      ...(grouping === 'month' ? {} : { group: grouping }),
      rows: 'sessions',
    });
  };
  const places = placesOfAll([
    ...groups.flatMap((each) => [each.cost, ...Object.values(each.costs)]),
    costs.total_cost,
  ]);
  const exact =
    addsUp(
      [costs.time_cost, costs.record_cost, costs.data_cost, costs.operation_cost],
      costs.total_cost,
    ) &&
    addsUp(
      groups.map((each) => each.cost),
      costs.total_cost,
    );
  const money = (value: number) => <MoneyText value={value} places={places} />;
  const cellsOf = (of: Omit<UsageGroup, 'group'>, name: ReactNode, address: string) =>
    columns.cells({
      group: <th scope="row">{name}</th>,
      sessions: (
        <td data-align="end">
          <SessionsLink of={of} address={address} />
        </td>
      ),
      hours: <td data-align="end">{formatVolume(of.hours)}</td>,
      records: <td data-align="end">{formatVolume(of.records)}</td>,
      gb: <td data-align="end">{formatVolume(of.gb)}</td>,
      operations: <td data-align="end">{formatVolume(of.operations)}</td>,
      time_cost: <td data-align="end">{money(of.costs.time)}</td>,
      record_cost: <td data-align="end">{money(of.costs.record)}</td>,
      data_cost: <td data-align="end">{money(of.costs.data)}</td>,
      operation_cost: <td data-align="end">{money(of.costs.operation)}</td>,
      total_cost: <td data-align="end">{money(of.cost)}</td>,
    });
  const sum: Omit<UsageGroup, 'group'> = {
    sessions: metrics.total_sessions,
    hours: metrics.total_hours,
    records: metrics.total_records,
    gb: metrics.total_gb,
    operations: metrics.total_operations,
    costs: {
      time: costs.time_cost,
      record: costs.record_cost,
      data: costs.data_cost,
      operation: costs.operation_cost,
    },
    cost: costs.total_cost,
  };
  const rowsSwitch = (
    <SegmentedControl
      size="xs"
      aria-label={t('usage.rows')}
      data={[
        { value: 'groups', label: t(`usage.by.${grouping}`) },
        { value: 'sessions', label: t('usage.sessions') },
      ]}
      value={search.rows ?? 'groups'}
      onChange={(value) =>
        show({
          rows: value === 'sessions' ? 'sessions' : undefined,
          model: undefined,
          session: undefined,
          offset: undefined,
        })
      }
    />
  );
  return (
    <div className={classes.stack}>
      <UsageFigures usage={usage} account={account} cards={cards} />
      <Section title={t('chart.title')}>
        <UsageChart
          axis={wholeAxis(groups, grouping, days)}
          grouping={grouping}
          currency={currency}
          total={costs.total_cost}
          addressOf={addressOf}
        />
      </Section>
      {search.rows === 'sessions' ? (
        <UsedSessions lead={rowsSwitch} {...{ search, show, days, currency }} />
      ) : (
        <div className={classes.stack}>
          <div className={classes.toolbar}>
            {rowsSwitch}
            <span className={classes.note}>{t(exact ? 'usage.exact' : 'usage.notExact')}</span>
            <span className={classes.space} />
            <TableActions
              tools={{
                id: 'usage',
                title: t('usage.table'),
                view: {
                  search: {
                    account: search.account,
                    dataset,
                    from: search.from,
                    to: search.to,
                    group: search.group,
                  },
                  open: (view) => {
                    const next = parseBillingSearch(view);
                    show({
                      account: next.account,
                      dataset: next.dataset,
                      from: next.from,
                      to: next.to,
                      group: next.group,
                    });
                  },
                },
                source: { rows: usageFileRows(groups, currency) },
                total: groups.length,
                notes: [
                  `${days.from} – ${days.to}`,
                  ...(account === undefined ? [] : [account.name]),
                  ...(dataset === undefined ? [] : [`${t('usage.dataset')}: ${dataset}`]),
                ],
              }}
              columns={columns}
            />
          </div>
          <PlainTable
            label={t('usage.table')}
            columns={columns.shown}
            foot={<tr>{cellsOf(sum, t('usage.sum'), sessionsOf())}</tr>}
          >
            {groups.map((each) => (
              <tr key={each.group}>
                {cellsOf(
                  each,
                  <GroupLink address={addressOf(each)} name={groupName(grouping, each.group, t)} />,
                  sessionsOf(each),
                )}
              </tr>
            ))}
          </PlainTable>
        </div>
      )}
    </div>
  );
}

function GroupLink({ address, name }: { address: string; name: string }) {
  return (
    <PlaceLink className={classes.link} href={address}>
      <bdi>{name}</bdi>
    </PlaceLink>
  );
}

/** A session that was used before counts there, and is behind this cost all the same. */
function SessionsLink({
  of: { sessions, cost },
  address,
}: {
  of: { readonly sessions: number; readonly cost: number };
  address: string;
}) {
  if (sessions === 0 && cost === 0) return <>{formatCount(sessions)}</>;
  return (
    <PlaceLink className={classes.link} href={address}>
      {formatCount(sessions)}
    </PlaceLink>
  );
}
