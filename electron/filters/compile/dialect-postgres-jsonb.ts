/** Values of the type jsonb as PostgreSQL reads them. A function is asked of the type alone that it is for: AND is no guard. */
import { never, sql, trusted, truth } from '../sql.ts';
import { isStorable } from './dialect-parts.ts';
import type { JsonDialect } from './json-dialect.ts';

export const postgresJson: JsonDialect = {
  // The type json holds numbers and texts that jsonb cannot.
  of: (column, type) => (type === 'jsonb' ? column : undefined),
  member: (value, name) =>
    isStorable(name) ? sql`(${value} -> CAST(${name} AS text))` : trusted('CAST(NULL AS jsonb)'),
  at: (array, index) => sql`(${array} -> ${trusted(String(index))})`,
  some: (array, name, test) => {
    const condition = test(trusted(`${name}.v`));
    if (condition.text === never.text) return never;
    return sql`EXISTS (SELECT FROM jsonb_array_elements(${array}) AS ${trusted(name)}(v) WHERE ${truth(condition)})`;
  },
  length: (array) => sql`jsonb_array_length(${array})`,
  isOf: (value, types) =>
    sql`jsonb_typeof(${value}) IN (${trusted(types.map((each) => `'${each}'`).join(', '))})`,
  where: (value, type, test, other = never) =>
    sql`CASE WHEN jsonb_typeof(${value}) = ${trusted(`'${type}'`)} THEN ${truth(test)} ELSE ${truth(other)} END`,
  number: (value) => sql`CAST(${value} AS float8)`,
  text: (value) => sql`(${value} #>> '{}')`,
  isBoolean: (value, expected) => sql`${value} = ${trusted(expected ? `'true'` : `'false'`)}`,
};
