/** Values of the type jsonb as PostgreSQL reads them. A function is asked of the type alone that it is for: AND is no guard. */
import { never, or, sql, trusted, truth, type Sql } from '../sql.ts';
import type { ColumnJson } from './dialect.ts';
import { isStorable } from './dialect-parts.ts';
import { jsonNumbers, jsonTexts, type JsonTypeName } from './json-dialect.ts';

/** NULL stands for a value that is missing, and JSON's null for itself. */
export const postgresJson: ColumnJson = {
  // The type json holds numbers and texts that jsonb cannot.
  of: (column, type) => (type === 'jsonb' ? column : undefined),
  canName: () => true,
  member: (value, name) =>
    isStorable(name) ? sql`(${value} -> CAST(${name} AS text))` : trusted('CAST(NULL AS jsonb)'),
  at: (array, index) => sql`(${array} -> ${trusted(String(index))})`,
  some: (array, name, test) => {
    const condition = test(trusted(`${name}.v`));
    if (condition.text === never.text) return never;
    return sql`EXISTS (SELECT FROM jsonb_array_elements(${array}) AS ${trusted(name)}(v) WHERE ${truth(condition)})`;
  },
  length: (array) => sql`jsonb_array_length(${array})`,
  mayBeArray: () => true,
  isThere: (value) => sql`${value} IS NOT NULL`,
  isNull: (value) => or([sql`${value} IS NULL`, isOf(value, ['null'])]),
  isOf,
  where: (value, type, test, other = never) =>
    sql`CASE WHEN jsonb_typeof(${value}) = ${trusted(`'${type}'`)} THEN ${truth(test)} ELSE ${truth(other)} END`,
  number: (value) => ({
    value: sql`CAST(${value} AS float8)`,
    node: jsonNumbers,
    isElement: true,
  }),
  text: (value) => ({ value: sql`(${value} #>> '{}')`, node: jsonTexts, isElement: true }),
  isBoolean: (value, expected) => sql`${value} = ${trusted(expected ? `'true'` : `'false'`)}`,
};

function isOf(value: Sql, types: readonly JsonTypeName[]): Sql {
  return sql`jsonb_typeof(${value}) IN (${trusted(types.map((each) => `'${each}'`).join(', '))})`;
}
