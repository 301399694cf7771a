/** Billing: in whose name invoices are issued, how they are paid, when months close, and for how long papers are kept. */
import { Button, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { currencies } from '../../../shared/billing/currency.ts';
import {
  changeBillingSettingsSchema,
  type BillingSettings,
} from '../../../shared/contract/billing-parties.ts';
import { useBillingSettings, useChangeBillingSettings } from '../../api/billing-parties.ts';
import { useMay } from '../../api/capabilities.ts';
import { notify } from '../../state/notices.ts';
import { SegmentedControl, Select } from '../../ui/form/choices.tsx';
import { FormPage } from '../../ui/form/form-page.tsx';
import type { Form } from '../../ui/form/use-api-form.ts';
import { useMeanwhile } from '../../ui/form/use-meanwhile.ts';
import layout from '../../ui/form/form.module.css';
import { Loaded } from '../../ui/page/loaded.tsx';
import { addressParts } from '../../ui/money/address-values.ts';
import { textsIn, Unprintable } from '../../ui/money/unprintable.tsx';
import { changeOf, draftOf, identity, payment, type Draft } from './billing-draft.ts';
import { SettingsRow, SettingsSection } from './settings-rows.tsx';
import classes from './settings.module.css';

export function BillingTab() {
  const { t } = useTranslation('settings');
  const query = useBillingSettings();
  return (
    <div className={classes.tab}>
      <Loaded query={query} failed={t('billing.failed')}>
        {(settings) => <IssuerForm settings={settings} />}
      </Loaded>
    </div>
  );
}

export function IssuerForm({ settings }: { readonly settings: BillingSettings }) {
  const { t } = useTranslation('settings');
  const canChange = useMay()('changeBillingSettings');
  const changing = useChangeBillingSettings();
  const { issuer, kept_years } = settings;
  const meanwhile = useMeanwhile({
    current: { issuer, kept_years },
    isPending: changing.isPending,
    lines: (state) => {
      const { issuer: draft, kept_years: years } = draftOf({ ...settings, ...state });
      return [
        ...[...identity, ...payment, 'payment_text' as const].map((name) => ({
          label: t(`billing.${name}`),
          text: draft[name],
        })),
        ...addressParts.map((name) => ({
          label: t(`billing.${name}`),
          text: draft.address[name],
        })),
        { label: t('billing.keptYears'), text: years },
      ];
    },
  });
  return (
    <FormPage
      className={`${layout.form} pd-slim pd-readable`}
      failed={t('billing.saveFailed')}
      meanwhile={meanwhile}
      initial={draftOf(settings)}
      bodyOf={changeOf(settings)}
      schema={changeBillingSettingsSchema}
      send={(body) => changing.mutateAsync({ ...body, if_previous: meanwhile.previous })}
      saved={draftOf}
      onDone={(saved) => {
        meanwhile.settle({ issuer: saved.issuer, kept_years: saved.kept_years });
        notify({ title: t('billing.saved') });
      }}
    >
      {(form, { isChanged, isSending, begin }) => (
        <>
          <p className="pd-note pd-readable">
            {t(issuer === null ? 'billing.none' : 'billing.text')}
          </p>
          <Fields form={form} canChange={canChange} />
          <Unprintable texts={textsIn(form.getValues())} />
          <Terms form={form} canChange={canChange} inUse={settings.currency_in_use !== null} />
          <div className={classes.foot}>
            <p className="pd-note pd-readable">{canChange ? '' : t('billing.mayNot')}</p>
            {canChange && (
              <>
                <Button disabled={!isChanged} onClick={() => begin(draftOf(settings))}>
                  {t('billing.reset')}
                </Button>
                <Button type="submit" variant="filled" disabled={!isChanged} loading={isSending}>
                  {t('billing.save')}
                </Button>
              </>
            )}
          </div>
        </>
      )}
    </FormPage>
  );
}

function Fields({ form, canChange }: { readonly form: Form<Draft>; readonly canChange: boolean }) {
  const { t } = useTranslation('settings');
  const field = (
    name: (typeof identity)[number] | (typeof payment)[number] | (typeof addressParts)[number],
    path: string,
    hint?: string,
  ) => (
    <SettingsRow key={name} name={t(`billing.${name}`)} {...(hint === undefined ? {} : { hint })}>
      <TextInput
        size="xs"
        id={`issuer-${name}`}
        className={classes.wide ?? ''}
        readOnly={!canChange}
        aria-label={t(`billing.${name}`)}
        {...form.getInputProps(path)}
      />
    </SettingsRow>
  );
  return (
    <>
      <SettingsSection isTight title={t('billing.issuer')}>
        {identity.map((name) => field(name, `issuer.${name}`))}
      </SettingsSection>
      <SettingsSection isTight title={t('billing.address')}>
        {addressParts.map((name) =>
          field(
            name,
            `issuer.address.${name}`,
            name === 'country' ? t('billing.countryHint') : undefined,
          ),
        )}
      </SettingsSection>
      <SettingsSection isTight title={t('billing.payment')}>
        {payment.map((name) => field(name, `issuer.${name}`))}
        <SettingsRow name={t('billing.payment_text')} hint={t('billing.paymentTextHint')}>
          <Textarea
            size="xs"
            autosize
            minRows={2}
            className={classes.wide ?? ''}
            readOnly={!canChange}
            aria-label={t('billing.payment_text')}
            {...form.getInputProps('issuer.payment_text')}
          />
        </SettingsRow>
      </SettingsSection>
      <SettingsSection isTight title={t('billing.papers')}>
        <SettingsRow name={t('billing.keptYears')} hint={t('billing.keptYearsHint')}>
          <TextInput
            size="xs"
            id="kept-years"
            inputMode="numeric"
            className={classes.period ?? ''}
            readOnly={!canChange}
            aria-label={t('billing.keptYears')}
            {...form.getInputProps('kept_years')}
          />
        </SettingsRow>
      </SettingsSection>
    </>
  );
}

/** The currency, when months close, and what becomes of invoices that are not paid. */
function Terms({
  form,
  canChange,
  inUse,
}: {
  readonly form: Form<Draft>;
  readonly canChange: boolean;
  /** The currency cannot be changed any more. */
  readonly inUse: boolean;
}) {
  const { t } = useTranslation('settings');
  const field = (name: 'graceHours' | 'remind' | 'suspend', path: string) => (
    <SettingsRow name={t(`billing.${name}`)} hint={t(`billing.${name}Hint`)}>
      <TextInput
        size="xs"
        id={`billing-${name}`}
        className={classes.period ?? ''}
        readOnly={!canChange}
        aria-label={t(`billing.${name}`)}
        {...form.getInputProps(path)}
      />
    </SettingsRow>
  );
  return (
    <>
      <SettingsSection isTight title={t('billing.prices')}>
        <SettingsRow
          name={t('billing.currency')}
          hint={t(inUse ? 'billing.currencyFixed' : 'billing.currencyHint')}
        >
          <Select
            size="xs"
            id="billing-currency"
            className={classes.period ?? ''}
            searchable
            allowDeselect={false}
            disabled={!canChange || inUse}
            aria-label={t('billing.currency')}
            data={[...currencies]}
            {...form.getInputProps('currency')}
          />
        </SettingsRow>
      </SettingsSection>
      <SettingsSection isTight title={t('billing.months')}>
        <SettingsRow name={t('billing.close')} hint={t('billing.closeHint')}>
          <SegmentedControl
            aria-label={t('billing.close')}
            disabled={!canChange}
            data={(['auto', 'hand'] as const).map((value) => ({
              value,
              label: t(`billing.${value}`),
            }))}
            {...form.getInputProps('close.auto')}
          />
        </SettingsRow>
        {field('graceHours', 'close.grace_hours')}
        {field('remind', 'dunning')}
        {field('suspend', 'suspend')}
      </SettingsSection>
    </>
  );
}
