/** What pages, programs and proxies try against a door: how each statement of a request is judged. */
import { describe, expect, it } from 'vitest';
import {
  consoleDoor,
  makesOperator,
  namesOf,
  originOf,
  refuseCookie,
  refuseRequest,
  type Door,
  type DoorRequest,
} from './door.ts';

const port = 4_711;
const door = consoleDoor(port);
const server: Door = {
  kind: 'server',
  port,
  speaksTls: false,
  publicOrigin: 'https://ledger.example',
};

function request(parts: Partial<DoorRequest> = {}): DoorRequest {
  return {
    method: 'GET',
    target: '/v1/records',
    hosts: [`127.0.0.1:${port}`],
    origins: [],
    fetchSite: undefined,
    ...parts,
  };
}

describe('refuseRequest', () => {
  it.each(['127.0.0.1:4711', 'localhost:4711', 'LOCALHOST:4711', '[::1]:4711'])(
    'answers to %j',
    (host) => {
      expect(refuseRequest(request({ hosts: [host] }), door)).toBeUndefined();
    },
  );

  it.each([
    // DNS rebinding: a name of somebody else's that resolves to us.
    'evil.example:4711',
    'evil.example',
    '127.0.0.1.evil.example:4711',
    'localhost.evil.example:4711',
    'rebind.127.0.0.1.nip.io:4711',
    // Other spellings of this machine are not names of this server.
    '127.0.0.1',
    '127.0.0.1:80',
    '127.0.0.1:47110',
    '127.1:4711',
    '2130706433:4711',
    '0x7f000001:4711',
    '0.0.0.0:4711',
    '[::]:4711',
    '[::ffff:127.0.0.1]:4711',
    'localhost.:4711',
    'user@127.0.0.1:4711',
    '127.0.0.1:4711@evil.example',
    '127.0.0.1:4711/',
    ' 127.0.0.1:4711',
    '127.0.0.1:4711, evil.example',
    '',
  ])('does not answer to %j', (host) => {
    expect(refuseRequest(request({ hosts: [host] }), door)?.status).toBe(421);
  });

  it('takes exactly one Host header', () => {
    expect(refuseRequest(request({ hosts: [] }), door)?.status).toBe(400);
    const two = ['127.0.0.1:4711', 'evil.example'];
    expect(refuseRequest(request({ hosts: two }), door)?.status).toBe(400);
    expect(refuseRequest(request({ hosts: two.toReversed() }), door)?.status).toBe(400);
  });

  it('answers to bare names on port 80 only', () => {
    expect(namesOf(consoleDoor(80))).toContain('localhost');
    expect(namesOf(door)).toEqual(['127.0.0.1:4711', 'localhost:4711', '[::1]:4711']);
  });

  it('takes at most one Origin header', () => {
    const own = 'http://127.0.0.1:4711';
    expect(refuseRequest(request({ origins: [own, own] }), door)?.status).toBe(400);
    expect(refuseRequest(request({ origins: [own, 'http://evil.example'] }), door)?.status).toBe(
      400,
    );
  });

  it.each(['http://evil.example/v1/records', 'evil.example:443', '*', ''])(
    'takes no target %j: it is a proxy of nobody',
    (target) => {
      expect(refuseRequest(request({ target }), door)?.status).toBe(400);
    },
  );

  it('takes its own origin, under the name it was asked by', () => {
    expect(refuseRequest(request({ origins: ['http://127.0.0.1:4711'] }), door)).toBeUndefined();
    const named = request({ hosts: ['localhost:4711'], origins: ['http://localhost:4711'] });
    expect(refuseRequest(named, door)).toBeUndefined();
  });

  it.each([
    'http://evil.example',
    'https://127.0.0.1:4711',
    'http://127.0.0.1',
    'http://127.0.0.1:8080',
    'http://localhost:4711',
    'http://127.0.0.1:4711.evil.example',
    'http://127.0.0.1:4711/',
    'app://console',
    'file://',
    'null',
    '',
  ])('takes no request from the origin %j', (origin) => {
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE']) {
      expect(refuseRequest(request({ method, origins: [origin] }), door)?.status).toBe(403);
    }
  });

  it('lets a page of no origin post to where a browser is let in, and nowhere else', () => {
    const post = { method: 'POST', origins: ['null'] };
    expect(refuseRequest(request({ ...post, target: '/open' }), door)).toBeUndefined();
    for (const target of ['/', '/open/', '/open?x', '/v1/open', '/open.css', '//open']) {
      expect(refuseRequest(request({ ...post, target }), door)?.status).toBe(403);
    }
    expect(
      refuseRequest(request({ method: 'GET', origins: ['null'], target: '/open' }), door)?.status,
    ).toBe(403);
  });
});

describe('refuseCookie', () => {
  const own = `http://127.0.0.1:${port}`;

  it.each([
    ['a read of the console', { fetchSite: 'same-origin' }],
    ['a read somebody typed', { fetchSite: 'none' }],
    ['a read of an old browser', {}],
    ['a change of the console', { method: 'POST', fetchSite: 'same-origin', origins: [own] }],
    ['a change of an old browser', { method: 'POST', origins: [own] }],
    ['a deletion of the console', { method: 'DELETE', fetchSite: 'same-origin' }],
  ])('lets %s count', (_, parts) => {
    expect(refuseCookie(request(parts))).toBeUndefined();
  });

  it.each([
    // Another server of this machine is the same site: SameSite=Strict does not hold it back.
    ['a read from another port', { fetchSite: 'same-site' }],
    ['a read from another site', { fetchSite: 'cross-site' }],
    ['a read with a made-up header', { fetchSite: 'own' }],
    ['a change from another port', { method: 'POST', fetchSite: 'same-site' }],
    ['a change from another site', { method: 'POST', fetchSite: 'cross-site' }],
    ['a change by a bookmark', { method: 'POST', fetchSite: 'none' }],
    ['a change that says nothing about itself', { method: 'POST' }],
    ['a deletion that says nothing about itself', { method: 'DELETE' }],
    ['a method nobody knows', { method: 'PURGE' }],
  ])('does not let %s count', (_, parts) => {
    expect(refuseCookie(request(parts))?.status).toBe(401);
  });
});

describe('a server door', () => {
  it.each(['ledger.example', 'ledger.example:443', 'LEDGER.example', '127.0.0.1:4711'])(
    'answers to %j',
    (host) => {
      expect(refuseRequest(request({ hosts: [host] }), server)).toBeUndefined();
    },
  );

  it.each([
    'ledger.example:4711',
    'ledger.example:80',
    'ledger.example.',
    'a.ledger.example',
    '127.0.0.1',
  ])('does not answer to %j', (host) => {
    expect(refuseRequest(request({ hosts: [host] }), server)?.status).toBe(421);
  });

  it('has its public origin whatever Host a proxy writes, and no other', () => {
    for (const hosts of [['ledger.example'], ['127.0.0.1:4711']]) {
      const from = (origin: string) => refuseRequest(request({ hosts, origins: [origin] }), server);
      expect(from('https://ledger.example')).toBeUndefined();
      for (const origin of ['http://127.0.0.1:4711', 'https://ledger.example:443', 'null', '']) {
        expect(from(origin)?.status).toBe(403);
      }
    }
  });

  it('takes no post of a file', () => {
    const post = request({ method: 'POST', origins: ['null'], target: '/open' });
    expect(refuseRequest(post, server)?.status).toBe(403);
    expect(refuseRequest(post, door)).toBeUndefined();
  });

  it('under a port of its own answers to that alone', () => {
    const other: Door = { ...server, speaksTls: true, publicOrigin: 'https://ledger.example:8443' };
    const status = (host: string) => refuseRequest(request({ hosts: [host] }), other)?.status;
    expect(status('ledger.example:8443')).toBeUndefined();
    expect(status('ledger.example')).toBe(421);
    expect(status('ledger.example:443')).toBe(421);
  });

  it('for this machine alone has the origin that it is asked by', () => {
    const local: Door = { ...server, publicOrigin: undefined };
    expect(originOf(local, 'localhost:4711')).toBe('http://localhost:4711');
    expect(originOf({ ...local, speaksTls: true }, 'LOCALHOST:4711')).toBe(
      'https://localhost:4711',
    );
    expect(namesOf({ ...local, speaksTls: true, port: 443 })).toContain('localhost');
  });

  it('makes nobody the operator', () => {
    expect(makesOperator(server)).toBe(false);
    expect(makesOperator(door)).toBe(true);
  });
});
