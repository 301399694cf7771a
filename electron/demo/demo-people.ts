/** The demo's people: their keys are made with it, and sealed under a passphrase that everybody is told. */
import { createCipheriv, createPrivateKey, createPublicKey, pbkdf2Sync, sign } from 'node:crypto';
import type { Role } from '../../shared/contract/access.ts';
import { demoPassphrase, type SealedKey } from '../../shared/contract/people.ts';
import type { CreateId, RandomBytes } from '../../shared/ids.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { noteAlgorithm, verifierKey } from '../../shared/ledger/verifier-key.ts';
import { instant } from '../../shared/time.ts';
import { sha256 } from '../ledger/sha256.ts';

/** A person of the demo, with what signs for them while its story is told. */
export interface DemoPerson {
  readonly personId: string;
  readonly name: string;
  readonly role: Role;
  readonly vkey: string;
  readonly sealed: SealedKey;
  /** The signature over a text, in base64. */
  readonly sign: (text: string) => string;
}

const cast = {
  head: { name: 'Rosa Castellanos', role: 'admin' },
  deputy: { name: 'Henrik Vos', role: 'admin' },
  officer: { name: 'Maja Lindqvist', role: 'compliance' },
  colleague: { name: 'Tunde Okafor', role: 'compliance' },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly role: Role }>>;

export type DemoPeople = Readonly<Record<keyof typeof cast, DemoPerson>>;

/** The DER of a PKCS #8 Ed25519 private key up to its 32-byte seed (RFC 8410). */
const privateKeyHeader = Buffer.from('302e020100300506032b657004220420', 'hex');
const iterations = 600_000;

/** Makes the people and their keys. */
export function demoPeople(
  { random, createId }: { readonly random: RandomBytes; readonly createId: CreateId },
  now: number,
): DemoPeople {
  // Their passphrase is no secret: one salt, and one derivation, is enough for all of them.
  const salt = Buffer.from(random(32));
  const key = pbkdf2Sync(demoPassphrase.normalize('NFKC'), salt, iterations, 32, 'sha256');
  const person = ({ name, role }: { readonly name: string; readonly role: Role }): DemoPerson => {
    const personId = createId('usr');
    const pkcs8 = Buffer.concat([privateKeyHeader, random(32)]);
    const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
    const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
    const vkey = verifierKey(sha256, personId, noteAlgorithm, spki.subarray(-32));
    const nonce = Buffer.from(random(12));
    const head = {
      cipher: { name: 'aes-256-gcm', nonce: nonce.toString('base64') },
      created_at: instant(now),
      format: 'proofdesk.person-key/v1',
      kdf: { hash: 'SHA-256', iterations, name: 'pbkdf2', salt: salt.toString('base64') },
      vkey,
    } as const;
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    cipher.setAAD(Buffer.from(canonicalJson(head)));
    const bytes = Buffer.concat([cipher.update(pkcs8), cipher.final(), cipher.getAuthTag()]);
    return {
      personId,
      name,
      role,
      vkey,
      sealed: { ...head, sealed: bytes.toString('base64') },
      sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
    };
  };
  return {
    head: person(cast.head),
    deputy: person(cast.deputy),
    officer: person(cast.officer),
    colleague: person(cast.colleague),
  };
}
