/** A call that meets a session that is over waits, and is sent once more as it was, or not at all. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signInHeader } from '../../shared/contract/sign-in.ts';
import { request } from './client.ts';
import { engineStore } from './engine-state.ts';
import { release } from './held-calls.ts';
import { signInForm } from './sign-in.ts';

interface Sent {
  readonly method: string | undefined;
  readonly key: string | null;
  readonly body: unknown;
}

let isIn: boolean;
let sent: Sent[];
let refusal: Record<string, string>;

beforeEach(() => {
  isIn = false;
  sent = [];
  refusal = { [signInHeader]: 'link' };
  engineStore.setState({ status: 'up' });
  vi.stubGlobal('document', { baseURI: 'http://127.0.0.1:1/' });
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    sent.push({ method: init.method, key: headers.get('idempotency-key'), body: init.body });
    return isIn
      ? Response.json('done')
      : Response.json({ error: { type: 'unauthorized' } }, { status: 401, headers: refusal });
  });
});
afterEach(() => {
  release('another');
  vi.unstubAllGlobals();
});

const anything = { parse: (value: unknown) => value };
const change = (signal?: AbortSignal) =>
  request(anything, {
    method: 'POST',
    path: '/records',
    body: { a: 1 },
    idempotencyKey: 'k',
    signal,
  });
/** Lets whatever is ready go on. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

test('a change is sent once more, under the same key', async () => {
  const answer = change();
  await settle();
  expect(engineStore.getState()).toMatchObject({ status: 'signed-out', signInWay: 'link' });
  expect(sent).toHaveLength(1);
  isIn = true;
  release('same');
  expect(await answer).toBe('done');
  const once = { method: 'POST', key: 'k', body: '{"a":1}' };
  expect(sent).toEqual([once, once]);
});

test('neither change nor question goes to another', async () => {
  const calls = Promise.allSettled([change(), request(anything, { path: '/chain' })]);
  await settle();
  isIn = true;
  release('another');
  for (const call of await calls) {
    expect(call).toMatchObject({ status: 'rejected', reason: { code: 'not_sent', status: 401 } });
  }
  expect(sent).toHaveLength(2);
});

test('where it is not known which ledger is open, what changes nothing goes on', async () => {
  const calls = Promise.allSettled([change(), request(anything, { path: '/chain' })]);
  await settle();
  isIn = true;
  release('unknown');
  const [changed, asked] = await calls;
  expect(changed).toMatchObject({ status: 'rejected', reason: { code: 'not_sent' } });
  expect(asked).toEqual({ status: 'fulfilled', value: 'done' });
});

test('whoever gives up does not wait', async () => {
  const leaving = new AbortController();
  const answer = change(leaving.signal).catch((error: unknown) => error);
  await settle();
  leaving.abort();
  expect(await answer).toMatchObject({ name: 'AbortError' });
  isIn = true;
  release('same');
  await settle();
  expect(sent).toHaveLength(1);
});

test('a refusal that is late asks nobody to sign in again', async () => {
  const late = Promise.withResolvers<void>();
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (...given: Parameters<typeof fetch>) => {
    const response = await fetch(...given);
    if (!response.ok) await late.promise;
    return response;
  });
  const answer = change();
  await settle();
  isIn = true;
  release('same');
  late.resolve();
  expect(await answer).toBe('done');
  expect(engineStore.getState().status).toBe('up');
});

test('the refusal of another key is an answer like any other', async () => {
  refusal = {};
  await expect(change()).rejects.toMatchObject({ code: 'unauthorized', signInWay: null });
  expect(engineStore.getState().status).toBe('up');
});

test('a change of which no answer came is tried again under its first key, once', async () => {
  const { fetch } = globalThis;
  const answers = ['none', 'unknown', 'done', 'done'];
  vi.stubGlobal('fetch', async (...given: Parameters<typeof fetch>) => {
    await fetch(...given);
    const answer = answers.shift();
    if (answer === 'none') throw new TypeError('Failed to fetch');
    return Response.json('done', { status: answer === 'unknown' ? 503 : 200 });
  });
  const attempt = (idempotencyKey: string, body: object) =>
    request(anything, { method: 'POST', path: '/jobs', body, idempotencyKey }).catch(String);
  await attempt('first', { a: 1 });
  await attempt('second', { a: 1 });
  await attempt('third', { a: 1 });
  await attempt('fourth', { a: 1 });
  expect(sent.map(({ key }) => key)).toEqual(['first', 'first', 'first', 'fourth']);
});

test.each([
  [' pdk_abc ', 'api_key=pdk_abc'],
  ['http://127.0.0.1:4000/open?token=t0', 'token=t0'],
  [' http://localhost:4000/open?token=t0#x ', 'token=t0'],
  ['/open?token=t0', 'token=t0'],
  ['http://127.0.0.1:4000/', 'api_key=http%3A%2F%2F127.0.0.1%3A4000%2F'],
])('%j lets in as %s', (typed, form) => {
  expect(signInForm(typed).toString()).toBe(form);
});
