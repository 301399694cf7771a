/** Clinical rows as a ledger keeps them, with their columns, and what reads them: for benchmarks over rows. */
import type { Database } from 'better-sqlite3';
import { policyOf, sampleKey } from '../policies/testing/sample-policy.ts';
import type { JsonObject } from '../../shared/contract/json.ts';
import { ColumnsWriter } from '../columns/columns-writer.ts';
import { migrations } from '../database/migrations/all-migrations.ts';
import { openScratch } from '../database/open-database.ts';
import { clinicalRows } from '../demo/clinical-rows.ts';
import { PathProfileBuilder, type PathProfile } from '../filters/path-profile.ts';
import { View } from '../policies/view.ts';
import { QueryLimit } from '../sources/embedded/query-limit.ts';
import { RowQueries } from '../sources/embedded/row-queries.ts';
import type { SeenDataset } from '../sources/row-source.ts';

const dataset = 1;
const base = 2 ** 36;
const limitMs = 600_000;

/** A dataset as a ledger keeps it, and what reads it. */
export class ClinicalDataset {
  readonly database: Database = openScratch();
  readonly rows: JsonObject[] = [];
  readonly profile: PathProfile;
  readonly coveredMs: number;
  readonly insertedMs: number;

  constructor(records: number) {
    for (const { sql } of migrations) this.database.exec(sql);
    this.database.pragma('foreign_keys = OFF');
    const insert = this.database.prepare(
      `INSERT INTO dataset_rows (position, record_id, bytes, document, salt)
       VALUES (?, ?, ?, jsonb(?), zeroblob(16))`,
    );
    const builder = new PathProfileBuilder();
    const started = performance.now();
    let bytes = 0;
    this.database.transaction(() => {
      for (const row of clinicalRows(records, 7)) {
        const text = JSON.stringify(row);
        const parsed: JsonObject = JSON.parse(text);
        this.rows.push(parsed);
        insert.run(dataset * base + this.rows.length, row['record_id'], text.length, text);
        builder.add(parsed);
        bytes += text.length;
      }
    })();
    this.insertedMs = performance.now() - started;
    this.profile = new Map(builder.entries());
    this.database
      .prepare(
        `INSERT INTO datasets (number, dataset_id, name, holder_id, record_count, total_bytes, created_at, key_id, key)
         VALUES (?, 'ds', 'Bench', 'holder', ?, ?, '2026-01-01T00:00:00.000Z', 'key', zeroblob(32))`,
      )
      .run(dataset, records, bytes);
    const path = this.database.prepare('INSERT INTO dataset_paths VALUES (?, ?, ?)');
    for (const [name, types] of this.profile) path.run(dataset, name, types);
    const covering = performance.now();
    this.database.transaction(() => new ColumnsWriter(this.database).cover(dataset, records, 0))();
    this.coveredMs = performance.now() - covering;
  }

  /** Queries that have read nothing yet. */
  queries(): RowQueries {
    return new RowQueries(this.database, new QueryLimit(limitMs, () => performance.now()));
  }

  /** The rows as a session sees them that sees all. */
  get snapshot(): SeenDataset {
    const policy = policyOf({ record_ids: 'kept', unlisted: 'clear', fields: {}, entity: null });
    const keys = { grant: sampleKey, dataset: sampleKey };
    const view = new View({ policy, kind: 'rows', keys, dataset });
    return { dataset, seq: this.rows.length, erased: 0, view, viewName: '' };
  }

  columnBytes(): { columns: number; rows: number } {
    const number = (sql: string) => this.database.prepare<[], number>(sql).pluck().get() ?? 0;
    return {
      columns: number('SELECT sum(length(data)) FROM dataset_columns'),
      rows: number('SELECT sum(bytes) FROM dataset_rows'),
    };
  }
}
