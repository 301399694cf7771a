/** The key that a person signs with: made in the window, kept sealed under a passphrase, never sent anywhere. */
import { z } from 'zod';
import { fromBase64, toBase64 } from '../../shared/base64.ts';
import type { SealedKey } from '../../shared/contract/people.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { keyIdPreimage, noteAlgorithm } from '../../shared/ledger/verifier-key.ts';

const bytes = (length: number) =>
  z
    .string()
    .refine((text) => fromBase64(text)?.length === length)
    .transform((text) => fromBase64(text) ?? new Uint8Array(0));

/** PKCS #8 of an Ed25519 key, 48 bytes, and 16 of the cipher's tag. */
const sealedBytes = bytes(64);
const saltBytes = bytes(32);
const nonceBytes = bytes(12);

/** Why a sealed key does not open: the passphrase is another one, or the file was altered. */
export class PassphraseError extends Error {
  constructor() {
    super('The passphrase does not open this key.');
    this.name = 'PassphraseError';
  }
}

/** A new key: its verifier key, and its PKCS #8 to be sealed. */
export async function createPersonKey(
  personId: string,
): Promise<{ vkey: string; pkcs8: Uint8Array<ArrayBuffer> }> {
  const pair = await crypto.subtle.generateKey({ name: 'Ed25519' }, true, ['sign', 'verify']);
  if (!('privateKey' in pair)) throw new TypeError('Ed25519 keys come in pairs.');
  const raw = await crypto.subtle.exportKey('raw', pair.publicKey);
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', pair.privateKey);
  return {
    vkey: await personVkey(personId, new Uint8Array(raw)),
    pkcs8: new Uint8Array(pkcs8),
  };
}

/** `<usr_…>+<key id>+<base64>`: a C2SP verifier key with the person's id as its name. */
export async function personVkey(personId: string, publicKey: Uint8Array): Promise<string> {
  const material = Uint8Array.of(noteAlgorithm, ...publicKey);
  const digest = await crypto.subtle.digest('SHA-256', keyIdPreimage(personId, material));
  const id = Array.from(new Uint8Array(digest, 0, 4), (byte) => byte.toString(16).padStart(2, '0'));
  return `${personId}+${id.join('')}+${toBase64(material)}`;
}

/**
 * Seals a key under a passphrase.
 * @param random fills salt and nonce; passed in by tests alone
 */
export async function sealPersonKey(
  key: { readonly vkey: string; readonly pkcs8: Uint8Array<ArrayBuffer> },
  passphrase: string,
  createdAt: string,
  random: (length: number) => Uint8Array<ArrayBuffer> = randomBytes,
): Promise<SealedKey> {
  const [salt, nonce] = [random(32), random(12)];
  const head = {
    cipher: { name: 'aes-256-gcm', nonce: toBase64(nonce) },
    created_at: createdAt,
    format: 'proofdesk.person-key/v1',
    kdf: { hash: 'SHA-256', iterations: 600_000, name: 'pbkdf2', salt: toBase64(salt) },
    vkey: key.vkey,
  } as const;
  const sealed = await crypto.subtle.encrypt(
    cipher(nonce, head),
    await sealingKey(passphrase, salt, 'encrypt'),
    key.pkcs8,
  );
  return { ...head, sealed: toBase64(new Uint8Array(sealed)) };
}

/**
 * Opens a sealed key for signing; it cannot be read out of the window again.
 * @throws {PassphraseError}
 */
export async function openPersonKey(file: SealedKey, passphrase: string): Promise<CryptoKey> {
  const { sealed, ...head } = file;
  const read = {
    salt: saltBytes.safeParse(head.kdf.salt).data,
    nonce: nonceBytes.safeParse(head.cipher.nonce).data,
    sealed: sealedBytes.safeParse(sealed).data,
  };
  const { salt, nonce } = read;
  if (salt === undefined || nonce === undefined || read.sealed === undefined) {
    throw new PassphraseError();
  }
  const key = await sealingKey(passphrase, salt, 'decrypt');
  let pkcs8: ArrayBuffer;
  try {
    pkcs8 = await crypto.subtle.decrypt(cipher(nonce, head), key, read.sealed);
  } catch {
    throw new PassphraseError();
  }
  return crypto.subtle.importKey('pkcs8', pkcs8, { name: 'Ed25519' }, false, ['sign']);
}

/** The signature over a text, in base64. */
export async function signText(key: CryptoKey, text: string): Promise<string> {
  const signature = await crypto.subtle.sign('Ed25519', key, new TextEncoder().encode(text));
  return toBase64(new Uint8Array(signature));
}

/** The cipher with all of the file but `sealed` as its additional data: nothing in it can be altered. */
function cipher(nonce: Uint8Array<ArrayBuffer>, head: Omit<SealedKey, 'sealed'>): AesGcmParams {
  const additionalData = new TextEncoder().encode(canonicalJson({ ...head }));
  return { name: 'AES-GCM', iv: nonce, additionalData };
}

async function sealingKey(
  passphrase: string,
  salt: Uint8Array<ArrayBuffer>,
  usage: 'encrypt' | 'decrypt',
): Promise<CryptoKey> {
  const text = new TextEncoder().encode(passphrase.normalize('NFKC'));
  const base = await crypto.subtle.importKey('raw', text, 'PBKDF2', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', iterations: 600_000, salt },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    [usage],
  );
}

function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(length));
}
