/** The log in memory: written on, kept with its instants, and no longer than it may be. */
import { expect, test } from 'vitest';
import { recentLines } from './recent-lines.ts';

test('the last lines are kept, each with its instant, and all are written', () => {
  const written: string[] = [];
  let now = 0;
  const { log, lines } = recentLines(
    (line) => written.push(line),
    () => String(now),
    2,
  );
  for (const line of ['one', 'two', 'three']) {
    now += 1;
    log(line);
  }
  expect(written).toEqual(['one', 'two', 'three']);
  expect(lines()).toEqual(['2 two', '3 three']);
});
