/** Verifier keys (C2SP signed-note): `<name>+<key id>+<base64 of a byte for the algorithm and the key>`. */
import { fromBase64, toBase64 } from '../base64.ts';
import type { Sha256 } from './entries.ts';

/** First byte of the key material: what the key signs. */
export const noteAlgorithm = 0x01;
export const cosignatureAlgorithm = 0x04;

export interface VerifierKey {
  readonly name: string;
  /** Eight hex digits: the first four bytes of `SHA-256(name ‖ 0x0A ‖ algorithm ‖ public key)`. */
  readonly keyId: string;
  readonly algorithm: number;
  /** Ed25519, 32 bytes. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
}

const publicKeyBytes = 32;

/** The text of a verifier key. */
export function verifierKey(
  sha256: Sha256,
  name: string,
  algorithm: number,
  publicKey: Uint8Array,
): string {
  const material = Uint8Array.of(algorithm, ...publicKey);
  return `${name}+${keyIdOf(sha256, name, material)}+${toBase64(material)}`;
}

/** Reads a verifier key; undefined where the text is none, or its id is another key's. */
export function parseVerifierKey(sha256: Sha256, text: string): VerifierKey | undefined {
  const match = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/u.exec(text);
  const [, name = '', keyId = '', encoded = ''] = match ?? [];
  const material = fromBase64(encoded);
  if (material?.length !== 1 + publicKeyBytes) return undefined;
  if (keyIdOf(sha256, name, material) !== keyId) return undefined;
  return { name, keyId, algorithm: material[0] ?? 0, publicKey: material.slice(1) };
}

function keyIdOf(sha256: Sha256, name: string, material: Uint8Array): string {
  return sha256(keyIdPreimage(name, material)).slice(0, 8);
}

/** The key id that a verifier key states, unchecked; empty for what is none. */
export function statedKeyId(text: string): string {
  return text.split('+')[1] ?? '';
}

/** Bytes whose SHA-256 begins with the key id; `material` is the byte of the algorithm and the key. */
export function keyIdPreimage(name: string, material: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = utf8(`${name}\n`);
  const preimage = new Uint8Array(head.length + material.length);
  preimage.set(head);
  preimage.set(material, head.length);
  return preimage;
}

function utf8(text: string): Uint8Array {
  const escaped = encodeURIComponent(text).match(/%[0-9A-F]{2}|[^%]/g) ?? [];
  return Uint8Array.from(escaped, (each) =>
    each.length === 1 ? each.charCodeAt(0) : Number.parseInt(each.slice(1), 16),
  );
}
