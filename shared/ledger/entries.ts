/** The journal's entries: what is committed to, what is written in clear, and the exact canonical text. */
import type { JsonObject } from '../contract/json.ts';
import { isJsonObject } from '../contract/json.ts';
import { canonicalJson, parseStrictJson, quoteString } from './canonical-json.ts';
import {
  EntryFormatError,
  MemberReader,
  type Actor,
  type Commitment,
  type HashText,
} from './entry-members.ts';
import {
  readSignature,
  readSignatures,
  signaturesObject,
  type PersonSignature,
} from './signed-text.ts';

/** SHA-256 of UTF-8 text or bytes, as 64 lower-case hex digits. Passed in: this floor has no crypto. */
export type Sha256 = (data: string | Uint8Array) => string;

export const genesisType = 'ledger.genesis/v1';
export const recordType = 'ledger.record/v1';
export const interventionType = 'ledger.intervention/v1';
export const erasureType = 'ledger.erasure/v1';
export const evidenceType = 'ledger.evidence/v1';
export const restoreType = 'ledger.restore/v1';
export const clockType = 'ledger.clock/v1';
export const clockReasons = ['ahead', 'behind'] as const;
export type ClockReason = (typeof clockReasons)[number];
/** Entries whose members their areas decide; the journal holds and verifies them already. */
const otherTypes = [
  'ledger.model/v1',
  restoreType,
  'ledger.keyrotate/v1',
  'ledger.archive/v1',
  'ledger.evidence/v1',
  'ledger.invoice/v1',
  'ledger.invoice/v2',
  'ledger.fact/v1',
  'ledger.batch/v1',
  'ledger.index/v1',
  'ledger.rowerasure/v1',
  clockType,
] as const;
type OtherType = (typeof otherTypes)[number];
export const entryTypes = [
  genesisType,
  recordType,
  interventionType,
  erasureType,
  ...otherTypes,
] as const;

export const interventionActions = [
  'approve',
  'modify',
  'override',
  'reverse',
  'annotate',
  'escalate',
  'retract',
] as const;
export type InterventionAction = (typeof interventionActions)[number];

export interface GenesisEntry {
  readonly type: typeof genesisType;
  readonly seq: 0;
  readonly createdAt: string;
  readonly origin: string;
  readonly vkey: string;
}

export interface RecordEntry {
  readonly type: typeof recordType;
  readonly seq: number;
  readonly id: string;
  readonly modelId: string;
  /** Account whose key wrote it. */
  readonly accountId?: string | undefined;
  readonly createdAt: string;
  readonly previousHash: string;
  readonly confidence?: number | undefined;
  readonly policyId?: string | undefined;
  /** Sorted by field. */
  readonly commitments: readonly Commitment[];
}

export interface InterventionEntry {
  readonly type: typeof interventionType;
  readonly seq: number;
  readonly id: string;
  readonly createdAt: string;
  readonly recordId: string;
  readonly recordHash: string;
  /** 1, 2, 3… on its record. */
  readonly n: number;
  /** The record's hash for n = 1, else that of the intervention before on the same record. */
  readonly previousHash: string;
  readonly action: InterventionAction;
  readonly actor: Actor;
  readonly meaning?: string | undefined;
  readonly supersedes?: string | undefined;
  readonly signature?: PersonSignature | undefined;
  readonly commitments: readonly Commitment[];
}

/** An entry that an erasure takes values from. */
export interface ErasedTarget {
  /** Of a record, an intervention or a figure; of a fact `<table>/<key>` of its row; of a step of an alert that of the alert. */
  readonly id: string;
  /** Of the entry, `sha256:<hex>`: facts of one row have one id, and so have the steps of an alert. */
  readonly hash: string;
  readonly fields: readonly string[];
}

/** Tells whether a target is a step of the alert of that id. */
export function isAlertId(id: string): boolean {
  return id.startsWith('alert_');
}

/** Tells whether a target is the recorded figure of that id. */
export function isFigureId(id: string): boolean {
  return id.startsWith('fig_');
}

/** Tells whether a target is evidence about many decisions: no subject of an index is what it is about. */
export function isEvidenceId(id: string): boolean {
  return isAlertId(id) || isFigureId(id);
}

/** Targets that one erasure has at most. */
export const mostTargets = 300;

export interface ErasureEntry {
  readonly type: typeof erasureType;
  readonly seq: number;
  readonly createdAt: string;
  readonly targets: readonly ErasedTarget[];
  readonly legalBasis: string;
  /** The request of a person that asked for it. */
  readonly requestId?: string | undefined;
  readonly actor: Actor;
  readonly signature?: PersonSignature | undefined;
  readonly approval?: PersonSignature | undefined;
}

export interface OtherEntry {
  readonly type: OtherType;
  readonly seq: number;
  readonly createdAt: string;
  readonly commitments: readonly Commitment[];
  /** Every member but type, seq, created_at and commit. */
  readonly members: JsonObject;
}

export type LedgerEntry =
  | GenesisEntry
  | RecordEntry
  | InterventionEntry
  | ErasureEntry
  | OtherEntry;

/** Text that is hashed for one field: `JCS(["ledger.field/v1", salt, name, value])` (docs/ledger-format.md, "Commitment"). */
export function commitmentPreimage(field: string, salt: string, canonicalValue: string): string {
  return `["ledger.field/v1",${quoteString(salt)},${quoteString(field)},${canonicalValue}]`;
}

/** The canonical value within a preimage of a field whose salt has 22 characters. */
export function valueInPreimage(preimage: string, field: string): string {
  return preimage.slice(`["ledger.field/v1","`.length + 22 + `","${field}",`.length, -1);
}

/** The commitment to a field: `sha256:<hex>` of its preimage. */
export function commitment(
  sha256: Sha256,
  field: string,
  salt: string,
  canonicalValue: string,
): HashText {
  return `sha256:${sha256(commitmentPreimage(field, salt, canonicalValue))}`;
}

/** An entry's hash, `SHA-256(E)` as `sha256:<hex>`: what `hash` and `previous_hash` carry. */
export function entryHash(sha256: Sha256, text: string): HashText {
  return `sha256:${sha256(text)}`;
}

/** The canonical text of the genesis, seq 0. */
export function genesisEntry(entry: Omit<GenesisEntry, 'type' | 'seq'>): string {
  return canonicalJson({
    type: genesisType,
    seq: 0,
    alg: 'sha256',
    canon: 'RFC8785',
    created_at: entry.createdAt,
    origin: entry.origin,
    vkey: entry.vkey,
  });
}

/**
 * The canonical text of a record entry. Written member by member, in RFC 8785 order, because it is
 * made once for every record appended and once more for every record verified.
 * `created_at`, `id` and hashes are taken to need no escape.
 */
export function recordEntry(entry: Omit<RecordEntry, 'type'>): string {
  const commit = entry.commitments.map(({ field, hash }) => `"${field}":"${hash}"`);
  return recordEntryText(entry, commit.join(','));
}

/** `recordEntry` with the inside of the `commit` object already written. */
export function recordEntryText(
  entry: Omit<RecordEntry, 'type' | 'commitments'>,
  commit: string,
): string {
  const account =
    entry.accountId === undefined ? '' : `"account_id":${quoteString(entry.accountId)},`;
  const confidence = entry.confidence === undefined ? '' : `"confidence":${entry.confidence},`;
  const policy = entry.policyId === undefined ? '' : `"policy_id":${quoteString(entry.policyId)},`;
  return `{${account}"commit":{${commit}},${confidence}"created_at":"${entry.createdAt}","id":"${entry.id}","model_id":${quoteString(entry.modelId)},${policy}"previous_hash":"${entry.previousHash}","seq":${entry.seq},"type":"ledger.record/v1"}`;
}

/** Where an entry stands in the journal: members that only the journal knows. */
interface EntryPlace {
  readonly seq: number;
  readonly createdAt: string;
}

function placed(members: JsonObject, { seq, createdAt }: EntryPlace): string {
  return canonicalJson({ ...members, seq, created_at: createdAt });
}

/** The canonical text of an intervention entry. */
export function interventionEntry(entry: Omit<InterventionEntry, 'type'>): string {
  return placed(interventionMembers(entry), entry);
}

/** Members of an intervention entry but for its place. */
export function interventionMembers(
  entry: Omit<InterventionEntry, 'type' | keyof EntryPlace>,
): JsonObject {
  return {
    type: interventionType,
    id: entry.id,
    record_id: entry.recordId,
    record_hash: entry.recordHash,
    n: entry.n,
    previous_hash: entry.previousHash,
    action: entry.action,
    actor: actorObject(entry.actor),
    commit: commitObject(entry.commitments),
    ...(entry.meaning === undefined ? {} : { meaning: entry.meaning }),
    ...(entry.supersedes === undefined ? {} : { supersedes: entry.supersedes }),
    ...signaturesObject(entry),
  };
}

/** The canonical text of an erasure entry. */
export function erasureEntry(entry: Omit<ErasureEntry, 'type'>): string {
  return placed(erasureMembers(entry), entry);
}

/** Members of an erasure entry but for its place. */
export function erasureMembers(entry: Omit<ErasureEntry, 'type' | keyof EntryPlace>): JsonObject {
  return {
    type: erasureType,
    targets: entry.targets.map(({ id, hash, fields }) => ({ id, hash, fields: [...fields] })),
    legal_basis: entry.legalBasis,
    ...(entry.requestId === undefined ? {} : { request_id: entry.requestId }),
    actor: actorObject(entry.actor),
    ...signaturesObject(entry),
  };
}

/** The canonical text of the entry that declares what the clock said. */
export function clockEntry(entry: {
  readonly seq: number;
  readonly createdAt: string;
  readonly observed: string;
  readonly reason: ClockReason;
}): string {
  const { seq, createdAt, observed, reason } = entry;
  const members = { observed, reason };
  return otherEntry({ type: clockType, seq, createdAt, commitments: [], members });
}

/**
 * Tells whether a declaration of the clock is dated as it must be: with what the clock said, or with the
 * time of the entry before it where that is later.
 */
export function isClockDated(entry: OtherEntry, before: string): boolean {
  const { observed } = entry.members;
  if (typeof observed !== 'string') return false;
  return entry.createdAt === (observed > before ? observed : before);
}

/** The canonical text of an entry whose members its area decides. */
export function otherEntry(entry: OtherEntry): string {
  return placed(otherMembers(entry), entry);
}

/** Members of such an entry but for its place. */
export function otherMembers(entry: Omit<OtherEntry, keyof EntryPlace>): JsonObject {
  return {
    ...entry.members,
    type: entry.type,
    ...(entry.commitments.length === 0 ? {} : { commit: commitObject(entry.commitments) }),
  };
}

function actorObject(actor: Actor): JsonObject {
  return { id: actor.id, role: actor.role };
}

function commitObject(commitments: readonly Commitment[]): JsonObject {
  return Object.fromEntries(commitments.map((each) => [each.field, each.hash]));
}

/**
 * Reads an entry's canonical text. The text must be canonical, of a type of this version, with
 * exactly that type's members.
 * @throws {EntryFormatError | StrictJsonError}
 */
export function decodeEntry(text: string): LedgerEntry {
  const value = parseStrictJson(text);
  if (!isJsonObject(value)) throw new EntryFormatError('The entry is not an object.');
  if (canonicalJson(value) !== text) {
    throw new EntryFormatError('The entry is not written in canonical form (RFC 8785).');
  }
  const members = new MemberReader(value);
  const type = members.string('type');
  const entry = decodeMembers(type, members, value);
  members.end();
  return entry;
}

/** The entry of a text; undefined where it is none: a damaged entry is a finding of its own. */
export function entryOrUndefined(text: string): LedgerEntry | undefined {
  try {
    return decodeEntry(text);
  } catch {
    return undefined;
  }
}

function decodeGenesis(members: MemberReader): GenesisEntry {
  if (members.integer('seq', 0) !== 0) throw new EntryFormatError('A genesis has seq 0.');
  members.literal('alg', 'sha256');
  members.literal('canon', 'RFC8785');
  return {
    type: genesisType,
    seq: 0,
    createdAt: members.instant('created_at'),
    origin: members.string('origin'),
    vkey: members.string('vkey'),
  };
}

function decodeIntervention(members: MemberReader): InterventionEntry {
  return {
    type: interventionType,
    seq: members.integer('seq', 1),
    id: members.string('id'),
    createdAt: members.instant('created_at'),
    recordId: members.string('record_id'),
    recordHash: members.hash('record_hash'),
    n: members.integer('n', 1),
    previousHash: members.hash('previous_hash'),
    action: members.oneOf('action', interventionActions),
    actor: members.actor('actor'),
    meaning: members.optional('meaning', () => members.string('meaning')),
    supersedes: members.optional('supersedes', () => members.string('supersedes')),
    signature: members.optional('signature', () => readSignature(members.object('signature'))),
    commitments: members.commitments('commit'),
  };
}

function readTargets(members: MemberReader): ErasedTarget[] {
  const targets = members.objects('targets').map((each) => {
    const target = {
      id: each.string('id'),
      hash: each.hash('hash'),
      fields: each.strings('fields'),
    };
    each.end();
    return target;
  });
  if (targets.length === 0) throw new EntryFormatError('An erasure names nothing that it erases.');
  return targets;
}

function decodeMembers(type: string, members: MemberReader, value: JsonObject): LedgerEntry {
  switch (type) {
    case genesisType:
      return decodeGenesis(members);
    case recordType:
      return {
        type,
        seq: members.integer('seq', 1),
        id: members.string('id'),
        modelId: members.string('model_id'),
        accountId: members.optional('account_id', () => members.string('account_id')),
        createdAt: members.instant('created_at'),
        previousHash: members.hash('previous_hash'),
        confidence: members.optional('confidence', () => members.number('confidence')),
        policyId: members.optional('policy_id', () => members.string('policy_id')),
        commitments: members.commitments('commit'),
      };
    case interventionType:
      return decodeIntervention(members);
    case erasureType:
      return {
        type,
        seq: members.integer('seq', 1),
        createdAt: members.instant('created_at'),
        targets: readTargets(members),
        legalBasis: members.string('legal_basis'),
        requestId: members.optional('request_id', () => members.string('request_id')),
        actor: members.actor('actor'),
        ...readSignatures(members),
      };
    case clockType:
      return {
        type,
        seq: members.integer('seq', 1),
        createdAt: members.instant('created_at'),
        commitments: [],
        members: {
          observed: members.instant('observed'),
          reason: members.oneOf('reason', clockReasons),
        },
      };
    default: {
      const known = otherTypes.find((each) => each === type);
      if (known === undefined) {
        throw new EntryFormatError(`The entry type ${JSON.stringify(type)} is not known.`);
      }
      const seq = members.integer('seq', 1);
      const createdAt = members.instant('created_at');
      const commitments = members.optional('commit', () => members.commitments('commit')) ?? [];
      return { type: known, seq, createdAt, commitments, members: members.rest(value) };
    }
  }
}
