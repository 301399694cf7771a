/** Parquet files of tests, written by DuckDB. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

/** One for all files of a process. */
let writer: Promise<DuckDBInstance> | undefined;

/** A folder that is gone at the end, without links on the way to it. */
export class ParquetFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'proofdesk-parquet-'));

  /** Writes the rows of a query to a file and returns its path. */
  async write(name: string, query: string, options = ''): Promise<string> {
    writer ??= DuckDBInstance.create(':memory:', { threads: '1' });
    const connection = await (await writer).connect();
    const path = join(this.path, name);
    try {
      await connection.run(`COPY (${query}) TO '${path}' (FORMAT parquet${options})`);
    } finally {
      connection.closeSync();
    }
    return path;
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
