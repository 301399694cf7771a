/** Changes who a holder is, its tax, and where it is paid. A changed bank account is used 72 hours later. */
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  changeHolderSchema,
  type HolderDetails,
} from '../../../shared/contract/billing-parties.ts';
import { useChangeHolder } from '../../api/holders.ts';
import { FormDialog, type DialogProps } from '../../ui/form/form-dialog.tsx';
import layout from '../../ui/form/form.module.css';
import type { Form } from '../../ui/form/use-api-form.ts';
import { Instant } from '../../ui/instant.tsx';
import { changeOf, valuesOf, type HolderValues } from './holder-edit.ts';
import { addressParts } from '../../ui/money/address-values.ts';
import { TaxFields } from '../../ui/money/tax-fields.tsx';
import { textsIn, Unprintable } from '../../ui/money/unprintable.tsx';

export function HolderDialog({
  holder,
  ...dialog
}: DialogProps & { readonly holder: HolderDetails }) {
  const { t } = useTranslation(['payouts', 'billing', 'common']);
  const changing = useChangeHolder();
  return (
    <FormDialog
      {...dialog}
      title={t('account.title', { holder: holder.holder_id })}
      size={560}
      submit={t('common:save')}
      failed={t('account.failed')}
      initial={valuesOf(holder)}
      bodyOf={(values) => changeOf(holder, values)}
      schema={changeHolderSchema}
      send={(body) => changing.mutateAsync({ id: holder.holder_id, version: holder.version, body })}
      told={({ holder_id: id }) => t('account.done', { holder: id })}
    >
      {(form) => (
        <>
          <Who form={form} />
          <Tax form={form} />
          <Place form={form} holder={holder} />
          <Unprintable texts={textsIn(form.getValues())} />
        </>
      )}
    </FormDialog>
  );
}

interface PartProps {
  readonly form: Form<HolderValues>;
}

function Who({ form }: PartProps) {
  const { t } = useTranslation(['payouts', 'billing']);
  return (
    <>
      <div className={layout.row}>
        <TextInput
          label={t('account.legalName')}
          data-autofocus
          {...form.getInputProps('legal_name')}
        />
        <TextInput
          label={t('billing:account.email')}
          type="email"
          {...form.getInputProps('email')}
        />
      </div>
      <fieldset className={layout.group}>
        <legend className={layout.legend}>{t('billing:account.address')}</legend>
        <div className={layout.row}>
          {addressParts.map((each) => (
            <TextInput
              key={each}
              label={t(`billing:address.${each}`)}
              {...form.getInputProps(`address.${each}`)}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}

function Tax({ form }: PartProps) {
  const { t } = useTranslation(['payouts', 'billing']);
  const { kind } = form.getValues().tax;
  return (
    <>
      <div className={layout.row}>
        <TextInput label={t('billing:accountForm.vatId')} {...form.getInputProps('vat_id')} />
        <TextInput
          label={t('account.selfBilling')}
          description={t('account.selfBillingNote')}
          placeholder="2026-01-31"
          {...form.getInputProps('self_billing_agreed_on')}
        />
      </div>
      <TaxFields
        words={{
          kind: t('billing:accountForm.taxKind'),
          rate: t('billing:accountForm.tax'),
          reason: t('billing:accountForm.taxReason'),
        }}
        kind={kind}
        fieldOf={(member) => form.getInputProps(`tax.${member}`)}
      />
    </>
  );
}

function Place({ form, holder }: PartProps & { readonly holder: HolderDetails }) {
  const { t } = useTranslation('payouts');
  const { destination: present, next_destination: next } = holder;
  return (
    <fieldset className={layout.group}>
      <legend className={layout.legend}>{t('account.place')}</legend>
      <p className={layout.hint}>
        {present === null ? t('account.noPlace') : t('account.present', { last4: present.last4 })}{' '}
        {next !== null && (
          <>
            {t('account.changed', { last4: next.last4 })} <Instant at={next.usable_from} withZone />
          </>
        )}
      </p>
      <div className={layout.row}>
        <TextInput label={t('account.iban')} {...form.getInputProps('destination.iban')} />
        <TextInput label={t('account.bic')} {...form.getInputProps('destination.bic')} />
        <TextInput label={t('account.owner')} {...form.getInputProps('destination.owner')} />
      </div>
      <p className={layout.hint}>{t('account.waiting')}</p>
    </fieldset>
  );
}
