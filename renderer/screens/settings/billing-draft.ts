/** The settings of billing as their form holds them, and the change that is sent. */
import {
  type BillingSettings,
  type ChangeBillingSettings,
} from '../../../shared/contract/billing-parties.ts';
import type { Issuer } from '../../../shared/contract/issuer.ts';
import { addressIn, addressValues, type AddressValues } from '../../ui/money/address-values.ts';

export const identity = ['legal_name', 'email', 'vat_id', 'registration'] as const;
export const payment = ['iban', 'bic'] as const;
const optional = ['vat_id', 'registration', 'iban', 'bic', 'payment_text'] as const;

export interface Draft {
  readonly issuer: Required<Omit<Issuer, 'address'>> & { readonly address: AddressValues };
  readonly kept_years: string;
  readonly currency: string;
  readonly close: { readonly auto: string; readonly grace_hours: string };
  /** Days after the due day on which somebody is reminded: `3, 14`. */
  readonly dunning: string;
  /** The day on which its account is suspended; empty for never. */
  readonly suspend: string;
}

/** Those of the settings that can be changed. */
export type Changeable = Pick<
  BillingSettings,
  'issuer' | 'kept_years' | 'currency' | 'close' | 'dunning'
>;

export function draftOf({ issuer, kept_years, currency, close, dunning }: Changeable): Draft {
  const days = (action: 'REMIND' | 'SUSPEND') =>
    dunning.filter((step) => step.action === action).map(({ after_days }) => String(after_days));
  return {
    kept_years: String(kept_years),
    currency,
    close: { auto: close.auto ? 'auto' : 'hand', grace_hours: String(close.grace_hours) },
    dunning: days('REMIND').join(', '),
    suspend: days('SUSPEND').join(', '),
    issuer: {
      legal_name: issuer?.legal_name ?? '',
      email: issuer?.email ?? '',
      vat_id: issuer?.vat_id ?? '',
      registration: issuer?.registration ?? '',
      iban: issuer?.iban ?? '',
      bic: issuer?.bic ?? '',
      payment_text: issuer?.payment_text ?? '',
      address: addressValues(issuer?.address),
    },
  };
}

/** The change that a form asks for: what was not touched is left as others may have it by now. */
export function changeOf(settings: Changeable): (draft: Draft) => ChangeBillingSettings {
  const before = draftOf(settings);
  return (draft) => {
    const { issuer, kept_years: years, currency, close } = draft;
    const { address, legal_name, email } = issuer;
    const isClose = JSON.stringify(close) !== JSON.stringify(before.close);
    const isDunning = draft.dunning !== before.dunning || draft.suspend !== before.suspend;
    return {
      kept_years: wholeIn(years),
      ...(currency === before.currency ? {} : { currency }),
      ...(isClose
        ? { close: { auto: close.auto === 'auto', grace_hours: wholeIn(close.grace_hours) } }
        : {}),
      ...(isDunning ? { dunning: stepsIn(draft) } : {}),
      issuer: {
        legal_name: legal_name.trim(),
        email: email.trim(),
        ...filled(issuer, optional),
        address: addressIn(address),
      },
    };
  };
}

/** What is not filled in is not said. */
function filled<Name extends string>(
  values: Readonly<Record<Name, string>>,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const told: Partial<Record<Name, string>> = {};
  for (const name of names) if (values[name].trim() !== '') told[name] = values[name].trim();
  return told;
}

function wholeIn(text: string): number {
  return /^\d{1,5}$/.test(text.trim()) ? Number(text) : Number.NaN;
}

function stepsIn({ dunning, suspend }: Pick<Draft, 'dunning' | 'suspend'>) {
  const days = (text: string) =>
    text
      .split(',')
      .filter((each) => each.trim() !== '')
      .map(wholeIn);
  return [
    ...days(dunning).map((after_days) => ({ after_days, action: 'REMIND' as const })),
    ...days(suspend).map((after_days) => ({ after_days, action: 'SUSPEND' as const })),
  ];
}
