/** Leaves of rows as they were delivered: each can be shown alone, and none guessed once its row's salt is gone. */
import { hash } from 'node:crypto';
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { GrowingTree } from '../../shared/ledger/growing-tree.ts';
import { Hmac } from '../ledger/hmac.ts';
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
  return leafSalt(receiptPlace(sessionId, n), rowSalt);
}

/** The salt of a row's leaf on a side of an evidence, base64url. */
export function evidenceSalt(evidenceId: string, side: LeafSide, rowSalt: Uint8Array): string {
  return leafSalt(placeText(['evidence.salt/v2', evidenceId, side]), rowSalt);
}

function receiptPlace(sessionId: string, n: number): string {
  return placeText(['receipt.salt/v1', sessionId, n]);
}

/** The beginning of a canonical array that goes on with a secret: the same for each row of an access. */
function placeText(place: JsonValue[]): string {
  return `${canonicalJson(place).slice(0, -1)},"`;
}

function leafSalt(place: string, rowSalt: Uint8Array): string {
  // Base64url needs no escape in JSON.
  return firstBytes(hash('sha256', `${place}${base64urlOf(rowSalt)}"]`, 'base64url'));
}

function base64urlOf(bytes: Uint8Array): string {
  const own = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes);
  return own.toString('base64url');
}

/**
 * The first 16 bytes of a digest in base64url: 128 bits are 21 digits, and the two high bits of the next. A Buffer for
 * each row would cost more than both hashes.
 */
function firstBytes(digest: string): string {
  const bits = base64url.indexOf(digest.charAt(fullDigits)) & 0b110000;
  return `${digest.slice(0, fullDigits)}${base64url.charAt(bits)}`;
}

const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const fullDigits = Math.floor((saltBytes * 8) / 6);

/** Makes of a record id what stands in place of a stored salt, which rows that the ledger does not hold have none of. */
export function rowSalts(datasetKey: Uint8Array): (recordId: string) => Uint8Array {
  const hmac = new Hmac(datasetKey);
  return (recordId) =>
    Buffer.from(hmac.of(`receipt.row-salt/v1${recordId}`).slice(0, saltBytes), 'latin1');
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
  const place = receiptPlace(sessionId, n);
  for (const { rowSalt, row } of rows) yield receiptLeaf(leafSalt(place, rowSalt), row);
}
