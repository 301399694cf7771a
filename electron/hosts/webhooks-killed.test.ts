/**
 * A host that is killed between what happened and its delivery sends it at the next start, with the same id.
 * @push
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventSchema, webhookSecretSchema } from '../../shared/contract/webhooks.ts';
import { builtHost } from '../engine/testing/built-host.ts';
import { rounds } from '../testing/rounds.ts';
import { startHeadless, type HeadlessProcess } from './testing/headless-process.ts';

const kills = rounds({ usual: 1, all: 20 });
const timeout = 5 * 60_000;

let root: string;
let entry: string;
let receiver: Server;
/** Ids of what came, in order; told as each comes. */
const received: string[] = [];
const news = new EventEmitter();
let isHanging = true;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'proofdesk-killed-webhooks-'));
  entry = (await builtHost()).headless;
  receiver = createServer((request, response) => {
    received.push(String(request.headers['webhook-id']));
    request.resume();
    news.emit('received');
    if (!isHanging) response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
}, timeout);

afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
  rmSync(root, { recursive: true, force: true });
});

const start = () =>
  startHeadless(['--data', join(root, 'data'), '--webhook-allow', '127.0.0.1'], entry);

async function post(to: HeadlessProcess, path: string, body?: object): Promise<unknown> {
  const response = await to.send(path, {
    method: 'POST',
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  expect([path, response.status]).toEqual([path, 201]);
  return response.json();
}

/** Waits until an event has come that often. */
async function came(id: string, times: number): Promise<void> {
  while (received.filter((each) => each === id).length < times) await once(news, 'received');
}

test(
  `${kills} kills: each event comes, under the id that it was told with`,
  async () => {
    const address = receiver.address();
    const port = typeof address === 'object' ? address?.port : 0;
    let host = await start();
    const made = webhookSecretSchema.parse(
      await post(host, '/webhooks', { url: `http://127.0.0.1:${port}/` }),
    );
    for (let kill = 0; kill < kills; kill += 1) {
      isHanging = true;
      const told = eventSchema.parse(await post(host, `/webhooks/${made.endpoint_id}/test`));
      // Before anything was sent, and while it waits for an answer.
      if (kill % 2 === 1) await came(told.event_id, 1);
      await host.end('SIGKILL');
      const before = received.filter((each) => each === told.event_id).length;
      isHanging = false;
      host = await start();
      await came(told.event_id, before + 1);
    }
    expect(new Set(received).size).toBe(kills);
    await host.end('SIGTERM');
  },
  timeout,
);
