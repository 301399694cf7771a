/** Nothing stays open of what could not be opened whole. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { closingOnFailure } from './closing-on-failure.ts';
import { TestApi } from './test-api.ts';

describe('Opening several things', () => {
  test('closes those that were opened when one fails, the last first', async () => {
    const closed: string[] = [];
    const named = (name: string) => ({ close: () => closed.push(name) });
    const attempt = closingOnFailure(async (open) => {
      open(named('first'));
      open(named('second'));
      throw new Error('third');
    });
    await expect(attempt).rejects.toThrow('third');
    expect(closed).toEqual(['second', 'first']);
  });

  test('leaves them open when all went well', async () => {
    const closed: string[] = [];
    const resource = { close: () => closed.push('closed') };
    expect(await closingOnFailure(async (open) => open(resource))).toBe(resource);
    expect(closed).toEqual([]);
  });
});

describe('An API whose ledger cannot be opened', () => {
  test('says why and leaves the file as it was', async () => {
    const api = await TestApi.open();
    await expect(
      api.reopen(() => {
        mkdirSync(api.directory, { recursive: true });
        writeFileSync(`${api.directory}/proofdesk.db`, 'not a database, '.repeat(1_000));
      }),
    ).rejects.toMatchObject({ name: 'DatabaseError', fault: 'corrupt' });
    await api.close();
  });
});
