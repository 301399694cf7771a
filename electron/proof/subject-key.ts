/** Keys of persons: keyed hashes of who a decision is about, which never leave the engine (docs/oversight.md, "Facts"). */
import { hash } from 'node:crypto';
import { quoteString } from '../../shared/ledger/canonical-json.ts';

const blockBytes = 64;
const digestBytes = 32;
export const subjectKeyBytes = 32;
/** Length of each hash. */
export const subjectBytes = 16;
/** Length of the mark by which a ledger knows the key again. */
const markBytes = 8;

/** HMAC-SHA-256 under one key (RFC 2104), by two one-shot hashes: much quicker than an object for each. */
export class Hmac {
  #inner: Buffer;
  readonly #outer = Buffer.alloc(blockBytes + digestBytes);

  constructor(key: Uint8Array) {
    this.#inner = Buffer.alloc(blockBytes + 1_024);
    const short = key.length > blockBytes ? hash('sha256', key, 'buffer') : key;
    for (let place = 0; place < blockBytes; place += 1) {
      const byte = short[place] ?? 0;
      this.#inner[place] = byte ^ 0x36;
      this.#outer[place] = byte ^ 0x5c;
    }
  }

  /** 32 bytes, each as a character. */
  of(text: string | Uint8Array): string {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text;
    const length = blockBytes + bytes.length;
    if (length > this.#inner.length) {
      this.#inner = Buffer.concat([this.#inner.subarray(0, blockBytes), Buffer.alloc(2 * length)]);
    }
    this.#inner.set(bytes, blockBytes);
    // Through a Latin-1 string, which costs less than half of a Buffer for each hash.
    const inner = hash('sha256', this.#inner.subarray(0, length), 'binary');
    this.#outer.write(inner, blockBytes, 'latin1');
    return hash('sha256', this.#outer, 'binary');
  }
}

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
