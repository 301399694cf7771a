/** What a search text is taken for. */
import SqliteDatabase from 'better-sqlite3';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSearch } from './search-query.ts';
import { rounds } from '../testing/rounds.ts';

const hex = (bytes: Buffer | undefined) => bytes?.toString('hex');

describe('A search text', () => {
  test('is the start of a hash from four hexadecimal digits on, also an odd number of them', () => {
    const { hashes } = parseSearch('sha256:ABCDE');
    expect(hex(hashes?.first)).toBe(`abcde${'0'.repeat(59)}`);
    expect(hex(hashes?.last)).toBe(`abcde${'f'.repeat(59)}`);
    expect(parseSearch('abc').hashes).toBeUndefined();
    expect(parseSearch('abcd').hashes).toBeDefined();
    expect(parseSearch('a'.repeat(65)).hashes).toBeUndefined();
    expect(parseSearch('abcg').hashes).toBeUndefined();
  });

  test('is words unless it names a hash, the last one as it begins', () => {
    expect(parseSearch('home improve').words).toBe('"home" AND "improve" *');
    expect(parseSearch('say "hi"').words).toBe('"say" AND """hi""" *');
    expect(parseSearch('sha256:abcd').words).toBeUndefined();
    expect(parseSearch('... !').words).toBeUndefined();
  });

  test('of any kind is an expression that FTS5 takes', () => {
    const database = new SqliteDatabase(':memory:');
    database.exec(
      `CREATE VIRTUAL TABLE t USING fts5 (text, content = '', tokenize = "unicode61 remove_diacritics 2")`,
    );
    const search = database.prepare('SELECT rowid FROM t WHERE t MATCH ?');
    const found = (text: string): unknown[] => {
      const { words } = parseSearch(text);
      return words === undefined ? [] : search.all(words);
    };
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(found(text)).toEqual([]);
      }),
      { numRuns: rounds({ usual: 200, all: 1_000 }) },
    );
    database.close();
  });
});
