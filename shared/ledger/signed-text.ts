/** Signatures of people on entries: the member `signature`, and the text that is signed. */
import type { JsonObject } from '../contract/json.ts';
import { canonicalJson } from './canonical-json.ts';
import { EntryFormatError, type Actor, type MemberReader } from './entry-members.ts';

/** A person's signature on an entry. */
export interface PersonSignature {
  /** UTC instant, at most five minutes before `created_at`. */
  readonly at: string;
  /** `usr_…`: the actor; of a fact about a person's own key, that person. */
  readonly by: string;
  /** Eight hex digits: the key id of the person's verifier key in force. */
  readonly key: string;
  /** Ed25519 over `signedText`, in base64. */
  readonly value: string;
}

/** Members that hold a signature: that of who acts, and that of the second person who approves. */
export const signatureMembers = ['signature', 'approval'] as const;

/** The signatures that an entry has. */
export interface Signatures {
  readonly signature?: PersonSignature | undefined;
  readonly approval?: PersonSignature | undefined;
}

/** The members of an entry that hold its signatures. */
export function signaturesObject({ signature, approval }: Signatures): JsonObject {
  return {
    ...(signature === undefined ? {} : { signature: signatureObject(signature) }),
    ...(approval === undefined ? {} : { approval: signatureObject(approval) }),
  };
}

/** Takes the signatures of an entry. @throws {EntryFormatError} */
export function readSignatures(members: MemberReader): Signatures {
  return {
    signature: members.optional('signature', () => readSignature(members.object('signature'))),
    approval: members.optional('approval', () => readSignature(members.object('approval'))),
  };
}

export function signatureObject({ at, by, key, value }: PersonSignature): JsonObject {
  return { at, by, key, value };
}

/** @throws {EntryFormatError} */
export function readSignature(members: MemberReader): PersonSignature {
  const signature = {
    at: members.instant('at'),
    by: members.string('by'),
    key: members.string('key'),
    value: members.string('value'),
  };
  members.end();
  if (!/^[0-9a-f]{8}$/.test(signature.key)) throw new EntryFormatError('key is not a key id.');
  if (!/^[A-Za-z0-9+/]{85}[AQgw]==$/.test(signature.value)) {
    throw new EntryFormatError('value is not 64 bytes in base64.');
  }
  return signature;
}

/**
 * The canonical text that a person signs: the entry with its origin, without what only the journal
 * knows (`seq`, `created_at`) and without the signatures' values. So the text cannot be signed for one
 * ledger, record or place and stand in another.
 */
export function signedText(entry: JsonObject, origin: string): string {
  const { seq: _seq, created_at: _time, ...members } = entry;
  for (const name of signatureMembers) {
    const signature = members[name];
    if (typeof signature !== 'object' || signature === null || Array.isArray(signature)) continue;
    const { value: _value, ...rest } = signature;
    members[name] = rest;
  }
  return canonicalJson({ ...members, origin });
}

/** Tells whether the signature is that of who acts. */
export function isByActor(signature: PersonSignature, actor: Actor): boolean {
  return signature.by === actor.id;
}
