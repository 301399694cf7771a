/** People of a test: the one of the golden vectors, whose key opens, and what a server prepares for her to sign. */
import { z } from 'zod';
import type { Me } from '../../shared/contract/access.ts';
import { type JsonObject } from '../../shared/contract/json.ts';
import type { Person, SealedKey } from '../../shared/contract/people.ts';
import type { PreparedAct } from '../../shared/contract/signing.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { commitmentPreimage } from '../../shared/ledger/entries.ts';
import { toBase64 } from '../../shared/base64.ts';
import text from '../../docs/ledger-vectors.json?raw';

export const vectors = z
  .object({
    origin: z.string(),
    hashes: z.array(z.string()),
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
  .parse(JSON.parse(text));

const filled = (length: number, byte: number) => toBase64(new Uint8Array(length).fill(byte));
const { person_key: golden } = vectors;
const { vkey } = vectors.person;
const [evaId = '', evaKey = ''] = vkey.split('+');

export const { passphrase } = golden;

/** Eva Mayer, whose key is that of the golden vectors. */
export const eva: Person = {
  person_id: evaId,
  name: 'Eva Mayer',
  role: 'compliance',
  holder_id: null,
  account_id: null,
  key_id: evaKey,
  vkey,
  enrolled_at: '2026-01-01T00:02:00.000Z',
  revoked_at: null,
  reason: null,
  is_signed: true,
};

export const sealedEva: SealedKey = {
  cipher: { name: 'aes-256-gcm', nonce: filled(12, golden.nonce_byte) },
  created_at: golden.created_at,
  format: 'proofdesk.person-key/v1',
  kdf: {
    hash: 'SHA-256',
    iterations: 600_000,
    name: 'pbkdf2',
    salt: filled(32, golden.salt_byte),
  },
  sealed: golden.sealed,
  vkey,
};

const window: Pick<Me, 'kind' | 'role'> = { kind: 'operator', role: null };

/** Answers that a window reads which signs: who is there, whose ledger it is, and the golden key. */
export function peopleReads(people: readonly Person[]): Readonly<Record<string, unknown>> {
  return {
    'GET /people': { data: people },
    [`GET /people/${evaId}/key`]: sealedEva,
    'GET /me': {
      ...window,
      key_id: null,
      name: null,
      account_id: null,
      holder_id: null,
      person_id: null,
      scopes: [],
      operations: [],
    },
    'GET /workspace': {
      kind: 'local',
      origin: vectors.origin,
      record_count: 1,
      created_at: '2026-01-01T00:00:00.000Z',
      data_directory: null,
      last_erasure: null,
      replica_days: null,
      version: '1.0.0',
      case_id: null,
      remote: null,
    },
  };
}

/** The salt of a value: 16 equal bytes, in base64url. */
export function saltOf(byte: number): string {
  return filled(16, byte).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The text of an entry as a server prepares it for Eva Mayer, with a salt for each value it commits to. */
export async function preparedBy(
  members: JsonObject,
  values: JsonObject,
  signers: { readonly signature?: JsonObject; readonly approval?: JsonObject } = {},
): Promise<PreparedAct['texts'][number]> {
  const at = new Date().toISOString();
  const salts: Record<string, string> = {};
  const commit: Record<string, string> = {};
  for (const [index, [field, value]] of Object.entries(values).entries()) {
    const salt = saltOf(0x60 + index);
    salts[field] = salt;
    const preimage = commitmentPreimage(field, salt, canonicalJson(value));
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(preimage));
    const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'));
    commit[field] = `sha256:${hex.join('')}`;
  }
  const { signature = { by: evaId, key: evaKey }, approval } = signers;
  const entry = {
    ...members,
    ...(Object.keys(commit).length === 0 ? {} : { commit }),
    origin: vectors.origin,
    signature: { at, ...signature },
    ...(approval === undefined ? {} : { approval: { at, ...approval } }),
  };
  return { text: canonicalJson(entry), salts };
}

/** Tells whether the golden key made this signature over the text. */
export async function isByEva(signed: string, signature: string): Promise<boolean> {
  const raw = Uint8Array.from(atob(vkey.split('+').slice(2).join('+')), (c) => c.charCodeAt(0));
  const key = await crypto.subtle.importKey('raw', raw.slice(1), 'Ed25519', false, ['verify']);
  const bytes = Uint8Array.from(atob(signature), (c) => c.charCodeAt(0));
  return crypto.subtle.verify('Ed25519', key, bytes, new TextEncoder().encode(signed));
}
