/** Facts (`ledger.fact/v1`): entries about a row that a person or the clock makes, changes or ends. */
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.ts';
import { canonicalJson } from './canonical-json.ts';
import type { LedgerEntry, OtherEntry } from './entries.ts';
import { EntryFormatError, MemberReader, type Actor, type Commitment } from './entry-members.ts';
import { readSignatures, signaturesObject, type Signatures } from './signed-text.ts';

export const factType = 'ledger.fact/v1';

/** Key of a row: one text, or the texts and numbers of a composite key in their order. */
export type RowKey = string | readonly (string | number)[];

/** One entry about one row. */
export interface Fact extends Signatures {
  readonly table: string;
  readonly id: RowKey;
  /** `usr_…`, `key_…`, `operator`, `clock` or `setup`, with a role. */
  readonly by: Actor;
  /** Columns in clear, by member; null ends the row. */
  readonly set: JsonObject | null;
}

/** Members of a fact's entry besides type, seq, created_at and commit. */
export function factMembers({ table, id, by, set, signature, approval }: Fact): JsonObject {
  return {
    table,
    id: typeof id === 'string' ? id : [...id],
    by: { id: by.id, role: by.role },
    set,
    ...signaturesObject({ signature, approval }),
  };
}

/** A fact as its entry has it. */
export interface ReadFact extends Fact {
  readonly commitments: readonly Commitment[];
}

/** Reads a fact strictly. @throws {EntryFormatError} */
export function readFact(entry: OtherEntry): ReadFact {
  const members = new MemberReader(entry.members);
  const fact = {
    table: members.string('table'),
    id: rowKey(members.value('id')),
    by: members.actor('by'),
    set: setOf(members.value('set')),
    ...readSignatures(members),
    commitments: entry.commitments,
  };
  members.end();
  if (fact.set === null && fact.commitments.length > 0) {
    throw new EntryFormatError('A fact that ends a row commits to nothing.');
  }
  return fact;
}

/** The fact of an entry; undefined where it is none, or damaged: that is a finding of the entry. */
export function factOrUndefined(entry: LedgerEntry | undefined): ReadFact | undefined {
  if (entry === undefined || !('members' in entry) || entry.type !== factType) return undefined;
  try {
    return readFact(entry);
  } catch (error) {
    if (error instanceof EntryFormatError) return undefined;
    throw error;
  }
}

/** Subject of the index of entries: `<table>/<id>`, a composite key as its JSON text. */
export function subjectOfRow(table: string, id: RowKey): string {
  return `${table}/${keyText(id)}`;
}

/** A row's key as one text. */
export function keyText(id: RowKey): string {
  return typeof id === 'string' ? id : canonicalJson([...id]);
}

/** A whole number as a member of a fact: beyond ±(2^53 − 1) its decimal digits. */
export function integerMember(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}

function rowKey(value: JsonValue): RowKey {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value) || value.length < 2) throw new EntryFormatError('id is not a key.');
  return value.map((each) => {
    if (typeof each === 'string' || typeof each === 'number') return each;
    throw new EntryFormatError('id is not a key.');
  });
}

function setOf(value: JsonValue): JsonObject | null {
  if (value === null || isJsonObject(value)) return value;
  throw new EntryFormatError('set is neither an object nor null.');
}
