/** Who has to sign an act, and who may: the table of permissions and the signature are both needed. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { CreateApiKey } from '../../shared/contract/access.ts';
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import type { OperationId } from '../../shared/contract/routes.ts';
import type { Signing } from '../../shared/contract/signing.ts';
import type { Actor } from '../../shared/ledger/entry-members.ts';
import { writtenRole } from '../../shared/ledger/roles.ts';
import { statedKeyId } from '../../shared/ledger/verifier-key.ts';
import { isOfSide } from '../../shared/sides.ts';
import { hostKeyId } from '../access/api-keys.ts';
import { permissionOf } from '../access/permissions.ts';
import { parseVkey } from '../ledger/ledger-key.ts';
import type { KeyPrincipal, Principal } from '../serve-request.ts';
import { People, type StoredPerson } from './people.ts';
import type { Signatories, Signatory } from './signed-acts.ts';

const signatureSchema = z.object({ by: z.string(), key: z.string() });

/** The part of a request that says who signs. */
export interface SignerRequest {
  readonly operationId: OperationId;
  readonly principal: Principal;
  readonly signing: Signing;
}

/** Those who sign an act: in force, with a role that may do it. */
export interface Signers extends Signatories {
  readonly actor: Actor;
}

/** Over one connection. */
export class SignersOf {
  readonly people: People;
  /** People who are revoked, whatever their rows say. */
  readonly #withheld: ReadonlyMap<string, string>;

  constructor({
    database,
    withheld,
  }: {
    readonly database: Database;
    readonly withheld: { readonly people: ReadonlyMap<string, string> };
  }) {
    this.people = new People(database);
    this.#withheld = withheld.people;
  }

  /**
   * Who signs an act, and as whom; undefined where nobody has to and nobody does.
   * @throws {ApiError} `signature_required`, `signature_invalid`, `person_revoked`, `forbidden`, `same_person`
   */
  of(request: SignerRequest): Signers | undefined {
    const { signer, approver } = request.signing;
    if (signer === undefined) {
      this.#refuseUnsigned(request);
      return undefined;
    }
    const person = this.inForce(signer, 'signer');
    this.refuseCaller(request.principal, person);
    this.#refuseRole(request.operationId, person);
    const second = approver === undefined ? undefined : this.inForce(approver, 'approver');
    if (second !== undefined) {
      this.#refuseRole(request.operationId, second);
      refuseSame(person, second);
    }
    return { actor: personActor(person), signature: person, approval: second };
  }

  /** @throws {ApiError} `signature_invalid` where there is no such person, `person_revoked` */
  inForce(personId: string, field: string): StoredPerson {
    const person = this.people.find(personId);
    if (person === undefined) {
      throw new ApiError('signature_invalid', `There is no person ${personId}.`, {
        fields: [faultAt(field, 'not_known', { unit: 'person' })],
      });
    }
    const revokedAt = person.revokedAt ?? this.#withheld.get(personId) ?? null;
    if (revokedAt === null) return person;
    throw new ApiError('person_revoked', `${personId} was revoked and signs no more.`, {
      fields: [faultAt(field, 'person_revoked', { instant: revokedAt })],
      details: { person_id: personId, revoked_at: revokedAt },
    });
  }

  /**
   * Refuses an API key in the name of a person who is not of its side.
   * @throws {ApiError} `validation_error`, `person_revoked`
   */
  refuseKeyOf({ person_id: personId, role, account_id: account, holder_id: holder }: CreateApiKey) {
    if (personId === undefined) return;
    if (this.people.find(personId) === undefined) {
      throw validationError([faultAt('person_id', 'not_known', { unit: 'person' })]);
    }
    const person = this.inForce(personId, 'person_id');
    const side = { role, accountId: account ?? null, holderId: holder ?? null };
    if (isOfSide(side, person)) return;
    throw validationError([faultAt('person_id', 'person_of_role', { role })]);
  }

  /** Tells whether somebody signs what another person signed, with another key. */
  isSecond(second: Signatory | undefined, earlier: { readonly signature: string | null }): boolean {
    const { signature: text } = earlier;
    if (second === undefined || text === null) return false;
    const { by, key } = signatureSchema.parse(JSON.parse(text));
    const first = this.people
      .keysEver()
      .find(({ personId, vkey }) => personId === by && statedKeyId(vkey) === key);
    return first !== undefined && !isSamePerson(first, second);
  }

  /** Once a person of the same role, holder and account is enrolled, acts of that role are signed. */
  #refuseUnsigned({ operationId, principal }: SignerRequest): void {
    const enrolled = this.people.inForce().filter((person) => {
      if (permissionOf(operationId, person.role) === 'none') return false;
      return isOperator(principal) || isOfSide(principal, person);
    });
    const isNamed = !isOperator(principal) && principal.personId !== null;
    if (enrolled.length === 0 && !isNamed) return;
    throw new ApiError(
      'signature_required',
      'People are enrolled who do this: one of them has to sign it.',
      { fields: [faultAt('signer', 'required')], details: { operation: operationId } },
    );
  }

  /** A key carries what its own person signs, or somebody of its side. @throws {ApiError} `forbidden` */
  refuseCaller(principal: Principal, person: StoredPerson): void {
    if (isOperator(principal)) return;
    const named = principal.personId;
    const isTheirs =
      named === null
        ? principal.role === 'admin' || isOfSide(principal, person)
        : named === person.personId;
    if (isTheirs) return;
    throw new ApiError('forbidden', `This API key may not send what ${person.personId} signs.`, {
      details: { person_id: person.personId },
    });
  }

  #refuseRole(operationId: OperationId, person: StoredPerson): void {
    if (permissionOf(operationId, person.role) !== 'none') return;
    throw new ApiError(
      'forbidden',
      `${person.personId} has the role ${person.role}, which may not ask for ${operationId}.`,
      { details: { operation: operationId, role: person.role } },
    );
  }
}

/** The person at the machine: by the window, or by the key of this start. */
export function isOperator(principal: Principal): principal is Exclude<Principal, KeyPrincipal> {
  return principal.kind !== 'api_key' || principal.keyId === hostKeyId;
}

/** A person as entries name them. */
export function personActor({ personId, role }: StoredPerson): Actor {
  return { id: personId, role: writtenRole(role) };
}

/** Two who are one person, or have one key. @throws {ApiError} `same_person` */
export function refuseSame(one: StoredPerson, other: StoredPerson): void {
  if (!isSamePerson(one, other)) return;
  throw new ApiError('same_person', 'Two people have to sign, each with a key of their own.', {
    details: { person_id: other.personId },
  });
}

/** Tells whether two are one person, or have one public key. */
export function isSamePerson(one: Signatory, other: Signatory): boolean {
  return one.personId === other.personId || publicKey(one.vkey) === publicKey(other.vkey);
}

/** The public key of a verifier key, hexadecimal; undefined for what is none. */
export function publicKey(vkey: string): string | undefined {
  const key = parseVkey(vkey)?.publicKey;
  return key === undefined ? undefined : Buffer.from(key).toString('hex');
}
