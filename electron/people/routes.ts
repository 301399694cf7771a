/** The routes of people who sign (docs/ledger-format.md, "Entry types"). */
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import type { CreatePerson, Person, SealedKey } from '../../shared/contract/people.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import type { Actor } from '../../shared/ledger/entry-members.ts';
import { writtenRole } from '../../shared/ledger/roles.ts';
import type { WriteContext } from '../area.ts';
import type { Written } from '../access/commits.ts';
import type { ReaderDatabase } from '../database/open-database.ts';
import { parseVkey } from '../ledger/ledger-key.ts';
import type { StoredPerson } from '../proof/people.ts';
import type { Act, ActRequest, Signatories } from '../proof/signed-acts.ts';
import {
  isOperator,
  personActor,
  publicKey,
  SignersOf,
  type SignerRequest,
} from '../proof/signers.ts';
import { jsonReply, type RouteHandlers } from '../route-handler.ts';
import { isSoundKey } from './sound-key.ts';
import { ShownPeople } from './shown-people.ts';

/** Handlers that a reader thread answers. */
export function peopleReadRoutes(
  database: ReaderDatabase,
): RouteHandlers<'listPeople' | 'getPersonKey'> {
  const shown = new ShownPeople(database);
  return {
    listPeople: () => jsonReply({ data: shown.all() }),
    getPersonKey: ({ parameters: { id } }) => {
      const sealed = shown.sealedKey(id);
      if (sealed === undefined) throw new ApiError('not_found', `There is no person ${id}.`);
      return jsonReply(sealed);
    },
  };
}

type PeopleMeans = Pick<WriteContext, 'database' | 'facts' | 'acts' | 'withheld'> & {
  readonly hasAccount: (accountId: string) => boolean;
};

/** Handlers that write. */
export function peopleWriteRoutes(
  means: PeopleMeans,
): RouteHandlers<'createPerson' | 'changePersonKey' | 'revokePerson'> {
  const { acts } = means;
  const register = new Register(means);
  return {
    createPerson: (call) =>
      acts.append(requireSteps(call), ['people'], (act) => register.enrol(act, call, call.body)),
    changePersonKey: (call) =>
      acts.append(requireSteps(call), ['people'], (act) =>
        register.changeKey(act, call.parameters.id, call.body),
      ),
    revokePerson: (call) =>
      acts.append(call, ['people'], (act) =>
        register.revoke(act, call, { personId: call.parameters.id, ...call.body }),
      ),
  };
}

/** A new key has to sign: there is no act without that. */
function requireSteps<Request extends ActRequest>(request: Request): Request {
  const { prepare, signed } = request.signing;
  if (prepare !== undefined || signed !== undefined) return request;
  throw new ApiError(
    'signature_required',
    'The new key has to sign: send `prepare` first, then the texts that are answered, signed.',
    { fields: [faultAt('signed', 'required')] },
  );
}

interface KeyBody {
  readonly vkey: string;
  readonly sealed: SealedKey;
}

/** Who is enrolled. The caller holds the transaction. */
class Register {
  readonly #means: PeopleMeans;
  readonly #signers: SignersOf;
  readonly #shown: ShownPeople;

  constructor(means: PeopleMeans) {
    this.#means = means;
    this.#signers = new SignersOf(means);
    this.#shown = new ShownPeople(means.database);
  }

  enrol(
    act: Act,
    request: SignerRequest,
    body: Omit<CreatePerson, 'approver' | 'prepare' | 'signed'>,
  ): Written {
    const { person_id: personId, vkey, account_id: account } = body;
    if (this.#signers.people.find(personId) !== undefined) {
      throw new ApiError('conflict', `There is a person ${personId} already.`, {
        fields: [faultAt('person_id', 'taken')],
      });
    }
    if (account !== undefined && !this.#means.hasAccount(account)) {
      throw validationError([faultAt('account_id', 'account_unknown')]);
    }
    this.#refuseKey(personId, body);
    const approval = this.#approver(request);
    this.#write(act, personId, {
      by: approval && personActor(approval),
      set: {
        role: writtenRole(body.role),
        holder_id: body.holder_id ?? null,
        account_id: account ?? null,
        vkey,
        enrolled_at: act.now,
      },
      commit: { name: body.name },
      signatories: { signature: { personId, vkey }, approval },
      sealed: body.sealed,
    });
    return this.#answer(act, personId, 201);
  }

  changeKey(act: Act, personId: string, body: KeyBody): Written {
    const person = this.#require(personId);
    this.#refuseKey(personId, body);
    this.#write(act, personId, {
      by: personActor(person),
      set: { vkey: body.vkey },
      signatories: { signature: { personId, vkey: body.vkey }, approval: person },
      sealed: body.sealed,
    });
    return this.#answer(act, personId, 200);
  }

  revoke(
    act: Act,
    request: SignerRequest,
    { personId, reason }: { readonly personId: string; readonly reason: string },
  ): Written {
    const person = this.#require(personId);
    const { signer } = request.signing;
    const by = signer === undefined ? undefined : this.#signers.inForce(signer, 'signer');
    if (by === undefined) this.#refuseUnsigned(request, person);
    else if (by.personId !== personId) this.#requireAdmin(by);
    if (by !== undefined) this.#signers.refuseCaller(request.principal, by);
    this.#write(act, personId, {
      by: by && personActor(by),
      set: { revoked_at: act.now },
      commit: { reason },
      signatories: { signature: by },
    });
    return this.#answer(act, personId, 200);
  }

  #write(
    act: Act,
    personId: string,
    {
      by,
      set,
      commit,
      signatories,
      sealed,
    }: {
      readonly by: Actor | undefined;
      readonly set: Readonly<Record<string, string | null>>;
      readonly commit?: Readonly<Record<string, string>>;
      readonly signatories: Signatories;
      readonly sealed?: SealedKey;
    },
  ): void {
    const { database, facts } = this.#means;
    const signing = signatories.signature === undefined ? undefined : act.signedBy(signatories);
    facts.write('people', personId, { by, set, ...(commit && { commit }), signing });
    if (sealed === undefined) return;
    database
      .prepare('UPDATE people SET sealed = ? WHERE person_id = ?')
      .run(canonicalJson({ ...sealed }), personId);
  }

  #answer(act: Act, personId: string, status: number): Written {
    const person: Person | undefined = this.#shown.find(personId);
    if (person === undefined) throw new Error(`${personId} is not where it was put.`);
    return { status, body: act.isPrepared ? '' : JSON.stringify(person) };
  }

  /** @throws {ApiError} `not_found`, `person_revoked` */
  #require(personId: string): StoredPerson {
    if (this.#signers.people.find(personId) === undefined) {
      throw new ApiError('not_found', `There is no person ${personId}.`);
    }
    return this.#signers.inForce(personId, 'id');
  }

  /** The admin who enrols, once there is one. */
  #approver({ signing: { approver }, principal }: SignerRequest): StoredPerson | undefined {
    if (approver === undefined) {
      if (this.#admins().length === 0) return undefined;
      throw new ApiError('signature_required', 'An admin is enrolled, who has to approve this.', {
        fields: [faultAt('approver', 'required')],
      });
    }
    const person = this.#signers.inForce(approver, 'approver');
    this.#requireAdmin(person);
    this.#signers.refuseCaller(principal, person);
    return person;
  }

  #admins(): StoredPerson[] {
    return this.#signers.people.inForce().filter(({ role }) => role === 'admin');
  }

  /** Nobody is locked out: the person at the machine revokes whoever there is no admin for, and the only admin. */
  #refuseUnsigned({ principal }: SignerRequest, person: StoredPerson): void {
    const others = this.#admins().filter(({ personId }) => personId !== person.personId);
    if (isOperator(principal) && others.length === 0) return;
    throw new ApiError('signature_required', 'An admin or the person has to sign this.', {
      fields: [faultAt('signer', 'required')],
    });
  }

  #requireAdmin(person: StoredPerson): void {
    if (person.role === 'admin') return;
    throw new ApiError('forbidden', `${person.personId} is not an admin.`, {
      details: { person_id: person.personId, role: person.role },
    });
  }

  /** @throws {ApiError} `validation_error`; `same_person` for a key that is or was somebody's */
  #refuseKey(personId: string, { vkey, sealed }: KeyBody): void {
    const key = parseVkey(vkey);
    if (key === undefined || key.origin !== personId || !isSoundKey(key.publicKey)) {
      throw validationError([faultAt('vkey', 'verifier_key', { person: personId })]);
    }
    if (sealed.vkey !== vkey) {
      throw validationError([faultAt('sealed.vkey', 'exactly', { value: vkey })]);
    }
    const known = this.#signers.people
      .keysEver()
      .find((each) => publicKey(each.vkey) === publicKey(vkey));
    if (known === undefined) return;
    throw new ApiError('same_person', `This key is or was that of ${known.personId}.`, {
      fields: [faultAt('vkey', 'key_known', { person: known.personId })],
      details: { person_id: known.personId },
    });
  }
}
