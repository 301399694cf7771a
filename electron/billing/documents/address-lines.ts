/** A customer as the lines of an address; empty parts take no line. */
import type { Customer } from '../../../shared/contract/billing.ts';

export function addressLines({ name, email, address }: Customer): string[] {
  const place = [address.city, [address.state, address.postal_code].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ');
  return [name, address.line1, place, address.country, email].filter(Boolean);
}
