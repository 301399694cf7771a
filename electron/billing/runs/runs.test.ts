/** Runs through the API: drafts, holds, closing by hand, what is refused. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  draftPageSchema,
  draftSchema,
  runPageSchema,
  runSchema,
} from '../../../shared/contract/billing-runs.ts';
import { invoicePageSchema } from '../../../shared/contract/billing.ts';
import { billingSettingsSchema } from '../../../shared/contract/billing-parties.ts';
import { overviewSchema } from '../../../shared/contract/overview.ts';
import { TestApi } from '../../api/test-api.ts';
import {
  clinicalRow,
  makeDataset,
  openSession,
  refusalOf,
} from '../../sessions/testing/clinical.ts';

let api: TestApi;
const rows = Array.from({ length: 10 }, (_, index) => clinicalRow(index + 1));

async function send(verb: string, path: string, body?: object): Promise<unknown> {
  const response = await api.send(verb, path, body === undefined ? {} : { body });
  if (response.status >= 300) throw new Error(`${path}: ${await response.text()}`);
  const answer: unknown = await response.json();
  return answer;
}

beforeAll(async () => {
  api = await TestApi.open({ now: Date.UTC(2026, 10, 1) });
  const card = {
    rate_card_id: 'ten',
    name: 'Ten',
    model: 'PAY_PER_USE',
    time: { rate: 0 },
    record: { rate: 10 },
    data: { rate: 0 },
    operation: { rate: 0 },
  };
  await send('POST', '/billing/rate-cards', card);
  await makeDataset(api, rows, { dataset_id: 'ds_runs', holder_id: 'holder_runs' });
  for (const lab of ['one', 'two', 'idle']) {
    await api.addAccount(lab);
    const assigned = { rate_card_id: 'ten', from_month: '2026-11' };
    await send('PUT', `/billing/accounts/${lab}/rate-card`, assigned);
    if (lab === 'idle') continue;
    const open = { account_id: lab, ttl_seconds: 60 };
    const { session_id: id } = await openSession(api, 'ds_runs', open);
    await api.send('GET', `/sessions/${id}/stream?batch_size=10`);
  }
}, 60_000);
afterAll(() => api.close());

const hold = '/billing/drafts/one/2026-11/hold';
const drafts = () => api.read(draftPageSchema, '/billing/drafts?month=2026-11');
const attention = async () =>
  (await api.read(overviewSchema, '/overview')).attention.map(
    ({ kind, object_id, count, amount }) => ({
      kind,
      object_id,
      count,
      amount,
    }),
  );

async function finished(run: unknown): Promise<z.output<typeof runSchema>> {
  const { run_id: id } = runSchema.parse(run);
  for (;;) {
    const now = await api.read(runSchema, `/billing/runs/${id}`);
    if (now.finished_at !== null) return now;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe('A month', () => {
  test('has drafts of its accounts while it goes on, and cannot be closed before its grace is over', async () => {
    api.now = Date.UTC(2026, 11, 1, 2);
    const { data, summary } = await drafts();
    expect(
      data.map(({ account_id: id, total, is_nothing: isNothing }) => [id, total, isNothing]),
    ).toEqual([
      ['idle', 0, true],
      ['one', 100, false],
      ['two', 100, false],
    ]);
    expect(summary).toMatchObject({
      month: '2026-11',
      closes_at: '2026-12-02T00:00:00.000Z',
      open: 3,
      total: 200,
      issuer_missing: true,
    });
    const early = await api.send('POST', '/billing/runs', { body: { month: '2026-11' } });
    expect(await refusalOf(early)).toBe('409 conflict');
    expect(await attention()).toContainEqual({
      kind: 'month_closing',
      object_id: '2026-11',
      count: 3,
      amount: 200,
    });
  });

  test('waits for an issuer, and the overview says so', async () => {
    api.now = Date.UTC(2026, 11, 2, 1);
    const refused = await api.send('POST', '/billing/runs', { body: { month: '2026-11' } });
    expect(await refusalOf(refused)).toBe('409 issuer_missing');
    expect((await attention()).map(({ kind }) => kind)).toContain('issuer_missing');
    await api.nameIssuer();
    expect((await attention()).map(({ kind }) => kind)).not.toContain('issuer_missing');
  });

  test('tells before a run what becomes of each account, and writes nothing', async () => {
    const body = { reason: 'The lab disputes its use', until: '2027-01-01' };
    const held = draftSchema.parse(await send('PUT', hold, body));
    expect(held.hold).toMatchObject(body);
    const run = runSchema.parse(
      await send('POST', '/billing/runs?dry_run=true', { month: '2026-11' }),
    );
    expect(run).toMatchObject({
      run_id: '',
      issued: 1,
      nothing: 1,
      held: 1,
      failed: 0,
      total: 100,
    });
    expect((await api.read(runPageSchema, '/billing/runs')).pagination.total).toBe(0);
  });

  test('is closed by hand but for what is held, and later for that as well', async () => {
    const run = await finished(await send('POST', '/billing/runs', { month: '2026-11' }));
    expect(
      run.items
        .map(({ account_id: id, outcome, amount }) => [id, outcome, amount] as const)
        .toSorted(([left], [right]) => left.localeCompare(right)),
    ).toEqual([
      ['idle', 'NOTHING', 0],
      ['one', 'HELD', 0],
      ['two', 'ISSUED', 100],
    ]);
    expect(run).toMatchObject({ month: '2026-11', cause: 'HAND', issued: 1, total: 100 });
    expect(await attention()).toContainEqual({
      kind: 'drafts_held',
      object_id: '2026-11',
      count: 1,
      amount: null,
    });
    expect(draftSchema.parse(await send('DELETE', hold)).hold).toBeNull();
    const next = await finished(
      await send('POST', '/billing/runs', { month: '2026-11', account_ids: ['one'] }),
    );
    expect(next.items).toMatchObject([{ account_id: 'one', outcome: 'ISSUED', amount: 100 }]);
    const invoices = await api.read(invoicePageSchema, '/billing/invoices');
    expect(invoices.pagination.total).toBe(2);
    expect((await attention()).map(({ kind }) => kind)).not.toContain('drafts_held');
    expect((await drafts()).data.map(({ account_id: id }) => id)).toEqual(['idle']);
  });

  test.each([
    ['PUT', hold, { reason: 'x' }, '409 conflict'],
    ['PUT', '/billing/drafts/nobody/2026-11/hold', { reason: 'x' }, '404 not_found'],
    ['PUT', '/billing/drafts/one/2026-13/hold', { reason: 'x' }, '400 validation_error'],
    ['PUT', '/billing/drafts/idle/2026-11/hold', { reason: '' }, '400 validation_error'],
    [
      'POST',
      '/billing/runs',
      { month: '2026-11', account_ids: ['nobody'] },
      '400 validation_error',
    ],
    ['POST', '/billing/runs', { month: '2026-11', account_ids: [] }, '400 validation_error'],
    ['POST', '/billing/runs', { month: 'November' }, '400 validation_error'],
    ['POST', '/billing/runs', { month: '2026-12' }, '409 conflict'],
    ['GET', '/billing/runs/run_x', undefined, '404 not_found'],
  ])('%s %s is refused', async (verb, path, body, refusal) => {
    const response = await api.send(verb, path, body === undefined ? {} : { body });
    expect(await refusalOf(response)).toBe(refusal);
  });
});

describe('PUT /billing/settings', () => {
  const change = async (members: object) => {
    const { issuer } = await api.read(billingSettingsSchema, '/billing/settings');
    return api.send('PUT', '/billing/settings', { body: { issuer, ...members } });
  };

  test('says when months close and what becomes of what is not paid', async () => {
    const close = { auto: false, grace_hours: 72 };
    const dunning = [{ after_days: 10, action: 'REMIND' }];
    const changed = await change({ close, dunning });
    expect(billingSettingsSchema.parse(await changed.json())).toMatchObject({ close, dunning });
    const kept = await change({});
    expect(billingSettingsSchema.parse(await kept.json())).toMatchObject({ close, dunning });
  });

  test.each([
    ['close.grace_hours', { close: { auto: true, grace_hours: 0 } }],
    ['close.grace_hours', { close: { auto: true, grace_hours: 241 } }],
    ['dunning', { dunning: [14, 3].map((after_days) => ({ after_days, action: 'REMIND' })) }],
    [
      'dunning',
      {
        dunning: [
          { after_days: 3, action: 'SUSPEND' },
          { after_days: 14, action: 'REMIND' },
        ],
      },
    ],
    ['dunning.0.action', { dunning: [{ after_days: 3, action: 'SUE' }] }],
  ])('refuses another %s', async (field, members) => {
    const response = await change(members);
    expect(response.status).toBe(400);
    expect(JSON.stringify(await response.json())).toContain(`"field":"${field}"`);
  });
});
