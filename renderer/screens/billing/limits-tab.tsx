/** Spending limits with what is spent of them, and the alerts they gave. */
import { useState } from 'react';
import { ActionIcon, Button } from '@mantine/core';
import { IconBellRinging, IconGauge, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Account, SpendingAlert, SpendingLimit } from '../../../shared/contract/billing.ts';
import { limits as apiLimits } from '../../../shared/contract/limits.ts';
import { useMay } from '../../api/capabilities.ts';
import { useAccounts, useAlerts, useDeleteLimit, useLimits } from '../../api/billing.ts';
import { useMark, useMarkedPage } from '../../ui/marked.ts';
import { Section } from '../../ui/page/detail-page.tsx';
import { notify } from '../../state/notices.ts';
import { billingAddress, datasetAddress } from '../../ui/addresses.ts';
import { formatCount } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { formatMoney } from '../../ui/money/money.ts';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { useMeanwhile } from '../../ui/form/use-meanwhile.ts';
import { alertsTable, limitsTable } from './limit-tables.tsx';
import { limitEffect } from './limit-effect.ts';
import { termsOf, useLimitWords } from './limit-words.ts';
import { LimitDialog } from './limit-dialog.tsx';
import { TableActions } from '../../ui/list/table-actions.tsx';
import { ListTable } from '../../ui/list/list-table.tsx';
import { givenRows, pagedRows } from '../../ui/list/row-source.ts';
import { menuOf, useTable } from '../../ui/list/use-table.ts';
import { Loaded } from '../../ui/page/loaded.tsx';
import { headlineText } from '../../ui/money/nanos-text.ts';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import classes from '../../ui/money/billing.module.css';

const alertsPage = apiLimits.billing.defaultLimit;

export function LimitsTab({ onNew }: { onNew: () => void }) {
  const { t } = useTranslation(['billing', 'common', 'tables']);
  const query = useLimits();
  const table = useTable(limitsTable, givenRows(query.data ?? []), t);
  const may = useMay();
  const accounts = useAccounts().data ?? [];
  /** What a dialog was opened for: it stays, whatever becomes of the limit. */
  const [asked, setAsked] = useState<{ readonly limit: SpendingLimit; readonly name: string }>();
  const [dialog, setDialog] = useState<'change' | 'delete'>();
  const kept = query.data?.find(({ limit_id: id }) => id === asked?.limit.limit_id);
  return (
    <div className="pd-stack pd-slim pd-gap-12">
      <Loaded query={query} failed={t('limits.failed')}>
        {(limits) =>
          limits.length === 0 ? (
            <EmptyState
              compact
              icon={<IconGauge size={20} stroke={1.6} />}
              title={t('limits.none')}
              actions={
                may('createLimit') && (
                  <Button variant="filled" leftSection={<IconPlus size={14} />} onClick={onNew}>
                    {t('making.limit')}
                  </Button>
                )
              }
            >
              {t('limits.noneText')}
            </EmptyState>
          ) : (
            <div className="pd-stack pd-slim pd-gap-12">
              <div className="pd-wrapping pd-gap-8">
                <span className="pd-note">
                  {t('limits.count', {
                    count: limits.length,
                    formatted: formatCount(limits.length),
                  })}
                </span>
                <TableActions
                  tools={menuOf(table, { title: t('tab.limits') }).tools}
                  columns={{ fileColumns: table.columns.fileColumns }}
                />
              </div>
              <ul className={classes.limits}>
                {limits.map((limit) => (
                  <LimitItem
                    key={limit.limit_id}
                    limit={limit}
                    accounts={accounts}
                    onAsk={(what, name) => {
                      setAsked({ limit, name });
                      setDialog(what);
                    }}
                  />
                ))}
              </ul>
            </div>
          )
        }
      </Loaded>
      <Alerts accounts={accounts} />
      {asked !== undefined && (
        <>
          <LimitDialog
            opened={dialog === 'change'}
            limit={kept ?? asked.limit}
            isGone={kept === undefined}
            onClose={() => setDialog(undefined)}
          />
          <DeleteLimitDialog
            opened={dialog === 'delete'}
            limit={kept ?? asked.limit}
            name={asked.name}
            onClose={() => setDialog(undefined)}
          />
        </>
      )}
    </div>
  );
}

function nameOf(accounts: readonly Account[], id: string): string {
  return accounts.find((each) => each.account_id === id)?.name ?? id;
}

function LimitItem({
  limit,
  accounts,
  onAsk,
}: {
  limit: SpendingLimit;
  accounts: readonly Account[];
  onAsk: (what: 'change' | 'delete', name: string) => void;
}) {
  const { t } = useTranslation('billing');
  const mark = useMark<HTMLLIElement>(limit.limit_id);
  const may = useMay();
  const { account_id: account, dataset_id: dataset, amount, spent, currency, mode } = limit;
  const effect = limitEffect(amount, spent, limit.alert_thresholds);
  const shown = Math.max(effect.percent, 100);
  const who = account === null ? t('limits.everyAccount') : nameOf(accounts, account);
  const name = t('limits.name', { who, period: t(`span.${limit.period}`) });
  return (
    <li className={classes.limit} aria-label={name} {...mark}>
      <div className="pd-row pd-wraps pd-gap-4-8">
        <strong>
          {account === null ? (
            who
          ) : (
            <PlaceLink className={classes.link} href={billingAddress({ tab: 'accounts', account })}>
              {who}
            </PlaceLink>
          )}
        </strong>
        <span className="pd-dim">
          {t(`span.${limit.period}`)} ·{' '}
          {dataset === null ? (
            t('limits.everyDataset')
          ) : (
            <PlaceLink className={classes.link} href={datasetAddress(dataset)}>
              {dataset}
            </PlaceLink>
          )}
        </span>
        <StatusBadge tone={mode === 'HARD' ? 'neutral' : 'mute'} shape="none">
          {t(`mode.${mode}`)}
        </StatusBadge>
        {limit.auto_suspend && <StatusBadge tone="neutral">{t('limits.autoSuspend')}</StatusBadge>}
        <span className="pd-space" />
        {may('changeLimit') && (
          <ActionIcon
            aria-label={t('limits.change', { name })}
            onClick={() => onAsk('change', name)}
          >
            <IconPencil size={15} stroke={1.6} />
          </ActionIcon>
        )}
        {may('deleteLimit') && (
          <ActionIcon
            aria-label={t('limits.delete', { name })}
            onClick={() => onAsk('delete', name)}
          >
            <IconTrash size={15} stroke={1.6} />
          </ActionIcon>
        )}
      </div>
      <div className="pd-row pd-wraps pd-baseline pd-gap-4-8">
        <span className="pd-title">
          <MoneyText value={spent} currency={currency} headline />
        </span>
        <span className="pd-dim">{t('limits.of', { amount: formatMoney(amount, currency) })}</span>
        <span className="pd-space" />
        <span>
          {effect.isReached
            ? t('limits.reached')
            : t('limits.left', { amount: headlineText(effect.left, currency) })}
        </span>
      </div>
      <div
        className={classes.meter}
        role="meter"
        aria-label={t('limits.meter', { name })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(100, effect.percent)}
        aria-valuetext={t('limits.meterText', {
          percent: effect.percent,
          spent: formatMoney(spent, currency),
          amount: formatMoney(amount, currency),
        })}
      >
        <span
          className={classes.meterFill}
          data-tone={effect.isReached ? 'bad' : meterTone(effect.percent)}
          style={{ width: `${(effect.percent / shown) * 100}%` }}
        />
        {limit.alert_thresholds
          .filter((each) => each < shown)
          .map((each) => (
            <span
              key={each}
              className={classes.meterTick}
              style={{ insetInlineStart: `${(each / shown) * 100}%` }}
            />
          ))}
      </div>
      <div className={classes.limitFoot}>
        <span>
          {t('limits.percent', { percent: effect.percent })} ·{' '}
          {limit.alert_thresholds.length === 0
            ? t('limits.noAlerts')
            : t('limits.alertsAt', {
                all: limit.alert_thresholds.map((each) => `${each} %`).join(', '),
              })}
        </span>
        <span>
          {t('limits.resets')} <Instant at={limit.reset_at} withZone />
        </span>
      </div>
    </li>
  );
}

function meterTone(percent: number): 'info' | 'warn' {
  return percent >= 80 ? 'warn' : 'info';
}

function DeleteLimitDialog({
  opened,
  limit,
  name,
  onClose,
}: {
  opened: boolean;
  limit: SpendingLimit;
  name: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('billing');
  const deleting = useDeleteLimit();
  const words = useLimitWords();
  const meanwhile = useMeanwhile({
    current: termsOf(limit),
    isOpen: opened,
    isPending: deleting.isPending,
    lines: words,
  });
  return (
    <ConfirmDialog
      title={t('limits.deleteTitle')}
      question={
        opened
          ? {
              text: t('limits.deleteText', { name }),
              meanwhile,
              failed: t('limits.deleteFailed'),
              submit: t('limits.deleteSubmit'),
              isPending: deleting.isPending,
              onConfirm: ({ onSuccess, onError }) =>
                deleting.mutate(
                  { id: limit.limit_id, previous: meanwhile.previous },
                  {
                    onSuccess: () => {
                      notify({ title: t('limits.deleted', { name }) });
                      onSuccess();
                    },
                    onError,
                  },
                ),
            }
          : undefined
      }
      onClose={onClose}
    />
  );
}

function Alerts({ accounts }: { accounts: readonly Account[] }) {
  const { t } = useTranslation(['billing', 'common', 'tables']);
  const [offset, setOffset] = useState(0);
  const query = useAlerts(offset);
  const limits = useLimits().data ?? [];
  const table = useTable(
    alertsTable,
    pagedRows(
      query,
      { offset, size: alertsPage },
      { source: { operation: 'listAlerts' }, idPath: '/alert_id' },
    ),
    t,
  );
  const total = query.data?.pagination.total ?? 0;
  useMarkedPage({
    ids: query.isPlaceholderData ? undefined : query.data?.data.map((each) => each.alert_id),
    offset,
    size: alertsPage,
    total,
    onOffset: setOffset,
  });
  const limitOf = (alert: SpendingAlert) => limits.find((each) => each.limit_id === alert.limit_id);
  const money = (name: 'spent' | 'limit') => (alert: SpendingAlert) => (
    <MoneyText value={alert[name]} currency={limitOf(alert)?.currency} />
  );
  const account = ({ account_id: id }: SpendingAlert) => (
    <PlaceLink className={classes.link} href={billingAddress({ tab: 'accounts', account: id })}>
      {nameOf(accounts, id)}
    </PlaceLink>
  );
  const scope = (alert: SpendingAlert) => {
    const limit = limitOf(alert);
    const name = limit === undefined ? t('alerts.gone') : t(`span.${limit.period}`);
    return alert.dataset_id === null ? name : `${name} · ${alert.dataset_id}`;
  };
  const title = t('alerts.title');
  return (
    <Section
      title={title}
      actions={total > 0 && <TableActions isSecond {...menuOf(table, { title })} />}
    >
      <ListTable
        table={table}
        title={title}
        failed={t('alerts.failed')}
        empty={
          <EmptyState
            compact
            icon={<IconBellRinging size={20} stroke={1.6} />}
            title={t('alerts.none')}
          >
            {t('alerts.noneText')}
          </EmptyState>
        }
        isMarkable
        draw={{ account, scope, spent: money('spent'), limit: money('limit') }}
        onOffset={setOffset}
      />
    </Section>
  );
}
