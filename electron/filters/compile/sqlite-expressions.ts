/** Regular expressions as a function of SQL: no document is parsed for one. */
import { createRegularExpression, type RegularExpression } from '../regular-expression.ts';
import { sql, type Sql } from '../sql.ts';

/** As `Database` of better-sqlite3. */
interface FunctionsOfSql {
  function(
    name: string,
    options: { deterministic: boolean },
    of: (...values: unknown[]) => number,
  ): unknown;
}

/** Expressions that are kept; a statement asks a few of them. */
const mostKept = 64;

/** Tells whether a text matches an expression with its options; false of what is no text. */
export function matchesExpression(value: Sql, source: string, options: string): Sql {
  return sql`matches_expression(${value}, ${source}, ${options})`;
}

/** Makes `matchesExpression` known to a connection. */
export function registerExpressions(database: FunctionsOfSql): void {
  const kept = new Map<string, RegularExpression>();
  const expressionOf = (source: string, options: string): RegularExpression => {
    const key = `${options}/${source}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    if (kept.size >= mostKept) kept.clear();
    const expression = createRegularExpression(source, options);
    kept.set(key, expression);
    return expression;
  };
  database.function('matches_expression', { deterministic: true }, (value, source, options) =>
    Number(
      typeof value === 'string' && expressionOf(String(source), String(options)).matches(value),
    ),
  );
}
