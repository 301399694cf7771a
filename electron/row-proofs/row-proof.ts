/** All that proves a row without this service: its entries, what they commit to, their paths, the checkpoint. */
import type {
  RowEntry,
  RowProof,
  RowProofQuery,
  SubjectOfRow,
} from '../../shared/contract/proof.ts';
import { parseCheckpoint } from '../../shared/ledger/checkpoint.ts';
import { entryHash, entryOrUndefined, type LedgerEntry } from '../../shared/ledger/entries.ts';
import { factOrUndefined, keyText, type ReadFact, type RowKey } from '../../shared/ledger/facts.ts';
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
  last: 'SELECT max(seq) FROM facts WHERE table_name = ? AND row = ?',
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
  const fact = database
    .prepare<[string, string], number | null>(rowProofStatements.last)
    .pluck()
    .get(table.name, keyText(id));
  return fact ?? beginningOf(table, id);
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
  let before = reader.stateBefore(seqs[page.offset - 1]);
  for (const seq of seqs.slice(page.offset, end)) {
    const entry = reader.read(seq, before);
    data.push(entry);
    before = entry.act === 'ended' ? 'gone' : 'there';
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
  const beginning = beginningOf(table, id);
  return beginning === undefined ? facts : [beginning, ...facts];
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

  /** Whether the row was there before an entry: `seq` is that of the entry before, undefined for none. */
  stateBefore(seq: number | undefined): 'there' | 'gone' {
    const { table, id } = this.#asked;
    if (seq === undefined) return table.given.has(keyText(id)) ? 'there' : 'gone';
    const fact = factOrUndefined(entryOrUndefined(this.#text(seq)));
    return fact?.set === null ? 'gone' : 'there';
  }

  read(seq: number, before: 'there' | 'gone'): RowEntry {
    const text = this.#text(seq);
    const entry = entryOrUndefined(text);
    const fact = factOrUndefined(entry);
    return {
      seq,
      type: entry?.type ?? '',
      created_at: entry?.createdAt ?? '',
      act: actOf(fact, before),
      by: fact === undefined ? null : { ...fact.by },
      set: fact?.set ?? null,
      signature: fact?.signature ?? null,
      approval: fact?.approval ?? null,
      entry: text,
      hash: entryHash(sha256, text),
      leaf_hash: `sha256:${leafHash(sha256, text)}`,
      fields: this.#fields(seq, entry),
      inclusion: this.#path(seq),
    };
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
    return commitments.map(({ field, hash }) => {
      const isTold = this.#asked.told.has(field);
      const payload = isTold ? read.get(seq, field) : undefined;
      const known = payload === undefined ? 'gone' : 'told';
      return {
        field,
        commitment: hash,
        state: isTold ? known : 'withheld',
        salt: payload?.salt ?? null,
        value: payload?.value ?? null,
      };
    });
  }
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
