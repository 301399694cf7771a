/** Positions of the decisions of a recorded figure, as its row keeps them: differences, a byte for seven bits of each. */

/** @param positions rising */
export function packPositions(positions: Uint32Array): Buffer {
  const bytes = Buffer.alloc(positions.length * 5);
  let at = 0;
  let before = 0;
  for (const position of positions) {
    let rest = position - before;
    before = position;
    while (rest > 0x7f) {
      bytes[at] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
      at += 1;
    }
    bytes[at] = rest;
    at += 1;
  }
  return bytes.subarray(0, at);
}

/** The positions; what is not whole was altered, and ends them. */
export function* unpackPositions(bytes: Uint8Array): Generator<number> {
  let position = 0;
  let [rest, scale] = [0, 1];
  for (const byte of bytes) {
    rest += (byte & 0x7f) * scale;
    scale *= 128;
    if (byte > 0x7f) continue;
    position += rest;
    [rest, scale] = [0, 1];
    yield position;
  }
}
