/** The way of a thread that queries rows to the writer: answers, errors, a query that was given up, a writer that ends. */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { QueryEnd } from './query-end.ts';
import { answerLink, WriterLink } from './writer-link.ts';

let end: QueryEnd;
let link: WriterLink;
let ports: readonly [MessagePort, MessagePort];
let asked: string[];
beforeEach(() => {
  const { port1, port2 } = new MessageChannel();
  ports = [port1, port2];
  end = new QueryEnd();
  end.begin();
  asked = [];
  link = new WriterLink(port2, new QueryEnd(end.shared));
  answerLink(port1, async (task, params) => {
    asked.push(task);
    if (task === 'silent') return new Promise(() => {});
    if (task !== 'refuse') return { ok: true, value: { task, params } };
    return {
      ok: false,
      error: { name: 'ApiError', message: 'no', code: 'forbidden', details: {} },
    };
  });
});
afterEach(() => {
  for (const port of ports) port.close();
});

describe('A link to the writer', () => {
  test('brings each answer to its question', async () => {
    const answers = await Promise.all([link.call('one', 1), link.call('two', new Uint8Array(2))]);
    expect(answers).toEqual([
      { task: 'one', params: 1 },
      { task: 'two', params: new Uint8Array(2) },
    ]);
    expect(end.giveUp()).toBe(false);
  });

  test('throws what the writer refuses', async () => {
    await expect(link.call('refuse', {})).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('asks nothing for a query that was given up', async () => {
    expect(end.giveUp()).toBe(true);
    void link.call('late', {});
    end.begin();
    await link.call('next', {});
    expect(asked).toEqual(['next']);
  });

  test('is closed when the writer ends, and says so to whoever waits', async () => {
    const waiting = link.call('silent', {});
    expect(link.isOpen).toBe(true);
    ports[0].close();
    await expect(waiting).rejects.toMatchObject({ code: 'engine_unavailable' });
    expect(link.isOpen).toBe(false);
  });
});
