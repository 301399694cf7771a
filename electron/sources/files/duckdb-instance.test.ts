import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { DuckdbInstances, queryRows } from './duckdb-instance.ts';

const root = mkdtempSync(join(tmpdir(), 'proofdesk-instances-'));
const closing = vi.spyOn(DuckDBInstance.prototype, 'closeSync');
afterEach(() => void closing.mockClear());
afterAll(() => {
  closing.mockRestore();
  rmSync(root, { recursive: true, force: true });
});
const signal = new AbortController().signal;

test('Three instances are kept: each further one closes the oldest, behind whoever still reads in it', async () => {
  const instances = new DuckdbInstances(join(root, 'temporary'));
  const read = (folder: string) =>
    instances.use([join(root, folder)], (connection) =>
      queryRows(connection, 'SELECT 1', [], signal),
    );
  const reads = Promise.withResolvers<void>();
  const long = instances.use([join(root, 'long')], async (connection) => {
    await reads.promise;
    return queryRows(connection, 'SELECT 42', [], signal);
  });
  for (const folder of ['a', 'b', 'c']) expect(await read(folder)).toEqual([[1]]);
  // The oldest of four is let go of, and somebody reads in it.
  expect(closing).not.toHaveBeenCalled();
  reads.resolve();
  expect(await long).toEqual([[42]]);
  await expect.poll(() => closing.mock.calls.length).toBe(1);
  await read('d');
  await expect.poll(() => closing.mock.calls.length).toBe(2);
  // One that is kept is opened once.
  await read('d');
  await read('c');
  expect(closing).toHaveBeenCalledTimes(2);
});

test('What fails leaves no connection behind', async () => {
  const instances = new DuckdbInstances(join(root, 'temporary'));
  const failing = instances.use([root], (connection) =>
    queryRows(connection, 'SELECT * FROM nothing', [], signal),
  );
  await expect(failing).rejects.toThrow(/nothing/);
  const rows = await instances.use([root], (connection) =>
    queryRows(connection, 'SELECT 2', [], signal),
  );
  expect(rows).toEqual([[2]]);
});
