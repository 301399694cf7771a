/** The ring of the console's own calls: bounded, newest first, without secrets. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { beginCall, currentCalls, forgetCalls, keptBody, keptCalls, rateOf } from './calls.ts';
import { request } from './client.ts';

afterEach(() => {
  forgetCalls();
  vi.unstubAllGlobals();
});

const anything = { parse: () => undefined };
const sent = { method: 'GET', path: '/records', headers: {}, body: null };

function answerWith(response: () => Response | Promise<Response>) {
  vi.stubGlobal('document', { baseURI: 'http://127.0.0.1:4173/#/decisions' });
  vi.stubGlobal('fetch', () => Promise.resolve(response()));
}

test('a call is pending, then answered; its time is that of the head of the answer', () => {
  let now = 1_000;
  const end = beginCall(sent, () => now);
  expect(currentCalls()[0]).toMatchObject({ status: 'pending', at: 1_000, ms: null });
  now = 1_012;
  end({ status: 400, requestId: 'req_1' });
  now = 1_090;
  end({ code: 'validation_error', message: 'no' });
  expect(currentCalls()[0]).toMatchObject({
    status: 400,
    ms: 12,
    requestId: 'req_1',
    code: 'validation_error',
  });
});

test('the newest come first and the oldest are forgotten', () => {
  for (let number = 0; number < keptCalls + 3; number += 1) {
    beginCall({ ...sent, path: `/records?limit=${number}` })({ status: 200 });
  }
  expect(currentCalls()).toHaveLength(keptCalls);
  expect(currentCalls()[0]?.path).toBe(`/records?limit=${keptCalls + 2}`);
});

test('an answer to a call that was forgotten changes nothing', () => {
  const end = beginCall(sent);
  forgetCalls();
  end({ status: 200 });
  expect(currentCalls()).toEqual([]);
});

describe('what is kept of a body', () => {
  test('short JSON whole, long JSON by its length, a secret never', () => {
    expect(keptBody('{"a":1}', false)).toEqual({ kind: 'text', text: '{"a":1}' });
    expect(keptBody('x'.repeat(20_000), false)).toEqual({ kind: 'long', bytes: 20_000 });
    expect(keptBody('{"api_key":"pdk_x"}', true)).toEqual({ kind: 'withheld', bytes: 19 });
    expect(keptBody(undefined, true)).toBeNull();
  });
});

describe('the client notes its calls', () => {
  test('path, body, status, request id and rate limit', async () => {
    answerWith(() =>
      Response.json(
        {},
        {
          headers: {
            'x-request-id': 'req_7',
            'ratelimit-limit': '600',
            'ratelimit-remaining': '599',
            'ratelimit-reset': '1',
          },
        },
      ),
    );
    await request(anything, {
      method: 'POST',
      path: '/records',
      query: { dry_run: true },
      body: { a: 1 },
      idempotencyKey: 'k1',
    });
    expect(currentCalls()).toEqual([
      expect.objectContaining({
        method: 'POST',
        path: '/records?dry_run=true',
        headers: { 'Idempotency-Key': 'k1' },
        body: { kind: 'text', text: '{"a":1}' },
        status: 200,
        requestId: 'req_7',
        rate: { limit: 600, remaining: 599, resetSeconds: 1 },
      }),
    ]);
  });

  test('a secret body is nowhere in the ring', async () => {
    answerWith(() => Response.json({}));
    await request(anything, {
      method: 'POST',
      path: '/connections',
      body: { api_key: 'pdk_secret' },
      hasSecret: true,
    });
    expect(JSON.stringify(currentCalls())).not.toContain('pdk_secret');
  });

  test('a failure with its code; no answer at all; a call that was given up; one that is not listed', async () => {
    answerWith(() =>
      Response.json(
        { error: { type: 'forbidden', message: 'no', request_id: 'req_8' } },
        { status: 403 },
      ),
    );
    await expect(request(anything, { path: '/me' })).rejects.toThrow('no');
    expect(currentCalls()[0]).toMatchObject({ status: 403, code: 'forbidden', requestId: 'req_8' });
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('refused')));
    await expect(request(anything, { path: '/me' })).rejects.toThrow('did not answer');
    expect(currentCalls()[0]).toMatchObject({ status: 0, code: 'engine_unreachable' });
    vi.stubGlobal('fetch', () => Promise.reject(new DOMException('x', 'AbortError')));
    await expect(request(anything, { path: '/me' })).rejects.toThrow('x');
    expect(currentCalls()[0]).toMatchObject({ status: 0, wasAborted: true, code: null });
    answerWith(() => Response.json({}));
    await request(anything, { path: '/requests', isUnlisted: true });
    expect(currentCalls()).toHaveLength(3);
  });
});

describe('rateOf', () => {
  test('nothing unless all three are numbers', () => {
    expect(rateOf(new Headers())).toBeNull();
    expect(rateOf(new Headers({ 'ratelimit-limit': '10', 'ratelimit-remaining': 'x' }))).toBeNull();
  });
});
