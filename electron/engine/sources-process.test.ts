/**
 * The process that reads files: asked, stopped, killed, and locked to the folders that it was given.
 * @push
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InspectedFiles } from '../sources/files/files-engine.ts';
import { openLocked } from '../sources/files/duckdb-instance.ts';
import type { SourceCall } from '../sources/host/source-request.ts';
import { ParquetFolder } from '../sources/testing/parquet.ts';
import { cases } from '../testing/rounds.ts';
import { forkSources, SourcesProcess, type SourcesChannel } from './sources-process.ts';

const folder = new ParquetFolder();
const started: SourcesChannel[] = [];
const sources = new SourcesProcess(
  () => {
    const channel = forkSources(new URL('worker.ts', import.meta.url));
    started.push(channel);
    return channel;
  },
  () => {},
);

function ask(call: SourceCall, params: unknown, limitMs = 20_000): Promise<unknown> {
  return sources.ask({
    call,
    params,
    temporary: join(folder.path, 'temporary'),
    limitMs,
    toldMs: limitMs,
  });
}

let found: InspectedFiles;

beforeAll(async () => {
  await folder.write('rows.parquet', 'SELECT i, i % 7 AS k FROM range(200000) t(i)');
  const look = {
    place: { paths: [join(folder.path, 'rows.parquet')] },
    allowed: { folders: [folder.path], forbidden: [] },
    asText: [],
    key: undefined,
    known: undefined,
  };
  found = z.custom<InspectedFiles>().parse(await ask('inspect', look));
});
afterAll(() => {
  sources.close();
  folder.remove();
});

const reading = () => ({
  snapshot: found.snapshot,
  fields: found.columns.flatMap(({ field }) => field ?? []),
  key: undefined,
});
const everyRow = { sql: '1', values: [] };
/** Rows by rows: more than any machine goes through in the time. */
const endless = {
  sql: `(SELECT count(*) FROM range(100000000) a, range(100000000) b WHERE a.range * b.range = 7) = i`,
  values: [],
};

test('counts the rows of files', async () => {
  await expect(ask('count', { reading: reading(), condition: everyRow })).resolves.toBe(200_000);
});

test('stops a query that runs too long, and answers the next', async () => {
  const stopped = ask('count', { reading: reading(), condition: endless }, 300);
  await expect(stopped).rejects.toMatchObject({ code: 'query_timeout' });
  await expect(ask('count', { reading: reading(), condition: everyRow })).resolves.toBe(200_000);
});

test('killed in the middle of a request: the request is told so, and the next is answered', async () => {
  const lost = ask('count', { reading: reading(), condition: endless });
  started.at(-1)?.kill();
  await expect(lost).rejects.toMatchObject({
    code: 'source_unavailable',
    headers: { 'retry-after': '30' },
  });
  await expect(ask('count', { reading: reading(), condition: everyRow })).resolves.toBe(200_000);
  expect(started).toHaveLength(2);
});

test('an error of the engine tells nothing of paths or SQL', async () => {
  const wrong = ask('count', { reading: reading(), condition: { sql: 'no_such = 1', values: [] } });
  const error: unknown = await wrong.catch((each: unknown) => each);
  expect(error).toMatchObject({ code: 'source_unavailable' });
  expect(JSON.stringify(error) + String(error)).not.toMatch(/no_such|parquet|SELECT/);
});

test.each(
  cases(
    [
      `SELECT * FROM read_csv('/etc/passwd')`,
      `SELECT * FROM read_text('{folder}/../outside.txt')`,
      `COPY (SELECT 1) TO '/tmp/proofdesk-copied.csv'`,
      `INSTALL httpfs`,
      `SET enable_external_access = true`,
      `ATTACH '{folder}-other/x.duckdb'`,
    ],
    [
      `SELECT * FROM glob('/etc/*')`,
      `SELECT * FROM read_blob('/proc/self/environ')`,
      `LOAD sqlite`,
      `SET allowed_directories = ['/']`,
      `RESET lock_configuration`,
      `SET memory_limit = '100GB'`,
      `SELECT * FROM read_parquet('https://example.com/x.parquet')`,
      `EXPORT DATABASE '/tmp/proofdesk-exported'`,
      `CREATE SECRET (TYPE s3)`,
    ],
  ),
)('refuses %s', async (sql) => {
  const inner = join(folder.path, 'inner');
  writeFileSync(join(folder.path, 'outside.txt'), 'secret');
  const instance = await openLocked({
    folders: [inner],
    temporary: join(folder.path, 'temporary'),
  });
  const connection = await instance.connect();
  await expect(connection.run(sql.replaceAll('{folder}', inner))).rejects.toThrow(/./);
  connection.closeSync();
});
