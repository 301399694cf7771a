/** Public keys that a person may sign with: one encoding each, and none with which anybody's signature would hold. */

const prime = 2n ** 255n - 19n;

/**
 * The y coordinates, little-endian, of the points of order 1, 2, 4 and 8: under such a key signatures can be made
 * without a private key (RFC 8032 §5.1.7 leaves them to the caller).
 */
const smallOrder = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
] as const;

/** Tells whether 32 bytes are a public key that nobody else could sign for. */
export function isSoundKey(publicKey: Uint8Array): boolean {
  const bytes = Buffer.from(publicKey);
  if (bytes.length !== 32) return false;
  // The highest bit is the sign of x.
  bytes.writeUInt8(bytes.readUInt8(31) & 0x7f, 31);
  const y = BigInt(`0x${Buffer.from(bytes.toReversed()).toString('hex')}`);
  return y < prime && !smallOrder.some((each) => each === bytes.toString('hex'));
}
