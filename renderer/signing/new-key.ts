/** A new key of a person: sealed under their passphrase for the ledger to keep, and opened once to sign for itself. */
import { statedKeyId } from '../../shared/ledger/verifier-key.ts';
import type { SealedKey } from '../../shared/contract/people.ts';
import { createPersonKey, openPersonKey, sealPersonKey } from './person-key.ts';
import type { Signer } from './sign-act.ts';

export interface NewKey {
  readonly vkey: string;
  readonly sealed: SealedKey;
  readonly signer: Signer;
}

/** Bounds of a passphrase, in characters. */
export const passphraseLimits = { minimum: 12, maximum: 1_024 } as const;

/** Makes a key and seals it; what could be read out of it is gone afterwards. */
export async function createNewKey(
  personId: string,
  passphrase: string,
  now: string,
): Promise<NewKey> {
  const made = await createPersonKey(personId);
  const sealed = await sealPersonKey(made, passphrase, now);
  made.pkcs8.fill(0);
  // Opened from the file: what signs is what the passphrase opens later.
  const privateKey = await openPersonKey(sealed, passphrase);
  const key = statedKeyId(made.vkey);
  return { vkey: made.vkey, sealed, signer: { by: personId, key, privateKey } };
}
