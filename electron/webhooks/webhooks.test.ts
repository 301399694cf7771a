/**
 * Webhooks from the event to the receiver: signatures, attempts, rotation, what ends an endpoint, what is sent again.
 * @push
 */
import { Webhook as Verifier } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  deliveryPageSchema,
  deliverySchema,
  eventListSchema,
  eventSchema,
  replayedSchema,
  webhookPageSchema,
  webhookSchema,
  webhookSecretSchema,
  type Webhook,
} from '../../shared/contract/webhooks.ts';
import { overviewSchema } from '../../shared/contract/overview.ts';
import { TestApi } from '../api/test-api.ts';
import { clinicalRows, makeDataset } from '../sessions/testing/clinical.ts';
import { loopbackAllowed, Receiver, TestSender, type Received } from './testing/receiver.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

let api: TestApi;
let receiver: Receiver;
let sending: TestSender;
beforeEach(async () => {
  api = await TestApi.open({ webhookAllow: loopbackAllowed });
  receiver = await Receiver.open(() => api.now);
  sending = new TestSender(api);
});
afterEach(async () => {
  await sending.sender.close();
  await receiver.close();
  await api.close();
});

async function add(body: object = {}) {
  const response = await api.send('POST', '/webhooks', { body: { url: receiver.url, ...body } });
  expect(response.status).toBe(201);
  return webhookSecretSchema.parse(await response.json());
}

/** Has an endpoint sent an event. @returns its id */
async function tryOut({ endpoint_id: id }: Webhook): Promise<string> {
  const response = await api.send('POST', `/webhooks/${id}/test`);
  expect(response.status).toBe(201);
  return eventSchema.parse(await response.json()).event_id;
}

/** Makes a dataset and withdraws it. */
async function revokeDataset(name: string): Promise<void> {
  const dataset = await makeDataset(api, clinicalRows, { name });
  const body = { reason: 'Withdrawn.', revoked_by: 'Mayo' };
  expect((await api.send('POST', `/datasets/${dataset}/revoke`, { body })).ok).toBe(true);
}

const look = (id: string) => api.read(webhookSchema, `/webhooks/${id}`);
const deliveries = async (id: string) =>
  (await api.read(deliveryPageSchema, `/webhooks/${id}/deliveries`)).data;

/** Whether a receiver takes it: by the package that receivers use, whose clock is that of the test. */
function verify(secret: string | null, { headers, body }: Received): unknown {
  const named = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, String(value)]),
  );
  const real = Date.now;
  Date.now = () => api.now;
  try {
    return new Verifier(secret ?? '').verify(body, named);
  } finally {
    Date.now = real;
  }
}

describe('A delivery', () => {
  test('has the body of the event, signed as the package of receivers checks it', async () => {
    const endpoint = await add();
    const event = await tryOut(endpoint);
    await sending.settle();
    const [received] = receiver.received;
    if (received === undefined) throw new Error('Nothing came.');
    expect(received.body).toBe(
      `{"data":{"endpoint_id":"${endpoint.endpoint_id}"},"timestamp":"2026-01-01T00:00:00.000Z","type":"endpoint.test"}`,
    );
    expect(received.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Proofdesk/0.0.0-test',
      'webhook-id': event,
      'webhook-timestamp': String(api.now / second),
    });
    expect(verify(endpoint.secret, received)).toMatchObject({ type: 'endpoint.test' });
    expect(() => verify(endpoint.secret, { ...received, body: `${received.body} ` })).toThrow(
      'No matching signature',
    );
    expect(await deliveries(endpoint.endpoint_id)).toMatchObject([
      { event_id: event, status: 'delivered', attempts: 1, response_status: 204, error: null },
    ]);
    expect(await look(endpoint.endpoint_id)).toMatchObject({
      last_success_at: '2026-01-01T00:00:00.000Z',
      waiting: 0,
    });
  });

  test('goes nowhere while there is no endpoint', async () => {
    await api.addAccount('lab');
    await sending.settle();
    expect([receiver.received, api.logged]).toEqual([[], []]);
  });

  test('is tried ten times at the seconds of the design, and then no more', async () => {
    const endpoint = await add();
    const event = await tryOut(endpoint);
    receiver.answerWith(500, {}, 'x'.repeat(300));
    const begun = api.now;
    await sending.settle();
    await sending.until(begun + 5 * day - 1);
    const planned = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
    const times = receiver.received.map(({ at }) => at);
    expect(times).toHaveLength(10);
    expect(times[0]).toBe(begun);
    for (const [index, seconds] of planned.entries()) {
      const waited = (times[index + 1] ?? 0) - (times[index] ?? 0);
      expect(waited).toBeGreaterThanOrEqual(seconds * second);
      expect(waited).toBeLessThanOrEqual(seconds * second * 1.1);
    }
    expect(new Set(receiver.headers('webhook-id'))).toEqual(new Set([event]));
    for (const received of receiver.received) {
      expect(Number(received.headers['webhook-timestamp'])).toBe(Math.floor(received.at / second));
    }
    expect(await deliveries(endpoint.endpoint_id)).toMatchObject([
      {
        status: 'failed',
        attempts: 10,
        response_status: 500,
        error: 'status',
        answer: 'x'.repeat(200),
        next_at: null,
      },
    ]);
  });

  test('comes later where Retry-After asks for it, a day later at most, and never sooner', async () => {
    const endpoint = await add();
    await tryOut(endpoint);
    receiver.answerWith(429, { 'retry-after': '3600' });
    const begun = api.now;
    await sending.settle();
    await sending.until(begun + hour);
    receiver.answerWith(503, { 'retry-after': String(10 * 86_400) });
    await sending.until(begun + hour);
    receiver.answerWith(503, { 'retry-after': '1' });
    await sending.until(begun + 4 * day);
    const [first = 0, next = 0, third = 0, fourth = 0] = receiver.received.map(({ at }) => at);
    expect(next - first).toBe(hour);
    expect(third - next).toBeGreaterThanOrEqual(5 * minute);
    expect(fourth - third).toBeGreaterThanOrEqual(30 * minute);
  });

  test('waits for the network, which costs no attempt, and goes as soon as it is back', async () => {
    let isAway = true;
    sending = new TestSender(api, {
      resolve: async () => {
        if (isAway) throw Object.assign(new Error('no network'), { code: 'EAI_AGAIN' });
        return ['127.0.0.1'];
      },
    });
    const endpoint = await add({ url: `http://localhost:${receiver.port}/` });
    await tryOut(endpoint);
    await sending.settle();
    await sending.until(api.now + hour);
    expect(await deliveries(endpoint.endpoint_id)).toMatchObject([
      { status: 'waiting', attempts: 0, error: 'offline' },
    ]);
    isAway = false;
    await sending.until(api.now + 10 * second);
    expect(receiver.received).toHaveLength(1);
    expect(await look(endpoint.endpoint_id)).toMatchObject({ status: 'active', waiting: 0 });
  });
});

describe('A receiver', () => {
  test('that hangs delays nobody else', async () => {
    const slow = await Receiver.open(() => api.now);
    slow.answer = () => {};
    sending = new TestSender(api, { answerMs: 300 });
    const hanging = await add({ url: slow.url });
    const quick = await add();
    await tryOut(hanging);
    const second = await tryOut(quick);
    await tryOut(hanging);
    await sending.settle();
    expect(slow.received).toHaveLength(2);
    expect(receiver.headers('webhook-id')).toEqual([second]);
    expect(await deliveries(hanging.endpoint_id)).toMatchObject([
      { status: 'waiting', attempts: 1, error: 'timeout', response_status: null },
      { status: 'waiting', attempts: 1, error: 'timeout', response_status: null },
    ]);
    await slow.close();
  });

  test('that answers without end is read for 4 KiB, and has taken it', async () => {
    let written = 0;
    receiver.answer = (response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write('y'.repeat(65_536))) written += 65_536;
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    const endpoint = await add();
    await tryOut(endpoint);
    await sending.settle();
    expect(await deliveries(endpoint.endpoint_id)).toMatchObject([
      { status: 'delivered', response_status: 200, answer: 'y'.repeat(200) },
    ]);
    expect(written).toBeLessThan(64 * 1_024 * 1_024);
  });

  test('that drips its head is given up, and one that drips its answer has taken it', async () => {
    sending = new TestSender(api, { answerMs: 300 });
    receiver.answer = (response) => {
      const drip = setInterval(() => response.socket?.write('H'), 20);
      response.socket?.once('close', () => clearInterval(drip));
    };
    const endpoint = await add();
    await tryOut(endpoint);
    await sending.settle();
    expect(await deliveries(endpoint.endpoint_id)).toMatchObject([
      { attempts: 1, status: 'waiting' },
    ]);
    receiver.answer = (response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('d'), 20);
      response.once('close', () => clearInterval(drip));
    };
    await sending.until(api.now + 6 * second);
    expect(await deliveries(endpoint.endpoint_id)).toMatchObject([
      { attempts: 2, status: 'delivered' },
    ]);
  });

  test('that answers 410 is sent nothing any more', async () => {
    const endpoint = await add();
    await tryOut(endpoint);
    await tryOut(endpoint);
    receiver.answerWith(410);
    await sending.settle();
    expect(receiver.received).toHaveLength(1);
    expect(await look(endpoint.endpoint_id)).toMatchObject({
      status: 'disabled',
      disabled_reason: 'gone',
      waiting: 0,
    });
    const states = (await deliveries(endpoint.endpoint_id)).map(({ status }) => status);
    expect(states).toEqual(['canceled', 'canceled']);
    const refused = await api.send('POST', `/webhooks/${endpoint.endpoint_id}/test`);
    expect(refused.status).toBe(409);
  });

  test('is told on the overview while its receiver is why it is disabled', async () => {
    const endpoint = await add();
    const id = endpoint.endpoint_id;
    const told = async () => {
      const { attention } = await api.read(overviewSchema, '/overview');
      return attention.filter(({ object_id: object }) => object === id);
    };
    const change = async (status: string) => {
      const body = { url: endpoint.url, events: null, status };
      expect((await api.send('PUT', `/webhooks/${id}`, { body })).status).toBe(200);
    };
    await change('disabled');
    expect(await told()).toEqual([]);
    await change('active');
    await tryOut(endpoint);
    receiver.answerWith(410);
    await sending.settle();
    const { disabled_at: since } = await look(id);
    const name = new URL(endpoint.url).host;
    expect(await told()).toMatchObject([
      { kind: 'endpoint_disabled', severity: 'warn', since, name },
    ]);
    await change('active');
    expect(await told()).toEqual([]);
  });

  test('that takes nothing for five days is disabled; enabled, it begins anew', async () => {
    const endpoint = await add();
    receiver.answerWith(500);
    const begun = api.now;
    for (let days = 0; days < 6; days += 1) {
      if ((await look(endpoint.endpoint_id)).status === 'active') await tryOut(endpoint);
      await sending.settle();
      await sending.until(begun + (days + 1) * day);
    }
    const disabled = await look(endpoint.endpoint_id);
    expect(disabled).toMatchObject({ status: 'disabled', disabled_reason: 'failing' });
    expect(Date.parse(disabled.disabled_at ?? '') - begun).toBeGreaterThanOrEqual(5 * day);
    const came = receiver.received.length;
    await sending.until(begun + 20 * day);
    expect(receiver.received).toHaveLength(came);
    receiver.answerWith(200);
    const { url, events } = disabled;
    const enabled = await api.send('PUT', `/webhooks/${endpoint.endpoint_id}`, {
      body: { url, events, status: 'active', if_previous: { status: 'disabled' } },
    });
    expect(enabled.status).toBe(200);
    await sending.settle();
    expect(receiver.received).toHaveLength(came);
    await tryOut(endpoint);
    await sending.settle();
    expect(receiver.received).toHaveLength(came + 1);
    expect(await look(endpoint.endpoint_id)).toMatchObject({
      status: 'active',
      failing_since: null,
      disabled_reason: null,
    });
  });
});

describe('A secret', () => {
  test('is told once, and after a rotation both sign for a day', async () => {
    const headers = { 'idempotency-key': 'one' };
    const body = { url: receiver.url };
    const first = await api.send('POST', '/webhooks', { body, headers });
    const endpoint = webhookSecretSchema.parse(await first.json());
    expect(endpoint.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const again = await api.send('POST', '/webhooks', { body, headers });
    expect(webhookSecretSchema.parse(await again.json())).toEqual({ ...endpoint, secret: null });
    const { data } = await api.read(webhookPageSchema, '/webhooks');
    expect(data).toHaveLength(1);
    expect(JSON.stringify(data)).not.toContain('whsec_');

    const rotated = await api.send('POST', `/webhooks/${endpoint.endpoint_id}/rotate`);
    const { secret, version } = webhookSecretSchema.parse(await rotated.json());
    expect([secret === endpoint.secret, version]).toEqual([false, 2]);
    await tryOut(endpoint);
    await sending.settle();
    api.now += day;
    await tryOut(endpoint);
    await sending.settle();
    const [during, after] = receiver.received;
    if (during === undefined || after === undefined) throw new Error('Nothing came.');
    api.now = during.at;
    expect(verify(endpoint.secret, during)).toBeDefined();
    expect(verify(secret, during)).toBeDefined();
    api.now = after.at;
    expect(verify(secret, after)).toBeDefined();
    expect(() => verify(endpoint.secret, after)).toThrow('No matching signature');
  });
});

describe('Sent again', () => {
  test('a delivery goes out at once, as another one with the same id', async () => {
    const endpoint = await add();
    const event = await tryOut(endpoint);
    await sending.settle();
    const [delivery] = await deliveries(endpoint.endpoint_id);
    const path = `/webhooks/${endpoint.endpoint_id}/deliveries/${delivery?.delivery_id}/resend`;
    const headers = { 'idempotency-key': 'again' };
    const resent = await api.send('POST', path, { headers });
    expect(resent.status).toBe(201);
    const queued = deliverySchema.parse(await resent.json());
    expect(queued.delivery_id).not.toBe(delivery?.delivery_id);
    await api.send('POST', path, { headers });
    await sending.settle();
    expect(receiver.headers('webhook-id')).toEqual([event, event]);
    const other = await add();
    const wrong = path.replace(endpoint.endpoint_id, other.endpoint_id);
    expect((await api.send('POST', wrong)).status).toBe(404);
  });

  test('the events of a time go to the endpoint that chose them, each with its own id and body', async () => {
    const endpoint = await add({ events: ['dataset.revoked'] });
    // A test of the endpoint is no event that it chose.
    await tryOut(endpoint);
    const at: number[] = [];
    for (const name of ['first', 'second', 'third']) {
      api.now += minute;
      at.push(api.now);
      await revokeDataset(name);
    }
    await sending.settle();
    const [, first, second, third] = receiver.received.splice(0);
    const replay = (from: number, to: number) =>
      api.send('POST', `/webhooks/${endpoint.endpoint_id}/replay`, {
        body: { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
      });
    const [, middle = 0, last = 0] = at;
    const done = await replay(middle, last);
    expect(replayedSchema.parse(await done.json())).toEqual({ queued: 2 });
    await sending.settle();
    const again = receiver.received.map(({ headers, body }) => [headers['webhook-id'], body]);
    expect(again).toEqual([second, third].map((each) => [each?.headers['webhook-id'], each?.body]));
    expect(first?.body).toContain('"type":"dataset.revoked"');
    const none = await replay(last + 1, last + minute);
    expect(replayedSchema.parse(await none.json())).toEqual({ queued: 0 });
    expect((await replay(api.now, api.now - 1)).status).toBe(400);
  });
});

describe('A receiver that was away', () => {
  test('reads what it missed behind the last event that it knows', async () => {
    expect(await api.read(eventListSchema, '/webhook-events')).toEqual({
      data: [],
      has_more: false,
    });
    await revokeDataset('first');
    await revokeDataset('second');
    const { data: all } = await api.read(eventListSchema, '/webhook-events');
    const [known, ...missed] = all;
    expect(missed.map(({ type }) => type)).toContain('dataset.revoked');
    const path = `/webhook-events?after=${known?.event_id}`;
    expect(await api.read(eventListSchema, path)).toEqual({ data: missed, has_more: false });
    const page = await api.read(eventListSchema, `${path}&limit=1`);
    expect(page).toEqual({ data: missed.slice(0, 1), has_more: missed.length > 1 });
    const end = `/webhook-events?after=${all.at(-1)?.event_id}`;
    expect(await api.read(eventListSchema, end)).toEqual({ data: [], has_more: false });
    const unknown = await api.send('GET', '/webhook-events?after=evt_00000000000000000000000000');
    expect(unknown.status).toBe(400);
  });
});

describe('After the engine was closed', () => {
  test('what was not sent is sent, under the same id', async () => {
    const endpoint = await add();
    const event = await tryOut(endpoint);
    await sending.sender.close();
    await api.reopen();
    sending = new TestSender(api);
    await sending.settle();
    expect(receiver.headers('webhook-id')).toEqual([event]);
    expect(await look(endpoint.endpoint_id)).toMatchObject({ waiting: 0 });
  });
});

describe('An endpoint', () => {
  test('is refused beyond 100 of a ledger', async () => {
    for (let count = 0; count < 100; count += 1) await add();
    const more = await api.send('POST', '/webhooks', { body: { url: receiver.url } });
    expect(more.status).toBe(409);
  });

  test('that is deleted is sent nothing, and is not there', async () => {
    const endpoint = await add();
    await tryOut(endpoint);
    const path = `/webhooks/${endpoint.endpoint_id}`;
    expect((await api.send('DELETE', path)).status).toBe(200);
    await sending.settle();
    expect(receiver.received).toEqual([]);
    expect((await api.send('GET', path)).status).toBe(404);
    expect((await api.send('GET', `${path}/deliveries`)).status).toBe(404);
  });

  test('says what is wrong with it', async () => {
    const wrong: [object, string][] = [
      [{ url: 'http://hooks.example.com/' }, 'url'],
      [{ url: 'https://10.0.0.1/' }, 'url'],
      [{ url: '' }, 'url'],
      [{}, 'url'],
      [{ url: 'https://hooks.example.com/', events: [] }, 'events'],
      [{ url: 'https://hooks.example.com/', events: ['endpoint.test'] }, 'events.0'],
      [{ url: 'https://hooks.example.com/', colour: 1 }, 'colour'],
    ];
    for (const [body, field] of wrong) {
      const response = await api.send('POST', '/webhooks', { body, headers: { prefer: 'faults' } });
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { error: { faults: [{ field }] } },
      ]);
    }
  });
});
