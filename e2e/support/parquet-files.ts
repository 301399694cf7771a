/** Parquet files of tests, in a folder of their own. */
import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

export interface ParquetFiles {
  /** Of the folder, without links on the way to it. */
  readonly path: string;
  /** Writes the rows of a query to a file; its folder is made. */
  write(name: string, query: string): Promise<void>;
  remove(): void;
}

/** @param beside a folder, beside which that of the files is made */
export function parquetFiles(beside: string): ParquetFiles {
  const path = `${realpathSync(beside)}-files`;
  mkdirSync(path);
  return {
    path,
    remove: () => rmSync(path, { recursive: true, force: true }),
    write: async (name, query) => {
      const file = join(path, name);
      mkdirSync(dirname(file), { recursive: true });
      const connection = await (await DuckDBInstance.create(':memory:')).connect();
      await connection.run(`COPY (${query}) TO '${file}' (FORMAT parquet)`);
      connection.closeSync();
    },
  };
}

/** Visits of a clinic, numbered from `from` on. */
export const visits = (from: number, to: number) => `SELECT 'p' || i AS patient, 20 + i % 60 AS age,
  lpad((i % 99999)::VARCHAR, 5, '0') AS zip, [ 'I10' ] AS codes, DATE '2024-01-01' + (i % 28)::INTEGER AS seen,
  (i / 4)::DOUBLE AS score, 'x'::BLOB AS scan FROM range(${from}, ${to}) t(i)`;
