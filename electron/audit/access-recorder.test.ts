/** What is kept of what the gate answers, and how it comes to the writer. */
import { beforeEach, describe, expect, it } from 'vitest';
import { matchRoute } from '../../shared/contract/match-route.ts';
import type { AnsweredRequest } from '../access/gate.ts';
import type { KeyPrincipal, Principal } from '../serve-request.ts';
import { AccessRecorder } from './access-recorder.ts';
import type { NewAuditEvent } from './audit-log.ts';

const operator: Principal = { kind: 'operator' };
const anonymous: Principal = { kind: 'anonymous' };
const key: KeyPrincipal = {
  kind: 'api_key',
  keyId: 'key_1',
  name: 'Anna’s laptop',
  role: 'compliance',
  accountId: null,
  holderId: null,
  personId: null,
  scopes: [],
};

let written: NewAuditEvent[];
let logged: string[];
let timers: { milliseconds: number; run: () => void }[];
let failure: Error | undefined;
let recorder: AccessRecorder;
let number: number;
beforeEach(() => {
  written = [];
  logged = [];
  timers = [];
  failure = undefined;
  number = 0;
  recorder = new AccessRecorder({
    write: async (events) => {
      if (failure !== undefined) throw failure;
      written.push(...events);
    },
    schedule: (milliseconds, run) => {
      const timer = { milliseconds, run };
      timers.push(timer);
      return () => void (timers = timers.filter((each) => each !== timer));
    },
    log: (line) => logged.push(line),
  });
});

function answered(
  principal: Principal,
  method: string,
  path: string,
  changes: Partial<AnsweredRequest> = {},
): AnsweredRequest {
  number += 1;
  return {
    at: Date.UTC(2026, 0, 1),
    requestId: `req_${number}`,
    mount: 'loopback',
    principal,
    route: matchRoute(method, path).route,
    parameters: {},
    method,
    path,
    status: 200,
    ms: 1.4,
    rate: undefined,
    error: undefined,
    ...changes,
  };
}

async function kept(...requests: AnsweredRequest[]): Promise<NewAuditEvent[]> {
  for (const request of requests) recorder.observe(request);
  await recorder.flush();
  return written;
}

describe('Of an API key', () => {
  it.each([
    ['GET', '/v1/records'],
    ['GET', '/v1/me'],
    ['POST', '/v1/records'],
    ['GET', '/v1/nowhere'],
  ])('%s %s is kept', async (method, path) => {
    expect(await kept(answered(key, method, path))).toHaveLength(1);
  });

  it('its id and role are kept, its name is not', async () => {
    const [event] = await kept(
      answered(key, 'GET', '/v1/records/rec_1', { parameters: { id: 'rec_1' } }),
    );
    expect(event).toEqual({
      at: '2026-01-01T00:00:00.000Z',
      request_id: 'req_1',
      mount: 'loopback',
      caller: { kind: 'api_key', key_id: 'key_1', role: 'compliance' },
      action: 'read',
      operation_id: 'getRecord',
      method: 'GET',
      path: '/v1/records/rec_1',
      object_id: 'rec_1',
      status: 200,
      outcome: 'done',
      ms: 1,
      omitted: 0,
    });
  });
});

describe('Of the operator', () => {
  it.each([
    ['POST', '/v1/records', 'write'],
    ['POST', '/v1/records/rec_1/erasures', 'erase'],
    ['POST', '/v1/billing/invoices/inv_1/pay', 'pay'],
    ['POST', '/v1/api-keys', 'manage'],
    ['PUT', '/v1/rate-limits', 'manage'],
    ['GET', '/v1/records/rec_1', 'read'],
    ['GET', '/v1/records/rec_1/evidence', 'export'],
    ['GET', '/v1/billing/invoices/inv_1/pdf', 'export'],
    ['GET', '/v1/bundles/job_1', 'export'],
    ['GET', '/v1/sessions/sess_1/stream', 'read'],
    ['POST', '/v1/sessions/sess_1/filter', 'read'],
    ['DELETE', '/v1/nowhere', 'unknown'],
  ])('%s %s is kept as %s', async (method, path, action) => {
    expect((await kept(answered(operator, method, path))).map((each) => each.action)).toEqual([
      action,
    ]);
  });

  it.each([
    ['GET', '/v1/records'],
    ['GET', '/v1/jobs/job_1'],
    ['GET', '/v1/events'],
    ['GET', '/v1/workspace'],
    ['GET', '/v1/audit/events'],
    ['GET', '/v1/nowhere'],
  ])('%s %s is not', async (method, path) => {
    expect(await kept(answered(operator, method, path))).toEqual([]);
    expect(timers).toEqual([]);
  });

  it('a refusal is kept, whatever was asked', async () => {
    const events = await kept(answered(operator, 'GET', '/v1/records', { status: 403 }));
    expect(events.map((each) => each.outcome)).toEqual(['refused']);
  });
});

describe('Texts', () => {
  it('never hold a key, however it came into the path', async () => {
    const secret = `pdk_${'A1b-'.repeat(10)}xyz`;
    const path = `/v1/records/${secret}`;
    const events = await kept(
      answered(anonymous, 'GET', path, { parameters: { id: secret }, status: 401 }),
      answered(anonymous, 'GET', `/v1/x/PDK%5F${secret.slice(4)}/y`, { status: 401 }),
    );
    expect(JSON.stringify(events)).not.toContain('A1b-');
    expect(events.map((each) => each.path)).toEqual(['/v1/records/pdk_…', '/v1/x/pdk_…/y']);
  });

  it('are cut, and well formed', async () => {
    const id = `${'x'.repeat(254)}\u{1f600}\u{1f600}`;
    const [event] = await kept(
      answered(key, 'GET', `/v1/records/${'y'.repeat(8_000)}`, { parameters: { id } }),
    );
    expect(event?.path).toHaveLength(512);
    expect(event?.object_id?.isWellFormed()).toBe(true);
  });
});

describe('A caller that is refused again and again', () => {
  const refused = (principal: Principal, at = 0) =>
    answered(principal, 'GET', '/v1/records', { status: 401, at: Date.UTC(2026, 0, 1) + at });

  it('is kept sixty times a minute, then counted', async () => {
    for (let count = 0; count < 1_000; count += 1) recorder.observe(refused(anonymous));
    await kept(refused(anonymous, 60_000), refused(anonymous, 60_001));
    expect(written).toHaveLength(62);
    expect(written.map((each) => each.omitted).slice(59)).toEqual([0, 940, 0]);
  });

  it('takes nothing from another', async () => {
    for (let count = 0; count < 100; count += 1) recorder.observe(refused(anonymous));
    await kept(answered(key, 'GET', '/v1/records', { status: 429 }));
    expect(written.at(-1)).toMatchObject({ status: 429, outcome: 'refused', omitted: 0 });
  });
});

describe('Writing', () => {
  it('takes what came within a quarter of a second', async () => {
    recorder.observe(answered(key, 'GET', '/v1/records'));
    recorder.observe(answered(key, 'GET', '/v1/records'));
    expect(timers.map((each) => each.milliseconds)).toEqual([250]);
    timers.shift()?.run();
    await recorder.flush();
    expect(written.map((each) => each.request_id)).toEqual(['req_1', 'req_2']);
  });

  it('is tried again, in order', async () => {
    failure = new Error('The writer is not ready.');
    recorder.observe(answered(key, 'GET', '/v1/records'));
    timers.shift()?.run();
    expect(await recorder.flush()).toBe(false);
    failure = undefined;
    recorder.observe(answered(key, 'GET', '/v1/me'));
    timers.shift()?.run();
    await recorder.flush();
    expect(written.map((each) => each.request_id)).toEqual(['req_1', 'req_2']);
  });

  it('gives up what belongs to no other ledger, and says so', async () => {
    failure = new Error('The writer is not ready.');
    recorder.observe(answered(key, 'GET', '/v1/records'));
    await recorder.settle();
    failure = undefined;
    await recorder.flush();
    expect(written).toEqual([]);
    expect(logged.map((line): unknown => JSON.parse(line))).toContainEqual({
      level: 'error',
      event: 'audit_events_lost',
      count: 1,
    });
  });
});
