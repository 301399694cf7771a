/** What stands on papers, checked before it is kept: numbers of accounts and of VAT, kinds of tax, letters that can be printed. */
import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';
import { checkVAT, countries } from 'jsvat';
import type { FieldError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import type { PartyTax, TaxKind } from '../../shared/contract/billing-parties.ts';

/** An IBAN without blanks. */
export function plainIban(iban: string): string {
  return electronicFormatIBAN(iban) ?? iban;
}

export function plainBic(bic: string): string {
  return bic.replaceAll(/\s/g, '').toUpperCase();
}

export function ibanFaults(field: string, iban: string | undefined): FieldError[] {
  if (iban === undefined || isValidIBAN(plainIban(iban))) return [];
  return [faultAt(field, 'iban')];
}

export function bicFaults(field: string, bic: string | undefined): FieldError[] {
  if (bic === undefined || isValidBIC(plainBic(bic))) return [];
  return [faultAt(field, 'bic')];
}

/** Countries whose numbers can be checked. */
const checked = new Map(
  countries.flatMap((each) => each.codes.map((code) => [code, each] as const)),
);

/** A number of a country that is not known is kept as it is: it cannot be said to be wrong. */
export function vatFaults(field: string, vatId: string | null | undefined): FieldError[] {
  if (vatId === undefined || vatId === null) return [];
  const plain = vatId.replaceAll(/[\s.-]/g, '').toUpperCase();
  const prefix = plain.startsWith('CHE') ? 'CH' : plain.slice(0, 2);
  // Greece writes EL, and its codes are GR.
  const country = checked.get(prefix === 'EL' ? 'GR' : prefix === 'XI' ? 'GB' : prefix);
  if (country === undefined || checkVAT(plain, [country]).isValid) return [];
  return [faultAt(field, 'vat_id', { country: country.name })];
}

/** Kinds whose reason is given, in the words that are printed. */
const givenReasons: Readonly<Partial<Record<TaxKind, string>>> = {
  REVERSE_CHARGE:
    'Reverse charge: VAT is to be accounted for by the recipient (Art. 196, Directive 2006/112/EC).',
  INTRA_COMMUNITY: 'Intra-Community supply, exempt from VAT (Art. 138, Directive 2006/112/EC).',
  EXPORT: 'Export, exempt from VAT (Art. 146, Directive 2006/112/EC).',
};

/** The reason that is printed with a tax; empty where there is none to print. */
export function reasonOf({ kind, reason = '' }: PartyTax): string {
  return reason === '' ? (givenReasons[kind] ?? '') : reason;
}

/** A kind of tax against what it needs: a reason, VAT numbers. */
export function taxFaults(
  field: string,
  tax: PartyTax | undefined,
  vatId: string | null | undefined,
): FieldError[] {
  if (tax === undefined) return [];
  const { kind } = tax;
  const needsReason = kind === 'EXEMPT' || kind === 'OUT_OF_SCOPE';
  const needsVat = kind === 'REVERSE_CHARGE' || kind === 'INTRA_COMMUNITY';
  return [
    ...(needsReason && (tax.reason ?? '') === ''
      ? [faultAt(`${field}.reason`, 'reason_for_kind', { kind })]
      : []),
    ...(needsVat && (vatId ?? '') === '' ? [faultAt('vat_id', 'vat_id_for_kind', { kind })] : []),
  ];
}
