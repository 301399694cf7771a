/** What SQL gets wrong unless it is told, hostile filters, and the shape of the SQL. */
import { afterAll, describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../shared/contract/json.ts';
import { shortestTime } from '../../testing/shortest-time.ts';
import { FilterError } from '../filter.ts';
import { evaluator } from '../evaluate-filter.ts';
import { parseFilter, parseRowFilter } from '../parse-filter.ts';
import { DocumentTable } from '../testing/document-table.ts';

const table = new DocumentTable();
afterAll(() => table.database.close());

function find(filter: JsonValue, documents: readonly JsonObject[]): number[] {
  table.replaceDocuments(documents);
  const found = table.find(filter, { withProfile: true });
  expect(table.find(filter, { withProfile: false })).toEqual(found);
  return found;
}

describe('traps of SQLite', () => {
  it('text and objects do not satisfy >= 60', () => {
    expect(find({ a: { $gte: 60 } }, [{ a: 'x' }, { a: { b: 1 } }, { a: [] }, { a: 61 }])).toEqual([
      3,
    ]);
  });

  it('true is not extracted as 1', () => {
    expect(find({ a: 1 }, [{ a: true }, { a: 1 }])).toEqual([1]);
    expect(find({ a: { $gte: 1 } }, [{ a: true }, { a: 1 }])).toEqual([1]);
  });

  it('a negation does not lose rows without the field', () => {
    expect(find({ a: { $not: { $gte: 1 } } }, [{}, { a: 0 }, { a: 2 }])).toEqual([0, 1]);
    expect(find({ $nor: [{ a: 1 }, { b: 1 }] }, [{}, { a: 1 }, { a: 2 }])).toEqual([0, 2]);
  });

  it('the members of an object are not its elements', () => {
    expect(find({ a: 1 }, [{ a: { b: 1 } }, { a: [1] }])).toEqual([1]);
    expect(find({ a: { $elemMatch: { $eq: 1 } } }, [{ a: { b: 1 } }, { a: [1] }])).toEqual([1]);
  });

  it('$size is asked of arrays only', () => {
    expect(find({ a: { $size: 1 } }, [{ a: 'no JSON' }, { a: { b: 1 } }, { a: [1] }])).toEqual([2]);
  });

  it('a thousand alternatives do not exceed the depth of expressions', () => {
    const alternatives = Array.from({ length: 499 }, (_, index) => ({ a: index }));
    expect(find({ $or: alternatives }, [{ a: 498 }, { a: 499 }])).toEqual([0]);
  });

  it('strings are compared with their case', () => {
    expect(find({ a: { $regex: 'abc' } }, [{ a: 'ABC' }, { a: 'abc' }])).toEqual([1]);
    expect(find({ a: 'abc' }, [{ a: 'ABC' }, { a: 'abc' }])).toEqual([1]);
  });

  it('strings are ordered by UTF-8 bytes', () => {
    const documents = [{ a: '\uffff' }, { a: '\u{1f600}' }, { a: '\ue000' }];
    expect(find({ a: { $gt: '\uffff' } }, documents)).toEqual([1]);
    expect(find({ a: { $lt: '\uffff' } }, documents)).toEqual([2]);
  });

  it('a numeric segment is a key and an index', () => {
    expect(find({ 'a.0': 5 }, [{ a: [5] }, { a: { '0': 5 } }, { a: [6, 5] }])).toEqual([0, 1]);
  });

  it('integers beyond 2^53 are those of the shortest decimal', () => {
    const documents = [2 ** 60, 2 ** 60 + 256, 2 ** 63, 1e21].map((a) => ({ a }));
    expect(find({ a: 2 ** 60 }, documents)).toEqual([0]);
    expect(find({ a: { $gt: 2 ** 60 } }, documents)).toEqual([1, 2, 3]);
    expect(find({ a: { $in: [2 ** 63, 1e21] } }, documents)).toEqual([2, 3]);
  });

  it('a NUL does not end a string', () => {
    expect(find({ a: 'x\0y' }, [{ a: 'x\0z' }, { a: 'x\0y' }])).toEqual([1]);
    expect(find({ a: { $regex: 'y' } }, [{ a: 'x\0z' }, { a: 'x\0y' }])).toEqual([1]);
    expect(find({ a: { $regex: '^x' } }, [{ a: 'x\0z' }, { a: '\0x' }])).toEqual([0]);
  });
});

function refused(filter: JsonValue): FilterError {
  try {
    parseFilter(filter);
  } catch (error) {
    if (error instanceof FilterError) return error;
    throw error;
  }
  throw new Error('The filter was taken.');
}

/** Milliseconds to refuse, or to parse, compile, run and answer. */
function timeOf(filter: JsonValue): number {
  return shortestTime(() => {
    try {
      table.find(filter, { withProfile: true });
      table.find(filter, { withProfile: false });
    } catch (error) {
      if (!(error instanceof FilterError)) throw error;
    }
  });
}

function nested(depth: number, wrap: (inner: JsonValue) => JsonValue): JsonValue {
  let value: JsonValue = { a: 1 };
  for (let level = 0; level < depth; level += 1) value = wrap(value);
  return value;
}

describe('hostile filters answer within 100 ms', () => {
  const manyPaths = Object.fromEntries(
    Array.from({ length: 900 }, (_, index) => [`${'a.'.repeat(7)}f${index}`, index]),
  );
  it.each<readonly [string, JsonValue]>([
    ['a depth of 50,000 objects', nested(50_000, (inner) => ({ a: inner }))],
    ['a depth of 50,000 negations', nested(50_000, (inner) => ({ $nor: [inner] }))],
    ['1,100 alternatives', { $or: Array.from({ length: 1_100 }, (_, a) => ({ a })) }],
    ['900 paths of eight segments', manyPaths],
    ['64 KB in one value', { a: 'x'.repeat(65_000) }],
    ['more than 64 KB', { a: 'x'.repeat(70_000) }],
    ['1,001 listed values', { a: { $in: Array.from({ length: 1_001 }, (_, index) => index) } }],
    ['nested repetition', { text: { $regex: '^(a+)+$' } }],
    ['repetition that multiplies', { text: { $regex: '((((a{9}){9}){9}){9}){9}' } }],
    ['repetition that adds up', { text: { $regex: '(\\pL{900})(\\pL{900})'.repeat(20) } }],
    ['five hundred groups', { text: { $regex: '('.repeat(255) + ')'.repeat(255) } }],
    ['five hundred options', { text: { $regex: '(x?){100}x{100}' } }],
    ['__proto__', JSON.parse('{"__proto__": {"a": 1}, "a": {"$eq": {"__proto__": 1}}}')],
    ['an injected path', { [`a') OR 1=1 --`]: 1, [`a"."b`]: 2 }],
    ['an injected value', { a: `'; DROP TABLE documents; --` }],
  ])('%s', (_name, filter) => {
    table.replaceDocuments([{ a: 1, text: `${'a'.repeat(5_000)}!` }]);
    timeOf({ text: { $regex: 'warm(er)?' } });
    expect(timeOf(filter)).toBeLessThan(100);
    expect(table.database.prepare('SELECT count(*) FROM documents').pluck().get()).toBe(1);
  });

  it('a field called __proto__ is a field like any other', () => {
    const filter = JSON.parse('{"__proto__": 1}');
    const documents = [{}, JSON.parse('{"__proto__": 1}')];
    expect(find(filter, documents)).toEqual([1]);
    expect(find({ 'a.toString': { $exists: true } }, [{ a: {} }])).toEqual([]);
  });

  it('an injected path finds the field of that name only', () => {
    const name = `a') OR 1=1 --`;
    expect(find({ [name]: 1 }, [{ a: 1 }, { [name]: 1 }])).toEqual([1]);
  });

  it('says what is wrong, and where', () => {
    expect(refused({ a: { $near: 1 } })).toMatchObject({
      path: 'a.$near',
      message: expect.stringContaining('$near is not supported; the operators are $eq $ne'),
    });
    expect(refused({ $or: [{ a: 1 }, { $where: 'x' }] }).path).toBe('$or.1.$where');
    expect(refused({ 'a.$b': 1 }).path).toBe('a.$b');
  });
});

describe('the SQL', () => {
  const rows = Array.from({ length: 500 }, (_, index): JsonObject => ({
    age: index % 90,
    diagnosis: index % 2 === 0 ? 'asthma' : 'copd',
    lab_results: { glucose: index },
  }));

  it('has no guards where the profile shows that none is needed', () => {
    table.replaceDocuments(rows);
    const filter = { age: { $gte: 60, $lt: 80 }, diagnosis: 'asthma' };
    const compiled = table.compile(filter, { withProfile: true });
    expect(compiled).toEqual({
      sql: "(json_extract(document, '$.age') BETWEEN ? AND ? AND json_extract(document, '$.diagnosis') = ?)",
      parameters: [60, 79.99999999999999, 'asthma'],
      exact: true,
      reasons: [],
    });
  });

  it('uses an index on the expression of a field', () => {
    table.replaceDocuments(rows);
    const expression = `json_extract(document, '$.lab_results.glucose')`;
    table.database.exec(`CREATE INDEX by_glucose ON documents (${expression})`);
    const compiled = table.compile({ 'lab_results.glucose': { $gte: 490 } }, { withProfile: true });
    const plan = table.database
      .prepare<unknown[], { detail: string }>(
        `EXPLAIN QUERY PLAN SELECT seq FROM documents WHERE ${compiled.sql}`,
      )
      .all(...compiled.parameters)
      .map(({ detail }) => detail);
    expect(compiled).toMatchObject({ exact: true, reasons: [] });
    expect(plan).toEqual([expect.stringMatching(/USING (COVERING )?INDEX by_glucose/)]);
    table.database.exec('DROP INDEX by_glucose');
  });

  it('says what it leaves to JavaScript', () => {
    const compiled = table.compile(
      { age: { $gte: 60 }, diagnosis: { $gte: { $date: '2024-01-05' } } },
      { withProfile: true },
    );
    expect(compiled).toMatchObject({
      exact: false,
      reasons: ['An instant is read out of texts in JavaScript.'],
    });
    expect(compiled.sql).toContain(`json_extract(document, '$.diagnosis') >= ?`);
  });

  it.each<readonly [string, JsonValue]>([
    ['a regular expression', { diagnosis: { $regex: 'a.*a' } }],
    ['one that heeds no case', { diagnosis: { $regex: '^(ASTHMA|x+)$', $options: 'i' } }],
    ['null on a path through an array', { 'items.q': null }],
    ['a path that leads on from an index', { 'items.0.q': { $gte: 1 } }],
    ['an array and an object as wholes', { items: { $in: [[{ q: 1 }], { q: 1 }] } }],
    ['an element of an element', { items: { $elemMatch: { $elemMatch: { $gt: 1 } } } }],
  ])('says all of %s', (_, filter) => {
    const items: JsonValue[] = [[{ q: 1 }], [], { q: 1 }, [[2]], [{ q: null }], [1, { p: 1 }], 'x'];
    const documents = items.map((each): JsonObject => ({ items: each, diagnosis: 'Asthma' }));
    table.replaceDocuments([...documents, ...rows.slice(0, 3), {}]);
    const matches = evaluator(parseRowFilter(filter));
    const expected = table.documents.flatMap((each, place) => (matches(each) ? [place] : []));
    for (const withProfile of [true, false]) {
      expect(table.compile(filter, { withProfile })).toMatchObject({ exact: true, reasons: [] });
      expect(table.find(filter, { withProfile })).toEqual(expected);
    }
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(table.documents.length);
  });

  it('keeps few expressions, and reads each of them anew where it was dropped', () => {
    table.replaceDocuments([{ a: 'x1' }, { a: 1 }, { a: 'x200' }]);
    for (let number = 0; number <= 200; number += 1) {
      const found = table.find({ a: { $regex: `x${number}+$` } }, { withProfile: true });
      expect(found).toEqual(number === 1 ? [0] : number === 200 || number === 20 ? [2] : []);
    }
  });

  it('never writes a value into the text', () => {
    const compiled = table.compile(
      { age: { $in: ['secret', 4711] }, diagnosis: { $ne: 'secret' } },
      { withProfile: false },
    );
    expect(compiled.sql).not.toMatch(/secret|4711/);
  });
});
