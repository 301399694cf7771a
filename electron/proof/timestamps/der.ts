/** A strict reader of DER (X.690): definite lengths in their shortest form, nothing left over. */

/** Why bytes are not the DER they should be. */
export class DerError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DerError';
  }
}

export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Tag of a context-specific value: `constructed` holds others, a primitive one bytes. */
export const context = (number: number, constructed = true): number =>
  (constructed ? 0xa0 : 0x80) | number;

const deepest = 16;

/** One value: its tag, its content, and both together as they stand. */
export class DerValue {
  readonly tag: number;
  readonly content: Buffer;
  readonly whole: Buffer;
  readonly #depth: number;

  constructor(tag: number, content: Buffer, whole: Buffer, depth: number) {
    this.tag = tag;
    this.content = content;
    this.whole = whole;
    this.#depth = depth;
  }

  /** The values within a value of this tag. @throws {DerError} */
  values(tag: number): DerList {
    this.#expect(tag);
    if (this.#depth >= deepest) throw new DerError('It is nested too deeply.');
    const values: DerValue[] = [];
    for (let at = 0; at < this.content.length;) {
      const value = readAt(this.content, at, this.#depth + 1);
      values.push(value);
      at += value.whole.length;
    }
    return new DerList(values);
  }

  /** The object identifier, dotted. */
  oid(): string {
    this.#expect(tags.oid);
    const numbers: number[] = [];
    let number = 0;
    for (const [index, byte] of this.content.entries()) {
      const isFirst = index === 0 || ((this.content[index - 1] ?? 0) & 0x80) === 0;
      if (isFirst && byte === 0x80) throw new DerError('An object identifier has a needless byte.');
      number = number * 128 + (byte & 0x7f);
      if (number > Number.MAX_SAFE_INTEGER) throw new DerError('An object identifier is too long.');
      if ((byte & 0x80) !== 0) continue;
      numbers.push(number);
      number = 0;
    }
    const [first] = numbers;
    if (first === undefined || ((this.content.at(-1) ?? 0) & 0x80) !== 0) {
      throw new DerError('An object identifier is cut off.');
    }
    const top = Math.min(2, Math.floor(first / 40));
    return [top, first - top * 40, ...numbers.slice(1)].join('.');
  }

  /** The bytes of an integer, in their shortest form. */
  integer(): Buffer {
    this.#expect(tags.integer);
    const [first, second] = this.content;
    if (first === undefined) throw new DerError('An integer is empty.');
    const isPadded =
      second !== undefined &&
      ((first === 0x00 && second < 0x80) || (first === 0xff && second >= 0x80));
    if (isPadded) throw new DerError('An integer has a needless byte.');
    return this.content;
  }

  /** A small integer that is not negative. */
  count(): number {
    const bytes = this.integer();
    if (bytes.length > 4 || (bytes[0] ?? 0) >= 0x80) throw new DerError('An integer is too great.');
    return bytes.readUIntBE(0, bytes.length);
  }

  bytes(tag: number = tags.octetString): Buffer {
    this.#expect(tag);
    return this.content;
  }

  boolean(): boolean {
    this.#expect(tags.boolean);
    const [value] = this.content;
    if (this.content.length !== 1 || (value !== 0x00 && value !== 0xff)) {
      throw new DerError('A boolean is neither true nor false.');
    }
    return value === 0xff;
  }

  /** The bytes of a bit string of whole bytes. */
  bits(): Buffer {
    this.#expect(tags.bitString);
    if (this.content[0] !== 0) throw new DerError('A bit string does not end with a whole byte.');
    return this.content.subarray(1);
  }

  #expect(tag: number): void {
    if (this.tag !== tag) {
      throw new DerError(`There is the tag ${hex(this.tag)} where ${hex(tag)} should be.`);
    }
  }
}

/** Values in their order, taken one by one. */
export class DerList {
  readonly #values: readonly DerValue[];
  #at = 0;

  constructor(values: readonly DerValue[]) {
    this.#values = values;
  }

  next(): DerValue {
    const value = this.#values[this.#at];
    if (value === undefined) throw new DerError('A value is missing.');
    this.#at += 1;
    return value;
  }

  /** The next value where it has this tag. */
  optional(tag: number): DerValue | undefined {
    return this.#values[this.#at]?.tag === tag ? this.next() : undefined;
  }

  /** All that are left. */
  rest(): readonly DerValue[] {
    const rest = this.#values.slice(this.#at);
    this.#at = this.#values.length;
    return rest;
  }

  /** @throws {DerError} where something is left */
  end(): void {
    if (this.#at < this.#values.length) throw new DerError('There is a value too many.');
  }

  /** The only value. */
  only(): DerValue {
    const value = this.next();
    this.end();
    return value;
  }
}

/** Reads one value that fills the bytes. @throws {DerError} */
export function readDer(bytes: Uint8Array): DerValue {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const value = readAt(buffer, 0, 0);
  if (value.whole.length !== buffer.length) throw new DerError('Bytes follow the value.');
  return value;
}

function readAt(bytes: Buffer, at: number, depth: number): DerValue {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined) throw new DerError('It is cut off.');
  if ((tag & 0x1f) === 0x1f) throw new DerError('A tag has more than one byte.');
  let start = at + 2;
  let length = first;
  if (first >= 0x80) {
    const width = first & 0x7f;
    if (width === 0 || width > 3) throw new DerError('A length is not definite, or too great.');
    if (start + width > bytes.length) throw new DerError('It is cut off.');
    length = bytes.readUIntBE(start, width);
    start += width;
    if (length < 0x80 || length < 256 ** (width - 1)) {
      throw new DerError('A length is not in its shortest form.');
    }
  }
  const end = start + length;
  if (end > bytes.length) throw new DerError('It is cut off.');
  return new DerValue(tag, bytes.subarray(start, end), bytes.subarray(at, end), depth);
}

function hex(tag: number): string {
  return `0x${tag.toString(16).padStart(2, '0')}`;
}

/** Writes one value. */
export function writeDer(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content]);
  const width = length < 0x1_00 ? 1 : length < 0x1_00_00 ? 2 : 3;
  const head = Buffer.alloc(2 + width);
  head[0] = tag;
  head[1] = 0x80 | width;
  head.writeUIntBE(length, 2, width);
  return Buffer.concat([head, content]);
}

/** An object identifier as DER. */
export function writeOid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((number) => {
    const groups = [number & 0x7f];
    for (let left = Math.floor(number / 128); left > 0; left = Math.floor(left / 128)) {
      groups.unshift((left & 0x7f) | 0x80);
    }
    return groups;
  });
  return writeDer(tags.oid, Buffer.from(bytes));
}

/** An integer that is not negative, as DER, from its bytes. */
export function writeInteger(bytes: Uint8Array): Buffer {
  const from = bytes.findIndex((byte) => byte !== 0);
  const digits = from < 0 ? Buffer.of(0) : Buffer.from(bytes.subarray(from));
  const isHigh = (digits[0] ?? 0) >= 0x80;
  return writeDer(tags.integer, isHigh ? Buffer.concat([Buffer.of(0), digits]) : digits);
}
