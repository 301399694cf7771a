/** What signs an entry that is about to be appended: the signatures of people. */
import type { JsonObject } from '../../shared/contract/json.ts';
import type { Signatures } from '../../shared/ledger/signed-text.ts';
import type { EntryValue } from './journal.ts';

export interface EntrySigning {
  /** 16 bytes as base64url, never the same again. */
  salt(): string;
  /**
   * The signatures of an entry.
   * @param members all but its place and its signatures
   * @param values what it commits to
   */
  sign(members: JsonObject, values: readonly EntryValue[]): Signatures;
}
