/** The form that changes an account: its values, and the body with what of them was changed. */
import type {
  AccountDetails,
  ChangeAccount,
  TaxKind,
} from '../../../shared/contract/billing-parties.ts';
import { plainDigits } from '../../../shared/plain-digits.ts';
import { addressValues, type AddressValues } from '../../ui/money/address-values.ts';
import { numberIn } from '../../ui/number-in.ts';

export interface AccountValues {
  readonly name: string;
  readonly email: string;
  readonly address: AddressValues;
  readonly vat_id: string;
  readonly order_number: string;
  readonly tax: { readonly kind: TaxKind; readonly rate_percent: string; readonly reason: string };
  readonly payment_terms_days: string;
  readonly suspend_after_days: string;
}

export function valuesOf(account: AccountDetails): AccountValues {
  const { address, line2, tax } = account;
  return {
    name: account.name,
    email: account.email,
    address: addressValues({ ...address, line2 }),
    vat_id: account.vat_id ?? '',
    order_number: account.order_number ?? '',
    tax: {
      kind: tax.kind,
      rate_percent: plainDigits(tax.rate_percent),
      reason: tax.reason ?? '',
    },
    payment_terms_days: String(account.payment_terms_days),
    suspend_after_days:
      account.suspend_after_days === null ? '' : String(account.suspend_after_days),
  };
}

/** Members that differ from what the account has. */
export function changeOf(account: AccountDetails, values: AccountValues): ChangeAccount {
  const whole = wholeOf(values);
  const before = wholeOf(valuesOf(account));
  const kept = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(whole).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(kept.get(name)),
  );
  return Object.fromEntries(changed);
}

function wholeOf(values: AccountValues): Required<ChangeAccount> {
  const { kind, rate_percent: rate, reason } = values.tax;
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
  return {
    name: values.name.trim(),
    email: values.email.trim(),
    address: values.address,
    vat_id: orNull(values.vat_id),
    order_number: orNull(values.order_number),
    tax: {
      kind,
      rate_percent: kind === 'STANDARD' ? numberIn(rate) : 0,
      ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
    },
    payment_terms_days: numberIn(values.payment_terms_days),
    suspend_after_days: daysIn(values.suspend_after_days),
  };
}

/** Days as they are typed; null where the field is empty: then those of the settings count. */
export function daysIn(text: string): number | null {
  return text.trim() === '' ? null : numberIn(text);
}
