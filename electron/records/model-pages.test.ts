/** Pages of one model straight from its index, against the plain list. */
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestApi } from '../api/test-api.ts';
import { openReader, type ReaderDatabase } from '../database/open-database.ts';
import { ModelPages } from './model-pages.ts';

let api: TestApi;
let database: ReaderDatabase;
/** Positions of the records of model `a`. */
const positions: number[] = [];

beforeAll(async () => {
  api = await TestApi.open();
  for (let position = 1; position <= 40; position += 1) {
    const isOurs = position % 3 !== 0;
    await api.append({ model_id: isOurs ? 'a' : 'b' });
    if (isOurs) positions.push(position);
  }
  database = openReader(join(api.directory, 'proofdesk.db'));
});
afterAll(async () => {
  database.close();
  await api.close();
});

describe('Pages of a model', () => {
  test('are those of the plain list, from both ends, or none where both are far', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 41 }),
        fc.nat(45),
        fc.integer({ min: 1, max: 10 }),
        fc.boolean(),
        (first, last, offset, limit, ascending) => {
          const furthest = 4;
          const pages = new ModelPages(database, furthest);
          const list = positions.filter((each) => each >= first && each <= last);
          const ordered = ascending ? list : list.toReversed();
          const expected = ordered.slice(offset, offset + limit);
          const behind = list.length - offset - expected.length;
          const isFar = expected.length > 0 && offset > furthest && behind > furthest;
          const stretch = { model: 'a', first, last };
          expect(pages.count(stretch)).toBe(list.length);
          expect(pages.page(stretch, { offset, limit, ascending }, list.length)).toEqual(
            isFar ? undefined : expected,
          );
        },
      ),
    );
  });

  test('are counted anew only for what was added, and right when asked for less', () => {
    const pages = new ModelPages(database);
    for (const last of [10, 40, 25, 40]) {
      expect(pages.count({ model: 'a', first: 1, last })).toBe(
        positions.filter((each) => each <= last).length,
      );
    }
  });
});
