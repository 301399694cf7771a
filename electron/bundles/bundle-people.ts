/** The people whose facts a bundle holds, and what is wrong with a signature of one of them. */
import { fromBase64 } from '../../shared/base64.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { signingTime } from '../../shared/contract/signing.ts';
import type { Fact } from '../../shared/ledger/facts.ts';
import { signedText } from '../../shared/ledger/signed-text.ts';
import { noteAlgorithm, parseVerifierKey } from '../../shared/ledger/verifier-key.ts';
import { verifyEd25519 } from '../ledger/ledger-key.ts';
import { sha256 } from '../ledger/sha256.ts';

interface Person {
  readonly role: JsonValue | undefined;
  readonly vkey: JsonValue | undefined;
  /** The key before it. */
  readonly before: JsonValue | undefined;
  readonly revokedAt: JsonValue | undefined;
}

/** A person who signed an entry, and with which key. */
export interface Signer {
  readonly by: string;
  readonly vkey: JsonValue | undefined;
}

/** Entries go in one after another: a signature is judged by the facts before it, one about a person's own key by that fact too. */
export class BundlePeople {
  readonly #origin: string;
  readonly #people = new Map<string, Person>();
  readonly #signers = new Set<string>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Takes in what a fact says of a person. */
  addFact({ table, id, set }: Fact): void {
    if (table !== 'people' || typeof id !== 'string' || set === null) return;
    const known = this.#people.get(id);
    this.#people.set(id, {
      role: set['role'] ?? known?.role,
      vkey: set['vkey'] ?? known?.vkey,
      before: known?.vkey,
      revokedAt: set['revoked_at'] ?? known?.revokedAt,
    });
  }

  /** Who signed an entry. */
  signerOf(entry: JsonObject): Signer | undefined {
    const { signature } = entry;
    const by = isJsonObject(signature ?? null) ? Reflect.get(Object(signature), 'by') : undefined;
    return typeof by === 'string' ? { by, vkey: this.#people.get(by)?.vkey } : undefined;
  }

  /** What is wrong with the signatures of an entry, given as its members; undefined where they hold. */
  faultOf(entry: JsonObject): string | undefined {
    for (const name of ['signature', 'approval']) {
      const signature = entry[name];
      if (signature === undefined) continue;
      const fault = this.#fault(entry, name, signature);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }

  /** People with facts here who signed nothing here. */
  strangers(): string[] {
    return [...this.#people.keys()].filter((person) => !this.#signers.has(person));
  }

  /** People who signed something here, sorted. */
  signers(): string[] {
    return [...this.#signers].toSorted();
  }

  #fault(entry: JsonObject, name: string, signature: JsonValue): string | undefined {
    if (!isJsonObject(signature)) return `has a ${name} that is none`;
    const { by, key, value } = signature;
    if (typeof by !== 'string' || typeof value !== 'string') return `has a ${name} that is none`;
    this.#signers.add(by);
    const person = this.#people.get(by);
    // A new key signs; the one before it approves.
    const isOwn = entry['table'] === 'people' && entry['id'] === by;
    const text = isOwn && name === 'approval' ? person?.before : person?.vkey;
    const vkey = typeof text === 'string' ? parseVerifierKey(sha256, text) : undefined;
    if (person === undefined || vkey?.algorithm !== noteAlgorithm || vkey.name !== by) {
      return `is signed by ${by}, whose key is not in the bundle`;
    }
    const bytes = fromBase64(value);
    const holds =
      key === vkey.keyId &&
      bytes !== undefined &&
      verifyEd25519(vkey.publicKey, signedText(entry, this.#origin), bytes);
    if (!holds) return `has a ${name} that does not hold`;
    const early = millisOf(entry['created_at']) - millisOf(signature['at']);
    if (!(early >= 0 && early <= signingTime)) {
      return `has a ${name} dated after it, or more than five minutes before it`;
    }
    return this.#placeFault(entry, name, by, person);
  }

  #placeFault(
    entry: JsonObject,
    name: string,
    by: string,
    { role, revokedAt }: Person,
  ): string | undefined {
    if (entry['table'] === 'people' && entry['id'] === by) return undefined;
    if (revokedAt !== undefined && revokedAt !== null) {
      return `is signed by ${by}, who was revoked before`;
    }
    const actor = entry['actor'] ?? entry['by'] ?? null;
    const isActor = isJsonObject(actor) && actor['id'] === by && actor['role'] === role;
    if (name === 'signature' && !isActor) {
      return 'is signed by another person, or in another role, than it says';
    }
    if (name === 'approval' && this.signerOf(entry)?.by === by) {
      return 'is approved by the person who signed it';
    }
    if (entry['table'] === 'people' && !(isActor && role === 'admin')) {
      return `has a ${name} of somebody who is no admin`;
    }
    return undefined;
  }
}

/** Milliseconds since 1970; NaN for what is no instant. */
function millisOf(instant: JsonValue | undefined): number {
  return typeof instant === 'string' ? Date.parse(instant) : Number.NaN;
}
