/** The map must neither hide a break nor show one where none is. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nearestBreak, placesToSample, stretches } from './ledger-map.ts';

describe('stretches', () => {
  test('every break is in exactly one bad stretch, and every bad stretch has one', () => {
    const sizes = fc.integer({ min: 1, max: 5_000 });
    fc.assert(
      fc.property(
        sizes,
        fc.integer({ min: 1, max: 300 }),
        fc.uniqueArray(fc.nat(4_999), { maxLength: 40 }),
        (size, count, drawn) => {
          const seqs = drawn.filter((seq) => seq < size).toSorted((left, right) => left - right);
          const breaks = seqs.map((seq, place) => ({ place, seq }));
          const map = stretches({ size, count, checked: size, firstBreak: seqs[0], breaks });
          expect(map[0]?.from).toBe(0);
          expect(map.at(-1)?.to).toBe(size - 1);
          for (const stretch of map) {
            const inside = seqs.filter((seq) => seq >= stretch.from && seq <= stretch.to);
            expect(stretch.breaks).toBe(inside.length);
            expect(stretch.state === 'bad').toBe(inside.length > 0);
          }
        },
      ),
    );
  });

  test('sound before the first break, hatched after it, unknown beyond what was checked', () => {
    const map = stretches({
      size: 10,
      count: 10,
      checked: 8,
      firstBreak: 3,
      breaks: [{ place: 0, seq: 3 }],
    });
    expect(map.map((each) => each.state)).toEqual([
      'ok',
      'ok',
      'ok',
      'bad',
      'after',
      'after',
      'after',
      'after',
      'unchecked',
      'unchecked',
    ]);
  });

  test('what lies between two known places of many is spread over the entries between', () => {
    const map = stretches({
      size: 100,
      count: 10,
      checked: 100,
      firstBreak: 20,
      breaks: [
        { place: 0, seq: 20 },
        { place: 50, seq: 69 },
      ],
    });
    expect(map.map((each) => each.state === 'bad')).toEqual([
      false,
      false,
      true,
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(map[3]).toMatchObject({ breaks: 10, about: true });
  });
});

test('samples take the ends and never repeat', () => {
  const places = placesToSample(100_000);
  expect(places[0]).toBe(0);
  expect(places.at(-1)).toBe(99_999);
  expect(new Set(places).size).toBe(places.length);
});

test('nearestBreak', () => {
  const breaks = [
    { place: 0, seq: 10 },
    { place: 1, seq: 30 },
  ];
  expect(nearestBreak(breaks, 19)?.seq).toBe(10);
  expect(nearestBreak(breaks, 29)?.seq).toBe(30);
  expect(nearestBreak([], 1)).toBeUndefined();
});
