/** What people did, in figures: ranks of times, and how far two reviewers agree (docs/oversight.md, "People"). */

/** The percentile by nearest rank of ascending values, `percent` above 0 to 100; undefined without any. */
export function nearestRank(sorted: ArrayLike<number>, percent: number): number | undefined {
  return sorted[Math.max(1, Math.ceil((percent * sorted.length) / 100)) - 1];
}

/**
 * Cohen's kappa of two reviewers: `table[i][j]` is how often the first chose `i` and the second `j`.
 * Undefined without any pair, and where chance alone makes both agree always.
 */
export function cohensKappa(table: readonly (readonly number[])[]): number | undefined {
  const rows = table.map((row) => sum(row));
  const columns = table.map((_, place) => sum(table.map((row) => row[place] ?? 0)));
  const all = sum(rows);
  const agreed = sum(table.map((row, place) => row[place] ?? 0));
  const expected = sum(rows.map((row, place) => row * (columns[place] ?? 0)));
  if (all === 0 || expected === all * all) return undefined;
  return (agreed * all - expected) / (all * all - expected);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}
