/** Shares of holders, as lines: a document's entry names the tree over its own, a payout the one over those that it pays. */
import type { JsonValue } from '../contract/json.ts';
import { canonicalJson } from './canonical-json.ts';
import { integerMember } from './facts.ts';

/** One share of a document; minor units. */
export interface CommittedShare {
  /** Id of the invoice or credit note. */
  readonly document: string;
  /** Its place among the document's, from 1. */
  readonly n: number;
  /** Base64url of 16 random bytes: without it nobody can tell from a hash what a share is. */
  readonly salt: string;
  readonly datasetId: string;
  readonly holderId: string;
  readonly gross: bigint;
  readonly fee: bigint;
  readonly net: bigint;
}

/** Members of a share's line. */
export function shareMembers(share: CommittedShare): JsonValue[] {
  const { document, n, salt, datasetId, holderId, gross, fee, net } = share;
  const amounts = [gross, fee, net].map(integerMember);
  return ['shares', document, n, salt, datasetId, holderId, ...amounts];
}

/** The text of a share's line: its leaf is the commitment to it. */
export function shareLine(share: CommittedShare): string {
  return canonicalJson(shareMembers(share));
}
