/** SQL text with its bound values: an interpolated value is always bound, never written into the text. */
import type { NumberRange } from './number-range.ts';

export type SqlValue = string | number | bigint | null;

export interface Sql {
  readonly text: string;
  /** The values of the `?` in `text`, in order. */
  readonly values: readonly SqlValue[];
  /** Of a condition that is nothing but the range of a number, in SQLite: which, and of what. */
  readonly range?: NumberRange & { readonly of: Sql };
}

/** Builds SQL: an interpolated `Sql` is put in place with its values, anything else becomes a `?`. */
export function sql(texts: TemplateStringsArray, ...parts: readonly (Sql | SqlValue)[]): Sql {
  let text = texts[0] ?? '';
  const values: SqlValue[] = [];
  for (const [index, part] of parts.entries()) {
    if (typeof part === 'object' && part !== null) {
      text += part.text;
      values.push(...part.values);
    } else {
      text += '?';
      values.push(part);
    }
    text += texts[index + 1] ?? '';
  }
  return { text, values };
}

/** Text of the program itself, or made by `jsonPath`: never of a caller. */
export function trusted(text: string): Sql {
  return { text, values: [] };
}

export const always = trusted('1');
export const never = trusted('0');

/** `parts` with `separator` between them. */
export function joinSql(parts: readonly Sql[], separator: string): Sql {
  return {
    text: parts.map(({ text }) => text).join(separator),
    values: parts.flatMap(({ values }) => values),
  };
}

/** All of `conditions`; balanced, since SQLite refuses an expression that is 1,000 levels deep. */
export function and(conditions: readonly Sql[]): Sql {
  if (conditions.some((each) => each.text === never.text)) return never;
  const asked = conditions.filter((each) => each.text !== always.text);
  return balance(cheapestFirst(joinRanges(asked)), 'AND', always);
}

/** Bounds of one number, such as `{$gte: 60, $lt: 80}`, become one range: one look at the value. */
function joinRanges(conditions: readonly Sql[]): Sql[] {
  const joined = new Map<string, Sql>();
  for (const [place, each] of conditions.entries()) {
    const key = each.range === undefined ? String(place) : each.range.of.text;
    const other = joined.get(key)?.range;
    if (each.range === undefined || other === undefined) {
      joined.set(key, each);
      continue;
    }
    const { of, least, most } = each.range;
    const range = { least: Math.max(least, other.least), most: Math.min(most, other.most) };
    joined.set(key, withinRange(of, range));
  }
  return [...joined.values()];
}

/** SQLite asks in the order given: what looks into arrays comes last. */
function cheapestFirst(conditions: readonly Sql[]): Sql[] {
  const cost = ({ text }: Sql): number => (text.includes('EXISTS') ? text.length : 0);
  return conditions.toSorted((left, right) => cost(left) - cost(right));
}

/** A number within a range, in SQLite. Text sorts behind every number there: a range that is closed above keeps it out. */
export function withinRange(of: Sql, range: NumberRange): Sql {
  const { least, most } = range;
  const condition =
    least === -Infinity
      ? sql`${of} <= ${sqlNumber(most)}`
      : most === Infinity
        ? sql`${of} BETWEEN ${sqlNumber(least)} AND 9e999`
        : sql`${of} BETWEEN ${sqlNumber(least)} AND ${sqlNumber(most)}`;
  return { ...condition, range: { ...range, of } };
}

/** The same where `1` would be a number: within CASE, a lambda or EXISTS. */
export function truth(condition: Sql): Sql {
  if (condition.text === always.text) return trusted('TRUE');
  return condition.text === never.text ? trusted('FALSE') : condition;
}

/** Any of `conditions`; balanced. */
export function or(conditions: readonly Sql[]): Sql {
  if (conditions.some((each) => each.text === always.text)) return always;
  const asked = conditions.filter((each) => each.text !== never.text);
  return balance(cheapestFirst(asked), 'OR', never);
}

/** Unknown counts as false: what is missing satisfies a negation. */
export function not(condition: Sql): Sql {
  if (condition.text === always.text) return never;
  if (condition.text === never.text) return always;
  return sql`(${condition}) IS NOT TRUE`;
}

function balance(conditions: readonly Sql[], operator: 'AND' | 'OR', empty: Sql): Sql {
  const [only] = conditions;
  if (only === undefined) return empty;
  if (conditions.length === 1) return only;
  const middle = Math.ceil(conditions.length / 2);
  const left = balance(conditions.slice(0, middle), operator, empty);
  const right = balance(conditions.slice(middle), operator, empty);
  return sql`(${left} ${trusted(operator)} ${right})`;
}

/**
 * A number as SQLite compares it with the numbers of a document: JSON holds the shortest decimal, which
 * is an integer of its own from 2^53 to 2^63, and not the one that the double stands for.
 */
export function sqlNumber(value: number): number | bigint {
  if (!Number.isInteger(value) || Number.isSafeInteger(value) || Math.abs(value) >= 2 ** 63) {
    return value + 0;
  }
  return BigInt(String(value));
}

/** Segments that may be written into a path: letters, digits and marks of any script, `_`, `-`, space. */
const plainSegment = /^[\p{L}\p{M}\p{N}_\- ]+$/u;
const bareSegment = /^[A-Za-z_][A-Za-z0-9_]*$/;

export function canBeSqlPath(segments: readonly string[]): boolean {
  return segments.every((segment) => plainSegment.test(segment));
}

/**
 * The SQL literal of a JSON path; a number is the index of an array.
 * @throws {TypeError} for a segment that may not be written into SQL
 */
export function jsonPath(steps: readonly (number | string)[]): Sql {
  const written = steps.map((each) => {
    if (typeof each === 'number') return `[${each}]`;
    if (!canBeSqlPath([each])) throw new TypeError('A segment cannot be written into SQL.');
    return bareSegment.test(each) ? `.${each}` : `."${each}"`;
  });
  return trusted(`'$${written.join('')}'`);
}

/** A name as SQL has it. */
export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text as SQL has it: of the program, or a place that was looked for. Values of callers are bound. */
export function quotedText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
