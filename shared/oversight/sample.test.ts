/** Golden numbers of samples. */
import { expect, test } from 'vitest';
import { isSampled, isSampledBlind, sampleThreshold } from './sample.ts';

test('thresholds', () => {
  expect([5, 20, 0.1, 0, 100].map(sampleThreshold)).toEqual([
    214_748_364, 858_993_459, 4_294_967, 0, 4_294_967_296,
  ]);
});

test('a record is drawn by the first four bytes of its hash, a second review by the next four', () => {
  expect(isSampled(`0ccccccb${'f'.repeat(56)}`, 5)).toBe(true);
  expect(isSampled(`0ccccccc${'0'.repeat(56)}`, 5)).toBe(false);
  expect(isSampledBlind(`ffffffff0ccccccb${'f'.repeat(48)}`, 5)).toBe(true);
  expect(isSampledBlind(`000000000ccccccc${'0'.repeat(48)}`, 5)).toBe(false);
  expect(isSampled('f'.repeat(64), 100)).toBe(true);
  expect(isSampled('0'.repeat(64), 0)).toBe(false);
});
