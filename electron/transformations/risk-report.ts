/** How many rows look alike in what others could know of them: k-anonymity and l-diversity, counted. */
import type { RiskReport, RiskRequest } from '../../shared/contract/transformations.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { valuesAt } from './map-path.ts';
import type { SourceRow } from './transformation.ts';

/**
 * Classes of rows that agree in every quasi-identifier, by JSON type and value; a missing field is a
 * value of its own. It measures these rows alone, not what can be learnt by joining them with others.
 */
export function riskReport(rows: readonly SourceRow[], request: RiskRequest): RiskReport {
  const { quasi_identifiers, sensitive = [] } = request;
  const classes = Map.groupBy(rows, (row) => keyOf(row, quasi_identifiers));
  const sizes = [...classes.values()].map((members) => members.length);
  const bySize = Map.groupBy(sizes, (size) => size);
  return {
    quasi_identifiers,
    records: rows.length,
    classes: classes.size,
    least_k: least(sizes),
    unique_records: bySize.get(1)?.length ?? 0,
    class_sizes: [...bySize]
      .map(([size, same]) => ({ size, classes: same.length }))
      .toSorted((left, right) => left.size - right.size),
    sensitive: sensitive.map((field) => ({
      field,
      least_distinct: least(
        [...classes.values()].map(
          (members) => new Set(members.map((row) => keyOf(row, [field]))).size,
        ),
      ),
    })),
  };
}

function keyOf(row: SourceRow, fields: readonly string[]): string {
  return canonicalJson(fields.map((field) => valuesAt(row.document, field.split('.'))));
}

function least(counts: readonly number[]): number {
  return counts.reduce((low, count) => Math.min(low, count), counts[0] ?? 0);
}
