/** A host as a server for others: as a process with its options, and its doors with TLS and with sessions. */
import { randomBytes } from 'node:crypto';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, TLSSocket, type SecureVersion } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { meSchema } from '../../shared/contract/access.ts';
import { createEngine } from '../engine/engine-client.ts';
import { workspaceSchema } from '../../shared/contract/workspace.ts';
import { webhookSchema } from '../../shared/contract/webhooks.ts';
import { serverSchema } from '../../shared/contract/server.ts';
import { builtHost } from '../engine/testing/built-host.ts';
import { cases } from '../testing/rounds.ts';
import { readinessOf } from './health.ts';
import { startServerDoor } from './server-door.ts';
import { runHeadless, startHeadless, type HeadlessProcess } from './testing/headless-process.ts';
import { makeCertificate } from './testing/certificates.ts';
import { readTlsFiles } from './tls-files.ts';

const timeout = 120_000;
const folder = mkdtempSync(join(tmpdir(), 'proofdesk-server-'));
let entry: string;
let host: HeadlessProcess | undefined;

beforeAll(async () => {
  entry = (await builtHost()).headless;
}, timeout);
afterAll(async () => {
  // One that a test did not come to the end of.
  await host?.end('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

describe('what cannot be is refused with exit code 2 and one sentence:', () => {
  const data = ['--data', join(folder, 'refused')];
  const readable = join(folder, 'readable.key');
  writeFileSync(readable, `pdk_${'A'.repeat(43)}\n`);
  chmodSync(readable, 0o644);

  test.each(
    cases<[string, readonly string[], RegExp]>(
      [
        [
          'a key file that others may read',
          ['--admin-key-file', readable],
          /^Others may read the key file .*$/,
        ],
      ],
      [
        [
          'a wide door without its name',
          ['--listen', '0.0.0.0:0'],
          /^--listen 0\.0\.0\.0:0 is open .*$/,
        ],
        [
          'an unknown option',
          ['--public-ulr', 'https://a.example'],
          /^Unknown option '--public-ulr'.*$/,
        ],
      ],
    ),
  )('%s', { timeout }, async (_, argv, sentence) => {
    const { code, output, complaints } = await runHeadless([...data, ...argv], entry);
    expect({ code, output }).toEqual({ code: 2, output: '' });
    expect(complaints.trimEnd()).toMatch(sentence);
    expect(complaints.trimEnd()).not.toContain('\n');
    expect(complaints).not.toContain('pdk_');
  });

  test('a certificate without its key', () => {
    const [one, other] = ['one', 'other'].map((name) =>
      makeCertificate(folder, name, 'ledger.example'),
    );
    expect(() => readTlsFiles(one?.cert ?? '', other?.key ?? '')).toThrow(
      /^\S+one\.pem and \S+other\.key are not a certificate and its key\.$/,
    );
    expect(() => readTlsFiles(one?.cert ?? '', join(folder, 'none'))).toThrow(
      /none cannot be read\.$/,
    );
  });
});

/** The word of `/readyz`, under a name that is none of the server's. */
async function ready({ ports }: HeadlessProcess): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${ports[0]}/readyz`);
  return `${response.status} ${(await response.text()).trim()}`;
}

test('a host is opening before its ledger is open', () => {
  const engine = createEngine({
    workerEntry: new URL('file:///nothing.js'),
    dataRoot: join(folder, 'none'),
    workspace: { kind: 'local' },
    version: '1.2.3',
    label: 'the test',
    apiKeyHashes: [],
    loadSeed: async () => new Uint8Array(32),
    log: () => {},
  });
  expect(readinessOf(engine.status(), false)).toBe('opening');
  expect(readinessOf(engine.status(), true)).toBe('draining');
});

test(
  'a server opens, answers under its name as the same caller after each start, tells its figures, and drains @whole',
  { timeout },
  async () => {
    const keyFile = join(folder, 'admin.key');
    const argv = [
      '--data',
      join(folder, 'server'),
      '--listen',
      '127.0.0.1:0',
      '--public-url',
      'https://ledger.example',
      '--admin-key-file',
      keyFile,
      '--operator-port',
      '0',
      '--metrics-listen',
      '0',
      '--log',
      'json',
      '--drain',
      '1s',
      '--replica-retention',
      '7d',
      '--webhook-allow',
      '127.0.0.1',
    ];
    /** All that anybody was told without a key. */
    const words: string[] = [];
    host = await startHeadless(argv, entry);
    let running = host;
    words.push(await ready(running));
    await expect.poll(() => ready(running), { timeout: 60_000, interval: 50 }).toBe('200 ok');
    const key = readFileSync(keyFile, 'utf8').trim();
    expect(key).toMatch(/^pdk_[\w-]{43}$/);

    const me = async () => {
      const headers = { 'x-api-key': key };
      const response = await fetch(`http://127.0.0.1:${running.ports[0]}/v1/me`, {
        headers,
      });
      return meSchema.parse(await response.json());
    };
    const body = JSON.stringify({ model_id: 'credit-scorer', input: { age: 41 }, output: {} });
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const post = async (path: string, sent: string, more: Record<string, string> = {}) => {
      const request = { method: 'POST', headers: { ...headers, ...more }, body: sent };
      return (await fetch(`http://127.0.0.1:${running.ports[0]}/v1${path}`, request)).status;
    };
    expect(await post('/records', body)).toBe(201);
    const batch = `{"records":[${body.slice(0, -1)},"idempotency_key":"k"},${body},{}]}`;
    expect(await post('/records/batch', batch)).toBe(207);
    // Sent again, they are not counted again.
    const again = { 'idempotency-key': 'k' };
    expect(await post('/records', body, again)).toBe(201);
    const asked = `http://127.0.0.1:${running.ports[0]}/v1/records?q=pdk_in-a-query`;
    expect((await fetch(asked, { headers: { 'x-api-key': key } })).status).toBe(200);
    const ledger = await fetch(`http://127.0.0.1:${running.ports[0]}/v1/workspace`, {
      headers: { 'x-api-key': key },
    });
    expect(workspaceSchema.parse(await ledger.json()).replica_days).toBe(7);
    expect(running.baseUrl).toBe('https://ledger.example/v1');
    expect(running.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/open\?token=/);
    expect(await me()).toMatchObject({ kind: 'api_key', key_id: 'key_host', role: 'admin' });

    const metrics = await (await fetch(`http://127.0.0.1:${running.metricsPort}/metrics`)).text();
    const figures = metricsIn(metrics);
    expect(figures.get('proofdesk_ledger_decisions')).toBe(3);
    const appended = (operation: string) =>
      figures.get(`proofdesk_decisions_total{operation="${operation}",door="server"}`);
    expect([appended('createRecord'), appended('createRecords')]).toEqual([1, 2]);
    expect(figures.get('proofdesk_webhook_waiting')).toBe(0);
    expect(figures.get('proofdesk_ledger_entries')).toBeGreaterThan(1);
    expect(figures.get('proofdesk_ledger_bytes')).toBeGreaterThan(0);
    expect(
      figures.get('proofdesk_http_requests_total{operation="getMe",status="2xx",door="server"}'),
    ).toBe(1);
    expect(metrics).not.toMatch(/pdk_|key_host|credit|[a-z]+_[0-9A-Z]{26}/);
    expect((await fetch(`http://127.0.0.1:${running.metricsPort}/`)).status).toBe(404);
    const foreign = { origin: 'http://attacker.test' };
    expect(
      (await fetch(`http://127.0.0.1:${running.metricsPort}/metrics`, { headers: foreign })).status,
    ).toBe(404);

    const opened = await fetch(running.url, { redirect: 'manual' });
    const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const { origin } = new URL(running.url);
    const operator = async (path: string, sent?: object): Promise<unknown> => {
      const more = { cookie, origin, 'content-type': 'application/json' };
      const request = { method: 'POST', headers: more, body: JSON.stringify(sent ?? {}) };
      return (await fetch(`${origin}/v1${path}`, request)).json();
    };
    const told = await fetch(new URL('/v1/server', running.url), { headers: { cookie } });
    const { options, readiness } = serverSchema.parse(await told.json());
    expect(readiness).toBe('ok');
    expect(options).toContainEqual({
      name: 'public-url',
      value: 'https://ledger.example',
      source: 'argument',
    });

    // Nobody listens there.
    const endpoint = await operator('/webhooks', { url: 'http://127.0.0.1:1/' });
    await operator(`/webhooks/${webhookSchema.parse(endpoint).endpoint_id}/test`);
    const sent = async () => {
      const text = await (await fetch(`http://127.0.0.1:${running.metricsPort}/metrics`)).text();
      const name = 'proofdesk_webhook_deliveries_total{outcome="unreachable"}';
      return [metricsIn(text).get(name), metricsIn(text).get('proofdesk_webhook_waiting')];
    };
    await expect.poll(sent, { timeout: 20_000, interval: 200 }).toEqual([1, 1]);

    const ended = running.end('SIGTERM');
    await expect.poll(() => ready(running), { timeout: 5_000, interval: 20 }).toBe('503 draining');
    expect((await me()).key_id).toBe('key_host');
    expect(await ended).toBe(0);
    words.push(running.output(), running.complaints());

    host = await startHeadless([...argv, '--drain', '0s'], entry);
    running = host;
    await expect.poll(() => ready(running), { timeout: 60_000, interval: 50 }).toBe('200 ok');
    expect((await me()).key_id).toBe('key_host');
    expect(await running.end('SIGTERM')).toBe(0);
    words.push(running.output(), running.complaints());
    for (const each of words) expect(each).not.toContain('pdk_');
    const line = words[2]?.split('\n').find((each) => each.includes('"operation":"getMe"')) ?? '';
    expect(JSON.parse(line)).toMatchObject({
      door: 'server',
      method: 'GET',
      status: 200,
      key_id: 'key_host',
      client: '127.0.0.1',
    });
  },
);

/** Lines of the text format: `name{labels} value`. @throws for a line that is none */
function metricsIn(text: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const line of text.split('\n')) {
    if (line === '' || /^# (HELP|TYPE) [a-z_0-9]+ /.test(line)) continue;
    const parts = /^([a-z_0-9]+(?:\{(?:[a-z_]+="[^"\\]*",?)*\})?) (\S+)$/.exec(line);
    const value = Number(parts?.[2]?.replace('+Inf', 'Infinity').replace('Nan', 'NaN'));
    if (parts?.[1] === undefined) throw new Error(line);
    found.set(parts[1], value);
  }
  return found;
}

test(
  'a certificate is renewed while requests run, and none of them fails',
  { timeout },
  async () => {
    const names = ['before', 'after', 'broken'];
    const [before, after, broken] = names.map((name) =>
      makeCertificate(folder, name, 'ledger.example'),
    );
    const files = { cert: join(folder, 'live.pem'), key: join(folder, 'live.key') };
    const lay = (pair: { cert: string; key: string } | undefined) => {
      copyFileSync(pair?.cert ?? '', files.cert);
      copyFileSync(pair?.key ?? '', files.key);
    };
    lay(before);
    const log: string[] = [];
    const server = await startServerDoor({
      address: '127.0.0.1',
      port: 0,
      publicOrigin: 'https://ledger.example',
      tlsFiles: readTlsFiles(files.cert, files.key),
      tlsLookMs: 10,
      serve: async () => Response.json({ ok: true }),
      serveFile: async () => new Response(),
      random: randomBytes,
      log: (line) => log.push(line),
    });
    const kept = new Agent({ keepAlive: true });
    const results: string[] = [];
    const ask = (agent?: Agent) => get(server.port, agent).then((each) => results.push(each));

    await ask(kept);
    const first = results[0];
    lay(after);
    await expect
      .poll(
        async () => {
          await Promise.all([ask(), ask(kept), ask()]);
          return results.findLast((each) => each.startsWith('200')) === first;
        },
        { interval: 5 },
      )
      .toBe(false);
    const second = results.at(-1);
    // Half of a renewal, and nonsense: the pair of before stays.
    copyFileSync(broken?.cert ?? '', files.cert);
    await expect.poll(() => log.length).toBe(2);
    writeFileSync(files.key, 'nonsense');
    await Promise.all([ask(), ask(), ask(kept)]);
    expect(results.filter((each) => !each.startsWith('200 '))).toEqual([]);
    expect(new Set(results)).toEqual(new Set([first, second]));
    expect(log[0]).toBe('The certificate was renewed.');
    expect(log[1]).toMatch(
      /^The certificate of before stays in use: .* are not a certificate and its key\.$/,
    );
    kept.destroy();
    await server.close();
  },
);

/** Status of an answer over TLS 1.2 or newer, and the fingerprint of the certificate it came under. */
function get(port: number, agent?: Agent): Promise<string> {
  return new Promise((resolve) => {
    const request = httpsRequest(
      {
        host: '127.0.0.1',
        port,
        path: '/v1/records',
        headers: { host: 'ledger.example' },
        rejectUnauthorized: false,
        servername: 'ledger.example',
        agent: agent ?? false,
      },
      (response) => {
        const { socket } = response;
        const print = socket instanceof TLSSocket ? socket.getPeerCertificate().fingerprint256 : '';
        response.resume().on('end', () => resolve(`${response.statusCode} ${print}`));
      },
    );
    request.on('error', (error) => resolve(`failed: ${error.message}`));
    request.end();
  });
}

test('nothing older than TLS 1.2 is spoken', { timeout }, async () => {
  const { cert, key } = makeCertificate(folder, 'old', 'ledger.example');
  const server = await startServerDoor({
    address: '127.0.0.1',
    port: 0,
    publicOrigin: 'https://ledger.example',
    tlsFiles: readTlsFiles(cert, key),
    serve: async () => new Response(),
    serveFile: async () => new Response(),
    random: randomBytes,
    log: () => {},
  });
  const speak = (minVersion: SecureVersion, maxVersion: SecureVersion) =>
    new Promise<string>((resolve) => {
      const options = { port: server.port, host: '127.0.0.1', rejectUnauthorized: false };
      const ciphers = 'ALL@SECLEVEL=0';
      const socket = connect({ ...options, minVersion, maxVersion, ciphers }, () => {
        resolve(socket.getProtocol() ?? '');
        socket.destroy();
      });
      socket.on('error', ({ message }) => resolve(message));
    });
  expect(await speak('TLSv1.2', 'TLSv1.2')).toBe('TLSv1.2');
  expect(await speak('TLSv1.2', 'TLSv1.3')).toBe('TLSv1.3');
  expect(await speak('TLSv1', 'TLSv1.1')).toMatch(/protocol|alert|EPROTO/i);
  await server.close();
});
