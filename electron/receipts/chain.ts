/** Receipts of a session as a chain: each names the one before, and its digest is what is signed. */
import { hash } from 'node:crypto';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { Hmac } from '../ledger/hmac.ts';

/** One data access of a session. */
export interface Receipt {
  readonly sessionId: string;
  /** 1, 2, 3… in its session. */
  readonly n: number;
  /** UTC instant. */
  readonly at: string;
  /** What was done: `read`, `filter`, … */
  readonly kind: string;
  /** Rows and bytes that were delivered. */
  readonly rows: number;
  readonly bytes: number;
  readonly policyVersion: number;
  /** The request as it is kept, RFC 8785. */
  readonly request: string;
  /** The tree head over what was delivered, 32 bytes. */
  readonly root: Uint8Array;
  /** Head of the receipt before, 32 bytes; undefined for the first. */
  readonly previous: Uint8Array | undefined;
}

/** The text of a receipt, RFC 8785. Of the request it holds the SHA-256 alone. */
export function receiptText(receipt: Receipt): string {
  const { sessionId, n, at, kind, rows, bytes, policyVersion, request, root, previous } = receipt;
  return canonicalJson({
    type: 'session.receipt/v1',
    session_id: sessionId,
    n,
    at,
    kind,
    rows,
    bytes,
    policy_version: policyVersion,
    request: hash('sha256', request, 'base64url'),
    root: base64url(root),
    previous: previous === undefined ? null : base64url(previous),
  });
}

/** SHA-256 of the receipt's text: what the next one names, and what is signed. */
export function receiptHead(receipt: Receipt): Buffer {
  return hash('sha256', receiptText(receipt), 'buffer');
}

/** The value of the header `Proofdesk-Receipt`; `signature` is the ledger's, over the head. */
export function receiptHeader(
  { n, root, head }: Pick<Receipt, 'n' | 'root'> & { readonly head: Uint8Array },
  signature: Uint8Array,
): string {
  const parts = [
    `n=${n}`,
    `root=${base64url(root)}`,
    `head=${base64url(head)}`,
    `sig=${base64url(signature)}`,
  ];
  return parts.join(';');
}

/**
 * The number of the first receipt that does not go on from the one before, or was altered; undefined where the
 * chain holds. `heads` are those that were kept with the receipts, in order.
 */
export function brokenReceipt(
  receipts: readonly Receipt[],
  heads: readonly Uint8Array[],
): number | undefined {
  const broken = receipts.findIndex((receipt, index) => {
    const before = index === 0 ? undefined : heads[index - 1];
    const kept = heads[index];
    const isNext = receipt.n === index + 1 && isSame(receipt.previous, before);
    return !isNext || !isSame(kept, receiptHead(receipt));
  });
  return broken === -1 ? undefined : broken + 1;
}

function isSame(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return Buffer.compare(one, other) === 0;
}

const rowsDomain = Buffer.from('receipt.rows/v1');

/**
 * Makes hex of what a batch of the ledger holds of the rows that a receipt names: a digest under the grant's key,
 * since anybody could try out the few numbers of a dataset's rows.
 */
export function rowsDigestUnder(grantKey: Uint8Array): (runs: Uint8Array) => string {
  const hmac = new Hmac(grantKey);
  return (runs) =>
    Buffer.from(hmac.of(Buffer.concat([rowsDomain, runs])), 'latin1').toString('hex');
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}
