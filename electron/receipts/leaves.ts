/** Leaves of rows as they were delivered: each can be shown alone, and none guessed once its row's salt is gone. */
import { hash } from 'node:crypto';
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { GrowingTree } from '../../shared/ledger/growing-tree.ts';
import { sha256Into } from '../ledger/sha256.ts';
import { createKeyedDigest } from '../transformations/keyed-digest.ts';

/** Side of an evidence that a leaf is on. */
export type LeafSide = 'inputs' | 'outputs';

const saltBytes = 16;

/**
 * The salt of a row's leaf in a receipt, base64url. It is made of the salt of the row alone: with that, every
 * leaf that was ever made of the row can no longer be guessed, and no other is touched.
 */
export function receiptSalt(sessionId: string, n: number, rowSalt: Uint8Array): string {
  return leafSalt(['receipt.salt/v1', sessionId, n], rowSalt);
}

/** The salt of a row's leaf on a side of an evidence, base64url. */
export function evidenceSalt(evidenceId: string, side: LeafSide, rowSalt: Uint8Array): string {
  return leafSalt(['evidence.salt/v2', evidenceId, side], rowSalt);
}

function leafSalt(place: readonly JsonValue[], rowSalt: Uint8Array): string {
  const secret = Buffer.from(rowSalt).toString('base64url');
  const digest = hash('sha256', canonicalJson([...place, secret]), 'buffer');
  return digest.toString('base64url', 0, saltBytes);
}

/**
 * Secrets in place of salts of rows for the results of an aggregation, which are no rows: each is made of the key of
 * the grant and of the result's place, 1 being the first.
 */
export function resultSalts(grantKey: Uint8Array): (place: number) => Uint8Array {
  const digest = createKeyedDigest(grantKey);
  return (place) => digest('receipt.result/v1', place).subarray(0, saltBytes);
}

/** The leaf of a row as it was delivered: SHA-256 of 0x00 and `["receipt.row/v1",salt,row]`, RFC 8785. */
export function receiptLeaf(salt: string, row: JsonObject): Buffer {
  return hash('sha256', `\u0000["receipt.row/v1","${salt}",${canonicalJson(row)}]`, 'buffer');
}

/** The RFC 6962 tree head over leaves in their order, 32 bytes; of none, the SHA-256 of nothing. */
export function receiptRoot(leaves: Iterable<Uint8Array>): Buffer {
  const tree = new GrowingTree(sha256Into);
  for (const leaf of leaves) tree.append(leaf);
  return Buffer.from(tree.root());
}

/** A delivered row with the salt of the row it was made of. */
export interface DeliveredRow {
  readonly rowSalt: Uint8Array;
  readonly row: JsonObject;
}

/** The tree head of a receipt over rows in the order of their delivery. */
export function rootOfRows(sessionId: string, n: number, rows: Iterable<DeliveredRow>): Buffer {
  return receiptRoot(leavesOf(sessionId, n, rows));
}

function* leavesOf(sessionId: string, n: number, rows: Iterable<DeliveredRow>): Generator<Buffer> {
  for (const { rowSalt, row } of rows) yield receiptLeaf(receiptSalt(sessionId, n, rowSalt), row);
}
