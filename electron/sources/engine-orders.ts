/** Parts of queries that engines over files and servers are asked: SQL of this program, and values. */
import type { SqlValue } from '../filters/sql.ts';

/** SQL of the program with the values of its `?`. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** Every row satisfies it. */
export const everyRow: Condition = { sql: '1', values: [] };

/** A part of an order: SQL of a value that NULL comes first in, or last where it descends. */
export interface OrderPart {
  readonly sql: string;
  readonly descending: boolean;
}

/** A grouping: SQL of the program. */
export interface GroupOrder {
  readonly condition: Condition;
  readonly columns: string;
  readonly unwound: string;
  readonly groupBy: string;
}

/** A condition in brackets; one that every row satisfies, or none, is written as a number elsewhere. */
export function conditionText({ sql }: Pick<Condition, 'sql'>): string {
  if (sql === '1') return 'TRUE';
  return sql === '0' ? 'FALSE' : `(${sql})`;
}

/** Undefined values of an order stand first where it ascends, and last where it descends. */
export function orderText(order: readonly OrderPart[], last: readonly string[]): string {
  const parts = order.map(
    ({ sql, descending }) => `${sql} ${descending ? 'DESC NULLS LAST' : 'ASC NULLS FIRST'}`,
  );
  return [...parts, ...last].join(', ');
}
