/** How a filter runs, in words a person can check: in the database or finished in JavaScript, and by which index. */
import type { CompiledFilter } from './compile-filter.ts';

export interface FilterExplanation {
  /** `sql`: the database answers alone. `residual`: it narrows down, JavaScript has the last word. */
  readonly execution: 'sql' | 'residual';
  /** What SQL could not say. */
  readonly reasons: readonly string[];
  /** The index that finds the rows; absent where they are all read. */
  readonly index?: string;
  /** The condition; its values are bound and not shown. */
  readonly sql: string;
  readonly plan: readonly string[];
}

/** `planLines`: the `detail` column of EXPLAIN QUERY PLAN for the statement that reads the rows. */
export function explainFilter(
  compiled: CompiledFilter,
  planLines: readonly string[],
): FilterExplanation {
  const index = planLines.map(indexIn).find((name) => name !== undefined);
  return {
    execution: compiled.exact ? 'sql' : 'residual',
    reasons: compiled.reasons,
    ...(index === undefined ? {} : { index }),
    sql: compiled.sql,
    plan: planLines,
  };
}

function indexIn(line: string): string | undefined {
  return /^(?:SEARCH|SCAN) .* USING (?:COVERING )?INDEX (\S+)/.exec(line)?.[1];
}
