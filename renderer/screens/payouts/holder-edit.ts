/** The form that changes a holder: its values, and the body with what of them was changed. */
import type { ChangeHolder, HolderDetails } from '../../../shared/contract/billing-parties.ts';
import { addressIn, addressValues, type AddressValues } from '../../ui/money/address-values.ts';
import { taxIn, taxValues, type TaxValues } from '../../ui/money/tax-values.ts';

export interface HolderValues {
  readonly legal_name: string;
  readonly email: string;
  readonly address: AddressValues;
  readonly vat_id: string;
  readonly tax: TaxValues;
  readonly self_billing_agreed_on: string;
  /** Empty: it stays as it is. */
  readonly destination: { readonly iban: string; readonly bic: string; readonly owner: string };
}

export function valuesOf(holder: HolderDetails): HolderValues {
  const { address, tax } = holder;
  return {
    legal_name: holder.legal_name ?? '',
    email: holder.email ?? '',
    address: addressValues(address),
    vat_id: holder.vat_id ?? '',
    tax: taxValues(tax, 'OUT_OF_SCOPE'),
    self_billing_agreed_on: holder.self_billing_agreed_on ?? '',
    destination: { iban: '', bic: '', owner: '' },
  };
}

/** Members that differ from what the holder has. */
export function changeOf(holder: HolderDetails, values: HolderValues): ChangeHolder {
  const before = valuesOf(holder);
  const isChanged = (name: keyof HolderValues) =>
    JSON.stringify(values[name]) !== JSON.stringify(before[name]);
  const { legal_name: name, email, address, vat_id, tax, destination } = values;
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
  return {
    ...(isChanged('legal_name') ? { legal_name: name.trim() } : {}),
    ...(isChanged('email') ? { email: email.trim() } : {}),
    ...(isChanged('address') ? { address: addressIn(address) } : {}),
    ...(isChanged('vat_id') ? { vat_id: orNull(vat_id) } : {}),
    ...(isChanged('tax') ? { tax: taxIn(tax) } : {}),
    ...(isChanged('self_billing_agreed_on')
      ? { self_billing_agreed_on: orNull(values.self_billing_agreed_on) }
      : {}),
    ...(isChanged('destination') ? { destination: destinationOf(destination) } : {}),
  };
}

function destinationOf(destination: HolderValues['destination']) {
  const { iban, bic, owner } = destination;
  return {
    type: 'iban',
    iban: iban.trim(),
    owner: owner.trim(),
    ...(bic.trim() === '' ? {} : { bic: bic.trim() }),
  } as const;
}
