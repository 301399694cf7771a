/** Keys of persons: keyed hashes of who a decision is about, which never leave the engine (docs/oversight.md, "Facts"). */
import { hash } from 'node:crypto';
import { quoteString } from '../../shared/ledger/canonical-json.ts';
import { Hmac } from '../ledger/hmac.ts';

export const subjectKeyBytes = 32;
/** Length of each hash. */
export const subjectBytes = 16;
/** Length of the mark by which a ledger knows the key again. */
const markBytes = 8;

export class SubjectKey {
  /** Tells this key from another, and nothing else of it. */
  readonly mark: Buffer;
  readonly #hmac: Hmac;

  /** @param key 32 random bytes */
  constructor(key: Uint8Array) {
    if (key.length !== subjectKeyBytes) throw new RangeError('A key of persons has 32 bytes.');
    this.mark = hash('sha256', key, 'buffer').subarray(0, markBytes);
    this.#hmac = new Hmac(key);
  }

  /** The hash of who a decision is about; the text is as its profile compares it. */
  of(text: string): Buffer {
    const digest = this.#hmac.of(`["subject/v1",${quoteString(text)}]`);
    return Buffer.from(digest.slice(0, subjectBytes), 'latin1');
  }
}
