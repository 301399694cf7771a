/** Draws and thresholds of statistics: golden rows, their distribution over many keys, and a second computation. */
import { describe, expect, it } from 'vitest';
import { askReference, hasPython, type Asked } from '../policies/testing/reference.ts';
import { sampleKey } from '../policies/testing/sample-policy.ts';
import { rounds } from '../testing/rounds.ts';
import { createKeyedDigest } from '../transformations/keyed-digest.ts';
import { geometric, noiseAt } from './noise.ts';
import { queryDigest } from './query.ts';
import { keyOfGrant } from './testing/ask-statistics.ts';
import { randomFrom } from './testing/people.ts';
import { threshold } from './threshold.ts';

const sampleDigest = createKeyedDigest(sampleKey);

describe('A threshold', () => {
  it.each([
    [8, 1, 0.5, 35],
    [8, 1, 0.25, 61],
    [8, 1, 1, 22],
    [8, 3, 0.5, 110],
    [8, 1, 0.1, 140],
    [20, 1, 0.5, 47],
    [8, 5, 1, 115],
    [2, 1, 2, 9],
  ])('of %d entities, %d rows each, ε %d is %d', (entities, rows, epsilon, expected) => {
    expect(threshold(entities, rows, epsilon)).toBe(expected);
  });
});

describe('A draw', () => {
  it.each([
    ['n', '152e38e5ef29381c', 0.5, [4, 5]],
    ['n', '152e38e5ef29381c', 0.25, [9, 11]],
    ['n', '152e38e5ef29381c', 0.00025, [9_968, 11_280]],
    ['n', '152e38e5ef29381c', 0.000125, [19_936, 22_561]],
    ['salary', '6737a70c3c506771', 0.5, [1, 2]],
    ['salary', '6737a70c3c506771', 0.25, [3, 4]],
    ['salary', '6737a70c3c506771', 0.00025, [3_633, 4_493]],
    ['salary', '6737a70c3c506771', 0.000125, [7_266, 8_987]],
  ])('of %s (h begins %s) with e %d is %j', (measure, begin, e, [first = 0, second = 0]) => {
    const drawn = sampleDigest('disclosure.noise/v1', ['q0', '', measure]);
    expect(drawn.toString('hex', 0, 8)).toBe(begin);
    expect([geometric(drawn, 0, e), geometric(drawn, 1, e)]).toEqual([first, second]);
    const place = { query: 'q0', group: '', measure };
    expect(noiseAt(sampleDigest, place, e)).toBe(first - second);
  });
});

describe('The digest of a question', () => {
  const question = {
    policyVersion: 1,
    snapshot: 10_000,
    erasedCount: 0,
    pipeline: [{ $match: { dx: 'hiv' } }, { $group: { _id: null, n: { $sum: 1 } } }],
  };

  it('is the one that was computed elsewhere', () => {
    const hex = '1296d68098dfc51195e3ce9ce75a3e1705a9644d93901028eed2d86a8d1ae200';
    expect(queryDigest(question)).toBe(hex);
  });

  it('changes with the policy, the rows, an erasure and the pipeline as it was sent', () => {
    const digests = [
      question,
      { ...question, policyVersion: 2 },
      { ...question, snapshot: 10_001 },
      { ...question, erasedCount: 1 },
      {
        ...question,
        pipeline: [{ match: { dx: 'hiv' } }, { $group: { _id: null, n: { $sum: 1 } } }],
      },
    ].map(queryDigest);
    expect(new Set(digests).size).toBe(digests.length);
  });
});

const keys = rounds({ usual: 5_000, all: 20_000 });
const draws = (measure: string, e: number) =>
  Array.from({ length: keys }, (_, index) =>
    noiseAt(createKeyedDigest(keyOfGrant(index)), { query: 'q', group: '', measure }, e),
  );

/** A quantile of χ² (Wilson and Hilferty): one in a million is beyond it. */
function farChiSquare(degrees: number): number {
  const share = 2 / (9 * degrees);
  return degrees * (1 - share + 4.753 * Math.sqrt(share)) ** 3;
}

describe('Noise over thousands of keys', () => {
  it.each([0.25, 0.5, 1])('with e %d is two-sided geometric', (e) => {
    const ratio = Math.exp(-e);
    const chanceOf = (value: number) => ((1 - ratio) / (1 + ratio)) * ratio ** Math.abs(value);
    const drawn = draws('n', e);
    const spread = (2 * ratio) / (1 - ratio) ** 2;
    const mean = drawn.reduce((sum, each) => sum + each, 0) / keys;
    const variance = drawn.reduce((sum, each) => sum + each * each, 0) / keys;
    // Five standard errors; the fourth moment of a Laplace distribution is six times the square.
    expect(Math.abs(mean)).toBeLessThan(5 * Math.sqrt(spread / keys));
    expect(Math.abs(variance / spread - 1)).toBeLessThan(5 * Math.sqrt(5 / keys));
    // Values that are met often enough, and all beyond them as two more.
    const most = Math.floor(Math.log(10 / (keys * chanceOf(0))) / -e);
    const counts = new Map<number, number>();
    for (const each of drawn) {
      const cut = Math.max(-most - 1, Math.min(most + 1, each));
      counts.set(cut, (counts.get(cut) ?? 0) + 1);
    }
    const beyond = ratio ** (most + 1) / (1 + ratio);
    let distance = 0;
    for (let value = -most - 1; value <= most + 1; value += 1) {
      const expected = keys * (Math.abs(value) > most ? beyond : chanceOf(value));
      distance += ((counts.get(value) ?? 0) - expected) ** 2 / expected;
    }
    expect(distance).toBeLessThan(farChiSquare(2 * most + 2));
  });

  it('with e 0.5 over 20,000 keys is within the bars that are told', () => {
    const [all, e] = [20_000, 0.5];
    const ratio = Math.exp(-e);
    const drawn = Array.from({ length: all }, (_, index) =>
      noiseAt(createKeyedDigest(keyOfGrant(index)), { query: 'bar', group: '', measure: 'n' }, e),
    );
    const spread = (2 * ratio) / (1 - ratio) ** 2;
    expect(spread).toBeCloseTo(7.835, 3);
    const mean = drawn.reduce((sum, each) => sum + each, 0) / all;
    const variance = drawn.reduce((sum, each) => sum + (each - mean) ** 2, 0) / all;
    expect(Math.abs(mean)).toBeLessThan(0.1);
    expect(Math.abs(variance / spread - 1)).toBeLessThan(0.06);
    // χ² at 1 %: from −12 to 12 one by one, and what lies beyond on either side.
    const most = 12;
    const chances = Array.from({ length: 2 * most + 3 }, (_, at) => {
      const value = Math.abs(at - most - 1);
      if (value > most) return ratio ** value / (1 + ratio);
      return ((1 - ratio) / (1 + ratio)) * ratio ** value;
    });
    expect(chances.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 12);
    const counts = chances.map(() => 0);
    for (const each of drawn) {
      const at = Math.max(-most - 1, Math.min(most + 1, each)) + most + 1;
      counts[at] = (counts[at] ?? 0) + 1;
    }
    const distance = chances.reduce((sum, chance, at) => {
      const expected = all * chance;
      return sum + ((counts[at] ?? 0) - expected) ** 2 / expected;
    }, 0);
    // With 26 degrees of freedom one in a hundred is beyond it.
    expect(distance).toBeLessThan(45.64);
  });

  it('of two measures, groups or questions has nothing to do with one another', () => {
    const one = draws('n', 0.5);
    const other = draws('salary', 0.5);
    const spread = (2 * Math.exp(-0.5)) / (1 - Math.exp(-0.5)) ** 2;
    const together = one.reduce((sum, each, index) => sum + each * (other[index] ?? 0), 0) / keys;
    expect(Math.abs(together / spread)).toBeLessThan(5 / Math.sqrt(keys));
  });
});

describe.runIf(hasPython)('A second computation', () => {
  it('has the same thresholds, draws and digests', () => {
    const random = randomFrom(20_261_127);
    const pick = (...values: number[]) => values[Math.floor(random() * values.length)] ?? 1;
    const cases = Array.from({ length: 200 }, (_, index) => {
      const [entities, rows] = [pick(2, 5, 8, 20, 100), pick(1, 2, 3, 10)];
      const epsilon = pick(0.05, 0.1, 0.25, 0.5, 1, 2);
      const place = { query: `q${index}`, group: pick(0, 1) === 0 ? '' : '"flu"', measure: 'n' };
      const key = keyOfGrant(index);
      const e = epsilon / pick(1, 40, 2_000);
      const question = [
        index,
        10 * index,
        pick(0, 1, 2),
        [{ $match: { dx: `d${index}` } }],
      ] as const;
      const [policyVersion, snapshot, erasedCount, pipeline] = question;
      const hex = key.toString('hex');
      const asked: Asked[] = [
        ['threshold', entities, rows, epsilon],
        ['draw', hex, place.query, place.group, place.measure, e],
        ['query_digest', ...question],
      ];
      const own = [
        threshold(entities, rows, epsilon),
        noiseAt(createKeyedDigest(key), place, e),
        queryDigest({ policyVersion, snapshot, erasedCount, pipeline: [...pipeline] }),
      ];
      return { asked, own };
    });
    const answers = askReference(cases.flatMap(({ asked }) => asked));
    expect(answers).toEqual(cases.flatMap(({ own }) => own));
  });
});
