/** Makes the database of a case from its bundle: what the screens read, never what a verdict rests on. */
import type { Statement } from 'better-sqlite3';
import { decodeEntry, entryHash, type LedgerEntry } from '../../shared/ledger/entries.ts';
import { leafHash } from '../../shared/ledger/merkle.ts';
import { entryLabel } from '../bundles/entry-label.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import { projectedRow, type ProjectedRow, type ProjectedTable } from '../ledger/model-entries.ts';
import { searchText } from '../ledger/prepare-record.ts';
import { sha256 } from '../ledger/sha256.ts';
import { TreeWriter } from '../ledger/tree-store.ts';
import { parsePayload, readLines, type Manifest } from '../bundles/read-bundle.ts';

/** The columns that hold hashes as bytes. */
const hashColumns = new Set(['hash', 'previous_hash', 'target_hash']);

/**
 * Fills an empty database of the ledger's schema in one transaction. What cannot have a row (a line
 * that is no entry, a second entry of the same place) has none: the verification says so.
 * @param onEntry called after each entry; throws to stop
 */
export async function fillCase(
  database: WriterDatabase,
  folder: string,
  { kind }: Manifest,
  onEntry: (done: number) => void,
): Promise<void> {
  database.exec('BEGIN IMMEDIATE; CREATE TEMP TABLE labels (label TEXT PRIMARY KEY, seq INTEGER)');
  const insert = prepareInserts(database);
  const tree = new TreeWriter(database);
  let position = 0;
  let done = 0;
  for await (const line of readLines(folder, 'entries.ndjson')) {
    const entry = decoded(line);
    const leaf = Buffer.from(leafHash(sha256, line), 'hex');
    if (entry !== undefined && insert.entry.run(entry.seq, line, leaf).changes === 1) {
      if (kind === 'full' && entry.seq === done) tree.append(leaf);
      insert.label.run(entryLabel(entry), entry.seq);
      const hash = entryHash(sha256, line).slice('sha256:'.length);
      if (entry.type === 'ledger.record/v1') {
        position += insert.record.run(recordRow(entry, position + 1, hash)).changes;
      } else {
        insert.projected(entry, hash);
      }
    }
    done += 1;
    onEntry(done);
  }
  for await (const line of readLines(folder, 'payloads.ndjson')) {
    const payload = parsePayload(line);
    if (payload !== undefined) insert.payload.run(payload);
  }
  insert.rest(database);
  database.exec('DROP TABLE labels; COMMIT');
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
  return {
    entry: database.prepare<[number, string, Buffer]>(
      'INSERT OR IGNORE INTO entries (seq, bytes, leaf_hash) VALUES (?, ?, ?)',
    ),
    label: database.prepare<[string, number]>('INSERT OR IGNORE INTO labels VALUES (?, ?)'),
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
    rest,
  };
}

/** What is made of the payloads: the clear transaction ids, the search index, the counts. */
function rest(database: WriterDatabase): void {
  database.exec(`
    UPDATE records SET transaction_id = (SELECT p.value ->> '$' FROM payloads AS p
      WHERE p.seq = records.seq AND p.field = 'transaction_id' AND json_valid(p.value))
    WHERE EXISTS (SELECT 1 FROM payloads AS p
      WHERE p.seq = records.seq AND p.field = 'transaction_id');
    UPDATE records SET intervention_count =
      (SELECT count(*) FROM interventions AS i WHERE i.record_id = records.id)
    WHERE id IN (SELECT record_id FROM interventions);`);
  const value = database
    .prepare<[number, string], string>('SELECT value FROM payloads WHERE seq = ? AND field = ?')
    .pluck();
  const insert = database.prepare('INSERT INTO records_search (rowid, text) VALUES (?, ?)');
  const next = database.prepare<[number], { position: number; seq: number }>(
    'SELECT position, seq FROM records WHERE position > ? ORDER BY position LIMIT 1',
  );
  for (let row = next.get(0); row !== undefined; row = next.get(row.position)) {
    const text = searchText(value.get(row.seq, 'input') ?? '', value.get(row.seq, 'output') ?? '');
    insert.run(row.position, text);
  }
}

function projectionOf(entry: LedgerEntry, hash: string): ReturnType<typeof projectedRow> {
  try {
    return projectedRow(entry, hash);
  } catch {
    return undefined;
  }
}

function decoded(line: string): LedgerEntry | undefined {
  try {
    return decodeEntry(line);
  } catch {
    return undefined;
  }
}
