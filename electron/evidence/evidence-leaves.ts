/** Salted leaves of rows and the RFC 6962 tree over them: rows can be shown one by one, and not be guessed. */
import { createHmac } from 'node:crypto';
import type { EvidenceSide } from '../../shared/contract/evidence.ts';
import { canonicalJson, quoteString } from '../../shared/ledger/canonical-json.ts';
import {
  hashWidth,
  leafHash,
  perfectRoot,
  tileWidth,
  treeRoot,
} from '../../shared/ledger/merkle.ts';
import { evidenceSalt, type LeafSide } from '../receipts/leaves.ts';
import { sha256, sha256Into } from '../ledger/sha256.ts';
import type { EvidenceRow } from './evidence.ts';

/** The salt of the leaf of a row by its side and place there, base64url. */
export type LeafSalts = (side: LeafSide, index: number, row: EvidenceRow) => string;

/** Each is made of the salt of its row: with that it is gone. */
export function leafSalts(evidenceId: string): LeafSalts {
  return (side, _index, { rowSalt }) => evidenceSalt(evidenceId, side, rowSalt);
}

/**
 * The salts of evidence from before there were receipts: the first 16 bytes of HMAC-SHA-256 under one secret of
 * `["evidence.salt/v1",side,index]`.
 */
export function oldLeafSalts(secret: string): LeafSalts {
  return (side, index) =>
    createHmac('sha256', Buffer.from(secret, 'base64url'))
      .update(`["evidence.salt/v1","${side}",${index}]`)
      .digest()
      .toString('base64url', 0, saltBytes);
}

const saltBytes = 16;

/** Text that a leaf hashes after its 0x00 byte: `["evidence.row/v1",salt,side,record_id,row]`, RFC 8785. */
export function leafText(salt: string, side: LeafSide, row: EvidenceRow): string {
  return `["evidence.row/v1","${salt}","${side}",${quoteString(row.recordId)},${canonicalJson(row.document)}]`;
}

/** The tree over rows in their order, which are looked at one by one. */
export function evidenceSide(
  rows: Iterable<EvidenceRow>,
  side: LeafSide,
  salts: LeafSalts,
): EvidenceSide {
  const leaves: EvidenceSide['leaves'] = [];
  for (const row of rows) {
    const text = leafText(salts(side, leaves.length, row), side, row);
    leaves.push({ record_id: row.recordId, hash: `sha256:${leafHash(sha256, text)}` });
  }
  return { count: leaves.length, merkle_root: merkleRoot(leaves.map(({ hash }) => hash)), leaves };
}

/** The RFC 6962 tree head over leaf hashes, all as `sha256:<hex>`; of none, the SHA-256 of nothing. */
export function merkleRoot(leaves: readonly string[]): string {
  const bytes: Buffer = Buffer.concat(
    leaves.map((leaf) => Buffer.from(leaf.slice('sha256:'.length), 'hex')),
  );
  const levels: Buffer[] = [bytes];
  for (let level: Buffer = bytes; level.length >= tileWidth * hashWidth;) {
    level = nextLevel(level);
    levels.push(level);
  }
  const root = treeRoot(sha256Into, leaves.length, (level, position, width) => {
    const start = position * tileWidth * hashWidth;
    return (levels[level] ?? bytes).subarray(start, start + width * hashWidth);
  });
  return `sha256:${Buffer.from(root).toString('hex')}`;
}

/** The roots of the full tiles of a level. */
function nextLevel(level: Uint8Array): Buffer {
  const tileBytes = tileWidth * hashWidth;
  const tiles = Math.floor(level.length / tileBytes);
  return Buffer.concat(
    Array.from({ length: tiles }, (_, index) =>
      perfectRoot(sha256Into, level.subarray(index * tileBytes, (index + 1) * tileBytes)),
    ),
  );
}
