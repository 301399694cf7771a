/** Keys of people: the golden vectors of sealing and signing, and what does not open. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { parseVerifierKey } from '../../shared/ledger/verifier-key.ts';
import {
  createPersonKey,
  openPersonKey,
  PassphraseError,
  personVkey,
  sealPersonKey,
  signText,
} from './person-key.ts';
import { sealedKeySchema, type SealedKey } from '../../shared/contract/people.ts';

const vectors = z
  .object({
    seeds: z.object({ person: z.string() }),
    entries: z.array(z.string()),
    person: z.object({ vkey: z.string(), signed_texts: z.record(z.string(), z.string()) }),
    person_key: z.object({
      passphrase: z.string(),
      salt_byte: z.number(),
      nonce_byte: z.number(),
      created_at: z.string(),
      sealed: z.string(),
    }),
  })
  .parse(
    JSON.parse(
      readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'ledger-vectors.json'), 'utf8'),
    ),
  );
const { passphrase, ...golden } = vectors.person_key;
const { vkey } = vectors.person;
const pkcs8 = Uint8Array.from(
  Buffer.from(`302e020100300506032b657004220420${vectors.seeds.person}`, 'hex'),
);
const bytesOf = (length: number) =>
  new Uint8Array(length).fill(length === 32 ? golden.salt_byte : golden.nonce_byte);

/** Sealed once: each derivation has its full cost. */
const sealing = sealPersonKey({ vkey, pkcs8 }, passphrase, golden.created_at, bytesOf);
const sealed = (): Promise<SealedKey> => sealing;

it('seals as the golden vector does', async () => {
  expect(await sealed()).toMatchObject({ sealed: golden.sealed, vkey });
  expect(sealedKeySchema.safeParse(await sealed()).success).toBe(true);
});

it.each(['4', '9'])('signs entry %s as the golden vector does', async (seq) => {
  const key = await openPersonKey(await sealed(), passphrase);
  expect(key.extractable).toBe(false);
  const { signature } = JSON.parse(vectors.entries[Number(seq)] ?? '');
  expect(await signText(key, vectors.person.signed_texts[seq] ?? '')).toBe(signature.value);
});

it('makes a key whose verifier key names the person', async () => {
  const made = await createPersonKey('usr_00000000000000000000000002');
  const { hash } = await import('node:crypto');
  const parsed = parseVerifierKey((data) => hash('sha256', data, 'hex'), made.vkey);
  expect(parsed?.name).toBe('usr_00000000000000000000000002');
  expect(await personVkey('usr_00000000000000000000000002', parsed?.publicKey ?? pkcs8)).toBe(
    made.vkey,
  );
  const file = await sealPersonKey(made, passphrase, golden.created_at);
  expect(await openPersonKey(file, passphrase)).toMatchObject({ type: 'private' });
});

it('takes a passphrase in any spelling of the same characters', async () => {
  const file = await sealPersonKey({ vkey, pkcs8 }, 'Ünïcode passphrase', golden.created_at);
  expect(await openPersonKey(file, 'U\u0308ni\u0308code passphrase')).toMatchObject({
    type: 'private',
  });
});

it.each<[string, (file: SealedKey) => SealedKey]>([
  ['another key', (file) => ({ ...file, vkey: file.vkey.replace('1+', '2+') })],
  ['another time', (file) => ({ ...file, created_at: '2026-01-02T00:00:00.000Z' })],
  ['another salt', (file) => ({ ...file, kdf: { ...file.kdf, salt: btoa('x'.repeat(32)) } })],
  [
    'another nonce',
    (file) => ({ ...file, cipher: { ...file.cipher, nonce: btoa('x'.repeat(12)) } }),
  ],
  ['a salt that is too short', (file) => ({ ...file, kdf: { ...file.kdf, salt: 'AAAA' } })],
  ['a flipped bit', (file) => ({ ...file, sealed: file.sealed.replace(/^P/, 'Q') })],
  ['a cut end', (file) => ({ ...file, sealed: file.sealed.slice(0, -4) })],
  ['nothing', (file) => ({ ...file, sealed: '' })],
])('does not open with %s @whole', async (_title, alter) => {
  await expect(openPersonKey(alter(await sealed()), passphrase)).rejects.toThrow(PassphraseError);
});

it('does not open with another passphrase', async () => {
  await expect(openPersonKey(await sealed(), `${passphrase} `)).rejects.toThrow(PassphraseError);
});
