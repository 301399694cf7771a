/** The signing keys of a ledger on their way: gathered for a file, laid out beside a ledger that is restored. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '../../shared/contract/errors.ts';
import { instant, type Clock } from '../../shared/time.ts';
import type { RandomBytes } from '../../shared/ids.ts';
import { copyName } from '../database/backup-files.ts';
import { syncFolder, syncPath } from '../database/durable-files.ts';
import { reading } from '../database/ledger-facts.ts';
import { makeFolder } from '../database/make-folder.ts';
import { readKeyHistory } from '../ledger/key-rotation.ts';
import { createLedgerKey } from '../ledger/ledger-key.ts';
import { sealedKeyName, sealedKeysFolder, sealSeed, unsealSeed } from '../ledger/signing-keys.ts';
import {
  sealSigningKeys,
  type CarriedKeys,
  type ExportedKeys,
  type SeedOfKey,
} from './signing-key-file.ts';

/**
 * The file with every key that signed for the ledger in `directory`, under a passphrase.
 * @throws {ApiError} `conflict` when a key is not here, or is not the ledger's
 */
export function exportSigningKeys(
  place: { readonly directory: string; readonly signingSeed: Uint8Array },
  options: { readonly passphrase: string; readonly clock: Clock; readonly random: RandomBytes },
): ExportedKeys {
  const createdAt = instant(options.clock());
  const { origin, keys } = keysOf(place);
  const text = sealSigningKeys({ origin, keys }, { ...options, createdAt });
  const day = createdAt.slice(0, 10);
  return { name: `${fileNameOf(origin)}-${day}.key.json`, text, createdAt };
}

/** Writes the keys after the first as files of mode 0600 into `folder`, sealed under the first. */
export function layOutLaterKeys(
  folder: string,
  { keys: [first, ...later] }: CarriedKeys,
  random: RandomBytes,
): void {
  if (later.length === 0) return;
  const place = join(folder, sealedKeysFolder);
  makeFolder(place);
  for (const key of later) {
    const path = join(place, sealedKeyName(key.vkey));
    writeFileSync(path, sealSeed(first.seed, key, random), { mode: 0o600 });
    syncPath(path, 'r+');
  }
  syncFolder(place);
  syncFolder(folder);
}

function keysOf(place: {
  readonly directory: string;
  readonly signingSeed: Uint8Array;
}): CarriedKeys {
  const { directory, signingSeed } = place;
  const { periods } = reading(join(directory, copyName), readKeyHistory).history;
  const [genesis, ...later] = periods;
  const vkey = genesis?.vkey ?? '';
  const origin = vkey.split('+')[0] ?? '';
  if (vkey === '' || createLedgerKey(origin, signingSeed).vkey !== vkey) {
    throw new ApiError('conflict', 'The key that is here is not the one that the ledger names.');
  }
  const first = { vkey, seed: signingSeed };
  return { origin, keys: [first, ...later.map((each) => keptKey(place, each.vkey))] };
}

function keptKey(
  place: { readonly directory: string; readonly signingSeed: Uint8Array },
  vkey: string,
): SeedOfKey {
  const { directory, signingSeed } = place;
  try {
    const sealed = readFileSync(join(directory, sealedKeysFolder, sealedKeyName(vkey)));
    return { vkey, seed: unsealSeed(signingSeed, { vkey, sealed }) };
  } catch {
    const name = sealedKeyName(vkey);
    throw new ApiError(
      'conflict',
      `The key file keys/${name} beside the ledger is missing or damaged: what is exported would not be all of its keys.`,
    );
  }
}

/** An origin as part of a file's name. */
function fileNameOf(origin: string): string {
  return origin.replaceAll(/[^0-9A-Za-z.-]+/g, '-').slice(0, 80);
}
