/** Decision records, operation by operation, in the words of the specification. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { recordsErrorSchema } from '../../shared/contract/errors.ts';
import {
  recordFacetsSchema,
  recordListSchema,
  recordPositionSchema,
  recordSchema,
} from '../../shared/contract/records.ts';
import { recordVerificationSchema } from '../../shared/contract/chain.ts';
import { decision, TestApi } from '../api/test-api.ts';

const day = 24 * 60 * 60 * 1000;

let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open();
});
afterEach(() => api.close());

async function list(query: string): Promise<z.infer<typeof recordListSchema>> {
  return api.read(recordListSchema, `/records${query}`);
}

/** The value of `input.n` of each listed record: how these tests tell records apart. */
async function numbers(query: string): Promise<unknown[]> {
  return (await list(query)).data.map((record) => record.input['n']);
}

/** The parameter `where` of a filter. */
function where(filter: object): string {
  return `where=${encodeURIComponent(JSON.stringify(filter))}`;
}

async function refusal(path: string): Promise<z.infer<typeof recordsErrorSchema>['error']> {
  const response = await api.send('GET', path);
  expect(response.status).toBe(400);
  const { error } = recordsErrorSchema.parse(await response.json());
  expect(error.code).toBe('validation_error');
  return error;
}

describe('Create record', () => {
  test('answers 201 with the full record: id, hash, previous_hash, created_at, interventions', async () => {
    const response = await api.send('POST', '/records', { body: decision });
    expect(response.status).toBe(201);
    expect(response.headers.get('content-type')).toBe('application/json');
    const record: unknown = await response.json();
    expect(record).toEqual({
      id: expect.stringMatching(/^rec_[0-9A-Z]{26}$/),
      model_id: 'credit-scorer',
      input: { age: 41, income: 52_000.5 },
      output: { decision: 'approve' },
      confidence: 0.93,
      hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      previous_hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      created_at: '2026-01-01T00:00:00.000Z',
      interventions: [],
    });
  });

  test('returns policy_id, context, explanation and transaction_id where they were sent', async () => {
    const sent = {
      ...decision,
      transaction_id: 'tx "1"',
      policy_id: 'fair-lending',
      context: { branch: 'Ünter den Linden' },
      explanation: { attributions: [{ feature: 'income', weight: -0.25 }] },
    };
    const record = await api.append(sent);
    expect(Object.keys(record).toSorted()).toEqual(
      [
        ...Object.keys(sent),
        'id',
        'hash',
        'previous_hash',
        'created_at',
        'interventions',
      ].toSorted(),
    );
    expect(record).toMatchObject(sent);
  });

  test('links each record to the hash of the preceding record', async () => {
    const first = await api.append();
    const second = await api.append();
    const third = await api.append();
    expect(second.previous_hash).toBe(first.hash);
    expect(third.previous_hash).toBe(second.hash);
  });

  test('keeps keys and values exactly, whatever they are', async () => {
    const text =
      '{"model_id":"m","input":{"__proto__":{"a":1},"constructor":2,"10":1,"9":2,"é":"e\\u0301","":[]},' +
      '"output":{"e":1e21,"small":5e-324,"zero":-0,"nested":[[[{}]]],"null":null}}';
    const response = await api.send('POST', '/records', {
      body: text,
      headers: { 'content-type': 'application/json; charset=utf-8' },
    });
    expect(response.status).toBe(201);
    const answer = await response.text();
    expect(answer).toContain(
      '"input":{"":[],"10":1,"9":2,"__proto__":{"a":1},"constructor":2,"é":"e\u0301"}',
    );
    expect(answer).toContain(
      '"output":{"e":1e+21,"nested":[[[{}]]],"null":null,"small":5e-324,"zero":0}',
    );
    const [id] = /rec_\w+/.exec(answer) ?? [];
    expect(await (await api.send('GET', `/records/${id}`)).text()).toBe(answer);
  });

  test('tells that records changed', async () => {
    await api.append();
    expect(api.changes).toEqual(['records']);
  });
});

describe('Get record', () => {
  test('answers the record as it was created, byte for byte', async () => {
    const created = await api.send('POST', '/records', { body: decision });
    const text = await created.text();
    const { id } = recordSchema.parse(JSON.parse(text));
    const response = await api.send('GET', `/records/${id}`);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(text);
  });

  test('adds seq with include=seq, and only then', async () => {
    await api.append();
    const { id } = await api.append();
    const plain = await api.read(recordSchema, `/records/${id}`);
    const extended = await api.read(recordSchema, `/records/${id}?include=seq`);
    expect(extended).toEqual({ ...plain, seq: 2 });
  });

  test('answers 404 in the records shape for an unknown id', async () => {
    const response = await api.send('GET', '/records/rec_unknown');
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      error: {
        code: 'not_found',
        message: 'There is no record rec_unknown.',
        details: [],
        request_id: response.headers.get('x-request-id'),
      },
    });
  });

  test('refuses parameters it does not know', async () => {
    const { id } = await api.append();
    const error = await refusal(`/records/${id}?include=hash&fields=input`);
    expect(error.details).toEqual([
      { field: 'include', message: 'must be seq' },
      { field: 'fields', message: 'is not a known parameter' },
    ]);
  });
});

describe('List records', () => {
  test('answers an empty ledger', async () => {
    expect(await list('')).toEqual({ data: [], total: 0, limit: 50, offset: 0 });
  });

  test('answers {data, total, limit, offset}, newest first, each item a record', async () => {
    const first = await api.append({ input: { n: 1 } });
    const second = await api.append({ input: { n: 2 } });
    expect(await list('')).toEqual({ data: [second, first], total: 2, limit: 50, offset: 0 });
    expect(await numbers('?order=asc')).toEqual([1, 2]);
  });

  test('has a default limit of 50 and a maximum of 500', async () => {
    for (let n = 0; n < 51; n += 1) await api.append({ input: { n } });
    expect((await list('')).data).toHaveLength(50);
    expect((await list('?limit=500')).data).toHaveLength(51);
    expect((await refusal('/records?limit=501')).details).toEqual([
      { field: 'limit', message: 'must be at most 500' },
    ]);
    expect((await refusal('/records?limit=0')).details).toEqual([
      { field: 'limit', message: 'must be at least 1' },
    ]);
  });

  test('pages with limit and offset, in both orders, to the last row and beyond', async () => {
    for (let n = 1; n <= 7; n += 1) await api.append({ input: { n } });
    expect(await numbers('?limit=3')).toEqual([7, 6, 5]);
    expect(await numbers('?limit=3&offset=3')).toEqual([4, 3, 2]);
    expect(await numbers('?limit=3&offset=6')).toEqual([1]);
    expect(await numbers('?limit=3&offset=7')).toEqual([]);
    expect(await numbers('?limit=3&offset=6&order=asc')).toEqual([7]);
    expect((await list('?offset=9007199254740')).total).toBe(7);
  });

  test('filters by model_id, exactly', async () => {
    await api.append({ model_id: 'a', input: { n: 1 } });
    await api.append({ model_id: 'A', input: { n: 2 } });
    await api.append({ model_id: 'a', input: { n: 3 } });
    const page = await list('?model_id=a&limit=1&offset=1');
    expect(page.total).toBe(2);
    expect(page.data[0]?.input).toEqual({ n: 1 });
    expect((await list('?model_id=b')).total).toBe(0);
  });

  test('filters by UTC days, start_date and end_date included', async () => {
    const start = Date.UTC(2026, 2, 1);
    for (const [n, at] of [
      [1, start - 1],
      [2, start],
      [3, start + day - 1],
      [4, start + day],
      [5, start + 2 * day],
    ] as const) {
      api.now = at;
      await api.append({ input: { n } });
    }
    expect(await numbers('?start_date=2026-03-01&order=asc')).toEqual([2, 3, 4, 5]);
    expect(await numbers('?end_date=2026-03-01&order=asc')).toEqual([1, 2, 3]);
    expect(await numbers('?start_date=2026-03-01&end_date=2026-03-01')).toEqual([3, 2]);
    expect(await numbers('?start_date=2026-03-02&end_date=2026-03-02')).toEqual([4]);
    expect(await numbers('?start_date=2027-01-01')).toEqual([]);
    expect(await numbers('?end_date=2025-01-01')).toEqual([]);
    expect(await numbers('?start_date=2026-03-01&end_date=2026-03-02&model_id=none')).toEqual([]);
    expect(
      await numbers('?start_date=2026-03-01&end_date=2026-03-02&model_id=credit-scorer'),
    ).toEqual([4, 3, 2]);
  });

  test('filters by has_intervention', async () => {
    await api.append({ input: { n: 1 } });
    expect(await numbers('?has_intervention=false')).toEqual([1]);
    expect(await numbers('?has_intervention=true')).toEqual([]);
    await api.append({ input: { n: 2 } });
    expect(await numbers('?has_intervention=false')).toEqual([2, 1]);
  });

  test('filters by what every record has: confidence, policy, transaction, model, time (extensions)', async () => {
    await api.append({ input: { n: 1 }, confidence: 0, policy_id: 'p' });
    await api.append({ input: { n: 2 }, confidence: 0.5, transaction_id: 't' });
    await api.append({ input: { n: 3 }, confidence: 1, policy_id: 'p', transaction_id: 't' });
    await api.append({ input: { n: 4 }, confidence: undefined });
    api.now += day;
    await api.append({ input: { n: 5 }, confidence: undefined, model_id: 'other' });
    const found = (filter: object) => numbers(`?${where(filter)}`);
    expect(await found({ confidence: { $gte: 0.5 } })).toEqual([3, 2]);
    expect(await found({ confidence: { $lte: 0.5 } })).toEqual([2, 1]);
    expect(await found({ confidence: { $gte: 0.5, $lt: 1 } })).toEqual([2]);
    expect(await found({ policy_id: 'p' })).toEqual([3, 1]);
    expect(await found({ transaction_id: 't' })).toEqual([3, 2]);
    const both = { transaction_id: 't', policy_id: 'p' };
    expect(await found({ ...both, confidence: { $gte: 0.1 } })).toEqual([3]);
    expect(await found({ ...both, confidence: { $lte: 0.1 } })).toEqual([]);
    expect(await found({ model_id: 'other' })).toEqual([5]);
    expect(await found({ created_at: { $lt: '2026-01-02' } })).toEqual([4, 3, 2, 1]);
    expect(await found({ created_at: '2026-01-02T00:00:00.000Z' })).toEqual([5]);
  });

  test('sorts over all models by what each of them has (extension)', async () => {
    for (const [n, model_id, policy_id] of [
      [1, 'a', 'q'],
      [2, 'b', 'r'],
      [3, 'b', 'p'],
      [4, 'a', 's'],
    ] as const) {
      await api.append({ input: { n }, model_id, policy_id });
    }
    expect(await numbers('?sort=policy_id')).toEqual([3, 1, 2, 4]);
    expect(await numbers('?sort=-policy_id')).toEqual([4, 2, 1, 3]);
    expect(await numbers('?sort=-model_id')).toEqual([2, 3, 1, 4]);
  });

  test('refuses by name the parameters that where took the place of', async () => {
    const error = await refusal(
      '/records?policy_id=p&transaction_id=t&min_confidence=0.1&max_confidence=0.9',
    );
    expect(error.details).toEqual(
      ['policy_id', 'transaction_id', 'min_confidence', 'max_confidence'].map((field) => ({
        field,
        message: 'is not a known parameter',
      })),
    );
  });

  test('jumps with after_seq, in the asked order (extension)', async () => {
    for (let n = 1; n <= 5; n += 1) await api.append({ input: { n } });
    expect(await numbers('?after_seq=3')).toEqual([2, 1]);
    expect(await numbers('?after_seq=3&order=asc')).toEqual([4, 5]);
    expect(await numbers('?after_seq=0')).toEqual([]);
    expect(await numbers('?after_seq=99&limit=1')).toEqual([5]);
    expect((await list('?after_seq=3&limit=1')).total).toBe(2);
  });

  test('a filter that was asked for before sees what was appended since', async () => {
    const query = `?q=approve&${where({ confidence: { $gte: 0.5 } })}&model_id=credit-scorer`;
    await api.append({ input: { n: 1 } });
    expect(await numbers(query)).toEqual([1]);
    await api.append({ input: { n: 2 }, confidence: 0.1 });
    await api.append({ input: { n: 3 } });
    expect(await numbers(query)).toEqual([3, 1]);
    expect(await numbers(`${query}&order=asc&offset=1`)).toEqual([3]);
  });

  test('names every invalid, unknown and repeated parameter at once', async () => {
    const error = await refusal(
      '/records?limit=ten&offset=-1&start_date=2026-02-30&end_date=today&has_intervention=yes' +
        '&order=up&model_id=&q=&limit=5&color=red&color=blue',
    );
    expect(new Map(error.details.map(({ field, message }) => [field, message]))).toEqual(
      new Map([
        ['limit', 'must be given once'],
        ['color', 'must be given once'],
        ['model_id', 'must not be empty'],
        ['start_date', 'must be a date, YYYY-MM-DD'],
        ['end_date', 'must be a date, YYYY-MM-DD'],
        ['has_intervention', 'must be true or false'],
        ['q', 'must not be empty'],
        ['offset', 'must be an integer from 0 to 9007199254740991'],
        ['order', 'must be asc or desc'],
      ]),
    );
    expect(error.details).toHaveLength(9);
  });

  test('refuses intervals that end before they start, beside other faults', async () => {
    const error = await refusal('/records?start_date=2026-02-02&end_date=2026-02-01&limit=0');
    expect(error.details.map(({ field }) => field)).toEqual(['limit', 'start_date', 'end_date']);
  });
});

describe('Search (extension q)', () => {
  test('finds a record by its id, alone', async () => {
    const { id } = await api.append();
    await api.append();
    expect((await list(`?q=${id}`)).data.map((record) => record.id)).toEqual([id]);
    expect((await list(`?q=%20${id}%20`)).total).toBe(1);
  });

  test('finds a record by the start of its hash, with and without sha256:', async () => {
    const { id, hash } = await api.append();
    await api.append();
    for (const q of [
      hash,
      hash.slice(7),
      hash.slice(7, 12),
      hash.slice(0, 12),
      hash.slice(7, 20).toUpperCase(),
    ]) {
      expect((await list(`?q=${q}`)).data.map((record) => record.id)).toContain(id);
    }
    expect((await list(`?q=${hash.slice(0, 12)}`)).total).toBe(1);
    expect((await list(`?q=${hash}0`)).total).toBe(0);
    expect((await list('?q=sha256:')).total).toBe(0);
  });

  test('finds a record by its transaction id', async () => {
    await api.append({ transaction_id: 'order 66/б', input: { n: 1 } });
    await api.append({ transaction_id: 'order 67', input: { n: 2 } });
    expect(await numbers(`?q=${encodeURIComponent('order 66/б')}`)).toEqual([1]);
  });

  test('finds words in keys and values of input and output, the last one as it begins', async () => {
    await api.append({ input: { n: 1, purpose: 'Home improvement' } });
    await api.append({ input: { n: 2, purpose: 'home' }, output: { verdict: 'Überprüfen' } });
    await api.append({ input: { n: 3 }, context: { purpose: 'homework' } });
    expect(await numbers('?q=home')).toEqual([2, 1]);
    expect(await numbers('?q=HOME%20improve')).toEqual([1]);
    expect(await numbers('?q=improve%20home')).toEqual([]);
    expect(await numbers('?q=uberpruf')).toEqual([2]);
    expect(await numbers('?q=verdict')).toEqual([2]);
    expect(await numbers('?q=homework')).toEqual([]);
  });

  test('takes any text: nothing in it is an operator', async () => {
    await api.append({ input: { n: 1, note: 'profit and loss' } });
    for (const q of [
      '"',
      '""',
      '*',
      '(',
      'a AND',
      'NOT loss',
      'text:loss',
      '-loss',
      '^loss',
      '\u0000x',
      '🎉',
      '%',
      "'; DROP TABLE records; --",
      'a"b*c',
      'NEAR(a b, 2)',
      '+',
      '{}',
      '\uFFFF',
    ]) {
      const page = await list(`?q=${encodeURIComponent(q)}`);
      expect(page.total).toBeLessThanOrEqual(1);
    }
    expect(await numbers('?q=%22profit%22%20loss')).toEqual([1]);
    expect(await numbers('?q=profit%20and%20loss')).toEqual([1]);
    expect(await numbers('?q=profit%20OR%20gain')).toEqual([]);
  });
});

describe('Facets (extension)', () => {
  test('counts models and policies, the most frequent first, for all and for a filter', async () => {
    await api.append({ model_id: 'a', policy_id: 'p', output: { d: 'yes' } });
    await api.append({ model_id: 'b', policy_id: 'q', output: { d: 'yes' } });
    await api.append({ model_id: 'b', output: { d: 'no' } });
    expect(await api.read(recordFacetsSchema, '/records/facets')).toEqual({
      total: 3,
      models: [
        { model_id: 'b', count: 2 },
        { model_id: 'a', count: 1 },
      ],
      policies: [
        { policy_id: 'p', count: 1 },
        { policy_id: 'q', count: 1 },
      ],
    });
    expect(await api.read(recordFacetsSchema, '/records/facets?q=yes')).toEqual({
      total: 2,
      models: [
        { model_id: 'a', count: 1 },
        { model_id: 'b', count: 1 },
      ],
      policies: [
        { policy_id: 'p', count: 1 },
        { policy_id: 'q', count: 1 },
      ],
    });
  });

  test('counts what every record has over all models, without a profile', async () => {
    await api.append({ model_id: 'a', policy_id: 'p', confidence: 0.3 });
    await api.append({ model_id: 'b', policy_id: 'p', confidence: 1 });
    api.now += day;
    await api.append({ model_id: 'b', confidence: undefined });
    const facets =
      'model_id,policy_id,confidence,created_at,decided_at,transaction_id,outcome_class';
    const { fields } = await api.read(recordFacetsSchema, `/records/facets?facets=${facets}`);
    const none = { values: [], absent: 0, least: null, greatest: null };
    const times = { least: '2026-01-01T00:00:00.000Z', greatest: '2026-01-02T00:00:00.000Z' };
    expect(fields).toEqual([
      {
        ...none,
        field: 'model_id',
        values: [
          { value: 'b', count: 2 },
          { value: 'a', count: 1 },
        ],
      },
      { ...none, field: 'policy_id', values: [{ value: 'p', count: 2 }], absent: 1 },
      {
        ...none,
        field: 'confidence',
        absent: 1,
        bins: [0, 0, 0, 1, 0, 0, 0, 0, 0, 1],
        least: 0.3,
        greatest: 1,
      },
      { ...none, field: 'created_at', ...times },
      { ...none, field: 'decided_at', ...times },
      { ...none, field: 'transaction_id', absent: 3 },
      { ...none, field: 'outcome_class', absent: 3 },
    ]);
    const error = await refusal('/records/facets?facets=outcome,nothing');
    expect(error.details.map(({ field }) => field)).toEqual(['facets.nothing']);
  });

  test('keeps counting as the ledger grows', async () => {
    const sure = `?${where({ confidence: { $gte: 0.9 } })}`;
    const counts = async (query: string) =>
      (await api.read(recordFacetsSchema, `/records/facets${query}`)).models;
    await api.append({ model_id: 'a' });
    expect(await counts('')).toEqual([{ model_id: 'a', count: 1 }]);
    expect(await counts(sure)).toEqual([{ model_id: 'a', count: 1 }]);
    await api.append({ model_id: 'a' });
    await api.append({ model_id: 'c', confidence: 0.1 });
    expect(await counts('')).toEqual([
      { model_id: 'a', count: 2 },
      { model_id: 'c', count: 1 },
    ]);
    expect(await counts(sure)).toEqual([{ model_id: 'a', count: 2 }]);
    expect(await counts('?start_date=2026-01-01&end_date=2026-01-01')).toHaveLength(2);
    expect(await counts('?start_date=2027-01-01')).toEqual([]);
  });
});

describe('Position (extension)', () => {
  test('says where a record stands in a list of any filter and order', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      ids.push((await api.append({ model_id: n % 2 === 0 ? 'even' : 'odd', input: { n } })).id);
    }
    const position = (query: string) =>
      api.read(recordPositionSchema, `/records/${ids[1]}/position${query}`);
    expect(await position('')).toEqual({ id: ids[1], seq: 2, offset: 4, total: 6 });
    expect(await position('?order=asc')).toMatchObject({ offset: 1, total: 6 });
    expect(await position('?model_id=odd')).toMatchObject({ offset: 2, total: 3 });
    expect(await position('?model_id=odd&order=asc')).toMatchObject({ offset: 0, total: 3 });
    expect(await position('?model_id=even')).toMatchObject({ offset: null, total: 3 });
    expect(await position('?start_date=2027-01-01')).toMatchObject({ offset: null, total: 0 });
    const { offset } = await position('?model_id=odd');
    const page = await list(`?model_id=odd&limit=1&offset=${offset}`);
    expect(page.data[0]?.id).toBe(ids[1]);
  });

  test('answers 404 for an unknown id', async () => {
    expect((await api.send('GET', '/records/rec_x/position')).status).toBe(404);
  });
});

describe('Verification of one record (extension)', () => {
  test('says that an untouched record is OK', async () => {
    const { id } = await api.append();
    expect(await api.read(recordVerificationSchema, `/records/${id}/verification`)).toMatchObject({
      record_id: id,
      seq: 1,
      verdict: 'OK',
      findings: [],
      checked_at: '2026-01-01T00:00:00.000Z',
    });
  });

  test('answers 404 for an unknown id', async () => {
    expect((await api.send('GET', '/records/rec_x/verification')).status).toBe(404);
  });
});
