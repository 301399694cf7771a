/** GET /events: topics that changed, one JSON line each. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { changeSchema } from '../../shared/contract/workspace.ts';
import { ChangeHub } from './change-stream.ts';
import { TestApi } from './test-api.ts';

/** Reads the lines of a stream one by one. */
function lines(stream: ReadableStream<Uint8Array> | null) {
  const reader = stream?.getReader();
  return {
    next: async (): Promise<string[] | undefined> => {
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done || value === undefined) return undefined;
      const text = Buffer.from(value).toString();
      expect(text).toMatch(/^[^\n]+\n$/);
      return changeSchema.parse(JSON.parse(text)).changed;
    },
    cancel: () => reader?.cancel(),
  };
}

describe('Stream changes', () => {
  let api: TestApi;
  beforeEach(async () => {
    api = await TestApi.open();
  });
  afterEach(() => api.close());

  test('says at once that it listens, then what changed, and ends with the API', async () => {
    const response = await api.send('GET', '/events');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    const events = lines(response.body);
    expect(await events.next()).toEqual([]);
    await api.append();
    expect(await events.next()).toEqual(['records']);
    await api.api.close();
    expect(await events.next()).toBeUndefined();
  });

  test('carries no data, only topics', async () => {
    const events = lines((await api.send('GET', '/events')).body);
    await events.next();
    await api.finished(await api.send('POST', '/chain/verifications'));
    const topics = new Set<string>();
    while (!topics.has('job_ends'))
      for (const topic of (await events.next()) ?? []) topics.add(topic);
    expect([...topics].toSorted()).toEqual(['job_ends', 'jobs', 'verifications']);
    await events.cancel();
  });
});

describe('A change stream', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('gives a slow reader the union of what it missed', async () => {
    const hub = new ChangeHub();
    const events = lines(hub.stream(new AbortController().signal));
    hub.emit(['records']);
    for (let n = 0; n < 1000; n += 1) hub.emit(n % 2 === 0 ? ['jobs'] : ['records']);
    expect(await events.next()).toEqual([]);
    expect(await events.next()).toEqual(['records']);
    expect((await events.next())?.toSorted()).toEqual(['jobs', 'records']);
    hub.emit(['workspace']);
    expect(await events.next()).toEqual(['workspace']);
  });

  test('sends a heartbeat every 15 seconds', async () => {
    const hub = new ChangeHub();
    const events = lines(hub.stream(new AbortController().signal));
    await events.next();
    vi.advanceTimersByTime(15_000);
    expect(await events.next()).toEqual([]);
    await events.cancel();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('ends when the client leaves, and with the hub', async () => {
    const hub = new ChangeHub();
    const client = new AbortController();
    const left = lines(hub.stream(client.signal));
    const stays = lines(hub.stream(new AbortController().signal));
    client.abort();
    expect(await left.next()).toEqual([]);
    expect(await left.next()).toBeUndefined();
    hub.close();
    expect(await stays.next()).toEqual([]);
    expect(await stays.next()).toBeUndefined();
    hub.emit(['records']);
    expect(vi.getTimerCount()).toBe(0);
  });
});
