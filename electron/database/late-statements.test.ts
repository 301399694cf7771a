/** Statements that are prepared as they are first used do what others do. */
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { prepareLate } from './late-statements.ts';

let database: SqliteDatabase.Database;
/** Looks at what is really prepared. */
const prepared = vi.fn<(source: string) => void>();

beforeEach(() => {
  prepared.mockReset();
  database = new SqliteDatabase(':memory:');
  database.exec("CREATE TABLE t (a INTEGER, b TEXT); INSERT INTO t VALUES (1, 'x'), (2, 'y')");
  const prepare = database.prepare.bind(database);
  const value = (source: string) => {
    prepared(source);
    return prepare(source);
  };
  Object.defineProperty(database, 'prepare', { value, configurable: true });
  prepareLate(database);
});
afterEach(() => database.close());

describe('A statement', () => {
  test('is prepared when it is used, and once', () => {
    const statement = database.prepare('SELECT a FROM t ORDER BY a').pluck();
    expect(statement.source).toBe('SELECT a FROM t ORDER BY a');
    expect(prepared).not.toHaveBeenCalled();
    expect(statement.all()).toEqual([1, 2]);
    expect(statement.get()).toBe(1);
    expect([...statement.iterate()]).toEqual([1, 2]);
    expect(prepared).toHaveBeenCalledTimes(1);
  });

  test('writes, and tells what it changed', () => {
    const insert = database.prepare('INSERT INTO t VALUES (@a, @b)');
    expect(insert.run({ a: 3, b: 'z' })).toMatchObject({ changes: 1 });
    expect(insert.readonly).toBe(false);
    expect(database.prepare('SELECT count(*) FROM t').pluck().get()).toBe(3);
  });

  test('has the shape that was chosen, before it was prepared or after', () => {
    const rows = database.prepare('SELECT a, b FROM t WHERE a = ?').raw();
    expect(rows.get(1)).toEqual([1, 'x']);
    expect(rows.raw(false).get(1)).toEqual({ a: 1, b: 'x' });
    expect(database.prepare('SELECT a FROM t').pluck().safeIntegers().all()).toEqual([1n, 2n]);
    expect(database.prepare('SELECT t.a FROM t').expand().get()).toEqual({ t: { a: 1 } });
    expect(database.prepare('SELECT b FROM t WHERE a = ?').pluck().bind(2).get()).toBe('y');
    expect(rows.columns().map(({ name }) => name)).toEqual(['a', 'b']);
    expect([rows.reader, rows.busy]).toEqual([true, false]);
  });

  test('that is no SQL is refused when it is used', () => {
    const statement = database.prepare('SELECT missing FROM t');
    expect(() => statement.get()).toThrow('no such column: missing');
  });
});
