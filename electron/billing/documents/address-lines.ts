/** Addresses as lines; empty parts take none. */
import type { Customer } from '../../../shared/contract/billing.ts';

/** The place of a party: street, then postal code, city and state with the country. */
export function placeLines(address: {
  readonly line1: string;
  readonly line2?: string | undefined;
  readonly city: string;
  readonly state?: string | undefined;
  readonly postal_code?: string | undefined;
  readonly country: string;
}): string[] {
  const { line1, line2 = '', city, state = '', postal_code: code = '', country } = address;
  const place = [code, city, state].filter((each) => each !== '').join(' ');
  return [line1, line2, [place, country].filter((each) => each !== '').join(', ')].filter(
    (each) => each !== '',
  );
}

/** A customer, as receipts name it. */
export function addressLines({ name, email, address }: Customer): string[] {
  const place = [address.city, [address.state, address.postal_code].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ');
  return [name, address.line1, place, address.country, email].filter(Boolean);
}
