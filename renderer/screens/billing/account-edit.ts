/** The form that changes an account: its values, and the body with what of them was changed. */
import type {
  AccountDetails,
  ChangeAccount,
  TaxKind,
} from '../../../shared/contract/billing-parties.ts';
import { addressValues, type AddressValues } from '../../ui/money/address-values.ts';
import { taxIn, taxValues, type TaxValues } from '../../ui/money/tax-values.ts';
import { numberIn } from '../../ui/number-in.ts';

export interface AccountValues {
  readonly name: string;
  readonly email: string;
  readonly address: AddressValues;
  readonly vat_id: string;
  readonly order_number: string;
  readonly show_name_to_holders: boolean;
  readonly tax: TaxValues;
  /** Of fees and charges; empty for the same as of use. */
  readonly other: TaxValues<TaxKind | ''>;
  readonly payment_terms_days: string;
  readonly suspend_after_days: string;
}

export function valuesOf(account: AccountDetails): AccountValues {
  const { address, line2, tax } = account;
  const other = account.kinds.fee ?? account.kinds.charge;
  return {
    name: account.name,
    email: account.email,
    address: addressValues({ ...address, line2 }),
    vat_id: account.vat_id ?? '',
    order_number: account.order_number ?? '',
    show_name_to_holders: account.show_name_to_holders,
    tax: taxValues(tax, tax.kind),
    other: taxValues(other, ''),
    payment_terms_days: String(account.payment_terms_days),
    suspend_after_days:
      account.suspend_after_days === null ? '' : String(account.suspend_after_days),
  };
}

/** Members that differ from what the account has. */
export function changeOf(account: AccountDetails, values: AccountValues): ChangeAccount {
  const whole = wholeOf(account, values);
  const before = wholeOf(account, valuesOf(account));
  const kept = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(whole).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(kept.get(name)),
  );
  return Object.fromEntries(changed);
}

function wholeOf(account: AccountDetails, values: AccountValues): Required<ChangeAccount> {
  const { kind: otherKind, ...other } = values.other;
  const { fee: _fee, charge: _charge, ...kinds } = account.kinds;
  const ofOther = otherKind === '' ? undefined : taxIn({ kind: otherKind, ...other });
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
  return {
    name: values.name.trim(),
    email: values.email.trim(),
    address: values.address,
    vat_id: orNull(values.vat_id),
    order_number: orNull(values.order_number),
    show_name_to_holders: values.show_name_to_holders,
    tax: taxIn(values.tax),
    kinds: ofOther === undefined ? kinds : { ...kinds, fee: ofOther, charge: ofOther },
    payment_terms_days: numberIn(values.payment_terms_days),
    suspend_after_days: daysIn(values.suspend_after_days),
  };
}

/** Days as they are typed; null where the field is empty: then those of the settings count. */
export function daysIn(text: string): number | null {
  return text.trim() === '' ? null : numberIn(text);
}
