/** SQL text with its bound values: an interpolated value is always bound, never written into the text. */

export type SqlValue = string | number | bigint | null;

export interface Sql {
  readonly text: string;
  /** The values of the `?` in `text`, in order. */
  readonly values: readonly SqlValue[];
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
  return balance(
    conditions.filter((each) => each.text !== always.text),
    'AND',
    always,
  );
}

/** The same where `1` would be a number: within CASE, a lambda or EXISTS. */
export function truth(condition: Sql): Sql {
  if (condition.text === always.text) return trusted('TRUE');
  return condition.text === never.text ? trusted('FALSE') : condition;
}

/** Any of `conditions`; balanced. */
export function or(conditions: readonly Sql[]): Sql {
  if (conditions.some((each) => each.text === always.text)) return always;
  return balance(
    conditions.filter((each) => each.text !== never.text),
    'OR',
    never,
  );
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
 * The SQL literal of a JSON path, with `index` behind it if given. The same segments give the same text:
 * an expression index is only used where its text is met again.
 * @throws {TypeError} for a segment that may not be written into SQL
 */
export function jsonPath(segments: readonly string[], index?: number): Sql {
  if (!canBeSqlPath(segments)) throw new TypeError('A segment cannot be written into SQL.');
  const steps = segments.map((each) => (bareSegment.test(each) ? `.${each}` : `."${each}"`));
  return trusted(`'$${steps.join('')}${index === undefined ? '' : `[${index}]`}'`);
}

/** A name as SQL has it. */
export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text as SQL has it: of the program, or a place that was looked for. Values of callers are bound. */
export function quotedText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
