/** A tax as a form types it. */
import type { PartyTax, TaxKind } from '../../../shared/contract/billing-parties.ts';
import { plainDigits } from '../../../shared/plain-digits.ts';
import { numberIn } from '../number-in.ts';

export interface TaxValues<Kind extends TaxKind | '' = TaxKind> {
  readonly kind: Kind;
  /** Percent, as typed. */
  readonly rate_percent: string;
  readonly reason: string;
}

/** Values of the fields of a tax at first; `kind` is that of no tax. */
export function taxValues<Kind extends TaxKind | ''>(
  tax: PartyTax | null | undefined,
  kind: Kind,
): TaxValues<Kind | TaxKind> {
  return {
    kind: tax?.kind ?? kind,
    rate_percent: tax === null || tax === undefined ? '' : plainDigits(tax.rate_percent),
    reason: tax?.reason ?? '',
  };
}

/** A tax as it is sent: only a standard one has a rate. */
export function taxIn({ kind, rate_percent: rate, reason }: TaxValues): PartyTax {
  return {
    kind,
    rate_percent: kind === 'STANDARD' ? numberIn(rate) : 0,
    ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
  };
}
