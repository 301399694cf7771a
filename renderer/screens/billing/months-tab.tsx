/** Open months: what each account would be asked for, what holds it back, and the runs that closed others. */
import { useState } from 'react';
import { Button, UnstyledButton } from '@mantine/core';
import { IconCalendarCheck, IconHandStop, IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { addMonths, monthOf } from '../../../shared/billing/calendar.ts';
import type { Draft, ListedRun } from '../../../shared/contract/billing-runs.ts';
import { useMay } from '../../api/capabilities.ts';
import {
  draftsPageSize,
  useDrafts,
  useReleaseDraft,
  useRun,
  useRuns,
  useStartRun,
} from '../../api/runs.ts';
import { notify } from '../../state/notices.ts';
import { settingsAddress } from '../../ui/addresses.ts';
import { useNow } from '../../ui/chain/use-now.ts';
import { Select } from '../../ui/form/choices.tsx';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { formatAgo, formatCount, formatMonth } from '../../ui/format.ts';
import { ListTable } from '../../ui/list/list-table.tsx';
import { givenRows, pagedRows } from '../../ui/list/row-source.ts';
import { TableActions } from '../../ui/list/table-actions.tsx';
import { menuOf, useTable } from '../../ui/list/use-table.ts';
import { formatMoney } from '../../ui/money/money.ts';
import { notifyFailure } from '../../ui/notify-failure.ts';
import { Section } from '../../ui/page/detail-page.tsx';
import { Loaded } from '../../ui/page/loaded.tsx';
import { PlaceWay } from '../../ui/places/place-link.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { HoldDialog } from './hold-dialog.tsx';
import { draftsTable, runItemsTable, runsTable } from './month-tables.tsx';
import { dayOfMs, monthsBack } from './periods.ts';
import type { TabProps } from './tab-props.ts';
import classes from '../../ui/money/billing.module.css';

/** Months that can be chosen. */
const offeredMonths = 24;

export function MonthsTab({ search, show }: TabProps) {
  const { t } = useTranslation('billing');
  const [lastMonth] = useState(() => addMonths(monthOf(dayOfMs(Date.now())), -1).slice(0, 7));
  const month = search.month ?? lastMonth;
  return (
    <div className="pd-stack pd-slim pd-gap-12">
      <div className="pd-wrapping pd-gap-8">
        <Select
          aria-label={t('closing.month')}
          allowDeselect={false}
          searchable
          data={monthsBack(lastMonth, offeredMonths).map((value) => ({
            value,
            label: formatMonth(value),
          }))}
          value={month}
          onChange={(value) =>
            show({ month: value === lastMonth ? undefined : (value ?? undefined) })
          }
        />
      </div>
      <Drafts key={month} month={month} />
      <Runs />
    </div>
  );
}

function Drafts({ month }: { readonly month: string }) {
  const { t } = useTranslation(['billing', 'tables']);
  const may = useMay();
  const [offset, setOffset] = useState(0);
  const [held, setHeld] = useState<Draft>();
  const query = useDrafts(month, offset);
  const releasing = useReleaseDraft();
  const table = useTable(
    draftsTable,
    pagedRows(
      query,
      { offset, size: draftsPageSize },
      { source: { operation: 'listDrafts', query: { month } }, idPath: '/account_id' },
    ),
    t,
  );
  const release = ({ account_id: account }: Draft) =>
    releasing.mutate(
      { account, month },
      {
        onSuccess: () => notify({ title: t('months.releaseDone', { account }) }),
        onError: (error) => notifyFailure(t('months.releaseFailed'), error),
      },
    );
  const state = (draft: Draft) => {
    const isHeld = draft.hold !== null;
    return (
      <span className="pd-wrapping pd-gap-8">
        <DraftState draft={draft} />
        {may('holdDraft') && (
          <Button size="compact-xs" onClick={() => (isHeld ? release(draft) : setHeld(draft))}>
            {t(isHeld ? 'months.release' : 'months.holdIt')}
          </Button>
        )}
      </span>
    );
  };
  const title = t('months.drafts');
  return (
    <Section title={title} actions={<TableActions {...menuOf(table, { title })} />}>
      <Loaded query={query} failed={t('months.draftsFailed')}>
        {({ summary }) => <Summary summary={summary} />}
      </Loaded>
      <ListTable
        table={table}
        title={title}
        failed={t('months.draftsFailed')}
        empty={
          <EmptyState
            compact
            icon={<IconCalendarCheck size={20} stroke={1.6} />}
            title={t('months.none', { month: formatMonth(month) })}
          >
            {t('months.noneText')}
          </EmptyState>
        }
        draw={{ state }}
        onOffset={setOffset}
      />
      {held !== undefined && <HoldDialog opened draft={held} onClose={() => setHeld(undefined)} />}
    </Section>
  );
}

function DraftState({ draft }: { readonly draft: Draft }) {
  const { t } = useTranslation('billing');
  const { hold, failed, is_nothing: isNothing } = draft;
  if (hold !== null) return <StatusBadge tone="warn">{t('months.held')}</StatusBadge>;
  if (failed !== null) return <StatusBadge tone="warn">{t('months.failed')}</StatusBadge>;
  return <StatusBadge tone="info">{t(isNothing ? 'months.nothing' : 'months.open')}</StatusBadge>;
}

type MonthSummary = NonNullable<ReturnType<typeof useDrafts>['data']>['summary'];

/** What a month comes to, when it closes, and a button that closes it now. */
function Summary({ summary }: { readonly summary: MonthSummary }) {
  const { t } = useTranslation('billing');
  const may = useMay();
  const now = useNow();
  const starting = useStartRun();
  const [isAsked, setAsked] = useState(false);
  const { month, open, total, currency, auto, closes_at: closes, issuer_missing: lacks } = summary;
  const isOver = Date.parse(closes) <= now;
  const named = formatMonth(month);
  const money = total === null ? '' : formatMoney(total, currency);
  const ago = formatAgo(closes, now);
  return (
    <div className="pd-wrapping pd-gap-8">
      <span>
        {t(total === null ? 'months.count' : 'months.sum', {
          count: open,
          formatted: formatCount(open),
          money,
        })}
      </span>
      <span className="pd-note">
        {t(auto ? (isOver ? 'months.closed' : 'months.closes') : 'months.byHand', { ago })}
      </span>
      {lacks && (
        <PlaceWay className={classes.link} href={settingsAddress('billing')}>
          {t('months.issuerMissing')}
        </PlaceWay>
      )}
      {may('startRun') && open > 0 && isOver && !lacks && (
        <Button
          leftSection={<IconPlayerPlay size={14} stroke={1.75} />}
          onClick={() => setAsked(true)}
        >
          {t('months.closeNow')}
        </Button>
      )}
      <ConfirmDialog
        title={t('months.closeTitle', { month: named })}
        question={
          isAsked
            ? {
                text: t('months.closeText', { count: open, formatted: formatCount(open), money }),
                failed: t('months.closeFailed'),
                submit: t('months.closeNow'),
                isPending: starting.isPending,
                onConfirm: ({ onSuccess, onError }, idempotencyKey) =>
                  starting.mutate(
                    { body: { month }, idempotencyKey },
                    {
                      onSuccess: () => {
                        notify({ title: t('months.closeBegun', { month: named }) });
                        onSuccess();
                      },
                      onError,
                    },
                  ),
              }
            : undefined
        }
        onClose={() => setAsked(false)}
      />
    </div>
  );
}

function Runs() {
  const { t } = useTranslation(['billing', 'tables']);
  const [offset, setOffset] = useState(0);
  const [opened, setOpened] = useState<string>();
  const query = useRuns(offset);
  const table = useTable(
    runsTable,
    pagedRows(
      query,
      { offset, size: draftsPageSize },
      { source: { operation: 'listRuns' }, idPath: '/run_id' },
    ),
    t,
  );
  const month = ({ run_id: id, month: of }: ListedRun) => (
    <UnstyledButton
      className={classes.link}
      aria-expanded={opened === id}
      onClick={() => setOpened(opened === id ? undefined : id)}
    >
      {formatMonth(of)}
    </UnstyledButton>
  );
  const title = t('months.runs');
  return (
    <Section title={title}>
      <ListTable
        table={table}
        title={title}
        failed={t('months.runsFailed')}
        empty={
          <EmptyState
            compact
            icon={<IconHandStop size={20} stroke={1.6} />}
            title={t('months.noRuns')}
          >
            {t('months.noRunsText')}
          </EmptyState>
        }
        draw={{ month }}
        onOffset={setOffset}
      />
      {opened !== undefined && <Report id={opened} />}
    </Section>
  );
}

/** What became of each account in a run. */
function Report({ id }: { readonly id: string }) {
  const { t } = useTranslation(['billing', 'tables']);
  const query = useRun(id);
  const table = useTable(runItemsTable, givenRows(query.data?.items ?? []), t);
  const title = t('months.report', { month: formatMonth(query.data?.month ?? '') });
  return (
    <Loaded query={query} failed={t('months.runsFailed')}>
      {({ finished_at: finished }) => (
        <Section title={title} actions={<TableActions isSecond {...menuOf(table, { title })} />}>
          {finished === null && <p className="pd-note">{t('months.goesOn')}</p>}
          <ListTable
            table={table}
            title={title}
            failed={t('months.runsFailed')}
            empty={<p className="pd-note">{t('months.noItems')}</p>}
          />
        </Section>
      )}
    </Loaded>
  );
}
