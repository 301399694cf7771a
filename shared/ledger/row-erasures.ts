/** Erasures of rows of a dataset (`ledger.rowerasure/v1`): which rows are gone, and on what basis. */
import type { JsonObject } from '../contract/json.ts';
import type { LedgerEntry, OtherEntry } from './entries.ts';
import { EntryFormatError, MemberReader, type Actor } from './entry-members.ts';
import { readSignatures, signaturesObject, type Signatures } from './signed-text.ts';

export const rowErasureType = 'ledger.rowerasure/v1';

export const rowErasureScopes = ['rows', 'dataset'] as const;
export type RowErasureScope = (typeof rowErasureScopes)[number];

export interface RowErasure extends Signatures {
  /** `ers_…`; the same in all entries of one act. */
  readonly id: string;
  readonly datasetId: string;
  readonly scope: RowErasureScope;
  /** Hex of the runs of the rows' numbers; undefined for a dataset. */
  readonly rows: string | undefined;
  /** Rows that went. */
  readonly count: number;
  readonly legalBasis: string;
  readonly actor: Actor;
}

/** Members of the entry besides type, seq, created_at and commit. */
export function rowErasureMembers(erasure: RowErasure): JsonObject {
  const { id, datasetId, scope, rows, count, legalBasis, actor, signature, approval } = erasure;
  return {
    id,
    dataset_id: datasetId,
    scope,
    ...(rows === undefined ? {} : { rows }),
    count,
    legal_basis: legalBasis,
    actor: { id: actor.id, role: actor.role },
    ...signaturesObject({ signature, approval }),
  };
}

/** Reads an erasure strictly. @throws {EntryFormatError} */
export function readRowErasure(entry: OtherEntry): RowErasure {
  const members = new MemberReader(entry.members);
  const erasure = {
    id: members.string('id'),
    datasetId: members.string('dataset_id'),
    scope: members.oneOf('scope', rowErasureScopes),
    rows: members.optional('rows', () => members.string('rows')),
    count: members.integer('count', 0),
    legalBasis: members.string('legal_basis'),
    actor: members.actor('actor'),
    ...readSignatures(members),
  };
  members.end();
  if ((erasure.rows === undefined) !== (erasure.scope === 'dataset')) {
    throw new EntryFormatError('rows stand in an erasure of rows, and in no other.');
  }
  if (erasure.rows !== undefined && !/^([0-9a-f]{2})+$/.test(erasure.rows)) {
    throw new EntryFormatError('rows are not hex.');
  }
  return erasure;
}

/** The erasure of an entry; undefined where it is none, or damaged: that is a finding of the entry. */
export function rowErasureOrUndefined(entry: LedgerEntry | undefined): RowErasure | undefined {
  if (entry?.type !== rowErasureType) return undefined;
  try {
    return readRowErasure(entry);
  } catch (error) {
    if (error instanceof EntryFormatError) return undefined;
    throw error;
  }
}
