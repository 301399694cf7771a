/** What holds for every request, whatever the route: keys, errors, headers, methods. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorStatus } from '../../shared/contract/errors.ts';
import { routes } from '../../shared/contract/routes.ts';
import { openWriter } from '../database/open-database.ts';
import { admittedBy, type Admitted, type ServeAdmitted } from '../serve-request.ts';
import { createApi } from './create-api.ts';
import { serveHandlers } from './serve.ts';
import { inPlace } from './testing/in-place.ts';
import { adminKey, anonymous, decision, operator, TestApi } from './test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.open();
});
afterAll(() => api.close());

/** A GET as somebody whom the mount does not know. */
function get(headers: Record<string, string>, path = '/records'): Promise<Response> {
  return api.send('GET', path, { caller: anonymous, headers });
}

describe('Authentication', () => {
  test('accepts the API key in either carrier', async () => {
    expect((await get({ authorization: `Bearer ${api.apiKey}` })).status).toBe(200);
    expect((await get({ authorization: `bearer  ${api.apiKey}` })).status).toBe(200);
    expect((await get({ 'x-api-key': api.apiKey })).status).toBe(200);
    const both = { authorization: `Bearer ${api.apiKey}`, 'x-api-key': api.apiKey };
    expect((await get(both)).status).toBe(200);
  });

  test.each([
    ['no key', {}],
    ['a wrong key', { 'x-api-key': 'pdk_wrong' }],
    ['an empty key', { 'x-api-key': '' }],
    ['a wrong bearer', { authorization: 'Bearer pdk_wrong' }],
    ['a bearer without a token', { authorization: 'Bearer' }],
    ['another scheme', { authorization: 'Basic cGRrOg==' }],
  ])('answers 401 in the shape of the area to %s', async (_what, headers) => {
    const records = await get(headers);
    expect(records.status).toBe(401);
    expect(records.headers.get('www-authenticate')).toMatch(/^Bearer/);
    expect(await records.json()).toEqual({
      error: {
        code: 'unauthorized',
        message: expect.any(String),
        details: [],
        request_id: records.headers.get('x-request-id'),
      },
    });
    const chain = await get(headers, '/chain');
    expect(chain.status).toBe(401);
    expect(await chain.json()).toEqual({
      error: {
        type: 'unauthorized',
        message: expect.any(String),
        details: {},
        request_id: chain.headers.get('x-request-id'),
      },
    });
  });

  test('refuses a request whose two carriers disagree', async () => {
    const headers = { authorization: `Bearer ${api.apiKey}`, 'x-api-key': 'pdk_wrong' };
    expect((await get(headers)).status).toBe(401);
  });

  test('never takes a key from the address', async () => {
    for (const name of ['api_key', 'key', 'token', 'access_token', 'X-API-Key']) {
      expect((await get({}, `/records?${name}=${api.apiKey}`)).status).toBe(401);
    }
  });

  test('is asked of every route, and of paths that do not exist', async () => {
    for (const { method, path } of routes) {
      const response = await api.send(method, path.replaceAll(/\{.*?\}/g, 'x'), {
        caller: anonymous,
      });
      expect([path, response.status]).toEqual([path, 401]);
    }
    expect((await get({}, '/nothing')).status).toBe(401);
  });

  test('takes the principal from the mount, never from a header', async () => {
    expect((await get({ 'x-principal': 'operator' })).status).toBe(401);
    const verified = { mount: 'loopback', principal: adminKey } as const;
    expect((await api.send('GET', '/records', { caller: verified })).status).toBe(200);
  });

  test('writes nothing for a stranger', async () => {
    const response = await api.send('POST', '/records', { body: decision, caller: anonymous });
    expect(response.status).toBe(401);
    expect(await (await api.send('GET', '/records')).json()).toMatchObject({ total: 0 });
  });
});

describe('Paths and methods', () => {
  test('an unknown path is a 404 in the shape of its area', async () => {
    for (const [path, member] of [
      ['/records/a/b', 'code'],
      ['/models/x', 'code'],
      ['/sessions/x', 'type'],
      ['/recordsx', 'type'],
      ['/records/', 'code'],
      ['/', 'type'],
    ] as const) {
      const response = await api.send('GET', path);
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.json()).toMatchObject({ error: { [member]: 'not_found' } });
    }
  });

  test('a method that a path does not have is a 405 that says which it has', async () => {
    const response = await api.send('DELETE', '/records');
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, POST, HEAD');
    expect(await response.json()).toMatchObject({ error: { code: 'method_not_allowed' } });
    expect((await api.send('POST', '/chain')).headers.get('allow')).toBe('GET, HEAD');
    expect((await api.send('OPTIONS', '/records')).status).toBe(405);
  });

  test('HEAD is GET without its body, also where GET is a stream', async () => {
    for (const path of ['/records', '/chain', '/events', '/openapi.json', '/records/unknown']) {
      const head = await api.send('HEAD', path);
      const get = await api.send('GET', path);
      expect(head.status).toBe(get.status);
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
      expect(await head.text()).toBe('');
      await get.body?.cancel();
    }
    expect((await api.send('HEAD', '/records', { caller: anonymous })).status).toBe(401);
  });

  test('no path parameter leads elsewhere', async () => {
    for (const id of [
      '%2e%2e',
      '..%2f..',
      '%00',
      '%',
      'a%2Fb',
      encodeURIComponent("' OR 1=1 --"),
    ]) {
      expect((await api.send('GET', `/records/${id}`)).status).toBe(404);
      expect((await api.send('GET', `/jobs/${id}`)).status).toBe(404);
    }
  });
});

describe('Every response', () => {
  test('carries a request id of its own and the security headers', async () => {
    const ids = new Set<string | null>();
    for (const path of ['/records', '/nothing', '/records?limit=0', '/openapi.json']) {
      const { headers } = await api.send('GET', path);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-request-id')).toMatch(/^req_[0-9A-Z]{26}$/);
      ids.add(headers.get('x-request-id'));
    }
    expect(ids.size).toBe(4);
  });

  test('has no header that lets another origin in', async () => {
    const { headers } = await api.send('GET', '/records', {
      headers: { origin: 'https://elsewhere.example' },
    });
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

function cancelWith(body: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return api.send('POST', '/jobs/job_x/cancel', { body, headers });
}

describe('A validation error in the sessions shape', () => {
  test('has its fields in details', async () => {
    const response = await api.send('GET', '/jobs?limit=101&page=2');
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: {
        type: 'validation_error',
        message: 'The request is not valid: limit, page.',
        details: {
          fields: [
            { field: 'limit', message: 'must be at most 100' },
            { field: 'page', message: 'is not a known parameter' },
          ],
        },
        request_id: response.headers.get('x-request-id'),
      },
    });
  });

  test('names what a body must not have, where none is expected', async () => {
    expect(await (await cancelWith('{"reason":"x"}')).json()).toMatchObject({
      error: { details: { fields: [{ field: 'reason', message: 'is not a known member' }] } },
    });
    expect((await cancelWith('[]')).status).toBe(400);
    expect((await cancelWith('{')).status).toBe(400);
    expect((await cancelWith('{}')).status).toBe(404);
  });
});

/** An app whose list of records throws. */
function failing(thrown: unknown, logged: string[]): ServeAdmitted {
  return serveHandlers({
    handlers: {
      listRecords: () => {
        throw thrown;
      },
    },
    bodies: inPlace,
    createRequestId: () => 'req_1',
    log: (line) => logged.push(line),
  });
}

function searchRequest(): Admitted {
  return admittedBy(new Request('http://x.test/v1/records?q=secret-word'), operator);
}

describe('A defect', () => {
  test('is an internal_error with a request id, logged without any part of the request', async () => {
    const logged: string[] = [];
    const error = Object.assign(new TypeError('body {"ssn":"078-05-1120"}'), { code: 'E_X' });
    const response = await failing(error, logged)(searchRequest());
    expect(response.status).toBe(500);
    const body = await response.text();
    expect(JSON.parse(body)).toMatchObject({
      error: { code: 'internal_error', request_id: 'req_1' },
    });
    expect(logged).toHaveLength(1);
    expect(JSON.parse(logged[0] ?? '')).toMatchObject({
      level: 'error',
      request_id: 'req_1',
      method: 'GET',
      path: '/v1/records',
      error: 'TypeError',
      code: 'E_X',
    });
    for (const text of [body, logged.join()]) {
      expect(text).not.toContain('078-05-1120');
      expect(text).not.toContain('secret-word');
    }
  });

  test.each([
    ['SQLITE_FULL', 'storage_full'],
    ['ENOSPC', 'storage_full'],
    ['SQLITE_BUSY', 'engine_unavailable'],
    ['SQLITE_CORRUPT_INDEX', 'engine_unavailable'],
    ['SQLITE_IOERR_WRITE', 'engine_unavailable'],
  ] as const)('is not what %s is: that has a name', async (code, expected) => {
    const logged: string[] = [];
    const error = Object.assign(new Error('x'), { code });
    const response = await failing(error, logged)(searchRequest());
    expect(response.status).toBe(errorStatus[expected]);
    expect(await response.json()).toMatchObject({ error: { code: expected } });
    expect(logged).toEqual([]);
  });

  test('never rejects, whatever is thrown', async () => {
    for (const thrown of [undefined, null, 'text', { a: 1 }]) {
      expect((await failing(thrown, [])(searchRequest())).status).toBe(500);
    }
  });
});

function writeRequest(): Request {
  return new Request('http://x.test/v1/records', {
    method: 'POST',
    body: JSON.stringify(decision),
    headers: { 'content-type': 'application/json' },
  });
}

function readRequest(): Request {
  return new Request('http://x.test/v1/records');
}

describe('Roles', () => {
  test('a thread answers only what its role may', async () => {
    openWriter(`${api.dataRoot}/roles/proofdesk.db`).close();
    const common = {
      workspace: {
        kind: 'local',
        directory: `${api.dataRoot}/roles`,
        dataRoot: api.dataRoot,
        version: '1',
      },
      signingSeed: new Uint8Array(32),
      clock: () => 0,
      random: (bytes: number) => new Uint8Array(bytes),
      log: () => {},
      onChange: () => {},
      supervisor: {
        startJob: () => {},
        callWriter: async () => [],
        visitPlace: async () => undefined,
        askSource: async () => undefined,
        changed: () => {},
        openWorkspace: () => {},
        accessChanged: () => {},
        filling: () => {},
        migrating: () => {},
        damaged: () => {},
        moved: () => {},
      },
    } as const;
    const writer = await createApi({ ...common, role: 'writer' });
    const reader = await createApi({ ...common, role: 'reader' });
    const jobs = await createApi({ ...common, role: 'jobs' });
    const statuses = async (request: () => Request) =>
      Promise.all(
        [writer, reader, jobs].map(
          async (each) => (await each.serve(admittedBy(request(), operator))).status,
        ),
      );
    expect(await statuses(writeRequest)).toEqual([201, 500, 500]);
    expect(await statuses(readRequest)).toEqual([500, 200, 500]);
    await expect(reader.runTask('commit-import', {})).rejects.toThrow(/no task commit-import/);
    for (const each of [jobs, reader, writer]) await each.close();
  });
});
