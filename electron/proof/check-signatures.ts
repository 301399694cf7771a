/**
 * The check of people's signatures: each is over its entry, with the key that was in force, by somebody whose role may
 * do it; and what two people did was done by two.
 */
import type { Database, Statement } from 'better-sqlite3';
import { deciding, proposalMeaning } from '../../shared/contract/interventions.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import type { OperationId } from '../../shared/contract/routes.ts';
import { signingTime } from '../../shared/contract/signing.ts';
import { parseStrictJson } from '../../shared/ledger/canonical-json.ts';
import {
  entryOrUndefined,
  erasureType,
  interventionType,
  restoreType,
  type ErasureEntry,
  type InterventionEntry,
  type OtherEntry,
} from '../../shared/ledger/entries.ts';
import type { Actor } from '../../shared/ledger/entry-members.ts';
import { factOrUndefined, factType, keyText, type Fact } from '../../shared/ledger/facts.ts';
import { roleOf } from '../../shared/ledger/roles.ts';
import { rowErasureOrUndefined, rowErasureType } from '../../shared/ledger/row-erasures.ts';
import {
  signedText,
  type PersonSignature,
  type Signatures,
} from '../../shared/ledger/signed-text.ts';
import { statedKeyId } from '../../shared/ledger/verifier-key.ts';
import { clockActor } from '../access/acting.ts';
import { permissionOf } from '../access/permissions.ts';
import { verifyEntry } from '../ledger/ledger-key.ts';
import type { RowFinding } from './row-finding.ts';
import { publicKey } from './signers.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const signatureStatements = {
  // Of each window those entries that are signed, or that people sign.
  window: `SELECT seq, bytes FROM entries WHERE seq >= @from AND seq < @to
      AND (instr(bytes, '"signature":{"at":"') > 0 OR instr(bytes, '"approval":{"at":"') > 0
        OR instr(bytes, '"table":"people"') > 0 OR instr(bytes, '"table":"review_policies"') > 0
        OR instr(bytes, '"table":"grants"') > 0 OR instr(bytes, '"table":"policies"') > 0 OR instr(bytes, '"table":"profiles"') > 0 OR instr(bytes, '"table":"person_') > 0
        OR instr(bytes, '"type":"${interventionType}"') > 0
        OR instr(bytes, '"type":"${erasureType}"') > 0
        OR instr(bytes, '"type":"${rowErasureType}"') > 0
        OR instr(bytes, '"type":"${restoreType}"') > 0)
    ORDER BY seq`,
  size: 'SELECT coalesce(max(seq) + 1, 0) FROM entries',
  next: 'SELECT min(seq) FROM entries WHERE seq >= ?',
  genesis: 'SELECT bytes FROM entries WHERE seq = 0',
  intervention: `SELECT e.bytes FROM interventions AS i JOIN entries AS e ON e.seq = i.seq
    WHERE i.id = ?`,
  outcome: "SELECT value FROM payloads WHERE seq = ? AND field = 'outcome'",
} as const;

/** What people do when they change a row, for rows that people sign for. */
const operations: ReadonlyMap<string, OperationId> = new Map([
  ['profiles', 'createProfile'],
  // Of ledgers from before profiles had the rules of reviews.
  ['review_policies', 'createProfile'],
  ['person_letters', 'createPersonLetter'],
  ['policies', 'putDatasetPolicy'],
]);

/** Of a grant only the answer of its holder is signed. */
function operationOf({ table, set, signature }: Fact): OperationId | undefined {
  if (table !== 'grants') return operations.get(table);
  const isAnswer = set?.['action'] === 'refuse' || set?.['granted_by'] === 'holder';
  return isAnswer || signature !== undefined ? 'answerGrant' : undefined;
}

/** What a restored ledger does again in the name of who did it at first. */
const againTables: ReadonlySet<string> = new Set(['erasures', 'row_erasures']);

/** Entries that are looked at between two turns. */
const windowEntries = 512;

/** Why a signature is not relied upon; told as what was found. */
const reasons = {
  text: 'not over this entry, or with another key than the one in force',
  unknown: 'by somebody who was not enrolled',
  revoked: 'by a person who was revoked before',
  person: 'by another person than the one who acts',
  role: 'by a person whose role may not do this',
  time: 'dated after its entry, or more than five minutes before it',
  missing: 'not signed by the person who acts',
  approval: 'not approved by a second person who may',
  same: 'by the person who proposed it, or with the same key',
  taken: 'with a key that is or was a person’s already',
  other: 'another decision than the one that was proposed',
  request: 'for a request that is not there before it',
  form: 'over neither an enrolment, another key nor a revocation',
} as const;
type Reason = keyof typeof reasons;

/** A person as far as the entries before say it. */
interface Known {
  vkey: string;
  role: string;
  isRevoked: boolean;
  /** Verifier keys ever in force, by key id. */
  readonly keys: Map<string, string>;
}

/** One entry that is looked at. */
interface Looked extends Signatures {
  readonly seq: number;
  readonly createdAt: string;
  readonly actor: Actor;
  /** All of the entry, as it was parsed. */
  readonly members: JsonObject;
  readonly table: string;
  readonly row: string;
}

export class SignaturesCheck {
  readonly #statements: ReturnType<typeof prepare>;
  readonly #report: (finding: RowFinding) => void;
  readonly #people = new Map<string, Known>();
  /** Requests of persons so far. */
  readonly #requests = new Set<string>();
  #origin = '';
  /** Behind a restore, as long as nothing else is there than what it does again: the `seq` that would go on with that. */
  #again = -1;
  /** Signatures that were looked at. */
  checked = 0;
  /** Acts that people sign and that nobody signed. */
  notSigned = 0;

  /** @param database a connection within one state of the ledger */
  constructor(database: Database, report: (finding: RowFinding) => void) {
    this.#statements = prepare(database);
    this.#report = report;
  }

  /** Windows of entries that are gone through: how often `run` yields. */
  get windows(): number {
    return Math.ceil((this.#statements.size.get() ?? 0) / windowEntries);
  }

  /** Goes through the journal in its order; yields after each window, so that the caller can give way. */
  *run(): Generator<void> {
    this.#origin = originIn(this.#statements.genesis.get() ?? '');
    const size = this.#statements.size.get() ?? 0;
    let from = 0;
    while (from < size) {
      const to = from + windowEntries;
      for (const { bytes } of this.#statements.window.all({ from, to })) this.#look(bytes);
      yield;
      // A row that was moved far away leaves a gap that is not counted through.
      from = this.#statements.next.get(to) ?? size;
    }
  }

  #look(bytes: string): void {
    const entry = entryOrUndefined(bytes);
    const members = entry && parseStrictJson(bytes);
    if (entry === undefined || !isJsonObject(members)) return;
    if (entry.type === restoreType) this.#again = entry.seq + 1;
    else if (entry.type === interventionType) this.#intervention(entry, members);
    else if (entry.type === erasureType) this.#erasure(entry, members);
    else if (entry.type === rowErasureType) this.#rowErasure(entry, members);
    else if (entry.type === factType) this.#fact(entry, members);
  }

  #intervention(entry: InterventionEntry, members: JsonObject): void {
    const looked = { ...entry, members, table: 'interventions', row: entry.id };
    this.#act(looked, 'createIntervention');
    const { supersedes, action, meaning } = entry;
    if (supersedes === undefined || meaning === proposalMeaning || !deciding.includes(action)) {
      return;
    }
    const proposal = entryOrUndefined(this.#statements.intervention.get(supersedes) ?? '');
    if (proposal?.type !== interventionType || proposal.meaning !== proposalMeaning) return;
    const reason = this.#second(entry, proposal);
    if (reason !== undefined) this.#find(looked, 'signature', reason);
  }

  /** What speaks against a decision that makes a proposal count; undefined for nothing. */
  #second(entry: InterventionEntry, proposal: InterventionEntry): Reason | undefined {
    const [one, two] = [this.#keyOf(proposal.signature), this.#keyOf(entry.signature)];
    if (one === undefined || two === undefined) return 'approval';
    if (proposal.signature?.by === entry.signature?.by) return 'same';
    if (publicKey(one) === publicKey(two)) return 'same';
    if (proposal.action !== entry.action || proposal.recordId !== entry.recordId) return 'other';
    const { outcome } = this.#statements;
    const [proposed, decided] = [outcome.get(proposal.seq), outcome.get(entry.seq)];
    // What was erased is compared no more.
    const isOther = proposed !== undefined && decided !== undefined && proposed !== decided;
    return isOther ? 'other' : undefined;
  }

  #erasure(entry: ErasureEntry, members: JsonObject): void {
    const isAgain = entry.seq === this.#again;
    if (isAgain) this.#again += 1;
    const { requestId } = entry;
    const looked = { ...entry, members, table: 'erasures', row: String(entry.seq) };
    this.#act(looked, requestId === undefined ? 'createErasure' : 'erasePerson');
    const isThere = requestId === undefined || isAgain || this.#requests.has(requestId);
    if (!isThere) this.#find(looked, 'signature', 'request');
  }

  #rowErasure(entry: OtherEntry, members: JsonObject): void {
    const erasure = rowErasureOrUndefined(entry);
    if (erasure === undefined) return;
    const { seq, createdAt } = entry;
    const { actor, signature, approval } = erasure;
    const about = { seq, createdAt, members, table: 'row_erasures', row: String(seq) };
    this.#act({ ...about, actor, signature, approval }, 'createDatasetErasure');
  }

  #fact(entry: OtherEntry, members: JsonObject): void {
    const fact = factOrUndefined(entry);
    if (fact === undefined) return;
    const { seq, createdAt } = entry;
    const { by: actor, table, id, signature, approval } = fact;
    const looked: Looked = {
      seq,
      createdAt,
      actor,
      signature,
      approval,
      members,
      table,
      row: keyText(id),
    };
    if (table === 'person_requests') this.#requests.add(keyText(id));
    if (table === 'people') this.#person(looked, fact);
    else this.#act(looked, operationOf(fact));
  }

  /** An act that one person signs, and another where that is asked for. */
  #act(looked: Looked, operation: OperationId | undefined): void {
    const { signature, approval, actor } = looked;
    if (signature === undefined) {
      if (operation !== undefined) this.notSigned += 1;
      // What a restored ledger erases again is declared in the name of who erased it then.
      const isPersons = this.#people.has(actor.id) && !againTables.has(looked.table);
      if (isPersons || approval !== undefined) this.#find(looked, 'signature', 'missing');
      return;
    }
    this.#judge(looked, 'signature', signature, operation);
    if (signature.by !== actor.id) this.#find(looked, 'signature', 'person');
    else if (this.#people.get(actor.id)?.role !== actor.role) {
      this.#find(looked, 'signature', 'role');
    }
    if (approval === undefined) return;
    this.#judge(looked, 'approval', approval, operation);
    const [one, two] = [this.#keyOf(signature), this.#keyOf(approval)];
    const isSame = one !== undefined && two !== undefined && publicKey(one) === publicKey(two);
    if (approval.by === signature.by || isSame) this.#find(looked, 'approval', 'same');
  }

  /** A fact about a person: enrolment, another key, revocation. */
  #person(looked: Looked, { set }: Fact): void {
    const { row, actor } = looked;
    const known = this.#people.get(row);
    const vkey = set?.['vkey'];
    if (!actor.id.startsWith('usr_')) this.notSigned += 1;
    const isOfForm = Object.keys(set ?? {}).every((name) => formOf(vkey, known).has(name));
    if (!isOfForm) this.#find(looked, 'signature', 'form');
    if (typeof vkey === 'string') {
      this.#newKey(looked, vkey, known);
      if (known === undefined) {
        const role = typeof set?.['role'] === 'string' ? set['role'] : '';
        const keys = new Map([[statedKeyId(vkey), vkey]]);
        this.#people.set(row, { vkey, role, isRevoked: false, keys });
      } else {
        known.vkey = vkey;
        known.keys.set(statedKeyId(vkey), vkey);
      }
      return;
    }
    if (!this.#isRevokedAgain(looked, set)) this.#revocation(looked);
    if (known === undefined || (set !== null && typeof set['revoked_at'] !== 'string')) {
      this.#find(looked, 'signature', 'form');
    } else {
      known.isRevoked = true;
    }
  }

  /** The new key signs; an admin approves, once there is one, or the key before it. */
  #newKey(looked: Looked, vkey: string, known: Known | undefined): void {
    const { row, actor, signature, approval } = looked;
    if (this.#isKnownKey(vkey)) this.#find(looked, 'signature', 'taken');
    if (signature?.by !== row) this.#find(looked, 'signature', 'missing');
    else this.#hold(looked, 'signature', signature, vkey);
    if (known !== undefined) {
      if (approval?.by !== row || actor.id !== row) this.#find(looked, 'approval', 'approval');
      else this.#judge(looked, 'approval', approval, undefined);
      return;
    }
    if (approval === undefined) {
      const isAlone = !this.#hasAdmin() && !actor.id.startsWith('usr_');
      if (!isAlone) this.#find(looked, 'approval', 'approval');
      return;
    }
    this.#judge(looked, 'approval', approval, 'createPerson');
    if (approval.by !== actor.id) this.#find(looked, 'approval', 'person');
  }

  /** A restored ledger says again who was revoked in the one that it replaced, right behind the entry of the restore. */
  #isRevokedAgain(
    { seq, createdAt, actor, signature, approval }: Looked,
    set: Fact['set'],
  ): boolean {
    if (seq !== this.#again || actor.id !== clockActor.id) return false;
    const { revoked_at: at, ...others } = set ?? {};
    const isAlone = Object.keys(others).length === 0 && signature === undefined;
    if (!isAlone || approval !== undefined) return false;
    if (typeof at !== 'string' || at > createdAt) return false;
    this.#again += 1;
    return true;
  }

  /** Signed by an admin or by the person; by nobody where nobody else could. */
  #revocation(looked: Looked): void {
    const { row, actor, signature, approval } = looked;
    if (approval !== undefined) this.#find(looked, 'approval', 'form');
    if (signature === undefined) {
      const isOperators = actor.id === 'operator' && !this.#hasAdmin(row);
      if (!isOperators) this.#find(looked, 'signature', 'missing');
      return;
    }
    this.#judge(looked, 'signature', signature, undefined);
    if (signature.by !== actor.id) this.#find(looked, 'signature', 'person');
    const isAdmin = this.#people.get(signature.by)?.role === 'admin';
    if (!isAdmin && signature.by !== row) this.#find(looked, 'signature', 'role');
  }

  /** A signature by a person who is enrolled, in force, and may ask for the operation. */
  #judge(
    looked: Looked,
    name: 'signature' | 'approval',
    signature: PersonSignature,
    operation: OperationId | undefined,
  ): void {
    const person = this.#people.get(signature.by);
    if (person === undefined) {
      this.checked += 1;
      this.#find(looked, name, 'unknown');
      return;
    }
    this.#hold(looked, name, signature, person.vkey);
    if (person.isRevoked) this.#find(looked, name, 'revoked');
    const role = roleOf(person.role);
    const may =
      operation === undefined || (role !== undefined && permissionOf(operation, role) !== 'none');
    if (!may) this.#find(looked, name, 'role');
  }

  /** The signature itself, and its time. */
  #hold(
    looked: Looked,
    name: 'signature' | 'approval',
    { at, key, value }: PersonSignature,
    vkey: string,
  ): void {
    this.checked += 1;
    const text = signedText(looked.members, this.#origin);
    const holds = key === statedKeyId(vkey) && verifyEntry(text, value, vkey);
    if (!holds) this.#find(looked, name, 'text');
    const early = Date.parse(looked.createdAt) - Date.parse(at);
    if (early < 0 || early > signingTime) this.#find(looked, name, 'time');
  }

  /** The verifier key that a signature names; undefined where it was never that person's. */
  #keyOf(signature: PersonSignature | undefined): string | undefined {
    if (signature === undefined) return undefined;
    return this.#people.get(signature.by)?.keys.get(signature.key);
  }

  /** A public key is one person's for good. */
  #isKnownKey(vkey: string): boolean {
    const wanted = publicKey(vkey);
    for (const { keys } of this.#people.values()) {
      for (const known of keys.values()) if (publicKey(known) === wanted) return true;
    }
    return false;
  }

  #hasAdmin(besides?: string): boolean {
    for (const [personId, { role, isRevoked }] of this.#people) {
      if (role === 'admin' && !isRevoked && personId !== besides) return true;
    }
    return false;
  }

  #find({ seq, table, row }: Looked, column: 'signature' | 'approval', reason: Reason): void {
    this.#report({
      kind: 'signature',
      table,
      row,
      column,
      seq,
      expected: null,
      actual: reasons[reason],
    });
  }
}

const ofEnrolment = new Set(['account_id', 'enrolled_at', 'holder_id', 'role', 'vkey']);
const ofAnotherKey = new Set(['vkey']);
const ofRevocation = new Set(['revoked_at']);

/** Members that a fact about a person may set. */
function formOf(vkey: JsonValue | undefined, known: Known | undefined): ReadonlySet<string> {
  if (typeof vkey !== 'string') return ofRevocation;
  return known === undefined ? ofEnrolment : ofAnotherKey;
}

function originIn(genesis: string): string {
  const entry = entryOrUndefined(genesis);
  return entry?.type === 'ledger.genesis/v1' ? entry.origin : '';
}

function prepare(database: Database) {
  const { window, size, next, genesis, intervention, outcome } = signatureStatements;
  const windowed: Statement<[{ from: number; to: number }], { seq: number; bytes: string }> =
    database.prepare(window);
  return {
    window: windowed,
    size: database.prepare<[], number>(size).pluck(),
    next: database.prepare<[number], number | null>(next).pluck(),
    genesis: database.prepare<[], string>(genesis).pluck(),
    intervention: database.prepare<[string], string>(intervention).pluck(),
    outcome: database.prepare<[number], string>(outcome).pluck(),
  };
}
