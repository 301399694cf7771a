/** Files of the shape of public data sets: each column has one type, as rows and as decisions, and a dry run says it. */
import { beforeAll, describe, expect, test } from 'vitest';
import { importRowsResultSchema } from '../../shared/contract/datasets.ts';
import { importResultSchema, type ImportColumn } from '../../shared/contract/imports.ts';
import { TestApi } from '../api/test-api.ts';
import { makeDataset } from '../sessions/testing/clinical.ts';

let api: TestApi;
let datasetId = '';
beforeAll(async () => {
  api = await TestApi.open();
  datasetId = await makeDataset(api, []);
  return () => api.close();
});

type Content = string | Uint8Array<ArrayBuffer>;
const headers = { 'content-type': 'text/csv' };

async function rows(content: Content, mapping: object = {}, dryRun = true) {
  const query = `dry_run=${dryRun}&mapping=${encodeURIComponent(JSON.stringify(mapping))}`;
  const path = `/datasets/${datasetId}/imports?${query}`;
  const job = await api.finished(await api.send('POST', path, { body: content, headers }));
  return { job, result: importRowsResultSchema.parse(job.result) };
}

async function decisions(content: Content, columns: readonly ImportColumn[], delimiter: string) {
  const [first = '', ...others] = columns.map(({ header }) => header);
  const name = (header: string) => header.replaceAll(/[\\.]/g, '\\$&');
  const mapping = {
    delimiter,
    constants: { model_id: 'm' },
    columns: [
      { column: first, target: `output.${name(first)}` },
      ...others.map((column) => ({ column, target: `input.${name(column)}` })),
    ],
  };
  const path = `/imports?dry_run=true&mapping=${encodeURIComponent(JSON.stringify(mapping))}`;
  const job = await api.finished(await api.send('POST', path, { body: content, headers }));
  return importResultSchema.parse(job.result);
}

const typesOf = (columns: readonly ImportColumn[]) =>
  Object.fromEntries(columns.map(({ header, type }) => [header, type]));

interface PublicFile {
  readonly content: Content;
  readonly delimiter?: string;
  readonly types: Readonly<Record<string, ImportColumn['type']>>;
  /** The first row, without its made id. */
  readonly first: object;
}

const files: Readonly<Record<string, PublicFile>> = {
  'iris: dotted names': {
    content: 'Sepal.Length,Sepal.Width,Species\n5.1,3.5,setosa\n4.9,3.0,setosa\n',
    types: { 'Sepal.Length': 'number', 'Sepal.Width': 'number', Species: 'string' },
    first: { Sepal: { Length: 5.1, Width: 3.5 }, Species: 'setosa' },
  },
  'a cancer file: a name that is a column and the beginning of others': {
    content: 'radius,radius.mean,radius.se\n17.99,1.095,0.006399\n20.57,0.5435,0.005225\n',
    types: { radius: 'number', 'radius.mean': 'number', 'radius.se': 'number' },
    first: { radius: 17.99, 'radius.mean': 1.095, 'radius.se': 0.006399 },
  },
  'payments: fixed decimals': {
    content: 'amount,fee\n1500.50,0.00\n1500.55,-0.0\n100.00,12.10\n',
    types: { amount: 'number', fee: 'number' },
    first: { amount: 1500.5, fee: 0 },
  },
  'variants: exponents and signs': {
    content: 'p,beta,n\n6.060606e-4,+1.5,1e3\n1E-10,-.5,2.\n',
    types: { p: 'number', beta: 'number', n: 'number' },
    first: { p: 0.0006060606, beta: 1.5, n: 1000 },
  },
  'addresses: leading zeros': {
    content: 'zip,fips\n02139,25017\n10001,36061\n',
    types: { zip: 'string', fips: 'number' },
    first: { zip: '02139', fips: 25017 },
  },
  'accounts: more digits than a number keeps': {
    content: 'account,pi\n12345678901234567890,3.14159\n42,3.141592653589793238\n',
    types: { account: 'string', pi: 'string' },
    first: { account: '12345678901234567890', pi: '3.14159' },
  },
  'numbers as a program writes them, with every digit': {
    content:
      'x,y\n0.30000000000000004,1.000000000000000056e-01\n0.24860000610351562,5.000000000000000000e-01\n',
    types: { x: 'number', y: 'number' },
    first: { x: 0.30000000000000004, y: 0.1 },
  },
  'a trial: NA among numbers': {
    content: 'id,chol,copper,sex\n1,261,156,f\n2,302,NA,f\n3,N/A,.,m\n',
    types: { id: 'number', chol: 'number', copper: 'number', sex: 'string' },
    first: { id: 1, chol: 261, copper: 156, sex: 'f' },
  },
  'a frame: NaN and null': {
    content: 'a,b,c\nNaN,null,NA\n1.5,2,NA\n',
    types: { a: 'number', b: 'number', c: 'empty' },
    first: {},
  },
  'countries: NA among words': {
    content: 'iso2,country\nNA,Namibia\nDE,Germany\n',
    types: { iso2: 'string', country: 'string' },
    first: { iso2: 'NA', country: 'Namibia' },
  },
  'logical values in every case': {
    content: 'r,python,json\nTRUE,True,true\nFALSE,False,false\nNA,,true\n',
    types: { r: 'boolean', python: 'boolean', json: 'boolean' },
    first: { r: true, python: true, json: true },
  },
  'passengers: quotes, commas and line feeds in cells': {
    content:
      'PassengerId,Name,Age\n1,"Braund, Mr. Owen ""Harris""",22\n2,"Cumings,\nMrs. John",38\n',
    types: { PassengerId: 'number', Name: 'string', Age: 'number' },
    first: { PassengerId: 1, Name: 'Braund, Mr. Owen "Harris"', Age: 22 },
  },
  'a file of Windows: CRLF': {
    content: 'a,b\r\n1.50,x\r\n2.00,y\r\n',
    types: { a: 'number', b: 'string' },
    first: { a: 1.5, b: 'x' },
  },
  'a file of a spreadsheet: a byte order mark': {
    content: '\uFEFFa,b\n1,x\n',
    types: { a: 'number', b: 'string' },
    first: { a: 1, b: 'x' },
  },
  'wine: semicolons and blanks in names': {
    content: 'fixed acidity;"residual sugar";quality\n7.4;1.9;5\n7.8;2.6;6\n',
    delimiter: ';',
    types: { 'fixed acidity': 'number', 'residual sugar': 'number', quality: 'number' },
    first: { 'fixed acidity': 7.4, 'residual sugar': 1.9, quality: 5 },
  },
  'census: blanks after commas': {
    content: 'age, workclass, gain\n39, State-gov, 2174\n50, ?, 0\n',
    types: { age: 'number', ' workclass': 'string', ' gain': 'number' },
    first: { age: 39, ' workclass': ' State-gov', ' gain': 2174 },
  },
  'days and moments stay text': {
    content:
      'day,at,year\n2024-02-29,2024-02-29T10:00:00Z,2024\n2024-03-01,2024-03-01T10:00:00Z,2024\n',
    types: { day: 'string', at: 'string', year: 'number' },
    first: { day: '2024-02-29', at: '2024-02-29T10:00:00Z', year: 2024 },
  },
};

describe('A public file', () => {
  test.each(Object.entries(files))('%s', async (_what, { content, delimiter, types, first }) => {
    const mapping = delimiter === undefined ? {} : { delimiter };
    const dry = await rows(content, mapping);
    expect(typesOf(dry.result.columns)).toEqual(types);
    expect(dry.result).toMatchObject({ rejected: 0, imported: 0 });
    const { record_id: _id, ...row } = dry.result.preview[0] ?? {};
    expect(row).toEqual(first);
    // What is written, and what decisions become of it, is what was said.
    const written = await rows(content, mapping, false);
    expect(written.result).toMatchObject({ imported: dry.result.accepted, rejected: 0 });
    expect(written.result.columns).toEqual(dry.result.columns);
    const decided = await decisions(content, dry.result.columns, delimiter ?? ',');
    expect(typesOf(decided.columns)).toEqual(types);
    expect(decided.rejected).toBe(0);
  });

  test('in Latin-1 is refused with a word, wherever its first such letter is', async () => {
    const latin = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
    const later = await rows(latin('town,n\nBerlin,1\nZürich,2\n'));
    expect(later.result.errors).toEqual([
      {
        line: 3,
        message:
          'The line is not UTF-8; the file may be Latin-1 or Windows-1252. Save it as UTF-8.',
        fields: [],
      },
    ]);
    const header = await rows(latin('Größe,n\n1,2\n'));
    expect(header.result.errors.map(({ line, message }) => [line, message])).toEqual([
      [1, expect.stringMatching(/^Line 1: The line is not UTF-8; the file may be Latin-1/)],
    ]);
    expect(header.result.accepted).toBe(0);
  });
});

describe('The columns of a file', () => {
  test('say what kept them from being numbers, mixed ones by line', async () => {
    const file = `amount,zip\n${'1.5,10001\n'.repeat(6)}unknown,02139\n2,10001\nNA,10001\n`;
    const { result } = await rows(file);
    expect(result.columns).toMatchObject([
      {
        column: 1,
        header: 'amount',
        type: 'string',
        chosen: false,
        reason: 'mixed',
        exceptions_total: 1,
        exceptions: [{ line: 8, text: 'unknown' }],
        missing: [{ text: 'NA', count: 1, taken: false }],
      },
      { type: 'string', reason: 'leading_zeros', exceptions: [{ line: 8, text: '02139' }] },
    ]);
    // Throughout: no cell of the column is a number.
    expect(result.preview.map((row) => row['amount'])).toEqual(Array(5).fill('1.5'));
  });

  test('take as absent what the mapping names, and are numbers then', async () => {
    const { result } = await rows('a,b\n1.50,x\n?,?\n', { null_texts: ['?'] });
    expect(result.columns).toMatchObject([
      { type: 'number', reason: null, missing: [{ text: '?', count: 1, taken: true }] },
      { type: 'string', missing: [{ text: '?', count: 1, taken: true }] },
    ]);
    expect(result.preview[1]).toEqual({ record_id: expect.any(String) });
  });

  test('have the type that the mapping names, and tell line, column and header of what is none', async () => {
    const columns = [
      { column: 'n', target: 'n', type: 'number' },
      { column: 'a.b', target: String.raw`a\.b` },
    ];
    const { result } = await rows('n,a.b\n1.5,x\nNA,y\n', { columns });
    expect(result.columns.map(({ type, chosen }) => [type, chosen])).toEqual([
      ['number', true],
      ['string', false],
    ]);
    expect(result.preview[0]).toMatchObject({ n: 1.5, 'a.b': 'x' });
    expect(result.errors).toEqual([
      {
        line: 3,
        message:
          'Line 3: column 1 ("n") is not a number: "NA"; name it in null_texts to take it as missing.',
        fields: [
          {
            field: 'n',
            code: 'cell_number_missing',
            params: { text: '"NA"' },
            message: 'is not a number: "NA"; name it in null_texts to take it as missing',
          },
        ],
      },
    ]);
  });

  test('that would nest in one another are refused by the names of the file', async () => {
    const columns = [
      { column: 'x', target: 'a' },
      { column: 'y', target: 'a.b' },
    ];
    const { job } = await rows('x,y\n1,2\n', { columns }, false);
    expect(job.error).toMatchObject({
      message: expect.stringMatching(/^1 of 1 line was refused/),
    });
    expect(importRowsResultSchema.parse(job.result).errors).toMatchObject([
      {
        line: 1,
        message: String.raw`Line 1: column 2 ("y") goes to a.b, inside column 1 ("x"); write a\.b for a name with a dot.`,
        fields: [{ field: 'y' }],
      },
    ]);
  });

  test('of record ids are told by their names in the file', async () => {
    const { result } = await rows('record_id,x\nrec_7,1\nrec_7,2\n');
    expect(result.preview[0]).toEqual({ record_id: 'rec_7', x: 1 });
    expect(result.errors).toMatchObject([
      { line: 3, message: 'Line 3: column 1 ("record_id") is there twice.' },
    ]);
  });
});
