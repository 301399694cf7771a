/** Whatever the rows, the policy and the filter: what SQL finds of stored rows is what the view shows, and no more leaves. */
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import { evaluator } from '../filters/evaluate-filter.ts';
import { parseFilter } from '../filters/parse-filter.ts';
import {
  documentArbitrary,
  filterArbitrary,
  pathArbitrary,
  pointedFilters,
} from '../filters/testing/arbitrary-filters.ts';
import { DocumentTable } from '../filters/testing/document-table.ts';
import { isWhole, rounds } from '../testing/rounds.ts';
import { addressBelow, visitValues } from './address.ts';
import { addressAbove, isInsideOne } from '../../shared/policies/addresses.ts';
import { viewOf } from './testing/sample-policy.ts';
import type { View } from './view.ts';

const seed = 20_261_127;
const timeout = isWhole ? 3_600_000 : 120_000;
/** Filters over the same view. */
const filtersOfView = 10;
const views = rounds({ usual: 200, all: 5_000 }) / filtersOfView;

const rule = fc.constantFrom<JsonObject>(
  { method: 'clear' },
  { method: 'clear' },
  { method: 'withheld' },
  { method: 'statistics' },
  { method: 'hash' },
  { method: 'date_shift' },
  { method: 'noise', scale: 1, step: 0.5 },
  { method: 'mask', keep_first: 1 },
  { method: 'generalize', bucket_size: 2 },
  { method: 'replace', value: 'a' },
  { method: 'redact' },
);

const fields = fc.array(fc.tuple(pathArbitrary, rule), { maxLength: 6 }).map((entries) => {
  const rules = new Map(entries);
  return Object.fromEntries([...rules].filter(([address]) => !isInsideOne(address, rules)));
});

const viewArbitrary: fc.Arbitrary<View> = fc
  .record({
    fields,
    unlisted: fc.constantFrom('clear', 'withheld'),
    record_ids: fc.constantFrom('kept', 'per_grant'),
    entity: fc.option(pathArbitrary, { nil: null }),
    kind: fc.constantFrom('rows' as const, 'statistics' as const),
    granted: fc.option(fc.array(pathArbitrary, { maxLength: 4 }), { nil: undefined }),
  })
  .map(({ kind, granted, ...policy }) => viewOf(policy, { kind, fields: granted }));

const rowsArbitrary = fc
  .array(documentArbitrary, { minLength: 1, maxLength: 12 })
  .map((documents) =>
    documents.map((document, index): JsonObject => ({ record_id: `rec_${index}`, ...document })),
  );

const table = new DocumentTable();
afterAll(() => table.database.close());

describe('A filter', () => {
  it('over a view finds what it shows, by SQL where a path is clear', { timeout }, () => {
    let shortened = 0;
    const check = (view: View, rows: readonly JsonObject[], filters: readonly JsonObject[]) => {
      table.replaceDocuments(rows);
      const seen = rows.map((document, seq) => view.row({ seq, document }));
      const isStored = (path: string) => view.stateOf(path) === 'clear';
      for (const filter of [...filters, ...seen.slice(0, 1).flatMap(pointedFilters)]) {
        const matches = evaluator(parseFilter(filter));
        const expected = seen.flatMap((row, index) => (matches(row) ? [index] : []));
        for (const withProfile of [true, false]) {
          expect(table.find(filter, { withProfile, isStored, seen })).toEqual(expected);
        }
        if (table.compile(filter, { withProfile: true, isStored }).exact) shortened += 1;
      }
    };
    fc.assert(
      fc.property(
        viewArbitrary,
        rowsArbitrary,
        fc.array(filterArbitrary, { minLength: filtersOfView, maxLength: filtersOfView }),
        check,
      ),
      { seed, numRuns: views },
    );
    // Some of it was done by SQL alone.
    expect(shortened).toBeGreaterThan(views);
  });
});

/** Every value of a row made one of a kind, so that it is known again wherever it comes out. */
function marked(value: JsonValue, next: () => number): JsonValue {
  if (Array.isArray(value)) return value.map((each) => marked(each, next));
  if (typeof value !== 'object' || value === null) return `value-${next()}-`;
  const result: JsonObject = Object.create(null);
  for (const name of Object.keys(value)) result[name] = marked(value[name] ?? null, next);
  return result;
}

describe('A row', () => {
  it('lets out of a view the values of clear fields alone', { timeout }, () => {
    const check = (rules: Record<string, JsonObject>, unlisted: string, document: JsonObject) => {
      let count = 0;
      const row = Object(marked(document, () => (count += 1)));
      const view = viewOf({ fields: rules, unlisted });
      const out = JSON.stringify(view.row({ seq: 1, document: row }));
      const known = new Map(Object.entries(rules));
      visitValues(row, (address, value) => {
        const above = known.has(address) ? address : addressAbove(address, known);
        const method = above === undefined ? unlisted : known.get(above)?.['method'];
        const isOut = out.includes(String(value));
        expect(isOut, `${address} ${String(value)}`).toBe(method === 'clear');
      });
    };
    fc.assert(fc.property(fields, fc.constantFrom('clear', 'withheld'), documentArbitrary, check), {
      seed,
      numRuns: rounds({ usual: 300, all: 20_000 }),
    });
  });

  it('keeps in a view the order of its members and the places of its elements', () => {
    /** Places whose elements or members are others than the row's, or in another order. */
    const moved = (value: JsonValue, seen: JsonValue | undefined, address: string): string[] => {
      if (Array.isArray(value) && Array.isArray(seen)) {
        const within = value.flatMap((each, index) => moved(each, seen[index], address));
        return value.length === seen.length ? within : [address, ...within];
      }
      if (!isObject(value) || !isObject(seen)) return [];
      const names = Object.keys(seen);
      const kept = Object.keys(value).filter((name) => names.includes(name));
      const within = names.flatMap((name) =>
        moved(value[name] ?? null, seen[name], addressBelow(address, name)),
      );
      return names.join() === kept.join() ? within : [address, ...within];
    };
    const check = (view: View, document: JsonObject) => {
      expect(moved(document, view.row({ seq: 1, document }), 'row')).toEqual([]);
    };
    fc.assert(fc.property(viewArbitrary, documentArbitrary, check), {
      seed,
      numRuns: rounds({ usual: 200, all: 5_000 }),
    });
  });
});

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
