/** Makes the database of a case from its bundle: what the screens read, never what a verdict rests on. */
import type { Statement } from 'better-sqlite3';
import { jsonOrUndefined } from '../../shared/contract/json.ts';
import {
  entryHash,
  entryOrUndefined,
  erasureType,
  type ErasureEntry,
  type LedgerEntry,
} from '../../shared/ledger/entries.ts';
import { leafHash } from '../../shared/ledger/merkle.ts';
import { entryLabel } from '../bundles/entry-label.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import { projectedRow, type ProjectedRow, type ProjectedTable } from '../ledger/model-entries.ts';
import { searchText } from '../ledger/search-text.ts';
import { sha256 } from '../ledger/sha256.ts';
import { TreeWriter } from '../ledger/tree-store.ts';
import { parsePayload, readLines } from '../bundles/read-bundle.ts';
import type { Manifest } from '../bundles/bundle-format.ts';

/** The columns that hold hashes as bytes. */
const hashColumns = new Set(['hash', 'previous_hash']);

/** Characters that are written between two commits, so that no commit takes long. */
const sliceLength = 16 * 1024 * 1024;

/**
 * Fills an empty database of the ledger's schema. What cannot have a row (a line that is no entry, a
 * second entry of the same place) has none: the verification says so.
 * @param goOn called after each entry and each value, with the entries that are done; throws to stop
 */
export async function fillCase(
  database: WriterDatabase,
  folder: string,
  { order: { kind } }: Manifest,
  goOn: (done: number) => void,
): Promise<void> {
  database.exec(`CREATE TEMP TABLE labels (label TEXT PRIMARY KEY, seq INTEGER);
    CREATE TEMP TABLE places (hash TEXT PRIMARY KEY, seq INTEGER); BEGIN IMMEDIATE`);
  const slice = commitInSlices(database);
  const insert = prepareInserts(database);
  const tree = new TreeWriter(database);
  let position = 0;
  let done = 0;
  for await (const line of readLines(folder, 'entries.ndjson')) {
    const entry = entryOrUndefined(line ?? '');
    if (line === undefined) continue;
    const leaf = Buffer.from(leafHash(sha256, line), 'hex');
    if (entry !== undefined && insert.entry.run(entry.seq, line, leaf).changes === 1) {
      if (kind === 'full' && entry.seq === done) tree.append(leaf);
      insert.label.run(entryLabel(entry), entry.seq);
      const hash = entryHash(sha256, line).slice('sha256:'.length);
      if ('commitments' in entry) insert.place.run(`sha256:${hash}`, entry.seq);
      if (entry.type === erasureType) insert.erased(entry);
      if (entry.type === 'ledger.record/v1') {
        position += insert.record.run(recordRow(entry, position + 1, hash)).changes;
      } else {
        insert.projected(entry, hash);
      }
    }
    done += 1;
    slice(line.length);
    goOn(done);
  }
  for await (const line of readLines(folder, 'payloads.ndjson')) {
    const payload = parsePayload(line);
    if (payload !== undefined) insert.payload.run(payload);
    slice(line?.length ?? 0);
    goOn(done);
  }
  for (const length of completeRecords(database)) {
    slice(length);
    goOn(done);
  }
  database.exec('COMMIT; DROP TABLE labels; DROP TABLE places');
}

/** Commits what was written, each time it is told of so much. */
function commitInSlices(database: WriterDatabase): (length: number) => void {
  let written = 0;
  return (length) => {
    written += length;
    if (written < sliceLength) return;
    database.exec('COMMIT; BEGIN IMMEDIATE');
    written = 0;
  };
}

function recordRow(
  entry: Extract<LedgerEntry, { type: 'ledger.record/v1' }>,
  position: number,
  hash: string,
): ProjectedRow {
  return {
    position,
    seq: entry.seq,
    id: entry.id,
    model_id: entry.modelId,
    created_at: entry.createdAt,
    confidence: entry.confidence ?? null,
    policy_id: entry.policyId ?? null,
    hash,
    previous_hash: entry.previousHash.slice('sha256:'.length),
  };
}

function prepareInserts(database: WriterDatabase) {
  const statements = new Map<ProjectedTable, Statement<[ProjectedRow]>>();
  const into = (table: string, row: ProjectedRow): Statement<[ProjectedRow]> => {
    const columns = Object.keys(row);
    const values = columns.map((each) => (hashColumns.has(each) ? `unhex(@${each})` : `@${each}`));
    return database.prepare(
      `INSERT OR IGNORE INTO ${table} (${columns.join()}) VALUES (${values.join()})`,
    );
  };
  const erased = database.prepare<[{ seq: number; hash: string; field: string }]>(
    `INSERT OR IGNORE INTO erased_values (seq, target_seq, field)
     SELECT @seq, seq, @field FROM places WHERE hash = @hash`,
  );
  return {
    entry: database.prepare<[number, string, Buffer]>(
      'INSERT OR IGNORE INTO entries (seq, bytes, leaf_hash) VALUES (?, ?, ?)',
    ),
    label: database.prepare<[string, number]>('INSERT OR IGNORE INTO labels VALUES (?, ?)'),
    /** By its hash: erasures name what they are of by that. */
    place: database.prepare<[string, number]>('INSERT OR IGNORE INTO places VALUES (?, ?)'),
    erased({ seq, targets }: ErasureEntry): void {
      for (const { hash, fields } of targets) {
        for (const field of fields) erased.run({ seq, hash, field });
      }
    },
    record: database.prepare<[ProjectedRow]>(
      `INSERT OR IGNORE INTO records
         (position, seq, id, model_id, created_at, confidence, policy_id, hash, previous_hash)
       VALUES (@position, @seq, @id, @model_id, @created_at, @confidence, @policy_id,
         unhex(@hash), unhex(@previous_hash))`,
    ),
    projected(entry: LedgerEntry, hash: string): void {
      const projected = projectionOf(entry, hash);
      if (projected === undefined) return;
      const { table, row } = projected;
      const statement = statements.get(table) ?? into(table, row);
      statements.set(table, statement);
      statement.run(row);
    },
    payload: database.prepare<[{ id: string; field: string; salt: string; value: string }]>(
      `INSERT OR IGNORE INTO payloads (seq, field, salt, value)
       SELECT seq, @field, @salt, @value FROM labels WHERE label = @id`,
    ),
  };
}

/**
 * Gives each record what is made of other rows: its clear transaction id, its words to be searched, how
 * many interventions it has. Yields how long the text of each was.
 */
function* completeRecords(database: WriterDatabase): Generator<number> {
  const value = database
    .prepare<[number, string], string>('SELECT value FROM payloads WHERE seq = ? AND field = ?')
    .pluck();
  const search = database.prepare('INSERT INTO records_search (rowid, text) VALUES (?, ?)');
  const interventions = database
    .prepare<[string], number>('SELECT count(*) FROM interventions WHERE record_id = ?')
    .pluck();
  const complete = database.prepare<[string | null, number, number]>(
    'UPDATE records SET transaction_id = ?, intervention_count = ? WHERE position = ?',
  );
  const next = database.prepare<[number], { position: number; seq: number; id: string }>(
    'SELECT position, seq, id FROM records WHERE position > ? ORDER BY position LIMIT 1',
  );
  for (let row = next.get(0); row !== undefined; row = next.get(row.position)) {
    const text = searchText(value.get(row.seq, 'input') ?? '', value.get(row.seq, 'output') ?? '');
    search.run(row.position, text);
    const transactionId = jsonOrUndefined(value.get(row.seq, 'transaction_id') ?? '');
    const count = interventions.get(row.id) ?? 0;
    if (typeof transactionId === 'string' || count > 0) {
      const clear = typeof transactionId === 'string' ? transactionId : null;
      complete.run(clear, count, row.position);
    }
    yield text.length;
  }
}

function projectionOf(entry: LedgerEntry, hash: string): ReturnType<typeof projectedRow> {
  try {
    return projectedRow(entry, hash);
  } catch {
    return undefined;
  }
}
