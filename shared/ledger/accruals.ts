/** What a payout pays, as lines: its first fact names the tree over them. */
import { canonicalJson } from './canonical-json.ts';
import { integerMember } from './facts.ts';

/** One accrual, by the ids of its row; `net` in minor units. */
export interface PaidAccrual {
  readonly invoiceId: string;
  readonly datasetId: string;
  readonly net: bigint;
}

/** The text of an accrual's line; lines stand in the order of the first facts of their rows. */
export function accrualLine({ invoiceId, datasetId, net }: PaidAccrual): string {
  return canonicalJson(['accruals', invoiceId, datasetId, integerMember(net)]);
}
