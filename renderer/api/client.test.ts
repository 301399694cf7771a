/** Both error shapes of the specification ("Errors") become one typed failure. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { currentCalls } from './calls.ts';
import { ApiFailure, apiUrl, failureFrom, request, toFailure } from './client.ts';
import { backOffMs } from './changes.ts';

const page = 'http://127.0.0.1:4173/#/decisions?q=1';

afterEach(() => vi.unstubAllGlobals());

function answer(body: string) {
  vi.stubGlobal('document', { baseURI: page });
  const fetchSpy = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(() =>
    Promise.resolve(new Response(body)),
  );
  vi.stubGlobal('fetch', fetchSpy);
  return fetchSpy;
}

function refuse(): never {
  throw new TypeError('another form');
}

describe('failureFrom', () => {
  test('the records shape', () => {
    const failure = failureFrom(
      400,
      new Headers(),
      JSON.stringify({
        error: {
          code: 'validation_error',
          message: 'not valid',
          details: [{ field: 'model_id', message: 'is required' }, { odd: 1 }],
          request_id: 'req_1',
        },
      }),
    );
    expect(failure).toMatchObject({
      status: 400,
      code: 'validation_error',
      message: 'not valid',
      fields: [{ field: 'model_id', message: 'is required' }],
      requestId: 'req_1',
    });
  });

  test('the sessions shape, with a wait', () => {
    const failure = failureFrom(
      429,
      new Headers({ 'retry-after': '7' }),
      JSON.stringify({
        error: {
          type: 'rate_limit_exceeded',
          message: 'slow down',
          details: { limit: 10, fields: [{ field: 'limit', message: 'too large' }] },
          request_id: 'req_2',
        },
      }),
    );
    expect(failure).toMatchObject({
      code: 'rate_limit_exceeded',
      retryAfter: 7,
      details: { limit: 10 },
      fields: [{ field: 'limit', message: 'too large' }],
      requestId: 'req_2',
    });
  });

  test.each([
    [
      'records',
      (faults: unknown) => ({
        code: 'validation_error',
        message: 'not valid',
        details: [
          { field: 'a', message: 'must be at most 5' },
          { field: 'b', message: 'is odd' },
        ],
        request_id: 'req_1',
        faults,
      }),
    ],
    [
      'sessions',
      (faults: unknown) => ({
        type: 'validation_error',
        message: 'not valid',
        details: {
          fields: [
            { field: 'a', message: 'must be at most 5' },
            { field: 'b', message: 'is odd' },
          ],
        },
        request_id: 'req_1',
        faults,
      }),
    ],
  ] as const)('the codes beside the %s shape, where they belong to its fields', (_, errorOf) => {
    const fieldsOf = (faults: unknown) =>
      failureFrom(400, new Headers(), JSON.stringify({ error: errorOf(faults) })).fields;
    const a = { field: 'a', code: 'at_most', params: { maximum: 5 } };
    const uncoded = { code: '', params: {} };
    const [plainA, plainB] = [
      { field: 'a', message: 'must be at most 5', ...uncoded },
      { field: 'b', message: 'is odd', ...uncoded },
    ];
    expect(fieldsOf([a, { field: 'b', code: 'odd', params: {} }])).toEqual([
      { ...a, message: 'must be at most 5' },
      { field: 'b', code: 'odd', params: {}, message: 'is odd' },
    ]);
    expect(fieldsOf([a])).toEqual([{ ...a, message: 'must be at most 5' }, plainB]);
    for (const odd of [undefined, null, 'x', [], [{ ...a, field: 'c' }, null]]) {
      expect(fieldsOf(odd)).toEqual([plainA, plainB]);
    }
  });

  test.each(['', '<html>', 'null', '[]', '{"error":"no"}', '{"error":null}'])(
    'an answer in no known shape: %s',
    (text) => {
      const headers = new Headers({ 'x-request-id': 'req_3' });
      expect(failureFrom(500, headers, text)).toMatchObject({
        status: 500,
        code: 'unexpected_answer',
        requestId: 'req_3',
        fields: [],
      });
      expect(failureFrom(503, headers, text).code).toBe('engine_unavailable');
    },
  );
});

describe('request', () => {
  test('sends a text body untouched, with its idempotency key', async () => {
    const fetchSpy = answer('{"ok":true}');
    const body = '{"amount":1.0}';
    await request(
      { parse: String },
      { method: 'POST', path: '/records', body, idempotencyKey: 'k' },
    );
    const [url, init] = fetchSpy.mock.calls[0] ?? [];
    expect(url).toBe('http://127.0.0.1:4173/v1/records');
    expect(init?.body).toBe(body);
    expect(new Headers(init?.headers).get('idempotency-key')).toBe('k');
    expect(new Headers(init?.headers).get('content-type')).toBe('application/json');
  });

  test('an answer of another form, a refused connection, an abort', async () => {
    answer('{"x":1}');
    await expect(request({ parse: refuse }, { path: '/chain' })).rejects.toMatchObject({
      code: 'unexpected_answer',
    });
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')));
    await expect(request({ parse: refuse }, { path: '/chain' })).rejects.toMatchObject({
      code: 'engine_unreachable',
      status: 0,
    });
    vi.stubGlobal('fetch', () => Promise.reject(new DOMException('stop', 'AbortError')));
    await expect(request({ parse: refuse }, { path: '/chain' })).rejects.toBeInstanceOf(
      DOMException,
    );
  });

  test('a refusal that is given up while it is read is an abort, not a form unknown', async () => {
    vi.stubGlobal('document', { baseURI: page });
    const stop = new DOMException('stop', 'AbortError');
    const body = new ReadableStream({ start: (controller) => controller.error(stop) });
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status: 404 })));
    await expect(request({ parse: refuse }, { path: '/chain' })).rejects.toBe(stop);
    expect(currentCalls()[0]).toMatchObject({ status: 404, wasAborted: true, code: null });
  });
});

describe('apiUrl', () => {
  test.each([page, 'app://console/', 'app://console/index.html#/x'])('from %s', (base) => {
    const url = apiUrl('/records', { limit: 5, q: 'a b&c', none: undefined }, base);
    expect(url).toBe(
      `${new URL(base).href.split('/').slice(0, 3).join('/')}/v1/records?limit=5&q=a+b%26c`,
    );
  });
});

test('any thrown value can be shown', () => {
  const failure = new ApiFailure(404, 'not_found', 'gone');
  expect(toFailure(failure)).toBe(failure);
  expect(toFailure(new Error('bad')).message).toBe('bad');
  expect(toFailure('text').message).toBe('text');
});

test('waits double up to five seconds', () => {
  expect([1, 2, 3, 4, 5, 6, 60].map((attempt) => backOffMs(attempt))).toEqual([
    250, 500, 1000, 2000, 4000, 5000, 5000,
  ]);
});
