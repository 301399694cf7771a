/** Words and digits that papers of billing have in common, in English. */
import type { TaxKind } from '../../../shared/contract/billing-parties.ts';

export const taxNames = {
  STANDARD: 'VAT',
  ZERO: 'VAT, zero rate',
  EXEMPT: 'VAT, exempt',
  REVERSE_CHARGE: 'VAT, reverse charge',
  INTRA_COMMUNITY: 'VAT, intra-Community supply',
  EXPORT: 'VAT, export',
  OUT_OF_SCOPE: 'Not subject to VAT',
} as const satisfies Record<TaxKind, string>;

/** `1,234.5`: digits with the thousands apart. */
export function groupedDigits(digits: string): string {
  const [whole = '', part] = digits.split('.');
  const parted = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return part === undefined ? parted : `${parted}.${part}`;
}
