/** A scratch database of documents, stored as a dataset stores them. */
import type { Database } from 'better-sqlite3';
import type { JsonObject, JsonValue } from '../../../shared/contract/json.ts';
import { openScratch } from '../../database/open-database.ts';
import type { CompiledFilter } from '../compile/compile.ts';
import { compileDocuments } from '../compile/dialect-sqlite.ts';
import { registerExpressions } from '../compile/sqlite-expressions.ts';
import { parseRowFilter } from '../parse-filter.ts';
import { PathProfileBuilder, type PathProfile } from '../path-profile.ts';

export interface FindOptions {
  readonly withProfile: boolean;
  /** Paths that are asked of what is stored, and the documents that the others are asked of. */
  readonly isStored?: (path: string) => boolean;
  readonly seen?: readonly JsonObject[];
}

export class DocumentTable {
  readonly database: Database = openScratch();
  documents: readonly JsonObject[] = [];
  profile: PathProfile = new Map();

  constructor(documents: readonly JsonObject[] = []) {
    registerExpressions(this.database);
    this.database.exec('CREATE TABLE documents (seq INTEGER PRIMARY KEY, document BLOB NOT NULL)');
    this.replaceDocuments(documents);
  }

  /** Replaces what the table holds. */
  replaceDocuments(documents: readonly JsonObject[]): void {
    const builder = new PathProfileBuilder();
    const insert = this.database.prepare('INSERT INTO documents VALUES (?, jsonb(?))');
    this.database.transaction(() => {
      this.database.exec('DELETE FROM documents');
      for (const [index, document] of documents.entries()) {
        insert.run(index, JSON.stringify(document));
        builder.add(document);
      }
    })();
    this.documents = documents;
    this.profile = new Map(builder.entries());
  }

  compile(filter: JsonValue, options: FindOptions): CompiledFilter {
    return compileDocuments(parseRowFilter(filter), {
      document: 'document',
      profile: options.withProfile ? this.profile : undefined,
      isStored: options.isStored,
    });
  }

  /** The places of the documents that match, by SQL and what it leaves to JavaScript. */
  find(filter: JsonValue, options: FindOptions): number[] {
    const { sql, parameters, residual } = this.compile(filter, options);
    const seen = options.seen ?? this.documents;
    return this.database
      .prepare<unknown[], { seq: number }>(`SELECT seq FROM documents WHERE ${sql} ORDER BY seq`)
      .all(...parameters)
      .map(({ seq }) => seq)
      .filter((seq) => residual?.(seen[seq] ?? null) ?? true);
  }
}
