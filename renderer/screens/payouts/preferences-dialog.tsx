/** When and how a holder is paid: frequency, threshold, method. */
import { useTranslation } from 'react-i18next';
import {
  payoutMethods,
  payoutPreferencesBodySchema,
  type PayoutPreferences,
} from '../../../shared/contract/billing.ts';
import { spans } from '../../../shared/billing/calendar.ts';
import { useSetPayoutPreferences } from '../../api/payouts.ts';
import { Select } from '../../ui/form/choices.tsx';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import layout from '../../ui/form/form.module.css';
import { useMeanwhile } from '../../ui/form/use-meanwhile.ts';
import { formatMoney } from '../../ui/money/money.ts';
import { nanos, nanosText } from '../../ui/money/nanos-text.ts';
import { numberIn, numberOut } from '../../ui/number-in.ts';
import classes from '../../ui/money/billing.module.css';

export function PreferencesDialog({
  opened,
  preferences,
  onClose,
}: {
  readonly opened: boolean;
  readonly preferences: PayoutPreferences;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['payouts', 'common']);
  const setting = useSetPayoutPreferences();
  const { holder_id: holder, balance, currency, frequency, threshold, method } = preferences;
  const meanwhile = useMeanwhile({
    current: { frequency, threshold, method },
    isPending: setting.isPending,
    isOpen: opened,
    lines: (state) => [
      { label: t('preferences.frequency'), text: t(`frequency.${state.frequency}`) },
      {
        label: t('preferences.threshold', { currency }),
        text: formatMoney(state.threshold, currency),
      },
      { label: t('preferences.method'), text: t(`method.${state.method}`) },
    ],
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('preferences.title', { holder })}
      size={520}
      submit={t('save', { ns: 'common' })}
      failed={t('preferences.failed')}
      meanwhile={meanwhile}
      initial={{ frequency, threshold: numberOut(threshold), method }}
      bodyOf={(values) => ({
        ...values,
        holder_id: holder,
        threshold: numberIn(values.threshold),
        if_previous: meanwhile.previous,
      })}
      schema={payoutPreferencesBodySchema}
      send={(body) => setting.mutateAsync(body)}
      told={() => t('preferences.done', { holder })}
    >
      {(form) => (
        <>
          <div className={classes.three}>
            <Select
              label={t('preferences.frequency')}
              data-autofocus
              allowDeselect={false}
              data={spans.map((each) => ({ value: each, label: t(`frequency.${each}`) }))}
              {...form.getInputProps('frequency')}
            />
            <DecimalInput
              label={t('preferences.threshold', { currency })}
              {...form.getInputProps('threshold')}
            />
            <Select
              label={t('preferences.method')}
              allowDeselect={false}
              data={payoutMethods.map((each) => ({ value: each, label: t(`method.${each}`) }))}
              {...form.getInputProps('method')}
            />
          </div>
          <p className={layout.hint} aria-live="polite">
            {t(`preferences.when.${form.values.frequency}`)}{' '}
            <Missing wanted={numberIn(form.values.threshold)} {...{ balance, currency }} />
          </p>
        </>
      )}
    </FormDialog>
  );
}

/** How far a balance is below a threshold, or that it is above. */
function Missing({
  wanted,
  balance,
  currency,
}: {
  readonly wanted: number;
  readonly balance: number;
  readonly currency: string;
}) {
  const { t } = useTranslation('payouts');
  if (!Number.isFinite(wanted)) return null;
  const missing = nanos(wanted) - nanos(balance);
  const has = { balance: formatMoney(balance, currency) };
  return missing > 0n
    ? t('preferences.below', { ...has, missing: nanosText(missing, currency) })
    : t('preferences.above', has);
}
