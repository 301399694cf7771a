/** The tax that is paid to a holder on top of its net: only a STANDARD one adds anything, the others print their reason. */
import { taxOn } from '../../shared/billing/invoice-amounts.ts';
import type { PartyTax } from '../../shared/contract/billing-parties.ts';
import { scaledOf } from './rate-terms.ts';

/** Minor units. */
export function payoutTax(tax: PartyTax | null, net: bigint): bigint {
  if (tax === null || tax.kind !== 'STANDARD' || net <= 0n) return 0n;
  return taxOn(net, scaledOf(tax.rate_percent, 2));
}
