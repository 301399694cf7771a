/** Datasets and their rows: what is kept, what is refused, and with which line. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  appendedRowsSchema,
  datasetFieldsSchema,
  datasetPageSchema,
  datasetSchema,
  importRowsResultSchema,
} from '../../shared/contract/datasets.ts';
import { filterResultSchema, sessionRecordSchema } from '../../shared/contract/sessions.ts';
import { TestApi } from '../api/test-api.ts';
import {
  clinicalRows,
  errorOf,
  makeDataset,
  openSession,
  refusalOf,
} from '../sessions/testing/clinical.ts';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.open();
});
afterAll(() => api.close());

const ndjson = { 'content-type': 'application/x-ndjson' };
const csv = { 'content-type': 'text/csv' };
const append = (id: string, body: string, headers: Record<string, string> = ndjson) =>
  api.send('POST', `/datasets/${id}/records`, { body, headers });
const dataset = (id: string) => api.read(datasetSchema, `/datasets/${id}`);

async function rowsOf(id: string): Promise<readonly object[]> {
  const { session_id: session } = await openSession(api, id);
  const response = await api.send('POST', `/sessions/${session}/filter`, { body: { filter: {} } });
  return filterResultSchema.parse(await response.json()).records;
}

describe('Making a dataset', () => {
  test('answers 201 with it', async () => {
    const policy = { access: 'open', unlisted: 'clear', operations: ['read'] };
    const body = { dataset_id: 'pbc.trial-1', name: 'PBC', holder_id: 'mayo', policy };
    const response = await api.send('POST', '/datasets', { body });
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({
      dataset_id: 'pbc.trial-1',
      name: 'PBC',
      holder_id: 'mayo',
      status: 'active',
      access: 'open',
      kinds: ['rows'],
      operations: ['read'],
      policy_version: 1,
      record_count: 0,
      total_bytes: 0,
      field_count: 0,
      session_count: 0,
      active_session_count: 0,
      created_at: '2026-01-01T00:00:00.000Z',
      last_appended_at: null,
    });
    expect(await refusalOf(await api.send('POST', '/datasets', { body }))).toBe('409 conflict');
  });

  test.each([
    ['dataset_id', { dataset_id: 'a/b' }],
    ['name', { name: '' }],
    ['holder_id', { holder_id: undefined }],
    ['policy.colour', { policy: { colour: 1 } }],
    ['policy.fields', { policy: { fields: { age: { method: 'hash' } } } }],
    ['policy.notice_hours', { policy: { notice_hours: -1 } }],
    ['extra', { extra: 1 }],
  ])('refuses a faulty %s', async (field, changes) => {
    const body = { name: 'x', holder_id: 'y', ...changes };
    const error = await errorOf(await api.send('POST', '/datasets', { body }));
    expect(error.details['fields']).toMatchObject([{ field }]);
  });

  test('lists by holder and state', async () => {
    const body = { name: 'x', holder_id: 'somebody' };
    await api.send('POST', '/datasets', { body });
    const page = await api.read(datasetPageSchema, '/datasets?holder_id=somebody&status=draft');
    expect(page.data).toHaveLength(1);
    expect(page.pagination).toEqual({ total: 1, limit: 20, offset: 0, has_more: false });
    for (const status of ['active', 'revoked']) {
      const path = `/datasets?holder_id=somebody&status=${status}`;
      expect((await api.read(datasetPageSchema, path)).data).toEqual([]);
    }
    expect(await refusalOf(await api.send('GET', '/datasets/nothing'))).toBe('404 not_found');
  });
});

describe('Appending rows', () => {
  test('takes NDJSON and JSON arrays, keeps record ids, or makes them', async () => {
    const id = await makeDataset(api, []);
    const first = await append(id, '{"record_id":"rec_a","n":1}\n{"n":2}');
    expect(appendedRowsSchema.parse(await first.json())).toEqual({
      dataset_id: id,
      appended: 2,
      first_record_id: 'rec_a',
      last_record_id: expect.stringMatching(/^rec_[0-9A-Z]{26}$/),
      record_count: 2,
    });
    const json = { 'content-type': 'application/json' };
    const second = await append(id, '[{"n":3},{"n":4.0,"big":1e2,"minus":-0}]', json);
    expect(second.status).toBe(201);
    expect(await rowsOf(id)).toMatchObject([
      { record_id: 'rec_a', n: 1 },
      { n: 2 },
      { n: 3 },
      { n: 4, big: 100, minus: 0 },
    ]);
    expect((await dataset(id)).record_count).toBe(4);
  });

  test('keeps what JSON can hold, as it is', async () => {
    const id = await makeDataset(api, []);
    const text =
      '{"record_id":"rec_a","__proto__":{"x":1},"constructor":1,"z":[1,[2]],"a":"\u{1f600}\\u2028","e":{}}';
    expect((await append(id, text)).status).toBe(201);
    const { session_id: session } = await openSession(api, id);
    const response = await api.send('GET', `/sessions/${session}/records/rec_a`);
    expect(await response.text()).toBe(JSON.stringify(JSON.parse(text)));
  });

  test('is all or nothing, and names the line of each error', async () => {
    const id = await makeDataset(api);
    const lines = [
      '{"n":1}',
      '{"n":',
      '[]',
      '{"record_id":"P-1"}',
      '{"n":1,"n":2}',
      '{"record_id":7}',
      '',
      '{"n":12345678901234567890}',
    ];
    const error = await errorOf(await append(id, lines.join('\n')));
    expect(error.type).toBe('validation_error');
    expect(error.message).toBe('7 of 8 rows were refused, so nothing was appended.');
    expect(error.details['lines']).toMatchObject([2, 3, 4, 5, 6, 7, 8].map((line) => ({ line })));
    const twice = '{"record_id":"rec_x"}\n{"record_id":"rec_x"}\n{"record_id":"rec_001"}';
    expect((await errorOf(await append(id, twice))).details['lines']).toEqual([
      {
        line: 2,
        message: 'record_id is there twice.',
        fields: [{ field: 'record_id', message: 'is there twice' }],
      },
      {
        line: 3,
        message: 'record_id is a record of the dataset already.',
        fields: [{ field: 'record_id', message: 'is a record of the dataset already' }],
      },
    ]);
    expect((await dataset(id)).record_count).toBe(clinicalRows.length);
  });

  test.each([
    ['an object', '{}', 'application/json', '400 validation_error'],
    ['no rows', '[]', 'application/json', '400 validation_error'],
    ['no body', '', 'application/x-ndjson', '400 validation_error'],
    ['no JSON', '[', 'application/json', '400 malformed_json'],
    ['another type', 'a', 'text/plain', '415 unsupported_media_type'],
    [
      'a row too deep',
      `${'{"a":'.repeat(102)}1${'}'.repeat(102)}`,
      'application/x-ndjson',
      '400 validation_error',
    ],
  ])('refuses %s', async (_what, body, type, refusal) => {
    const id = await makeDataset(api, []);
    expect(await refusalOf(await append(id, body, { 'content-type': type }))).toBe(refusal);
  });

  test('counts once for one Idempotency-Key', async () => {
    const id = await makeDataset(api, []);
    const headers = { ...ndjson, 'idempotency-key': 'rows' };
    const [first, again] = [
      await append(id, '{"n":1}', headers),
      await append(id, '{"n":1}', headers),
    ];
    expect(await again.text()).toBe(await first.text());
    expect((await dataset(id)).record_count).toBe(1);
    expect(await refusalOf(await append(id, '{"n":2}', headers))).toBe(
      '409 idempotency_key_reused',
    );
  });

  test('keeps which types each path has held', async () => {
    const id = await makeDataset(api, [
      { a: 1, b: { c: [{ d: 'x' }] } },
      { a: null, b: 'text' },
      { a: 'text', e: true },
    ]);
    const { fields } = await api.read(datasetFieldsSchema, `/datasets/${id}/fields`);
    expect(fields).toEqual([
      { path: 'a', types: ['null', 'number', 'string'] },
      { path: 'b', types: ['string', 'object'] },
      { path: 'b.c', types: ['array'] },
      { path: 'b.c.d', types: ['string'] },
      { path: 'e', types: ['boolean'] },
      { path: 'record_id', types: ['string'] },
    ]);
  });
});

describe('Importing rows', () => {
  const importing = (id: string, body: string, headers: Record<string, string>, query = '') =>
    api.send('POST', `/datasets/${id}/imports${query}`, { body, headers });

  test('takes CSV with a header, nests at dots, leaves empty cells out', async () => {
    const id = await makeDataset(api, []);
    const file = 'id,age,alk.phos,sex\n1,58.5,1718,f\n007,,NA,"m,\nx"\n';
    const mapping = encodeURIComponent(JSON.stringify({ null_texts: ['NA'] }));
    const job = await api.finished(
      await importing(id, file, csv, `?name=pbc.csv&mapping=${mapping}`),
    );
    expect([job.kind, job.title, job.status]).toEqual([
      'dataset_import',
      'Import pbc.csv',
      'completed',
    ]);
    expect(importRowsResultSchema.parse(job.result)).toMatchObject({
      lines: 2,
      imported: 2,
      record_count: 2,
    });
    const made = { record_id: expect.stringMatching(/^rec_/) };
    expect(await rowsOf(id)).toEqual([
      { ...made, id: '1', age: 58.5, alk: { phos: 1718 }, sex: 'f' },
      { ...made, id: '007', sex: 'm,\nx' },
    ]);
  });

  test('takes mapped columns, and a record id among them', async () => {
    const id = await makeDataset(api, []);
    const mapping = {
      delimiter: ';',
      columns: [
        { column: 'key', target: 'record_id', type: 'string' },
        { column: 'glucose', target: 'lab_results.glucose', type: 'number' },
      ],
    };
    const query = `?mapping=${encodeURIComponent(JSON.stringify(mapping))}`;
    await api.finished(await importing(id, 'key;x;glucose\nrec_7;a;99\n', csv, query));
    const { session_id: session } = await openSession(api, id);
    expect(await api.read(sessionRecordSchema, `/sessions/${session}/records/rec_7`)).toEqual({
      record_id: 'rec_7',
      lab_results: { glucose: 99 },
    });
    const wrong = await api.finished(await importing(id, 'a;b\n1;2\n', csv, query));
    expect(wrong.status).toBe('failed');
    expect(importRowsResultSchema.parse(wrong.result).errors).toMatchObject([{ line: 1 }]);
  });

  test('writes nothing when a line is refused, and names it', async () => {
    const id = await makeDataset(api);
    const lines = ['{"n":1}', '{"record_id":"rec_001"}', 'x', '{"n":2}'];
    const job = await api.finished(await importing(id, `${lines.join('\n')}\n`, ndjson));
    expect(job).toMatchObject({ status: 'failed', error: { type: 'validation_error' } });
    expect(importRowsResultSchema.parse(job.result)).toMatchObject({
      lines: 4,
      accepted: 2,
      rejected: 2,
      imported: 0,
      errors: [{ line: 2 }, { line: 3 }],
    });
    expect((await dataset(id)).record_count).toBe(clinicalRows.length);
  });

  test('only checks in a dry run', async () => {
    const id = await makeDataset(api, []);
    const job = await api.finished(await importing(id, '{"n":1}\n', ndjson, '?dry_run=true'));
    expect(importRowsResultSchema.parse(job.result)).toMatchObject({
      dry_run: true,
      accepted: 1,
      imported: 0,
      preview: [{ n: 1 }],
    });
    expect((await dataset(id)).record_count).toBe(0);
  });

  test('refuses a dataset that is unknown or withdrawn, and an empty file', async () => {
    expect(await refusalOf(await importing('nothing', '{}', ndjson))).toBe('404 not_found');
    const id = await makeDataset(api, []);
    expect(await refusalOf(await importing(id, '', ndjson))).toBe('400 validation_error');
    await api.send('POST', `/datasets/${id}/revoke`, { body: { reason: 'x' } });
    expect(await refusalOf(await importing(id, '{}', ndjson))).toBe('403 access_revoked');
  });
});
