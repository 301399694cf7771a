/** Tells what became of a bank transfer: it arrived, or it failed and its amount returns to the balance. */
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { payoutOutcomeSchema, type Payout } from '../../../shared/contract/billing.ts';
import { useTellOutcome } from '../../api/holders.ts';
import { Select } from '../../ui/form/choices.tsx';
import { FormDialog, type DialogProps } from '../../ui/form/form-dialog.tsx';
import { formatMoney } from '../../ui/money/money.ts';

const outcomes = ['COMPLETED', 'FAILED'] as const;

export function OutcomeDialog({ payout, ...dialog }: DialogProps & { readonly payout: Payout }) {
  const { t } = useTranslation(['payouts', 'common']);
  const telling = useTellOutcome();
  const { payout_id: id, amount, currency, statement_number: number = id } = payout;
  const values: { status: (typeof outcomes)[number]; reference: string; reason: string } = {
    status: 'COMPLETED',
    reference: '',
    reason: '',
  };
  return (
    <FormDialog
      {...dialog}
      title={t('outcome.title', { number })}
      size={460}
      submit={t('outcome.submit')}
      failed={t('outcome.failed')}
      initial={values}
      bodyOf={({ status, reference, reason }) => ({
        status,
        ...(reference.trim() === '' ? {} : { reference: reference.trim() }),
        ...(reason.trim() === '' || status === 'COMPLETED' ? {} : { reason: reason.trim() }),
      })}
      schema={payoutOutcomeSchema}
      send={(body, idempotencyKey) => telling.mutateAsync({ id, body, idempotencyKey })}
      told={({ status }) => t('outcome.done', { number, status: t(`status.${status}`) })}
    >
      {(form) => (
        <>
          <p className="pd-flush pd-note">
            {t('outcome.text', { amount: formatMoney(amount, currency) })}
          </p>
          <Select
            label={t('outcome.status')}
            allowDeselect={false}
            data={outcomes.map((each) => ({ value: each, label: t(`outcome.${each}`) }))}
            {...form.getInputProps('status')}
          />
          <TextInput
            label={t('outcome.reference')}
            data-autofocus
            {...form.getInputProps('reference')}
          />
          {form.getValues().status === 'FAILED' && (
            <TextInput label={t('outcome.reason')} required {...form.getInputProps('reason')} />
          )}
        </>
      )}
    </FormDialog>
  );
}
