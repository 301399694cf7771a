/**
 * CSV files opened in place: typed as an import types them, copied into the data folder, and answered as an import is.
 * @push
 */
import { appendFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonObjectSchema } from '../../shared/contract/common.ts';
import { sessionSchema } from '../../shared/contract/sessions.ts';
import { datasetSourceSchema, sourcePreviewSchema } from '../../shared/contract/sources.ts';
import { TestApi } from '../api/test-api.ts';
import { filterArbitrary, pointedFilters } from '../filters/testing/arbitrary-filters.ts';
import { isWhole, oneIn, rounds } from '../testing/rounds.ts';
import { ParquetFolder } from './testing/parquet.ts';

let api: TestApi;
let folder: ParquetFolder;
let clinic: string;

beforeEach(async () => {
  folder = new ParquetFolder();
  clinic = join(folder.path, 'clinic');
  mkdirSync(clinic);
  api = await TestApi.open({
    sourceFolders: [clinic],
    sessionLimits: { rate: { limit: 100_000, periodMs: 60_000 } },
  });
});
afterEach(async () => {
  await api.close();
  folder.remove();
});

const write = (name: string, lines: readonly string[]) =>
  writeFileSync(join(clinic, name), `${lines.join('\n')}\n`);
const place = () => ({ kind: 'files', folder: clinic });
const policy = { access: 'open', unlisted: 'clear', record_ids: 'kept' };

async function post(path: string, body: object, status = 201): Promise<unknown> {
  const response = await api.send('POST', path, { body });
  const answer: unknown = await response.json();
  if (response.status !== status) throw new Error(`${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

async function preview(more: object = {}) {
  return sourcePreviewSchema.parse(await post('/sources/preview', { ...place(), ...more }, 200));
}

async function faultOf(more: object = {}): Promise<string> {
  const response = await api.send('POST', '/sources/preview', { body: { ...place(), ...more } });
  const { error } = z
    .object({ error: z.object({ message: z.string(), details: z.unknown() }) })
    .parse(await response.json());
  return `${response.status} ${JSON.stringify(error.details)}`;
}

async function makeDataset(id: string, more: object = {}): Promise<string> {
  await post('/datasets', { dataset_id: id, name: id, holder_id: 'clinic', policy, ...more });
  return id;
}

async function openSession(id: string): Promise<string> {
  const session = await post('/sessions', { dataset_id: id, purpose: 'Research' });
  return sessionSchema.parse(session).session_id;
}

const copies = () => readdirSync(join(api.directory, 'sources', 'prepared'));

describe('columns of CSV files', () => {
  const lines = [
    'patient,zip,price,smoker,person.age,person.name,seen,none',
    'p1,02139,100.00,true,61,Ada,2024-01-05,',
    'p2,10001,7,FALSE,,,5/1/2024,',
    '"p,3",00501,-1.5e3,True,NA,"said ""hi""",,',
  ];

  it('have the types of all their cells, as an import gives them', async () => {
    write('a.csv', lines);
    const found = await preview();
    expect(found.prepared).toBe(true);
    expect(found.fields.map(({ path, form }) => [path, form])).toEqual([
      ['patient', 'text'],
      ['zip', 'text'],
      ['price', 'double'],
      ['smoker', 'boolean'],
      ['person', 'struct'],
      ['person.age', 'double'],
      ['person.name', 'text'],
      ['seen', 'text'],
      ['none', 'text'],
    ]);
    expect(found.first_rows).toEqual([
      {
        record_id: 'rec_1_1',
        patient: 'p1',
        zip: '02139',
        price: 100,
        smoker: true,
        person: { age: 61, name: 'Ada' },
        seen: '2024-01-05',
      },
      {
        record_id: 'rec_1_2',
        patient: 'p2',
        zip: '10001',
        price: 7,
        smoker: false,
        seen: '5/1/2024',
      },
      {
        record_id: 'rec_1_3',
        patient: 'p,3',
        zip: '00501',
        price: -1500,
        smoker: true,
        person: { name: 'said "hi"' },
      },
    ]);
  });

  it('are read as they stand where that is asked for', async () => {
    write('a.csv', lines);
    const found = await preview({ as_text: ['price', 'person.age'] });
    expect(found.first_rows.map(({ price }) => price)).toEqual(['100.00', '7', '-1.5e3']);
    expect(found.first_rows[2]).toMatchObject({ person: { age: 'NA' } });
    expect(await faultOf({ as_text: ['nobody'] })).toContain('as_text.0');
  });

  it('are those of every file, packed or not', async () => {
    write('a.csv', ['id;code', '1;7', '2;8']);
    writeFileSync(join(clinic, 'b.csv.gz'), gzipSync('id;code\n3;09\n'));
    const found = await preview();
    expect(found.files.map(({ rows }) => rows)).toEqual([2, 1]);
    expect(found.first_rows.map(({ id, code }) => [id, code])).toEqual([
      [1, '7'],
      [2, '8'],
      [3, '09'],
    ]);
  });

  it.each([
    ['other names', { 'b.csv': 'id,kode\n1,2\n' }, /differ|b\.csv/],
    ['a line with too many cells', { 'b.csv': 'id,code\n1,2,3\n' }, /b\.csv/],
    ['a quote that is not closed', { 'b.csv': 'id,code\n1,"2\n' }, /b\.csv/],
    ['no header', { 'b.csv': '' }, /b\.csv/],
    ['a name twice', { 'a.csv': 'id,Id\n1,2\n' }, /a\.csv/],
    ['a nameless column', { 'a.csv': 'id,\n1,2\n' }, /a\.csv/],
    ['what is no gzip', { 'b.csv.gz': 'id,code\n1,2\n' }, /503|files/],
  ])('with %s are refused, and the file is named', async (_, files, expected) => {
    write('a.csv', ['id,code', '1,2']);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(clinic, name), text);
    const response = await api.send('POST', '/sources/preview', {
      body: place(),
      headers: { prefer: 'faults' },
    });
    expect([400, 503]).toContain(response.status);
    expect(await response.text()).toMatch(expected);
    await makeDataset('ds_none', { source: place() }).then(
      () => expect.unreachable('no dataset is made'),
      () => undefined,
    );
  });

  it('are of one kind with all files', async () => {
    write('a.csv', ['id', '1']);
    await folder.write('clinic/b.parquet', 'SELECT 1 AS id');
    expect(await faultOf()).toMatch(/^400 /);
  });
});

describe('the copy of a CSV file', () => {
  it('is not asked for what the file no longer says', async () => {
    write('a.csv', ['id,code', '1,x', '2,y']);
    await makeDataset('ds_csv', { source: place() });
    const session = await openSession('ds_csv');
    const count = () => api.send('POST', `/sessions/${session}/count`, { body: { filter: {} } });
    expect(await (await count()).json()).toMatchObject({ count: 2 });
    appendFileSync(join(clinic, 'a.csv'), '3,z\n');
    expect((await count()).status).toBe(409);
    const checked = datasetSourceSchema.parse(await post('/datasets/ds_csv/source/check', {}, 200));
    expect(checked).toMatchObject({ state: 'ready', rows: 3 });
    const next = await openSession('ds_csv');
    const found = await post(`/sessions/${next}/filter`, { filter: { code: 'z' }, limit: 5 }, 200);
    expect(found).toMatchObject({ records: [{ id: 3, code: 'z' }] });
    appendFileSync(join(clinic, 'a.csv'), 'four,z\n');
    expect(await post('/datasets/ds_csv/source/check', {}, 200)).toMatchObject({
      state: 'changed',
    });
  });

  it('is made anew where it is gone or is another', async () => {
    write('a.csv', ['id,code', '1,x', '2,y']);
    await makeDataset('ds_csv', { source: place() });
    const session = await openSession('ds_csv');
    const read = () => post(`/sessions/${session}/filter`, { filter: {}, limit: 5 }, 200);
    const before = await read();
    const [copy = ''] = copies();
    const path = join(api.directory, 'sources', 'prepared', copy);
    rmSync(path);
    expect(await read()).toMatchObject({
      records: z.object({ records: z.array(jsonObjectSchema) }).parse(before).records,
    });
    await folder.write('other.parquet', "SELECT 1::DOUBLE AS id, 'altered' AS code");
    writeFileSync(path, Buffer.from('PAR1 altered PAR1'));
    const after = z.object({ records: z.array(jsonObjectSchema) }).parse(await read());
    expect(after.records.map(({ code }) => code)).toEqual(['x', 'y']);
  });

  it('goes with its dataset, and with the files that it was made of', async () => {
    write('a.csv', ['id,code', '1,x']);
    await makeDataset('ds_csv', { source: place() });
    await openSession('ds_csv');
    await preview({ as_text: ['id'] });
    expect(copies()).toHaveLength(2);
    const sweep = () => api.api.runTask('check-sources', {});
    await sweep();
    expect(copies()).toHaveLength(2);
    await sweep();
    expect(copies()).toHaveLength(1);
    write('a.csv', ['id,code', '2,x']);
    await post('/datasets/ds_csv/source/check', {}, 200);
    const both = copies();
    expect(both).toHaveLength(2);
    // The first finds that the session is over, since its rows are others.
    for (const _ of [1, 2, 3]) await sweep();
    expect(copies()).toHaveLength(1);
    const erasure = await api.send('POST', '/datasets/ds_csv/erasures', {
      body: {
        scope: 'dataset',
        legal_basis: 'GDPR Art. 17(1)(b)',
        reason: 'Consent was withdrawn.',
        actor: { id: 'usr_1', role: 'data_protection_officer' },
      },
    });
    expect([200, 201]).toContain(erasure.status);
    await sweep();
    expect(copies()).toEqual([]);
  });
});

it(
  'an import and the same file in place have the same rows, counts and texts',
  { timeout: isWhole ? 600_000 : 60_000 },
  async () => {
    const cells = (i: number) => [
      `rec_${String(i).padStart(3, '0')}`,
      ['', 'a', 'ab', 'A', '1', 'é😀'][i % 6],
      ['', 'true', 'False'][i % 3],
      i % 5 === 0 ? '' : String(i % 4),
      ['', 'ab', '02139'][i % 3],
      ['0.5', '100.00', '-5', '1.5e3', ''][i % 5],
      ['', '1', '2'][i % 3],
      i % 2 === 0 ? '"a\nb"' : '',
    ];
    const lines = Array.from({ length: 90 }, (_, i) => cells(i).join(','));
    const text = `record_id,a,b,c.a,c.c,0,1,x y\n${lines.join('\n')}\n`;
    writeFileSync(join(clinic, 'a.csv'), text);
    await makeDataset('ds_placed', { source: place() });
    await makeDataset('ds_imported');
    const imported = await api.send('POST', '/datasets/ds_imported/imports', {
      body: text,
      headers: { 'content-type': 'text/csv' },
    });
    expect((await api.finished(imported)).status).toBe('completed');
    const sessions = [await openSession('ds_placed'), await openSession('ds_imported')];
    const { records: first } = z
      .object({ records: z.array(jsonObjectSchema) })
      .parse(await post(`/sessions/${sessions[1]}/filter`, { filter: {}, limit: 200 }, 200));
    const pointed = first
      .slice(0, rounds({ usual: 1, all: 8 }))
      .flatMap((row) => pointedFilters(row));
    const random = fc.sample(filterArbitrary, {
      numRuns: rounds({ usual: 20, all: 200 }),
      seed: 11,
    });
    const filters = [...random, ...oneIn(rounds({ usual: 3, all: 1 }), pointed)];
    let some = 0;
    for (const filter of [{}, ...filters]) {
      const answers = await Promise.all(
        sessions.map(async (id) => {
          const body = { filter, limit: 1_000 };
          const found = await api.send('POST', `/sessions/${id}/filter`, { body });
          const counted = await api.send('POST', `/sessions/${id}/count`, { body: { filter } });
          const { records = [] } = z
            .object({ records: z.array(jsonObjectSchema).optional() })
            .parse(JSON.parse(await found.text()));
          const { count } = z.object({ count: z.int().optional() }).parse(await counted.json());
          return {
            told: JSON.stringify(filter),
            statuses: [found.status, counted.status],
            count,
            records: records.map((each) => JSON.stringify(each)),
          };
        }),
      );
      expect(answers[0]).toEqual(answers[1]);
      const { count = 0 } = answers[0] ?? {};
      if (count > 0 && count < lines.length) some += 1;
    }
    expect(some).toBeGreaterThan(filters.length / 20);
  },
);
