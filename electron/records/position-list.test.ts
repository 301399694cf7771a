/** Sorted lists of positions against an oracle of sets. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  complementOf,
  GrowingPositions,
  indexFrom,
  intersectionOf,
  parsePositions,
  unionOf,
} from './position-list.ts';

const sorted = fc
  .uniqueArray(fc.integer({ min: 1, max: 200 }), { maxLength: 120 })
  .map((numbers) => Uint32Array.from(numbers).toSorted());
const lists = fc.array(sorted, { minLength: 1, maxLength: 4 });

describe('Lists of positions', () => {
  test('are read from text, sorted and without repetitions whatever their order was', () => {
    expect([...parsePositions(null)]).toEqual([]);
    expect([...parsePositions(Buffer.from('7'))]).toEqual([7]);
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 2 ** 32 - 1 }), { minLength: 1 }),
        (numbers) => {
          const expected = [...new Set(numbers)].toSorted((left, right) => left - right);
          expect([...parsePositions(Buffer.from(numbers.join()))]).toEqual(expected);
        },
      ),
    );
  });

  test('intersect, unite and complement as sets do', () => {
    fc.assert(
      fc.property(lists, (all) => {
        const universe = Array.from({ length: 200 }, (_, index) => index + 1);
        const inEvery = universe.filter((each) => all.every((list) => list.includes(each)));
        const inAny = universe.filter((each) => all.some((list) => list.includes(each)));
        expect([...intersectionOf(all)]).toEqual(inEvery);
        expect([...unionOf(all)]).toEqual(inAny);
        expect([...complementOf(unionOf(all), 51, 150)]).toEqual(
          universe.slice(50, 150).filter((each) => !inAny.includes(each)),
        );
      }),
    );
    const few = Uint32Array.of(5, 999_999);
    const many = Uint32Array.from({ length: 1_000_000 }, (_, index) => index + 1);
    expect([...intersectionOf([many, few])]).toEqual([5, 999_999]);
    expect([...complementOf(Uint32Array.of(1), 5, 4)]).toEqual([]);
  });

  test('are searched for the first element from a position on', () => {
    fc.assert(
      fc.property(sorted, fc.nat(201), (list, position) => {
        const expected = list.findIndex((each) => each >= position);
        expect(indexFrom(list, position)).toBe(expected < 0 ? list.length : expected);
      }),
    );
  });

  test('grow at their end', () => {
    fc.assert(
      fc.property(fc.array(sorted), (parts) => {
        const growing = new GrowingPositions(new Uint32Array());
        for (const part of parts) growing.append(part);
        expect([...growing.positions]).toEqual(parts.flatMap((part) => [...part]));
      }),
    );
  });
});
