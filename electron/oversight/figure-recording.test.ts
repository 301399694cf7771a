/** Recorded figures: what is counted, what stands in clear, what verification finds when it counts again. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chainSchema } from '../../shared/contract/chain.ts';
import { sessionsErrorSchema } from '../../shared/contract/errors.ts';
import {
  figurePageSchema,
  figureSchema,
  type CreateFigure,
  type Figure,
} from '../../shared/contract/figures.ts';
import { recordListSchema } from '../../shared/contract/records.ts';
import { isJsonObject } from '../../shared/contract/json.ts';
import { TestApi } from '../api/test-api.ts';
import { ledgerFileName } from '../database/file-names.ts';
import { openReader } from '../database/open-database.ts';
import { verifyLedger } from '../verification/verify-ledger.ts';
import { importMortgages, mortgageModel } from './testing/mortgage-ledger.ts';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.open();
  await importMortgages(api);
});
afterAll(() => api.close());

type Asked = Partial<CreateFigure> & Pick<CreateFigure, 'measure'>;

const send = (asked: object) =>
  api.send('POST', '/oversight/figures', { body: { model_id: mortgageModel, ...asked } });

async function record(asked: Asked): Promise<Figure> {
  const response = await send(asked);
  expect([response.status, response.status === 201 ? '' : await response.clone().text()]).toEqual([
    201,
    '',
  ]);
  return figureSchema.parse(await response.json());
}

async function refusal(asked: object) {
  const response = await send(asked);
  const { error } = sessionsErrorSchema.parse(await response.json());
  const { fields } = error.details;
  const names = Array.isArray(fields)
    ? fields.map((each: { readonly field: string }) => each.field)
    : [];
  return [response.status, error.type, names];
}

async function verified() {
  const database = openReader(join(api.directory, ledgerFileName));
  const messages: string[] = [];
  try {
    const result = await verifyLedger(database, {
      onFinding: ({ message }) => messages.push(message),
      onProgress: () => true,
    });
    return { result, messages };
  } finally {
    database.close();
  }
}

function entryOf({ sequence }: Figure): Record<string, unknown> {
  const database = new Database(join(api.directory, ledgerFileName), { readonly: true });
  const bytes = database
    .prepare<[number], string>('SELECT bytes FROM entries WHERE seq = ?')
    .pluck()
    .get(sequence);
  database.close();
  const entry: unknown = JSON.parse(bytes ?? '');
  return isJsonObject(entry) ? entry : {};
}

const none = { undecided: 0, unknown: 0, absent: 0 };

describe('A recorded figure', () => {
  test('tells the golden counts of the mortgage file', async () => {
    const outcomes = await record({ measure: 'outcomes' });
    expect(outcomes).toMatchObject({
      model_id: mortgageModel,
      profile_n: 1,
      basis: 'model',
      where: '{}',
      count: 2_380,
      actor: { id: 'operator', role: 'operator' },
      erased_since: 0,
      is_full_offered: true,
      result: { fields: [], rows: [{ values: [], favourable: 2_095, adverse: 285, ...none }] },
    });
    expect(outcomes.ledger_size).toBe(outcomes.sequence);
    const groups = await record({ measure: 'groups', groups: ['afam'] });
    expect(groups.result).toEqual({
      fields: ['group.afam'],
      rows: [
        { values: ['no'], favourable: 1_852, adverse: 189, ...none },
        { values: ['yes'], favourable: 243, adverse: 96, ...none },
      ],
    });
    const crossed = await record({ measure: 'groups', groups: ['afam', 'single'] });
    expect(crossed.result).toMatchObject({
      rows: [
        { values: ['no', 'no'], favourable: 1_181, adverse: 99 },
        { values: ['no', 'yes'], favourable: 671, adverse: 90 },
        { values: ['yes', 'no'], favourable: 119, adverse: 45 },
        { values: ['yes', 'yes'], favourable: 124, adverse: 51 },
      ],
    });
    // The file has no confidence at all.
    const confidence = await record({ measure: 'confidence', where: '{"group.afam":"yes"}' });
    expect(confidence.result).toEqual({
      fields: ['confidence'],
      rows: [{ values: [{ absent: true }], favourable: 243, adverse: 96, ...none }],
    });
  });

  test('of drift tells both windows by the buckets of the screen', async () => {
    const where = '{"decided_at":{"$gte":"1990-02-01","$lt":"1990-03-01"}}';
    const figure = await record({ measure: 'drift', where, baseline: 'previous' });
    expect(figure.count).toBe(2_380);
    const { result } = figure;
    if (result === null || 'rows' in result) throw new Error('no drift');
    expect([result.baseline, result.current]).toEqual([
      { count: 1_190, from: '1990-01-04T00:00:00.000Z', to: '1990-02-01T00:00:00.000Z' },
      { count: 1_190, from: '1990-02-01T00:00:00.000Z', to: '1990-03-01T00:00:00.000Z' },
    ]);
    const lvrat = result.fields.find(({ field }) => field === 'column.lvrat')?.buckets ?? [];
    expect(lvrat.map(({ baseline }) => baseline)).toEqual([
      119, 119, 119, 119, 121, 117, 119, 119, 119, 119,
    ]);
    expect(lvrat.map(({ current }) => current)).toEqual([
      71, 89, 98, 138, 161, 118, 131, 144, 154, 86,
    ]);
    expect(result.fields.map(({ field }) => field)).toEqual([
      'outcome',
      'group.afam',
      'group.single',
      'group.hschool',
      'column.lvrat',
      'column.pirat',
      'column.hirat',
      'column.chist',
      'column.mhist',
    ]);
  });

  test('has neither its filter nor its counts in clear', async () => {
    const figure = await record({
      measure: 'groups',
      groups: ['afam'],
      where: '{"outcome":"yes"}',
    });
    const { commit, ...clear } = entryOf(figure);
    expect(Object.keys(isJsonObject(commit) ? commit : {})).toEqual(['result', 'where']);
    expect(clear).toEqual({
      type: 'ledger.evidence/v1',
      kind: 'figure',
      id: figure.figure_id,
      seq: figure.sequence,
      created_at: figure.created_at,
      model_id: mortgageModel,
      profile_id: figure.profile_id,
      measure: 'groups',
      basis: 'model',
      ledger_size: figure.sequence,
      count: 285,
      ids_root: figure.ids_root,
      actor: { id: 'operator', role: 'operator' },
    });
  });

  test('is listed, the newest first, and read by its id', async () => {
    const all = await api.read(figurePageSchema, '/oversight/figures?limit=100');
    expect(all.data.length).toBe(all.pagination.total);
    const sequences = all.data.map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.toSorted((left, right) => right - left));
    const drift = await api.read(figurePageSchema, '/oversight/figures?measure=drift');
    expect(drift.data.map(({ measure }) => measure)).toEqual(['drift']);
    const id = drift.data[0]?.figure_id ?? '';
    const one = await api.read(figureSchema, `/oversight/figures/${id}`);
    expect(one).toMatchObject({ figure_id: id, count: 2_380 });
    expect((await api.send('GET', '/oversight/figures/fig_x')).status).toBe(404);
    const none = await api.read(figurePageSchema, '/oversight/figures?model_id=another');
    expect(none.pagination.total).toBe(0);
  });

  test('is of no decisions where none meet its filter', async () => {
    const figure = await record({ measure: 'outcomes', where: '{"outcome":"maybe"}' });
    expect(figure).toMatchObject({ count: 0, result: { fields: [], rows: [] } });
    expect(figure.ids_root).toBe(
      'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
  });

  test.each([
    [{ measure: 'groups' }, 400, 'validation_error', ['groups']],
    [{ measure: 'outcomes', groups: ['afam'] }, 400, 'validation_error', ['groups']],
    [{ measure: 'groups', groups: ['age'] }, 400, 'validation_error', ['groups']],
    [{ measure: 'groups', groups: ['afam', 'afam'] }, 400, 'validation_error', ['groups']],
    [{ measure: 'outcomes', baseline: 'previous' }, 400, 'validation_error', ['baseline']],
    [{ measure: 'sums' }, 400, 'validation_error', ['measure']],
    [
      { measure: 'outcomes', where: '{"group.age":1}' },
      400,
      'validation_error',
      ['where.group.age'],
    ],
    [
      { measure: 'drift', where: '{"$or":[{"decided_at":{"$gte":"1990"}}]}' },
      400,
      'validation_error',
      ['where.decided_at'],
    ],
    [{ measure: 'outcomes', model_id: 'another' }, 404, 'not_found', []],
  ])('is refused for %j', async (asked, status, type, fields) => {
    const before = await api.read(chainSchema, '/chain');
    expect(await refusal(asked)).toEqual([status, type, fields]);
    expect((await api.read(chainSchema, '/chain')).size).toBe(before.size);
  });
});

describe('Verification', () => {
  test('counts every figure again, as it was at its entry', async () => {
    const list = await api.read(
      recordListSchema,
      `/records?model_id=${mortgageModel}&limit=3&where=${encodeURIComponent('{"outcome":"yes"}')}`,
    );
    const actor = { id: 'usr_7', role: 'officer' };
    const [first, second, third] = list.data.map(({ id }) => id);
    const override = { action: 'override', actor, reason: 'r', outcome: { deny: 'no' } };
    const before = await record({ measure: 'changes', basis: 'effect' });
    expect(before.result).toMatchObject({
      fields: ['reviewed', 'changed', 'outcome', 'effect'],
      rows: [
        { values: [false, false, 'no', 'no'], favourable: 2_095, adverse: 0 },
        { values: [false, false, 'yes', 'yes'], favourable: 0, adverse: 285 },
      ],
    });
    await api.send('POST', `/records/${first}/interventions`, { body: override });
    await api.send('POST', `/records/${second}/interventions`, {
      body: { action: 'approve', actor, reason: 'r' },
    });
    const after = await record({ measure: 'changes', basis: 'effect', where: '{"reviewed":true}' });
    expect(after.result).toMatchObject({
      rows: [
        { values: [true, false, 'yes', 'yes'], favourable: 0, adverse: 1 },
        { values: [true, true, 'yes', 'no'], favourable: 1, adverse: 0 },
      ],
    });
    const total = (await api.read(figurePageSchema, '/oversight/figures?limit=1')).pagination.total;
    const { result, messages } = await verified();
    expect(messages).toEqual([]);
    expect(result.rows).toMatchObject({ figures: total, figure_decisions_lost: 0 });

    const erasure = { fields: ['output'], legal_basis: 'GDPR Art. 17', actor };
    await api.send('POST', `/records/${third}/erasures`, { body: erasure });
    expect(await api.read(figureSchema, `/oversight/figures/${before.figure_id}`)).toMatchObject({
      erased_since: 1,
    });
    expect(await api.read(figureSchema, `/oversight/figures/${after.figure_id}`)).toMatchObject({
      erased_since: 0,
    });
    const again = await verified();
    expect(again.messages).toEqual([]);
    expect(again.result.rows?.figure_decisions_lost).toBeGreaterThan(0);
  });
});
