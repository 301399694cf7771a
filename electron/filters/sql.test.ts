/** SQL text and bound values never mix, paths are whitelisted, and numbers compare as JSON writes them. */
import { describe, expect, it } from 'vitest';
import { openScratch } from '../database/open-database.ts';
import {
  always,
  and,
  canBeSqlPath,
  jsonPath,
  never,
  not,
  or,
  sql,
  sqlNumber,
  trusted,
} from './sql.ts';

describe('sql', () => {
  it('binds what is interpolated, and splices SQL with its values', () => {
    const inner = sql`b = ${"'; DROP TABLE x"}`;
    expect(sql`a > ${1} AND ${inner} AND c IS ${null}`).toEqual({
      text: 'a > ? AND b = ? AND c IS ?',
      values: [1, "'; DROP TABLE x", null],
    });
  });

  it('leaves out what is always or never true', () => {
    const condition = trusted('a');
    expect(and([always, condition])).toEqual(condition);
    expect(and([never, condition])).toEqual(never);
    expect(or([always, condition])).toEqual(always);
    expect(or([never, condition])).toEqual(condition);
    expect(and([])).toEqual(always);
    expect(or([])).toEqual(never);
    expect(not(never)).toEqual(always);
  });

  it('takes what is unknown for false before a negation', () => {
    const database = openScratch();
    const { text } = not(trusted('NULL > 1'));
    expect(database.prepare(`SELECT ${text}`).pluck().get()).toBe(1);
    database.close();
  });

  it('balances a thousand conditions', () => {
    const database = openScratch();
    const { text, values } = or(Array.from({ length: 2_000 }, (_, index) => sql`1 = ${index}`));
    expect(
      database
        .prepare(`SELECT ${text}`)
        .pluck()
        .get(...values),
    ).toBe(1);
    database.close();
  });
});

describe('jsonPath', () => {
  it('writes plain names as they are and others in quotes', () => {
    expect(jsonPath(['lab_results', 'glucose']).text).toBe("'$.lab_results.glucose'");
    expect(jsonPath(['0', 'größe', 'x y']).text).toBe(`'$."0"."größe"."x y"'`);
    expect(jsonPath(['a', 3]).text).toBe("'$.a[3]'");
  });

  it.each([`a"`, `a'`, 'a\\', 'a[0]', 'a]', '$a', 'a\n', 'a\0', '', 'a#', '*'])(
    'refuses %j',
    (segment) => {
      expect(canBeSqlPath([segment])).toBe(false);
      expect(() => jsonPath([segment])).toThrow(TypeError);
    },
  );
});

describe('sqlNumber', () => {
  it.each([
    [0.5, 0.5],
    [-0, 0],
    [2 ** 53 - 1, 2 ** 53 - 1],
    [2 ** 60, 1152921504606847000n],
    [2 ** 63, 2 ** 63],
    [1e300, 1e300],
  ])('%d is %s', (value, expected) => {
    expect(sqlNumber(value)).toBe(expected);
  });

  it('is what SQLite reads out of JSON', () => {
    const database = openScratch();
    const same = database.prepare("SELECT json_extract(jsonb(?), '$') = ?").pluck();
    for (const value of [
      0.1,
      5e-324,
      1.7976931348623157e308,
      2 ** 53 + 2,
      2 ** 62,
      -(2 ** 63),
      1e21,
      123456.789,
    ]) {
      expect(same.get(JSON.stringify(value), sqlNumber(value))).toBe(1);
    }
    database.close();
  });
});
