/** HMAC-SHA-256 of many short texts. */
import { hash } from 'node:crypto';

const blockBytes = 64;
const digestBytes = 32;

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
