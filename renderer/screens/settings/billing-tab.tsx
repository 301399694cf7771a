/** Billing: in whose name invoices are issued, how they are paid, and for how long they are kept. */
import { Button, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  changeBillingSettingsSchema,
  type BillingSettings,
  type ChangeBillingSettings,
} from '../../../shared/contract/billing-parties.ts';
import type { Issuer } from '../../../shared/contract/issuer.ts';
import { useBillingSettings, useChangeBillingSettings } from '../../api/billing-parties.ts';
import { useMay } from '../../api/capabilities.ts';
import { notify } from '../../state/notices.ts';
import { FormPage } from '../../ui/form/form-page.tsx';
import type { Form } from '../../ui/form/use-api-form.ts';
import { useMeanwhile } from '../../ui/form/use-meanwhile.ts';
import layout from '../../ui/form/form.module.css';
import { Loaded } from '../../ui/page/loaded.tsx';
import { SettingsRow, SettingsSection } from './settings-rows.tsx';
import classes from './settings.module.css';

const addressParts = ['line1', 'line2', 'postal_code', 'city', 'state', 'country'] as const;
const optionalAddressParts = ['line2', 'postal_code', 'state'] as const;
const optional = ['vat_id', 'registration', 'iban', 'bic', 'payment_text'] as const;
const identity = ['legal_name', 'email', 'vat_id', 'registration'] as const;
const payment = ['iban', 'bic'] as const;

type Draft = {
  readonly issuer: Required<Omit<Issuer, 'address'>> & {
    readonly address: Readonly<Record<(typeof addressParts)[number], string>>;
  };
  readonly kept_years: string;
};

/** What of the settings can be changed. */
type Changeable = Pick<BillingSettings, 'issuer' | 'kept_years'>;

function draftOf({ issuer, kept_years }: Changeable): Draft {
  const { address } = issuer ?? {};
  return {
    kept_years: String(kept_years),
    issuer: {
      legal_name: issuer?.legal_name ?? '',
      email: issuer?.email ?? '',
      vat_id: issuer?.vat_id ?? '',
      registration: issuer?.registration ?? '',
      iban: issuer?.iban ?? '',
      bic: issuer?.bic ?? '',
      payment_text: issuer?.payment_text ?? '',
      address: {
        line1: address?.line1 ?? '',
        line2: address?.line2 ?? '',
        postal_code: address?.postal_code ?? '',
        city: address?.city ?? '',
        state: address?.state ?? '',
        country: address?.country ?? '',
      },
    },
  };
}

/** What is not filled in is not said. */
function bodyOf({ issuer, kept_years: years }: Draft): ChangeBillingSettings {
  const { address, legal_name, email } = issuer;
  const filled = <Name extends string>(
    values: Readonly<Record<Name, string>>,
    names: readonly Name[],
  ): Partial<Record<Name, string>> => {
    const told: Partial<Record<Name, string>> = {};
    for (const name of names) if (values[name].trim() !== '') told[name] = values[name].trim();
    return told;
  };
  return {
    kept_years: /^\d{1,5}$/.test(years.trim()) ? Number(years) : Number.NaN,
    issuer: {
      legal_name: legal_name.trim(),
      email: email.trim(),
      ...filled(issuer, optional),
      address: {
        line1: address.line1.trim(),
        city: address.city.trim(),
        country: address.country.trim().toUpperCase(),
        ...filled(address, optionalAddressParts),
      },
    },
  };
}

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
      const { issuer: draft, kept_years: years } = draftOf(state);
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
      bodyOf={bodyOf}
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
