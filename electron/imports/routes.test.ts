/** Import of records from NDJSON and CSV: what is taken, what is refused, and that it is all or nothing. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { faultAt } from '../../shared/contract/faults.ts';
import { chainSchema } from '../../shared/contract/chain.ts';
import { importResultSchema } from '../../shared/contract/imports.ts';
import { jobSchema, type Job } from '../../shared/contract/jobs.ts';
import { limits } from '../../shared/contract/limits.ts';
import { recordListSchema } from '../../shared/contract/records.ts';
import { TestApi } from '../api/test-api.ts';

let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open();
});
afterEach(async () => {
  const left = readdirSync(join(api.directory, 'uploads'));
  await api.close();
  if (left.length > 0) throw new Error(`Left behind: ${left.join()}`);
});

type File = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

const ndjson = { 'content-type': 'application/x-ndjson' };
const csv = { 'content-type': 'text/csv' };

function sendNdjson(file: File, query = ''): Promise<Response> {
  return api.send('POST', `/imports${query}`, { body: file, headers: ndjson });
}

function sendCsv(file: File, mapping: object, query = ''): Promise<Response> {
  const text = encodeURIComponent(JSON.stringify(mapping));
  return api.send('POST', `/imports?mapping=${text}${query}`, { body: file, headers: csv });
}

async function run(response: Promise<Response>) {
  const job = await api.finished(await response);
  return { job, result: job.result === null ? undefined : importResultSchema.parse(job.result) };
}

async function size(): Promise<number> {
  return (await api.read(chainSchema, '/chain')).size;
}

async function records() {
  return (await api.read(recordListSchema, '/records?order=asc&limit=500')).data;
}

function line(body: object = {}): string {
  return JSON.stringify({ model_id: 'm', input: { n: 1 }, output: {}, ...body });
}

const notUtf8 = 'The line is not UTF-8; the file may be Latin-1 or Windows-1252. Save it as UTF-8.';

/** The text of a record without what differs from record to record. */
function own(text: string | undefined): string | undefined {
  return text?.replaceAll(/"(id|hash|previous_hash)":"[^"]*",?/g, '');
}

/** Lines and messages of the refused. */
function refusals(job: Awaited<ReturnType<typeof run>>): [number, string][] {
  return job.result?.errors.map((each): [number, string] => [each.line, each.message]) ?? [];
}

describe('Import of NDJSON', () => {
  test('appends every line in order, in one chain with the rest', async () => {
    const before = await api.append();
    const { job, result } = await run(
      sendNdjson(
        `${line({ input: { n: 1 } })}\n${line({ input: { n: 2 } })}\n`,
        '?name=file.ndjson',
      ),
    );
    expect(job).toMatchObject({
      kind: 'import',
      title: 'Import file.ndjson',
      status: 'completed',
      progress: { done: 2, total: 2, unit: 'records' },
      error: null,
    });
    expect(result).toEqual({
      dry_run: false,
      lines: 2,
      accepted: 2,
      imported: 2,
      rejected: 0,
      errors: [],
      preview: [
        { model_id: 'm', input: { n: 1 }, output: {} },
        { model_id: 'm', input: { n: 2 }, output: {} },
      ],
      columns: [],
      first_seq: 2,
      last_seq: 3,
    });
    const [first, second, third] = await records();
    expect(first).toEqual(before);
    expect(second).toMatchObject({ input: { n: 1 }, previous_hash: before.hash });
    expect(third).toMatchObject({ input: { n: 2 }, previous_hash: second?.hash });
    expect(api.changes).toContain('records');
  });

  test('keeps what a POST of the same body would have kept', async () => {
    const body =
      '{"model_id":"m\\u00e9","input":{"__proto__":{"x":[1,null,true,"\\t\\u0000 \\\\u"]},"é":-0.5e-7},"output":{"b":1,"a":2},' +
      '"confidence":0.1,"transaction_id":"t\\"/","policy_id":"p\\u00e9","context":{},"explanation":{"k":"𝒳"}}';
    const posted = await api.send('POST', '/records', {
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(posted.status).toBe(201);
    expect((await run(sendNdjson(body))).result?.imported).toBe(1);
    const texts = await Promise.all(
      (await records()).map(async ({ id }) => (await api.send('GET', `/records/${id}`)).text()),
    );
    expect(own(texts[1])).toBe(own(texts[0]));
    for (const query of [
      'q=%F0%9D%92%B3',
      `where=${encodeURIComponent('{"policy_id":"p\\u00e9"}')}`,
      `where=${encodeURIComponent('{"transaction_id":"t\\"/"}')}`,
      'q=null',
    ]) {
      expect((await api.read(recordListSchema, `/records?${query}`)).total).toBe(
        query === 'q=%F0%9D%92%B3' ? 0 : 2,
      );
    }
  });

  test('splits at the byte 0x0A only, and takes CRLF, a mark, and an empty last line', async () => {
    const separators = line({ input: { text: '\u2028\u2029\u0085' } });
    const file = `\uFEFF${line()}\r\n${separators}\n${line()}\r\n\r\n`;
    expect((await run(sendNdjson(file))).result).toMatchObject({ imported: 3, rejected: 0 });
    expect((await records())[1]?.input).toEqual({ text: '\u2028\u2029\u0085' });
  });

  test('names every bad line with its number, the reason and the fields, and writes nothing', async () => {
    const before = await size();
    const file = [
      line(),
      '{"model_id":"m"',
      '',
      line({ confidence: 2, extra: 1 }),
      '{"model_id":"m","input":{"a":1,"a":2},"output":{}}',
      '{"input":{},"output":{}}',
      '7',
      line(),
    ].join('\n');
    const { job, result } = await run(sendNdjson(file));
    expect(job).toMatchObject({
      status: 'failed',
      error: {
        type: 'validation_error',
        message: '6 of 8 lines were refused, so nothing was imported.',
      },
    });
    expect(result).toMatchObject({
      lines: 8,
      accepted: 2,
      rejected: 6,
      imported: 0,
      first_seq: null,
    });
    expect(result?.errors).toEqual([
      {
        line: 2,
        message: expect.stringMatching(/^The line is not JSON: it ends before/),
        fields: [],
      },
      { line: 3, message: 'The line is empty.', fields: [] },
      {
        line: 4,
        message: 'confidence must be at most 1; extra is not a known member.',
        fields: [
          faultAt('confidence', 'at_most', { maximum: 1 }),
          faultAt('extra', 'not_known', { unit: 'member' }),
        ],
      },
      {
        line: 5,
        message: expect.stringContaining('twice'),
        fields: [faultAt('input.a', 'json_twice', { member: '"a"' })],
      },
      {
        line: 6,
        message: 'model_id is required.',
        fields: [faultAt('model_id', 'required')],
      },
      {
        line: 7,
        message: 'body must be an object.',
        fields: [faultAt('body', 'type_object')],
      },
    ]);
    expect(await size()).toBe(before);
  });

  test('skips bad lines when that was chosen, and says which', async () => {
    const file = `${line({ input: { n: 1 } })}\nbad\n${line({ input: { n: 3 } })}\nworse\n`;
    const { job, result } = await run(sendNdjson(file, '?on_error=skip'));
    expect(job.status).toBe('completed');
    expect(result).toMatchObject({ lines: 4, accepted: 2, imported: 2, rejected: 2 });
    expect(result?.errors.map((each) => each.line)).toEqual([2, 4]);
    expect((await records()).map((record) => record.input)).toEqual([{ n: 1 }, { n: 3 }]);
  });

  test('a dry run checks, previews the first five, and writes nothing', async () => {
    const before = await size();
    const file = `${Array.from({ length: 7 }, (_, n) => line({ input: { n } })).join('\n')}\nbad`;
    const { job, result } = await run(sendNdjson(file, '?dry_run=true&name=f'));
    expect(job).toMatchObject({ status: 'completed', title: 'Check f', error: null });
    expect(result).toMatchObject({
      dry_run: true,
      lines: 8,
      accepted: 7,
      rejected: 1,
      imported: 0,
    });
    expect(result?.preview.map((body) => body['input'])).toEqual(
      [0, 1, 2, 3, 4].map((n) => ({ n })),
    );
    expect(result?.errors).toHaveLength(1);
    expect(await size()).toBe(before);
  });

  test('keeps the first 1,000 errors and counts them all', async () => {
    const { result } = await run(sendNdjson('x\n'.repeat(1_500)));
    expect(result?.rejected).toBe(1_500);
    expect(result?.errors).toHaveLength(limits.importErrors);
    expect(result?.errors.at(-1)?.line).toBe(1_000);
  });

  test('refuses a file in which no line is accepted, also when bad lines are skipped', async () => {
    for (const [file, query, message] of [
      ['bad\n', '?on_error=skip', '1 of 1 line was refused, so nothing was imported.'],
      ['\n', '?on_error=skip', 'The file has no records, so nothing was imported.'],
      ['\uFEFF', '', 'The file has no records, so nothing was imported.'],
    ] as const) {
      const { job } = await run(sendNdjson(file, query));
      expect(job).toMatchObject({ status: 'failed', error: { message } });
    }
    expect(await size()).toBe(1);
  });

  test('names a line that is not UTF-8, and takes those around it', async () => {
    const bad = Buffer.from(line({ input: { v: 'X' } })).map((byte) =>
      byte === 0x58 ? 0xff : byte,
    );
    const file = Buffer.concat([Buffer.from(`${line()}\n`), bad, Buffer.from(`\n${line()}\n`)]);
    const done = await run(sendNdjson(Uint8Array.from(file), '?on_error=skip'));
    expect(refusals(done)).toEqual([[2, notUtf8]]);
    expect(done.result?.imported).toBe(2);
  });

  test('names a line beyond the limit without holding it in memory @whole', async () => {
    const lines = 40;
    let sent = 0;
    const file = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent === 0) controller.enqueue(Buffer.from(`${line()}\n`));
        if (sent < lines) controller.enqueue(new Uint8Array(1024 * 1024).fill(0x61));
        else {
          controller.enqueue(Buffer.from(`\n${line()}\n`));
          controller.close();
        }
        sent += 1;
      },
    });
    const done = await run(sendNdjson(file, '?on_error=skip'));
    expect(refusals(done)).toEqual([[2, `The line is larger than ${limits.bodyBytes} bytes.`]]);
    expect(done.result).toMatchObject({ lines: 3, imported: 2 });
  });
});

const people = 'name,age,note,decision\nAnn,41,"likes ""quotes""",yes\nBob,,,no\n';
const peopleMapping = {
  columns: [
    { column: 'age', target: 'input.person.age' },
    { column: 'name', target: 'input.person.name' },
    { column: 'note', target: 'context.note' },
    { column: 'decision', target: 'output.decision' },
  ],
  constants: { model_id: 'people', policy_id: 'p' },
};

/** One column of values to `input.v`, another to `output.d`. */
function column(type: string, ...cells: string[]) {
  const file = `v,d\n${cells.map((cell) => `${cell},x\n`).join('')}`;
  return run(
    sendCsv(
      file,
      {
        columns: [
          { column: 'v', target: 'input.v', type },
          { column: 'd', target: 'output.d' },
        ],
        constants: { model_id: 'm' },
      },
      '&on_error=skip',
    ),
  );
}

describe('Import of CSV', () => {
  test('maps columns to members, a dot nests, constants fill, an empty cell is an absent member', async () => {
    const { result } = await run(sendCsv(people, peopleMapping));
    expect(result).toMatchObject({ imported: 2, rejected: 0 });
    const [ann, bob] = await records();
    expect(ann).toMatchObject({
      model_id: 'people',
      policy_id: 'p',
      input: { person: { age: 41, name: 'Ann' } },
      context: { note: 'likes "quotes"' },
      output: { decision: 'yes' },
    });
    expect(bob?.input).toEqual({ person: { name: 'Bob' } });
    expect(bob).not.toHaveProperty('context');
  });

  test('reads mapped model_id, transaction_id, policy_id as text and confidence as a number', async () => {
    const mapping = {
      columns: ['model_id', 'transaction_id', 'policy_id', 'confidence', 'input.a', 'output.b'].map(
        (target, index) => ({ column: `c${index}`, target }),
      ),
    };
    const { result } = await run(sendCsv('c0,c1,c2,c3,c4,c5\n1,007,true,0.50,1,2\n', mapping));
    expect(result?.imported).toBe(1);
    expect((await records())[0]).toMatchObject({
      model_id: '1',
      transaction_id: '007',
      policy_id: 'true',
      confidence: 0.5,
      input: { a: 1 },
      output: { b: 2 },
    });
  });

  test('number, boolean, string and json say what a cell must be', async () => {
    const numbers = await column('number', '5.0', '1e5', 'x', '007', '1e400', '9007199254740993');
    expect((await records()).map((record) => record.input['v'])).toEqual([5, 100_000]);
    expect(refusals(numbers)).toEqual([
      [4, 'Line 4: column 1 ("v") is not a number: "x".'],
      [5, 'Line 5: column 1 ("v") is not a number: "007".'],
      [6, 'Line 6: column 1 ("v") has a number that cannot be kept: "1e400".'],
      [7, 'Line 7: column 1 ("v") has a number that cannot be kept: "9007199254740993".'],
    ]);
    expect(refusals(await column('boolean', 'true', 'yes'))).toEqual([
      [3, 'Line 3: column 1 ("v") is neither true nor false: "yes".'],
    ]);
    expect((await column('string', '007')).result?.preview[0]?.['input']).toEqual({ v: '007' });
    const json = await column('json', '"{""a"":[1,null]}"', '"{""a"":1,""a"":2}"', '{', 'null');
    expect(json.result?.preview.map((body) => body['input'])).toEqual([
      { v: { a: [1, null] } },
      { v: null },
    ]);
    expect(refusals(json)).toEqual([
      [3, expect.stringContaining('column 1 ("v") at a has the member "a" twice')],
      [4, expect.stringContaining('column 1 ("v") is not JSON')],
    ]);
  });

  test('takes a byte order mark, CRLF, quoted line feeds and delimiters, other delimiters', async () => {
    for (const [delimiter, encoded] of [
      [',', ','],
      [';', ';'],
      ['\t', '\t'],
      ['|', '|'],
    ] as const) {
      const row = (...cells: string[]) => `${cells.join(encoded)}\r\n`;
      const file = `\uFEFF${row('a', 'b')}${row(`"1\r\n${encoded}2"`, 'x')}${row('3', 'y')}`;
      const { result } = await run(
        sendCsv(file, {
          columns: [
            { column: 'a', target: 'input.a' },
            { column: 'b', target: 'output.b' },
          ],
          constants: { model_id: 'm' },
          delimiter,
        }),
      );
      expect(result?.preview.map((body) => body['input'])).toEqual([
        { a: `1\r\n${encoded}2` },
        { a: '3' },
      ]);
    }
  });

  test('names a bad row by the line it starts on, after quoted line feeds too', async () => {
    const file = [
      'name,age,note,decision',
      '"A\nnn",1,"x\r\ny",yes',
      'too,few',
      'Bob,2,"spans\n\n\nlines",no',
      'too,many,cells,in,it',
      'a "quote" inside,1,,no',
      '"text"after,1,,no',
      'Cy,3,,yes',
    ].join('\r\n');
    const done = await run(sendCsv(file, peopleMapping, '&on_error=skip'));
    expect(refusals(done)).toEqual([
      [5, 'Line 5 has 2 cells where the header has 4.'],
      [10, 'Line 10 has 5 cells where the header has 4.'],
      [11, 'The line is not a CSV record: a quote is inside a cell that does not start with one.'],
      [12, 'The line is not a CSV record: text follows a closing quote.'],
    ]);
    expect(done.result?.imported).toBe(3);
  });

  test('names the line on which a quote was opened and never closed', async () => {
    const done = await run(sendCsv(`${people}"Cy,3,,yes\nDee,4,,no\n`, peopleMapping));
    expect(refusals(done)).toEqual([[4, 'The line is not a CSV record: a quote is not closed.']]);
    expect(await size()).toBe(1);
  });

  test('names a row that is not UTF-8', async () => {
    const file = Uint8Array.from(Buffer.from(`${people}Z\xfcrich,5,,yes\n`, 'latin1'));
    const done = await run(sendCsv(file, peopleMapping, '&on_error=skip'));
    expect(refusals(done)).toEqual([[4, notUtf8]]);
  });

  test('fails when the file lacks a mapped column or has one twice', async () => {
    const missing = await run(
      sendCsv('name,age,decision\nAnn,1,yes\n', peopleMapping, '&on_error=skip'),
    );
    expect(missing.job).toMatchObject({
      status: 'failed',
      error: {
        type: 'validation_error',
        message: 'mapping.columns.2.column is not in the file: "note".',
        details: { fields: [{ field: 'mapping.columns.2.column' }] },
      },
    });
    expect(missing.result?.errors[0]?.line).toBe(1);
    const twice = await run(sendCsv('name,age,note,decision,age\n', peopleMapping));
    expect(twice.job.error?.message).toBe('Line 1: column 5 ("age") is there twice.');
    const unnamed = await run(sendCsv('name,age,note,decision,,\nAnn,1,,yes,,\n', peopleMapping));
    expect(unnamed.result?.imported).toBe(1);
  });

  test('takes column names and parts of a path that are special elsewhere', async () => {
    const file = '__proto__,constructor\n1,2\n';
    const { result } = await run(
      sendCsv(file, {
        columns: [
          { column: '__proto__', target: 'input.__proto__.x' },
          { column: 'constructor', target: 'output.constructor' },
        ],
        constants: { model_id: 'm' },
      }),
    );
    expect(result?.imported).toBe(1);
    const text = await (await api.send('GET', '/records')).text();
    expect(text).toContain('"input":{"__proto__":{"x":1}},"output":{"constructor":2}');
  });
});

async function fields(response: Promise<Response>): Promise<string[]> {
  const answer = await response;
  expect(answer.status).toBe(400);
  const body: unknown = await answer.json();
  expect(body).toMatchObject({ error: { type: 'validation_error' } });
  return [...JSON.stringify(body).matchAll(/"field":"([^"]*)"/g)].map((match) => match[1] ?? '');
}

function refusedFields(query: string, headers: Record<string, string>): Promise<string[]> {
  return fields(api.send('POST', `/imports${query}`, { body: 'a\n', headers }));
}

describe('POST /imports is refused', () => {
  const columns = [
    { column: 'a', target: 'input.a' },
    { column: 'b', target: 'output.b' },
  ];

  test.each([
    ['no columns', { columns: [] }, ['mapping.columns']],
    [
      'an unknown target',
      { columns: [...columns, { column: 'c', target: 'hash' }] },
      ['mapping.columns.2.target'],
    ],
    ['no model', { columns }, ['mapping.columns']],
    [
      'no input and no output',
      { columns: [{ column: 'a', target: 'model_id' }] },
      ['mapping.columns', 'mapping.columns'],
    ],
    [
      'a path inside another',
      { columns: [{ column: 'c', target: 'input.a.b' }, ...columns], constants: { model_id: 'm' } },
      ['mapping.columns.0.target'],
    ],
    [
      'a target twice',
      { columns: [...columns, { column: 'c', target: 'input.a' }], constants: { model_id: 'm' } },
      ['mapping.columns.2.target'],
    ],
    [
      'an empty part',
      {
        columns: [...columns, { column: 'c', target: 'input.x..y' }],
        constants: { model_id: 'm' },
      },
      ['mapping.columns.2.target'],
    ],
    [
      'a constant and a column',
      { columns: [...columns, { column: 'c', target: 'model_id' }], constants: { model_id: 'm' } },
      ['mapping.columns.2.target'],
    ],
    [
      'a numeric model',
      { columns: [...columns, { column: 'c', target: 'model_id', type: 'number' }] },
      ['mapping.columns.2.type'],
    ],
    [
      'a confidence that is text',
      {
        columns: [...columns, { column: 'c', target: 'confidence', type: 'string' }],
        constants: { model_id: 'm' },
      },
      ['mapping.columns.2.type'],
    ],
    [
      'unknown members',
      { columns, constants: { model_id: 'm', input: {} }, quote: "'" },
      ['mapping.constants.input', 'mapping.quote'],
    ],
    [
      'another delimiter',
      { columns, constants: { model_id: 'm' }, delimiter: ' ' },
      ['mapping.delimiter'],
    ],
  ])('for a mapping with %s', async (_what, mapping, expected) => {
    expect((await fields(sendCsv('a,b\n', mapping))).toSorted()).toEqual(expected.toSorted());
  });

  test('for a mapping that is not JSON, is missing, or is for another format', async () => {
    expect(await refusedFields('?mapping={', csv)).toEqual(['mapping']);
    expect(await refusedFields('?mapping=[]', csv)).toEqual(['mapping']);
    expect(await refusedFields('?mapping={"columns":[],"columns":[]}', csv)).toEqual([
      'mapping.columns',
    ]);
    expect(await refusedFields('', csv)).toEqual(['mapping']);
    expect(await refusedFields('?mapping={}', ndjson)).toEqual(['mapping']);
  });

  test('for wrong parameters, all of them named, and for an empty file', async () => {
    expect(await fields(sendNdjson('x', '?dry_run=1&on_error=ignore&format=x'))).toEqual([
      'dry_run',
      'on_error',
      'format',
    ]);
    expect(await fields(sendNdjson(''))).toEqual(['body']);
    expect(await fields(api.send('POST', '/imports', { headers: ndjson }))).toEqual(['body']);
  });

  test('with 415 for another type', async () => {
    const response = await api.send('POST', '/imports', { body: {} });
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({ error: { type: 'unsupported_media_type' } });
  });

  test('and leaves no file when the client leaves in the middle', async () => {
    const file = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(Buffer.from(`${line()}\n`));
        controller.error(new Error('The client left.'));
      },
    });
    expect((await sendNdjson(file)).status).toBe(500);
    expect((await api.send('GET', '/jobs')).status).toBe(200);
    expect(await (await api.send('GET', '/jobs')).json()).toMatchObject({ data: [] });
  });
});

async function cancelWhen(isTime: (job: Job) => boolean): Promise<Job> {
  const file = `${Array.from({ length: 6_000 }, (_, n) => line({ input: { n, pad: 'x'.repeat(200) } })).join('\n')}\n`;
  // The clock runs, so that progress is written as it comes.
  const tick = setInterval(() => (api.now += 1_000), 1);
  try {
    const response = await sendNdjson(file);
    const { job_id: jobId } = jobSchema.parse(await response.clone().json());
    for (;;) {
      const job = await api.read(jobSchema, `/jobs/${jobId}`);
      if (isTime(job)) break;
      expect(job.finished_at).toBeNull();
      await new Promise((resolve) => setImmediate(resolve));
    }
    const canceled = await api.send('POST', `/jobs/${jobId}/cancel`);
    expect(canceled.status).toBe(200);
    expect(await canceled.json()).toMatchObject({ cancel_requested: true });
    return await api.finished(response);
  } finally {
    clearInterval(tick);
  }
}

describe('Cancel of an import', () => {
  test.each([
    ['checked', 'checking'],
    ['written', 'writing'],
  ])('while lines are %s leaves nothing', async (_what, phase) => {
    const { head } = await api.read(chainSchema, '/chain');
    const job = await cancelWhen((each) => each.phase === phase && each.progress.done > 0);
    expect(job).toMatchObject({ status: 'canceled', result: null, error: null });
    expect(await api.read(chainSchema, '/chain')).toMatchObject({ size: 1, record_count: 0, head });
    await api.append();
    expect(await size()).toBe(2);
  });

  test('before it starts leaves nothing', async () => {
    const job = await cancelWhen(() => true);
    expect(job.status).toBe('canceled');
    expect(await size()).toBe(1);
  });
});

describe('While an import is written', () => {
  test('appends wait for their turn and follow it', async () => {
    const file = `${Array.from({ length: 500 }, (_, n) => line({ input: { n } })).join('\n')}\n`;
    const response = await sendNdjson(file);
    const { job_id: jobId } = jobSchema.parse(await response.clone().json());
    const appended: Promise<unknown>[] = [];
    while ((await api.read(jobSchema, `/jobs/${jobId}`)).finished_at === null) {
      if (appended.length < 20) appended.push(api.append({ input: { n: 'single' } }));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(appended);
    const done = await run(Promise.resolve(response));
    expect(done.result?.imported).toBe(500);
    const { first_seq: first, last_seq: last } = done.result ?? {};
    expect(Number(last) - Number(first)).toBe(499);
    const all = await api.read(recordListSchema, '/records?order=asc&limit=500');
    expect(all.total).toBe(500 + appended.length);
    expect(all.data.slice(1).map((record) => record.previous_hash)).toEqual(
      all.data.slice(0, -1).map((record) => record.hash),
    );
  });
});
