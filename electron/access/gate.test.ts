/** The gate by itself: what it lets through, how often, and what it tells. */
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { recordsErrorSchema, sessionsErrorSchema } from '../../shared/contract/errors.ts';
import { matchRoute } from '../../shared/contract/match-route.ts';
import { askedBy, type Admitted, type Caller, type Exchange } from '../serve-request.ts';
import { createApiKey, digestOfKey, keySecretOf, principalOf, type StoredKey } from './api-keys.ts';
import { defaultRateLimits, Gate, type AnsweredRequest } from './gate.ts';
import { allows } from './permissions.ts';
import { periodMs, rateClassOf, RateLimiter } from './rate-limiter.ts';
import { rations } from './rations.ts';
import { rowCountHeader } from './row-count.ts';

const anonymous: Caller = { mount: 'loopback', principal: { kind: 'anonymous' } };
const operator: Caller = { mount: 'app', principal: { kind: 'operator' } };
const secret = keySecretOf(new Uint8Array(32));
const { key } = createApiKey(randomBytes);
const stored: StoredKey = {
  keyId: 'key_1',
  digest: digestOfKey(key, secret),
  name: 'A lab',
  role: 'ai_lab',
  accountId: 'acct_1',
  holderId: null,
  personId: null,
  scopes: null,
  rateLimits: null,
  expiresAt: null,
  revokedAt: null,
};

let now: number;
let isOpen: boolean;
let served: Admitted[];
let told: AnsweredRequest[];
let gate: Gate;
beforeEach(() => {
  now = Date.UTC(2026, 0, 1);
  isOpen = true;
  served = [];
  told = [];
  gate = new Gate({
    serve: async (admitted) => {
      served.push(admitted);
      return new Response('{}', { headers: { 'x-request-id': 'req_inner' } });
    },
    apiKeyHashes: [],
    clock: () => now,
    createRequestId: () => 'req_gate',
    settled: async () => isOpen,
  });
  gate.useSecret(secret);
  use({});
  gate.observe((request) => told.push(request));
});

function use(changes: Partial<StoredKey>, limits: Partial<typeof defaultRateLimits> = {}): void {
  gate.use({ keys: [{ ...stored, ...changes }], limits: { ...defaultRateLimits, ...limits } });
}

function ask(
  path: string,
  options: {
    method?: string;
    headers?: Record<string, string>;
    caller?: Caller;
    exchange?: Exchange;
  } = {},
): Promise<Response> {
  const { method = 'GET', headers = { 'x-api-key': key }, caller = anonymous } = options;
  const { exchange } = options;
  const request = new Request(`http://x.test/v1${path}`, { method, headers });
  const asked = askedBy(request, caller);
  return gate.serve(exchange === undefined ? asked : { ...asked, exchange });
}

describe('A caller', () => {
  test('is who its key says, with what it may', async () => {
    for (const headers of [
      { 'x-api-key': key },
      { authorization: `Bearer ${key}` },
      { authorization: `bearer  ${key} ` },
      { authorization: `Bearer ${key}`, 'x-api-key': key },
    ]) {
      expect((await ask('/records', { headers })).status).toBe(200);
    }
    expect(new Set(served.map(({ caller }) => JSON.stringify(caller.principal))).size).toBe(1);
    expect(served[0]?.caller).toMatchObject({
      mount: 'loopback',
      principal: { kind: 'api_key', keyId: 'key_1', role: 'ai_lab', accountId: 'acct_1' },
    });
  });

  test.each([
    [{}],
    [{ 'x-api-key': '' }],
    [{ 'x-api-key': `${key}x` }],
    [{ authorization: key }],
    [{ authorization: `Basic ${key}` }],
    [{ authorization: `Bearer ${key}`, 'x-api-key': 'pdk_another' }],
    [{ authorization: 'Bearer pdk_another', 'x-api-key': key }],
    [{ 'x-api-key': `${key}, ${key}` }],
  ])('is refused with %j', async (headers) => {
    const response = await ask('/sessions', { headers });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
    expect(response.headers.get('x-request-id')).toBe('req_gate');
    expect(sessionsErrorSchema.parse(await response.json()).error).toMatchObject({
      type: 'unauthorized',
      request_id: 'req_gate',
    });
    expect(served).toEqual([]);
    expect(told).toMatchObject([
      { principal: { kind: 'anonymous' }, status: 401, error: expect.stringContaining('req_gate') },
    ]);
  });

  test('is nobody with a key in the address', async () => {
    for (const name of ['api_key', 'key', 'access_token', 'x-api-key']) {
      expect((await ask(`/records?${name}=${key}`, { headers: {} })).status).toBe(401);
    }
    expect(JSON.stringify(told)).not.toContain(key);
  });

  test('is refused in the shape of what it asked for', async () => {
    const response = await ask('/records/rec_1', { headers: {} });
    expect(recordsErrorSchema.parse(await response.json()).error.code).toBe('unauthorized');
    const head = await ask('/records', { method: 'HEAD', headers: {} });
    expect([head.status, await head.text()]).toEqual([401, '']);
    const [asGet, asHead] = told.map(({ error }) =>
      recordsErrorSchema.parse(JSON.parse(error ?? '')),
    );
    expect(asHead).toEqual(asGet);
  });

  test('is told when its key expired or was revoked', async () => {
    use({ expiresAt: '2026-01-01T00:00:00.001Z' });
    expect((await ask('/records')).status).toBe(200);
    now += 1;
    const expired = await ask('/records');
    expect([expired.status, await expired.text()]).toEqual([
      401,
      expect.stringContaining('expired at 2026-01-01T00:00:00.001Z'),
    ]);
    use({ revokedAt: '2026-01-01T00:00:00.000Z' });
    expect(await (await ask('/records')).text()).toContain('was revoked');
  });

  test('of a ledger that is not open is asked to come again', async () => {
    isOpen = false;
    gate.clear();
    const response = await ask('/records');
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await ask('/records', { headers: {} })).status).toBe(401);
  });

  test('gets no further than its role and its scopes', async () => {
    expect((await ask('/audit/events')).status).toBe(403);
    expect((await ask('/sessions')).status).toBe(200);
    use({ scopes: ['records:read'] });
    expect((await ask('/records')).status).toBe(200);
    expect((await ask('/records', { method: 'POST' })).status).toBe(403);
    const refused = await ask('/sessions');
    expect(refused.status).toBe(403);
    expect(sessionsErrorSchema.parse(await refused.json()).error).toMatchObject({
      type: 'forbidden',
      details: { operation: 'listSessions', role: 'ai_lab' },
    });
    // Who it is, it is always told.
    expect((await ask('/me')).status).toBe(200);
  });
});

describe('Rate limits', () => {
  const slow = { limit: 2, period: '1m' };

  test('answer in the specified error, with the headers of every answer', async () => {
    use({}, { read: slow });
    const first = await ask('/sessions');
    expect(rateOf(first)).toEqual(['2', '1', '30', '2;w=60', null]);
    expect(rateOf(await ask('/sessions'))).toEqual(['2', '0', '60', '2;w=60', null]);
    const refused = await ask('/sessions');
    expect(refused.status).toBe(429);
    expect(rateOf(refused)).toEqual(['2', '0', '30', '2;w=60', '30']);
    expect(await refused.json()).toEqual({
      error: {
        type: 'rate_limit_exceeded',
        message: expect.any(String),
        details: { limit: 2, period: '1m', reset_at: '2026-01-01T00:00:30.000Z' },
        request_id: 'req_gate',
      },
    });
    expect(told.at(-1)).toMatchObject({
      status: 429,
      requestId: 'req_gate',
      principal: { keyId: 'key_1' },
      rate: { allowed: false, limit: 2, remaining: 0 },
    });
    now += 29_999;
    expect((await ask('/sessions')).status).toBe(429);
    now += 1;
    expect((await ask('/sessions')).status).toBe(200);
    expect((await ask('/sessions')).status).toBe(429);
  });

  test('are of each class by itself, and of each key', async () => {
    use({}, { read: { limit: 1, period: '1m' }, query: { limit: 1, period: '1h' } });
    expect((await ask('/sessions')).status).toBe(200);
    expect((await ask('/sessions')).status).toBe(429);
    const query = '/sessions/sess_1/stream';
    expect((await ask(query)).status).toBe(200);
    expect((await ask(query)).headers.get('ratelimit-policy')).toBe('1;w=3600');
    expect((await ask('/records', { method: 'POST' })).status).toBe(200);
    use({ rateLimits: { read: { limit: 5, period: '1s' } } }, { read: slow });
    expect((await ask('/sessions')).headers.get('ratelimit-limit')).toBe('5');
  });

  test('count what is refused and what does not exist', async () => {
    use({}, { read: slow });
    expect((await ask('/audit/events')).status).toBe(403);
    await ask('/nothing');
    expect((await ask('/sessions')).status).toBe(429);
  });

  test('are not for the window, nor are their headers', async () => {
    use({}, { read: { limit: 1, period: '1h' } });
    for (let count = 0; count < 10; count += 1) {
      const response = await ask('/sessions', { caller: operator, headers: {} });
      expect([response.status, response.headers.get('ratelimit-limit')]).toEqual([200, null]);
    }
    expect(told.every(({ rate }) => rate === undefined)).toBe(true);
  });

  test('are not for the key of the host either', async () => {
    const host = createApiKey(randomBytes);
    const served = new Gate({
      serve: async () => new Response('{}'),
      apiKeyHashes: [host.hash],
      clock: () => now,
      createRequestId: () => 'req_gate',
    });
    served.use({ keys: [], limits: { ...defaultRateLimits, read: { limit: 1, period: '1h' } } });
    for (let count = 0; count < 10; count += 1) {
      const request = new Request('http://x.test/v1/records', {
        headers: { 'x-api-key': host.key },
      });
      const response = await served.serve(askedBy(request, anonymous));
      expect([response.status, response.headers.get('ratelimit-limit')]).toEqual([200, null]);
    }
  });

  test('hold when they are lowered', async () => {
    use({}, { read: { limit: 100, period: '1m' } });
    await ask('/sessions');
    use({}, { read: slow });
    expect((await ask('/sessions')).headers.get('ratelimit-remaining')).toBe('1');
  });
});

describe('Pages of a stream', () => {
  const first = '/sessions/sess_1/stream?batch_size=100';
  const page = `${first}&cursor=c`;
  let answered: () => Response;
  const rows = (count: number) => () => new Response('{}', { headers: rowCountHeader(count) });
  const refusal = () => new Response('{}', { status: 400 });
  const policyOf = async (path: string) => {
    const { status, headers } = await ask(path);
    return [status, headers.get('ratelimit-remaining'), headers.get('ratelimit-policy')];
  };

  beforeEach(() => {
    answered = rows(100);
    gate = new Gate({
      serve: async (admitted) => {
        served.push(admitted);
        return answered();
      },
      apiKeyHashes: [],
      clock: () => now,
      createRequestId: () => 'req_gate',
      settled: async () => isOpen,
    });
    gate.useSecret(secret);
    use({}, { query: { limit: 2, period: '1m' }, rows: { limit: 250, period: '1m' } });
  });

  test('take their rows behind a cursor, and no request', async () => {
    expect(await policyOf(page)).toEqual([200, '150', '250;w=60;unit="rows"']);
    expect(await policyOf(first)).toEqual([200, '1', '2;w=60']);
    expect(await policyOf(page)).toEqual([200, '50', '250;w=60;unit="rows"']);
    // One page may take more than is left.
    expect(await policyOf(page)).toEqual([200, '0', '250;w=60;unit="rows"']);
    const refused = await ask(page);
    expect(rateOf(refused)).toEqual(['250', '0', '13', '250;w=60;unit="rows"', '13']);
    expect(await refused.json()).toMatchObject({
      error: {
        type: 'rate_limit_exceeded',
        message: expect.stringContaining('rows of streams'),
        details: { limit: 250, period: '1m', reset_at: '2026-01-01T00:00:12.240Z' },
      },
    });
    expect(await policyOf('/sessions/sess_1/records/rec_1')).toEqual([200, '0', '2;w=60']);
    now += 12_239;
    expect((await ask(page)).status).toBe(429);
    now += 1;
    expect((await ask(page)).status).toBe(200);
  });

  test('give back what they did not hold', async () => {
    answered = rows(40);
    expect(await policyOf(page)).toEqual([200, '210', '250;w=60;unit="rows"']);
    answered = () => new Response('{}', { status: 503 });
    expect(await policyOf(page)).toEqual([503, '1', '2;w=60']);
    answered = rows(100);
    expect(await policyOf(page)).toEqual([200, '110', '250;w=60;unit="rows"']);
  });

  test('without end are no way round: each is 32 rows', async () => {
    answered = rows(1);
    const small = '/sessions/sess_1/stream?batch_size=1&cursor=c';
    for (let count = 0; count < 8; count += 1) expect((await ask(small)).status).toBe(200);
    expect((await ask(small)).status).toBe(429);
  });

  test.each(['0', '-100', '1e9', 'NaN', '', 'x'])(
    'that ask for "%s" rows are counted as the largest, or the least',
    async (size) => {
      answered = refusal;
      await ask(`/sessions/sess_1/stream?batch_size=${size}&cursor=c`);
      answered = rows(100);
      for (let count = 0; count < 3; count += 1) expect((await ask(page)).status).toBe(200);
      expect((await ask(page)).status).toBe(429);
    },
  );

  test.each(['&cursor=made-up', '&cursor=', '&cursor', '&cursor=a&cursor=b'])(
    'with a cursor that is refused (%s) are requests',
    async (cursor) => {
      answered = refusal;
      for (let count = 0; count < 2; count += 1) {
        expect((await ask(`${first}${cursor}`)).status).toBe(400);
      }
      // None is left: the next is owed, and then none goes on before it is paid back.
      expect((await ask(`${first}${cursor}`)).status).toBe(400);
      const before = served.length;
      const refused = await ask(`${first}${cursor}`);
      expect(rateOf(refused)).toEqual(['2', '0', '30', '2;w=60', '30']);
      answered = rows(100);
      expect((await ask(page)).status).toBe(429);
      expect((await ask(first)).status).toBe(429);
      expect(served).toHaveLength(before);
      now += 30_000;
      expect((await ask(page)).status).toBe(200);
    },
  );

  test('go on where no request is left', async () => {
    await ask(first);
    await ask(first);
    expect((await ask(first)).status).toBe(429);
    expect((await ask(page)).status).toBe(200);
  });

  test('side by side go below zero once', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    gate = new Gate({
      serve: () => promise.then((response) => response.clone()),
      apiKeyHashes: [],
      clock: () => now,
      createRequestId: () => 'req_gate',
    });
    gate.useSecret(secret);
    use({}, { rows: { limit: 250, period: '1m' } });
    const asked = Array.from({ length: 10 }, () => ask(page));
    resolve(rows(100)());
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
  });

  test('of the window, and those of the key of the host, are not counted', async () => {
    for (let count = 0; count < 10; count += 1) {
      expect((await ask(page, { caller: operator, headers: {} })).status).toBe(200);
    }
  });

  test('have limits of their key', async () => {
    use({ rateLimits: { rows: { limit: 1, period: '1h' } } });
    expect((await ask(page)).status).toBe(200);
    expect((await ask(page)).headers.get('ratelimit-policy')).toBe('1;w=3600;unit="rows"');
  });
});

describe('What keys have under way', () => {
  const others = Array.from({ length: 20 }, (_, number) => {
    const made = createApiKey(randomBytes);
    const digest = digestOfKey(made.key, secret);
    return { key: made.key, stored: { ...stored, keyId: `key_other_${number}`, digest } };
  });

  /** A connection whose request is not over before `end`. */
  function connection() {
    const over = Promise.withResolvers<void>();
    const recognised: string[] = [];
    const exchange = { over: over.promise, recognised: (who: string) => recognised.push(who) };
    return { exchange, recognised, end: () => over.resolve() };
  }

  const open = (path: string, apiKey: string, method = 'GET') => {
    const { exchange, recognised, end } = connection();
    const answer = ask(path, { method, headers: { 'x-api-key': apiKey }, exchange });
    return { answer, recognised, end };
  };

  const statusesOf = async (opened: readonly { readonly answer: Promise<Response> }[]) =>
    Promise.all(opened.map(async ({ answer }) => (await answer).status));

  beforeEach(() => {
    gate.use({ keys: [stored, ...others.map((each) => each.stored)], limits: defaultRateLimits });
  });

  test.each([
    ['streams', '/events', rations.streams],
    ['requests', '/records', rations.requests],
  ] as const)(
    '%s are rationed: for one key, and for all together',
    async (kind, path, { ofKey, ofAll }) => {
      const opened = Array.from({ length: ofKey }, () => open(path, key));
      expect(new Set(await statusesOf(opened))).toEqual(new Set([200]));
      const before = served.length;
      const refused = await open(path, key).answer;
      expect([refused.status, refused.headers.get('retry-after'), served.length]).toEqual([
        429,
        '1',
        before,
      ]);
      expect(JSON.stringify(await refused.json())).toMatch(
        kind === 'streams' ? /has 8 streams of changes open/ : /has 32 requests that are being/,
      );
      // What is rationed is of one kind: the other goes on.
      expect((await ask(kind === 'streams' ? '/records' : '/events')).status).toBe(200);
      opened[0]?.end();
      await expect.poll(async () => (await open(path, key).answer).status).toBe(200);

      const more = others.flatMap((other) =>
        Array.from({ length: ofKey }, () => open(path, other.key)),
      );
      const statuses = await statusesOf(more);
      expect(statuses.filter((status) => status === 200)).toHaveLength(ofAll - ofKey);
      // A refused request is nobody's: its connection may be wanted for another.
      expect(more.filter(({ recognised }) => recognised.length > 0)).toHaveLength(ofAll - ofKey);
      expect((await ask('/records', { caller: operator, headers: {} })).status).toBe(200);
    },
  );

  test('are over with their answers where there is no connection', async () => {
    for (let count = 0; count < 3 * rations.requests.ofKey; count += 1) {
      expect((await ask('/records')).status).toBe(200);
    }
  });

  test('leave connections to the operator', () => {
    expect(rations.requests.ofAll + rations.streams.ofAll).toBeLessThanOrEqual(256 - 64);
  });
});

function rateOf(response: Response): (string | null)[] {
  return [
    'ratelimit-limit',
    'ratelimit-remaining',
    'ratelimit-reset',
    'ratelimit-policy',
    'retry-after',
  ].map((name) => response.headers.get(name));
}

describe('A token bucket', () => {
  test('never gives more than its limit at once and its rate for long', () => {
    const limiter = new RateLimiter();
    const rate = { limit: 10, period: '1s' };
    let given = 0;
    for (let at = 0; at < 10_000; at += 7) {
      for (let each = 0; each < 3; each += 1) {
        if (limiter.take('key', 'read', rate, at).allowed) given += 1;
      }
    }
    expect(given).toBeGreaterThanOrEqual(108);
    expect(given).toBeLessThanOrEqual(110);
  });

  test('lets exactly the one through that it named', () => {
    const limiter = new RateLimiter();
    for (const limit of [1, 3, 7, 1_200, 999_983]) {
      const rate = { limit, period: '1m' };
      const keyId = String(limit);
      let state = limiter.take(keyId, 'read', rate, 0);
      for (let each = 1; each <= limit && state.allowed; each += 1) {
        state = limiter.take(keyId, 'read', rate, 0);
      }
      expect(state.allowed).toBe(false);
      expect(limiter.take(keyId, 'read', rate, state.resetAt - 1).allowed).toBe(false);
      expect(limiter.take(keyId, 'read', rate, state.resetAt).allowed).toBe(true);
    }
  });

  test('gives nothing for a clock that is set back', () => {
    const limiter = new RateLimiter();
    const rate = { limit: 1, period: '1m' };
    expect(limiter.take('key', 'read', rate, 1_000_000).allowed).toBe(true);
    expect(limiter.take('key', 'read', rate, 0).allowed).toBe(false);
  });

  test('knows durations and classes', () => {
    expect(['30s', '1m', '24h'].map(periodMs)).toEqual([30_000, 60_000, 86_400_000]);
    const classOf = (method: string, path: string) =>
      rateClassOf(matchRoute(method, `/v1${path}`).route);
    expect(classOf('GET', '/records')).toBe('read');
    expect(classOf('POST', '/records')).toBe('write');
    expect(classOf('POST', '/sessions/s/filter')).toBe('query');
    expect(classOf('GET', '/sessions/s/stream')).toBe('query');
    expect(classOf('POST', '/imports')).toBe('bulk');
    expect(classOf('POST', '/chain/verifications')).toBe('bulk');
    expect(classOf('GET', '/bundles/b')).toBe('bulk');
    expect(classOf('GET', '/billing/invoices/i/pdf')).toBe('bulk');
    expect(classOf('GET', '/nothing')).toBe('read');
  });
});

describe('What is asked for', () => {
  const part = fc.oneof(
    fc.constantFrom('records', 'facets', '%66acets', 'models', 'audit', 'events', '', 'a%2Fb'),
    fc.webSegment(),
  );

  test('is one thing for the permission, the answer and what is told', async () => {
    use(
      {},
      { read: { limit: 1_000_000, period: '1m' }, write: { limit: 1_000_000, period: '1m' } },
    );
    const asked = fc.tuple(
      fc.constantFrom('GET', 'POST', 'HEAD'),
      fc.array(part, { maxLength: 4 }),
    );
    await fc.assert(
      fc.asyncProperty(asked, async ([method, parts]) => {
        served = [];
        told = [];
        const { status } = await ask(`/${parts.join('/')}`, { method });
        const { route, parameters } = told[0] ?? {};
        const isAllowed = route !== undefined && allows(principalOf(stored), route) !== 'none';
        const refused = route === undefined ? [404, 405] : [403];
        expect(isAllowed ? [200] : refused).toContain(status);
        expect(served.map(({ match }) => match)).toEqual(isAllowed ? [{ route, parameters }] : []);
        expect(served.map(({ match }) => match.route === route)).not.toContain(false);
      }),
    );
  });
});

describe('What the gate tells', () => {
  test('is who, what and how it ended; no header, query or body', async () => {
    await ask('/records/rec_%31/verification?secret=1', { headers: { 'x-api-key': key } });
    expect(told).toEqual([
      {
        at: now,
        requestId: 'req_inner',
        mount: 'loopback',
        principal: expect.objectContaining({ keyId: 'key_1', name: 'A lab' }),
        route: expect.objectContaining({ operationId: 'verifyRecord' }),
        parameters: { id: 'rec_1' },
        method: 'GET',
        path: '/v1/records/rec_%31/verification',
        status: 200,
        ms: expect.any(Number),
        rate: expect.objectContaining({ limit: 1_200, remaining: 1_199 }),
      },
    ]);
    expect(JSON.stringify(told)).not.toMatch(/secret|pdk_/);
  });

  test('ends with the one who listens', async () => {
    const more: AnsweredRequest[] = [];
    const leave = gate.observe((request) => more.push(request));
    await ask('/records');
    leave();
    await ask('/records');
    expect(more).toHaveLength(1);
    expect(told).toHaveLength(2);
  });

  test('is when keys were used', async () => {
    await ask('/records');
    now += 5;
    await ask('/records');
    await ask('/records', { headers: { 'x-api-key': 'pdk_wrong' } });
    expect(gate.takeUses()).toEqual([{ keyId: 'key_1', at: now }]);
    expect(gate.takeUses()).toEqual([]);
  });
});
