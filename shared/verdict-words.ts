/** What verdicts are called in English: on the screens, and in documents that have one language. */
import type { EntryVerdict, LedgerVerdict } from './contract/chain.ts';

export const ledgerVerdictWords = {
  VERIFIED_ANCHORED: 'Verified against an outside anchor',
  VERIFIED_SIGNED: 'Verified against a signed checkpoint',
  SELF_CONSISTENT_ONLY: 'Consistent in itself',
  TRUNCATED: 'Cut off at the end',
  ROLLED_BACK: 'Set back to an earlier state',
  FORKED: 'Two histories exist',
  BAD_SIGNATURE: 'Signature does not hold',
  UNKNOWN_KEY: 'Signed by an unknown key',
  UNVERIFIABLE: 'Does not verify',
} as const satisfies Record<LedgerVerdict, string>;

export const entryVerdictWords = {
  OK: 'Verified',
  FIELD_ALTERED: 'Value altered',
  ENTRY_ALTERED: 'Entry altered',
  LINK_BROKEN: 'Link broken',
  INSERTED: 'Entry inserted',
  DELETED: 'Entry deleted',
  REORDERED: 'Order changed',
  ERASED_DECLARED: 'Erased as declared',
  MISSING_UNDECLARED: 'Value missing',
  PROJECTION_MISMATCH: 'Index column differs',
  TIME_REGRESSION: 'Time runs back',
  ROW_ALTERED: 'Row altered',
  ROW_INSERTED: 'Row put in',
  ROW_DELETED: 'Row taken out',
  SIGNATURE_INVALID: 'Signature of a person does not hold',
} as const satisfies Record<EntryVerdict, string>;
