/** An import of rows through the API against the loop that it cannot do without: parse each line, insert it under a unique id. */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { clinicalRows } from '../demo/clinical-rows.ts';
import { finishedJob, openApi } from './api-under-test.ts';
import { interleave, milliseconds, type Benchmark } from './measurement.ts';

const rounds = 3;
const mostRows = 1_000_000;

async function importThrough(directory: string, body: string): Promise<number> {
  const api = await openApi(directory);
  const dataset = { dataset_id: 'clinical', name: 'Clinical', holder_id: 'mayo' };
  await api.call('POST', '/datasets', { body: JSON.stringify(dataset), status: 201 });
  const taken = await milliseconds(() =>
    finishedJob(api, '/datasets/clinical/imports', { body, type: 'application/x-ndjson' }),
  );
  await api.close();
  return taken;
}

function insertBare(path: string, body: string): Promise<number> {
  const database = new Sqlite(path);
  database.pragma('journal_mode = WAL');
  database.exec(
    'CREATE TABLE rows (position INTEGER PRIMARY KEY, record_id TEXT NOT NULL UNIQUE, document TEXT NOT NULL)',
  );
  const insert = database.prepare('INSERT INTO rows (record_id, document) VALUES (?, ?)');
  const insertAll = database.transaction(() => {
    for (const line of body.split('\n')) {
      if (line !== '') insert.run(idOf(line), line);
    }
  });
  return milliseconds(insertAll).finally(() => database.close());
}

function idOf(line: string): string {
  const row: unknown = JSON.parse(line);
  return typeof row === 'object' && row !== null && 'record_id' in row ? String(row.record_id) : '';
}

/** Bar: at least 0.47 of the bare loop's rows a second. */
export const benchmarkDatasetImport: Benchmark = async ({ records, directory }) => {
  const count = Math.min(records, mostRows);
  const lines = [...clinicalRows(count, 7)].map((row) => JSON.stringify(row));
  const body = `${lines.join('\n')}\n`;
  const medianOf = await interleave(rounds, [
    { name: 'import', run: (round) => importThrough(join(directory, `import-${round}`), body) },
    { name: 'bare', run: (round) => insertBare(join(directory, `bare-${round}.db`), body) },
  ]);
  const [measured, baseline] = [medianOf('import'), medianOf('bare')];
  return [
    {
      name: 'import of rows',
      measured,
      baseline,
      ratio: baseline / measured,
      required: 0.47,
      detail: `${count} rows, ${(body.length / 1e6).toFixed(0)} MB; ${Math.round((count / measured) * 1_000)} rows/s`,
    },
  ];
};
