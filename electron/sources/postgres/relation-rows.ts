/** Rows of a relation, asked of the process that reads it. */
import type { SqlDialect } from '../../../shared/contract/sessions.ts';
import type { Stage } from '../../aggregation/pipeline.ts';
import { jsonForm, postgresDialect, sortedForm } from '../../filters/compile/dialect-postgres.ts';
import { sortColumns } from '../../filters/compile/sort-columns.ts';
import type { PathProfile } from '../../filters/path-profile.ts';
import type { SortSpec } from '../../filters/sort-rows.ts';
import { quotedName, type Sql } from '../../filters/sql.ts';
import type { View } from '../../policies/view.ts';
import { recordIdIn } from '../engine-source.ts';
import type { Condition, GroupOrder, OrderPart } from '../engine-orders.ts';
import { groupQuery, type Cell, type GroupDialect, type GroupQuery } from '../group-query.ts';
import type { AskSource } from '../host/source-request.ts';
import { profileOfSource } from '../profile-of-source.ts';
import type { ReadRow, RowMark } from '../read-row.ts';
import type { RowUse } from '../row-source.ts';
import type { EngineOrder, RowsEngine } from '../rows-engine.ts';
import type { RelationReading } from './postgres-engine.ts';

/** How old the last comparison of rows and snapshot may be; milliseconds. */
const freshMs = 60_000;

const element = 'unwound.v';

/** Groups as PostgreSQL has them, of rows with a key of this form. */
function postgresGroups({
  fields,
  snapshot,
}: Pick<RelationReading, 'fields' | 'snapshot'>): GroupDialect {
  const form = fields.find(({ name }) => name === snapshot.key)?.form;
  const column = `r.${quotedName(snapshot.key)}`;
  return {
    dialect: postgresDialect,
    jsonForm,
    double: 'float8',
    sumOfDoubles: 'sum',
    element,
    place: (isUnwound) => {
      if (form === 'integer' || form === 'long') {
        const key = `CAST(${column} AS bigint)`;
        return isUnwound ? `min(ARRAY[${key}, unwound.o])` : `min(${key})`;
      }
      if (form !== 'text' && form !== 'uuid') return undefined;
      const key = `CAST(${column} AS text)`;
      const inList = `lpad(CAST(unwound.o AS text), 20, '0')`;
      return isUnwound ? `min(ARRAY[${key}, ${inList}])` : `min(${key})`;
    },
    unwound: (list) => ` CROSS JOIN LATERAL unnest(${list}) WITH ORDINALITY AS unwound(v, o)`,
  };
}

export class RelationRows implements RowsEngine {
  readonly kind = 'postgres';
  readonly dialect = postgresDialect;
  readonly rowsAtOnce = 2_000;
  readonly #reading: Omit<RelationReading, 'freshMs'>;
  readonly #ask: AskSource;
  readonly #view: View;

  constructor(reading: Omit<RelationReading, 'freshMs'>, ask: AskSource, view: View) {
    this.#reading = reading;
    this.#ask = ask;
    this.#view = view;
  }

  get fields(): RelationReading['fields'] {
    return this.#reading.fields;
  }

  get document(): Sql | undefined {
    const { document } = this.#reading.snapshot;
    return document === null ? undefined : postgresDialect.column(document);
  }

  get dialectName(): SqlDialect {
    return this.document === undefined ? 'postgres-columns' : 'postgres-jsonb';
  }

  get profile(): PathProfile {
    return profileOfSource(this.#reading);
  }

  plan(condition: Condition): Promise<readonly string[]> {
    return this.#ask('explainRelation', { reading: this.#read(freshMs), condition });
  }

  count(condition: Condition): Promise<number> {
    return this.#ask('countRelation', { reading: this.#read(freshMs), condition });
  }

  rows({ condition, order, after, limit, names }: EngineOrder): Promise<ReadRow[]> {
    const begin = after === 0 ? undefined : String(after);
    const asked = { condition, order, after: begin, limit, names };
    return this.#ask('relationRows', { reading: this.#read(freshMs), order: asked });
  }

  at(marks: readonly RowMark[], use: RowUse): Promise<ReadRow[]> {
    const reading = this.#read(use === 'evidence' ? 0 : freshMs);
    return this.#ask('relationRowsAt', { reading, keys: marks.map(String) });
  }

  async named(recordIds: readonly string[], use: RowUse): Promise<ReadonlyMap<string, ReadRow>> {
    const ids = [...new Set(recordIds)].filter((id) => id.startsWith('rec_'));
    // The prefix may be the key's own.
    const keys = ids.flatMap((id) => [id.slice('rec_'.length), id]);
    const found = keys.length === 0 ? [] : await this.at(keys, use);
    return new Map(found.map((row) => [recordIdIn(row.text), row]));
  }

  markOfOwn(recordId: string): RowMark | undefined {
    return this.#view.keyOf(recordId);
  }

  sortColumns(sort: SortSpec): readonly OrderPart[] | undefined {
    if (this.document !== undefined) return undefined;
    return sortColumns(sort, this.fields, { dialect: postgresDialect, sortedForm });
  }

  groupQuery(stages: readonly Stage[]): GroupQuery | undefined {
    if (this.document !== undefined) return undefined;
    return groupQuery(stages, this.fields, postgresGroups(this.#reading));
  }

  async group(order: GroupOrder, { kinds }: GroupQuery): Promise<Cell[][]> {
    const rows = await this.#ask('groupRelation', { reading: this.#read(0), order });
    return rows.map((row) => row.map((cell, index) => typed(cell, kinds[index])));
  }

  /** Rows of other moments are found now: what was read is thrown away then. */
  settle(): Promise<void> {
    return this.#ask('checkRelation', { reading: this.#read(0) });
  }

  #read(age: number): RelationReading {
    return { ...this.#reading, freshMs: age };
  }
}

/** A cell as the server writes it. */
function typed(cell: Cell, kind: GroupQuery['kinds'][number] | undefined): Cell {
  if (cell === null) return null;
  if (kind === 'number') return Number(cell);
  return kind === 'boolean' ? cell === 't' || cell === true : cell;
}
