/** The stream: batches, cursors, orders; each row of the snapshot exactly once. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importRowsResultSchema } from '../../shared/contract/datasets.ts';
import type { JsonObject } from '../../shared/contract/json.ts';
import { streamBatchSchema } from '../../shared/contract/sessions.ts';
import { TestApi } from '../api/test-api.ts';
import { cases, rounds } from '../testing/rounds.ts';
import {
  appendRows,
  clinicalRow,
  errorOf,
  makeDataset,
  openSession,
  refusalOf,
} from './testing/clinical.ts';

const unlimited = { rate: { limit: 1_000_000, periodMs: 60_000 } };

let api: TestApi;
let path: string;
const rows = Array.from({ length: 257 }, (_, number) => clinicalRow(number));
beforeAll(async () => {
  api = await TestApi.open({ sessionLimits: unlimited });
  const { session_id: id } = await openSession(api, await makeDataset(api, rows));
  path = `/sessions/${id}/stream`;
});
afterAll(() => api.close());

async function* batches(own: TestApi, stream: string, query: string) {
  let cursor = '';
  for (;;) {
    const batch = await own.read(streamBatchSchema, `${stream}?${query}${cursor}`);
    yield batch;
    if (batch.next_cursor === undefined) return;
    cursor = `&cursor=${encodeURIComponent(batch.next_cursor)}`;
  }
}

async function idsOf(own: TestApi, stream: string, query: string): Promise<unknown[]> {
  const ids: unknown[] = [];
  for await (const { batch } of batches(own, stream, query)) {
    ids.push(...batch.map((row) => row['record_id']));
  }
  return ids;
}

/** The ids of rows in the order of `key`, ties in order of arrival. */
function sorted(all: readonly JsonObject[], key: (row: JsonObject) => number, direction: 1 | -1) {
  return all
    .toSorted((left, right) => direction * (key(left) - key(right)))
    .map((row) => row['record_id']);
}

const age = (row: JsonObject) => Number(row['age']);

describe('Batches', () => {
  test.each(cases([32], [1, 2, 99, 100]))('of %i give every row once, in order', async (size) => {
    expect(await idsOf(api, path, `batch_size=${size}`)).toEqual(
      rows.map((row) => row['record_id']),
    );
  });

  test.each(cases([7], [1, 100]))(
    'of %i keep a sort, with ties in order of arrival',
    async (size) => {
      expect(await idsOf(api, path, `batch_size=${size}&sort=age`)).toEqual(sorted(rows, age, 1));
      expect(await idsOf(api, path, `batch_size=${size}&sort=-age`)).toEqual(sorted(rows, age, -1));
    },
  );

  test('keep an order that only JavaScript can make', async () => {
    const own = await makeDataset(api, [
      { record_id: 'rec_a', visits: [{ day: 9 }, { day: 3 }] },
      { record_id: 'rec_b', visits: [{ day: 1 }] },
      { record_id: 'rec_c', visits: [] },
    ]);
    const { session_id: id } = await openSession(api, own);
    const stream = `/sessions/${id}/stream`;
    expect(await idsOf(api, stream, 'batch_size=1&sort=visits.day')).toEqual([
      'rec_c',
      'rec_b',
      'rec_a',
    ]);
    expect(await idsOf(api, stream, 'batch_size=2&sort=-visits.day')).toEqual([
      'rec_a',
      'rec_b',
      'rec_c',
    ]);
  });

  test('have 32 rows unless told, and from 1 to 100', async () => {
    expect((await api.read(streamBatchSchema, path)).record_count).toBe(32);
    for (const size of ['0', '101', '-1', '1.5', 'x', '']) {
      expect(await refusalOf(await api.send('GET', `${path}?batch_size=${size}`))).toBe(
        '400 validation_error',
      );
    }
  });

  test('are the same, byte for byte, when they are asked for again', async () => {
    const query = `${path}?sort=-age&fields=age&batch_size=10`;
    const [one, other] = [await api.send('GET', query), await api.send('GET', query)];
    expect(await one.text()).toBe(await other.text());
    const batch = await api.read(streamBatchSchema, `${path}?sort=-age&fields=age&batch_size=11`);
    expect(batch.batch_id).not.toBe((await api.read(streamBatchSchema, query)).batch_id);
  });

  test('name every fault of the query', async () => {
    const response = await api.send('GET', `${path}?batch_size=0&colour=blue`);
    expect((await errorOf(response)).details['fields']).toEqual([
      { field: 'batch_size', message: 'must be at least 1' },
      { field: 'colour', message: 'is not a known parameter' },
    ]);
    for (const query of ['filter=%7B', 'filter=[]', 'filter=1', 'sort=a..b', 'fields=a,,b']) {
      expect(await refusalOf(await api.send('GET', `${path}?${query}`))).toBe(
        '400 validation_error',
      );
    }
  });
});

describe('Cursors', () => {
  const filter = encodeURIComponent(JSON.stringify({ age: { $gte: 20 } }));
  const query = `filter=${filter}&sort=age`;

  async function cursor(): Promise<string> {
    const { next_cursor: text } = await api.read(streamBatchSchema, `${path}?${query}`);
    return text ?? '';
  }

  test('go on with another batch_size and other fields', async () => {
    const text = await cursor();
    const next = await api.send('GET', `${path}?${query}&batch_size=5&fields=age&cursor=${text}`);
    expect(next.status).toBe(200);
  });

  test('are refused when any character of them is altered', async () => {
    const text = await cursor();
    for (let at = 0; at < text.length; at += 1) {
      const other = text[at] === 'A' ? 'B' : 'A';
      const altered = text.slice(0, at) + other + text.slice(at + 1);
      const response = await api.send('GET', `${path}?${query}&cursor=${altered}`);
      expect(response.status).toBe(400);
    }
    for (const broken of ['x', text.slice(1), `${text}AA`, text.slice(0, -4)]) {
      const response = await api.send('GET', `${path}?${query}&cursor=${broken}`);
      expect((await errorOf(response)).details['fields']).toEqual([
        { field: 'cursor', message: expect.any(String) },
      ]);
    }
  });

  test('are refused with another filter, sort or session, and on another snapshot', async () => {
    const text = await cursor();
    const own = await makeDataset(api, rows);
    const one = `/sessions/${(await openSession(api, own)).session_id}/stream`;
    for (const elsewhere of [
      `${path}?sort=age&cursor=${text}`,
      `${path}?filter=${filter}&cursor=${text}`,
      `${path}?filter=${filter}&sort=-age&cursor=${text}`,
      `${one}?${query}&cursor=${text}`,
    ]) {
      const response = await api.send('GET', elsewhere);
      expect((await errorOf(response)).details['fields']).toMatchObject([{ field: 'cursor' }]);
    }
  });

  test('are still good after a restart', async () => {
    const text = await cursor();
    await api.reopen();
    expect((await api.send('GET', `${path}?${query}&cursor=${text}`)).status).toBe(200);
  });
});

describe('Thousands of rows while as many others are imported', () => {
  const count = rounds({ usual: 2_000, all: 5_000 });
  let large: TestApi;
  let dataset: string;

  const ndjson = (from: number, to: number) => {
    const lines: string[] = [];
    for (let number = from; number < to; number += 1) {
      lines.push(JSON.stringify(clinicalRow(number)));
    }
    return `${lines.join('\n')}\n`;
  };
  const importing = (from: number, to: number) =>
    large.send('POST', `/datasets/${dataset}/imports`, {
      body: ndjson(from, to),
      headers: { 'content-type': 'application/x-ndjson' },
    });

  beforeAll(async () => {
    large = await TestApi.open({ sessionLimits: unlimited });
    dataset = await makeDataset(large, []);
    const job = await large.finished(await importing(0, count));
    const { imported } = importRowsResultSchema.parse(job.result);
    if (imported !== count) throw new Error(`${imported} rows were imported.`);
  }, 60_000);
  afterAll(() => large.close());

  test.each(cases<[string, number]>([['sort=-lab_results.glucose', 97]], [['', 100]]))(
    'come exactly once and in order (%s)',
    { timeout: 60_000 },
    async (sort, size) => {
      const { session_id: id, snapshot } = await openSession(large, dataset);
      const from = count + 1_000_000 * size;
      let isImporting = true;
      const imported = importing(from, from + count)
        .then((started) => large.finished(started))
        .finally(() => (isImporting = false));
      let readMeanwhile = 0;
      let seen = 0;
      let last = { glucose: Number.POSITIVE_INFINITY, id: '' };
      const ids = new Set<string>();
      const query = `batch_size=${size}&fields=lab_results.glucose&${sort}`;
      for await (const { batch } of batches(large, `/sessions/${id}/stream`, query)) {
        if (isImporting) readMeanwhile += 1;
        for (const row of batch) {
          const recordId = JSON.stringify(row['record_id']);
          const labs = row['lab_results'];
          const glucose =
            typeof labs === 'object' && labs !== null && 'glucose' in labs
              ? Number(labs['glucose'])
              : 0;
          const isNext =
            sort === ''
              ? recordId > last.id
              : glucose < last.glucose || (glucose === last.glucose && recordId > last.id);
          if (!isNext) throw new Error(`${recordId} comes after ${last.id}.`);
          last = { glucose, id: recordId };
          ids.add(recordId);
          seen += 1;
        }
      }
      expect([seen, ids.size]).toEqual([snapshot.record_count, snapshot.record_count]);
      expect(readMeanwhile).toBeGreaterThan(0);
      expect((await imported).status).toBe('completed');
      const after = await openSession(large, dataset);
      expect(after.snapshot.record_count).toBe(snapshot.record_count + count);
    },
  );

  test('rows of an import that waits are not there for anybody', async () => {
    const own = await makeDataset(large, [clinicalRow(1)]);
    await appendRows(large, own, [clinicalRow(2)]);
    expect((await openSession(large, own)).snapshot.record_count).toBe(2);
  });
});
