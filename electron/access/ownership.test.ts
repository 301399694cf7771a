/** What belongs to whom: another's object does not exist, another's id is refused, lists hold the caller's own. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createdApiKeySchema } from '../../shared/contract/access.ts';
import { workspaceSchema } from '../../shared/contract/workspace.ts';
import { anonymous, decision, TestApi, type SendOptions } from '../api/test-api.ts';
import { openPolicy } from '../sessions/testing/clinical.ts';

let api: TestApi;
const keys = new Map<string, string>();
const ids = new Map<string, string>();

beforeAll(async () => {
  api = await TestApi.open();
  for (const account of ['acct_a', 'acct_b']) await api.addAccount(account);
  for (const [name, body] of Object.entries({
    labA: { role: 'ai_lab', account_id: 'acct_a' },
    labB: { role: 'ai_lab', account_id: 'acct_b' },
    mayo: { role: 'data_holder', holder_id: 'mayo' },
    clinic: { role: 'data_holder', holder_id: 'clinic', account_id: 'acct_b' },
    compliance: { role: 'compliance' },
    admin: { role: 'admin' },
  })) {
    const response = await api.send('POST', '/api-keys', { body: { name, ...body } });
    keys.set(name, createdApiKeySchema.parse(await response.json()).key ?? '');
  }
  const create = async (name: string, as: string, path: string, body: object, member: string) => {
    const response = await ask(as, 'POST', path, { body });
    const text = await response.text();
    expect([name, response.status, response.status === 201 ? '' : text]).toEqual([name, 201, '']);
    ids.set(name, z.looseObject({ [member]: z.string() }).parse(JSON.parse(text))[member] ?? '');
  };
  for (const holder of ['mayo', 'clinic']) {
    const body = {
      dataset_id: `ds_${holder}`,
      name: holder,
      holder_id: holder,
      policy: openPolicy,
    };
    await create(`ds_${holder}`, holder, '/datasets', body, 'dataset_id');
    await ask(holder, 'POST', `/datasets/ds_${holder}/records`, { body: [{ n: 1 }, { n: 2 }] });
  }
  for (const lab of ['labA', 'labB']) {
    await create(`rec_${lab}`, lab, '/records', { ...decision, model_id: `m_${lab}` }, 'id');
    await create(`m_${lab}`, lab, '/models', { ...card, model_id: `m_${lab}` }, 'model_id');
    const session = { dataset_id: 'ds_mayo', purpose: lab };
    await create(`sess_${lab}`, lab, '/sessions', session, 'session_id');
    const method = { type: 'card', last4: '4242', brand: lab };
    await create(`pm_${lab}`, lab, '/billing/payment-methods', method, 'payment_method_id');
    const limit = { period: 'MONTHLY', mode: 'SOFT', amount: 10 };
    await create(`limit_${lab}`, lab, '/billing/limits', limit, 'limit_id');
  }
  await create('rec_window', 'admin', '/records', decision, 'id');
  const operation = { operation_type: 'TRAIN', records: [], metadata: {} };
  for (const lab of ['labA', 'labB']) {
    const rows = await ask(lab, 'GET', `/sessions/${id(`sess_${lab}`)}/stream`);
    const { batch } = z
      .object({ batch: z.array(z.object({ record_id: z.string() })) })
      .parse(await rows.json());
    const recorded = await ask(lab, 'POST', `/sessions/${id(`sess_${lab}`)}/operations`, {
      body: { ...operation, records: batch.map((each) => each.record_id) },
    });
    const { evidence_id } = z.object({ evidence_id: z.string() }).parse(await recorded.json());
    ids.set(`ev_${lab}`, evidence_id);
  }
});
afterAll(() => api.close());

const card = { version: '1.0.0', framework: 'none' };

function id(name: string): string {
  const found = ids.get(name);
  if (found === undefined) throw new Error(`There is no ${name} in this test.`);
  return found;
}

function ask(as: string, method: string, path: string, options: SendOptions = {}) {
  const headers = { ...options.headers, 'x-api-key': keys.get(as) ?? '' };
  return api.send(method, path, { ...options, headers, caller: anonymous });
}

async function get(as: string, path: string): Promise<unknown> {
  const response = await ask(as, 'GET', path);
  if (response.status !== 200) throw new Error(`${path}: ${await response.text()}`);
  return response.json();
}

const itemsSchema = z.array(z.record(z.string(), z.unknown()));

/** The values of `member` of a list's items, sorted. */
async function listed(as: string, path: string, member: string): Promise<string[]> {
  const answer = await get(as, path);
  const items = Array.isArray(answer)
    ? itemsSchema.parse(answer)
    : z.object({ data: itemsSchema }).parse(answer).data;
  return items.map((each) => String(each[member])).toSorted();
}

describe("Another's object", () => {
  const objects = [
    ['record', '/records/{}', 'rec_labB', 'rec_unknown'],
    ['record', '/records/{}/position', 'rec_labB', 'rec_unknown'],
    ['record', '/records/{}/verification', 'rec_labB', 'rec_unknown'],
    ['record', '/records/{}/evidence', 'rec_labB', 'rec_unknown'],
    ['record', '/records/{}/model', 'rec_labB', 'rec_unknown'],
    ['record', '/records/{}/interventions', 'rec_labB', 'rec_unknown'],
    ['model', '/models/{}', 'm_labB', 'm_unknown'],
    ['model', '/models/{}/versions', 'm_labB', 'm_unknown'],
    ['model', '/models/{}/export?format=annex-iv', 'm_labB', 'm_unknown'],
    ['session', '/sessions/{}', 'sess_labB', 'sess_unknown'],
    ['session', '/sessions/{}/stream', 'sess_labB', 'sess_unknown'],
    ['session', '/sessions/{}/operations', 'sess_labB', 'sess_unknown'],
    ['session', '/sessions/{}/evidence', 'sess_labB', 'sess_unknown'],
    ['session', '/billing/usage/sessions/{}', 'sess_labB', 'sess_unknown'],
    ['evidence', '/evidence/{}', 'ev_labB', 'ev_unknown'],
    ['evidence', '/evidence/{}/envelope', 'ev_labB', 'ev_unknown'],
  ] as const;

  test.each(objects)(
    '%s at %s is as unknown as one that never was',
    async (_kind, path, name, no) => {
      const foreign = await ask('labA', 'GET', path.replace('{}', id(name)));
      const unknown = await ask('labA', 'GET', path.replace('{}', no));
      expect([foreign.status, unknown.status]).toEqual([404, 404]);
      const same = async (response: Response, object: string) =>
        (await response.text()).replaceAll(object, 'ID').replaceAll(/req_\w+/g, 'REQ');
      expect(await same(foreign, id(name))).toBe(await same(unknown, no));
      const own = await ask('labA', 'GET', path.replace('{}', id(name.replace('labB', 'labA'))));
      expect(own.status).toBe(200);
    },
  );

  test.each([
    ['POST', '/sessions/{}/close', 'sess_labB', {}],
    ['POST', '/sessions/{}/filter', 'sess_labB', { filter: {} }],
    ['POST', '/sessions/{}/transform', 'sess_labB', { nonsense: true }],
    ['PUT', '/billing/limits/{}', 'limit_labB', { amount: 1 }],
    ['DELETE', '/billing/limits/{}', 'limit_labB', {}],
  ] as const)('%s %s finds nothing either, whatever is sent', async (method, path, name, body) => {
    const response = await ask('labA', method, path.replace('{}', id(name)), { body });
    expect(response.status).toBe(404);
    expect((await ask('labB', 'GET', `/sessions/${id('sess_labB')}`)).status).toBe(200);
  });

  test("a record of the window is nobody's, a record may name what another registers later", async () => {
    expect((await ask('labA', 'GET', `/records/${id('rec_window')}`)).status).toBe(404);
    const body = { ...decision, model_id: 'm_later' };
    const record = await ask('labA', 'POST', '/records', { body });
    const later = await ask('labB', 'POST', '/models', { body: { ...card, model_id: 'm_later' } });
    expect(later.status).toBe(201);
    const { id: recordId } = z.object({ id: z.string() }).parse(await record.json());
    expect(await get('labA', `/records/${recordId}/model`)).toMatchObject({
      registered: false,
      card: null,
      latest_version: null,
    });
    expect(await get('compliance', `/records/${recordId}/model`)).toMatchObject({
      latest_version: '1.0.0',
    });
  });

  test('a model_id that is taken cannot be registered under', async () => {
    const response = await ask('labA', 'POST', '/models', {
      body: { ...card, model_id: 'm_labB', version: '2.0.0' },
    });
    expect(response.status).toBe(403);
    expect(await get('labB', '/models/m_labB')).toMatchObject({ version: '1.0.0' });
  });
});

describe('A holder', () => {
  test('has its datasets and the sessions on them', async () => {
    expect(await listed('mayo', '/datasets', 'dataset_id')).toEqual(['ds_mayo']);
    expect(await listed('clinic', '/datasets', 'dataset_id')).toEqual(['ds_clinic']);
    expect(await listed('mayo', '/sessions', 'session_id')).toEqual(
      [id('sess_labA'), id('sess_labB')].toSorted(),
    );
    // The account of a key is for billing: it makes no session on others' rows the holder's.
    expect(await listed('clinic', '/sessions', 'session_id')).toEqual([]);
    expect((await ask('clinic', 'GET', `/sessions/${id('sess_labB')}`)).status).toBe(404);
    expect((await ask('mayo', 'GET', `/sessions/${id('sess_labB')}`)).status).toBe(200);
  });

  test('reads no rows through the sessions of others, and ends them', async () => {
    expect((await ask('mayo', 'GET', `/sessions/${id('sess_labB')}/stream`)).status).toBe(403);
    const opened = await ask('labB', 'POST', '/sessions', {
      body: { dataset_id: 'ds_mayo', purpose: 'to be revoked' },
    });
    const { session_id } = z.object({ session_id: z.string() }).parse(await opened.json());
    const revoke = (as: string) =>
      ask(as, 'POST', `/sessions/${session_id}/revoke`, { body: { reason: 'Stop' } });
    expect((await revoke('clinic')).status).toBe(404);
    expect((await revoke('labB')).status).toBe(403);
    expect((await revoke('mayo')).status).toBe(200);
  });

  test('gets what protects its rows, and nobody else does', async () => {
    const path = `/evidence/${id('ev_labA')}/salts`;
    expect((await ask('mayo', 'GET', path)).status).toBe(200);
    expect((await ask('clinic', 'GET', path)).status).toBe(404);
    for (const other of ['labA', 'compliance', 'admin']) {
      expect((await ask(other, 'GET', path)).status).toBe(403);
    }
  });

  test('sees the use of its datasets, of all accounts, and none of others', async () => {
    const period = 'start_date=2026-01-01&end_date=2026-01-31';
    const used = z.object({ metrics: z.object({ total_sessions: z.int() }) });
    const sessions = async (as: string, more = '') =>
      used.parse(await get(as, `/billing/usage?${period}${more}`)).metrics.total_sessions;
    const all = await sessions('admin');
    expect(await sessions('mayo')).toBe(all);
    expect(await sessions('clinic')).toBe(0);
    const ofB = await sessions('labB');
    expect(ofB).toBeGreaterThan(0);
    expect(ofB).toBeLessThan(all);
    // Its own account's, where it asks for it.
    expect(await sessions('clinic', '&account_id=acct_b')).toBe(ofB);
    expect((await ask('clinic', 'GET', `/billing/usage?${period}&account_id=acct_a`)).status).toBe(
      403,
    );
    expect((await ask('mayo', 'GET', `/billing/usage?${period}&account_id=acct_a`)).status).toBe(
      403,
    );
    const path = `/billing/usage/sessions?${period}`;
    expect(new Set(await listed('labA', path, 'account_id'))).toEqual(new Set(['acct_a']));
    expect(await listed('clinic', path, 'account_id')).toEqual([]);
  });

  test('sees its own revenue', async () => {
    const revenue = await get('mayo', '/billing/revenue?include=datasets');
    expect(revenue).toMatchObject({ billed: 0, tax: 0, available_balance: 0, datasets: [] });
    const { unbilled } = z.object({ unbilled: z.number() }).parse(revenue);
    expect(unbilled).toBeGreaterThan(0);
    expect(await get('clinic', '/billing/revenue')).toMatchObject({ unbilled: 0 });
    expect(await get('admin', '/billing/revenue')).toMatchObject({ unbilled });
  });
});

describe('Lists', () => {
  test.each([
    ['/models', 'model_id', ['m_labA'], ['m_labA', 'm_labB', 'm_later']],
    ['/model-cards', 'model_id', ['m_labA'], ['m_labA', 'm_labB', 'm_later']],
    ['/billing/accounts', 'account_id', ['acct_a'], ['acct_a', 'acct_b', 'default']],
    ['/billing/payment-methods', 'brand', ['labA'], ['labA', 'labB']],
    ['/billing/limits', 'account_id', ['acct_a'], ['acct_a', 'acct_b']],
    ['/billing/adjustments', 'account_id', [], []],
    ['/billing/credits', 'account_id', [], []],
    ['/billing/credit-notes', 'account_id', [], []],
    ['/billing/alerts', 'account_id', [], []],
    ['/billing/invoices', 'invoice_id', [], []],
    ['/datasets', 'dataset_id', ['ds_clinic', 'ds_mayo'], ['ds_clinic', 'ds_mayo']],
  ] as const)('%s', async (path, member, own, all) => {
    expect(await listed('labA', path, member)).toEqual(own);
    expect(await listed('compliance', path, member)).toEqual(all);
  });

  test('records: the list, its pages, its facets, its positions and its search', async () => {
    const ids = await listed('labA', '/records', 'id');
    expect(ids).toContain(id('rec_labA'));
    for (const other of ['rec_labB', 'rec_window']) expect(ids).not.toContain(id(other));
    const count = ids.length;
    expect(await get('labA', '/records?limit=1')).toMatchObject({ total: count });
    expect(await get('labA', '/records?model_id=m_labA')).toMatchObject({ total: 1 });
    expect(await get('labA', `/records?q=${id('rec_window')}`)).toMatchObject({ total: 0 });
    expect(await get('labA', '/records/facets')).toMatchObject({ total: count });
    expect(await get('labA', `/records/${id('rec_labA')}/position`)).toMatchObject({
      total: count,
      offset: count - 1,
    });
    expect(await get('compliance', '/records')).not.toMatchObject({ total: count });
    await api.addAccount('acct_new');
    const none = await api.send('POST', '/api-keys', {
      body: { name: 'new', role: 'ai_lab', account_id: 'acct_new' },
    });
    keys.set('new', createdApiKeySchema.parse(await none.json()).key ?? '');
    expect(await get('new', '/records')).toMatchObject({ total: 0 });
    expect(await get('new', '/records?model_id=m_labA')).toMatchObject({ total: 0 });
  });

  test('sessions: those of the account', async () => {
    const sessions = await listed('labA', '/sessions', 'session_id');
    expect(sessions).toEqual([id('sess_labA')]);
    expect(await listed('labA', '/sessions?status=closed', 'session_id')).toEqual([]);
    expect(await listed('labA', '/sessions?dataset_id=ds_mayo', 'session_id')).toEqual(sessions);
  });

  test('jobs: those that the key started', async () => {
    const started = await ask('compliance', 'POST', '/chain/verifications');
    const { job_id } = z.object({ job_id: z.string() }).parse(await started.json());
    await api.ended(job_id);
    expect(await listed('labA', '/jobs', 'job_id')).toEqual([]);
    expect(await listed('compliance', '/jobs', 'job_id')).toEqual([job_id]);
    expect((await ask('labA', 'GET', `/jobs/${job_id}`)).status).toBe(404);
    expect((await ask('labA', 'POST', `/jobs/${job_id}/cancel`)).status).toBe(404);
    expect((await ask('compliance', 'POST', `/jobs/${job_id}/cancel`)).status).toBe(200);
    const byAdmin = await ask('admin', 'POST', '/chain/verifications');
    const other = z.object({ job_id: z.string() }).parse(await byAdmin.json()).job_id;
    expect((await ask('compliance', 'GET', `/jobs/${other}`)).status).toBe(200);
    expect((await ask('compliance', 'POST', `/jobs/${other}/cancel`)).status).toBe(404);
    await api.ended(other);
    // Seen by a key that may not cancel it: it says so, and that of its own says the contrary.
    expect(await get('compliance', `/jobs/${job_id}`)).toMatchObject({ may_use: true });
    expect(await get('compliance', `/jobs/${other}`)).toMatchObject({ may_use: false });
    for (const job of [job_id, other]) {
      expect(await get('admin', `/jobs/${job}`)).toMatchObject({ may_use: true });
    }
  });

  test('sessions: seen by a key for compliance, and used by their accounts alone', async () => {
    const sessionSchema = z.object({ session_id: z.string(), may_use: z.boolean() });
    const { data } = z
      .object({ data: z.array(sessionSchema) })
      .parse(await get('compliance', '/sessions'));
    expect(data.map((each) => each.session_id)).toEqual(
      expect.arrayContaining([id('sess_labA'), id('sess_labB')]),
    );
    expect(data.filter((each) => each.may_use)).toEqual([]);
    for (const [name, mayUse] of [
      ['compliance', false],
      ['labA', true],
    ] as const) {
      const session = id('sess_labA');
      expect(await get(name, `/sessions/${session}`)).toMatchObject({ may_use: mayUse });
      const rows = await ask(name, 'GET', `/sessions/${session}/stream`);
      expect([name, rows.status]).toEqual([name, mayUse ? 200 : 403]);
    }
  });
});

describe("Another's id", () => {
  test.each([
    ['labA', 'POST', '/sessions', { dataset_id: 'ds_mayo', purpose: 'x', account_id: 'acct_b' }],
    [
      'labA',
      'POST',
      '/billing/limits',
      { account_id: 'acct_b', period: 'MONTHLY', mode: 'SOFT', amount: 1 },
    ],
    ['mayo', 'POST', '/datasets', { name: 'x', holder_id: 'clinic' }],
    [
      'mayo',
      'PUT',
      '/billing/payout-preferences',
      {
        holder_id: 'clinic',
        frequency: 'DAILY',
        threshold: 1,
        method: 'bank_transfer',
      },
    ],
  ] as const)('%s may not write it: %s %s', async (as, method, path, body) => {
    const response = await ask(as, method, path, { body });
    const text = await response.text();
    expect([response.status, text]).toEqual([403, expect.stringContaining('its own')]);
  });

  test.each([
    ['labA', '/billing/invoices?account_id=acct_b'],
    ['labA', '/billing/usage?start_date=2026-01-01&end_date=2026-01-31&account_id=acct_b'],
    ['labA', '/billing/adjustments?account_id=acct_b'],
    ['mayo', '/datasets?holder_id=clinic'],
    ['mayo', '/billing/payouts?holder_id=clinic'],
    ['mayo', '/billing/shares?holder_id=clinic'],
    ['mayo', '/billing/payout-preferences?holder_id=clinic'],
  ])('%s may not ask for %s', async (as, path) => {
    expect((await ask(as, 'GET', path)).status).toBe(403);
  });

  test('what is not named is the own', async () => {
    expect(await get('labA', '/billing/accounts')).toMatchObject({
      data: [{ account_id: 'acct_a' }],
    });
    const usage = await get('labA', `/billing/usage/sessions/${id('sess_labA')}`);
    expect(usage).toMatchObject({ session_id: id('sess_labA') });
  });
});

describe('Invoices', () => {
  let invoices: Record<string, string> = {};
  beforeAll(async () => {
    api.now = Date.UTC(2026, 1, 2);
    await api.nameIssuer();
    for (const account of ['acct_a', 'acct_b']) {
      const closed = await ask('admin', 'POST', '/billing/invoices', {
        body: { account_id: account, month: '2026-01' },
      });
      const text = await closed.text();
      const { invoice_id } = z.object({ invoice_id: z.string() }).parse(JSON.parse(text));
      invoices = { ...invoices, [account]: invoice_id };
    }
  });

  test('are those of the account, for labs and holders alike', async () => {
    for (const [as, account] of [
      ['labA', 'acct_a'],
      ['labB', 'acct_b'],
      ['clinic', 'acct_b'],
    ] as const) {
      expect(await listed(as, '/billing/invoices', 'invoice_id')).toEqual([invoices[account]]);
    }
    expect(await listed('mayo', '/billing/invoices', 'invoice_id')).toEqual([]);
    for (const part of ['', '/pdf']) {
      const path = `/billing/invoices/${invoices['acct_b']}${part}`;
      expect((await ask('labA', 'GET', path)).status).toBe(404);
      expect((await ask('mayo', 'GET', path)).status).toBe(404);
      expect((await ask('clinic', 'GET', path)).status).toBe(200);
    }
  });

  test('are paid by the account, with a method of its own', async () => {
    const pay = (as: string, account: string, method: string) =>
      ask(as, 'POST', `/billing/invoices/${invoices[account]}/pay`, {
        body: { payment_method_id: method },
      });
    expect((await pay('labA', 'acct_b', id('pm_labA'))).status).toBe(404);
    const foreign = await pay('labA', 'acct_a', id('pm_labB'));
    const unknown = await pay('labA', 'acct_a', 'pm_unknown');
    expect([foreign.status, unknown.status]).toEqual([400, 400]);
    const paid = await pay('labA', 'acct_a', id('pm_labA'));
    expect(paid.status).toBe(200);
    const { payment_id } = z.object({ payment_id: z.string() }).parse(await paid.json());
    expect((await ask('labA', 'GET', `/billing/receipts/${payment_id}`)).status).toBe(200);
    expect((await ask('labB', 'GET', `/billing/receipts/${payment_id}`)).status).toBe(404);
  });

  test("are the holder's revenue, by its share", async () => {
    const figures = z.object({ billed: z.number(), collected: z.number(), fees: z.number() });
    const mayo = figures.parse(await get('mayo', '/billing/revenue'));
    const all = figures.parse(await get('admin', '/billing/revenue'));
    // All use was of its datasets.
    expect(mayo).toEqual(all);
    expect(figures.parse(await get('clinic', '/billing/revenue'))).toEqual({
      billed: 0,
      collected: 0,
      fees: 0,
    });
  });
});

test('of the ledger as a whole, only those who read all of it are told where it is and how long', async () => {
  for (const [name, isTold] of [
    ['labA', false],
    ['mayo', false],
    ['compliance', true],
    ['admin', true],
  ] as const) {
    const workspace = workspaceSchema.parse(await (await ask(name, 'GET', '/workspace')).json());
    expect([name, workspace.data_directory !== null, workspace.record_count !== null]).toEqual([
      name,
      isTold,
      isTold,
    ]);
  }
});
