/** Who signed the entries of a bundle, and whether they may: judged by what the entries before say of people. */
import { fromBase64 } from '../../shared/base64.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { signingTime } from '../../shared/contract/signing.ts';
import { erasureType, interventionType, restoreType } from '../../shared/ledger/entries.ts';
import { factType } from '../../shared/ledger/facts.ts';
import { rowErasureType } from '../../shared/ledger/row-erasures.ts';
import { signedText } from '../../shared/ledger/signed-text.ts';
import { isInstant } from '../../shared/time.ts';
import {
  noteAlgorithm,
  parseVerifierKey,
  type VerifierKey,
} from '../../shared/ledger/verifier-key.ts';
import { verifyEd25519 } from '../ledger/ledger-key.ts';
import { sha256 } from '../ledger/sha256.ts';

interface Person {
  readonly role: JsonValue | undefined;
  readonly key: VerifierKey;
  readonly isRevoked: boolean;
}

/** A person who signed an entry, and with which public key. */
export interface Signer {
  readonly by: string;
  /** As hex; undefined where nobody of that id is enrolled. */
  readonly publicKey: string | undefined;
}

type SignatureName = 'signature' | 'approval';

const reviewers = ['admin', 'compliance_officer'];
const admins = ['admin'];
const holders = ['data_holder'];
/** Tables whose facts are signed by those who review. */
const reviewed: ReadonlySet<string> = new Set(['person_letters', 'profiles', 'review_policies']);
/** Types of entries that people sign. */
const acts: ReadonlySet<string> = new Set([
  factType,
  interventionType,
  erasureType,
  rowErasureType,
]);
const ofEnrolment = new Set(['account_id', 'enrolled_at', 'holder_id', 'role', 'vkey']);
const ofAnotherKey = new Set(['vkey']);
const noForm = 'is neither an enrolment, another key nor a revocation';
const otherPerson = 'is signed by another person, or in another role, than it says';

/** Entries go in one after another. */
export class BundlePeople {
  readonly #origin: string;
  /** Whether every entry of the ledger is in the bundle. */
  readonly #isFull: boolean;
  readonly #people = new Map<string, Person>();
  /** Public keys that are or were somebody's, as hex. */
  readonly #keys = new Set<string>();
  /** People with facts here. */
  readonly #told = new Set<string>();
  readonly #signers = new Set<string>();
  /** Requests of persons so far. */
  readonly #requests = new Set<JsonValue | undefined>();
  /** Behind a restore, as long as nothing else is there than what it does again: the `seq` that would go on with that. */
  #again = -1;

  constructor(origin: string, isFull: boolean) {
    this.#origin = origin;
    this.#isFull = isFull;
  }

  /** Who signed an entry, by the entries before it. */
  signerOf(entry: JsonObject): Signer | undefined {
    const by = byOf(entry['signature']);
    return by === undefined ? undefined : { by, publicKey: hexOf(this.#people.get(by)) };
  }

  /** Takes an entry in, given as its members; what is wrong with who signed it, undefined for nothing. */
  add(entry: JsonObject): string | undefined {
    const { type, seq } = entry;
    for (const name of ['signature', 'approval'] as const) {
      const by = byOf(entry[name]);
      if (by !== undefined) this.#signers.add(by);
      else if (entry[name] !== undefined) return `has a ${name} that is none`;
    }
    const isAgain = type === erasureType && seq === this.#again;
    if (typeof seq === 'number' && (type === restoreType || isAgain)) this.#again = seq + 1;
    if (type === factType && entry['table'] === 'people') return this.#personFault(entry);
    return typeof type === 'string' && acts.has(type) ? this.#actFault(entry) : undefined;
  }

  /** People with facts here who signed nothing here. */
  strangers(): string[] {
    return [...this.#told].filter((person) => !this.#signers.has(person));
  }

  /** People who signed something here, sorted. */
  signers(): string[] {
    return [...this.#signers].toSorted();
  }

  #actFault(entry: JsonObject): string | undefined {
    const { type, table } = entry;
    const actor = actorOf(entry);
    const requestFault = this.#requestFault(entry);
    if (requestFault !== undefined) return requestFault;
    if (entry['signature'] === undefined) {
      // What a restored ledger erases again is declared in the name of who erased it at first.
      const isErasure = type === erasureType || type === rowErasureType;
      const isPersons = this.#people.has(actor.id) && !isErasure;
      const isUnsigned = isPersons || entry['approval'] !== undefined;
      return isUnsigned ? 'is not signed by the person who acts' : undefined;
    }
    const isForPerson = type === erasureType && entry['request_id'] !== undefined;
    const isOfReviewed = typeof table === 'string' && reviewed.has(table);
    const isReviewed = isForPerson || type === interventionType || isOfReviewed;
    const isOfHolder =
      type === rowErasureType ||
      (type === factType && (table === 'grants' || table === 'policies'));
    const roles = isReviewed
      ? reviewers
      : type === erasureType
        ? admins
        : isOfHolder
          ? holders
          : undefined;
    return (
      this.#judge(entry, 'signature', roles) ??
      (this.#isBy(entry, 'signature') ? undefined : otherPerson) ??
      (entry['approval'] === undefined ? undefined : this.#approvalFault(entry, roles))
    );
  }

  /** An erasure for a person names a request that is there; one that a restore does again may lack it. */
  #requestFault({ type, table, id, seq, request_id: request }: JsonObject): string | undefined {
    if (type === factType && table === 'person_requests') this.#requests.add(id);
    const isAsked = type === erasureType && request !== undefined && this.#isFull;
    // `again` is behind the entry already, where the entry goes on with what a restore does.
    const isAgain = typeof seq === 'number' && seq + 1 === this.#again;
    if (!isAsked || isAgain || this.#requests.has(request)) return undefined;
    return 'names a request that is not there before it';
  }

  #approvalFault(entry: JsonObject, roles: readonly string[] | undefined): string | undefined {
    const fault = this.#judge(entry, 'approval', roles);
    if (fault !== undefined) return fault;
    const [one, two] = [byOf(entry['signature']) ?? '', byOf(entry['approval']) ?? ''];
    const isSame = hexOf(this.#people.get(one)) === hexOf(this.#people.get(two));
    return one === two || isSame ? 'is approved by the person who signed it' : undefined;
  }

  /** A fact about a person: an enrolment, another key, or a revocation. */
  #personFault(entry: JsonObject): string | undefined {
    const { id, set } = entry;
    const values = set !== undefined && isJsonObject(set) ? set : undefined;
    if (typeof id !== 'string' || (set !== null && values === undefined)) return noForm;
    this.#told.add(id);
    const known = this.#people.get(id);
    const { vkey } = values ?? {};
    if (vkey === undefined) {
      const fault = this.#revocationFault(entry, id, values);
      if (known !== undefined) this.#people.set(id, { ...known, isRevoked: true });
      return fault;
    }
    const key = typeof vkey === 'string' ? parseVerifierKey(sha256, vkey) : undefined;
    const members = known === undefined ? ofEnrolment : ofAnotherKey;
    const isOfForm = Object.keys(values ?? {}).every((name) => members.has(name));
    if (key?.algorithm !== noteAlgorithm || key.name !== id || !isOfForm) return noForm;
    const fault = this.#newKeyFault(entry, id, key);
    this.#keys.add(Buffer.from(key.publicKey).toString('hex'));
    const { role, isRevoked } = known ?? { role: values?.['role'], isRevoked: false };
    this.#people.set(id, { role, isRevoked, key });
    return fault;
  }

  /** The new key signs; the one before it approves, of a new person an admin once there is one. */
  #newKeyFault(entry: JsonObject, id: string, key: VerifierKey): string | undefined {
    if (this.#keys.has(Buffer.from(key.publicKey).toString('hex'))) {
      return 'gives a person a key that is or was somebody’s';
    }
    if (byOf(entry['signature']) !== id) return 'is not signed with the new key';
    const fault = this.#holdFault(entry, 'signature', key);
    if (fault !== undefined) return fault;
    const actor = actorOf(entry).id;
    const approver = byOf(entry['approval']);
    if (this.#people.has(id)) {
      if (approver !== id || actor !== id) return 'is not approved with the key before it';
      return this.#judge(entry, 'approval', undefined);
    }
    if (approver !== undefined) {
      const isBy = this.#isBy(entry, 'approval') ? undefined : otherPerson;
      return this.#judge(entry, 'approval', admins) ?? isBy;
    }
    const isAlone = !this.#hasAdmin() && !actor.startsWith('usr_');
    return isAlone
      ? undefined
      : 'enrols somebody whom no admin approved, though an admin is in force';
  }

  /** Signed by an admin or by the person; by nobody where nobody else could, or where a restore does it again. */
  #revocationFault(
    entry: JsonObject,
    id: string,
    values: JsonObject | undefined,
  ): string | undefined {
    const at = values === undefined ? entry['created_at'] : values['revoked_at'];
    const isOfForm = Object.keys(values ?? {}).every((name) => name === 'revoked_at');
    const isKnown = this.#people.has(id) || !this.#isFull;
    const isAt = typeof at === 'string' && isInstant(at);
    if (!isKnown || entry['approval'] !== undefined || !isAt || !isOfForm) return noForm;
    const by = byOf(entry['signature']);
    if (by !== undefined) {
      const fault = this.#judge(entry, 'signature', undefined);
      if (fault !== undefined) return fault;
      if (!this.#isBy(entry, 'signature')) return otherPerson;
      const isOwn = by === id || this.#people.get(by)?.role === 'admin';
      return isOwn ? undefined : 'has a signature of somebody who is no admin';
    }
    const actor = actorOf(entry).id;
    if (actor !== 'clock') {
      const isAlone = actor === 'operator' && !this.#hasAdmin(id);
      return isAlone ? undefined : 'revokes somebody unsigned, though an admin is in force';
    }
    const { seq, created_at: created, commit } = entry;
    // Only a full bundle holds all that may stand between it and the restore.
    const isBehind = !this.#isFull || seq === this.#again;
    if (typeof seq === 'number') this.#again = seq + 1;
    const isSaidAgain =
      values !== undefined && commit === undefined && typeof created === 'string' && at <= created;
    return isBehind && isSaidAgain
      ? undefined
      : 'revokes somebody unsigned, and does not stand behind a restore';
  }

  /** A signature by a person who is enrolled, in force, and of a role that may sign this. */
  #judge(
    entry: JsonObject,
    name: SignatureName,
    roles: readonly string[] | undefined,
  ): string | undefined {
    const by = byOf(entry[name]) ?? '';
    const person = this.#people.get(by);
    if (person === undefined) return `is signed by ${by}, whose key is not in the bundle`;
    const fault = this.#holdFault(entry, name, person.key);
    if (fault !== undefined) return fault;
    if (person.isRevoked) return `is signed by ${by}, who was revoked before`;
    const may = roles === undefined || roles.some((role) => role === person.role);
    return may ? undefined : `has a ${name} of somebody whose role may not do this`;
  }

  /** The signature itself, and its time. */
  #holdFault(entry: JsonObject, name: SignatureName, vkey: VerifierKey): string | undefined {
    const signature = entry[name] ?? null;
    const { key, value, at } = isJsonObject(signature) ? signature : {};
    const bytes = typeof value === 'string' ? fromBase64(value) : undefined;
    const holds =
      key === vkey.keyId &&
      bytes !== undefined &&
      verifyEd25519(vkey.publicKey, signedText(entry, this.#origin), bytes);
    if (!holds) return `has a ${name} that does not hold`;
    const early = millisOf(entry['created_at']) - millisOf(at);
    const isInTime = early >= 0 && early <= signingTime;
    return isInTime
      ? undefined
      : `has a ${name} dated after it, or more than five minutes before it`;
  }

  /** Whether who acts is the person of the signature, in their role. */
  #isBy(entry: JsonObject, name: SignatureName): boolean {
    const by = byOf(entry[name]) ?? '';
    const actor = actorOf(entry);
    return actor.id === by && actor.role === this.#people.get(by)?.role;
  }

  #hasAdmin(besides?: string): boolean {
    for (const [id, { role, isRevoked }] of this.#people) {
      if (role === 'admin' && !isRevoked && id !== besides) return true;
    }
    return false;
  }
}

function byOf(signature: JsonValue | undefined): string | undefined {
  if (signature === undefined || !isJsonObject(signature)) return undefined;
  const { by } = signature;
  return typeof by === 'string' ? by : undefined;
}

function actorOf(entry: JsonObject): { readonly id: string; readonly role: JsonValue | undefined } {
  const actor = entry['actor'] ?? entry['by'] ?? null;
  const { id, role } = isJsonObject(actor) ? actor : {};
  return { id: typeof id === 'string' ? id : '', role };
}

function hexOf(person: Person | undefined): string | undefined {
  return person && Buffer.from(person.key.publicKey).toString('hex');
}

/** Milliseconds since 1970; NaN for what is no instant. */
function millisOf(instant: JsonValue | undefined): number {
  return typeof instant === 'string' ? Date.parse(instant) : Number.NaN;
}
