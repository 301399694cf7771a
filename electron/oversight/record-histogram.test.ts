/** Decisions over time, of a model with a profile, of one without, and of both; and columns that are read in turns. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  recordHistogramSchema,
  recordListSchema,
  type RecordHistogram,
} from '../../shared/contract/records.ts';
import { TestApi } from '../api/test-api.ts';
import { ledgerFileName } from '../database/file-names.ts';
import { openReader } from '../database/open-database.ts';
import { ColumnsStore } from './columns-store.ts';
import { importMortgages, mortgageModel } from './testing/mortgage-ledger.ts';

const bare = 'without-profile';
let api: TestApi;
beforeAll(async () => {
  api = await TestApi.open();
  await importMortgages(api);
  for (const [confidence, days] of [
    [0.05, 0],
    [1, 0],
    [undefined, 0],
    [0.95, 1],
  ] as const) {
    api.now = Date.UTC(2026, 0, 1 + days);
    await api.append({ model_id: bare, confidence });
  }
});
afterAll(() => api.close());

const addressOf = (operation: string, query: object) =>
  `${operation}?${new URLSearchParams({ ...query }).toString()}`;
const read = (query: object): Promise<RecordHistogram> =>
  api.read(recordHistogramSchema, addressOf('/records/histogram', query));
async function total(query: object): Promise<number> {
  const address = addressOf('/records', { ...query, limit: '1' });
  return (await api.read(recordListSchema, address)).total;
}

const noClasses = { favourable: 0, adverse: 0, undecided: 0, unknown: 0 };
const tenth = (counts: Readonly<Record<number, number>>) =>
  Array.from({ length: 10 }, (_, bin) => counts[bin] ?? 0);

describe('Decisions over time', () => {
  test('stand where their profile says they were made', async () => {
    const { periods, ...whole } = await read({ model_id: mortgageModel, interval: 'month' });
    expect(whole).toEqual({
      total: 2_380,
      classes: { ...noClasses, favourable: 2_095, adverse: 285, absent: 0 },
      without_confidence: 2_380,
      mean_confidence: null,
      confidence: tenth({}),
      interval: 'month',
      by_recording: 0,
      left_out: 0,
    });
    expect(
      periods.map(({ start, end, total: all, classes }) => [start, end, all, classes.adverse]),
    ).toEqual([
      ['1990-01-01T00:00:00.000Z', '1990-02-01T00:00:00.000Z', 1_190, 140],
      ['1990-02-01T00:00:00.000Z', '1990-03-01T00:00:00.000Z', 1_190, 145],
    ]);
  });

  test('stand where they were recorded for want of a profile, with how sure the model was', async () => {
    const histogram = await read({ model_id: bare });
    expect(histogram).toEqual({
      total: 4,
      classes: { ...noClasses, absent: 4 },
      without_confidence: 1,
      mean_confidence: 0.666667,
      confidence: tenth({ 0: 1, 9: 2 }),
      interval: 'day',
      by_recording: 4,
      periods: [
        {
          start: '2026-01-01T00:00:00.000Z',
          end: '2026-01-02T00:00:00.000Z',
          total: 3,
          classes: { ...noClasses, absent: 3 },
          without_confidence: 1,
          mean_confidence: 0.525,
          confidence: tenth({ 0: 1, 9: 1 }),
        },
        {
          start: '2026-01-02T00:00:00.000Z',
          end: '2026-01-03T00:00:00.000Z',
          total: 1,
          classes: { ...noClasses, absent: 1 },
          without_confidence: 0,
          mean_confidence: 0.95,
          confidence: tenth({ 9: 1 }),
        },
      ],
      left_out: 0,
    });
    const week = await read({ model_id: bare, interval: 'week' });
    expect(week.periods.map(({ start }) => start)).toEqual(['2025-12-29T00:00:00.000Z']);
    expect((await read({ model_id: bare, start_date: '2026-01-02' })).total).toBe(1);
  });

  test.each([
    {},
    { model_id: bare },
    { where: '{"confidence":{"$gte":0.9}}' },
    { where: '{"outcome_class":"adverse"}' },
    { q: 'yes' },
    { model_id: mortgageModel, where: '{"group.afam":"yes"}' },
    { model_id: 'nobody' },
  ])('are as many in each period as its list has: %j', async (query: Record<string, string>) => {
    const { periods, total: all } = await read(query);
    expect(all).toBe(await total(query));
    expect(periods.reduce((sum, each) => sum + each.total, 0)).toBe(all);
    for (const { start, end, total: within } of periods) {
      const where = JSON.stringify({
        ...JSON.parse(query['where'] ?? '{}'),
        decided_at: { $gte: start, $lt: end },
      });
      expect(await total({ ...query, where })).toBe(within);
    }
  });

  test('of models apart make those of all', async () => {
    const all = await read({ interval: 'year' });
    const each = await Promise.all(
      [mortgageModel, bare].map((model_id) => read({ model_id, interval: 'year' })),
    );
    expect(all.periods).toEqual(each.flatMap(({ periods }) => periods));
    expect(all.by_recording).toBe(4);
  });

  test('are refused beside what is no filter', async () => {
    const response = await api.send(
      'GET',
      '/records/histogram?interval=hour&start_date=2026-01-02&end_date=2026-01-01',
    );
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: {
        details: [{ field: 'interval' }, { field: 'start_date' }, { field: 'end_date' }],
      },
    });
  });
});

describe('Columns', () => {
  test('that are read in turns are those that are read at once', () => {
    const ledger = openReader(join(api.directory, ledgerFileName));
    const [inTurns, atOnce] = [new ColumnsStore(ledger), new ColumnsStore(ledger)];
    let turns = 1;
    while (!inTurns.readPart(undefined, 500)) turns += 1;
    // Four of 500, and one of the other 380 with the four of the other model.
    expect(turns).toBe(5);
    for (const model of [mortgageModel, bare]) {
      const [parts, whole] = [inTurns.of(model), atOnce.of(model)];
      expect(parts.size).toBe(whole.size);
      expect(parts.positions).toEqual(whole.positions);
      for (const field of ['created_at', 'decided_at', 'outcome', 'column.lvrat', 'confidence']) {
        expect(parts.column(field)).toEqual(whole.column(field));
      }
    }
    ledger.close();
  });

  test('of a few decisions say the same of them as the whole', () => {
    const ledger = openReader(join(api.directory, ledgerFileName));
    const store = new ColumnsStore(ledger);
    const few = store.at(mortgageModel, [2, 700]);
    expect(few.positions).toEqual(Uint32Array.of(2, 700));
    const whole = store.of(mortgageModel);
    expect(store.at(mortgageModel, [2, 700])).toBe(whole);
    const told = (columns: typeof few, field: string) => {
      const column = columns.column(field);
      const rows = [2, 700].map((position) => columns.rowOf(position) ?? -1);
      return rows.map((row) =>
        column?.kind === 'coded'
          ? column.values[column.codes[row] ?? 0]
          : column?.kind === 'text'
            ? undefined
            : column?.numbers[row],
      );
    };
    for (const field of ['decided_at', 'outcome', 'group.afam', 'column.lvrat']) {
      expect(told(few, field)).toEqual(told(whole, field));
    }
    ledger.close();
  });
});
