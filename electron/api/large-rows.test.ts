/**
 * Lists of large rows: an answer has room for 4 MiB of them. It gives fewer than were asked for, says `limit` as it
 * was asked, and who goes on behind the rows that came reads each row once.
 * @push
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { entryListSchema } from '../../shared/contract/chain.ts';
import { exportResultSchema } from '../../shared/contract/exports.ts';
import { interventionListSchema, interventionSchema } from '../../shared/contract/interventions.ts';
import { limits } from '../../shared/contract/limits.ts';
import {
  briefRecordSchema,
  recordListSchema,
  recordSchema,
} from '../../shared/contract/records.ts';
import { answeredRequestsSchema } from '../../shared/contract/requests.ts';
import { filterResultSchema, streamBatchSchema } from '../../shared/contract/sessions.ts';
import { makeDataset, openSession } from '../sessions/testing/clinical.ts';
import { cases } from '../testing/rounds.ts';
import { TestApi } from './test-api.ts';

const { answerBytes } = limits;
const megabyte = 1024 * 1024;

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.open();
});
afterAll(() => api.close());

/** An answer that has 4 MiB of rows at most; what is around them is small. */
async function readSmall<Schema extends z.ZodType>(
  schema: Schema,
  path: string,
  body?: object,
): Promise<z.output<Schema>> {
  const response = await api.send(
    body === undefined ? 'GET' : 'POST',
    path,
    body === undefined ? {} : { body },
  );
  const text = await response.text();
  expect([path, response.status]).toEqual([path, 200]);
  expect(Buffer.byteLength(text)).toBeLessThan(answerBytes + 4_096);
  return schema.parse(JSON.parse(text));
}

describe('Records of 1.5 MB', () => {
  const count = 7;
  beforeAll(async () => {
    for (let n = 0; n < count; n += 1) {
      const note = `word ${'ä'.repeat(0.75 * megabyte)}`;
      await api.append({ model_id: n % 2 === 0 ? 'even' : 'odd', input: { n, note } });
    }
  });

  /** The numbers of all records of a list, page by page, each page beginning behind the rows of the one before. */
  async function walk(query: string): Promise<{ numbers: unknown[]; pages: number }> {
    const numbers: unknown[] = [];
    for (let pages = 0; ; pages += 1) {
      const page = await readSmall(
        recordListSchema,
        `/records?limit=5&offset=${numbers.length}${query}`,
      );
      expect(page).toMatchObject({ limit: 5, offset: numbers.length });
      if (page.data.length === 0) return { numbers, pages };
      expect(page.total).toBeGreaterThanOrEqual(numbers.length + page.data.length);
      numbers.push(...page.data.map(({ input }) => input['n']));
    }
  }

  test.each(
    cases<[string, number[]]>(
      [['&order=asc&model_id=odd', [1, 3, 5]]],
      [
        ['', [6, 5, 4, 3, 2, 1, 0]],
        ['&order=asc', [0, 1, 2, 3, 4, 5, 6]],
        ['&q=word', [6, 5, 4, 3, 2, 1, 0]],
        ['&where={"confidence":{"$gte":0.1}}&order=asc', [0, 1, 2, 3, 4, 5, 6]],
      ],
    ),
  )('are read once each, two at a time (%s)', async (query, expected) => {
    const { numbers, pages } = await walk(query);
    expect(numbers).toEqual(expected);
    expect(pages).toBe(Math.ceil(expected.length / 2));
  });

  test('come all at once in brief, with the length of what is left out', async () => {
    const briefList = recordListSchema.extend({ data: z.array(briefRecordSchema) });
    const { data, total } = await readSmall(briefList, '/records?limit=50&brief=true');
    expect([data.length, total]).toEqual([count, count]);
    for (const each of data) {
      expect(each).not.toHaveProperty('input');
      expect(each.output).toEqual({ decision: 'approve' });
      expect(each.omitted?.input).toBeGreaterThan(1.5 * megabyte);
    }
  });

  test.each(cases(['jsonl'], ['csv', 'pdf']))(
    'are all in a file of the format %s @whole',
    async (format) => {
      const columns = [{ key: 'n', title: 'n', path: '/input/n', kind: 'number' }];
      const job = await api.finished(
        await api.send('POST', '/exports', {
          body: { format, title: 'Records', columns, source: { operation: 'listRecords' } },
        }),
      );
      expect(job.error).toBeNull();
      expect(exportResultSchema.parse(job.result).rows).toBe(count);
    },
  );
});

describe('Model cards of 120 kB', () => {
  const count = 40;
  beforeAll(async () => {
    for (let n = 0; n < count; n += 1) {
      const response = await api.send('POST', '/models', {
        body: {
          model_id: `card-${n}`,
          version: '1.0.0',
          intended_use: 'u'.repeat(limits.cardText),
          limitations: 'l'.repeat(limits.cardText),
        },
      });
      if (response.status !== 201) throw new Error(await response.text());
    }
  });

  test('are entries of the journal, read once each @whole', async () => {
    const { size } = await readSmall(entryListSchema, '/chain/entries?limit=1');
    const seqs: number[] = [];
    let pages = 0;
    while (seqs.length < size) {
      const from = seqs.length;
      const page = await readSmall(entryListSchema, `/chain/entries?limit=500&from_seq=${from}`);
      expect(page.size).toBe(size);
      expect(page.data.length).toBeGreaterThan(0);
      seqs.push(...page.data.map(({ seq }) => seq));
      pages += 1;
    }
    expect(seqs).toEqual(Array.from({ length: size }, (_, seq) => seq));
    expect(pages).toBeGreaterThan(1);
  });

  test('are in the wrapper of the other lists, read once each', async () => {
    const cards = z.object({
      data: z.array(z.looseObject({ model_id: z.string() })),
      pagination: z.object({
        total: z.int(),
        limit: z.int(),
        offset: z.int(),
        has_more: z.boolean(),
      }),
    });
    const seen: string[] = [];
    for (;;) {
      const page = await readSmall(cards, `/model-cards?limit=500&offset=${seen.length}`);
      const { pagination, data } = page;
      expect(pagination).toMatchObject({ total: count, limit: 500, offset: seen.length });
      seen.push(...data.map((each) => each.model_id));
      expect(pagination.has_more).toBe(seen.length < count);
      if (!pagination.has_more) break;
    }
    expect(new Set(seen).size).toBe(count);
  });
});

describe('Interventions with outcomes of 1.5 MB', () => {
  const count = 7;
  const note = 'x'.repeat(1.5 * megabyte);
  let recordId: string;
  const intervene = async (body: object) => {
    const response = await api.send('POST', `/records/${recordId}/interventions`, {
      body: { actor: { id: 'a', role: 'r' }, reason: 'r', ...body },
    });
    if (response.status !== 201) throw new Error(await response.text());
    return interventionSchema.parse(await response.json());
  };
  const list = async () => {
    const path = `/records/${recordId}/interventions`;
    const text = await (await api.send('GET', path)).text();
    const { data, decision_in_effect: inEffect } = interventionListSchema.parse(JSON.parse(text));
    const whole = data.flatMap(({ n, outcome }) => (outcome === undefined ? [] : [n]));
    return { text, data, inEffect, whole };
  };
  beforeAll(async () => {
    recordId = (await api.append()).id;
    for (let n = 1; n <= count; n += 1)
      await intervene({ action: 'override', outcome: { n, note } });
  });

  test('are all listed, the newest of them whole, of the others their length @whole', async () => {
    const { text, data, inEffect, whole } = await list();
    expect(data.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(whole).toEqual([6, 7]);
    expect(data[0]).toMatchObject({ reason: 'r', omitted: { outcome: note.length + 17 } });
    expect(inEffect).toMatchObject({ status: 'changed', output: { n: count } });
    // The output in effect is there once more.
    expect(text.length).toBeLessThan(answerBytes + 1.5 * megabyte + 8_192);
  });

  test('what is in effect, and what waits for a second person, is whole in any case @whole', async () => {
    const { data } = await list();
    await intervene({ action: 'override', outcome: { n: 8, note }, meaning: 'proposal' });
    for (const each of data.slice(1).toReversed()) {
      await intervene({ action: 'retract', supersedes: each.id });
    }
    for (let n = 0; n < 3; n += 1) {
      await intervene({ action: 'annotate', reason: 'r'.repeat(limits.reasonText) });
    }
    const after = await list();
    expect(after.inEffect).toMatchObject({
      output: { n: 1 },
      waiting: 'second_actor',
      intervention_id: data[0]?.id,
    });
    expect(after.whole).toEqual([1, 8]);
    const { interventions } = await api.read(recordSchema, `/records/${recordId}`);
    expect(interventions.map(({ outcome }) => outcome?.['n'])).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].concat(Array.from({ length: 9 })),
    );
  });

  test('what the model decided is in effect where everything was taken back @whole', async () => {
    const { data } = await list();
    await intervene({ action: 'retract', supersedes: data[0]?.id });
    expect((await list()).inEffect).toMatchObject({ output: { decision: 'approve' } });
  });
});

describe('Refused requests with long reasons', () => {
  test('are listed as far as there is room, the newest first @whole', async () => {
    const names = Array.from({ length: 400 }, (_, n) => `unknown-${n}-${'x'.repeat(40)}=1`);
    for (let n = 0; n < 320; n += 1) {
      const response = await api.send('GET', `/records?${names.join('&')}`);
      expect(response.status).toBe(400);
    }
    await api.send('GET', '/chain/entries?limit=2');
    const { data } = await readSmall(answeredRequestsSchema, '/requests?limit=1000');
    expect(data[0]?.operation_id).toBe('listEntries');
    expect(data.length).toBeGreaterThan(200);
    expect(data.length).toBeLessThan(320);
  });
});

describe('Rows of a session of 1.5 MB', () => {
  const count = 5;
  const ids = Array.from({ length: count }, (_, n) => `rec_${n}`);
  let session: string;
  beforeAll(async () => {
    const rows = ids.map((id) => ({ record_id: id, note: 'x'.repeat(1.5 * megabyte) }));
    session = (await openSession(api, await makeDataset(api, rows))).session_id;
  });

  const used = async () =>
    (
      await api.read(
        z.object({ usage: z.object({ records_accessed: z.int() }) }),
        `/sessions/${session}?include=usage`,
      )
    ).usage.records_accessed;

  test('come in short batches, each once, and those that came are metered', async () => {
    const before = await used();
    const seen: unknown[] = [];
    const sizes: number[] = [];
    let cursor = '';
    for (;;) {
      const path = `/sessions/${session}/stream?batch_size=100${cursor}`;
      const { batch, has_more: more, next_cursor: next } = await readSmall(streamBatchSchema, path);
      seen.push(...batch.map((row) => row['record_id']));
      sizes.push(batch.length);
      expect(await used()).toBe(before + seen.length);
      expect(more).toBe(seen.length < count);
      if (next === undefined) break;
      cursor = `&cursor=${encodeURIComponent(next)}`;
    }
    expect(seen).toEqual(ids);
    expect(sizes).toEqual([2, 2, 1]);
  });

  test('of a filter are as many as there is room for, and those are metered @whole', async () => {
    const before = await used();
    const found = await readSmall(filterResultSchema, `/sessions/${session}/filter`, {
      filter: {},
      limit: 100,
    });
    expect(found).toMatchObject({ has_more: true });
    expect(await used()).toBe(before + 2);
  });
});
