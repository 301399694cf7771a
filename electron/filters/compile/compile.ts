/** A filter as one boolean SQL expression, whatever the database: what of it is exact, and what is left to JavaScript. */
import type { JsonValue } from '../../../shared/contract/json.ts';
import { evaluator } from '../evaluate-filter.ts';
import type { Filter } from '../filter.ts';
import { always, and, never, type Sql, type SqlValue } from '../sql.ts';

export interface CompiledFilter {
  /** True for a row that matches; also for others where not `exact`. Never raises an error. */
  readonly sql: string;
  /** The values of the `?` in `sql`, in order. */
  readonly parameters: readonly SqlValue[];
  /** Whether the SQL says it all: only then may a limit or a count apply in the database. */
  readonly exact: boolean;
  /** What remains to be asked of a row that satisfies the SQL; absent where `exact`. */
  readonly residual?: (document: JsonValue) => boolean;
  /** What SQL could not say, in sentences. */
  readonly reasons: readonly string[];
}

/** Which way an inexact condition may err: more rows, or (under a negation) fewer. */
export type Side = 'over' | 'under';

/** Looks into lists in one statement: a filter that asks for more is finished in JavaScript. */
const mostLooks = 64;
/** Elements of lists that are compared one by one, in one statement. */
const mostParts = 256;

/** One filter as it becomes SQL. */
export class Compiling {
  readonly reasons = new Set<string>();
  isExact = true;
  #looks = 0;
  #parts = 0;

  /** @param prefilter holds wherever the condition does */
  inexact(reason: string, side: Side, prefilter = always): Sql {
    this.reasons.add(reason);
    this.isExact = false;
    return side === 'over' ? prefilter : never;
  }

  tooMany(side: Side): Sql {
    return this.inexact('The filter looks into too many lists.', side);
  }

  /** A name for the elements of one more list; undefined where there are enough. */
  name(): string | undefined {
    if (this.#looks >= mostLooks) return undefined;
    this.#looks += 1;
    return `e${this.#looks}`;
  }

  /** Tells whether one more element may be compared by itself. */
  mayCompare(): boolean {
    this.#parts += 1;
    return this.#parts <= mostParts;
  }

  /** Only the parts that SQL cannot say are left to JavaScript. */
  parts(filter: Filter, compile: (part: Filter) => Sql): CompiledFilter {
    const inexact: Filter[] = [];
    const conditions = (filter.kind === 'all' ? filter.filters : [filter]).map((part) => {
      this.isExact = true;
      const condition = compile(part);
      if (!this.isExact) inexact.push(part);
      return condition;
    });
    const { text, values } = and(conditions);
    const result = { sql: text, parameters: values, reasons: [...this.reasons] };
    return inexact.length === 0
      ? { ...result, exact: true }
      : { ...result, exact: false, residual: evaluator({ kind: 'all', filters: inexact }) };
  }
}
