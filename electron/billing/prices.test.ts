/** What a lab sees before it pays, over the API: card, upcoming invoice with its forecast, quotes and what calls came to. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createdApiKeySchema } from '../../shared/contract/access.ts';
import {
  accountRateCardSchema,
  quoteSchema,
  upcomingInvoiceSchema,
  type Quote,
} from '../../shared/contract/billing-prices.ts';
import { TestApi, anonymous } from '../api/test-api.ts';
import {
  clinicalRow,
  errorOf,
  makeDataset,
  openSession,
  refusalOf,
} from '../sessions/testing/clinical.ts';
import { rounds } from '../testing/rounds.ts';

let api: TestApi;
let dataset: string;
beforeAll(async () => {
  api = await TestApi.open({ now: Date.UTC(2026, 10, 10) });
  dataset = await makeDataset(
    api,
    Array.from({ length: 120 }, (_, number) => clinicalRow(number)),
  );
});
afterAll(() => api.close());

const free = { rate: 0 };
const card = (id: string, terms: object) => ({
  rate_card_id: id,
  name: id,
  model: 'CUSTOM',
  time: free,
  record: free,
  data: free,
  operation: free,
  ...terms,
});

async function ask(method: string, path: string, body: object, status = 200): Promise<unknown> {
  const response = await api.send(method, path, { body });
  const text = await response.text();
  if (response.status !== status) throw new Error(`${method} ${path}: ${text}`);
  return JSON.parse(text);
}

/** An account with a card of its own from this month on. */
async function accountWith(id: string, terms: object, discount_percent = 0): Promise<void> {
  await api.addAccount(id);
  await ask('POST', '/billing/rate-cards', card(id, terms), 201);
  const from_month = new Date(api.now).toISOString().slice(0, 7);
  const assignment = { rate_card_id: id, from_month, discount_percent };
  await ask('PUT', `/billing/accounts/${id}/rate-card`, assignment);
}

const quoteOf = async (body: object): Promise<Quote> =>
  quoteSchema.parse(await ask('POST', '/billing/quotes', body));

/** Numbers from 0 on below `most`, from a fixed seed. */
function drawing(seed: number) {
  let state = seed;
  return (most: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

const cards = {
  standard: {
    model: 'PAY_PER_USE',
    time: { rate: 12.5 },
    record: { rate: 0.005 },
    data: { rate: 0.12 },
    operation: { rate: 0.02 },
  },
  tiered: {
    model: 'TIERED',
    record: {
      tiers: [
        { up_to: 90, rate: 0.3 },
        { up_to: null, rate: 0.1 },
      ],
    },
    operation: { rate: 0.02 },
  },
  committed: {
    model: 'COMMITTED',
    record: { rate: 0.05 },
    time: { rate: 3 },
    data: { rate: 2_000 },
    commitment: { coverage: 5, discount_percent: 20, overage_factor: 1.5 },
  },
  volume: {
    record: {
      mode: 'VOLUME',
      tiers: [
        { up_to: 100, rate: 1 },
        { up_to: 400, rate: 0.1, flat: 3 },
        { up_to: null, rate: 0.2 },
      ],
    },
    operation: {
      mode: 'VOLUME',
      tiers: [
        { up_to: 5, rate: 0.01 },
        { up_to: null, rate: 0.05 },
      ],
    },
  },
  packages: {
    record: {
      free: 20,
      package: 30,
      tiers: [
        { up_to: 4, rate: 2 },
        { up_to: null, rate: 1.5, flat: 1 },
      ],
      maximum: 40,
    },
    data: { rate: 100 },
    fees: [{ description: 'Support', amount: 10 }],
    minimum: 12,
  },
} as const;

describe('A quote', () => {
  const events = async () =>
    (await api.send('GET', '/billing/usage?start_date=2026-11-01&end_date=2026-12-31')).text();

  test.each(Object.entries(cards))(
    'is never below what the call then costs: %s',
    async (name, quotedCard) => {
      const account = `quoted-${name}`;
      await accountWith(account, quotedCard, name === 'tiered' ? 12.5 : 0);
      const { session_id: id } = await openSession(api, dataset, {
        account_id: account,
        ttl_seconds: 86_400,
      });
      const draw = drawing(name.length);
      for (let round = 0; round < rounds({ usual: 12, all: 200 }); round += 1) {
        api.now += draw(40) * 1_000;
        const { body, path, quoted } = randomCall(id, draw);
        const quote = await quoteOf({ session_id: id, ...quoted });
        const response = await api.send(
          body === undefined ? 'GET' : 'POST',
          path,
          body === undefined ? {} : { body },
        );
        expect(response.status).toBe(200);
        const cost = Number(response.headers.get('proofdesk-cost'));
        expect([name, round, cost <= quote.at_most + 1e-9]).toEqual([name, round, true]);
        expect(quote.month_so_far + quote.at_most).toBeCloseTo(quote.month_after, 8);
        expect(Number(response.headers.get('proofdesk-month'))).toBeCloseTo(
          quote.month_so_far + cost,
          6,
        );
      }
    },
  );

  test('meters nothing', async () => {
    const { session_id: id } = await openSession(api, dataset, {});
    const used = await events();
    for (const operation of ['read', 'filter', 'aggregate', 'transform', 'train'] as const) {
      await quoteOf({ session_id: id, operation, rows: 50 });
    }
    expect(await events()).toBe(used);
  });

  test('tells limits and what they leave, a line for each dimension, and an hour beside it', async () => {
    await accountWith('limited', cards.standard);
    await ask(
      'POST',
      '/billing/limits',
      { account_id: 'limited', period: 'MONTHLY', mode: 'HARD', amount: 1 },
      201,
    );
    const quote = await quoteOf({
      account_id: 'limited',
      dataset_id: dataset,
      operation: 'read',
      rows: 100,
    });
    expect(quote).toMatchObject({
      account_id: 'limited',
      dataset_id: dataset,
      hour: 12.5,
      month_so_far: 0,
      method: 'month_price',
      currency: 'USD',
    });
    expect(
      quote.lines.map(({ dimension, at_most }) => [dimension, dimension === 'data' ? 0 : at_most]),
    ).toEqual([
      ['record', 0.5],
      ['data', 0],
      ['operation', 0.02],
    ]);
    expect(quote.limits).toEqual([
      {
        limit_id: expect.any(String),
        grant_id: null,
        left_after: expect.closeTo(1 - quote.at_most, 9),
      },
    ]);
  });

  test.each([
    [{ operation: 'read' }, 'session_id'],
    [{ session_id: 'sess_nobody', operation: 'read' }, 'session_id'],
    [{ account_id: 'nobody', dataset_id: 'ds', operation: 'read' }, 'account_id'],
    [{ account_id: 'default', dataset_id: 'ds_nobody', operation: 'read' }, 'dataset_id'],
    [{ session_id: 'x', dataset_id: 'y', operation: 'read' }, 'dataset_id'],
    [{ dataset_id: 'y', operation: 'write' }, 'operation'],
    [{ dataset_id: 'y', operation: 'read', rows: -1 }, 'rows'],
  ])('of %j is refused at %s', async (body, field) => {
    const response = await api.send('POST', '/billing/quotes', { body });
    expect(response.status).toBe(400);
    const { details } = await errorOf(response);
    expect(details['fields']).toEqual([expect.objectContaining({ field })]);
  });
});

/** A call over the rows of a session, and what a quote of it is asked for. */
function randomCall(id: string, draw: (most: number) => number) {
  const rows = 1 + draw(100);
  const filter = { age: { $gte: draw(90) } };
  const calls = [
    {
      path: `/sessions/${id}/stream?batch_size=${rows}`,
      body: undefined,
      quoted: { operation: 'read', rows },
    },
    {
      path: `/sessions/${id}/filter`,
      body: { filter, limit: rows },
      quoted: { operation: 'filter', rows },
    },
    { path: `/sessions/${id}/count`, body: { filter }, quoted: { operation: 'filter' } },
    {
      path: `/sessions/${id}/aggregate`,
      body: { pipeline: [{ group: { _id: '$diagnosis', n: { sum: 1 } } }], limit: rows },
      quoted: { operation: 'aggregate', rows },
    },
    {
      path: `/sessions/${id}/transform`,
      body: {
        record_ids: ['rec_00000001', 'rec_00000002'],
        transformation: 'redact',
        parameters: { fields: ['diagnosis'] },
      },
      quoted: { operation: 'transform', rows: 2 },
    },
    {
      path: `/sessions/${id}/operations`,
      body: { operation_type: 'VALIDATE', records: ['rec_00000001'] },
      quoted: { operation: 'validate' },
    },
  ] as const;
  return calls[draw(calls.length)] ?? calls[0];
}

describe('A lab', () => {
  const keyOf = async (role: string, whose: object) => {
    const made = await ask('POST', '/api-keys', { name: role, role, ...whose }, 201);
    return createdApiKeySchema.parse(made).key ?? '';
  };
  const as = (key: string) => ({ caller: anonymous, headers: { 'x-api-key': key } });

  test('reads its own card, upcoming invoice and quotes, and no other’s', async () => {
    await accountWith('lab-a', cards.packages);
    await api.addAccount('lab-b');
    const key = await keyOf('ai_lab', { account_id: 'lab-a' });
    const get = (path: string) => api.send('GET', path, as(key));
    const quote = (body: object) => api.send('POST', '/billing/quotes', { body, ...as(key) });
    for (const path of ['rate-card', 'upcoming-invoice']) {
      expect((await get(`/billing/accounts/lab-a/${path}`)).status).toBe(200);
      expect(await refusalOf(await get(`/billing/accounts/lab-b/${path}`))).toBe('404 not_found');
    }
    const { session_id: foreign } = await openSession(api, dataset, { account_id: 'lab-b' });
    expect((await quote({ dataset_id: dataset, operation: 'read', rows: 3 })).status).toBe(200);
    expect((await quote({ session_id: foreign, operation: 'read' })).status).toBe(400);
    const other = { account_id: 'lab-b', dataset_id: dataset, operation: 'read' };
    expect(await refusalOf(await quote(other))).toBe('403 forbidden');
    const holder = await keyOf('data_holder', { holder_id: 'holder_mayo' });
    const refused = await api.send('GET', '/billing/accounts/lab-a/rate-card', as(holder));
    expect(refused.status).toBe(403);
  });

  test('reads the card in words, and the next one', async () => {
    await accountWith('worded', cards.packages, 5);
    const later = { rate_card_id: 'standard', from_month: '2027-01' };
    await ask('PUT', '/billing/accounts/worded/rate-card', later);
    const read = await api.read(accountRateCardSchema, '/billing/accounts/worded/rate-card');
    expect(read.in_force.words).toEqual([
      'Access time: 0.00 USD per hour.',
      'Records: up to 4 packages, 2.00 USD per package of 30 records; beyond, 1.50 USD per package of 30 records and 1.00 USD. Each unit of a month is at its own tier. The first 20 records of a month are free. A package that is begun counts whole. No more than 40.00 USD a month.',
      'Data: 100.00 USD per GB.',
      'Operations: 0.00 USD per operation.',
      'Support: 10.00 USD a month.',
      'At least 12.00 USD is asked for each month.',
      'The account has a discount of 5 % on each price.',
    ]);
    expect(read.in_force).toMatchObject({ from_month: '2026-11', discount_percent: 5 });
    expect(read.next).toMatchObject({
      from_month: '2027-01',
      discount_percent: 0,
      rate_card: { rate_card_id: 'standard' },
    });
  });
});

describe('A card', () => {
  const tiers = [
    { up_to: 100, rate: 1.309 },
    { up_to: null, rate: 1.764 },
  ];
  const volume = { record: { mode: 'VOLUME', tiers } };

  test('is kept only where its examples hold', async () => {
    const examples = [
      { usage: { record: 100 }, amount: 130.9 },
      { usage: { record: 165 }, amount: 291.07 },
    ];
    const body = card('exemplary', { ...volume, examples });
    const refused = await api.send('POST', '/billing/rate-cards', { body });
    expect(refused.status).toBe(400);
    const [first, second] = [examples[0], { usage: { record: 165 }, amount: 291.06 }];
    expect((await errorOf(refused)).details['fields']).toEqual([
      expect.objectContaining({ field: 'examples.1.amount', message: 'is 291.06' }),
    ]);
    const kept = await ask(
      'POST',
      '/billing/rate-cards',
      { ...body, examples: [first, second] },
      201,
    );
    expect(kept).toMatchObject({ version: 1, examples: [first, second] });
  });

  test('is tried on the use of the month before it is assigned', async () => {
    await accountWith('trying', { record: { rate: 0.05 } });
    await ask('POST', '/billing/rate-cards', card('dearer', { record: { rate: 0.06 } }), 201);
    const { session_id: id } = await openSession(api, dataset, { account_id: 'trying' });
    await api.send('GET', `/sessions/${id}/stream?batch_size=100`);
    const from_month = new Date(api.now).toISOString().slice(0, 7);
    const body = { rate_card_id: 'dearer', from_month, dry_run: true };
    const tried = await ask('PUT', '/billing/accounts/trying/rate-card', body);
    expect(tried).toMatchObject({ used: { before: 5, after: 6 } });
    const read = await api.read(accountRateCardSchema, '/billing/accounts/trying/rate-card');
    expect(read.in_force.rate_card.rate_card_id).toBe('trying');
    const assigned = await api.send('PUT', '/billing/accounts/trying/rate-card', {
      body: { ...body, dry_run: false },
    });
    expect(await refusalOf(assigned)).toBe('409 conflict');
  });
});

test('100 records each weekday, at 16 November: 50.00 so far, 94.00 foreseen', async () => {
  const own = await TestApi.open({ now: Date.UTC(2026, 10, 2) });
  try {
    const rows = await makeDataset(
      own,
      Array.from({ length: 100 }, (_, number) => clinicalRow(number)),
    );
    const tiers = [
      { up_to: 1_000, rate: 0.05 },
      { up_to: null, rate: 0.04 },
    ];
    await own.send('POST', '/billing/rate-cards', { body: card('steps', { record: { tiers } }) });
    await own.send('PUT', '/billing/accounts/default/rate-card', {
      body: { rate_card_id: 'steps', from_month: '2026-11' },
    });
    const { session_id: id } = await openSession(own, rows, { ttl_seconds: 2_592_000 });
    for (const day of [2, 3, 4, 5, 6, 9, 10, 11, 12, 13]) {
      own.now = Date.UTC(2026, 10, day, 12);
      await own.send('GET', `/sessions/${id}/stream?batch_size=100`);
    }
    own.now = Date.UTC(2026, 10, 16);
    const upcoming = await own.read(
      upcomingInvoiceSchema,
      '/billing/accounts/default/upcoming-invoice',
    );
    expect(upcoming).toMatchObject({
      month: '2026-11',
      subtotal: 50,
      total: 50,
      forecast: { subtotal: 94, method: 'weekday_mean', days: 14 },
    });
    expect(upcoming.lines.find(({ dimension }) => dimension === 'record')).toMatchObject({
      volume: 1_000,
      rate: 0.05,
      amount: 50,
    });
  } finally {
    await own.close();
  }
});
