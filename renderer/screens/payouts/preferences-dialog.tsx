/** When and how a holder is paid: frequency, threshold, method. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  payoutMethods,
  payoutPreferencesBodySchema,
  type PayoutPreferences,
} from '../../../shared/contract/billing.ts';
import { spans } from '../../../shared/billing/calendar.ts';
import { useSetPayoutPreferences } from '../../api/payouts.ts';
import { notify } from '../../state/notices.ts';
import { formatMoney } from '../../ui/money.ts';
import { localFaults, useFormFaults } from '../../ui/form-faults.ts';
import { nanos, nanosText } from '../../ui/nanos-text.ts';
import { numberIn, numberOut } from '../../ui/number-in.ts';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { ChangedMeanwhile } from '../../ui/form/changed-meanwhile.tsx';
import { isOvertaken, useMeanwhile } from '../../ui/form/use-meanwhile.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Select } from '../../ui/form/choices.tsx';
import form from '../../ui/form/form.module.css';
import classes from '../billing/billing.module.css';

export interface PreferencesDialogProps {
  readonly opened: boolean;
  readonly preferences: PayoutPreferences;
  readonly onClose: () => void;
}

export function PreferencesDialog(props: PreferencesDialogProps) {
  const { t } = useTranslation(['payouts', 'common']);
  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      title={t('preferences.title', { holder: props.preferences.holder_id })}
      size={520}
    >
      <PreferencesForm {...props} />
    </Dialog>
  );
}

function PreferencesForm({ preferences, onClose }: PreferencesDialogProps) {
  const { t } = useTranslation(['payouts', 'common']);
  const setting = useSetPayoutPreferences();
  const { element, faults, failure, refuse, clear, fail } = useFormFaults();
  const { holder_id: holder, balance, currency } = preferences;
  const [frequency, setFrequency] = useState(preferences.frequency);
  const [method, setMethod] = useState(preferences.method);
  const [threshold, setThreshold] = useState(numberOut(preferences.threshold));
  const wanted = numberIn(threshold);
  const meanwhile = useMeanwhile({
    current: {
      frequency: preferences.frequency,
      threshold: preferences.threshold,
      method: preferences.method,
    },
    isPending: setting.isPending,
    lines: (state) => [
      { label: t('preferences.frequency'), text: t(`frequency.${state.frequency}`) },
      {
        label: t('preferences.threshold', { currency }),
        text: formatMoney(state.threshold, currency),
      },
      { label: t('preferences.method'), text: t(`method.${state.method}`) },
    ],
    onSeen: (now, before) => {
      if (frequency === before.frequency) setFrequency(now.frequency);
      if (method === before.method) setMethod(now.method);
      if (threshold === numberOut(before.threshold)) setThreshold(numberOut(now.threshold));
    },
  });
  const submit = () => {
    const body = { holder_id: holder, frequency, threshold: wanted, method };
    const found = localFaults(payoutPreferencesBodySchema, body);
    if (Object.keys(found).length > 0) {
      refuse(found);
      return;
    }
    clear();
    const upon = { ...body, if_previous: meanwhile.previous };
    setting.mutate(upon, {
      onSuccess: () => {
        notify({ title: t('preferences.done', { holder }) });
        onClose();
      },
      onError: (error) => {
        if (!isOvertaken(error)) fail(error);
      },
    });
  };
  const missing = Number.isFinite(wanted) ? nanos(wanted) - nanos(balance) : undefined;
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
      <ChangedMeanwhile {...meanwhile} />
      <FormFailure
        failure={failure}
        title={t('preferences.failed')}
        shown={['frequency', 'threshold', 'method']}
      />
      <div className={classes.three}>
        <Select
          label={t('preferences.frequency')}
          data-autofocus
          allowDeselect={false}
          data={spans.map((each) => ({ value: each, label: t(`frequency.${each}`) }))}
          value={frequency}
          onChange={(value) => setFrequency(spans.find((each) => each === value) ?? frequency)}
        />
        <DecimalInput
          label={t('preferences.threshold', { currency })}
          value={threshold}
          error={faults['threshold']}
          onChange={setThreshold}
        />
        <Select
          label={t('preferences.method')}
          allowDeselect={false}
          data={payoutMethods.map((each) => ({ value: each, label: t(`method.${each}`) }))}
          value={method}
          onChange={(value) => setMethod(payoutMethods.find((each) => each === value) ?? method)}
        />
      </div>
      <p className={form.hint} aria-live="polite">
        {t(`preferences.when.${frequency}`)}{' '}
        {missing !== undefined &&
          (missing > 0n
            ? t('preferences.below', {
                balance: formatMoney(balance, currency),
                missing: nanosText(missing, currency),
              })
            : t('preferences.above', { balance: formatMoney(balance, currency) }))}
      </p>
      <div className={form.actions}>
        <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
        <Button type="submit" variant="filled" loading={setting.isPending}>
          {t('save', { ns: 'common' })}
        </Button>
      </div>
    </form>
  );
}
