/** The same clinical rows in a Parquet file and in a table of PostgreSQL, each as sessions read it and by hand. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { z } from 'zod';
import type { JsonObject } from '../../shared/contract/json.ts';
import { quotedText } from '../filters/sql.ts';
import { EngineSource } from '../sources/engine-source.ts';
import { FilesEngine } from '../sources/files/files-engine.ts';
import { FilesRows } from '../sources/files/files-rows.ts';
import { rowNumber } from '../sources/files/positions.ts';
import { SourceAnswers } from '../sources/host/answer-source.ts';
import type { AskSource, SourceCalls } from '../sources/host/source-request.ts';
import { PostgresEngine } from '../sources/postgres/postgres-engine.ts';
import { RelationRows } from '../sources/postgres/relation-rows.ts';
import type { RowMark } from '../sources/read-row.ts';
import type { RowSource, SeenDataset } from '../sources/row-source.ts';
import { PostgresServer, serverPassword } from '../sources/testing/postgres-server.ts';
import { readingOf } from '../sources/testing/typed-relation.ts';

const limitMs = 600_000;
/** Of a dataset: salts of rows are made of it. */
const key = new Uint8Array(32);

/** A source, and its engine as somebody asks it by hand. */
export interface Contender {
  readonly source: RowSource;
  /** The mark of the row at a place, from 1. */
  markOf(place: number): RowMark;
  /** Rows of a query over `t`. */
  byHand(text: string): Promise<readonly (readonly unknown[])[]>;
  close(): Promise<void>;
}

/** Asks what answers in the process that reads sources: here, without the way there. */
function asker(answers: SourceAnswers, temporary: string): AskSource {
  const limits = { temporary, limitMs, toldMs: limitMs, password: serverPassword };
  return async (call, params) =>
    z
      .custom<SourceCalls[typeof call]['gives']>()
      .parse(await answers.answer({ call, params, ...limits }));
}

function sourceAnswers(): SourceAnswers {
  return new SourceAnswers({
    now: () => new Date().toISOString(),
    log: (line) => void process.stderr.write(`${line}\n`),
  });
}

const columnsOfJson = `{record_id: 'VARCHAR', patient_id: 'VARCHAR', age: 'INTEGER', diagnosis: 'VARCHAR',
  symptoms: 'VARCHAR[]', treatments: 'VARCHAR[]',
  lab_results: 'STRUCT(glucose DOUBLE, cholesterol DOUBLE, hba1c DOUBLE)'}`;

/** The rows in one Parquet file; by hand asked with as much memory and as many threads. */
export async function filesContender(
  directory: string,
  rows: readonly JsonObject[],
  seen: SeenDataset,
): Promise<Contender> {
  const [lines, file] = [join(directory, 'rows.ndjson'), join(directory, 'rows.parquet')];
  writeFileSync(lines, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const instance = await DuckDBInstance.create(':memory:', { threads: '2', memory_limit: '1GB' });
  const connection = await instance.connect();
  await connection.run(
    `COPY (SELECT * FROM read_json(${quotedText(lines)}, format = 'newline_delimited', columns = ${columnsOfJson}))
     TO ${quotedText(file)} (FORMAT parquet)`,
  );
  await connection.run(
    `CREATE VIEW t AS SELECT *, file_row_number FROM read_parquet(${quotedText(file)}, file_row_number = true)`,
  );
  const answers = sourceAnswers();
  const { signal } = new AbortController();
  const { snapshot, columns } = await new FilesEngine(directory).inspect(
    {
      place: { paths: [file] },
      allowed: { folders: [directory], forbidden: [] },
      asText: [],
      key: undefined,
      known: undefined,
    },
    signal,
  );
  const fields = columns.flatMap(({ field }) => field ?? []);
  const reading = { snapshot, fields, key: 'record_id' };
  const engine = new FilesRows(reading, asker(answers, directory), seen.view);
  const claim = { kind: 'files', snapshot_sha256: '', record_ids: 'given' } as const;
  return {
    source: new EngineSource({ seen, claim, key, engine }),
    markOf: (place) => rowNumber(0, place - 1),
    byHand: async (text) => (await connection.runAndReadAll(text)).getRows(),
    close: async () => {
      answers.close();
      connection.closeSync();
      instance.closeSync();
    },
  };
}

const table = `CREATE TABLE t (id integer PRIMARY KEY, patient_id text, age integer, diagnosis text,
  symptoms text[], treatments text[], glucose float8, cholesterol float8, hba1c float8)`;

/** How many rows a statement of the benchmark takes. */
const rowsOfInsert = 20_000;

/** The rows in a table of a server of its own, by the rule of visibility. */
export async function relationContender(
  directory: string,
  rows: readonly JsonObject[],
  seen: SeenDataset,
): Promise<Contender> {
  const server = await PostgresServer.start();
  const client = await server.connect();
  await client.query(table);
  for (let begin = 0; begin < rows.length; begin += rowsOfInsert) {
    const part = rows.slice(begin, begin + rowsOfInsert).map((row) => JSON.stringify(row));
    await client.query(
      `INSERT INTO t SELECT $2 + o, d->>'patient_id', (d->>'age')::integer, d->>'diagnosis',
         ARRAY(SELECT jsonb_array_elements_text(d->'symptoms')), ARRAY(SELECT jsonb_array_elements_text(d->'treatments')),
         (d#>>'{lab_results,glucose}')::float8, (d#>>'{lab_results,cholesterol}')::float8,
         (d#>>'{lab_results,hba1c}')::float8
       FROM unnest($1::jsonb[]) WITH ORDINALITY AS u(d, o)`,
      [part, begin],
    );
  }
  await client.query('VACUUM ANALYZE t');
  const inspecting = new PostgresEngine();
  const reading = await readingOf(server, inspecting, 't');
  inspecting.close();
  const answers = sourceAnswers();
  const engine = new RelationRows(reading, asker(answers, directory), seen.view);
  const claim = { kind: 'postgres', snapshot_sha256: '', record_ids: 'key' } as const;
  return {
    source: new EngineSource({ seen, claim, key, engine }),
    markOf: String,
    byHand: async (text) => (await client.query({ text, rowMode: 'array' })).rows,
    close: async () => {
      answers.close();
      await client.end();
      await server.remove();
    },
  };
}
