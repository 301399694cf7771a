/** Ids sort by time and never repeat. */
import { describe, expect, it } from 'vitest';
import { createIdFactory, isId } from './ids.ts';

function factory(times: readonly number[], byte = 0) {
  let call = 0;
  return createIdFactory({
    now: () => times[Math.min(call++, times.length - 1)] ?? 0,
    random: (bytes) => new Uint8Array(bytes).fill(byte),
  });
}

describe('createIdFactory', () => {
  it('writes the prefix, the time and random digits', () => {
    expect(factory([1_469_918_176_385])('rec')).toBe('rec_01ARYZ6S410000000000000000');
    expect(factory([0], 255)('job')).toBe('job_0000000000ZZZZZZZZZZZZZZZZ');
  });

  it('increases strictly while the clock stands still, and when it goes back', () => {
    const create = factory([1000, 1000, 500, 0, 1000, 1001, 1]);
    const ids = Array.from({ length: 3000 }, () => create('rec'));
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('goes on in the next millisecond when the random part is used up', () => {
    const create = factory([1000, 1000, 1000], 255);
    const [first, second, third] = [create('rec'), create('rec'), create('rec')];
    expect(first < second && second < third).toBe(true);
    expect(second.slice(4, 14)).not.toBe(first.slice(4, 14));
  });

  it('knows the form of an id', () => {
    expect(isId(factory([5])('int'), 'int')).toBe(true);
    expect(isId(factory([5])('int'), 'rec')).toBe(false);
    expect(isId('rec_01ARYZ6S41000000000000000U', 'rec')).toBe(false);
    expect(isId('rec_', 'rec')).toBe(false);
  });
});
