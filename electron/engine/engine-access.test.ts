/**
 * Keys over threads: in force at once, after a restart, in their own ledger only; refusals cost no thread anything.
 * @push
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { apiKeyPageSchema, createdApiKeySchema } from '../../shared/contract/access.ts';
import { askedBy, type Caller } from '../serve-request.ts';
import { createEngine, type Engine } from './engine-client.ts';
import { builtHost } from './testing/built-host.ts';

const operator: Caller = { mount: 'direct', principal: { kind: 'operator' } };
const anonymous: Caller = { mount: 'loopback', principal: { kind: 'anonymous' } };

const host = await builtHost();
let dataRoot: string;
let engine: Engine;
beforeEach(() => {
  dataRoot = mkdtempSync(join(tmpdir(), 'proofdesk-access-'));
});
afterEach(async () => {
  await engine.close();
  rmSync(dataRoot, { recursive: true, force: true });
});

async function start(workerEntry = host.worker): Promise<Engine> {
  const opened = createEngine({
    workerEntry,
    dataRoot,
    workspace: { kind: 'local' },
    version: '1.2.3',
    label: 'the test',
    apiKeyHashes: [],
    loadSeed: async () => new Uint8Array(32).fill(7),
    log: () => {},
  });
  await opened.start();
  return opened;
}

function ask(
  method: string,
  path: string,
  options: { key?: string; body?: object; does?: string } = {},
) {
  const { key, body, does } = options;
  const request = new Request(`http://test/v1${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(does === undefined ? {} : { 'x-do': does }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return engine.serve(askedBy(request, key === undefined ? operator : anonymous));
}

async function make(): Promise<{ key: string; keyId: string }> {
  const body = { name: 'Auditor', role: 'compliance' };
  const made = createdApiKeySchema.parse(await (await ask('POST', '/api-keys', { body })).json());
  return { key: made.key ?? '', keyId: made.key_id };
}

const opened = (kind: string) =>
  new Promise<void>((resolve) => {
    const stop = engine.onStatus(({ state, workspace }) => {
      if (state !== 'ready' || workspace !== kind) return;
      stop();
      resolve();
    });
  });

test('a key is in force with the answer that tells it, and until its revocation is answered', async () => {
  engine = await start();
  const { key, keyId } = await make();
  expect((await ask('GET', '/records', { key })).status).toBe(200);
  expect((await ask('POST', '/records', { key, body: {} })).status).toBe(403);
  await engine.restart();
  expect((await ask('GET', '/records', { key })).status).toBe(200);
  await ask('POST', `/api-keys/${keyId}/revoke`);
  expect((await ask('GET', '/records', { key })).status).toBe(401);
});

test('a key is of one ledger @whole', async () => {
  engine = await start(host.stubWorker);
  const key = 'pdk_stub';
  expect((await ask('GET', '/records', { key })).status).toBe(200);
  const demo = opened('demo');
  await ask('POST', '/workspace?kind=demo', { does: 'open-workspace' });
  // Asked while the other ledger opens: never answered from it.
  const meanwhile = ask('GET', '/records', { key });
  await demo;
  expect((await meanwhile).status).toBe(401);
  expect((await ask('GET', '/records', { key })).status).toBe(401);
  const local = opened('local');
  await ask('POST', '/workspace?kind=local', { does: 'open-workspace' });
  await local;
  expect((await ask('GET', '/records', { key })).status).toBe(200);
});

test('no key goes further than the gate', async () => {
  engine = await start(host.stubWorker);
  const described = await ask('GET', '/records', { key: 'pdk_stub' });
  const text = await described.text();
  expect(JSON.parse(text)).toMatchObject({
    headers: ['content-type'],
    caller: { mount: 'loopback', principal: { kind: 'api_key', keyId: 'key_stub' } },
  });
  expect(text).not.toContain('pdk_stub');
});

test('when a key was last used is there at once, and after a restart @whole', async () => {
  engine = await start();
  const { key, keyId } = await make();
  const before = Date.now();
  await ask('GET', '/records', { key });
  const shown = async () =>
    apiKeyPageSchema.parse(await (await ask('GET', '/api-keys')).json()).data[0];
  const first = await shown();
  expect(first?.key_id).toBe(keyId);
  expect(Date.parse(first?.last_used_at ?? '')).toBeGreaterThanOrEqual(before);
  await ask('GET', '/records', { key });
  await engine.close();
  engine = await start();
  const last = await shown();
  expect((last?.last_used_at ?? '') >= (first?.last_used_at ?? 'z')).toBe(true);
});

test('what keys are asked with, the host is told @whole', async () => {
  engine = await start();
  const { key, keyId } = await make();
  const told: unknown[] = [];
  engine.onAnswer(({ principal, status, route }) =>
    told.push([
      principal.kind === 'api_key' ? principal.keyId : principal.kind,
      route?.operationId,
      status,
    ]),
  );
  await ask('GET', '/records', { key });
  await ask('GET', '/records', { key: 'pdk_wrong' });
  await ask('GET', '/chain');
  expect(told).toEqual([
    [keyId, 'listRecords', 200],
    ['anonymous', 'listRecords', 401],
    ['operator', 'getChain', 200],
  ]);
});
