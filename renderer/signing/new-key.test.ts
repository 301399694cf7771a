/** A new key signs for itself and opens under its passphrase alone. */
import { expect, it } from 'vitest';
import { createNewKey } from './new-key.ts';
import { openPersonKey, PassphraseError, signText } from './person-key.ts';

const personId = 'usr_00000000000000000000000002';

it('signs as its verifier key says, also when it is opened later', async () => {
  const made = await createNewKey(personId, 'a long passphrase', '2026-01-01T00:00:00.000Z');
  expect(made.vkey).toBe(made.sealed.vkey);
  expect(made.vkey.startsWith(`${personId}+${made.signer.key}+`)).toBe(true);
  expect(made.signer.privateKey.extractable).toBe(false);
  const raw = Buffer.from(made.vkey.split('+').slice(2).join('+'), 'base64').subarray(1);
  const publicKey = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify']);
  const later = await openPersonKey(made.sealed, 'a long passphrase');
  for (const key of [made.signer.privateKey, later]) {
    const signature = Buffer.from(await signText(key, 'text'), 'base64');
    expect(await crypto.subtle.verify('Ed25519', publicKey, signature, Buffer.from('text'))).toBe(
      true,
    );
  }
  await expect(openPersonKey(made.sealed, 'another passphrase')).rejects.toThrow(PassphraseError);
});
