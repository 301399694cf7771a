/** The requests answered lately: the newest thousand, of everybody or of one. */
import { beforeEach, describe, expect, it } from 'vitest';
import { listRequestsQuerySchema } from '../../shared/contract/requests.ts';
import { matchRoute } from '../../shared/contract/match-route.ts';
import type { AnsweredRequest } from '../access/gate.ts';
import type { KeyPrincipal, Principal } from '../serve-request.ts';
import { changeEvery, RequestRing } from './request-ring.ts';

const operator: Principal = { kind: 'operator' };
const keyOf = (keyId: string, role: KeyPrincipal['role'] = 'ai_lab'): KeyPrincipal => ({
  kind: 'api_key',
  keyId,
  name: `The name of ${keyId}`,
  role,
  accountId: 'acct',
  holderId: null,
  personId: null,
  scopes: [],
});

let ring: RequestRing;
let changes: number;
let timers: { milliseconds: number; run: () => void }[];
beforeEach(() => {
  changes = 0;
  timers = [];
  ring = new RequestRing({
    changed: () => void (changes += 1),
    schedule: (milliseconds, run) => {
      timers.push({ milliseconds, run });
      return () => {};
    },
  });
});

function answer(number: number, changed: Partial<AnsweredRequest> = {}): void {
  const { path = '/v1/records', method = 'GET' } = changed;
  ring.observe({
    at: Date.UTC(2026, 0, 1),
    requestId: `req_${number}`,
    mount: 'loopback',
    principal: operator,
    route: matchRoute(method, path).route,
    parameters: {},
    method,
    path,
    status: 200,
    ms: 2.6,
    rate: undefined,
    error: undefined,
    ...changed,
  });
}

const ids = (query: Record<string, string> = {}, principal: Principal = operator) =>
  ring.list(listRequestsQuerySchema.parse(query), principal).map((each) => each.request_id);

it('is newest first, the last thousand', () => {
  for (let number = 1; number <= 1_500; number += 1) answer(number);
  expect(ids({ limit: '3' })).toEqual(['req_1500', 'req_1499', 'req_1498']);
  const all = ids({ limit: '1000' });
  expect([all.length, all.at(-1)]).toEqual([1_000, 'req_501']);
});

it('keeps an error as it was answered, as far as it is told', () => {
  const error = JSON.stringify({ error: { code: 'validation_error', message: 'No.' } });
  answer(1, { status: 400, error });
  answer(2, { status: 400, error: 'x'.repeat(100_000) });
  answer(3);
  const kept = ring.list(listRequestsQuerySchema.parse({}), operator).map((each) => each.error);
  expect(kept).toEqual([null, 'x'.repeat(16_384), error]);
});

it('says who asked, and what is left of a limit', () => {
  const resetAt = Date.UTC(2026, 0, 1) + 1_500;
  const rate = {
    allowed: true,
    unit: 'requests',
    limit: 600,
    period: '1m',
    remaining: 599,
    resetAt,
  } as const;
  answer(1, { principal: keyOf('key_1'), method: 'POST', rate, status: 201 });
  expect(ring.list(listRequestsQuerySchema.parse({}), operator)).toEqual([
    {
      request_id: 'req_1',
      at: '2026-01-01T00:00:00.000Z',
      mount: 'loopback',
      caller: {
        kind: 'api_key',
        key_id: 'key_1',
        name: 'The name of key_1',
        role: 'ai_lab',
      },
      method: 'POST',
      path: '/v1/records',
      operation_id: 'createRecord',
      status: 201,
      ms: 3,
      error: null,
      rate_limit: { class: 'write', limit: 600, remaining: 599, reset_seconds: 2 },
    },
  ]);
});

describe('A list', () => {
  beforeEach(() => {
    answer(1);
    answer(2, { principal: keyOf('key_1'), status: 404 });
    answer(3, { principal: { kind: 'anonymous' }, status: 401 });
    answer(4, { principal: keyOf('key_2'), status: 503 });
  });

  it.each([
    [{ caller: 'operator' }, ['req_1']],
    [{ caller: 'key_1' }, ['req_2']],
    [{ caller: 'anonymous' }, ['req_3']],
    [{ status_class: '4xx' }, ['req_3', 'req_2']],
    [{ status_class: '5xx', caller: 'key_1' }, []],
  ])('by %j', (query, expected) => {
    expect(ids(query)).toEqual(expected);
  });

  it('is of its own requests only for a key that is not an admin’s', () => {
    expect(ids({}, keyOf('key_2'))).toEqual(['req_4']);
    expect(ids({}, keyOf('key_2', 'compliance'))).toEqual(['req_4']);
    expect(ids({ caller: 'key_1' }, keyOf('key_2'))).toEqual([]);
    expect(ids({}, keyOf('key_9', 'admin'))).toHaveLength(4);
  });
});

describe('A change', () => {
  it('is told at most twice a second', () => {
    for (let number = 1; number <= 100; number += 1) answer(number);
    expect(timers.map((each) => each.milliseconds)).toEqual([changeEvery]);
    timers.shift()?.run();
    answer(101);
    expect([changes, timers.length]).toEqual([1, 1]);
  });

  it('is not told of those who look at the list: they would look again', () => {
    answer(1, { path: '/v1/requests', principal: keyOf('key_1') });
    answer(2, { path: '/v1/audit/events', principal: keyOf('key_1') });
    answer(3, { path: '/v1/requests' });
    expect(timers).toEqual([]);
    expect(ids()).toEqual(['req_2', 'req_1']);
  });
});
