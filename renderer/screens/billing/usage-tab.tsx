/** Usage: what was used in a period, what it cost and why, by day, week, month, dataset or model. */
import { useState, type ReactNode } from 'react';
import { Button, CloseButton, SegmentedControl, Select } from '@mantine/core';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import {
  groupings,
  type Account,
  type AggregatedUsage,
  type Grouping,
  type ShownRateCard,
} from '../../../shared/contract/billing.ts';
import { dimensions, type Dimension } from '../../../shared/billing/volume.ts';
import { useAccounts, useRateCards, useUsage } from '../../api/billing.ts';
import { Section } from '../../app/page/detail-page.tsx';
import { billingAddress, datasetAddress, modelAddress } from '../../ui/addresses.ts';
import { saveCsv } from '../../ui/csv.ts';
import { DayField } from '../../ui/day-field.tsx';
import { formatCount } from '../../ui/format.ts';
import { formatVolume, placesOfAll } from '../../ui/money.ts';
import { MoneyText } from '../../ui/money-text.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { AccountSelect } from './account-select.tsx';
import type { TabProps } from './billing-screen.tsx';
import { groupName } from './group-name.ts';
import { Loaded } from './loaded.tsx';
import { addsUp } from './money-sum.ts';
import {
  dayOfMs,
  daysOf,
  daysOfGroup,
  groupingInside,
  presetOf,
  presets,
  type Days,
} from './periods.ts';
import { priceLines } from './price-words.ts';
import { UsageChart } from './usage-chart.tsx';
import { groupsOf, wholeAxis, type UsageGroup } from './usage-groups.ts';
import { UsedSessions } from './used-sessions.tsx';
import { usageCsv } from './usage-csv.ts';
import classes from './billing.module.css';

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
  const { metrics, costs } = usage;
  const { currency } = costs;
  const groups = groupsOf(usage, grouping);
  if (groups.length === 0) {
    return (
      <EmptyState compact icon={<IconChartBar size={20} stroke={1.6} />} title={t('usage.none')}>
        {t('usage.noneText')}
      </EmptyState>
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
  const end = 'end' as const;
  const money = (value: number) => <MoneyText value={value} places={places} />;
  return (
    <div className={classes.stack}>
      <Dimensions usage={usage} account={account} cards={cards} />
      <Section title={t('chart.title')}>
        <UsageChart
          axis={wholeAxis(groups, grouping, days)}
          grouping={grouping}
          currency={currency}
          total={costs.total_cost}
          addressOf={addressOf}
        />
      </Section>
      <SegmentedControl
        className={classes.start ?? ''}
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
      {search.rows === 'sessions' ? (
        <UsedSessions search={search} show={show} days={days} currency={currency} />
      ) : (
        <div className={classes.stack}>
          <div className={classes.toolbar}>
            <span className={classes.note}>{t(exact ? 'usage.exact' : 'usage.notExact')}</span>
            <span className={classes.space} />
            <Button
              leftSection={<IconDownload size={14} stroke={1.75} />}
              onClick={() => {
                const { columns, rows } = usageCsv(usage, groups, grouping);
                saveCsv(`usage-${days.from}-${days.to}-by-${grouping}.csv`, columns, rows);
              }}
            >
              {t('csv')}
            </Button>
          </div>
          <PlainTable
            label={t('usage.table')}
            columns={[
              { label: t(`grouping.${grouping}`) },
              { label: t('usage.sessions'), align: end },
              { label: t('usage.hours'), align: end },
              { label: t('usage.records'), align: end },
              { label: t('usage.gb'), align: end },
              { label: t('usage.operations'), align: end },
              ...dimensions.map((each) => ({ label: t(`cost.${each}`), align: end })),
              { label: t('usage.total', { currency }), align: end },
            ]}
            foot={
              <tr>
                <th scope="row">{t('usage.sum')}</th>
                <td data-align="end">
                  <SessionsLink count={metrics.total_sessions} address={sessionsOf()} />
                </td>
                <td data-align="end">{formatVolume(metrics.total_hours)}</td>
                <td data-align="end">{formatVolume(metrics.total_records)}</td>
                <td data-align="end">{formatVolume(metrics.total_gb)}</td>
                <td data-align="end">{formatVolume(metrics.total_operations)}</td>
                {dimensions.map((each) => (
                  <td key={each} data-align="end">
                    {money(costs[`${each}_cost`])}
                  </td>
                ))}
                <td data-align="end">
                  <strong>{money(costs.total_cost)}</strong>
                </td>
              </tr>
            }
          >
            {groups.map((each) => (
              <tr key={each.group}>
                <th scope="row">
                  <GroupLink address={addressOf(each)} name={groupName(grouping, each.group, t)} />
                </th>
                <td data-align="end">
                  <SessionsLink count={each.sessions} address={sessionsOf(each)} />
                </td>
                <td data-align="end">{formatVolume(each.hours)}</td>
                <td data-align="end">{formatVolume(each.records)}</td>
                <td data-align="end">{formatVolume(each.gb)}</td>
                <td data-align="end">{formatVolume(each.operations)}</td>
                {dimensions.map((dimension) => (
                  <td key={dimension} data-align="end">
                    {money(each.costs[dimension])}
                  </td>
                ))}
                <td data-align="end">{money(each.cost)}</td>
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
    <a className={classes.link} href={address}>
      <bdi>{name}</bdi>
    </a>
  );
}

function SessionsLink({ count, address }: { count: number; address: string }) {
  if (count === 0) return <>{formatCount(count)}</>;
  return (
    <a className={classes.link} href={address}>
      {formatCount(count)}
    </a>
  );
}

const volumeOf: Readonly<Record<Dimension, keyof AggregatedUsage['metrics']>> = {
  time: 'total_hours',
  record: 'total_records',
  data: 'total_gb',
  operation: 'total_operations',
};

/** The four costs and their sum, each as rate × volume in words. */
function Dimensions({
  usage,
  account,
  cards,
}: {
  usage: AggregatedUsage;
  account: Account | undefined;
  cards: readonly ShownRateCard[];
}) {
  const { t } = useTranslation('billing');
  const { metrics, costs } = usage;
  const { currency } = costs;
  const card = cards.find(
    (each) =>
      each.rate_card_id === account?.rate_card.rate_card_id &&
      each.version === account.rate_card.version,
  );
  return (
    <dl className={classes.figures} data-five>
      <Figure
        label={t('usage.totalCost')}
        value={<MoneyText value={costs.total_cost} currency={currency} />}
        strong
      >
        {t('usage.inSessions', {
          count: metrics.total_sessions,
          formatted: formatCount(metrics.total_sessions),
        })}
        {card === undefined ? (
          <span className={classes.line}>{t('usage.byOwnRates')}</span>
        ) : (
          <>
            <br />
            <a
              className={classes.link}
              href={billingAddress({ tab: 'rates', card: `${card.rate_card_id}@${card.version}` })}
            >
              {card.name}
            </a>
          </>
        )}
      </Figure>
      {dimensions.map((dimension) => (
        <Figure
          key={dimension}
          label={t(`dimension.${dimension}`)}
          value={<MoneyText value={costs[`${dimension}_cost`]} currency={currency} />}
        >
          {t(`price.volume.${dimension}`, { volume: formatVolume(metrics[volumeOf[dimension]]) })}
          {card !== undefined && <PriceNote card={card} dimension={dimension} />}
        </Figure>
      ))}
    </dl>
  );
}

/** One rate as a factor, tiers as they are on the card. */
function PriceNote({ card, dimension }: { card: ShownRateCard; dimension: Dimension }) {
  const { t } = useTranslation('billing');
  const lines = priceLines(card[dimension], dimension, card.currency, t);
  const [only] = lines;
  return (
    <>
      {lines.map((line) => (
        <span key={line} className={classes.line}>
          {lines.length === 1 && only !== undefined ? t('price.times', { rate: only }) : line}
        </span>
      ))}
      {card.commitment !== undefined && <span className={classes.line}>{t('price.list')}</span>}
    </>
  );
}

function Figure({
  label,
  value,
  children,
  strong = false,
}: {
  label: string;
  value: ReactNode;
  children?: ReactNode;
  strong?: boolean;
}) {
  return (
    <div className={classes.figure} data-strong={strong || undefined}>
      <dt>{label}</dt>
      <dd>
        <span className={classes.figureValue}>{value}</span>
        <span className={classes.figureNote}>{children}</span>
      </dd>
    </div>
  );
}
