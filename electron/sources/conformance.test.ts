/**
 * The same cases over every source.
 * @push
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { z } from 'zod';
import { sourceConnectionSchema } from '../../shared/contract/source-connections.ts';
import type { JsonObject } from '../../shared/contract/json.ts';
import type { TestApi } from '../api/test-api.ts';
import { conformance, type ConformingSource } from './testing/conformance.ts';
import { goldenParquet, goldenRows, goldenTable } from './testing/golden-cases.ts';
import { ParquetFolder } from './testing/parquet.ts';
import {
  hasPostgres,
  PostgresServer,
  readerRole,
  serverPassword,
} from './testing/postgres-server.ts';

async function made(api: TestApi, path: string, body: object): Promise<unknown> {
  const response = await api.send('POST', path, { body });
  const answer: unknown = await response.json();
  if (response.status !== 201) throw new Error(`${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

const dataset = { dataset_id: 'ds_rows', name: 'Rows', holder_id: 'clinic' };

class Embedded implements ConformingSource {
  readonly name = 'embedded';
  readonly dialect = 'sqlite-jsonb';
  #rows: readonly JsonObject[] = [];

  async start(): Promise<void> {}
  options() {
    return {};
  }
  async fill(rows: readonly JsonObject[]): Promise<void> {
    this.#rows = rows;
  }
  async fillGolden(): Promise<void> {
    this.#rows = goldenRows;
  }
  async make(api: TestApi, policy: object): Promise<void> {
    await made(api, '/datasets', dataset);
    await this.grow(api, this.#rows);
    const response = await api.send('PUT', '/datasets/ds_rows/policy', {
      body: { policy, based_on: 0 },
    });
    if (!response.ok) throw new Error(await response.text());
  }
  async grow(api: TestApi, rows: readonly JsonObject[]): Promise<void> {
    await made(api, '/datasets/ds_rows/records', [...rows]);
  }
  async end(): Promise<void> {}
}

/** SQL of rows as both engines read it: texts and numbers of this file alone. */
function valuesOf(rows: readonly JsonObject[], emptyList: string): string {
  const text = (value: unknown) => (typeof value === 'string' ? `'${value}'` : 'NULL');
  const list = (value: unknown) => {
    if (!Array.isArray(value)) return 'NULL';
    return value.length === 0 ? emptyList : `ARRAY[${value.map(text).join(', ')}]`;
  };
  const plain = (value: unknown) => z.union([z.number(), z.boolean()]).parse(value);
  const cells = rows.map(
    (row) =>
      `(${plain(row['n'])}, ${text(row['patient'])}, ${plain(row['score'])}::double precision, ${plain(row['smoker'])}, ${text(row['ward'])}, ${list(row['codes'])}, date ${text(row['seen'])})`,
  );
  return cells.join(', ');
}

const names = 'n, patient, score, smoker, ward, codes, seen';

class Files implements ConformingSource {
  readonly name = 'files';
  readonly dialect = 'duckdb';
  #folder: ParquetFolder | undefined;
  #files = 0;

  async start(): Promise<void> {
    this.#folder = new ParquetFolder();
  }
  options() {
    return { sourceFolders: [this.#path] };
  }
  get #path(): string {
    return join(this.#folder?.path ?? '', 'rows');
  }
  async fill(rows: readonly JsonObject[]): Promise<void> {
    rmSync(this.#path, { recursive: true, force: true });
    mkdirSync(this.#path);
    this.#files = 0;
    await this.#write(rows);
  }
  async fillGolden(): Promise<void> {
    rmSync(this.#path, { recursive: true, force: true });
    mkdirSync(this.#path);
    await this.#folder?.write('rows/golden.parquet', goldenParquet);
  }
  async make(api: TestApi, policy: object): Promise<void> {
    const source = { kind: 'files', folder: this.#path, pattern: '*.parquet' };
    await made(api, '/datasets', { ...dataset, source, policy });
  }
  async grow(_api: TestApi, rows: readonly JsonObject[]): Promise<void> {
    await this.#write(rows);
  }
  async end(): Promise<void> {
    this.#folder?.remove();
  }
  async #write(rows: readonly JsonObject[]): Promise<void> {
    this.#files += 1;
    const query = `SELECT * FROM (VALUES ${valuesOf(rows, 'CAST([] AS VARCHAR[])')}) AS t(${names})`;
    await this.#folder?.write(`rows/${this.#files}.parquet`, query);
  }
}

class Postgres implements ConformingSource {
  readonly name = 'postgres';
  readonly dialect = 'postgres-columns';
  #server: PostgresServer | undefined;

  async start(): Promise<void> {
    this.#server = await PostgresServer.start();
  }
  options() {
    return { sourceHosts: [`127.0.0.1:${this.#server?.port}`] };
  }
  async fill(rows: readonly JsonObject[]): Promise<void> {
    await this.#server
      ?.query(`DROP TABLE IF EXISTS rows; CREATE TABLE rows (n integer PRIMARY KEY, patient text,
      score double precision, smoker boolean, ward text, codes text[], seen date)`);
    await this.#insert(rows);
  }
  async fillGolden(): Promise<void> {
    await this.#server?.query(`DROP TABLE IF EXISTS rows; ${goldenTable}`);
  }
  async make(api: TestApi, policy: object): Promise<void> {
    const login = {
      name: 'Clinic',
      host: '127.0.0.1',
      port: this.#server?.port,
      database: this.#server?.database,
      user: readerRole,
      password: serverPassword,
      tls: 'off',
    };
    const connection = sourceConnectionSchema.parse(await made(api, '/source-connections', login));
    const source = {
      kind: 'postgres',
      connection_id: connection.connection_id,
      relation: 'rows',
      key: 'n',
      rule: 'visibility',
    };
    await made(api, '/datasets', { ...dataset, source, policy });
  }
  async grow(_api: TestApi, rows: readonly JsonObject[]): Promise<void> {
    await this.#insert(rows);
  }
  async end(): Promise<void> {
    await this.#server?.remove();
  }
  async #insert(rows: readonly JsonObject[]): Promise<void> {
    await this.#server?.query(`INSERT INTO rows (${names}) VALUES ${valuesOf(rows, `'{}'`)}`);
  }
}

conformance(new Embedded());
conformance(new Files());
describe.runIf(hasPostgres())('A server', () => {
  conformance(new Postgres());
});
