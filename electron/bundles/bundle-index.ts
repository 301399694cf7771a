/** What a verification of a bundle remembers of its entries, on disk where it grows. */
import type { Commitment } from '../../shared/ledger/entry-members.ts';
import type { SubjectIndex } from '../../shared/ledger/subjects.ts';
import { openScratch } from '../database/open-database.ts';

export interface IndexedEntry {
  readonly seq: number;
  readonly type: string;
  readonly record_id: string | null;
  /** `sha256:<hex>` of the entry. */
  readonly hash: string;
}

/** A fact by its row, `<table>/<key>`. */
export interface IndexedFact {
  readonly label: string;
  readonly subject: string;
}

/** A commitment whose value did not come. */
export interface OpenCommitment {
  readonly label: string;
  readonly field: string;
  readonly hash: string;
  readonly seq: number;
  readonly type: string;
  readonly record_id: string | null;
  /** Whether an erasure in the bundle names it. */
  readonly erased: number;
}

/** One of the two trees of an index. */
export type SubjectTreeName = keyof SubjectIndex;

const schema = `
  PRAGMA journal_mode = MEMORY;
  PRAGMA synchronous = OFF;
  PRAGMA cache_size = -8000;
  CREATE TABLE entries (
    label TEXT PRIMARY KEY, seq INTEGER, type TEXT, record_id TEXT, hash TEXT
  ) WITHOUT ROWID;
  CREATE TABLE listed (name TEXT PRIMARY KEY, hash TEXT) WITHOUT ROWID;
  CREATE TABLE commits ( -- those whose value did not come yet
    label TEXT, field TEXT, hash TEXT, PRIMARY KEY (label, field)
  ) WITHOUT ROWID;
  CREATE TABLE facts ( -- those that commit to something, and steps of alerts
    hash TEXT PRIMARY KEY, label TEXT, subject TEXT
  ) WITHOUT ROWID;
  CREATE TABLE erased (label TEXT, field TEXT, PRIMARY KEY (label, field)) WITHOUT ROWID;
  CREATE TABLE chains (record_id TEXT PRIMARY KEY, n INTEGER, hash TEXT) WITHOUT ROWID;
  CREATE TABLE subjects ( -- which entries are about what
    tree TEXT, subject TEXT, seq INTEGER, leaf BLOB, PRIMARY KEY (tree, subject, seq)
  ) WITHOUT ROWID;
  BEGIN;`;

/** Over a temporary database of its own; close it. */
export function openBundleIndex() {
  const database = openScratch();
  database.exec(schema);
  const addEntry = database.prepare(
    'INSERT OR IGNORE INTO entries VALUES (@label, @seq, @type, @record_id, @hash)',
  );
  const addListed = database.prepare('INSERT OR IGNORE INTO listed VALUES (?, ?)');
  const takeListed = database
    .prepare<[string], string>('DELETE FROM listed WHERE name = ? RETURNING hash')
    .pluck();
  const restListed = database.prepare<[], string>('SELECT name FROM listed').pluck();
  const addCommit = database.prepare('INSERT OR REPLACE INTO commits VALUES (?, ?, ?)');
  const addFact = database.prepare('INSERT OR IGNORE INTO facts VALUES (?, ?, ?)');
  const fact = database.prepare<[string], IndexedFact>(
    'SELECT label, subject FROM facts WHERE hash = ?',
  );
  const addErased = database.prepare('INSERT OR IGNORE INTO erased VALUES (?, ?)');
  const addChain = database.prepare('INSERT OR REPLACE INTO chains VALUES (?, ?, ?)');
  const addSubject = database.prepare('INSERT OR IGNORE INTO subjects VALUES (?, ?, ?, ?)');
  const entry = database.prepare<[string], IndexedEntry>('SELECT * FROM entries WHERE label = ?');
  const chain = database.prepare<[string], { n: number; hash: string }>(
    'SELECT n, hash FROM chains WHERE record_id = ?',
  );
  const takeCommit = database
    .prepare<[string, string], string>(
      'DELETE FROM commits WHERE label = ? AND field = ? RETURNING hash',
    )
    .pluck();
  const isErased = database
    .prepare<[string, string], number>('SELECT 1 FROM erased WHERE label = ? AND field = ?')
    .pluck();
  const about = database
    .prepare<[string, string], Buffer>(
      'SELECT leaf FROM subjects WHERE tree = ? AND subject = ? ORDER BY seq',
    )
    .pluck();
  const records = database
    .prepare<[], string>("SELECT label FROM entries WHERE type = 'ledger.record/v1' ORDER BY seq")
    .pluck();
  const subjects = database.prepare<[string, number], { subject: string; leaf: Buffer }>(
    'SELECT subject, leaf FROM subjects WHERE tree = ? AND seq < ? ORDER BY subject, seq',
  );
  const open = database.prepare<[], OpenCommitment>(
    `SELECT c.label, c.field, c.hash, e.seq, e.type, e.record_id,
       EXISTS (SELECT 1 FROM erased AS x WHERE x.label = c.label AND x.field = c.field) AS erased
     FROM commits AS c JOIN entries AS e ON e.label = c.label
     ORDER BY e.seq, c.field`,
  );
  return {
    /** A file that the sums name; false where they named it before. */
    addListed: (name: string, hash: string) => addListed.run(name, hash).changes === 1,
    /** Takes the hash that a file is listed with. */
    takeListed: (name: string) => takeListed.get(name),
    /** Those that were not taken. */
    restListed: () => restListed.iterate(),
    /** False where there is an entry of this label. */
    addEntry(label: string, found: IndexedEntry, commitments: readonly Commitment[]): boolean {
      if (addEntry.run({ label, ...found }).changes === 0) return false;
      for (const { field, hash } of commitments) addCommit.run(label, field, hash);
      return true;
    },
    addFact(hash: string, { label, subject }: IndexedFact): void {
      addFact.run(hash, label, subject);
    },
    /** A fact that commits to something, by the hash of its entry. */
    fact: (hash: string) => fact.get(hash),
    addErased(label: string, fields: readonly string[]): void {
      for (const field of fields) addErased.run(label, field);
    },
    isErased: (label: string, field: string) => isErased.get(label, field) === 1,
    addIntervention(recordId: string, n: number, hash: string): void {
      addChain.run(recordId, n, hash);
    },
    addSubject(tree: SubjectTreeName, subject: string, seq: number, leaf: Uint8Array): void {
      addSubject.run(tree, subject, seq, leaf);
    },
    /** Leaf hashes of the entries about a subject, in their order. */
    about: (tree: SubjectTreeName, subject: string) => about.iterate(tree, subject),
    /** Leaf hashes of the entries below `seq` that are about something, by subject. */
    subjects: (tree: SubjectTreeName, seq: number) => subjects.iterate(tree, seq),
    entry: (label: string) => entry.get(label),
    /** Ids of the records, in their order. */
    records: () => records.iterate(),
    lastIntervention: (recordId: string) => chain.get(recordId),
    /** Takes the hash that a value was committed to; undefined where there is none, or it was taken. */
    takeCommitment: (label: string, field: string) => takeCommit.get(label, field),
    open: () => open.iterate(),
    close(): void {
      database.close();
    },
  };
}

export type BundleIndex = ReturnType<typeof openBundleIndex>;
