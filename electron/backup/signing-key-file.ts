/** The file that carries a ledger's signing keys: sealed under a passphrase, opened with distrust. */
import { jsonOrUndefined } from '../../shared/contract/json.ts';
import { createCipheriv, createDecipheriv, scryptSync } from 'node:crypto';
import { z } from 'zod';
import { validationError } from '../../shared/contract/errors.ts';
import { faultAt, faultOf, type Fault } from '../../shared/contract/faults.ts';
import {
  sealedSigningKeysSchema,
  signingKeyFileSchema,
  type SigningKeyFile,
} from '../../shared/contract/signing-key.ts';
import type { RandomBytes } from '../../shared/ids.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { createLedgerKey } from '../ledger/ledger-key.ts';

/** A private key, 32 bytes, and the verifier key that it belongs to. */
const seedOfKeySchema = z.object({
  vkey: z.string(),
  seed: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});
export type SeedOfKey = z.infer<typeof seedOfKeySchema>;

/** The keys of one ledger, as they go between threads: that of its genesis first. */
export const carriedKeysSchema = z.object({
  origin: z.string(),
  keys: z.tuple([seedOfKeySchema], seedOfKeySchema),
});
export type CarriedKeys = z.infer<typeof carriedKeysSchema>;

/** The file's name and text, and the UTC instant at which it was made. */
export const exportedKeysSchema = z.object({
  name: z.string(),
  text: z.string(),
  createdAt: z.string(),
});
export type ExportedKeys = z.infer<typeof exportedKeysSchema>;

/** The keys that a file held, and the instant at which it was made. */
export const openedKeysSchema = carriedKeysSchema.extend({ createdAt: z.string() });
export type OpenedKeys = z.infer<typeof openedKeysSchema>;

const cipherName = 'aes-256-gcm';
const tagBytes = 16;
/** 128 MiB and a few tenths of a second: what a guess costs (RFC 7914; OWASP asks for this or more). */
const cost = { n: 2 ** 17, r: 8, p: 1 };
/** What is accepted of a file: its maker chooses what opening it costs this machine. */
const accepted = { n: [2 ** 14, 2 ** 18], r: 8, p: 4 } as const;

/** The text of the file. The passphrase is taken in the Unicode form NFKC, as UTF-8. */
export function sealSigningKeys(
  { origin, keys }: CarriedKeys,
  options: {
    readonly passphrase: string;
    /** UTC instant. */
    readonly createdAt: string;
    readonly random: RandomBytes;
    /** For tests: a cheaper derivation. */
    readonly cost?: { readonly n: number; readonly r: number; readonly p: number };
  },
): string {
  const { passphrase, createdAt, random } = options;
  const salt = random(32);
  const nonce = random(12);
  const head: Omit<SigningKeyFile, 'sealed'> = {
    format: 'proofdesk.signing-key/v1',
    origin,
    vkey: keys[0].vkey,
    created_at: createdAt,
    kdf: { name: 'scrypt', ...(options.cost ?? cost), salt: base64(salt) },
    cipher: { name: cipherName, nonce: base64(nonce) },
  };
  const plain = Buffer.from(
    JSON.stringify({ keys: keys.map(({ vkey, seed }) => ({ vkey, seed: base64(seed) })) }),
  );
  const key = derive(passphrase, head.kdf);
  const cipher = createCipheriv(cipherName, key, nonce);
  cipher.setAAD(authenticated(head));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  key.fill(0);
  plain.fill(0);
  return `${JSON.stringify({ ...head, sealed: sealed.toString('base64') }, null, 2)}\n`;
}

/**
 * The keys in a file, each proved to be the one it is called.
 * @throws {ApiError} `validation_error` at `key.file` for what is no such file, or asks for more work
 * than a file of this program does; at `key.passphrase` where it does not open
 */
export function openSigningKeys(text: string, passphrase: string): OpenedKeys {
  const file = parseFile(text);
  const { sealed: sealedText, ...head } = file;
  const { n, r, p } = file.kdf;
  const [least, most] = accepted.n;
  const isPowerOfTwo = Number.isInteger(Math.log2(n));
  if (n < least || n > most || !isPowerOfTwo || r !== accepted.r || p < 1 || p > accepted.p) {
    throw refused(faultOf('key_file_cost'));
  }
  const sealed = Buffer.from(sealedText, 'base64');
  const nonce = Buffer.from(file.cipher.nonce, 'base64');
  const salt = Buffer.from(file.kdf.salt, 'base64');
  if (sealed.length <= tagBytes || nonce.length !== 12 || salt.length < 16) {
    throw refused(faultOf('key_file_damaged'));
  }
  const plain = unseal(sealed, { key: derive(passphrase, file.kdf), nonce, head });
  const { keys } = parseKeys(plain.toString());
  plain.fill(0);
  const [first, ...later] = keys.map(({ vkey, seed }) => {
    const bytes = new Uint8Array(Buffer.from(seed, 'base64'));
    if (bytes.length !== 32 || vkeyOf(file.origin, bytes) !== vkey) {
      throw refused(faultOf('key_file_name'));
    }
    return { vkey, seed: bytes };
  });
  if (first?.vkey !== file.vkey) throw refused(faultOf('key_file_name'));
  return { origin: file.origin, keys: [first, ...later], createdAt: file.created_at };
}

function unseal(
  sealed: Buffer,
  { key, nonce, head }: { key: Buffer; nonce: Buffer; head: Omit<SigningKeyFile, 'sealed'> },
): Buffer {
  const decipher = createDecipheriv(cipherName, key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(authenticated(head));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]);
  } catch {
    throw validationError([faultAt('key.passphrase', 'passphrase')]);
  } finally {
    key.fill(0);
  }
}

/** The head in canonical form: whatever stands beside the sealed part is sealed with it. */
function authenticated(head: Omit<SigningKeyFile, 'sealed'>): Buffer {
  return Buffer.from(canonicalJson(head));
}

function derive(
  passphrase: string,
  { n, r, p, salt }: Pick<SigningKeyFile['kdf'], 'n' | 'r' | 'p' | 'salt'>,
): Buffer {
  return scryptSync(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64'), 32, {
    N: n,
    r,
    p,
    // What scrypt needs by its definition, and a little more.
    maxmem: 128 * r * (n + p) + 1024 * 1024,
  });
}

function parseFile(text: string): SigningKeyFile {
  const file = signingKeyFileSchema.safeParse(jsonOrUndefined(text));
  if (!file.success) throw refused(faultOf('key_file_whole'));
  return file.data;
}

function parseKeys(text: string) {
  const keys = sealedSigningKeysSchema.safeParse(jsonOrUndefined(text));
  if (!keys.success) throw refused(faultOf('key_file_empty'));
  return keys.data;
}

function vkeyOf(origin: string, seed: Uint8Array): string | undefined {
  try {
    return createLedgerKey(origin, seed).vkey;
  } catch {
    return undefined;
  }
}

function refused(found: Fault) {
  return validationError([{ field: 'key.file', ...found }]);
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
