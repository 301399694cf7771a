/** A query either ends or is given up, whichever comes first. */
import { describe, expect, test } from 'vitest';
import { QueryEnd } from './query-end.ts';

describe('A query over rows', () => {
  test('that has ended is not given up, in whichever thread that is tried', () => {
    const watched = new QueryEnd();
    const run = new QueryEnd(watched.shared);
    watched.begin();
    expect(run.end()).toBe(true);
    expect(watched.giveUp()).toBe(false);
    // It may ask the writer more than once.
    expect(run.end()).toBe(true);
  });

  test('that was given up does not end, until the next one begins', () => {
    const watched = new QueryEnd();
    const run = new QueryEnd(watched.shared);
    watched.begin();
    expect(watched.giveUp()).toBe(true);
    expect([run.end(), run.end()]).toEqual([false, false]);
    watched.begin();
    expect(run.end()).toBe(true);
  });
});
