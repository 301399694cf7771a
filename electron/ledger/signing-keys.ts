/** The private keys of a ledger: that of the host, and those that followed it, sealed under it. */
import { statedKeyId } from '../../shared/ledger/verifier-key.ts';
import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '../../shared/contract/errors.ts';
import type { RandomBytes } from '../../shared/ids.ts';
import { makeFolder } from '../database/make-folder.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import { readKeyHistory } from './key-rotation.ts';
import { createLedgerKey, type LedgerKey } from './ledger-key.ts';

const seedBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** Beside the ledger: the keys that followed the first. */
export const sealedKeysFolder = 'keys';

export interface SigningKeysOptions {
  readonly database: WriterDatabase;
  /** The folder of the ledger. */
  readonly directory: string;
  /** 32 bytes; the seed of the key in the genesis, which the host keeps (a keychain, a file of its owner). */
  readonly seed: Uint8Array;
}

/**
 * A new seed comes from the random source and not from the old one. It is kept as a file of mode 0600
 * in `keys/`, sealed (AES-256-GCM) under a key derived from the host's seed: whoever held the old seed
 * alone cannot make the new one, and the keychain that protects the old one protects this one too.
 */
export class SigningKeys {
  readonly #options: SigningKeysOptions;
  readonly #folder: string;
  #current: LedgerKey | undefined;

  constructor(options: SigningKeysOptions) {
    this.#options = options;
    this.#folder = join(options.directory, sealedKeysFolder);
  }

  /** The key in force. @throws {ApiError} `engine_unavailable` when its file is missing or damaged */
  current(): LedgerKey {
    this.#current ??= this.#read();
    return this.#current;
  }

  /** A new key, on the disk before anything is signed with it; in force once the journal says so. */
  create(origin: string, random: RandomBytes): LedgerKey {
    const seed = Uint8Array.from(random(seedBytes));
    const key = createLedgerKey(origin, seed);
    const sealed = sealSeed(this.#options.seed, { vkey: key.vkey, seed }, random);
    keepSealed(this.#options.directory, sealedKeyName(key.vkey), sealed);
    return key;
  }

  /** The journal may name another key now. */
  changed(): void {
    this.#current = undefined;
  }

  #read(): LedgerKey {
    const { history } = readKeyHistory(this.#options.database);
    const [first] = history.periods;
    const vkey = history.current;
    const origin = vkey.split('+')[0] ?? '';
    if (first?.vkey === vkey) return createLedgerKey(origin, this.#options.seed);
    const key = createLedgerKey(origin, this.#unseal(vkey));
    if (key.vkey !== vkey) throw lostKey(vkey);
    return key;
  }

  #unseal(vkey: string): Uint8Array {
    try {
      return unsealSeed(this.#options.seed, {
        vkey,
        sealed: readFileSync(join(this.#folder, sealedKeyName(vkey))),
      });
    } catch {
      throw lostKey(vkey);
    }
  }
}

/** Writes what is sealed into the folder of the ledger's keys: whole and durable, or not there. */
export function keepSealed(directory: string, name: string, bytes: Uint8Array): void {
  const keys = join(directory, sealedKeysFolder);
  makeFolder(keys, directory);
  const path = join(keys, name);
  const file = openSync(`${path}.new`, 'w', 0o600);
  try {
    writeFileSync(file, bytes);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.new`, path);
  // A folder cannot be opened on Windows, nor need be: there a name is durable with its file.
  if (process.platform === 'win32') return;
  for (const each of [keys, directory]) {
    const folder = openSync(each, 'r');
    fsyncSync(folder);
    closeSync(folder);
  }
}

/** A seed as it is kept beside the ledger, sealed under that of the host. */
export function sealSeed(
  hostSeed: Uint8Array,
  { vkey, seed }: { readonly vkey: string; readonly seed: Uint8Array },
  random: RandomBytes,
): Uint8Array {
  const nonce = random(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', wrappingKey(hostSeed), nonce);
  cipher.setAAD(Buffer.from(vkey));
  return Buffer.concat([nonce, cipher.update(seed), cipher.final(), cipher.getAuthTag()]);
}

/** The seed that `sealSeed` sealed. @throws when it is another one, or was altered */
export function unsealSeed(
  hostSeed: Uint8Array,
  { vkey, sealed }: { readonly vkey: string; readonly sealed: Uint8Array },
): Uint8Array {
  const decipher = createDecipheriv(
    'aes-256-gcm',
    wrappingKey(hostSeed),
    sealed.subarray(0, nonceBytes),
    { authTagLength: tagBytes },
  );
  decipher.setAAD(Buffer.from(vkey));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  const seed = decipher.update(sealed.subarray(nonceBytes, -tagBytes));
  return Buffer.concat([seed, decipher.final()]);
}

function wrappingKey(hostSeed: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', hostSeed, '', 'proofdesk.ledger-key/v1', 32));
}

/** By the key id, which has eight hexadecimal digits. */
export function sealedKeyName(vkey: string): string {
  return `${statedKeyId(vkey)}.sealed`;
}

function lostKey(vkey: string): ApiError {
  const name = vkey.split('+').slice(0, 2).join('+');
  return new ApiError(
    'engine_unavailable',
    `The key ${name} that signs for this ledger cannot be read. Put back the folder "keys" beside the ledger from a backup.`,
  );
}
