/** What is told of what happens: each event from its own cause, to whom it concerns, and thin. */
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createdApiKeySchema } from '../../shared/contract/access.ts';
import { limits } from '../../shared/contract/limits.ts';
import {
  eventListSchema,
  webhookPageSchema,
  webhookSecretSchema,
  type WebhookEvent,
  chosenEventTypes,
} from '../../shared/contract/webhooks.ts';
import { anonymous, TestApi } from '../api/test-api.ts';
import { profileOf, reviewOf } from '../oversight/testing/profile-of.ts';
import { makeDataset, openSession } from '../sessions/testing/clinical.ts';
import { openFullLedger } from '../verification/testing/full-ledger.ts';
import { EventLog, oldestKept } from './event-log.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

const eventsOf = async (api: TestApi): Promise<WebhookEvent[]> =>
  (await api.read(eventListSchema, '/webhook-events?limit=200')).data;
const told = (events: readonly WebhookEvent[], type: string) =>
  events.filter((each) => each.type === type).map(({ data }) => data);

async function ask(api: TestApi, path: string, body?: object, method = 'POST'): Promise<string> {
  const response = await api.send(method, path, body === undefined ? {} : { body });
  const text = await response.text();
  expect([path, response.ok, text]).toEqual([path, true, text]);
  return text;
}

describe('A ledger with everything in it', () => {
  let api: TestApi;
  let all: readonly WebhookEvent[];
  const keys = new Map<string, string>();
  beforeAll(async () => {
    api = await openFullLedger();
    all = await eventsOf(api);
    for (const [name, body] of Object.entries({
      lab: { role: 'ai_lab', account_id: 'lab_one' },
      holder: { role: 'data_holder', holder_id: 'holder_mayo' },
      admin: { role: 'admin' },
    })) {
      const text = await ask(api, '/api-keys', { name, ...body });
      keys.set(name, createdApiKeySchema.parse(JSON.parse(text)).key ?? '');
    }
  });
  afterAll(() => api.close());

  /** A request with a key. */
  const asKey = (name: string, method: string, path: string, body?: object) =>
    api.send(method, path, {
      caller: anonymous,
      headers: { 'x-api-key': keys.get(name) ?? '' },
      ...(body === undefined ? {} : { body }),
    });

  test('tells what it did', () => {
    expect([...new Set(all.map(({ type }) => type))]).toEqual(
      expect.arrayContaining([
        'alert.raised',
        'grant.granted',
        'grant.requested',
        'grant.revoked',
        'invoice.issued',
        'invoice.paid',
        'limit.reached',
        'limit.threshold_reached',
        'session.revoked',
      ]),
    );
    expect(told(all, 'grant.requested')[0]).toEqual({
      account_id: 'lab_one',
      dataset_id: expect.stringMatching(/^ds_/),
      grant_id: expect.stringMatching(/^grant_/),
    });
    expect(told(all, 'invoice.issued')[0]).toEqual({
      account_id: expect.any(String),
      currency: 'USD',
      invoice_id: expect.stringMatching(/^inv_/),
      total_cents: expect.any(Number),
    });
  });

  test('tells ids, amounts and counts alone: no reason, purpose, name or value', () => {
    const text = JSON.stringify(all);
    for (const value of ['Enough.', 'For lab_one', 'Keep it safe.', 'Audit', 'An operator']) {
      expect(text).not.toContain(value);
    }
  });

  test('tells a lab and a holder of their own, and nobody else of them', async () => {
    const own = async (name: string) =>
      eventListSchema.parse(await (await asKey(name, 'GET', '/webhook-events?limit=200')).json())
        .data;
    const labs = await own('lab');
    expect(labs.length).toBeGreaterThan(0);
    expect(labs.filter(({ data }) => data['account_id'] !== 'lab_one')).toEqual([]);
    const holders = await own('holder');
    expect(told(holders, 'session.revoked').length).toBeGreaterThan(0);
    expect(told(holders, 'invoice.issued')).toEqual([]);
    expect(await own('admin')).toEqual(all);
  });

  test('keeps endpoints of one from another, whatever is asked of them', async () => {
    const url = 'https://hooks.example.com/';
    const made = webhookSecretSchema.parse(
      await (await asKey('holder', 'POST', '/webhooks', { url })).json(),
    );
    expect(made).toMatchObject({ account_id: null, holder_id: 'holder_mayo' });
    const path = `/webhooks/${made.endpoint_id}`;
    for (const [method, rest, body] of [
      ['GET', '', undefined],
      ['PUT', '', { url, events: null, status: 'active' }],
      ['DELETE', '', undefined],
      ['POST', '/test', undefined],
      ['POST', '/rotate', undefined],
      ['GET', '/deliveries', undefined],
      ['POST', '/deliveries/dlv_x/resend', undefined],
      ['POST', '/replay', { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }],
    ] as const) {
      expect([rest, (await asKey('lab', method, path + rest, body)).status]).toEqual([rest, 404]);
    }
    const seen = async (name: string) =>
      webhookPageSchema
        .parse(await (await asKey(name, 'GET', '/webhooks')).json())
        .data.map(({ endpoint_id: id }) => id);
    expect(await seen('lab')).toEqual([]);
    expect(await seen('holder')).toEqual([made.endpoint_id]);
    expect(await seen('admin')).toContain(made.endpoint_id);
  });

  test('refuses an eleventh endpoint of a key, and lets no key use what the operator allows', async () => {
    for (let count = 0; count < 10; count += 1) {
      const added = await asKey('lab', 'POST', '/webhooks', { url: 'https://hooks.example.com/' });
      expect(added.status).toBe(201);
    }
    const more = await asKey('lab', 'POST', '/webhooks', { url: 'https://hooks.example.com/' });
    expect(more.status).toBe(409);
    const inward = await asKey('admin', 'POST', '/webhooks', { url: 'https://127.0.0.1/' });
    expect(inward.status).toBe(400);
  });
});

describe('Causes', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.open({ now: Date.UTC(2026, 9, 5, 9) });
  });
  afterAll(() => api.close());

  test('a dataset that is withdrawn tells of it, of its sessions and of its grants', async () => {
    const dataset = await makeDataset(api);
    const session = await openSession(api, dataset);
    await ask(api, `/datasets/${dataset}/revoke`, { reason: 'Withdrawn.', revoked_by: 'Mayo' });
    const events = await eventsOf(api);
    expect(told(events, 'dataset.revoked')).toEqual([{ dataset_id: dataset }]);
    expect(told(events, 'session.revoked')).toEqual([
      { dataset_id: dataset, session_id: session.session_id },
    ]);
    expect(told(events, 'grant.revoked')).toMatchObject([{ dataset_id: dataset }]);
  });

  test('a request for a grant that is refused, and one that is taken back', async () => {
    await api.addAccount('asking');
    const dataset = await makeDataset(api, undefined, { policy: { access: 'on_request' } });
    const request = async () => {
      const text = await ask(api, '/grants', {
        dataset_id: dataset,
        account_id: 'asking',
        purpose: 'Study',
        fields: ['age'],
        operations: ['read'],
        budget: { amount: 1, currency: 'USD' },
        ends_at: '2027-01-01T00:00:00Z',
        expected: { rows: 1, hours: 1, operations: 1 },
      });
      return String(Reflect.get(Object(JSON.parse(text)), 'grant_id'));
    };
    const refused = await request();
    await ask(api, `/grants/${refused}/answer`, { decision: 'refuse', policy_version: 1 });
    const withdrawn = await request();
    await ask(api, `/grants/${withdrawn}/withdraw`, {});
    const events = await eventsOf(api);
    const about = (grant_id: string) => ({ account_id: 'asking', dataset_id: dataset, grant_id });
    expect(told(events, 'grant.refused')).toEqual([about(refused)]);
    expect(told(events, 'grant.withdrawn')).toEqual([about(withdrawn)]);
  });

  test('a limit that refuses tells of it once in its period, though nothing of the use is kept', async () => {
    await api.addAccount('limited');
    const dataset = await makeDataset(api);
    const limit = { account_id: 'limited', period: 'MONTHLY', mode: 'HARD', amount: 0.01 };
    await ask(api, '/billing/limits', limit);
    const { session_id: id } = await openSession(api, dataset, { account_id: 'limited' });
    for (let count = 0; count < 2; count += 1) {
      const refused = await api.send('GET', `/sessions/${id}/stream?batch_size=3`);
      expect(refused.status).toBe(402);
    }
    expect(told(await eventsOf(api), 'limit.reached')).toMatchObject([
      { account_id: 'limited', amount_cents: 1, period: 'MONTHLY', spent_cents: 0 },
    ]);
  });

  test('decisions that wait for a person: at once, then once a minute with how many', async () => {
    await api.append({ model_id: 'waiting' });
    const profile = profileOf({ review: reviewOf({ below: 0.9, second_person: true }) });
    await ask(api, '/models/waiting/profiles', { profile, accept_unseen: true });
    const doubtful = { model_id: 'waiting', confidence: 0.5 };
    const record = await api.append(doubtful);
    await api.append({ model_id: 'waiting', confidence: 0.95 });
    for (let count = 0; count < 3; count += 1) await api.append(doubtful);
    const counts = async () => told(await eventsOf(api), 'review.waiting');
    expect(await counts()).toEqual([{ count: 1 }]);
    api.now += minute;
    await ask(api, `/records/${record.id}/interventions`, {
      action: 'escalate',
      reason: 'Unclear.',
      actor: { id: 'usr_1', role: 'compliance_officer' },
    });
    expect(await counts()).toEqual([{ count: 1 }, { count: 4 }]);
    // A remark changes nothing of what waits.
    api.now += minute;
    await ask(api, `/records/${record.id}/interventions`, {
      action: 'annotate',
      reason: 'Seen.',
      actor: { id: 'usr_1', role: 'compliance_officer' },
    });
    expect(await counts()).toHaveLength(2);
  });

  test('a verification that finds something', async () => {
    await api.finished(await api.send('POST', '/chain/verifications'));
    expect(told(await eventsOf(api), 'verification.failed')).toEqual([]);
    await api.reopen(() => {
      const database = new Database(join(api.directory, 'proofdesk.db'));
      database.exec("UPDATE accounts SET tax_bps = 1 WHERE account_id = 'asking'");
      database.close();
    });
    const job = await api.finished(await api.send('POST', '/chain/verifications'));
    expect(told(await eventsOf(api), 'verification.failed')).toEqual([
      { findings: 1, verdict: expect.any(String), verification_id: job.job_id },
    ]);
  });

  test('are told for 30 days', async () => {
    api.now += 31 * day;
    expect(await eventsOf(api)).toEqual([]);
  });
});

describe('The log of events', () => {
  const database = new Database(':memory:');
  database.exec(`CREATE TABLE events (number INTEGER PRIMARY KEY, event_id TEXT, type TEXT, at TEXT,
    account_id TEXT, holder_id TEXT, endpoint_id TEXT, once TEXT UNIQUE, body TEXT)`);
  let made = 0;
  const log = new EventLog(database, (prefix) => `${prefix}_${(made += 1)}`);
  const numbers = () => database.prepare('SELECT number FROM events').pluck().all();
  afterAll(() => database.close());

  test('lets go of what is older than 30 days, and never gives a number again', () => {
    const at = '2026-01-01T00:00:00.000Z';
    for (let count = 0; count < 3; count += 1) log.emit({ type: 'endpoint.test', at, data: {} });
    const later = new Date(Date.parse(at) + 31 * day).toISOString();
    log.prune(later);
    expect(numbers()).toEqual([3]);
    log.emit({ type: 'endpoint.test', at: later, data: {} });
    expect(oldestKept(later) > at).toBe(true);
    expect(numbers()).toEqual([3, 4]);
  });

  test('says where the console of a server with a public name shows it', () => {
    const at = '2026-02-15T00:00:00.000Z';
    const origin = 'https://ledger.example:8443';
    const named = new EventLog(database, () => `evt_named_${(made += 1)}`, origin);
    const bodies = database.prepare<[], string>('SELECT body FROM events ORDER BY number').pluck();
    const bodyOf = (event: Parameters<EventLog['emit']>[0]) => {
      named.emit(event);
      return z
        .object({ data: z.record(z.string(), z.unknown()) })
        .parse(JSON.parse(bodies.all().at(-1) ?? '')).data;
    };
    const data = { session_id: 'sess_1', dataset_id: null };
    expect(bodyOf({ type: 'session.revoked', at, data })).toEqual({
      ...data,
      url: `${origin}/#/sessions/sess_1`,
    });
    expect(bodyOf({ type: 'invoice.paid', at, data: { invoice_id: 'a/b?#"' } })).toMatchObject({
      url: `${origin}/#/billing/invoices/a%2Fb%3F%23%22`,
    });
    expect(bodyOf({ type: 'endpoint.test', at, data: {} })).toEqual({});
    const without = chosenEventTypes.filter(
      (type) => bodyOf({ type, at, data: {} })['url'] === undefined,
    );
    expect(without).toEqual([]);
  });

  test('tells once what is told once, and has room for the longest ids', () => {
    const at = '2026-03-01T00:00:00.000Z';
    const once = 'limit.reached limit_1';
    expect(log.emit({ type: 'limit.reached', at, once, data: {} })).toBeDefined();
    expect(log.emit({ type: 'limit.reached', at, once, data: {} })).toBeUndefined();
    const longest = '\u8cb8'.repeat(limits.shortString);
    log.emit({ type: 'alert.raised', at, data: { model_id: longest, alert_id: 'a'.repeat(40) } });
    expect(() =>
      log.emit({ type: 'alert.raised', at, data: { model_id: longest.repeat(3) } }),
    ).toThrow(RangeError);
  });
});
