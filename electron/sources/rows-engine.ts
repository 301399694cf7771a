/** An engine that reads the rows of one source, as one session sees them. */
import type { SqlDialect } from '../../shared/contract/sessions.ts';
import type { SourceField } from '../../shared/contract/sources.ts';
import type { Stage } from '../aggregation/pipeline.ts';
import type { Dialect } from '../filters/compile/dialect.ts';
import type { SortSpec } from '../filters/sort-rows.ts';
import type { Sql } from '../filters/sql.ts';
import type { PathProfile } from '../filters/path-profile.ts';
import type { Condition, GroupOrder, OrderPart } from './engine-orders.ts';
import type { Cell, GroupQuery } from './group-query.ts';
import type { ReadRow, RowMark } from './read-row.ts';
import type { RowUse } from './row-source.ts';

export interface EngineOrder {
  readonly condition: Condition;
  readonly order: readonly OrderPart[];
  /** What names the row before the first; 0 where none is. */
  readonly after: RowMark;
  readonly limit: number;
  /** Fields that rows are read with; all unless told. */
  readonly names?: readonly string[] | undefined;
}

export interface RowsEngine {
  readonly kind: 'files' | 'postgres';
  readonly dialect: Dialect;
  /** What callers are told that the dialect is. */
  readonly dialectName: SqlDialect;
  readonly fields: readonly SourceField[];
  /** What holds a row that is a document; undefined where each column is a field. */
  readonly document: Sql | undefined;
  readonly profile: PathProfile;
  /** Rows that are read at once where each of them is looked at. */
  readonly rowsAtOnce: number;
  /** How it would find the rows that a condition selects, a line a step. */
  plan(condition: Condition): Promise<readonly string[]>;
  count(condition: Condition): Promise<number>;
  rows(order: EngineOrder): Promise<ReadRow[]>;
  /** The rows with these marks; those that are not there are left out. */
  at(marks: readonly RowMark[], use: RowUse): Promise<ReadRow[]>;
  /** The rows with ids as the source has them, by these. */
  named(recordIds: readonly string[], use: RowUse): Promise<ReadonlyMap<string, ReadRow>>;
  /** The mark of the row that an id of the grant stands for. */
  markOfOwn(recordId: string): RowMark | undefined;
  /** Undefined where the engine does not sort so. */
  sortColumns(sort: SortSpec): readonly OrderPart[] | undefined;
  /** Undefined where the engine cannot say the group. */
  groupQuery(stages: readonly Stage[]): GroupQuery | undefined;
  group(order: GroupOrder, query: GroupQuery): Promise<Cell[][]>;
  /** Makes sure that what was read in parts is of one moment. @throws {ApiError} `source_changed` */
  settle(): Promise<void>;
}
