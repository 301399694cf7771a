/** Lines of the request log hold what a log may hold, and nothing of what was asked for. */
import { expect, test } from 'vitest';
import type { AnsweredExchange } from './http-server.ts';
import { requestLine } from './request-log.ts';

const exchange: AnsweredExchange = {
  door: 'server',
  at: Date.UTC(2026, 10, 27, 12),
  requestId: 'req_1',
  method: 'POST',
  operationId: 'createRecord',
  decisions: 1,
  status: 201,
  ms: 3.4,
  bytes: 812,
  principal: {
    kind: 'api_key',
    keyId: 'key_1',
    name: 'The name of somebody',
    role: 'admin',
    accountId: 'lab',
    holderId: null,
    personId: null,
    scopes: [],
  },
  client: '203.0.113.9',
};

test('as JSON', () => {
  expect(JSON.parse(requestLine(exchange, 'json'))).toEqual({
    time: '2026-11-27T12:00:00.000Z',
    request_id: 'req_1',
    door: 'server',
    method: 'POST',
    operation: 'createRecord',
    status: 201,
    ms: 3,
    bytes: 812,
    key_id: 'key_1',
    client: '203.0.113.9',
  });
});

test('as text', () => {
  expect(requestLine(exchange, 'text')).toBe(
    '2026-11-27T12:00:00.000Z POST createRecord 201 3 ms 812 B key_1 203.0.113.9 req_1',
  );
});

test('of somebody who is nobody, for what is nothing', () => {
  const other: AnsweredExchange = {
    ...exchange,
    requestId: undefined,
    operationId: undefined,
    method: 'M-SEARCH',
    status: 400,
    principal: { kind: 'anonymous' },
    client: '',
  };
  expect(requestLine(other, 'text')).toBe(
    '2026-11-27T12:00:00.000Z OTHER - 400 3 ms 812 B anonymous - -',
  );
});
