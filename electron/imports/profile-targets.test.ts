/** Files whose columns go where a profile looks for time, person and groups: what the facts say then, and what is refused. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importResultSchema } from '../../shared/contract/imports.ts';
import { personSearchSchema } from '../../shared/contract/person-search.ts';
import type { ProfileDocument } from '../../shared/contract/profiles.ts';
import { recordListSchema } from '../../shared/contract/records.ts';
import { TestApi } from '../api/test-api.ts';
import { profileOf } from '../oversight/testing/profile-of.ts';

let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open();
});
afterEach(() => api.close());

const columns = [
  { column: 'when', target: 'context.decided_at', type: 'time' },
  { column: 'who', target: 'context.subject', type: 'string' },
  { column: 'district', target: 'context.groups.district' },
  { column: 'income', target: 'input.income' },
  { column: 'decision', target: 'output.decision' },
];
const mapping = { columns, constants: { model_id: 'lending' }, delimiter: ';' };
const head = 'when;who;district;income;decision';

const profile: ProfileDocument = profileOf({
  decided_at: { path: '/context/decided_at', format: 'iso' },
  subject: { paths: ['/context/subject'], match: 'folded' },
  groups: [{ name: 'district', path: '/context/groups/district' }],
});

async function sendCsv(lines: readonly string[], query = '') {
  const text = encodeURIComponent(JSON.stringify(mapping));
  const job = await api.finished(
    await api.send('POST', `/imports?mapping=${text}${query}`, {
      body: [head, ...lines].join('\n'),
      headers: { 'content-type': 'text/csv' },
    }),
  );
  return { job, result: importResultSchema.nullable().parse(job.result) };
}

async function sendLines(lines: readonly object[]) {
  const job = await api.finished(
    await api.send('POST', '/imports', {
      body: lines.map((each) => JSON.stringify(each)).join('\n'),
      headers: { 'content-type': 'application/x-ndjson' },
    }),
  );
  return importResultSchema.parse(job.result);
}

async function confirm(document: ProfileDocument = profile) {
  const body = { profile: document, accept_unseen: true };
  const response = await api.send('POST', '/models/lending/profiles', { body });
  expect([response.status, response.status === 201 ? '' : await response.text()]).toEqual([
    201,
    '',
  ]);
}

const list = (query: string) =>
  api.read(recordListSchema, `/records?order=asc&facts=true&model_id=lending${query}`);

/** Times, where each is from, and groups, in the order of the ledger. */
async function facts() {
  const { data } = await list('');
  return data.map(({ facts: found }) => [
    found?.decided_at,
    found?.decided_from,
    found?.groups?.['district'],
  ]);
}

/** Incomes of the decisions about a person. */
async function incomesOf(name: string) {
  const response = await api.send('POST', '/persons/search', { body: { identifiers: [name] } });
  expect(response.status).toBe(200);
  const { search_id: id } = personSearchSchema.parse(await response.json());
  const { data } = await list(`&person=${id}`);
  return data.map(({ input }) => input['income']);
}

const rows = [
  '2025-03-04;Finn Xu;North;41000;approve',
  '2025-03-04T23:30:00-02:00;Łucja Wójcik;South;38000;deny',
  ';finn   XU;North;29000;approve',
];
const expected = (recorded: string | undefined) => [
  ['2025-03-04T00:00:00.000Z', 'profile', 'North'],
  ['2025-03-05T01:30:00.000Z', 'profile', 'South'],
  [recorded, 'recording', 'North'],
];

describe.each(['before', 'after'] as const)('with the profile confirmed %s the file', (when) => {
  const around = async (bring: () => Promise<unknown>) => {
    if (when === 'before') {
      await sendLines([{ model_id: 'other', input: { n: 1 }, output: {} }]);
      await api.append({ model_id: 'lending', output: { decision: 'approve' } });
      await confirm();
      await bring();
      return (await facts()).slice(1);
    }
    await bring();
    await confirm();
    return facts();
  };

  test('CSV gives each decision its day, its person and its group', async () => {
    const found = await around(async () => {
      const { result } = await sendCsv(rows);
      expect(result).toMatchObject({ imported: 3, rejected: 0, errors: [] });
    });
    const recorded = (await list('')).data.at(-1)?.created_at;
    expect(found).toEqual(expected(recorded));
    expect(await incomesOf('FINN XU')).toEqual([41_000, 29_000]);
    expect(await incomesOf('Łucja Wójcik')).toEqual([38_000]);
    expect(await incomesOf('Nobody')).toEqual([]);
    const south = encodeURIComponent('{"group.district":"South"}');
    expect((await list(`&where=${south}`)).data.map(({ input }) => input['income'])).toEqual([
      38_000,
    ]);
  });

  test('NDJSON of the same decisions gives the same @whole', async () => {
    const bodies = [
      ['2025-03-04', 'Finn Xu', 'North', 41_000],
      ['2025-03-04T23:30:00-02:00', 'Łucja Wójcik', 'South', 38_000],
      [undefined, 'finn   XU', 'North', 29_000],
    ].map(([time, subject, district, income]) => ({
      model_id: 'lending',
      input: { income },
      output: { decision: 'approve' },
      context: { ...(time !== undefined && { decided_at: time }), subject, groups: { district } },
    }));
    const found = await around(async () => {
      expect(await sendLines(bodies)).toMatchObject({ imported: 3, rejected: 0 });
    });
    const recorded = (await list('')).data.at(-1)?.created_at;
    expect(found).toEqual(expected(recorded));
    expect(await incomesOf('Finn Xu')).toEqual([41_000, 29_000]);
  });
});

test('a cell that is no time is a fault of its row, in its own words', async () => {
  const wrong = ['04.03.2025', '2025-02-30', '2025-03-04T10:00:00', '20250304', 'n/a'];
  const lines = [...rows, ...wrong.map((time) => `${time};A;North;1;deny`)];
  const { job, result } = await sendCsv(lines, '&on_error=skip');
  expect(job.status).toBe('completed');
  expect(result).toMatchObject({ imported: 3, rejected: 5 });
  const hint = 'write a day as 2026-01-31, an instant with its offset';
  expect(result?.errors.map(({ line, message, fields }) => [line, message, fields])).toEqual(
    wrong.map((time, place) => [
      place + 5,
      `Line ${place + 5}: column 1 ("when") is not a time: "${time}"; ${hint}.`,
      [
        {
          field: 'when',
          code: 'cell_time',
          params: { text: `"${time}"` },
          message: `is not a time: "${time}"; ${hint}`,
        },
      ],
    ]),
  );
  expect((await list('')).total).toBe(3);
});

test('without leave to skip, one of them refuses the whole file', async () => {
  const { job } = await sendCsv([...rows, 'yesterday;A;North;1;deny']);
  expect(job.status).toBe('failed');
  expect((await list('')).total).toBe(0);
});

test('seconds and milliseconds since 1970 are times, and are kept as numbers', async () => {
  const { result } = await sendCsv(['1741046400;A;North;1;deny', '1741046400;B;South;2;deny']);
  expect(result?.columns[0]).toMatchObject({ header: 'when', type: 'time', chosen: true });
  await confirm({ ...profile, decided_at: { path: '/context/decided_at', format: 'unix_s' } });
  expect((await list('')).data.map(({ context }) => context?.['decided_at'])).toEqual([
    1_741_046_400, 1_741_046_400,
  ]);
  expect((await facts()).map(([time]) => time)).toEqual([
    '2025-03-04T00:00:00.000Z',
    '2025-03-04T00:00:00.000Z',
  ]);
});
