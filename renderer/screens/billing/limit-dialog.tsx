/** A new spending limit, or another amount for one: with what it will do, before it is set. */
import { useState } from 'react';
import { Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  changeLimitSchema,
  createLimitSchema,
  limitModes,
  type ChangeLimit,
  type SpendingLimit,
} from '../../../shared/contract/billing.ts';
import { spanOf, spans, startOf } from '../../../shared/billing/calendar.ts';
import { useAccounts, useChangeLimit, useCreateLimit, useUsage } from '../../api/billing.ts';
import { useDatasets } from '../../api/datasets.ts';
import { notify } from '../../state/notices.ts';
import { SegmentedControl, Select } from '../../ui/form/choices.tsx';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import layout from '../../ui/form/form.module.css';
import type { Form } from '../../ui/form/use-api-form.ts';
import { useMeanwhile } from '../../ui/form/use-meanwhile.ts';
import { Instant } from '../../ui/instant.tsx';
import { formatMoney, workspaceCurrency } from '../../ui/money/money.ts';
import { nanosText } from '../../ui/money/nanos-text.ts';
import { numberIn, numberOut } from '../../ui/number-in.ts';
import { limitEffect, readThresholds } from './limit-effect.ts';
import { termsOf, useLimitWords } from './limit-words.ts';
import { dayOfMs } from './periods.ts';
import classes from '../../ui/money/billing.module.css';

const everything = ' ';
/** What a new limit is like before anything is chosen. */
const newTerms: ChangeLimit = {
  period: 'MONTHLY',
  mode: 'SOFT',
  amount: 0,
  alert_thresholds: [50, 80, 100],
  auto_suspend: false,
};

function valuesOf(limit: SpendingLimit | undefined) {
  const terms = limit === undefined ? newTerms : termsOf(limit);
  return {
    ...terms,
    account_id: limit?.account_id ?? everything,
    dataset_id: limit?.dataset_id ?? everything,
    amount: limit === undefined ? '' : numberOut(limit.amount),
    alert_thresholds: terms.alert_thresholds.join(', '),
  };
}
type Values = ReturnType<typeof valuesOf>;

function scopeOf({ account_id, dataset_id }: Values) {
  return {
    ...(account_id === everything ? {} : { account_id }),
    ...(dataset_id === everything ? {} : { dataset_id }),
  };
}

function termsIn({ period, mode, amount, alert_thresholds, auto_suspend }: Values): ChangeLimit {
  return {
    period,
    mode,
    amount: numberIn(amount),
    alert_thresholds: readThresholds(alert_thresholds),
    auto_suspend,
  };
}

export function LimitDialog({
  opened,
  limit,
  isGone = false,
  onClose,
}: {
  readonly opened: boolean;
  /** The limit that is changed; undefined for a new one. */
  readonly limit: SpendingLimit | undefined;
  /** Whether somebody deleted it meanwhile. */
  readonly isGone?: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('billing');
  const creating = useCreateLimit();
  const changing = useChangeLimit();
  const words = useLimitWords();
  const isNew = limit === undefined;
  const meanwhile = useMeanwhile({
    current: isNew ? newTerms : termsOf(limit),
    isPending: changing.isPending,
    isOpen: opened,
    lines: words,
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t(isNew ? 'making.limit' : 'limitForm.changeTitle')}
      size={560}
      submit={t(isNew ? 'limitForm.submit' : 'limitForm.submitChange')}
      failed={t('limitForm.failed')}
      meanwhile={{ ...meanwhile, isGone }}
      initial={valuesOf(limit)}
      bodyOf={(values) => ({
        ...termsIn(values),
        ...(isNew ? scopeOf(values) : { if_previous: meanwhile.previous }),
      })}
      schema={isNew ? createLimitSchema : changeLimitSchema}
      send={(body, idempotencyKey) =>
        isNew
          ? creating.mutateAsync({ body, idempotencyKey })
          : changing.mutateAsync({ id: limit.limit_id, body })
      }
      onDone={({ amount }) => {
        notify({
          title: t(isNew ? 'limitForm.done' : 'limitForm.changed', {
            amount: formatMoney(amount, workspaceCurrency()),
          }),
        });
        onClose();
      }}
    >
      {(form) => (
        <>
          <Scope form={form} isNew={isNew} />
          <div className={layout.row}>
            <Select
              label={t('limitForm.period')}
              allowDeselect={false}
              data={spans.map((each) => ({ value: each, label: t(`span.${each}`) }))}
              {...form.getInputProps('period')}
            />
            <DecimalInput
              label={t('limitForm.amount', { currency: workspaceCurrency() })}
              required
              data-autofocus={!isNew || undefined}
              {...form.getInputProps('amount')}
            />
          </div>
          <div className={layout.row}>
            <div>
              <span className={classes.fieldLabel} id="limit-mode">
                {t('limitForm.mode')}
              </span>
              <SegmentedControl
                size="xs"
                aria-labelledby="limit-mode"
                data={limitModes.map((each) => ({ value: each, label: t(`mode.${each}`) }))}
                {...form.getInputProps('mode')}
              />
            </div>
            <TextInput
              label={t('limitForm.alerts')}
              placeholder="50, 80, 100"
              {...form.getInputProps('alert_thresholds')}
            />
          </div>
          <Checkbox
            label={t('limitForm.suspend')}
            {...form.getInputProps('auto_suspend', { type: 'checkbox' })}
          />
          <Effect scope={scopeOf(form.values)} terms={termsIn(form.values)} />
        </>
      )}
    </FormDialog>
  );
}

/** The account and the dataset that it limits; those of a limit stay. */
function Scope({ form, isNew }: { readonly form: Form<Values>; readonly isNew: boolean }) {
  const { t } = useTranslation('billing');
  const accounts = useAccounts().data ?? [];
  const datasets = useDatasets().data ?? [];
  return (
    <div className={layout.row}>
      <Select
        label={t('invoices.column.account')}
        data-autofocus={isNew || undefined}
        allowDeselect={false}
        disabled={!isNew}
        data={[
          { value: everything, label: t('limits.everyAccount') },
          ...accounts.map((each) => ({ value: each.account_id, label: each.name })),
        ]}
        {...form.getInputProps('account_id')}
      />
      <Select
        label={t('usage.dataset')}
        allowDeselect={false}
        disabled={!isNew}
        data={[
          { value: everything, label: t('limits.everyDataset') },
          ...datasets.map((each) => ({ value: each.dataset_id, label: each.name })),
        ]}
        {...form.getInputProps('dataset_id')}
      />
    </div>
  );
}

/** In words and figures what the limit does from the moment it is set. */
function Effect({
  scope,
  terms,
}: {
  readonly scope: ReturnType<typeof scopeOf>;
  readonly terms: ChangeLimit;
}) {
  const { t } = useTranslation('billing');
  const { period, amount, alert_thresholds: thresholds } = terms;
  const [today] = useState(() => dayOfMs(Date.now()));
  const { start, end } = spanOf(period, today);
  const usage = useUsage({
    start,
    end: today,
    account: scope.account_id,
    dataset: scope.dataset_id,
  });
  const spent = usage.data?.costs.total_cost;
  const isReadable =
    Number.isFinite(amount) && amount >= 0 && thresholds.every((each) => Number.isInteger(each));
  return (
    <section className={layout.group} aria-label={t('effect.title')} aria-live="polite">
      <span className={layout.legend}>{t('effect.title')}</span>
      {!isReadable || spent === undefined ? (
        <p className={layout.hint}>{t(isReadable ? 'loading' : 'effect.type')}</p>
      ) : (
        <EffectLines
          terms={terms}
          spent={spent}
          isOfAll={scope.account_id === undefined}
          resetAt={startOf(end)}
        />
      )}
    </section>
  );
}

function EffectLines({
  terms: { period, mode, amount, alert_thresholds: thresholds, auto_suspend: suspends },
  spent,
  isOfAll,
  resetAt,
}: {
  readonly terms: ChangeLimit;
  readonly spent: number;
  readonly isOfAll: boolean;
  readonly resetAt: string;
}) {
  const { t } = useTranslation('billing');
  const effect = limitEffect(amount, spent, thresholds);
  const left = nanosText(effect.left, workspaceCurrency());
  return (
    <ul className="pd-flush pd-grid pd-gap-4 pd-indented">
      <li>
        {t(isOfAll ? 'effect.spentAll' : 'effect.spent', {
          period: t(`effect.period.${period}`),
          spent: formatMoney(spent, workspaceCurrency()),
        })}
      </li>
      {mode === 'HARD' ? (
        <li>
          <strong>{effect.isReached ? t('effect.hardNow') : t('effect.hard', { left })}</strong>{' '}
          {t('effect.hardHow')}
        </li>
      ) : (
        <li>{effect.isReached ? t('effect.softNow') : t('effect.soft', { left })}</li>
      )}
      {effect.thresholds.length > 0 && (
        <li>
          {t('effect.alerts')}{' '}
          {effect.thresholds
            .map(({ percent, at, isPassed }) =>
              t(isPassed ? 'effect.passed' : 'effect.ahead', {
                percent,
                amount: nanosText(at, workspaceCurrency()),
              }),
            )
            .join('; ')}
          .
        </li>
      )}
      {suspends && <li>{t('effect.suspends')}</li>}
      <li>
        {t('effect.resets')} <Instant at={resetAt} withZone />.
      </li>
    </ul>
  );
}
