/** A credit or a charge for an account's next invoice. */
import { Input, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { createAdjustmentSchema, type Account } from '../../../shared/contract/billing.ts';
import { useCreateAdjustment } from '../../api/billing.ts';
import { SegmentedControl } from '../../ui/form/choices.tsx';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { FormDialog, type DialogProps } from '../../ui/form/form-dialog.tsx';
import type { FaultsByField } from '../../ui/form/use-api-form.ts';
import layout from '../../ui/form/form.module.css';
import { formatMoney, workspaceCurrency } from '../../ui/money/money.ts';
import { Unprintable } from '../../ui/money/unprintable.tsx';
import { numberIn } from '../../ui/number-in.ts';

const ways = ['credit', 'charge'] as const;

export function AdjustmentDialog({
  account,
  ...dialog
}: DialogProps & { readonly account: Account }) {
  const { t } = useTranslation('billing');
  const creating = useCreateAdjustment();
  return (
    <FormDialog
      {...dialog}
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
      told={({ amount }) =>
        t('adjustment.done', { amount: formatMoney(amount, workspaceCurrency()) })
      }
    >
      {(form) => (
        <>
          <p className={layout.text}>{t('adjustment.text')}</p>
          <div className={layout.row}>
            <Input.Wrapper label={t('adjustment.way')} labelElement="div">
              <SegmentedControl
                aria-label={t('adjustment.way')}
                data={ways.map((each) => ({ value: each, label: t(`adjustment.${each}`) }))}
                {...form.getInputProps('way')}
              />
            </Input.Wrapper>
            <DecimalInput
              label={t('limitForm.amount', { currency: workspaceCurrency() })}
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
          <Unprintable texts={[form.getValues().description]} />
        </>
      )}
    </FormDialog>
  );
}
