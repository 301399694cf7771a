/** The rows that a pipeline runs over, as their owner gives them. */
import type { JsonObject } from '../../shared/contract/json.ts';
import type { PathProfile } from '../filters/path-profile.ts';
import type { SqlValue } from '../filters/sql.ts';

export interface RowCondition {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

export interface AggregationSource {
  /** The SQL expression of a row's document (JSONB as `jsonb(JSON.stringify(document))` makes it). */
  readonly document: string;
  /** Of at least these rows. */
  readonly profile: PathProfile | undefined;
  /** The seq of the last row; the rows are 1 to `rowCount`, without gaps. */
  readonly rowCount: number;
  /** Tells of a path whether rows are seen there as they are stored; every path, where it is left out. */
  readonly isStored?: ((path: string) => boolean) | undefined;
  /** A document as it is seen, out of its JSON text and its seq. */
  readonly readDocument: (text: string, seq: number) => JsonObject;
  /** Looks at the time, and throws where it is over. */
  readonly check?: (() => void) | undefined;
  /**
   * The rows behind `after` that satisfy `condition`, in order of seq: each an array of its seq and of
   * what `columns` (SQL expressions) are. Read in chunks (`inChunks`), so that memory stays flat.
   */
  select(
    columns: readonly string[],
    condition: RowCondition,
    after?: number,
  ): Iterable<readonly unknown[]>;
}

export const everyRow: RowCondition = { sql: '1', parameters: [] };

/** Rows of one statement: enough that its start costs little. */
export const mostRowsAtOnce = 1_000;

/**
 * Rows in chunks: reading them at once is more than twice as fast as stepping from one to the next.
 * `read` answers the first `limit` rows behind a seq, in order of seq, which is the first of each row.
 * `rowsAtOnce` are held at a time.
 */
export function* inChunks(
  read: (after: number, limit: number) => readonly (readonly unknown[])[],
  after = 0,
  rowsAtOnce = mostRowsAtOnce,
): Generator<readonly unknown[]> {
  let last = after;
  for (;;) {
    const rows = read(last, rowsAtOnce);
    yield* rows;
    if (rows.length < rowsAtOnce) return;
    last = Number(rows.at(-1)?.[0]);
  }
}
