/** Record ids of one grant: what two labs were given cannot be joined by them, and the holder reads them back. */
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { createKeyedDigest } from '../transformations/keyed-digest.ts';

const prefix = 'rec_';
const keyBytes = 16;
const blockBytes = 16;
/** Of the number of the dataset, before zeros. */
const datasetBytes = 4;
const seqBytes = 6;
const seqAt = blockBytes - seqBytes;
const form = /^rec_[0-9a-f]{32}$/;

/** The key of a grant's record ids, made of the grant's own. */
export function recordIdKey(grantKey: Uint8Array): Uint8Array {
  return createKeyedDigest(grantKey)('view.record-id/v1', null).subarray(0, keyBytes);
}

/**
 * One block of AES-128 for each row: the number of its dataset (32 bits), 48 zero bits, its own number in the
 * dataset (48 bits). Only the right key gives zeros back.
 */
export class RecordIds {
  readonly #cipher;
  readonly #decipher;
  readonly #dataset: number;

  constructor(key: Uint8Array, dataset: number) {
    // Blocks stand alone by intent: equal rows have equal ids, and no block repeats.
    this.#cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
    this.#decipher = createDecipheriv('aes-128-ecb', key, null).setAutoPadding(false);
    this.#dataset = dataset;
  }

  /** The id of the row with this number. */
  idOf(seq: number): string {
    const block = Buffer.alloc(blockBytes);
    block.writeUInt32BE(this.#dataset, 0);
    block.writeUIntBE(seq, seqAt, seqBytes);
    return prefix + this.#cipher.update(block).toString('hex');
  }

  /** The number of the row with this id; undefined for an id of another grant or dataset, or none at all. */
  seqOf(id: string): number | undefined {
    if (!form.test(id)) return undefined;
    const block = this.#decipher.update(Buffer.from(id.slice(prefix.length), 'hex'));
    const isOurs =
      block.readUInt32BE(0) === this.#dataset &&
      block.subarray(datasetBytes, seqAt).every((byte) => byte === 0);
    const seq = block.readUIntBE(seqAt, seqBytes);
    return isOurs && seq > 0 ? seq : undefined;
  }
}
