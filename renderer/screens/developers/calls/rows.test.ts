/** Rows of Requests: classes, search, order, and a call found again in what the program answered. */
import { describe, expect, test } from 'vitest';
import type { AnsweredRequest } from '../../../../shared/contract/requests.ts';
import type { Call } from '../../../api/calls.ts';
import { findRows, narrowRows, sortRows } from '../../../ui/list/arrange-rows.ts';
import { requestsList } from './requests-list.tsx';
import {
  callsById,
  classOf,
  fileRow,
  isConsoles,
  rowOfAnswered,
  rowOfCall,
  type RequestRow,
} from './rows.ts';

function call(part: Partial<Call>): Call {
  return {
    id: 'call-1',
    at: 1,
    method: 'GET',
    path: '/records?limit=5',
    headers: {},
    body: null,
    status: 200,
    wasAborted: false,
    ms: 3,
    requestId: 'req_1',
    rate: null,
    code: null,
    message: null,
    error: null,
    ...part,
  };
}

const answered: AnsweredRequest = {
  request_id: 'req_1',
  at: '2026-01-01T00:00:00.000Z',
  mount: 'loopback',
  caller: { kind: 'operator', key_id: null, name: null, role: null },
  method: 'GET',
  path: '/v1/records',
  operation_id: 'listRecords',
  status: 200,
  ms: 4,
  error: null,
  rate_limit: { class: 'read', limit: 10, remaining: 9, reset_seconds: 1 },
};

test('a refusal of somebody else is told as it was answered, in either shape', () => {
  const refused = (error: object) =>
    rowOfAnswered({ ...answered, status: 400, error: JSON.stringify({ error }) }, new Map());
  expect(refused({ code: 'validation_error', message: 'No model_id.', details: [] })).toMatchObject(
    {
      code: 'validation_error',
      message: 'No model_id.',
      error: '{"error":{"code":"validation_error","message":"No model_id.","details":[]}}',
    },
  );
  expect(refused({ type: 'forbidden', message: 'No.', details: {} })).toMatchObject({
    code: 'forbidden',
    message: 'No.',
  });
  const cut = rowOfAnswered({ ...answered, status: 400, error: '{"error":{"co' }, new Map());
  expect(cut).toMatchObject({ code: null, error: '{"error":{"co' });
});

test('the console asked what its window and its key did not', () => {
  const caller = { kind: 'api_key', key_id: 'key_1', name: 'x', role: 'ai_lab' } as const;
  expect(isConsoles(rowOfCall(call({})))).toBe(true);
  expect(isConsoles(rowOfAnswered(answered, new Map()))).toBe(true);
  expect(isConsoles(rowOfAnswered({ ...answered, caller }, new Map()))).toBe(false);
});

test('how a call ended', () => {
  expect(rowOfCall(call({ status: 'pending' })).status).toBe('pending');
  expect(rowOfCall(call({ status: 0, wasAborted: true })).status).toBe('aborted');
  expect(rowOfCall(call({ status: 0 })).status).toBe('unanswered');
});

test('classes', () => {
  const of = (status: Call['status'], wasAborted = false) =>
    classOf(rowOfCall(call({ status, wasAborted })));
  expect([of(200), of(304), of(404), of(503), of(0), of(0, true), of('pending')]).toEqual([
    '2xx',
    '2xx',
    '4xx',
    '5xx',
    '5xx',
    undefined,
    undefined,
  ]);
});

describe('what the program answered', () => {
  test('of somebody else: without a query string, with its operation and rate', () => {
    expect(rowOfAnswered(answered, new Map())).toMatchObject({
      path: '/records',
      call: null,
      rate: { limit: 10, remaining: 9, resetSeconds: 1 },
    });
  });

  test('of this window: with all that the window knows', () => {
    const sent = call({});
    const row = rowOfAnswered(answered, callsById([sent, call({ requestId: null })]));
    expect(row.path).toBe('/records?limit=5');
    expect(row.call).toBe(sent);
  });
});

describe('the list', () => {
  const rows = [
    rowOfCall(call({ id: 'c', at: 3, status: 404, ms: 9, path: '/models/x' })),
    rowOfCall(call({ id: 'b', at: 2, status: 'pending', ms: null })),
    rowOfCall(call({ id: 'a', at: 1, status: 200, ms: 1 })),
  ];
  const ids = (found: readonly RequestRow[]) => found.map((each) => each.id);
  const sorted = (sort: string, order: 'asc' | 'desc') =>
    ids(sortRows(requestsList, rows, { sort, order }));

  test('newest first, or oldest first', () => {
    expect(sorted('at', 'desc')).toEqual(['c', 'b', 'a']);
    expect(sorted('at', 'asc')).toEqual(['a', 'b', 'c']);
  });

  test('by class, by words of path or id', () => {
    expect(ids(narrowRows(requestsList, rows, { status: '4xx' }))).toEqual(['c']);
    expect(ids(findRows(requestsList, rows, 'req_1 MODELS'))).toEqual(['c']);
    expect(ids(findRows(requestsList, rows, 'req_1'))).toEqual(['c', 'b', 'a']);
    expect(ids(findRows(requestsList, rows, 'nothing'))).toEqual([]);
  });

  test('by duration: what is not answered yet is the longest', () => {
    expect(sorted('duration', 'desc')).toEqual(['b', 'c', 'a']);
    expect(sorted('status', 'desc')).toEqual(['c', 'a', 'b']);
  });
});

test('a file has a row flat, in the words of the API', () => {
  expect(fileRow(rowOfAnswered(answered, new Map()))).toEqual({
    at: '2026-01-01T00:00:00.000Z',
    method: 'GET',
    path: '/records',
    status: 200,
    ms: 4,
    request_id: 'req_1',
    remaining: 9,
    limit: 10,
    code: null,
    message: null,
    caller: 'operator',
    mount: 'loopback',
    operation_id: 'listRecords',
  });
});
