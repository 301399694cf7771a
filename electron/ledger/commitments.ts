/** What an entry commits to, as its members have it. */
import { commitment } from '../../shared/ledger/entries.ts';
import type { HashText } from '../../shared/ledger/entry-members.ts';
import { sha256 } from './sha256.ts';

/** The commitment to each value, in their order. */
export function commitmentsTo<Field extends string>(
  values: readonly { readonly field: Field; readonly salt: string; readonly value: string }[],
): { readonly field: Field; readonly hash: HashText }[] {
  return values.map(({ field, salt, value }) => ({
    field,
    hash: commitment(sha256, field, salt, value),
  }));
}
