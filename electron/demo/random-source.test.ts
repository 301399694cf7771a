/** The demo's randomness: repeatable, apart by stream, and as uniform as its promises say. */
import { describe, expect, it } from 'vitest';
import { createRandomSource } from './random-source.ts';

function take(seed: number, stream: number): unknown[] {
  const random = createRandomSource(seed, stream);
  return [random.unit(), random.integer(0, 1e6), random.hex(13), ...random.bytes(6)];
}

describe('a random source', () => {
  it('gives the same values for the same seed and stream, others for another', () => {
    expect(take(7, 1)).toEqual(take(7, 1));
    expect(take(7, 1)).not.toEqual(take(7, 2));
    expect(take(7, 1)).not.toEqual(take(8, 1));
  });

  it('never changes: other machines and releases make the same demo ledger', () => {
    const random = createRandomSource(20_220_101, 1);
    expect(random.hex(32)).toMatchInlineSnapshot(`"3f44c494e6115eabdc55bacf73b667ea"`);
  });

  it('keeps to its ranges', () => {
    const random = createRandomSource(1);
    for (let round = 0; round < 2_000; round += 1) {
      expect(random.unit()).toBeLessThan(1);
      expect([3, 4, 5]).toContain(random.integer(3, 5));
      const decimal = random.decimal(-1, 2, 3);
      expect(decimal).toBeGreaterThanOrEqual(-1);
      expect(decimal).toBeLessThanOrEqual(2);
      expect(String(decimal)).toMatch(/^-?\d(\.\d{1,3})?$/);
    }
    expect(random.hex(5)).toMatch(/^[0-9a-f]{5}$/);
    expect(random.bytes(16)).toHaveLength(16);
  });

  it('weighs, spreads and refuses as asked', () => {
    const random = createRandomSource(2);
    const counts = { often: 0, seldom: 0 };
    let sum = 0;
    for (let round = 0; round < 10_000; round += 1) {
      counts[
        random.weighted([
          ['often', 9],
          ['seldom', 1],
        ] as const)
      ] += 1;
      sum += random.normal(5, 2);
    }
    expect(counts.often / counts.seldom).toBeGreaterThan(7.5);
    expect(counts.often / counts.seldom).toBeLessThan(11);
    expect(sum / 10_000).toBeCloseTo(5, 0);
    expect(() => random.pick([])).toThrow(RangeError);
    expect(() => random.weighted([])).toThrow(RangeError);
  });
});
