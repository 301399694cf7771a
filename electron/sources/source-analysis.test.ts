/**
 * The analysis of rows that are elsewhere: at connecting and when it is asked for, of the first of them.
 * @push
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lastAnalysisSchema, type DatasetAnalysis } from '../../shared/contract/analysis.ts';
import { paginated } from '../../shared/contract/common.ts';
import { jobSchema } from '../../shared/contract/jobs.ts';
import { TestApi } from '../api/test-api.ts';
import { mostElsewhere } from '../datasets/analysis-job.ts';
import { ParquetFolder } from './testing/parquet.ts';
import { hasPostgres, PostgresServer } from './testing/postgres-server.ts';
import { RelationApi } from './testing/relation-api.ts';

async function analysed(api: TestApi, id: string, body: object): Promise<DatasetAnalysis> {
  const response = await api.send('POST', `/datasets/${id}/analysis`, { body });
  const job = await api.finished(response);
  expect([job.status, job.error]).toEqual(['completed', null]);
  return lastOf(api, id);
}

async function lastOf(api: TestApi, id: string): Promise<DatasetAnalysis> {
  const { analysis } = await api.read(lastAnalysisSchema, `/datasets/${id}/analysis`);
  if (analysis === null) throw new Error(`${id} was not analysed.`);
  return analysis;
}

/** Waits for the analysis that began as the source was connected. */
async function connected(api: TestApi, id: string): Promise<DatasetAnalysis> {
  const jobs = await api.read(paginated(jobSchema), '/jobs?kind=dataset_analysis');
  expect(jobs.data).toHaveLength(1);
  expect((await api.ended(jobs.data[0]?.job_id ?? '')).status).toBe('completed');
  return lastOf(api, id);
}

const byAge = (analysis: DatasetAnalysis) =>
  analysis.fields.find(({ address }) => address === 'age');

describe('of files', () => {
  let folder: ParquetFolder;
  let api: TestApi;
  beforeEach(async () => {
    folder = new ParquetFolder();
    mkdirSync(join(folder.path, 'clinic'));
    api = await TestApi.open({ sourceFolders: [folder.path] });
  });
  afterEach(async () => {
    await api.close();
    folder.remove();
  });

  const write = (name: string, rows: number) =>
    folder.write(
      `clinic/${name}`,
      `SELECT i % 40 AS age, CASE WHEN i % 5 = 0 THEN NULL ELSE 'person' || i || '@example.com' END AS mail
        FROM range(${rows}) t(i)`,
    );

  const make = async () => {
    const source = { kind: 'files', folder: join(folder.path, 'clinic'), pattern: '*.parquet' };
    const body = { dataset_id: 'ds_files', name: 'Visits', holder_id: 'clinic', source };
    expect((await api.send('POST', '/datasets', { body })).status).toBe(201);
  };

  it('begins at connecting, and is made anew with what is asked for', async () => {
    await write('a.parquet', 100);
    await make();
    const first = await connected(api, 'ds_files');
    expect(first).toMatchObject({
      records: 100,
      of_records: 100,
      is_current: true,
      class_sizes: null,
    });
    expect(first.fields).toMatchObject([
      { address: 'age', types: ['number'], distinct: 40, missing: 0 },
      {
        address: 'mail',
        types: ['string'],
        distinct: 80,
        missing: 20,
        found: [{ kind: 'email', rows: 80 }],
      },
    ]);
    const policy = {
      unlisted: 'clear',
      fields: { age: { method: 'generalize', bucket_size: 20 } },
    };
    const asked = { quasi_identifiers: ['age'] };
    expect((await analysed(api, 'ds_files', asked)).class_sizes).toMatchObject({ least_k: 2 });
    const viewed = await analysed(api, 'ds_files', { ...asked, policy });
    expect(viewed.class_sizes).toMatchObject({ least_k: 40, records: 100 });
    const wrong = { body: { quasi_identifiers: ['nothing'] } };
    expect((await api.send('POST', '/datasets/ds_files/analysis', wrong)).status).toBe(400);
  });

  it('reads the rows that are there now', async () => {
    await write('a.parquet', 100);
    await make();
    await connected(api, 'ds_files');
    await write('b.parquet', 60);
    expect(await analysed(api, 'ds_files', {})).toMatchObject({ records: 160, of_records: 160 });
  });

  it('of files that are gone fails, and keeps the analysis before', async () => {
    await write('a.parquet', 100);
    await make();
    const first = await connected(api, 'ds_files');
    folder.remove();
    const response = await api.send('POST', '/datasets/ds_files/analysis', { body: {} });
    expect((await api.finished(response)).status).toBe('failed');
    expect(await lastOf(api, 'ds_files')).toEqual(first);
  });

  it('of very many reads the first alone, and says so @whole', async () => {
    await write('a.parquet', mostElsewhere + 50);
    await make();
    const found = await connected(api, 'ds_files');
    expect(found).toMatchObject({ records: mostElsewhere, of_records: mostElsewhere + 50 });
    expect(byAge(found)).toMatchObject({ distinct: 40, missing: 0 });
  });
});

describe.runIf(hasPostgres())('of a relation', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
  }, 60_000);
  afterAll(() => server.remove());

  it('reads all rows by their keys, in parts', async () => {
    await server.query(
      `CREATE TABLE many AS SELECT i AS id, i % 40 AS age FROM generate_series(1, 4500) AS i;
        ALTER TABLE many ADD PRIMARY KEY (id)`,
    );
    const relation = await RelationApi.open(server);
    try {
      await relation.make({ relation: 'many', shape: 'columns', rule: 'visibility' });
      const found = await connected(relation.api, 'ds_rows');
      expect(found).toMatchObject({ records: 4_500, of_records: 4_500, is_current: true });
      expect(byAge(found)).toMatchObject({ distinct: 40, missing: 0 });
    } finally {
      await relation.api.close();
    }
  });
});
