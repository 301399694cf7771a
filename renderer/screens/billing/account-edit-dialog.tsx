/** Changes who an account is and, for whoever runs billing, on which terms it is billed. What was issued stays as it is. */
import { Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  changeAccountSchema,
  type AccountDetails,
} from '../../../shared/contract/billing-parties.ts';
import { useChangeAccount } from '../../api/billing-parties.ts';
import { useMay } from '../../api/capabilities.ts';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { FormDialog, type DialogProps } from '../../ui/form/form-dialog.tsx';
import layout from '../../ui/form/form.module.css';
import type { Form } from '../../ui/form/use-api-form.ts';
import { changeOf, valuesOf, type AccountValues } from './account-edit.ts';
import { WhoFields } from './who-fields.tsx';
import { addressParts } from '../../ui/money/address-values.ts';
import { TaxFields } from '../../ui/money/tax-fields.tsx';
import { textsIn, Unprintable } from '../../ui/money/unprintable.tsx';

export function AccountEditDialog({
  account,
  ...dialog
}: DialogProps & { readonly account: AccountDetails }) {
  const { t } = useTranslation('billing');
  const changing = useChangeAccount();
  // A lab changes who it is, never what it owes.
  const isOperator = useMay()('setSuspension');
  return (
    <FormDialog
      {...dialog}
      title={t('accountForm.edit')}
      size={640}
      submit={t('accountForm.save')}
      failed={t('accountForm.notSaved')}
      initial={valuesOf(account)}
      bodyOf={(values) => changeOf(account, values)}
      schema={changeAccountSchema}
      send={(body) =>
        changing.mutateAsync({ id: account.account_id, version: account.version, body })
      }
      told={({ name }) => t('saved', { name })}
    >
      {(form) => (
        <>
          <WhoFields parts={addressParts} fieldOf={(path) => form.getInputProps(path)} />
          <div className={layout.row}>
            <TextInput label={t('accountForm.vatId')} {...form.getInputProps('vat_id')} />
            <TextInput
              label={t('accountForm.orderNumber')}
              description={t('accountForm.orderNumberNote')}
              {...form.getInputProps('order_number')}
            />
          </div>
          <Checkbox
            label={t('accountForm.showName')}
            description={t('accountForm.showNameNote')}
            {...form.getInputProps('show_name_to_holders', { type: 'checkbox' })}
          />
          {isOperator && <Terms form={form} />}
          <Unprintable texts={textsIn(form.getValues())} />
        </>
      )}
    </FormDialog>
  );
}

function Terms({ form }: { readonly form: Form<AccountValues> }) {
  const { t } = useTranslation('billing');
  const {
    tax: { kind },
    other: { kind: other },
  } = form.getValues();
  return (
    <>
      <TaxFields
        words={{
          kind: t('accountForm.taxKind'),
          rate: t('accountForm.tax'),
          reason: t('accountForm.taxReason'),
        }}
        kind={kind}
        fieldOf={(member) => form.getInputProps(`tax.${member}`)}
      />
      <TaxFields
        words={{
          kind: t('accountForm.otherTax'),
          rate: t('accountForm.otherRate'),
          reason: t('accountForm.otherReason'),
        }}
        kind={other}
        none={t('accountForm.sameTax')}
        fieldOf={(member) => form.getInputProps(`other.${member}`)}
      />
      <div className={layout.row}>
        <DecimalInput
          label={t('accountForm.terms')}
          whole
          {...form.getInputProps('payment_terms_days')}
        />
        <DecimalInput
          label={t('accountForm.suspend')}
          description={t('accountForm.suspendNote')}
          whole
          {...form.getInputProps('suspend_after_days')}
        />
      </div>
    </>
  );
}
