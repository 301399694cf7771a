/** All that proves a row without this service: its entries, what they commit to, their paths, the checkpoint. */
import type {
  RowEntry,
  RowProof,
  RowProofQuery,
  SubjectOfRow,
} from '../../shared/contract/proof.ts';
import { parseCheckpoint } from '../../shared/ledger/checkpoint.ts';
import {
  entryHash,
  entryOrUndefined,
  erasureType,
  type ErasureEntry,
  type LedgerEntry,
} from '../../shared/ledger/entries.ts';
import {
  factOrUndefined,
  keyText,
  subjectOfRow,
  type ReadFact,
  type RowKey,
} from '../../shared/ledger/facts.ts';
import { leafHash } from '../../shared/ledger/merkle.ts';
import type { SubjectLeaf, SubjectProof } from '../../shared/ledger/subjects.ts';
import { rootHash } from '../checkpoints/judge-checkpoints.ts';
import { readInclusionProofs } from '../checkpoints/tree-proofs.ts';
import type { ReaderDatabase } from '../database/open-database.ts';
import { readKeyHistory } from '../ledger/key-rotation.ts';
import { sha256 } from '../ledger/sha256.ts';
import type { FactTable } from '../proof/fact-tables.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const rowProofStatements = {
  facts: 'SELECT seq FROM facts WHERE table_name = ? AND row = ? ORDER BY seq',
  erasures: `SELECT v.seq FROM facts AS f JOIN erased_values AS v ON v.target_seq = f.seq
    WHERE f.table_name = ? AND f.row = ?`,
  erasedBy: 'SELECT seq FROM erased_values WHERE target_seq = ? AND field = ?',
  entry: 'SELECT bytes FROM entries WHERE seq = ?',
  payload: 'SELECT salt, value FROM payloads WHERE seq = ? AND field = ?',
} as const;

/** A row and how it is asked for. */
export interface AskedRow {
  readonly table: FactTable;
  readonly id: RowKey;
  /** Committed members whose values are told. */
  readonly told: ReadonlySet<string>;
  readonly page: RowProofQuery;
}

/** The word of an index about the row. */
export interface ProvenSubject {
  readonly seq: number;
  readonly subject: string;
  readonly proof: SubjectProof;
}

/** `seq` of the newest entry about a row; undefined where there is none. */
export function lastEntryOf(
  database: ReaderDatabase,
  table: FactTable,
  id: RowKey,
): number | undefined {
  return entriesAbout(database, table, id).at(-1);
}

/** `seq` of the entry that a row begins with instead of a fact. */
function beginningOf(table: FactTable, id: RowKey): number | undefined {
  if (table.begins === undefined) return undefined;
  const seq = table.findColumn(id, table.begins.seq);
  return seq === undefined || seq === null ? undefined : Number(seq);
}

/** Reads the proof of a row as of a checkpoint. Call it within one read transaction. */
export function readRowProof(
  database: ReaderDatabase,
  asked: AskedRow,
  { note, subject }: { readonly note: string; readonly subject: ProvenSubject | undefined },
): RowProof {
  const checkpoint = parseCheckpoint(note);
  if (checkpoint === undefined) throw new Error('The note is not a checkpoint.');
  const { size, root } = checkpoint;
  const { table, id, page } = asked;
  const seqs = entriesAbout(database, table, id).filter((seq) => seq < size);
  const reader = new RowEntries(database, asked, size);
  const end = Math.min(page.offset + page.limit, seqs.length);
  const data: RowEntry[] = [];
  let before = reader.stateBefore(seqs.slice(0, page.offset));
  for (const seq of seqs.slice(page.offset, end)) {
    const entry = reader.read(seq, before);
    data.push(entry);
    if (entry.act !== 'erased') before = entry.act === 'ended' ? 'gone' : 'there';
  }
  return {
    table: table.name,
    id: typeof id === 'string' ? id : [...id],
    vkey: readKeyHistory(database).history.at(size),
    checkpoint: { size, root_hash: rootHash(root), note },
    subject: subject === undefined || subject.seq >= size ? null : reader.subject(subject),
    data,
    pagination: {
      total: seqs.length,
      limit: page.limit,
      offset: page.offset,
      has_more: data.length > 0 && end < seqs.length,
    },
  };
}

function entriesAbout(database: ReaderDatabase, table: FactTable, id: RowKey): number[] {
  const facts = database
    .prepare<[string, string], number>(rowProofStatements.facts)
    .pluck()
    .all(table.name, keyText(id));
  const erasures = database
    .prepare<[string, string], number>(rowProofStatements.erasures)
    .pluck()
    .all(table.name, keyText(id));
  const beginning = beginningOf(table, id);
  const all = new Set([...(beginning === undefined ? [] : [beginning]), ...facts, ...erasures]);
  return [...all].toSorted((left, right) => left - right);
}

/** Entries about one row under one checkpoint. */
class RowEntries {
  readonly #database: ReaderDatabase;
  readonly #asked: AskedRow;
  readonly #inclusion: (seq: number) => Uint8Array[];

  constructor(database: ReaderDatabase, asked: AskedRow, size: number) {
    this.#database = database;
    this.#asked = asked;
    this.#inclusion = readInclusionProofs(database, size);
  }

  /** Whether the row was there behind some of the entries about it. */
  stateBefore(seqs: readonly number[]): 'there' | 'gone' {
    const { table, id } = this.#asked;
    for (const seq of seqs.toReversed()) {
      const entry = entryOrUndefined(this.#text(seq));
      if (entry?.type === erasureType) continue;
      return factOrUndefined(entry)?.set === null ? 'gone' : 'there';
    }
    return table.given.has(keyText(id)) ? 'there' : 'gone';
  }

  read(seq: number, before: 'there' | 'gone'): RowEntry {
    const text = this.#text(seq);
    const entry = entryOrUndefined(text);
    const fact = factOrUndefined(entry);
    const erasure = entry?.type === erasureType ? entry : undefined;
    const { by, signature, approval } = fact ?? { ...erasure, by: erasure?.actor };
    return {
      seq,
      type: entry?.type ?? '',
      created_at: entry?.createdAt ?? '',
      act: erasure === undefined ? actOf(fact, before) : 'erased',
      by: by === undefined ? null : { ...by },
      set: fact?.set ?? null,
      signature: signature ?? null,
      approval: approval ?? null,
      entry: text,
      hash: entryHash(sha256, text),
      leaf_hash: `sha256:${leafHash(sha256, text)}`,
      fields: this.#fields(seq, entry),
      erased: erasure === undefined ? null : this.#erased(erasure),
      inclusion: this.#path(seq),
    };
  }

  /** What an erasure took from the row. */
  #erased({ targets, legalBasis }: ErasureEntry): NonNullable<RowEntry['erased']> {
    const subject = subjectOfRow(this.#asked.table.name, this.#asked.id);
    const fields = targets.flatMap((each) => (each.id === subject ? each.fields : []));
    return { fields: [...new Set(fields)].toSorted(), legal_basis: legalBasis };
  }

  subject({ seq, subject, proof }: ProvenSubject): SubjectOfRow {
    const isThere = 'leaf' in proof;
    return {
      subject,
      seq,
      entry: this.#text(seq),
      inclusion: this.#path(seq),
      leaf: isThere ? shownLeaf(proof.leaf) : null,
      left: isThere || proof.left === undefined ? null : shownLeaf(proof.left),
      right: isThere || proof.right === undefined ? null : shownLeaf(proof.right),
    };
  }

  #path(seq: number): string[] {
    return this.#inclusion(seq).map(hashText);
  }

  #text(seq: number): string {
    const text = this.#database
      .prepare<[number], string>(rowProofStatements.entry)
      .pluck()
      .get(seq);
    if (text === undefined) throw new Error(`Entry ${seq} is missing from the journal.`);
    return text;
  }

  #fields(seq: number, entry: LedgerEntry | undefined): RowEntry['fields'] {
    const commitments = entry !== undefined && 'commitments' in entry ? entry.commitments : [];
    const read = this.#database.prepare<[number, string], { salt: string; value: string }>(
      rowProofStatements.payload,
    );
    const erasedBy = this.#database
      .prepare<[number, string], number>(rowProofStatements.erasedBy)
      .pluck();
    return commitments.map(({ field, hash }) => {
      const stored = read.get(seq, field);
      const payload = this.#asked.told.has(field) ? stored : undefined;
      const erasure = stored === undefined ? erasedBy.get(seq, field) : undefined;
      return {
        field,
        commitment: hash,
        state: stateOf({ isStored: stored !== undefined, isTold: payload !== undefined, erasure }),
        erased_by: erasure ?? null,
        salt: payload?.salt ?? null,
        value: payload?.value ?? null,
      };
    });
  }
}

function stateOf({
  isStored,
  isTold,
  erasure,
}: {
  readonly isStored: boolean;
  readonly isTold: boolean;
  readonly erasure: number | undefined;
}): RowEntry['fields'][number]['state'] {
  if (isStored) return isTold ? 'told' : 'withheld';
  return erasure === undefined ? 'missing' : 'erased';
}

function actOf(fact: ReadFact | undefined, before: 'there' | 'gone'): RowEntry['act'] {
  if (fact?.set === null) return 'ended';
  return before === 'gone' ? 'made' : 'changed';
}

function shownLeaf({ index, line, path }: SubjectLeaf): NonNullable<SubjectOfRow['leaf']> {
  return { index, line, path: path.map(hashText) };
}

function hashText(hash: Uint8Array): string {
  return `sha256:${Buffer.from(hash).toString('hex')}`;
}
