/** Usage: what was used in a period, what it cost and why, by day, week, month, dataset or model. */
import { useMemo, useState, type ReactNode } from 'react';
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
import { useAccounts, useRateCards, useUsage } from '../../api/billing.ts';
import { Section } from '../../ui/page/detail-page.tsx';
import { billingAddress, datasetAddress, modelAddress } from '../../ui/addresses.ts';
import { DayField } from '../../ui/day-field.tsx';
import { formatCount } from '../../ui/format.ts';
import { formatVolume, placesOfAll } from '../../ui/money/money.ts';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { ListTable } from '../../ui/list/list-table.tsx';
import { givenRows } from '../../ui/list/row-source.ts';
import { menuOf, useTable } from '../../ui/list/use-table.ts';
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
import { usageRows, type UsageRow } from './usage-file.ts';
import { usageTable, type UsageWords } from './usage-tables.tsx';
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
    <div className="pd-stack pd-slim pd-gap-12">
      <div className="pd-wrapping pd-gap-8">
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
        <span className="pd-dim" aria-hidden="true">
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
            <span className="pd-dim">{t('usage.dataset')}</span>
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
  const { t } = useTranslation(['billing', 'tables']);
  const { costs } = usage;
  const { currency } = costs;
  const words = useMemo(() => ({ t, currency, grouping }), [t, currency, grouping]);
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
  const addressOf = ({ group }: Pick<UsageGroup, 'group'>): string => {
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
    <div className="pd-stack pd-slim pd-gap-12">
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
        <UsedSessions lead={rowsSwitch} words={words} {...{ search, show, days }} />
      ) : (
        <UsageByGroup
          {...{ usage, grouping, days, dataset, account, search, show, words, groups, addressOf }}
          lead={rowsSwitch}
        />
      )}
    </div>
  );
}

interface UsageByGroupProps extends Omit<UsageProps, 'cards'> {
  readonly words: UsageWords;
  readonly groups: readonly UsageGroup[];
  readonly addressOf: (row: UsageRow) => string;
  /** Stands first in the toolbar. */
  readonly lead: ReactNode;
}

/** The figures of each group, and their sum. */
function UsageByGroup(props: UsageByGroupProps) {
  const { usage, grouping, days, dataset, account, search, show, words, groups } = props;
  const { addressOf, lead } = props;
  const { t } = words;
  const { metrics, costs } = usage;
  const rows = usageRows(groups, costs.currency);
  const table = useTable(usageTable, givenRows(rows), words);
  /** The sessions behind a group, or behind all of it. */
  const sessionsOf = (group?: UsageRow): string => {
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
  const money = (name: keyof UsageRow & `${string}_cost`) => (row: Pick<UsageRow, typeof name>) => (
    <MoneyText value={row[name]} places={places} />
  );
  const group = (row: UsageRow) => (
    <PlaceLink className={classes.link} href={addressOf(row)}>
      <bdi>{groupName(grouping, row.group, t)}</bdi>
    </PlaceLink>
  );
  const sessions = (row: UsageRow) => <SessionsLink of={row} address={sessionsOf(row)} />;
  const draw = {
    group,
    sessions,
    time_cost: money('time_cost'),
    record_cost: money('record_cost'),
    data_cost: money('data_cost'),
    operation_cost: money('operation_cost'),
    total_cost: money('total_cost'),
  };
  const sum = {
    sessions: (
      <SessionsLink
        of={{ sessions: metrics.total_sessions, total_cost: costs.total_cost }}
        address={sessionsOf()}
      />
    ),
    hours: formatVolume(metrics.total_hours),
    records: formatVolume(metrics.total_records),
    gb: formatVolume(metrics.total_gb),
    operations: formatVolume(metrics.total_operations),
    time_cost: draw.time_cost(costs),
    record_cost: draw.record_cost(costs),
    data_cost: draw.data_cost(costs),
    operation_cost: draw.operation_cost(costs),
    total_cost: draw.total_cost(costs),
  };
  return (
    <div className="pd-stack pd-slim pd-gap-12">
      <div className="pd-wrapping pd-gap-8">
        {lead}
        <span className="pd-note">{t(exact ? 'usage.exact' : 'usage.notExact')}</span>
        <span className="pd-space" />
        <TableActions
          {...menuOf(table, {
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
            notes: [
              `${days.from} – ${days.to}`,
              ...(account === undefined ? [] : [account.name]),
              ...(dataset === undefined ? [] : [`${t('usage.dataset')}: ${dataset}`]),
            ],
          })}
        />
      </div>
      <ListTable
        table={table}
        title={t('usage.table')}
        draw={draw}
        foot={{ title: t('usage.sum'), cells: sum }}
      />
    </div>
  );
}

/** A session that was used before counts there, and is behind this cost all the same. */
function SessionsLink({
  of: { sessions, total_cost: cost },
  address,
}: {
  of: Pick<UsageRow, 'sessions' | 'total_cost'>;
  address: string;
}) {
  if (sessions === 0 && cost === 0) return <>{formatCount(sessions)}</>;
  return (
    <PlaceLink className={classes.link} href={address}>
      {formatCount(sessions)}
    </PlaceLink>
  );
}
