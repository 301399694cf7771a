/** A credit or a charge for an account's next invoice. */
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  createAdjustmentSchema,
  currency,
  type Account,
} from '../../../shared/contract/billing.ts';
import { useCreateAdjustment } from '../../api/billing.ts';
import { notify } from '../../state/notices.ts';
import { SegmentedControl } from '../../ui/form/choices.tsx';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import type { FaultsByField } from '../../ui/form/use-api-form.ts';
import layout from '../../ui/form/form.module.css';
import { formatMoney } from '../../ui/money/money.ts';
import { numberIn } from '../../ui/number-in.ts';
import classes from '../../ui/money/billing.module.css';

const ways = ['credit', 'charge'] as const;

export function AdjustmentDialog({
  opened,
  account,
  onClose,
}: {
  readonly opened: boolean;
  readonly account: Account;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('billing');
  const creating = useCreateAdjustment();
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('adjustment.dialog', { name: account.name })}
      submit={t('adjustment.submit')}
      failed={t('adjustment.failed')}
      initial={{ way: 'credit', description: '', amount: '' }}
      bodyOf={({ way, description, amount }) => ({
        account_id: account.account_id,
        description: description.trim(),
        amount: way === 'credit' ? -numberIn(amount) : numberIn(amount),
      })}
      schema={createAdjustmentSchema}
      check={({ amount }): FaultsByField =>
        numberIn(amount) < 0 ? { amount: t('adjustment.positive') } : {}
      }
      send={(body, idempotencyKey) => creating.mutateAsync({ body, idempotencyKey })}
      onDone={({ amount }) => {
        notify({ title: t('adjustment.done', { amount: formatMoney(amount, currency) }) });
        onClose();
      }}
    >
      {(form) => (
        <>
          <p className={layout.text}>{t('adjustment.text')}</p>
          <div className={layout.row}>
            <div>
              <span className={classes.fieldLabel} id="adjustment-way">
                {t('adjustment.way')}
              </span>
              <SegmentedControl
                size="xs"
                aria-labelledby="adjustment-way"
                data={ways.map((each) => ({ value: each, label: t(`adjustment.${each}`) }))}
                {...form.getInputProps('way')}
              />
            </div>
            <DecimalInput
              label={t('limitForm.amount', { currency })}
              required
              {...form.getInputProps('amount')}
            />
          </div>
          <TextInput
            label={t('document.description')}
            required
            data-autofocus
            {...form.getInputProps('description')}
          />
        </>
      )}
    </FormDialog>
  );
}
