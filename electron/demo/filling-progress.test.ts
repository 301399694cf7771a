import { expect, test } from 'vitest';
import type { Filling } from '../../shared/contract/recovery.ts';
import { tellSeldom } from './filling-progress.ts';

test('the filling of a demo ledger is told at once, four times a second, and at its end', () => {
  let now = 1_000;
  const told: Filling[] = [];
  const report = tellSeldom(
    (filling) => told.push(filling),
    () => now,
  );
  for (let done = 250; done < 10_000; done += 250) {
    report(done, 10_000);
    now += 50;
  }
  report(10_000, 10_000);
  expect(told.map(({ done }) => done)).toEqual([
    250, 1_500, 2_750, 4_000, 5_250, 6_500, 7_750, 9_000, 10_000,
  ]);
  expect(new Set(told.map(({ total }) => total))).toEqual(new Set([10_000]));
});
