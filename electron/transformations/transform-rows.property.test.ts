/** Laws of transformations over generated rows. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { textOf, transform, transformValue } from './testing/transform.ts';
import { rounds } from '../testing/rounds.ts';

/** JSON values as strict intake gives them. */
const anyJson: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.double({ noNaN: true, min: -1e15, max: 1e15 }).map((number) => (number === 0 ? 0 : number)),
    fc.string({ unit: 'grapheme' }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.string({ maxLength: 3 }), tie('value'), { maxKeys: 3 }),
  ),
})).value;

const names = fc.constantFrom('a', 'b', 'c', 'list', '__proto__', '7');

/** Rows with few names, so that paths meet them. */
const anyRow = fc
  .array(fc.tuple(names, fc.oneof(anyJson, fc.dictionary(names, anyJson, { maxKeys: 3 }))), {
    maxLength: 5,
  })
  .map((entries): JsonObject => Object.fromEntries(entries));

const anyPath = fc.array(names, { minLength: 1, maxLength: 3 }).map((path) => path.join('.'));

const methods = fc.constantFrom<JsonObject>(
  { method: 'hash' },
  { method: 'mask', keep_first: 1 },
  { method: 'redact' },
  { method: 'replace', value: 'X' },
  { method: 'drop' },
  { method: 'generalize', bucket_size: 10 },
  { method: 'date_shift' },
  { method: 'noise', scale: 1 },
);

/** The row as text with everything at and below the path taken out. */
function withoutPath(value: JsonValue, path: readonly string[]): JsonValue {
  if (Array.isArray(value)) {
    return path.length === 0 ? '(gone)' : value.map((each) => withoutPath(each, path));
  }
  const [first, ...rest] = path;
  if (first === undefined || typeof value !== 'object' || value === null) {
    return path.length === 0 ? '(gone)' : value;
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== first || rest.length > 0)
      .map(([name, member]) => [name, name === first ? withoutPath(member, rest) : member]),
  );
}

describe('transformations', () => {
  it('leave every unnamed field byte for byte, in its place, and the source alone', () => {
    fc.assert(
      fc.property(
        fc.array(anyRow, { maxLength: 5 }),
        anyPath,
        methods,
        (rows, path, parameters) => {
          const before = JSON.stringify(rows);
          const result = transform(rows, 'anonymize', { ...parameters, fields: [path] });
          expect(JSON.stringify(rows)).toBe(before);
          expect(result.rows).toHaveLength(rows.length);
          const segments = path.split('.');
          for (const [index, row] of rows.entries()) {
            const document = result.rows[index]?.document ?? null;
            expect(JSON.stringify(withoutPath(document, segments))).toBe(
              JSON.stringify(withoutPath(row, segments)),
            );
          }
        },
      ),
      { numRuns: rounds({ usual: 60, all: 300 }) },
    );
  });

  it('are the same when repeated, and follow the order of the rows', () => {
    fc.assert(
      fc.property(
        fc.array(anyRow, { maxLength: 5 }),
        anyPath,
        methods,
        (rows, path, parameters) => {
          const named = rows.map((row, index): JsonObject => ({
            ...row,
            record_id: `rec_${index}`,
          }));
          const once = transform(named, 'anonymize', { ...parameters, fields: [path] });
          const reversed = transform(named.toReversed(), 'anonymize', {
            ...parameters,
            fields: [path],
          });
          expect(JSON.stringify(reversed.rows.toReversed())).toBe(JSON.stringify(once.rows));
        },
      ),
      { numRuns: rounds({ usual: 30, all: 100 }) },
    );
  });

  it('hash equal values alike and different ones apart', () => {
    fc.assert(
      fc.property(anyJson, anyJson, (left, right) => {
        fc.pre(!Array.isArray(left) && !Array.isArray(right));
        const hash = (value: JsonValue) => transformValue(value, 'anonymize', { method: 'hash' });
        expect(hash(left) === hash(right)).toBe(canonicalJson(left) === canonicalJson(right));
      }),
    );
  });

  it('keep the length under a mask, and only what is to be kept', () => {
    const count = fc.integer({ min: 0, max: 6 });
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), count, count, (text, keep_first, keep_last) => {
        const masked = textOf(transformValue(text, 'mask', { keep_first, keep_last, char: '#' }));
        const from = Array.from(text);
        const to = Array.from(masked);
        expect(to).toHaveLength(from.length);
        const all = keep_first + keep_last >= from.length;
        for (const [index, point] of to.entries()) {
          const kept = !all && (index < keep_first || index >= from.length - keep_last);
          expect(point).toBe(kept ? from[index] : '#');
        }
      }),
      { numRuns: rounds({ usual: 30, all: 100 }) },
    );
  });

  it('keep the interval between the dates of a subject', () => {
    const day = fc
      .date({ min: new Date('1800-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, day, fc.string(), (from, to, subject) => {
        const { rows } = transform([{ from, to, subject }], 'anonymize', {
          method: 'date_shift',
          fields: ['from', 'to'],
          group_by: 'subject',
        });
        const moved = rows[0]?.document ?? {};
        const shifted = (name: string) => Date.parse(textOf(moved[name]));
        expect(shifted('to') - shifted('from')).toBe(Date.parse(to) - Date.parse(from));
        expect(moved['from']).not.toBe(from);
      }),
    );
  });

  it('put every number into the bucket that holds it', () => {
    const number = fc.double({ noNaN: true, min: -1e9, max: 1e9 });
    const size = fc.double({ noNaN: true, min: 1e-3, max: 1e6 });
    fc.assert(
      fc.property(number, size, (value, bucket_size) => {
        const text = textOf(transformValue(value, 'generalize', { bucket_size }));
        const [, from, to] = /^\[(.+),(.+)\)$/.exec(text) ?? [];
        expect(Number(from)).toBeLessThanOrEqual(value);
        expect(Number(to)).toBeGreaterThanOrEqual(value);
      }),
    );
  });
});
