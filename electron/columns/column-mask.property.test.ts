/** Whatever the documents and the filter: columns find what the evaluator finds. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import { evaluator } from '../filters/evaluate-filter.ts';
import { parseRowFilter } from '../filters/parse-filter.ts';
import {
  documentArbitrary,
  filterArbitrary,
  pointedFilters,
  regularDocumentArbitrary,
} from '../filters/testing/arbitrary-filters.ts';
import { rounds } from '../testing/rounds.ts';
import { scanColumns } from './scan-columns.ts';
import { memoryChunks } from './testing/memory-chunks.ts';

const runs = rounds({ usual: 25, all: 3_000 });
const filtersOfRun = 8;

interface Found {
  readonly rows: number[];
  /** Parts that columns told something of. */
  readonly told: number;
}

function found(documents: readonly JsonObject[], filter: JsonValue, chunkOf: number): Found {
  const parsed = parseRowFilter(filter);
  const matches = evaluator(parsed);
  const rows: number[] = [];
  let told = 0;
  const parts = scanColumns({
    chunks: memoryChunks(documents, chunkOf),
    last: documents.length,
    after: 0,
    filter: parsed,
    isStored: () => true,
    erased: () => [],
  });
  for (const part of parts) {
    if (part.kind === 'cells') told += 1;
    const test =
      part.kind === 'rows' ? matches : evaluator(part.rest ?? { kind: 'all', filters: [] });
    const [from, to] = [part.from, part.to];
    for (let seq = from; seq <= to; seq += 1) {
      if (part.kind === 'cells' && part.mask[seq - part.first] !== 1) continue;
      if (test(documents[seq - 1] ?? null)) rows.push(seq);
    }
  }
  return { rows, told };
}

describe.each([
  ['adversarial documents', documentArbitrary],
  ['regular documents', regularDocumentArbitrary],
])('%s', (_, documents: fc.Arbitrary<JsonObject>) => {
  it('are found alike over columns and one by one', { timeout: 600_000 }, () => {
    const seen = { told: 0, some: 0 };
    fc.assert(
      fc.property(
        fc.array(documents, { minLength: 1, maxLength: 20 }),
        fc.array(filterArbitrary, { minLength: filtersOfRun, maxLength: filtersOfRun }),
        fc.integer({ min: 1, max: 8 }),
        (made, filters, chunkOf) => {
          const rows: JsonObject[] = JSON.parse(JSON.stringify(made));
          for (const filter of [...filters, ...rows.slice(0, 1).flatMap(pointedFilters)]) {
            const matches = evaluator(parseRowFilter(filter));
            const expected = rows.flatMap((row, index) => (matches(row) ? [index + 1] : []));
            const { rows: actual, told } = found(rows, filter, chunkOf);
            expect(actual).toEqual(expected);
            if (told > 0) seen.told += 1;
            if (expected.length > 0 && expected.length < rows.length) seen.some += 1;
          }
        },
      ),
      { numRuns: runs },
    );
    expect(seen.told).toBeGreaterThan(runs * 3);
    expect(seen.some).toBeGreaterThan(runs);
  });
});
