import { MessageChannel } from 'node:worker_threads';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { runWorker } from './worker-runtime.ts';
import type { FromWorker, ToWorker } from './wire.ts';

it('refuses a request for an operation that its build does not have', async () => {
  const { port1, port2 } = new MessageChannel();
  const told: FromWorker[] = [];
  port1.on('message', (message: FromWorker) => told.push(message));
  runWorker(port2, 'reader', {
    createApi: () => Promise.reject(new Error('is not opened here')),
    clock: () => 0,
    monotonic: () => 0,
    random: (bytes) => new Uint8Array(bytes),
    foreign: { run: () => Promise.reject(new Error('is not asked here')), close: () => {} },
  });
  await once(port1, 'message');
  port1.postMessage({
    type: 'request',
    id: 1,
    operationId: 'toString',
    parameters: {},
    url: 'http://x.test/v1/records',
    headers: [],
    caller: { mount: 'direct', principal: { kind: 'operator' } },
    body: null,
    streamed: false,
  } satisfies ToWorker);
  await once(port1, 'message');
  expect(told).toEqual([
    { type: 'loaded' },
    { type: 'fail', id: 1, message: 'There is no operation toString on this thread.' },
  ]);
  port1.close();
});
