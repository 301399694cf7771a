/** Record ids of one grant, of rows that are known by a key: what two labs were given cannot be joined by them. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';

const prefix = 'rec_';
const keyBytes = 32;
const ivBytes = 16;
const form = /^rec_[A-Za-z0-9_-]{22,}$/;

/**
 * The text of the key under AES-256-CTR, behind an initial value that is made of the text itself: equal keys have equal
 * ids, and only the right key of the grant gives them back.
 */
export class KeyedRecordIds {
  readonly #macKey: Uint8Array;
  readonly #cipherKey: Uint8Array;

  constructor(grantKey: Uint8Array) {
    const derive = (info: string) =>
      new Uint8Array(hkdfSync('sha256', grantKey, new Uint8Array(), info, keyBytes));
    this.#macKey = derive('view.record-id/v2 mac');
    this.#cipherKey = derive('view.record-id/v2 enc');
  }

  /** The id of the row with this key. */
  idOf(key: string): string {
    const text = Buffer.from(key);
    const iv = this.#ivOf(text);
    const cipher = createCipheriv('aes-256-ctr', this.#cipherKey, iv);
    const sealed = Buffer.concat([iv, cipher.update(text), cipher.final()]);
    return prefix + sealed.toString('base64url');
  }

  /** The key of the row with this id; undefined for an id of another grant, or none at all. */
  keyOf(id: string): string | undefined {
    if (!form.test(id)) return undefined;
    const sealed = Buffer.from(id.slice(prefix.length), 'base64url');
    if (sealed.length < ivBytes || prefix + sealed.toString('base64url') !== id) return undefined;
    const iv = sealed.subarray(0, ivBytes);
    const decipher = createDecipheriv('aes-256-ctr', this.#cipherKey, iv);
    const text = Buffer.concat([decipher.update(sealed.subarray(ivBytes)), decipher.final()]);
    return this.#ivOf(text).equals(iv) ? text.toString() : undefined;
  }

  #ivOf(text: Uint8Array): Buffer {
    return createHmac('sha256', this.#macKey).update(text).digest().subarray(0, ivBytes);
  }
}
