/** The ledger's Ed25519 key: its name in the log (C2SP signed-note) and its signatures. */
import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { sha256 } from './sha256.ts';

export interface LedgerKey {
  /** C2SP verifier key: `origin+key id+base64(0x01 ‖ public key)`. */
  readonly vkey: string;
  readonly origin: string;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  /** SubjectPublicKeyInfo, for OpenSSL. */
  readonly publicKeyPem: string;
  /**
   * The signed note over a text whose first line is the origin and that ends in a line feed: the
   * text, an empty line, one signature.
   * @throws {RangeError} for any other text
   */
  signNote(text: string): string;
  /**
   * The signature of a DSSE envelope, 64 bytes. It is over the pre-authentication encoding, whose
   * first word is followed by a space; that of a note is followed by a line feed. So neither
   * signature can ever stand for the other, whatever the payload.
   */
  signEnvelope(payloadType: string, payload: Uint8Array): Uint8Array;
  /**
   * The signature of an entry of the journal, 64 bytes, over its canonical text: one line that starts
   * with a brace, which neither a note nor an envelope's encoding is.
   * @throws {RangeError} for any other text
   */
  signEntry(text: string): Uint8Array;
  /**
   * The signature of the head of a receipt, 64 bytes, over its 32 bytes: all else that a key signs is longer.
   * @throws {RangeError} for anything but 32 bytes
   */
  signHead(head: Uint8Array): Uint8Array;
  /**
   * The signed note over the sums of a bundle. Its second line is a name, which is no number: it can never
   * stand for a checkpoint.
   * @throws {RangeError} for any text but one of four lines whose second is the origin and whose third is a size
   */
  signSums(text: string): string;
}

const ed25519Algorithm = 0x01;
/** The DER of a PKCS #8 Ed25519 private key up to its 32-byte seed (RFC 8410). */
const privateKeyHeader = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicKeyHeader = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * The key of a ledger from its 32-byte seed (RFC 8032 private key).
 * @throws {RangeError} for a seed of another length or an origin a key name cannot be
 */
export function createLedgerKey(origin: string, seed: Uint8Array): LedgerKey {
  if (seed.length !== 32) throw new RangeError('A ledger key seed has 32 bytes.');
  // C2SP signed-note: a key name is not empty and has neither white space nor plus.
  if (!/^[^\s+]+$/u.test(origin)) throw new RangeError(`${origin} cannot name a ledger key.`);
  const privateKey = createPrivateKey({
    key: Buffer.concat([privateKeyHeader, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(privateKey);
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(publicKeyHeader.length);
  const keyId = noteKeyId(origin, raw);
  const vkey = `${origin}+${keyId.toString('hex')}+${Buffer.concat([Buffer.of(ed25519Algorithm), raw]).toString('base64')}`;
  return {
    vkey,
    origin,
    publicKey: raw,
    publicKeyPem: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    signNote(text) {
      if (!text.startsWith(`${origin}\n`) || !text.endsWith('\n')) {
        throw new RangeError('A note starts with the origin on a line of its own and ends a line.');
      }
      const signature = Buffer.concat([keyId, sign(null, Buffer.from(text), privateKey)]);
      return `${text}\n— ${origin} ${signature.toString('base64')}\n`;
    },
    signEnvelope(payloadType, payload) {
      return sign(null, preAuthenticationEncoding(payloadType, payload), privateKey);
    },
    signSums(text) {
      const [format, name, size = '', digest = '', ...rest] = text.split('\n');
      const isSums = /^\d+$/.test(size) && /^[0-9a-f]{64}$/.test(digest) && rest.join('|') === '';
      if (format === origin || name !== origin || !isSums || rest.length !== 1) {
        throw new RangeError('Sums are signed for their format, the origin, a size and a digest.');
      }
      const signature = Buffer.concat([keyId, sign(null, Buffer.from(text), privateKey)]);
      return `${text}\n— ${origin} ${signature.toString('base64')}\n`;
    },
    signHead(head) {
      if (head.length !== 32) throw new RangeError('The head of a receipt has 32 bytes.');
      return sign(null, head, privateKey);
    },
    signEntry(text) {
      if (!isEntryText(text)) throw new RangeError('An entry is one JSON object on one line.');
      return sign(null, Buffer.from(text), privateKey);
    },
  };
}

/** Bytes that a DSSE signature is over: type and payload with their lengths in bytes (DSSE protocol, "PAE"). */
export function preAuthenticationEncoding(payloadType: string, payload: Uint8Array): Buffer {
  const type = Buffer.from(payloadType);
  return Buffer.concat([
    Buffer.from(`DSSEv1 ${type.length} `),
    type,
    Buffer.from(` ${payload.length} `),
    payload,
  ]);
}

/** Tells whether a DSSE signature over this payload was made by the key of this verifier key. */
export function verifyEnvelope(
  payloadType: string,
  payload: Uint8Array,
  signature: Uint8Array,
  vkey: string,
): boolean {
  const key = parseVkey(vkey);
  if (key === undefined) return false;
  return verify(
    null,
    preAuthenticationEncoding(payloadType, payload),
    publicKeyOf(key.publicKey),
    signature,
  );
}

/** Tells whether `signature`, in base64, over an entry's canonical text was made by the key of this verifier key. */
export function verifyEntry(text: string, signature: string, vkey: string): boolean {
  const key = parseVkey(vkey);
  const bytes = Buffer.from(signature, 'base64');
  if (key === undefined || bytes.length !== 64 || bytes.toString('base64') !== signature) {
    return false;
  }
  return isEntryText(text) && verify(null, Buffer.from(text), publicKeyOf(key.publicKey), bytes);
}

function isEntryText(text: string): boolean {
  return text.startsWith('{"') && !text.includes('\n');
}

/** Tells whether an Ed25519 key, 32 bytes, signed a text. */
export function verifyEd25519(publicKey: Uint8Array, text: string, signature: Uint8Array): boolean {
  return verify(null, Buffer.from(text), publicKeyOf(publicKey), signature);
}

function publicKeyOf(raw: Uint8Array): KeyObject {
  return createPublicKey({
    key: Buffer.concat([publicKeyHeader, raw]),
    format: 'der',
    type: 'spki',
  });
}

/** The first four bytes of `SHA-256(name ‖ 0x0A ‖ 0x01 ‖ public key)`. */
function noteKeyId(name: string, publicKey: Uint8Array): Buffer {
  const preimage = Buffer.concat([
    Buffer.from(`${name}\n`),
    Buffer.of(ed25519Algorithm),
    publicKey,
  ]);
  return Buffer.from(sha256(preimage), 'hex').subarray(0, 4);
}

/** The public key of a verifier key as SubjectPublicKeyInfo, for OpenSSL. @throws {RangeError} */
export function publicKeyPem(vkey: string): string {
  const key = parseVkey(vkey);
  if (key === undefined) throw new RangeError('The text is not a verifier key.');
  return publicKeyOf(key.publicKey).export({ format: 'pem', type: 'spki' }).toString();
}

/** Reads a verifier key; undefined when the text is not one or its id does not fit its key. */
export function parseVkey(vkey: string): { origin: string; publicKey: Uint8Array } | undefined {
  const match = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+=*)$/u.exec(vkey);
  if (match === null) return undefined;
  const [, origin = '', keyId = '', encoded = ''] = match;
  const key = Buffer.from(encoded, 'base64');
  if (key.toString('base64') !== encoded) return undefined;
  if (key.length !== 33 || key[0] !== ed25519Algorithm) return undefined;
  const publicKey = key.subarray(1);
  return noteKeyId(origin, publicKey).toString('hex') === keyId ? { origin, publicKey } : undefined;
}

/** Tells whether a signed note carries a valid signature of this verifier key. */
export function verifyNote(note: string, vkey: string): boolean {
  return judgeNote(note, vkey) === 'valid';
}

/** Judges the signatures of a note by a verifier key: none is its, one of its is wrong, or one holds. */
export function judgeNote(note: string, vkey: string): 'valid' | 'bad_signature' | 'unknown_key' {
  const key = parseVkey(vkey);
  const split = note.lastIndexOf('\n\n');
  if (key === undefined || split < 0) return 'unknown_key';
  const publicKey = publicKeyOf(key.publicKey);
  const text = Buffer.from(note.slice(0, split + 1));
  const keyId = noteKeyId(key.origin, key.publicKey);
  const signatures = note
    .slice(split + 2)
    .split('\n')
    .flatMap((line) => {
      const [dash, name, encoded] = line.split(' ');
      if (dash !== '—' || name !== key.origin || encoded === undefined) return [];
      const signature = Buffer.from(encoded, 'base64');
      return signature.subarray(0, 4).equals(keyId) ? [signature.subarray(4)] : [];
    });
  if (signatures.length === 0) return 'unknown_key';
  const holds = signatures.some((signature) => verify(null, text, publicKey, signature));
  return holds ? 'valid' : 'bad_signature';
}

/** A checkpoint's text: origin, tree size, base64 root, one line each (C2SP tlog-checkpoint). */
export function checkpointText(origin: string, size: number, root: Uint8Array): string {
  return `${origin}\n${size}\n${Buffer.from(root).toString('base64')}\n`;
}
