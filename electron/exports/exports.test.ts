/**
 * Tables as files through the API: whole lists as their caller may read them, in every format.
 * @push
 */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createdApiKeySchema } from '../../shared/contract/access.ts';
import { exportResultSchema, type ExportResult } from '../../shared/contract/exports.ts';
import { jobSchema, type Job } from '../../shared/contract/jobs.ts';
import { recordListSchema } from '../../shared/contract/records.ts';
import { pdfText } from '../documents/testing/pdf-text.ts';
import { anonymous, TestApi, usualDemo, type SendOptions } from '../api/test-api.ts';
import { rounds } from '../testing/rounds.ts';

/** Pages of 500: three, or two. */
const records = rounds({ usual: usualDemo.demoRecords, all: 1_203 });

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.open({ ...usualDemo, demoRecords: records });
  await api.addAccount('a-lab-of-its-own');
});
afterAll(() => api.close());

const id = { key: 'id', title: 'Id', path: '/id', kind: 'text' };
const created = { key: 'created_at', title: 'Created', path: '/created_at', kind: 'instant' };
const model = { key: 'model', title: 'Model', path: '/model_id', kind: 'text' };
const confidence = { key: 'p', title: 'Confidence', path: '/confidence', kind: 'number' };
const output = { key: 'output', title: 'Output', path: '/output', kind: 'json' };
const decisions = {
  title: 'Decisions',
  columns: [id, created, model, confidence],
  source: { operation: 'listRecords' },
};

async function exported(
  body: object,
  options: SendOptions = {},
): Promise<{ result: ExportResult; bytes: Buffer; response: Response }> {
  const job = await api.finished(await api.send('POST', '/exports', { ...options, body }));
  if (job.status !== 'completed') throw new Error(JSON.stringify(job.error));
  const result = exportResultSchema.parse(job.result);
  const response = await api.send('GET', `/exports/${result.export_id}/file`, options);
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.length).toBe(result.bytes);
  expect(result.sha256).toBe(`sha256:${createHash('sha256').update(bytes).digest('hex')}`);
  return { result, bytes, response };
}

async function failed(body: object): Promise<NonNullable<Job['error']>> {
  const job = await api.finished(await api.send('POST', '/exports', { body }));
  if (job.error === null) throw new Error(`${job.status} without an error`);
  return job.error;
}

async function keyOf(body: object): Promise<{ id: string; options: SendOptions }> {
  const response = await api.send('POST', '/api-keys', { body: { name: 'A key', ...body } });
  const { key, key_id: keyId } = createdApiKeySchema.parse(await response.json());
  const headers = { authorization: `Bearer ${key}` };
  return { id: keyId, options: { caller: anonymous, headers } };
}

describe('createExport', () => {
  test('csv: with the separator and decimals of a language; only csv has them', async () => {
    const columns = [
      { key: 'name', title: 'Name', path: '/name', kind: 'text' },
      { key: 'cost', title: 'Cost', path: '/cost', kind: 'number' },
    ];
    const rows = [{ name: 'a;=1+1', cost: -1.5 }];
    const order = { title: 'Costs', columns, source: { rows } };
    const csv = { separator: ';', decimal: ',' };
    const { result, bytes } = await exported({ ...order, format: 'csv', csv });
    expect(result).toMatchObject({ csv });
    expect(bytes.toString()).toBe('Name;Cost\r\n"a;=1+1";"-1,5"\r\n');
    const plain = await exported({ ...order, format: 'csv' });
    expect(plain.bytes.toString()).toBe('Name,Cost\r\n"a;\'=1+1",-1.5\r\n');
    for (const body of [
      { ...order, format: 'jsonl', csv },
      { ...order, format: 'csv', csv: { separator: ',', decimal: ',' } },
    ]) {
      expect((await api.send('POST', '/exports', { body })).status).toBe(400);
    }
  });

  test('what is hidden in data is shown in csv and pdf, and exact in jsonl', async () => {
    const columns = [{ key: 'name', title: 'Name', path: '/name', kind: 'text' }];
    const order = { title: 'Names', columns, source: { rows: [{ name: '\u202eDEINED' }] } };
    const textOf = async (format: string) => (await exported({ ...order, format })).bytes;
    expect((await textOf('csv')).toString()).toBe('Name\r\n▯DEINED\r\n');
    expect(pdfText(await textOf('pdf'))).toContain('[U+202E]DEINED');
    expect((await textOf('jsonl')).toString()).toBe('{"name":"\u202eDEINED"}\n');
  });

  test('csv: every row of every page in the order of the list, with a head', async () => {
    const { result, bytes, response } = await exported({ ...decisions, format: 'csv' });
    const lines = bytes.toString().split('\r\n');
    expect(lines[0]).toBe('Id,Created,Model,Confidence');
    expect(lines).toHaveLength(records + 2);
    expect(new Set(lines.slice(1, -1).map((line) => line.split(',')[0])).size).toBe(records);
    const { data } = await api.read(recordListSchema, '/records?limit=1');
    expect(lines[1]?.split(',')[0]).toBe(data[0]?.id);
    const csv = { separator: ',', decimal: '.' };
    expect(result).toMatchObject({ format: 'csv', csv, title: 'Decisions', rows: records });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="DEMO-decisions-2026-11-21.csv"',
    );
  });

  test('instants are written in the asked time zone, in ISO 8601', async () => {
    const order = { ...decisions, format: 'csv', columns: [created], time_zone: 'Asia/Kathmandu' };
    const { bytes } = await exported(order);
    expect(bytes.toString().split('\r\n')[1]).toMatch(
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?\+05:45$/,
    );
  });

  test('jsonl: the columns by their keys, or whole rows', async () => {
    const query = { model_id: 'credit-scorer', order: 'asc' };
    const source = { operation: 'listRecords', query };
    const list = '/records?limit=500&model_id=credit-scorer&order=asc&include=seq';
    const { data, total } = await api.read(recordListSchema, list);
    const columns = [id, output];
    const short = await exported({ ...decisions, format: 'jsonl', columns, source });
    const lines = short.bytes.toString().trimEnd().split('\n');
    expect(lines).toHaveLength(total);
    expect(lines[0]).toBe(JSON.stringify({ id: data[0]?.id, output: data[0]?.output }));
    const whole = await exported({ ...decisions, format: 'jsonl', columns: [], source });
    expect(JSON.parse(whole.bytes.toString().split('\n')[0] ?? '')).toEqual(data[0]);
  });

  test('pdf: pages with a head, and the hash of the rows as JSON Lines @whole', async () => {
    const source = { operation: 'listRecords', query: { model_id: 'credit-scorer' } };
    const notes = ['Model: credit-scorer'];
    const { bytes, result } = await exported({ ...decisions, format: 'pdf', source, notes });
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(result.rows).toBeGreaterThan(10);
    const again = await exported({ ...decisions, format: 'pdf', source, notes });
    expect(again.result.sha256).toBe(result.sha256);
  });

  test('pdf: in the language that is asked for, codes as they are called', async () => {
    const columns = [
      {
        key: 'status',
        title: 'Status',
        path: '/status',
        kind: 'text',
        words: { PAID: 'Bezahlt', true: 'Ja' },
      },
      { key: 'share', title: 'Anteil', path: '/share', kind: 'number' },
    ];
    const rows = [
      { status: 'PAID', share: 0.125 },
      { status: true, share: 1e-9 },
      { status: 'NEW', share: null },
      { status: 'x'.repeat(500), share: 1 },
    ];
    const order = { title: 'Rechnungen', notes: ['Offen'], columns, source: { rows } };
    const { bytes } = await exported({ ...order, format: 'pdf', language: 'de' });
    expect(bytes.toString('latin1')).toContain('/Lang (de)');
    const lines = pdfText(bytes).split('\n');
    for (const line of [
      'Zeilen',
      'Stand',
      'Zeitangaben',
      'Eingegrenzt auf',
      'Bezahlt',
      'Ja',
      'NEW',
      '0,125',
      '0,000000001',
    ]) {
      expect(lines).toContain(line);
    }
    const text = lines.join(' ');
    expect(text).toContain('100 weitere Zeichen');
    expect(text).toContain('SHA-256 der Zeilen als JSON Lines');
    expect(text).not.toMatch(
      /\b(Rows|As of|Times|Narrowed|PAID|true|more characters|of the rows)\b/,
    );

    const english = pdfText((await exported({ ...order, format: 'pdf' })).bytes);
    expect(english.split('\n')).toEqual(expect.arrayContaining(['Rows', 'As of', '0.125']));
    // A file for programs holds what the rows hold.
    const csv = await exported({ ...order, format: 'csv', language: 'de' });
    expect(csv.bytes.toString()).toContain('PAID,0.125\r\ntrue,');
    const body = { ...order, format: 'pdf', language: 'fr' };
    expect((await api.send('POST', '/exports', { body })).status).toBe(400);
  });

  test('jobs are called by their titles in the language of the file', async () => {
    const job = await api.finished(await api.send('POST', '/chain/verifications', { body: {} }));
    const columns = [
      { ...id, path: '/job_id' },
      { key: 'job', title: 'Auftrag', path: '/title', kind: 'text' },
    ];
    const order = { title: 'Aufträge', columns, source: { operation: 'listJobs' } };
    const titleIn = async (language: string, format: 'csv' | 'jsonl', whole = false) => {
      const body = { ...order, format, language, ...(whole && { columns: [] }) };
      const lines = (await exported(body)).bytes.toString().split(/\r?\n/);
      return lines.find((line) => line.includes(job.job_id));
    };
    expect(await titleIn('en', 'csv')).toBe(`${job.job_id},Verify the whole ledger`);
    expect(await titleIn('de', 'csv')).toBe(`${job.job_id},Ganzes Journal prüfen`);
    expect(await titleIn('de', 'jsonl')).toContain('"Ganzes Journal prüfen"');
    // Whole rows are those of the API.
    expect(await titleIn('de', 'jsonl', true)).toContain('"Verify the whole ledger"');
  });

  test('rows that are given: no cell is a formula, no row is needed', async () => {
    const rows = [
      { name: '=cmd|"x"', count: 1e21, tags: ['a'], 'a/b': true },
      { name: null, count: 1e-9 },
    ];
    const columns = [
      { key: 'name', title: 'Name', path: '/name', kind: 'text' },
      { key: 'count', title: '+Count', path: '/count', kind: 'number' },
      { key: 'tags', title: 'Tags', path: '/tags', kind: 'json' },
      { key: 'ab', title: 'a/b', path: '/a~1b', kind: 'text' },
    ];
    const order = { title: 'Größe', format: 'csv', columns, source: { rows } };
    const { bytes, response } = await exported(order);
    expect(bytes.toString()).toBe(
      `Name,'+Count,Tags,a/b\r\n"'=cmd|""x""",1000000000000000000000,"[""a""]",true\r\n,0.000000001,,\r\n`,
    );
    expect(response.headers.get('content-disposition')).toContain(
      'filename="DEMO-gro-e-2026-11-21.csv"',
    );
    const none = await exported({ ...order, format: 'pdf', source: { rows: [] } });
    expect(none.result.rows).toBe(0);
  });

  test('a row for each element of a list in the rows', async () => {
    const columns = [
      { key: 'number', title: 'No.', path: '/transaction', kind: 'number' },
      { key: 'account', title: 'Account', path: '/item/account', kind: 'text' },
    ];
    const source = { operation: 'listBookTransactions', each: '/postings' };
    const order = { title: 'Journal', format: 'csv', columns, source };
    const { bytes, result } = await exported(order);
    const lines = bytes.toString().trimEnd().split('\r\n');
    expect(lines).toHaveLength(result.rows + 1);
    const numbers = lines.slice(1).map((line) => line.split(',')[0]);
    expect(new Set(numbers).size).toBeLessThan(numbers.length);

    const left = numbers[0] ?? '';
    const except = { path: '/transaction', values: [left] };
    const rest = await exported({ ...order, source: { ...source, except } });
    expect(rest.result.rows).toBe(numbers.filter((number) => number !== left).length);
  });

  test('what the list would refuse is refused before there is a job', async () => {
    const refused: readonly (readonly [object, readonly string[]])[] = [
      [{ query: { has_intervention: 'maybe' } }, ['source.query.has_intervention']],
      [{ query: { min_confidence: '0.2' } }, ['source.query.min_confidence']],
      [{ query: { limit: '5', nothing: '1' } }, ['source.query.limit', 'source.query.nothing']],
    ];
    for (const [source, fields] of refused) {
      const response = await api.send('POST', '/exports', {
        body: { ...decisions, format: 'csv', source: { operation: 'listRecords', ...source } },
      });
      expect(response.status).toBe(400);
      const text = await response.text();
      for (const field of fields) expect(text).toContain(`"${field}"`);
    }
    const unknown = await api.send('POST', '/exports', {
      body: { ...decisions, format: 'csv', source: { operation: 'streamSession' } },
    });
    expect(unknown.status).toBe(400);
    const parameters = await api.send('POST', '/exports', {
      body: { ...decisions, format: 'csv', source: { operation: 'listOperations' } },
    });
    expect(await parameters.text()).toContain('source.parameters.session_id');
    const bare = await api.send('POST', '/exports', {
      body: { ...decisions, format: 'csv', columns: [] },
    });
    expect(bare.status).toBe(400);
  });

  test('a list of what does not exist fails as the list does', async () => {
    const parameters = { session_id: 'sess_none' };
    const error = await failed({
      ...decisions,
      format: 'csv',
      source: { operation: 'listOperations', parameters },
    });
    expect(error.type).toBe('not_found');
  });

  test('more rows than a PDF has room for are refused with the number', async () => {
    const rows = Array.from({ length: 5_001 }, (_, n) => ({ id: String(n) }));
    const body = { title: 'Long', format: 'pdf', columns: [id], source: { rows } };
    const response = await api.send('POST', '/exports', { body });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('a PDF holds up to 5000');
  });

  test('can be canceled, and leaves no file', async () => {
    const response = await api.send('POST', '/exports', { body: { ...decisions, format: 'csv' } });
    const { job_id: jobId } = jobSchema.parse(await response.json());
    await api.send('POST', `/jobs/${jobId}/cancel`);
    expect((await api.ended(jobId)).status).toBe('canceled');
    expect((await api.send('GET', `/exports/${jobId}/file`)).status).toBe(404);
  });
});

describe('as the caller', () => {
  test('a key exports what it may list, and only its own', async () => {
    const lab = await keyOf({ role: 'ai_lab', account_id: 'a-lab-of-its-own' });
    const sent = await api.send('POST', '/exports', {
      ...lab.options,
      body: { ...decisions, format: 'csv' },
    });
    expect(sent.status).toBe(202);
    const { job_id: jobId } = jobSchema.parse(await sent.json());
    const job = await api.ended(jobId);
    expect(job.result).toMatchObject({ rows: 0 });
    const file = await api.send('GET', `/exports/${jobId}/file`, lab.options);
    expect(await file.text()).toBe('Id,Created,Model,Confidence\r\n');
  });

  test('a key does not export what it may not list', async () => {
    const lab = await keyOf({ role: 'ai_lab', account_id: 'a-lab-of-its-own' });
    const response = await api.send('POST', '/exports', {
      ...lab.options,
      body: { ...decisions, format: 'csv', source: { operation: 'listAuditEvents' } },
    });
    expect(response.status).toBe(403);
  });

  test('a file is its maker’s: no other key gets it but an admin', async () => {
    const { result } = await exported({ ...decisions, format: 'csv' });
    const path = `/exports/${result.export_id}/file`;
    const compliance = await keyOf({ role: 'compliance' });
    const admin = await keyOf({ role: 'admin' });
    expect((await api.send('GET', path, compliance.options)).status).toBe(404);
    expect((await api.send('GET', path, admin.options)).status).toBe(200);
  });
});
