/** Turns: so many at once, order, one end each. Leaving is tested where there is an AbortController. */
import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

test('so many go at once, the others in their order', async () => {
  const turns = new Turns(2);
  const ends = [turns.take(), turns.take()];
  expect(ends).toEqual([expect.any(Function), expect.any(Function)]);
  const begun: string[] = [];
  const wait = async (name: string) => {
    const end = await turns.take();
    begun.push(name);
    return end;
  };
  const first = wait('first');
  const second = wait('second');
  (await ends[0])?.();
  const endFirst = await first;
  expect(begun).toEqual(['first']);
  endFirst();
  const endSecond = await second;
  expect(begun).toEqual(['first', 'second']);
  endSecond();
  expect(turns.take()).toEqual(expect.any(Function));
});

test('a turn ends once', async () => {
  const turns = new Turns(1);
  const end = await turns.take();
  const next = turns.take();
  end();
  end();
  await next;
  expect(turns.take()).toBeInstanceOf(Promise);
});

test('of names that ask often each has its turn before any has two', async () => {
  const turns = new Turns(1);
  const end = await turns.take(undefined, 'many');
  const begun: string[] = [];
  const wait = async (name: string) => {
    const endOne = await turns.take(undefined, name);
    begun.push(name);
    endOne();
  };
  const all = ['many', 'many', 'many', 'one', 'two', 'many'].map(wait);
  end();
  await Promise.all(all);
  expect(begun).toEqual(['many', 'one', 'two', 'many', 'many', 'many']);
  expect(turns.take()).toEqual(expect.any(Function));
});
