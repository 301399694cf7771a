/** One consistent state of the ledger's tables, read in chunks for speed and row by row for doubt. */
import type Database from 'better-sqlite3';
import { commitmentPreimage, erasureType } from '../../shared/ledger/entries.ts';
import { leafHash } from '../../shared/ledger/merkle.ts';
import { isReadFailure } from '../database/database-error.ts';
import { sha256 } from './sha256.ts';

/** A row of `entries`. `bytes` is the text as it decodes. */
export interface StoredEntry {
  readonly seq: number;
  readonly bytes: string;
  /** Hex; empty when the column does not hold a BLOB. */
  readonly leafHash: string;
  /** Whether the column holds exactly the UTF-8 of `bytes`, as TEXT. */
  readonly exact: boolean;
}

/** A row of `payloads`. */
export interface StoredPayload {
  readonly field: string;
  readonly salt: string;
  readonly value: string;
  readonly exact: boolean;
}

/** A row of `records`, in the order of its columns; hashes as hex, empty when not a BLOB. */
export type RecordRow = readonly [
  position: number,
  seq: number,
  id: string,
  modelId: string,
  createdAt: string,
  confidence: number | null,
  policyId: string | null,
  transactionId: string | null,
  hash: string,
  previousHash: string,
  interventionCount: number,
  accountId: string | null,
];

/** Journal index, canonical text (null where a chunk leaves it to a single read), leaf hash as hex. */
export type EntryRow = readonly [seq: number, bytes: string | null, leafHash: string];

/** Journal index, field, and the commitment's preimage (null where it is left to a single read). */
export type PayloadRow = readonly [seq: number, field: string, preimage: string | null];

/** Stands in place of a row that SQLite cannot read. */
export class UnreadableRow {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** Longer texts are read one at a time, so that a chunk has a bounded size. */
const chunkTextBytes = 16 * 1024;

/** Runs a read; damage to the file or its schema becomes a value instead of an exception. */
export function readable<Result>(read: () => Result): Result | UnreadableRow {
  try {
    return read();
  } catch (error) {
    if (isReadFailure(error)) return new UnreadableRow(error.message);
    throw error;
  }
}

/** Reads for verification. Every value is taken as untrusted: columns may hold other types. */
export class LedgerSnapshot {
  readonly database: Database.Database;
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(database: Database.Database) {
    this.database = database;
    this.#statements = prepareStatements(database);
  }

  /** One more than the greatest seq; 0 for an empty journal. */
  size(): number {
    return this.#statements.size.get() ?? 0;
  }

  entryChunk(from: number, to: number): EntryRow[] {
    return this.#statements.entryChunk.all(from, to);
  }

  payloadChunk(from: number, to: number): PayloadRow[] {
    return this.#statements.payloadChunk.all(from, to);
  }

  /** Up to `count` rows from a position on. */
  recordChunk(position: number, count: number): RecordRow[] {
    return this.#statements.recordChunk.all(position, count);
  }

  /** The greatest seq below another. */
  seqBefore(seq: number): number | null | undefined {
    return this.#statements.seqBefore.get(seq);
  }

  /** Up to a thousand rows with a seq that no entry can have: below 0, or beyond the numbers that can be told apart. */
  seqsOfNoEntry(): number[] {
    const seqs = readable(() => this.#statements.seqsOfNoEntry.all());
    return seqs instanceof UnreadableRow ? [] : seqs;
  }

  /** The greatest position that the search index holds. */
  lastSearchable(): number {
    const position = readable(() => this.#statements.lastSearchable.get());
    return typeof position === 'number' ? position : 0;
  }

  /** The first row from a seq on. */
  nextSeq(seq: number): number | null | undefined {
    return this.#statements.nextSeq.get(seq);
  }

  /** Up to a thousand rows at positions below `position`. */
  recordsBefore(position: number): RecordRow[] {
    return this.#statements.recordsBefore.all(position);
  }

  /**
   * Up to a thousand entries outside the journal that have payloads but no index row: a field of
   * each, and whether it has what every record has.
   */
  strayPayloads(size: number): { seq: number; field: string; whole: number }[] {
    const rows = readable(() => this.#statements.strayPayloads.all(size));
    return rows instanceof UnreadableRow ? [] : rows;
  }

  /** The commitment preimage of a value too long for a chunk; undefined when it is not fit for one. */
  longPreimage(seq: number, field: string): string | undefined {
    const payloads = this.payloads(seq);
    if (payloads instanceof UnreadableRow) return undefined;
    const payload = payloads.find((each) => each.field === field);
    if (payload === undefined || !payload.exact || payload.salt.length !== 22) return undefined;
    return commitmentPreimage(payload.field, payload.salt, payload.value);
  }

  entry(seq: number): StoredEntry | UnreadableRow | undefined {
    return readable(() => {
      const row = this.#statements.entry.get(seq);
      if (row === undefined) return undefined;
      const [bytes, raw, type, leaf] = row;
      return { seq, bytes: String(bytes), leafHash: leaf, exact: isExact(bytes, raw, type) };
    });
  }

  /** Entries after `seq` whose text contains another: reads all of them, so for rare cases only. */
  entriesNaming(seq: number, text: string): StoredEntry[] {
    return this.#statements.entriesNaming
      .all(seq, text)
      .map((found) => this.entry(found))
      .filter((entry): entry is StoredEntry => entry !== undefined && 'bytes' in entry);
  }

  payloads(seq: number): StoredPayload[] | UnreadableRow {
    return readable(() =>
      this.#statements.payloads.all(seq).map(([field, salt, value, raw, types]) => ({
        field: String(field),
        salt: String(salt),
        value: String(value),
        exact: isExact(value, raw, types === 'text text text' ? 'text' : types),
      })),
    );
  }

  /** What an erasure is listed to have taken, each as the JSON text of its row. */
  erasedValues(seq: number): string[] | UnreadableRow {
    return readable(() => this.#statements.erasedValues.all(seq));
  }

  /** Rows of that list that belong to no erasure, a thousand at most. */
  strayErasedValues(): string[] {
    const rows = readable(() => this.#statements.strayErasedValues.all());
    return rows instanceof UnreadableRow ? [] : rows;
  }

  /** Where the facts of a row stand. */
  factsOf(table: string, row: string): number[] | UnreadableRow {
    return readable(() => this.#statements.factsOf.all(table, row));
  }

  recordById(id: string): RecordRow | UnreadableRow | undefined {
    return readable(() => this.#statements.recordById.get(id));
  }

  recordBySeq(seq: number): RecordRow | UnreadableRow | undefined {
    return readable(() => this.#statements.recordBySeq.get(seq));
  }

  /** The index row of the last record before an entry. */
  recordBefore(seq: number): RecordRow | UnreadableRow | undefined {
    return readable(() => this.#statements.recordBefore.get(seq));
  }

  recordAt(position: number): RecordRow | UnreadableRow | undefined {
    return readable(() => this.#statements.recordAt.get(position));
  }

  /** The leaf hash that the leaf tile keeps for an entry, as hex; undefined without such a tile. */
  tileLeaf(seq: number): string | undefined {
    const leaf = readable(() =>
      this.#statements.tileLeaf.get((seq % 256) * 32 + 1, Math.floor(seq / 256)),
    );
    return leaf instanceof UnreadableRow || leaf?.length !== 64 ? undefined : leaf;
  }

  tile(level: number, position: number): Buffer | UnreadableRow | undefined {
    return readable(() => {
      const hashes: unknown = this.#statements.tile.get(level, position);
      return Buffer.isBuffer(hashes) ? hashes : undefined;
    });
  }

  /** How many tiles there are at each level, and between which positions. */
  tileNumbers(): { level: number; count: number; first: number; last: number }[] | UnreadableRow {
    return readable(() => this.#statements.tileNumbers.all());
  }

  /** Whether text columns of a record hold exactly the UTF-8 of the text they decode to. */
  recordTextIsExact(position: number): boolean {
    const row = readable(() => this.#statements.recordTexts.get(position));
    if (row === undefined || row instanceof UnreadableRow) return false;
    return row.every(
      (value, index) =>
        index % 2 === 1 ||
        value === null ||
        isExact(value, row[index + 1], typeof value === 'string' ? 'text' : ''),
    );
  }
}

function isExact(text: unknown, raw: unknown, type: string): boolean {
  return (
    type === 'text' &&
    typeof text === 'string' &&
    Buffer.isBuffer(raw) &&
    raw.equals(Buffer.from(text))
  );
}

/** Leaf hash of an entry text, as hex. */
export function leafHashOf(text: string): string {
  return leafHash(sha256, text);
}

const recordColumns = `position, seq, id, model_id, created_at, confidence, policy_id, transaction_id,
  iif(typeof(hash) = 'blob', lower(hex(hash)), ''),
  iif(typeof(previous_hash) = 'blob', lower(hex(previous_hash)), ''), intervention_count, account_id`;

function prepareStatements(database: Database.Database) {
  return { ...chunkStatements(database), ...singleStatements(database) };
}

function recordsWhere<Parameter extends number | string>(
  database: Database.Database,
  where: string,
) {
  return database
    .prepare<Parameter[], RecordRow>(`SELECT ${recordColumns} FROM records ${where}`)
    .raw();
}

/** Statements that read over many rows, or look for some. */
function chunkStatements(database: Database.Database) {
  return {
    size: database
      .prepare<[], number>(
        `SELECT coalesce(max(seq) + 1, 0) FROM entries WHERE seq < ${Number.MAX_SAFE_INTEGER}`,
      )
      .pluck(),
    entryChunk: database
      .prepare<[number, number], EntryRow>(
        `SELECT seq, iif(typeof(bytes) = 'text' AND octet_length(bytes) <= ${chunkTextBytes}, bytes, NULL),
           iif(typeof(leaf_hash) = 'blob', lower(hex(leaf_hash)), '')
         FROM entries WHERE seq >= ? AND seq < ? ORDER BY seq`,
      )
      .raw(),
    // The salt's length pins where it ends: no other split of the same preimage passes for it.
    payloadChunk: database
      .prepare<[number, number], PayloadRow>(
        `SELECT seq, field,
           iif(octet_length(value) <= ${chunkTextBytes} AND length(salt) = 22
               AND typeof(value) = 'text' AND typeof(salt) = 'text',
             '["ledger.field/v1","' || salt || '","' || field || '",' || value || ']', NULL)
         FROM payloads WHERE seq >= ? AND seq < ? ORDER BY seq, field`,
      )
      .raw(),
    recordChunk: recordsWhere<number>(database, 'WHERE position >= ? ORDER BY position LIMIT ?'),
    recordsBefore: recordsWhere<number>(
      database,
      'WHERE position < ? ORDER BY position LIMIT 1000',
    ),
    nextSeq: database
      .prepare<[number], number | null>('SELECT min(seq) FROM entries WHERE seq >= ?')
      .pluck(),
    entriesNaming: database
      .prepare<[number, string], number>(
        'SELECT seq FROM entries WHERE seq > ? AND instr(bytes, ?) > 0 ORDER BY seq',
      )
      .pluck(),
    seqBefore: database
      .prepare<[number], number | null>('SELECT max(seq) FROM entries WHERE seq < ?')
      .pluck(),
    seqsOfNoEntry: database
      .prepare<[], number>(
        `SELECT seq FROM entries WHERE seq < 0 OR seq >= ${Number.MAX_SAFE_INTEGER}
         ORDER BY seq LIMIT 1000`,
      )
      .pluck(),
    lastSearchable: database
      .prepare<[], number | null>('SELECT max(id) FROM records_search_docsize')
      .pluck(),
    strayPayloads: database.prepare<[number], { seq: number; field: string; whole: number }>(
      `SELECT seq, field, sum(field IN ('input', 'output')) = 2 AS whole
       FROM payloads AS p
       WHERE (seq < 0 OR seq >= ?) AND NOT EXISTS (SELECT 1 FROM records AS r WHERE r.seq = p.seq)
       GROUP BY seq ORDER BY seq LIMIT 1000`,
    ),
  };
}

/** Statements that read one record, entry or tile, or all tiles in a line. */
function singleStatements(database: Database.Database) {
  return {
    recordById: recordsWhere<string>(database, 'WHERE id = ?'),
    recordBySeq: recordsWhere<number>(database, 'WHERE seq = ?'),
    recordBefore: recordsWhere<number>(database, 'WHERE seq < ? ORDER BY seq DESC LIMIT 1'),
    recordAt: recordsWhere<number>(database, 'WHERE position = ?'),
    recordTexts: database
      .prepare<[number], unknown[]>(
        `SELECT id, CAST(id AS BLOB), model_id, CAST(model_id AS BLOB), created_at,
           CAST(created_at AS BLOB), policy_id, CAST(policy_id AS BLOB), transaction_id,
           CAST(transaction_id AS BLOB) FROM records WHERE position = ?`,
      )
      .raw(),
    entry: database
      .prepare<[number], [unknown, unknown, string, string]>(
        `SELECT bytes, CAST(bytes AS BLOB), typeof(bytes),
           iif(typeof(leaf_hash) = 'blob', lower(hex(leaf_hash)), '')
         FROM entries WHERE seq = ?`,
      )
      .raw(),
    payloads: database
      .prepare<[number], [unknown, unknown, unknown, unknown, string]>(
        `SELECT field, salt, value, CAST(value AS BLOB),
           typeof(field) || ' ' || typeof(salt) || ' ' || typeof(value)
         FROM payloads WHERE seq = ? ORDER BY field`,
      )
      .raw(),
    erasedValues: database
      .prepare<[number], string>(
        'SELECT json_array(seq, target_seq, field) FROM erased_values WHERE seq = ?',
      )
      .pluck(),
    strayErasedValues: database
      .prepare<[], string>(
        `SELECT json_array(seq, target_seq, field) FROM erased_values AS v
         WHERE NOT EXISTS (SELECT 1 FROM erasures AS x WHERE x.seq = v.seq) AND NOT EXISTS (
           SELECT 1 FROM entries AS e WHERE e.seq = v.seq AND e.bytes LIKE '%"type":"${erasureType}"}')
         LIMIT 1000`,
      )
      .pluck(),
    factsOf: database
      .prepare<[string, string], number>('SELECT seq FROM facts WHERE table_name = ? AND row = ?')
      .pluck(),
    tile: database
      .prepare<[number, number]>('SELECT hashes FROM tiles WHERE level = ? AND position = ?')
      .pluck(),
    tileNumbers: database.prepare<
      [],
      { level: number; count: number; first: number; last: number }
    >(
      `SELECT level, count(*) AS count, min(position) AS first, max(position) AS last
       FROM tiles GROUP BY level ORDER BY level`,
    ),
    tileLeaf: database
      .prepare<[number, number], string>(
        'SELECT lower(hex(substr(hashes, ?, 32))) FROM tiles WHERE level = 0 AND position = ?',
      )
      .pluck(),
  };
}
