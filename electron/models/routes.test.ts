/** Models (specification, "Model card" and "Models"): register, read back, list; what is refused. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { recordsErrorSchema } from '../../shared/contract/errors.ts';
import { entryListSchema } from '../../shared/contract/chain.ts';
import {
  modelCardSchema,
  modelCompletenessSchema,
  modelFairnessSchema,
  modelListSchema,
  modelOverviewSchema,
  modelVersionsSchema,
  recordModelSchema,
  unregisteredModelsSchema,
} from '../../shared/contract/models.ts';
import { paginated } from '../../shared/contract/common.ts';
import { TestApi } from '../api/test-api.ts';

const card = {
  model_id: 'credit-scorer',
  version: '1.9.0',
  model_hash: `sha256:${'ab'.repeat(32)}`,
  training_date: '2024-02-29',
  framework: 'XGBoost 2.0',
  performance: { accuracy: 0.94, auc_roc: 0.97 },
  fairness: { demographic_parity: 0.02, equalized_odds: 0.03 },
  intended_use: 'Consumer credit applications',
  limitations: 'Not for business credit',
};

let test: TestApi;
beforeEach(async () => {
  test = await TestApi.open({ now: Date.parse('2026-01-01T10:20:30.456Z') });
});
afterEach(() => test.close());

async function register(changes: object = {}): Promise<Response> {
  return test.send('POST', '/models', { body: { ...card, ...changes } });
}

async function faults(response: Response): Promise<Record<string, string>> {
  expect(response.status).toBe(400);
  const { error } = recordsErrorSchema.parse(await response.json());
  expect(error.code).toBe('validation_error');
  return Object.fromEntries(error.details.map((each) => [each.field, each.message]));
}

const journalSize = async () => (await test.read(entryListSchema, '/chain/entries')).size;

describe('create model: POST /models', () => {
  it('answers 201 with the card, without fairness, created_at to the second', async () => {
    const response = await register();
    expect(response.status).toBe(201);
    const { fairness: _fairness, ...returned } = card;
    const body = z.record(z.string(), z.unknown()).parse(await response.json());
    expect(body).toStrictEqual({ ...returned, created_at: '2026-01-01T10:20:30Z' });
    expect(Object.keys(body)).toEqual([
      'model_id',
      'version',
      'model_hash',
      'training_date',
      'framework',
      'performance',
      'intended_use',
      'limitations',
      'created_at',
    ]);
  });

  it('takes a card of only model_id and version, and returns no member that was not sent', async () => {
    const response = await test.send('POST', '/models', {
      body: { model_id: 'a/b c%2F?', version: '0.0.1' },
    });
    expect(response.status).toBe(201);
    const expected = {
      model_id: 'a/b c%2F?',
      version: '0.0.1',
      created_at: '2026-01-01T10:20:30Z',
    };
    expect(await response.json()).toStrictEqual(expected);
    const path = `/models/${encodeURIComponent('a/b c%2F?')}`;
    expect(await test.read(modelCardSchema, path)).toStrictEqual(expected);
  });

  it('appends one ledger.model/v1 entry with the whole card, fairness included', async () => {
    await register();
    const { data } = await test.read(entryListSchema, '/chain/entries?from_seq=1');
    expect(data).toHaveLength(1);
    expect(JSON.parse(data[0]?.bytes ?? '')).toStrictEqual({
      type: 'ledger.model/v1',
      seq: 1,
      id: expect.stringMatching(/^card_[0-9A-Z]{26}$/),
      created_at: '2026-01-01T10:20:30.456Z',
      card,
    });
    expect(test.changes).toContain('models');
  });

  it('names every invalid field at once', async () => {
    const found = await faults(
      await test.send('POST', '/models', {
        body: {
          version: '1.2',
          model_hash: 'sha256:abc',
          training_date: '2023-02-29',
          framework: 7,
          performance: { accuracy: '0.9', auc: 0.5, f1: null },
          fairness: [0.1],
          intended_use: null,
          limitations: ['x'],
          owner: 'me',
        },
      }),
    );
    expect(Object.keys(found).toSorted()).toEqual([
      'fairness',
      'framework',
      'intended_use',
      'limitations',
      'model_hash',
      'model_id',
      'owner',
      'performance.accuracy',
      'performance.f1',
      'training_date',
      'version',
    ]);
    expect(found['model_id']).toBe('is required');
    expect(found['owner']).toBe('is not a known member');
    expect(await journalSize()).toBe(1);
  });

  it.each([
    '1',
    '1.2',
    '1.2.3.4',
    'v1.2.3',
    '1.2.x',
    '01.2.3',
    '1.2.3-rc1',
    '',
    ' 1.2.3',
    '1.-2.3',
  ])('refuses the version %j', async (version) => {
    expect(Object.keys(await faults(await register({ version })))).toEqual(['version']);
  });

  it.each([
    '',
    'ab',
    `md5:${'a'.repeat(32)}`,
    `sha256:${'a'.repeat(63)}`,
    `sha256:${'g'.repeat(64)}`,
  ])('refuses the hash %j', async (model_hash) => {
    expect(Object.keys(await faults(await register({ model_hash })))).toEqual(['model_hash']);
  });

  it.each([
    '2024-13-01',
    '2024-02-30',
    '24-01-01',
    '2024-1-1',
    'yesterday',
    '2024-01-01T00:00:00Z',
  ])('refuses the training date %j', async (training_date) => {
    expect(Object.keys(await faults(await register({ training_date })))).toEqual(['training_date']);
  });

  it('refuses metrics that are not finite numbers, beside other faults', async () => {
    const text = JSON.stringify({ ...card, version: 'x' }).replace('0.94', '1e999');
    const response = await test.send('POST', '/models', {
      body: text,
      headers: { 'content-type': 'application/json' },
    });
    expect(Object.keys(await faults(response)).toSorted()).toEqual([
      'performance.accuracy',
      'version',
    ]);
    const nan = await test.send('POST', '/models', {
      body: '{"model_id":"m","version":"1.0.0","performance":{"accuracy":NaN}}',
      headers: { 'content-type': 'application/json' },
    });
    expect(nan.status).toBe(400);
  });

  it('answers the identical card again with the stored one and appends nothing', async () => {
    const first = await (await register()).json();
    test.now += 60_000;
    const shuffled = Object.fromEntries(Object.entries(card).toReversed());
    const again = await test.send('POST', '/models', { body: shuffled });
    expect(again.status).toBe(200);
    expect(await again.json()).toStrictEqual(first);
    expect(await journalSize()).toBe(2);
  });

  it.each([
    ['limitations', { limitations: 'None' }],
    ['fairness', { fairness: { demographic_parity: 0.5 } }],
    ['fairness', { fairness: undefined }],
    ['performance', { performance: {} }],
  ])('refuses another body of the same version (%s) and changes nothing', async (field, change) => {
    const first = await (await register()).json();
    const response = await register(change);
    expect(response.status).toBe(409);
    const { error } = recordsErrorSchema.parse(await response.json());
    expect(error.code).toBe('conflict');
    expect(error.details.map((each) => each.field)).toEqual([field]);
    expect(await journalSize()).toBe(2);
    expect(await test.read(modelCardSchema, '/models/credit-scorer')).toStrictEqual(first);
    // The writer goes on.
    expect((await register({ version: '1.9.1' })).status).toBe(201);
  });

  it('gives a repeated Idempotency-Key the first answer', async () => {
    const headers = { 'idempotency-key': 'one' };
    const first = await test.send('POST', '/models', { body: card, headers });
    const again = await test.send('POST', '/models', { body: card, headers });
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await again.text()).toBe(await first.text());
  });
});

describe('get model: GET /models/{id}', () => {
  it('is the highest version by number, whatever the order of registration', async () => {
    for (const version of ['1.10.0', '1.9.0', '1.9.10', '1.2.0']) await register({ version });
    expect((await test.read(modelCardSchema, '/models/credit-scorer')).version).toBe('1.10.0');
    const one = await test.read(modelCardSchema, '/models/credit-scorer?version=1.9.0');
    expect(one.version).toBe('1.9.0');
    const { versions } = await test.read(modelVersionsSchema, '/models/credit-scorer/versions');
    expect(versions.map((each) => each.version)).toEqual(['1.10.0', '1.9.10', '1.9.0', '1.2.0']);
  });

  it('answers 404 in the records shape for an unknown model or version', async () => {
    await register();
    for (const path of [
      '/models/none',
      '/models/credit-scorer?version=9.9.9',
      '/models/none/versions',
    ]) {
      const response = await test.send('GET', path);
      expect(response.status).toBe(404);
      expect(recordsErrorSchema.parse(await response.json()).error.code).toBe('not_found');
    }
  });

  it.each(['overview', 'import', 'unregistered', '__proto__', 'naïve 模型'])(
    'reads a model named %j',
    async (model_id) => {
      expect((await register({ model_id })).status).toBe(201);
      const read = await test.read(modelCardSchema, `/models/${encodeURIComponent(model_id)}`);
      expect(read.model_id).toBe(model_id);
    },
  );
});

describe('list models: GET /models', () => {
  it('is a bare array of exactly model_id and version, one per model', async () => {
    expect(await test.read(modelListSchema, '/models')).toEqual([]);
    await register({ version: '1.9.0' });
    await register({ version: '1.10.0' });
    await register({ model_id: 'a-model', version: '0.1.0' });
    const response = await test.send('GET', '/models');
    expect(await response.json()).toStrictEqual([
      { model_id: 'a-model', version: '0.1.0' },
      { model_id: 'credit-scorer', version: '1.10.0' },
    ]);
  });
});

describe('fairness and completeness', () => {
  it('reads fairness through its own path only', async () => {
    await register();
    await register({ version: '2.0.0', fairness: undefined });
    const path = '/models/credit-scorer/fairness';
    expect((await test.read(modelFairnessSchema, `${path}?version=1.9.0`)).fairness).toEqual(
      card.fairness,
    );
    expect((await test.read(modelFairnessSchema, path)).fairness).toBeNull();
  });

  it('marks what a card does not state as unknown', async () => {
    await register({ limitations: ' ', fairness: {}, training_date: undefined });
    const { specification, annex_iv } = await test.read(
      modelCompletenessSchema,
      '/models/credit-scorer/completeness',
    );
    const unknown = specification.items.filter((each) => each.status === 'unknown');
    expect(unknown.map((each) => each.item)).toEqual(['training_date', 'fairness', 'limitations']);
    expect(specification).toMatchObject({ present: 4, unknown: 3, total: 7 });
    expect(annex_iv.present + annex_iv.partial + annex_iv.unknown).toBe(annex_iv.total);
    expect(annex_iv.items.find((each) => each.item === '1(a)')).toMatchObject({
      status: 'partial',
      sources: ['intended_use', 'version'],
    });
    expect(annex_iv.items.find((each) => each.item === '9')?.status).toBe('unknown');
  });
});

describe('links to decisions', () => {
  it('finds the card in force when a decision was made', async () => {
    const before = await test.append({ model_id: 'credit-scorer' });
    await register({ version: '1.10.0' });
    await register({ version: '1.9.0' });
    const after = await test.append({ model_id: 'credit-scorer' });
    await register({ version: '2.0.0' });
    expect(await test.read(recordModelSchema, `/records/${before.id}/model`)).toMatchObject({
      registered: false,
      card: null,
      latest_version: '2.0.0',
    });
    const found = await test.read(recordModelSchema, `/records/${after.id}/model`);
    expect(found).toMatchObject({ registered: true, latest_version: '2.0.0' });
    expect(found.card?.version).toBe('1.10.0');
    const other = await test.append({ model_id: 'other' });
    expect(await test.read(recordModelSchema, `/records/${other.id}/model`)).toMatchObject({
      registered: false,
      latest_version: null,
    });
    expect((await test.send('GET', '/records/rec_none/model')).status).toBe(404);
  });

  it('lists cards with their decisions, and models that have none', async () => {
    await register();
    await register({ version: '1.10.0', model_hash: undefined });
    await test.append({ model_id: 'credit-scorer' });
    await test.append({ model_id: 'other' });
    await test.append({ model_id: 'other' });
    const { data, pagination } = await test.read(paginated(modelOverviewSchema), '/model-cards');
    expect(pagination).toEqual({ total: 1, limit: 50, offset: 0, has_more: false });
    expect(data[0]).toMatchObject({
      model_id: 'credit-scorer',
      version: '1.10.0',
      versions: 2,
      decision_count: 1,
      artifact: 'unchecked',
      model_hash: null,
      has_limitations: true,
      specification: { present: 6, total: 7 },
    });
    expect(await test.read(unregisteredModelsSchema, '/model-cards/unregistered')).toEqual({
      models: [{ model_id: 'other', decision_count: 2 }],
    });
  });
});
