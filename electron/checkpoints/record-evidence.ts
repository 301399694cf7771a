/** All that proves a record without this service: bytes, salts, audit path, checkpoint. */
import type { EntryEvidence, RecordEvidence } from '../../shared/contract/checkpoints.ts';
import { parseCheckpoint } from '../../shared/ledger/checkpoint.ts';
import { decodeEntry, entryHash } from '../../shared/ledger/entries.ts';
import { leafHash } from '../../shared/ledger/merkle.ts';
import type { ReaderDatabase } from '../database/open-database.ts';
import { sha256 } from '../ledger/sha256.ts';
import { rootHash } from './judge-checkpoints.ts';
import { readInclusionProof } from './tree-proofs.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const evidenceStatements = {
  entry: 'SELECT bytes FROM entries WHERE seq = ?',
  payloads: 'SELECT field, salt, value FROM payloads WHERE seq = ?',
  recordSeq: 'SELECT seq FROM records WHERE id = ?',
} as const;

/** The audit path of an entry in the tree of the first `size`, as `sha256:<hex>`. */
export type InclusionOf = (seq: number, size: number) => string[];

/** The journal index of a record; undefined when there is none with this id. */
export function seqOfRecord(database: ReaderDatabase, id: string): number | undefined {
  return database.prepare<[string], number>(evidenceStatements.recordSeq).pluck().get(id);
}

/** The evidence of a record and of the entries `related` to it, under a note that covers them. */
export function recordEvidence(
  database: ReaderDatabase,
  about: {
    readonly id: string;
    readonly seq: number;
    readonly related: readonly number[];
    readonly vkey: string;
    readonly note: string;
    /** From the stored tree unless told. */
    readonly inclusion?: InclusionOf | undefined;
  },
): RecordEvidence {
  const checkpoint = parseCheckpoint(about.note);
  if (checkpoint === undefined) throw new Error('The note is not a checkpoint.');
  const { size, root } = checkpoint;
  const inclusion = about.inclusion ?? ((seq: number) => readInclusionProof(database, seq, size));
  return {
    record_id: about.id,
    vkey: about.vkey,
    checkpoint: { size, root_hash: rootHash(root), note: about.note },
    record: entryEvidence(database, about.seq, inclusion(about.seq, size)),
    related: about.related
      .filter((seq) => seq < size)
      .map((seq) => entryEvidence(database, seq, inclusion(seq, size))),
  };
}

/** One entry, what its commitments cover, and its audit path. */
function entryEvidence(
  database: ReaderDatabase,
  seq: number,
  inclusion: readonly string[],
): EntryEvidence {
  const text = database.prepare<[number], string>(evidenceStatements.entry).pluck().get(seq);
  if (text === undefined) throw new Error(`Entry ${seq} is missing from the journal.`);
  const entry = decodeEntry(text);
  const payloads = database
    .prepare<[number], { field: string; salt: string; value: string }>(evidenceStatements.payloads)
    .all(seq);
  const commitments = 'commitments' in entry ? entry.commitments : [];
  return {
    seq,
    type: entry.type,
    entry: text,
    hash: entryHash(sha256, text),
    leaf_hash: `sha256:${leafHash(sha256, text)}`,
    fields: commitments.map(({ field, hash }) => {
      const payload = payloads.find((each) => each.field === field);
      return {
        field,
        commitment: hash,
        salt: payload?.salt ?? null,
        value: payload?.value ?? null,
      };
    }),
    inclusion: [...inclusion],
  };
}
