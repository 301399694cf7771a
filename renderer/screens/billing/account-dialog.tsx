/** A new account: who is billed, where, with which tax and terms. */
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { createAccountSchema, type Account } from '../../../shared/contract/billing.ts';
import { useCreateAccount } from '../../api/billing.ts';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { FormDialog, type DialogProps } from '../../ui/form/form-dialog.tsx';
import { numberIn } from '../../ui/number-in.ts';
import classes from '../../ui/money/billing.module.css';
import { textsIn, Unprintable } from '../../ui/money/unprintable.tsx';
import { daysIn } from './account-edit.ts';
import { WhoFields } from './who-fields.tsx';

const parts = ['line1', 'postal_code', 'city', 'state', 'country'] as const;

const initial = {
  account_id: '',
  name: '',
  email: '',
  address: { line1: '', city: '', state: '', postal_code: '', country: '' },
  tax_percent: '0',
  payment_terms_days: '30',
  suspend_after_days: '',
};

function bodyOf({ account_id, ...values }: typeof initial) {
  return {
    ...values,
    ...(account_id.trim() === '' ? {} : { account_id: account_id.trim() }),
    name: values.name.trim(),
    email: values.email.trim(),
    tax_percent: numberIn(values.tax_percent),
    payment_terms_days: numberIn(values.payment_terms_days),
    suspend_after_days: daysIn(values.suspend_after_days),
  };
}

export function AccountDialog({
  onCreated,
  ...dialog
}: DialogProps & { readonly onCreated: (account: Account) => void }) {
  const { t } = useTranslation('billing');
  const creating = useCreateAccount();
  return (
    <FormDialog
      {...dialog}
      title={t('making.account')}
      size={560}
      submit={t('accountForm.submit')}
      failed={t('accountForm.failed')}
      initial={initial}
      bodyOf={bodyOf}
      schema={createAccountSchema}
      send={(body, idempotencyKey) => creating.mutateAsync({ body, idempotencyKey })}
      told={({ name }) => t('accountForm.done', { name })}
      onDone={onCreated}
    >
      {(form) => (
        <>
          <WhoFields parts={parts} fieldOf={(path) => form.getInputProps(path)} />
          <div className={classes.three}>
            <DecimalInput label={t('accountForm.tax')} {...form.getInputProps('tax_percent')} />
            <DecimalInput
              label={t('accountForm.terms')}
              whole
              {...form.getInputProps('payment_terms_days')}
            />
            <TextInput
              label={t('account.id')}
              placeholder="acct_…"
              spellCheck={false}
              autoComplete="off"
              classNames={{ input: 'pd-mono' }}
              {...form.getInputProps('account_id')}
            />
          </div>
          <DecimalInput
            label={t('accountForm.suspend')}
            description={t('accountForm.suspendNote')}
            whole
            {...form.getInputProps('suspend_after_days')}
          />
          <Unprintable texts={textsIn(form.getValues())} />
        </>
      )}
    </FormDialog>
  );
}
