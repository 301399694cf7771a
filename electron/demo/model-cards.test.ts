/** The demo's registry: what is registered when, and the gaps that are meant. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { paginated } from '../../shared/contract/common.ts';
import {
  modelOverviewSchema,
  recordModelSchema,
  unregisteredModelsSchema,
} from '../../shared/contract/models.ts';
import { recordListSchema } from '../../shared/contract/records.ts';
import { TestApi } from '../api/test-api.ts';
import { registryEvents } from './model-cards.ts';

let test: TestApi;
beforeAll(async () => {
  test = await TestApi.open({ kind: 'demo', demoRecords: 600 });
});
afterAll(() => test.close());

describe('the models of the demo @whole', () => {
  it('are registered in order of time, the same in every run', () => {
    const events = registryEvents();
    expect(events).toEqual(registryEvents());
    expect(events.map(({ at }) => at)).toEqual(
      events.map(({ at }) => at).toSorted((left, right) => left - right),
    );
  });

  it('show every state of a card and of an artifact', async () => {
    const { data } = await test.read(paginated(modelOverviewSchema), '/model-cards');
    const byId = new Map(data.map((each) => [each.model_id, each]));
    expect(byId.get('credit-scorer')).toMatchObject({ artifact: 'match', versions: 4 });
    expect(byId.get('fraud-guard')?.artifact).toBe('mismatch');
    expect(byId.get('claims-router')).toMatchObject({ artifact: 'no_hash', model_hash: null });
    expect(byId.get('kyc-match')).toMatchObject({ artifact: 'unchecked', has_limitations: false });
    const { models } = await test.read(unregisteredModelsSchema, '/model-cards/unregistered');
    expect(models.map((each) => each.model_id)).toEqual(['route-planner']);
  });

  it('have the card of the release that decided', async () => {
    const { data } = await test.read(recordListSchema, '/records?model_id=credit-scorer&limit=200');
    expect(data.length).toBeGreaterThan(50);
    const context = z.looseObject({ model_version: z.string() });
    for (const record of data) {
      const { card } = await test.read(recordModelSchema, `/records/${record.id}/model`);
      expect(card?.version).toBe(context.parse(record.context).model_version);
    }
  });
});
