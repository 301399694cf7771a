/** The figures of oversight through the API: the golden numbers, and that each is what its list of records holds. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { recordsErrorSchema, sessionsErrorSchema } from '../../shared/contract/errors.ts';
import { bundleResultSchema } from '../../shared/contract/bundles.ts';
import { exportResultSchema } from '../../shared/contract/exports.ts';
import {
  oversightModelsSchema,
  oversightSchema,
  type FairnessTable,
  type Oversight,
} from '../../shared/contract/oversight.ts';
import {
  briefRecordSchema,
  recordFacetsSchema,
  recordListSchema,
  recordPositionSchema,
} from '../../shared/contract/records.ts';
import { decimals, six } from '../../shared/oversight/testing/digits.ts';
import { watchedRulesSchema } from '../../shared/contract/alerts.ts';
import type { RuleOf, WatchRule } from '../../shared/contract/rules.ts';
import { createdApiKeySchema } from '../../shared/contract/access.ts';
import { anonymous, decision, TestApi } from '../api/test-api.ts';
import { profileOf } from './testing/profile-of.ts';
import { mortgageRows } from '../../shared/oversight/testing/mortgage-file.ts';
import { countedIn } from './testing/counted-in.ts';
import { untilApplied } from './testing/until-applied.ts';
import { untilEvaluated } from './testing/until-evaluated.ts';
import { importMortgages, mortgageModel, mortgageProfile } from './testing/mortgage-ledger.ts';
import { cases } from '../testing/rounds.ts';

const briefListSchema = z.object({ data: z.array(briefRecordSchema) });

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.open();
  await importMortgages(api);
});
afterAll(() => api.close());

const path = (parameters: Readonly<Record<string, string>> = {}) =>
  `/oversight?${new URLSearchParams({ model_id: mortgageModel, ...parameters }).toString()}`;
const read = (parameters?: Readonly<Record<string, string>>): Promise<Oversight> =>
  api.read(oversightSchema, path(parameters));
async function total(where: string): Promise<number> {
  const query = new URLSearchParams({ model_id: mortgageModel, where, limit: '1' });
  return (await api.read(recordListSchema, `/records?${query.toString()}`)).total;
}
async function refusal(
  parameters: Readonly<Record<string, string>>,
): Promise<[number, string, unknown]> {
  const response = await api.send('GET', path(parameters));
  const { error } = sessionsErrorSchema.parse(await response.json());
  const { fields } = error.details;
  const names = Array.isArray(fields)
    ? fields.map((each: { readonly field: string }) => each.field)
    : undefined;
  return [response.status, error.type, names];
}
const nameOf = ({ value }: FairnessTable['rows'][number]['values'][number]) =>
  typeof value === 'string' ? value : JSON.stringify(value);
const rowsOf = (table: FairnessTable | null | undefined) =>
  new Map(table?.rows.map((row) => [row.values.map(nameOf).join(' / '), row]));

describe('The mortgage file', () => {
  test('has the golden rate', async () => {
    const { figures, profile } = await read();
    expect(figures.decisions).toEqual({ count: 2_380, where: '{}' });
    expect(figures.classes.favourable).toEqual({
      count: 2_095,
      where: '{"outcome_class":"favourable"}',
    });
    const { value, low, high } = figures.rate ?? { value: 0, low: 0, high: 0 };
    expect([six(value), six(low), six(high)]).toEqual([0.880252, 0.866592, 0.892687]);
    expect(profile).toMatchObject({ n: 1, small_group: 30, being_applied: null });
  });

  test('has the golden rows of its groups', async () => {
    const { fairness } = await read();
    const [afam, single, hschool] = fairness?.groups ?? [];
    const row = rowsOf(afam).get('yes');
    expect(rowsOf(afam).get('no')).toMatchObject({ is_reference: true, verdict: null });
    expect(row?.n).toEqual({
      count: 339,
      where: '{"group.afam":"yes","outcome_class":{"$in":["adverse","favourable"]}}',
    });
    expect(row?.favourable.count).toBe(243);
    expect(six(row?.ratio?.value)).toBe(0.789966);
    expect([six(row?.ratio?.low ?? 0), six(row?.ratio?.high ?? 0)]).toEqual([0.737792, 0.845831]);
    expect(six(row?.p ?? 1)).toBe(2.3029e-19);
    expect(decimals(row?.shortfall ?? 0, 3)).toBe(64.608);
    expect(decimals(row?.adverse_ratio ?? 0, 4)).toBe(3.0581);
    expect([row?.verdict, afam?.worst]).toEqual(['below', 'below']);
    expect(rowsOf(single).get('yes')).toMatchObject({ verdict: 'differs' });
    expect(six(rowsOf(hschool).get('no')?.ratio?.value)).toBe(0.813119);
  });

  test('has the golden rows where groups are crossed', async () => {
    const { fairness } = await read({ groups: 'afam,single' });
    const rows = rowsOf(fairness?.crossed);
    expect([...rows.keys()]).toEqual(['no / no', 'no / yes', 'yes / yes', 'yes / no']);
    const row = rows.get('yes / yes');
    expect([row?.n.count, row?.favourable.count]).toEqual([175, 124]);
    expect(six(row?.ratio?.value)).toBe(0.767969);
    expect(six(row?.adjusted_p ?? 1)).toBe(9.83535e-14);
    expect(await total(row?.n.where ?? '')).toBe(175);
    const three = rowsOf((await read({ groups: 'afam,single,hschool' })).fairness?.crossed);
    expect(three.get('no / no / no')).toMatchObject({ verdict: 'too_few', adjusted_p: null });
    expect(decimals(three.get('no / no / no')?.ratio?.value ?? 0, 6)).toBe(0.798185);
  });

  test('drifts as the golden table has it', async () => {
    const { drift } = await read({
      where: '{"decided_at":{"$gte":"1990-02-01","$lt":"1990-03-01"}}',
    });
    expect(drift).toMatchObject({
      kind: 'previous',
      baseline: { from: '1990-01-04T00:00:00.000Z', to: '1990-02-01T00:00:00.000Z' },
    });
    expect([drift.baseline.records.count, drift.current.records.count]).toEqual([1_190, 1_190]);
    const psi = Object.fromEntries(
      drift.fields.map((each) => [
        each.field,
        [decimals(each.psi ?? 0, 6), decimals(each.mark ?? 0, 6)],
      ]),
    );
    expect(psi).toEqual({
      outcome: [0.000167, 0.006456],
      'group.afam': [0.002552, 0.006456],
      'group.single': [0.000426, 0.006456],
      'group.hschool': [expect.any(Number), 0.006456],
      'column.lvrat': [0.065118, 0.028435],
      'column.pirat': [0.026583, 0.028435],
      'column.hirat': [0.01099, 0.028435],
      'column.chist': [0.020516, 0.018606],
      'column.mhist': [0.002232, 0.013134],
    });
    const lvrat = drift.fields.find(({ field }) => field === 'column.lvrat');
    expect(lvrat?.buckets.map(({ baseline, current }) => [baseline.count, current.count])).toEqual([
      [119, 71],
      [119, 89],
      [119, 98],
      [119, 138],
      [121, 161],
      [117, 118],
      [119, 131],
      [119, 144],
      [119, 154],
      [119, 86],
    ]);
    expect((await read()).drift).toMatchObject({
      kind: 'first_half',
      baseline: { records: { count: 1_190 }, to: '1990-02-15T00:00:00.000Z' },
    });
    const days = await read({ baseline: '1990-02-01..1990-02-28' });
    expect([days.drift.kind, days.drift.baseline.records.count]).toEqual(['days', 1_190]);
  });

  test('goes by periods, in order', async () => {
    const { over_time: months } = await read({ interval: 'month' });
    expect(months.periods.map(({ start, end, decisions }) => [start, end, decisions])).toEqual([
      [
        '1990-01-01T00:00:00.000Z',
        '1990-02-01T00:00:00.000Z',
        {
          count: 1_190,
          where:
            '{"decided_at":{"$gte":"1990-01-01T00:00:00.000Z","$lt":"1990-02-01T00:00:00.000Z"}}',
        },
      ],
      [
        '1990-02-01T00:00:00.000Z',
        '1990-03-01T00:00:00.000Z',
        {
          count: 1_190,
          where:
            '{"decided_at":{"$gte":"1990-02-01T00:00:00.000Z","$lt":"1990-03-01T00:00:00.000Z"}}',
        },
      ],
    ]);
    expect(months.periods.map(({ classes }) => classes.adverse.count)).toEqual([140, 145]);
  });
});

describe('Every count', () => {
  test.each(
    cases<Readonly<Record<string, string>>>(
      [
        { basis: 'effect', where: '{"group.afam":"yes"}' },
        {
          where: '{"$or":[{"column.lvrat":{"$gt":0.9}},{"group.single":"no"}]}',
          groups: 'afam,hschool',
        },
      ],
      [
        {},
        { groups: 'afam,single' },
        { where: '{"decided_at":{"$gte":"1990-02-01"},"outcome":{"$ne":"no"}}', interval: 'week' },
      ],
    ),
  )('is as many as its list of records has: %j', async (parameters) => {
    const answer = await read(parameters);
    const totals = new Map<string, Promise<number>>();
    const differing: unknown[] = [];
    let looked = 0;
    for (const { place, counted } of countedIn(answer)) {
      const found = await (totals.get(counted.where) ?? total(counted.where));
      totals.set(counted.where, Promise.resolve(found));
      looked += 1;
      if (found !== counted.count) differing.push({ place, ...counted, found });
    }
    expect(differing).toEqual([]);
    expect(looked).toBeGreaterThan(150);
  });
});

describe('What is refused', () => {
  test.each<[Readonly<Record<string, string>>, [number, string, string[]?]]>([
    [{ where: '{' }, [400, 'validation_error', ['where']]],
    [{ where: '[]' }, [400, 'validation_error', ['where']]],
    [{ where: '{"race":"a"}' }, [400, 'validation_error', ['where.race']]],
    [{ where: '{"group.race":"a"}' }, [400, 'validation_error', ['where.group.race']]],
    [{ where: '{"amount":{"$gtt":1}}' }, [400, 'validation_error', ['where.amount.$gtt']]],
    [
      { where: '{"decided_at":{"$regex":"^1990"}}' },
      [400, 'validation_error', ['where.decided_at']],
    ],
    [
      { where: '{"transaction_id":{"$gt":"a"}}' },
      [400, 'validation_error', ['where.transaction_id']],
    ],
    [{ groups: 'afam,race' }, [400, 'validation_error', ['groups']]],
    [{ groups: 'afam,afam' }, [400, 'validation_error', ['groups']]],
    [{ baseline: 'yesterday' }, [400, 'validation_error', ['baseline']]],
    [{ basis: 'both' }, [400, 'validation_error', ['basis']]],
    [{ model_id: 'another' }, [404, 'not_found']],
  ])('%j', async (parameters, expected) => {
    expect(await refusal(parameters)).toEqual([
      ...expected,
      ...(expected.length === 2 ? [undefined] : []),
    ]);
  });
});

describe('The list of models', () => {
  const models = (query = '') => api.read(oversightModelsSchema, `/oversight/models${query}`);
  /** Lists of decisions of one model, or of all, that have another size than their number. */
  const differences = async ({ all, data }: Awaited<ReturnType<typeof models>>) => {
    const found: string[] = [];
    for (const [model_id, told] of [
      ['', all] as const,
      ...data.map((row) => [row.model_id, row] as const),
    ]) {
      for (const { place, counted } of countedIn(told)) {
        const { count, where } = counted;
        const query = { ...(model_id === '' ? {} : { model_id }), where, limit: '1' };
        const list = `/records?${new URLSearchParams(query).toString()}`;
        const { total: size } = await api.read(recordListSchema, list);
        if (size !== count) found.push(`${model_id} ${place}: ${count}, ${size}`);
      }
    }
    return found;
  };

  test('has a row for each, counted by periods that all of them have', async () => {
    const answer = await models();
    const { data, axis, all } = answer;
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      model_id: mortgageModel,
      card: null,
      has_groups: true,
      decisions: { count: 2_380, where: '{}' },
      fairness: { group: 'afam', row: { verdict: 'below', shortfall: expect.closeTo(64.608, 3) } },
      drift: { field: 'column.lvrat', size: 'small', may_be_chance: false },
    });
    expect(axis.starts).toHaveLength(data[0]?.over_time.length ?? -1);
    expect(data[0]?.over_time.reduce((sum, each) => sum + each, 0)).toBe(2_380);
    expect(all).toMatchObject({ decisions: { count: 2_380, where: '{}' }, before: null });
    expect([answer.from, answer.to]).toEqual([null, null]);
    expect(await differences(answer)).toEqual([]);
  });

  test('is of the newest days where they are asked for, against as many before', async () => {
    const answer = await models('?days=30');
    const { from, to, axis, all, data } = answer;
    const [first, last] = [Date.parse(from ?? ''), Date.parse(to ?? '')];
    expect((last - first) / 86_400_000).toBe(30);
    expect(axis.interval).toBe('day');
    expect(axis.starts).toHaveLength(30);
    expect(axis.starts[0]).toBe(from);
    // The last day is that of the newest decision.
    expect(data[0]?.over_time.at(-1)).toBeGreaterThan(0);
    expect(data[0]?.over_time.reduce((sum, each) => sum + each, 0)).toBe(all.decisions.count);
    expect(all.decisions.count).toBeGreaterThan(100);
    expect(all.before?.count).toBeGreaterThan(100);
    expect(await differences(answer)).toEqual([]);
    expect((await api.send('GET', '/oversight/models?days=0')).status).toBe(400);
  });

  test('tells the card and what was found of its artifact', async () => {
    const card = async () => (await models()).data[0]?.card;
    const register = (changes: object) =>
      api.send('POST', '/models', { body: { model_id: mortgageModel, ...changes } });
    await register({ version: '1.0.0', model_hash: `sha256:${'0'.repeat(64)}` });
    expect(await card()).toEqual({
      version: '1.0.0',
      names_limitations: false,
      artifact: 'unchecked',
    });
    await api.send('POST', `/models/${mortgageModel}/artifact-checks`, {
      body: 'weights',
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(await card()).toMatchObject({ artifact: 'mismatch' });
    await register({ version: '1.1.0', limitations: 'Boston alone' });
    expect(await card()).toEqual({
      version: '1.1.0',
      names_limitations: true,
      artifact: 'unchecked',
    });
  });
});

describe('A lab', () => {
  const model = 'lab-model';
  const key = async (role: string, more: object) => {
    const response = await api.send('POST', '/api-keys', { body: { name: role, role, ...more } });
    const { key: text } = createdApiKeySchema.parse(await response.json());
    return { headers: { authorization: `Bearer ${text ?? ''}` }, caller: anonymous };
  };
  type Key = Awaited<ReturnType<typeof key>>;
  const made = async (asked: string, body: object, by: Partial<Key> = {}) => {
    const response = await api.send('POST', asked, { ...by, body });
    if (response.status !== 201) throw new Error(await response.text());
  };
  let lab: Key;
  let holder: Key;
  beforeAll(async () => {
    await api.addAccount('acme');
    lab = await key('ai_lab', { account_id: 'acme' });
    holder = await key('data_holder', { holder_id: 'clinic' });
    const card = { model_id: model, version: '1.0.0' };
    await made('/models', card, lab);
    const body = { ...decision, model_id: model, input: { race: 'a' } };
    await made('/records', body, lab);
    // By somebody else, under the lab's model.
    await api.append({ model_id: model, input: { race: 'b' }, output: { decision: 'deny' } });
    const profile = profileOf({ groups: [{ name: 'race', path: '/input/race' }] });
    await made(`/models/${model}/profiles`, { profile });
    await untilApplied(api, model);
  });
  const asLab = (asked: string, by = lab) => api.send('GET', asked, by);

  test('sees the figures of its own records, without groups', async () => {
    const response = await asLab(`/oversight?model_id=${model}`);
    const answer = oversightSchema.parse(await response.json());
    expect(answer.figures.decisions.count).toBe(1);
    expect(answer.figures.classes.adverse.count).toBe(0);
    expect([answer.fairness, answer.profile.groups]).toEqual([null, null]);
    expect(answer.drift.fields.map(({ field }) => field)).toEqual(['outcome', 'confidence']);
    const everybody = await api.read(oversightSchema, `/oversight?model_id=${model}`);
    expect(everybody.figures.decisions.count).toBe(2);
    const rows = oversightModelsSchema.parse(await (await asLab('/oversight/models')).json());
    expect(rows.data.map((row) => [row.model_id, row.decisions.count, row.fairness])).toEqual([
      [model, 1, null],
    ]);
  });

  test('asks by no groups, and for no other model', async () => {
    const byGroup = encodeURIComponent('{"group.race":"a"}');
    for (const asked of [
      `/oversight?model_id=${model}&groups=race`,
      `/oversight?model_id=${model}&where=${byGroup}`,
      `/records?model_id=${model}&where=${byGroup}`,
      `/records?model_id=${model}&sort=group.race`,
      `/records/facets?model_id=${model}&facets=group.race`,
    ]) {
      const response = await asLab(asked);
      const text = await response.text();
      expect([asked, response.status, text.includes('may not ask by groups')]).toEqual([
        asked,
        403,
        true,
      ]);
    }
    expect((await asLab(`/oversight?model_id=${mortgageModel}`)).status).toBe(404);
    expect((await asLab(`/oversight?model_id=${model}`, holder)).status).toBe(403);
    expect((await asLab('/oversight/models', holder)).status).toBe(403);
  });
});

describe('The list of records', () => {
  const numbers = async (query: string) => {
    const { data, total } = await api.read(
      recordListSchema,
      `/records?model_id=${mortgageModel}&limit=3&${query}`,
    );
    return [total, data.map(({ input }) => input['lvrat'])];
  };

  test('goes by a column, those that are equal in the order of the ledger', async () => {
    const sorted = mortgageRows
      .map((row, place) => ({ lvrat: Number(row['lvrat']), place }))
      .toSorted((left, right) => left.lvrat - right.lvrat || left.place - right.place);
    expect(await numbers('sort=column.lvrat')).toEqual([
      2_380,
      sorted.slice(0, 3).map(({ lvrat }) => lvrat),
    ]);
    expect(await numbers('sort=-column.lvrat&offset=1')).toEqual([
      2_380,
      sorted
        .toReversed()
        .slice(1, 4)
        .map(({ lvrat }) => lvrat),
    ]);
    const denied = encodeURIComponent('{"outcome":"yes"}');
    const [total, found] = await numbers(`sort=column.lvrat&where=${denied}`);
    const deniedRows = sorted.filter(({ place }) => mortgageRows[place]?.['deny'] === 'yes');
    expect([total, found]).toEqual([285, deniedRows.slice(0, 3).map(({ lvrat }) => lvrat)]);
  });

  test('has with each record what the profile reads in it', async () => {
    const query = `model_id=${mortgageModel}&sort=column.lvrat&limit=1&brief=true&facts=true`;
    const { data } = await api.read(briefListSchema, `/records?${query}`);
    expect(data[0]?.facts).toEqual({
      outcome: 'no',
      outcome_class: 'favourable',
      effect: 'no',
      effect_class: 'favourable',
      decided_at: expect.stringMatching(/^1990-0[12]-15T00:00:00.000Z$/),
      decided_from: 'profile',
      changed: false,
      reviewed: false,
      groups: { afam: 'no', single: expect.any(String), hschool: 'yes' },
      columns: {
        lvrat: Math.min(...mortgageRows.map((row) => Number(row['lvrat']))),
        pirat: expect.any(Number),
        hirat: expect.any(Number),
        chist: expect.any(Number),
        mhist: expect.any(Number),
      },
    });
  });

  test('tells where a record stands in that order', async () => {
    const query = `model_id=${mortgageModel}&sort=-column.lvrat`;
    const { data } = await api.read(recordListSchema, `/records?${query}&limit=5`);
    const places = await Promise.all(
      data.map(async ({ id }) => {
        const place = await api.read(recordPositionSchema, `/records/${id}/position?${query}`);
        return place.offset;
      }),
    );
    expect(places).toEqual([0, 1, 2, 3, 4]);
  });

  test('is exported in that order, with what the profile reads', async () => {
    const query = {
      model_id: mortgageModel,
      where: '{"outcome":"yes","group.afam":"yes"}',
      sort: '-column.lvrat',
      facts: 'true',
    };
    const valuePath = '/facts/columns/lvrat';
    const job = await api.finished(
      await api.send('POST', '/exports', {
        body: {
          title: 'Denied',
          format: 'jsonl',
          columns: [{ key: 'lvrat', title: 'Loan to value', path: valuePath, kind: 'number' }],
          source: { operation: 'listRecords', query },
        },
      }),
    );
    const { export_id: id } = exportResultSchema.parse(job.result);
    const text = await (await api.send('GET', `/exports/${id}/file`)).text();
    const expected = mortgageRows
      .filter((row) => row['deny'] === 'yes' && row['afam'] === 'yes')
      .map((row) => Number(row['lvrat']))
      .toSorted((left, right) => right - left);
    expect(expected).toHaveLength(96);
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(expected.map((lvrat) => ({ lvrat })));
  });

  test('selects what a bundle holds @whole', async () => {
    const filter = {
      model_id: mortgageModel,
      where: '{"group.afam":"yes","group.single":"yes","outcome":"yes"}',
    };
    const body = { kind: 'selection', filter };
    const job = await api.finished(await api.send('POST', '/bundles', { body }));
    const { entries } = bundleResultSchema.parse(job.result);
    // The genesis and the index besides.
    expect(entries).toBe(175 - 124 + 2);
  });

  test('counts the values of fields', async () => {
    const where = encodeURIComponent('{"group.afam":"yes"}');
    const { fields, total } = await api.read(
      recordFacetsSchema,
      `/records/facets?model_id=${mortgageModel}&where=${where}&facets=outcome,group.single,column.chist`,
    );
    expect(total).toBe(339);
    expect(fields).toEqual([
      {
        field: 'outcome',
        values: [
          { value: 'no', count: 243 },
          { value: 'yes', count: 96 },
        ],
        absent: 0,
        least: null,
        greatest: null,
      },
      {
        field: 'group.single',
        values: [
          { value: 'yes', count: 175 },
          { value: 'no', count: 164 },
        ],
        absent: 0,
        least: null,
        greatest: null,
      },
      { field: 'column.chist', values: [], absent: 0, least: 1, greatest: 6 },
    ]);
  });

  test.each([
    ['sort=color', 'sort.color'],
    ['sort=transaction_id', 'sort.transaction_id'],
    ['sort=confidence&order=asc', 'sort'],
    ['where={"group.race":"a"}', 'where.group.race'],
  ])('refuses %s', async (query, field) => {
    const response = await api.send('GET', `/records?model_id=${mortgageModel}&${query}`);
    const { error } = recordsErrorSchema.parse(await response.json());
    expect([response.status, error.details.map((each) => each.field)]).toEqual([400, [field]]);
  });

  test('names no field of a profile without a model', async () => {
    const response = await api.send('GET', '/records?where={"outcome":"no"}');
    const { error } = recordsErrorSchema.parse(await response.json());
    expect([response.status, error.details]).toEqual([
      400,
      [{ field: 'where.outcome', message: 'is only used with model_id' }],
    ]);
    const every = await api.read(
      recordListSchema,
      '/records?where={"decided_at":{"$lt":"1991"}}&limit=1',
    );
    expect(every.total).toBe(2_380);
  });
});

test('Rules over the mortgage file are broken by the golden numbers, and by no more', async () => {
  const all = { window: 'all' } as const;
  const impact = (id: string, groups: string[]): RuleOf<'impact_ratio'> => ({
    id,
    kind: 'impact_ratio',
    window: 'all',
    groups,
    below: [4, 5],
    chance: true,
  });
  const rules: WatchRule[] = [
    impact('afam', ['afam']),
    impact('single', ['single']),
    { ...impact('crossed', ['afam', 'single']), below: [78, 100] },
    {
      id: 'lvrat',
      kind: 'drift',
      ...all,
      field: 'column.lvrat',
      above: 0.06,
      baseline: 'previous',
    },
    {
      id: 'hirat',
      kind: 'drift',
      ...all,
      field: 'column.hirat',
      above: 0.01,
      baseline: 'previous',
    },
    {
      id: 'days',
      kind: 'drift',
      ...all,
      field: 'outcome',
      above: 0.0001,
      baseline: { from: '1990-01-01', to: '1990-01-31' },
    },
    { id: 'rate', kind: 'outcome_rate', ...all, class: 'favourable', below: 0.8927 },
    {
      id: 'rates',
      kind: 'outcome_rate',
      ...all,
      class: 'favourable',
      below: 0.8926,
    },
    { id: 'changed', kind: 'changed_rate', ...all, above: 0, least: 1 },
    { id: 'silent', kind: 'silence', hours: 8_760 },
  ];
  const confirmed = await api.send('POST', `/models/${mortgageModel}/profiles`, {
    body: { profile: { ...mortgageProfile, rules } },
  });
  expect(confirmed.status).toBe(201);
  await untilEvaluated(api, mortgageModel);
  const query = new URLSearchParams({ model_id: mortgageModel }).toString();
  const { data } = await api.read(watchedRulesSchema, `/oversight/rules?${query}`);
  expect(data.map(({ rule, broken, alert }) => [rule.id, broken, alert?.state ?? null])).toEqual([
    ['afam', true, 'open'],
    ['single', false, null],
    ['crossed', true, 'open'],
    ['lvrat', true, 'open'],
    ['hirat', false, null],
    ['days', false, null],
    ['rate', true, 'open'],
    ['rates', false, null],
    ['changed', false, null],
    ['silent', true, 'open'],
  ]);
  const found = new Map(data.map(({ rule, finding }) => [rule.id, finding]));
  expect(found.get('afam')).toMatchObject({
    group: { values: [{ name: 'afam', value: 'yes' }], n: 339, favourable: 243, verdict: 'below' },
    reference: { values: [{ name: 'afam', value: 'no' }], n: 2_041, favourable: 1_852 },
    records: { count: 339 },
  });
  expect(found.get('crossed')).toMatchObject({
    group: { n: 175, favourable: 124 },
    reference: { n: 1_280, favourable: 1_181 },
  });
  const lvrat = found.get('lvrat');
  expect(lvrat?.kind === 'drift' && decimals(lvrat.psi ?? 0, 6)).toBe(0.065118);
  expect(lvrat).toMatchObject({ baseline: { count: 1_190 }, records: { count: 1_190 } });
  expect(found.get('rate')).toMatchObject({ count: 2_095, n: 2_380 });
  for (const { finding } of data) {
    expect(await total(finding.records.where)).toBe(finding.records.count);
  }
});
