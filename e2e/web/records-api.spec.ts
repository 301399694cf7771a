/** The records area over loopback, as a script meets it. */
import {
  Api,
  chainSchema,
  recordListSchema,
  recordsErrorSchema,
  storedRecordSchema,
} from '../support/api.ts';
import { startHost } from '../support/host.ts';
import { addingTest, expect, test } from '../support/test.ts';

const decision = { model_id: 'credit-scorer', input: { age: 41 }, output: { decision: 'APPROVE' } };

test.describe('create record', () => {
  test('chains each record to the one before @whole', async ({ api }) => {
    const first = await api.append({ ...decision, confidence: 0.93, transaction_id: 'tx_1' });
    const second = await api.append({ ...decision, context: { channel: 'web' }, explanation: {} });
    expect(second.previous_hash).toBe(first.hash);
    expect(second.seq).toBe(first.seq + 1);
    expect(first).toMatchObject({ confidence: 0.93, transaction_id: 'tx_1', interventions: [] });
    expect(second.context).toEqual({ channel: 'web' });
    const chain = await api.get('/chain', chainSchema);
    expect(chain).toMatchObject({ size: 3, record_count: 2, head: { hash: second.hash } });
  });

  addingTest('names every invalid field at once and writes nothing @whole', async ({ api }) => {
    const before = await api.countRecords();
    const { status, body } = await api.send('POST', '/records', {
      body: { input: [], confidence: 2, policy_id: null, surprise: 1 },
    });
    expect(status).toBe(400);
    const { error } = recordsErrorSchema.parse(body);
    expect(error.code).toBe('validation_error');
    expect(error.details.map(({ field }) => field).toSorted()).toEqual([
      'confidence',
      'input',
      'model_id',
      'output',
      'policy_id',
      'surprise',
    ]);
    expect(await api.countRecords()).toBe(before);
  });

  addingTest(
    'refuses what cannot be hashed faithfully, and writes nothing @whole',
    async ({ api }) => {
      const before = await api.countRecords();
      const nested = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`;
      for (const [name, text] of [
        ['a duplicate member', '{"model_id":"m","input":{"a":1,"\\u0061":2},"output":{}}'],
        ['an integer beyond 2^53', '{"model_id":"m","input":{"a":9007199254740993},"output":{}}'],
        ['an overflowing number', '{"model_id":"m","input":{"a":1e400},"output":{}}'],
        ['an underflowing number', '{"model_id":"m","input":{"a":1e-400},"output":{}}'],
        ['a lone surrogate', '{"model_id":"m","input":{"a":"\\ud800"},"output":{}}'],
        ['a lone surrogate in a name', '{"model_id":"m","input":{"\\udfff":1},"output":{}}'],
        ['nesting beyond 128', `{"model_id":"m","input":${nested},"output":{}}`],
        ['null as a transaction', '{"model_id":"m","input":{},"output":{},"transaction_id":null}'],
        ['text after the end', '{"model_id":"m","input":{},"output":{}} {}'],
        ['an unfinished body', '{"model_id":"m","input":{'],
      ] as const) {
        await test.step(name, async () => {
          const { status, body } = await api.send('POST', '/records', { body: text });
          expect(status).toBe(400);
          expect(recordsErrorSchema.parse(body).error.message).not.toBe('');
        });
      }
      expect(await api.countRecords()).toBe(before);
    },
  );

  addingTest('keeps unusual member names as data @whole', async ({ api }) => {
    const text =
      '{"model_id":"m","input":{"__proto__":{"a":1},"constructor":2,"10":3,"9":4},"output":{"":-0}}';
    const { status, body } = await api.send('POST', '/records', { body: text });
    expect(status).toBe(201);
    const answer = JSON.stringify(body);
    expect(answer).toContain('"__proto__":{"a":1}');
    expect(answer).toContain('"constructor":2');
    expect(answer).toContain('"output":{"":0}');
  });

  addingTest('answers a repeated Idempotency-Key with the same record @whole', async ({ api }) => {
    const headers = { 'idempotency-key': 'once' };
    const before = await api.countRecords();
    const first = await api.send('POST', '/records', { body: decision, headers });
    const again = await api.send('POST', '/records', { body: decision, headers });
    expect(again).toMatchObject({ status: 201, body: first.body });
    const other = await api.send('POST', '/records', {
      body: { ...decision, model_id: 'another' },
      headers,
    });
    expect(other.status).toBe(409);
    expect(await api.countRecords()).toBe(before + 1);
  });
});

test.describe('get and list records', () => {
  addingTest(
    'answers 404 for an unknown record and 401 without a key, in the records shape @whole',
    async ({ api, host }) => {
      const unknown = await api.send('GET', '/records/rec_unknown');
      expect(unknown.status).toBe(404);
      expect(recordsErrorSchema.parse(unknown.body).error.code).toBe('not_found');
      for (const authorization of [undefined, 'Bearer pdk_wrong', 'Basic abc']) {
        const response = await fetch(`${host.baseUrl}/records`, {
          headers: authorization === undefined ? {} : { authorization },
        });
        expect(response.status).toBe(401);
        expect(recordsErrorSchema.parse(await response.json()).error.code).toBe('unauthorized');
        expect(response.headers.get('x-request-id')).toMatch(/^req_/);
      }
      const carrier = await fetch(`${host.baseUrl}/records`, {
        headers: { 'x-api-key': host.apiKey },
      });
      expect(carrier.status).toBe(200);
    },
  );

  test('pages and filters @whole', async ({ api }) => {
    for (let index = 0; index < 7; index += 1) {
      await api.append({
        ...decision,
        model_id: index % 2 === 0 ? 'even' : 'odd',
        confidence: index / 10,
        transaction_id: `tx_${index}`,
        input: { word: `wort${index}` },
      });
    }
    const list = (query: string) => api.get(`/records?${query}`, recordListSchema);
    const transactions = async (query: string) =>
      (await list(query)).data.map((record) => record.transaction_id);
    expect(await list('')).toMatchObject({ total: 7, limit: 50, offset: 0 });
    expect(await transactions('limit=2&offset=1')).toEqual(['tx_5', 'tx_4']);
    expect(await transactions('order=asc&limit=2')).toEqual(['tx_0', 'tx_1']);
    expect(await transactions('model_id=odd')).toEqual(['tx_5', 'tx_3', 'tx_1']);
    expect(await transactions('q=wort4')).toEqual(['tx_4']);
    expect(await transactions('q=tx_6')).toEqual(['tx_6']);
    expect(await transactions('where={"transaction_id":"tx_2"}')).toEqual(['tx_2']);
    expect(await transactions('where={"confidence":{"$gte":0.2,"$lte":0.4}}')).toEqual([
      'tx_4',
      'tx_3',
      'tx_2',
    ]);
    expect(await transactions('has_intervention=true')).toEqual([]);
    expect(await transactions('end_date=2001-01-01')).toEqual([]);
    const [newest] = (await list('limit=1')).data;
    expect(await transactions(`q=${newest?.hash.slice(0, 20)}`)).toEqual(['tx_6']);
    expect(await transactions(`q=${newest?.id}`)).toEqual(['tx_6']);
  });

  addingTest('refuses what is out of range, naming the parameter @whole', async ({ api }) => {
    for (const query of [
      'limit=0',
      'limit=501',
      'offset=-1',
      'start_date=2026-02-30',
      'has_intervention=maybe',
      'order=random',
      'unknown=1',
    ]) {
      await test.step(query, async () => {
        const { status, body } = await api.send('GET', `/records?${query}`);
        expect(status).toBe(400);
        const fields = recordsErrorSchema.parse(body).error.details.map(({ field }) => field);
        expect(fields).toEqual([query.split('=')[0]]);
      });
    }
  });

  test('are all there after a restart, a power cut included @whole', async ({ api, host }) => {
    const record = await api.append(decision);
    await host.kill();
    const again = await startHost({ directory: host.directory });
    try {
      const found = await new Api(again).get(
        `/records/${record.id}?include=seq`,
        storedRecordSchema,
      );
      expect(found).toEqual(record);
    } finally {
      expect(await again.stop()).toBe(0);
    }
  });
});
