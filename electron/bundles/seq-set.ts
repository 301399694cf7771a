/** A set of journal indexes, as one bit each: a million of them take 125 kB. */
export class SeqSet {
  /** Indexes from it on are not taken. */
  readonly size: number;
  readonly #bits: Uint8Array;
  #count = 0;

  constructor(size: number) {
    this.size = size;
    this.#bits = new Uint8Array(Math.ceil(size / 8));
  }

  /** How many there are. */
  get count(): number {
    return this.#count;
  }

  add(seq: number): void {
    const at = Math.floor(seq / 8);
    const bit = 1 << (seq % 8);
    const byte = this.#bits[at] ?? 0;
    if (seq >= this.size || (byte & bit) !== 0) return;
    this.#bits[at] = byte | bit;
    this.#count += 1;
  }

  /** Adds all from `from` to `to`. */
  addStretch(from: number, to: number): void {
    const last = Math.min(to, this.size - 1);
    for (let seq = from; seq <= last; seq += 1) this.add(seq);
  }

  /** Those in it, increasing. */
  *[Symbol.iterator](): Generator<number> {
    for (const [at, byte] of this.#bits.entries()) {
      if (byte === 0) continue;
      for (let bit = 0; bit < 8; bit += 1) if ((byte & (1 << bit)) !== 0) yield at * 8 + bit;
    }
  }
}
