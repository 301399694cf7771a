/** Base64 (RFC 4648 §4) in its one canonical form: with padding, without white space, spare bits zero. */

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const values = new Map(Array.from(digits, (digit, value) => [digit, value]));

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
    const bits = (first << 16) | (second << 8) | third;
    const known = Math.min(3, bytes.length - at);
    for (let place = 0; place < 4; place += 1) {
      text += place <= known ? digits.charAt((bits >> (18 - 6 * place)) & 63) : '=';
    }
  }
  return text;
}

/** The bytes of a text; undefined for any but the canonical form. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 4 !== 0) return undefined;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  for (let at = 0; at < text.length; at += 4) {
    let bits = 0;
    for (let place = 0; place < 4; place += 1) {
      const index = at + place;
      const value = index >= text.length - padding ? 0 : values.get(text.charAt(index));
      if (value === undefined) return undefined;
      bits = (bits << 6) | value;
    }
    // Bytes beyond the end are dropped by the array.
    for (let place = 0; place < 3; place += 1) {
      bytes[(at / 4) * 3 + place] = (bits >> (16 - 8 * place)) & 255;
    }
  }
  return toBase64(bytes) === text ? bytes : undefined;
}
