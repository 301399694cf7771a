/** Identity of a question in statistics: what is asked again is the same, and what changed is a new one. */
import { hash } from 'node:crypto';
import type { JsonValue } from '../../shared/contract/json.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';

export interface Question {
  readonly policyVersion: number;
  /** What names the rows: the last one of the session's snapshot, or the digest of one of rows elsewhere. */
  readonly snapshot: number | string;
  /** Rows that were erased so far: with one less, every draw is another. */
  readonly erasedCount: number;
  /** As it was sent. */
  readonly pipeline: JsonValue;
}

/** The digest by which a question is known again in its grant, and which is in each of its draws; hex. */
export function queryDigest(question: Question): string {
  const { policyVersion, snapshot, erasedCount, pipeline } = question;
  return hash('sha256', canonicalJson([policyVersion, snapshot, erasedCount, pipeline]), 'hex');
}
