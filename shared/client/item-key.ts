/** Keys of decisions: a UUID of version 7 (RFC 9562), so that they sort by time. */

export function itemKey(now: number, random: (bytes: number) => Uint8Array): string {
  const bytes = new Uint8Array(16);
  bytes.set(random(16));
  for (let place = 5, rest = now; place >= 0; place -= 1) {
    bytes[place] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)];
  return `${parts.join('-')}-${hex.slice(20)}`;
}
