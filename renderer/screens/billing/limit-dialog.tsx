/** A new spending limit, or another amount for one: with what it will do, before it is set. */
import { useState } from 'react';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  createLimitSchema,
  currency,
  limitModes,
  limitTermsSchema,
  type ChangeLimit,
  type SpendingLimit,
} from '../../../shared/contract/billing.ts';
import { spanOf, spans, startOf, type Span } from '../../../shared/billing/calendar.ts';
import { useAccounts, useChangeLimit, useCreateLimit, useUsage } from '../../api/billing.ts';
import { useDatasets } from '../../api/datasets.ts';
import { notify } from '../../state/notices.ts';
import { Instant } from '../../ui/instant.tsx';
import { formatMoney } from '../../ui/money.ts';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { ChangedMeanwhile } from '../../ui/form/changed-meanwhile.tsx';
import { isOvertaken, useMeanwhile } from '../../ui/form/use-meanwhile.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { SegmentedControl, Select } from '../../ui/form/choices.tsx';
import form from '../../ui/form/form.module.css';
import { localFaults, useFormFaults } from '../../ui/form-faults.ts';
import { limitEffect, readThresholds } from './limit-effect.ts';
import { termsOf, useLimitWords } from './limit-words.ts';
import { nanosText } from '../../ui/nanos-text.ts';
import { dayOfMs } from './periods.ts';
import { numberIn, numberOut } from '../../ui/number-in.ts';
import classes from './billing.module.css';

export interface LimitDialogProps {
  readonly opened: boolean;
  /** The limit that is changed; undefined for a new one. */
  readonly limit: SpendingLimit | undefined;
  /** Whether somebody deleted it meanwhile. */
  readonly isGone?: boolean;
  readonly onClose: () => void;
}

export function LimitDialog(props: LimitDialogProps) {
  const { t } = useTranslation(['billing', 'common']);
  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      title={t(props.limit === undefined ? 'making.limit' : 'limitForm.changeTitle')}
      size={560}
    >
      <LimitForm {...props} />
    </Dialog>
  );
}

const everything = ' ';
/** What a new limit is like before anything is chosen. */
const newTerms: ChangeLimit = {
  period: 'MONTHLY',
  mode: 'SOFT',
  amount: 0,
  alert_thresholds: [50, 80, 100],
  auto_suspend: false,
};
const fields = ['account_id', 'dataset_id', 'amount', 'alert_thresholds', 'period', 'mode'];

function LimitForm({ limit, isGone = false, onClose }: LimitDialogProps) {
  const { t } = useTranslation(['billing', 'common']);
  const accounts = useAccounts().data ?? [];
  const datasets = useDatasets().data ?? [];
  const creating = useCreateLimit();
  const changing = useChangeLimit();
  const { element, faults, failure, refuse, clear, fail } = useFormFaults();
  const [account, setAccount] = useState(limit?.account_id ?? everything);
  const [dataset, setDataset] = useState(limit?.dataset_id ?? everything);
  const [period, setPeriod] = useState<Span>((limit ?? newTerms).period);
  const [mode, setMode] = useState<SpendingLimit['mode']>((limit ?? newTerms).mode);
  const [amount, setAmount] = useState(limit === undefined ? '' : numberOut(limit.amount));
  const [alerts, setAlerts] = useState((limit ?? newTerms).alert_thresholds.join(', '));
  const [suspends, setSuspends] = useState((limit ?? newTerms).auto_suspend);

  const terms = {
    period,
    mode,
    amount: numberIn(amount),
    alert_thresholds: readThresholds(alerts),
    auto_suspend: suspends,
  };
  const words = useLimitWords();
  const meanwhile = useMeanwhile({
    current: limit === undefined ? newTerms : termsOf(limit),
    isPending: changing.isPending,
    lines: words,
    onSeen: (now, before) => {
      if (period === before.period) setPeriod(now.period);
      if (mode === before.mode) setMode(now.mode);
      if (amount === numberOut(before.amount)) setAmount(numberOut(now.amount));
      if (alerts === before.alert_thresholds.join(', ')) setAlerts(now.alert_thresholds.join(', '));
      if (suspends === before.auto_suspend) setSuspends(now.auto_suspend);
    },
  });
  const scope = {
    ...(account === everything ? {} : { account_id: account }),
    ...(dataset === everything ? {} : { dataset_id: dataset }),
  };
  const submit = () => {
    const body = limit === undefined ? { ...scope, ...terms } : terms;
    const schema = limit === undefined ? createLimitSchema : limitTermsSchema;
    const found = localFaults(schema, body);
    if (Object.keys(found).length > 0) {
      const list = Object.keys(found).find((each) => each.startsWith('alert_thresholds'));
      refuse({
        ...found,
        ...(list === undefined ? {} : { alert_thresholds: found[list] ?? '' }),
      });
      return;
    }
    clear();
    const settled = {
      onSuccess: () => {
        notify({
          title: t(limit === undefined ? 'limitForm.done' : 'limitForm.changed', {
            amount: formatMoney(terms.amount, currency),
          }),
        });
        onClose();
      },
      onError: (error: unknown) => {
        if (!isOvertaken(error)) fail(error);
      },
    };
    if (limit === undefined) creating.mutate({ ...scope, ...terms }, settled);
    else {
      const body = { ...terms, if_previous: meanwhile.previous };
      changing.mutate({ id: limit.limit_id, body }, settled);
    }
  };
  return (
    <form
      ref={element}
      className={form.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <ChangedMeanwhile {...meanwhile} isGone={isGone} />
      <FormFailure failure={failure} title={t('limitForm.failed')} shown={fields} />
      <div className={form.row}>
        <Select
          label={t('column.account')}
          data-autofocus={limit === undefined || undefined}
          allowDeselect={false}
          disabled={limit !== undefined}
          data={[
            { value: everything, label: t('limits.everyAccount') },
            ...accounts.map((each) => ({ value: each.account_id, label: each.name })),
          ]}
          value={account}
          error={faults['account_id']}
          onChange={(value) => setAccount(value ?? everything)}
        />
        <Select
          label={t('usage.dataset')}
          allowDeselect={false}
          disabled={limit !== undefined}
          data={[
            { value: everything, label: t('limits.everyDataset') },
            ...datasets.map((each) => ({ value: each.dataset_id, label: each.name })),
          ]}
          value={dataset}
          error={faults['dataset_id']}
          onChange={(value) => setDataset(value ?? everything)}
        />
      </div>
      <div className={form.row}>
        <Select
          label={t('limitForm.period')}
          allowDeselect={false}
          data={spans.map((each) => ({ value: each, label: t(`span.${each}`) }))}
          value={period}
          onChange={(value) => setPeriod(spans.find((each) => each === value) ?? period)}
        />
        <DecimalInput
          label={t('limitForm.amount', { currency })}
          required
          data-autofocus={limit !== undefined || undefined}
          value={amount}
          error={faults['amount']}
          onChange={setAmount}
        />
      </div>
      <div className={form.row}>
        <div>
          <span className={classes.fieldLabel} id="limit-mode">
            {t('limitForm.mode')}
          </span>
          <SegmentedControl
            size="xs"
            aria-labelledby="limit-mode"
            data={limitModes.map((each) => ({ value: each, label: t(`mode.${each}`) }))}
            value={mode}
            onChange={(value) => setMode(limitModes.find((each) => each === value) ?? mode)}
          />
        </div>
        <TextInput
          label={t('limitForm.alerts')}
          placeholder="50, 80, 100"
          value={alerts}
          error={faults['alert_thresholds']}
          onChange={(event) => setAlerts(event.currentTarget.value)}
        />
      </div>
      <Checkbox
        label={t('limitForm.suspend')}
        checked={suspends}
        onChange={(event) => setSuspends(event.currentTarget.checked)}
      />
      <Effect
        scope={scope}
        period={period}
        mode={mode}
        amount={terms.amount}
        thresholds={terms.alert_thresholds}
        suspends={suspends}
      />
      <div className={form.actions}>
        <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
        <Button type="submit" variant="filled" loading={creating.isPending || changing.isPending}>
          {t(limit === undefined ? 'limitForm.submit' : 'limitForm.submitChange')}
        </Button>
      </div>
    </form>
  );
}

/** In words and figures what the limit does from the moment it is set. */
function Effect({
  scope,
  period,
  mode,
  amount,
  thresholds,
  suspends,
}: {
  scope: { account_id?: string; dataset_id?: string };
  period: Span;
  mode: SpendingLimit['mode'];
  amount: number;
  thresholds: readonly number[];
  suspends: boolean;
}) {
  const { t } = useTranslation('billing');
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
    <section className={form.group} aria-label={t('effect.title')} aria-live="polite">
      <span className={form.legend}>{t('effect.title')}</span>
      {!isReadable || spent === undefined ? (
        <p className={form.hint}>{t(isReadable ? 'loading' : 'effect.type')}</p>
      ) : (
        <EffectLines
          {...{ period, mode, amount, thresholds, suspends, spent }}
          isOfAll={scope.account_id === undefined}
          resetAt={startOf(end)}
        />
      )}
    </section>
  );
}

function EffectLines({
  period,
  mode,
  amount,
  thresholds,
  suspends,
  spent,
  isOfAll,
  resetAt,
}: {
  period: Span;
  mode: SpendingLimit['mode'];
  amount: number;
  thresholds: readonly number[];
  suspends: boolean;
  spent: number;
  isOfAll: boolean;
  resetAt: string;
}) {
  const { t } = useTranslation('billing');
  const effect = limitEffect(amount, spent, thresholds);
  const left = nanosText(effect.left, currency);
  return (
    <ul className={classes.effects}>
      <li>
        {t(isOfAll ? 'effect.spentAll' : 'effect.spent', {
          period: t(`effect.period.${period}`),
          spent: formatMoney(spent, currency),
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
                amount: nanosText(at, currency),
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
