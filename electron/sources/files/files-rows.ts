/** Rows of files, asked of the process that reads them. */
import type { SourceField } from '../../../shared/contract/sources.ts';
import type { Stage } from '../../aggregation/pipeline.ts';
import { duckdbDialect, jsonForm } from '../../filters/compile/dialect-duckdb.ts';
import { profileOfFields } from '../../filters/compile/profile-of-fields.ts';
import { sortColumns } from '../../filters/compile/sort-columns.ts';
import type { PathProfile } from '../../filters/path-profile.ts';
import type { SortSpec } from '../../filters/sort-rows.ts';
import type { View } from '../../policies/view.ts';
import { recordIdIn } from '../engine-source.ts';
import { groupQuery, type Cell, type GroupDialect, type GroupQuery } from '../group-query.ts';
import type { AskSource } from '../host/source-request.ts';
import type { ReadRow, RowMark } from '../read-row.ts';
import type { EngineOrder, RowsEngine } from '../rows-engine.ts';
import type { Condition, GroupOrder, OrderPart } from '../engine-orders.ts';
import type { FilesReading } from './files-engine.ts';
import { keyText } from './key-text.ts';
import { numberOfRecord } from './positions.ts';

/** Groups as DuckDB has them, of rows with these fields. */
export function duckdbGroups(fields: readonly SourceField[]): GroupDialect {
  const element = elementName(fields);
  return {
    dialect: duckdbDialect,
    jsonForm,
    double: 'DOUBLE',
    sumOfDoubles: 'fsum',
    element,
    place: (isUnwound) => {
      const row = 'CAST(file_index AS BIGINT) * 4294967296 + file_row_number';
      // Sums of 128 bits take several times as long: only places in lists need them.
      return isUnwound
        ? `min(CAST(${row} AS HUGEINT) * 4294967296 + ${element}_at)`
        : `min(${row})`;
    },
    unwound: (list) =>
      `unnest(${list}) AS ${element}, unnest(range(len(${list}))) AS ${element}_at`,
  };
}

/** What elements are called beside the columns of a row, in which capitals make no difference. */
function elementName(fields: readonly SourceField[]): string {
  const names = fields.map(({ name }) => name.toLowerCase());
  let element = 'unwound';
  while (names.some((each) => each.startsWith(element))) element += '_';
  return element;
}

export class FilesRows implements RowsEngine {
  readonly kind = 'files';
  readonly dialect = duckdbDialect;
  readonly dialectName = 'duckdb';
  readonly document = undefined;
  readonly rowsAtOnce = 20_000;
  readonly #reading: FilesReading;
  readonly #ask: AskSource;
  readonly #view: View;

  constructor(reading: FilesReading, ask: AskSource, view: View) {
    this.#reading = reading;
    this.#ask = ask;
    this.#view = view;
  }

  get fields(): FilesReading['fields'] {
    return this.#reading.fields;
  }

  get profile(): PathProfile {
    return profileOfFields(this.fields);
  }

  async plan(): Promise<readonly string[]> {
    return ['DuckDB: a scan of the files'];
  }

  count(condition: Condition): Promise<number> {
    return this.#ask('count', { reading: this.#reading, condition });
  }

  rows({ condition, order, after, limit, names }: EngineOrder): Promise<ReadRow[]> {
    const { fields } = this.#reading;
    const reading =
      names === undefined
        ? this.#reading
        : { ...this.#reading, fields: fields.filter(({ name }) => names.includes(name)) };
    return this.#ask('rows', { reading, order: { condition, order, after: Number(after), limit } });
  }

  async at(marks: readonly RowMark[]): Promise<ReadRow[]> {
    return this.#ask('at', { reading: this.#reading, seqs: marks.map(Number) });
  }

  async named(recordIds: readonly string[]): Promise<ReadonlyMap<string, ReadRow>> {
    const { key } = this.#reading;
    if (key !== undefined) return this.#byKey(key, recordIds);
    const seqs = recordIds.flatMap((id) => numberOfRecord(id) ?? []);
    const found = seqs.length === 0 ? [] : await this.at(seqs);
    return new Map(found.map((row) => [recordIdIn(row.text), row]));
  }

  markOfOwn(recordId: string): RowMark | undefined {
    return this.#view.seqOf(recordId);
  }

  sortColumns(sort: SortSpec): readonly OrderPart[] | undefined {
    return sortColumns(sort, this.fields, { dialect: duckdbDialect, sortedForm });
  }

  groupQuery(stages: readonly Stage[]): GroupQuery | undefined {
    return groupQuery(stages, this.fields, duckdbGroups(this.fields));
  }

  group(order: GroupOrder): Promise<Cell[][]> {
    return this.#ask('group', { reading: this.#reading, order });
  }

  /** Each request looks at the files before and behind: all of them are of one moment. */
  async settle(): Promise<void> {}

  async #byKey(key: string, recordIds: readonly string[]): Promise<Map<string, ReadRow>> {
    const ids = [...new Set(recordIds)].filter((id) => id.startsWith('rec_'));
    const found = new Map<string, ReadRow>();
    if (ids.length === 0) return found;
    const condition = {
      sql: `${keyText(key)} IN (${ids.map(() => '?').join(', ')})`,
      values: ids.map((id) => id.slice('rec_'.length)),
    };
    for (let after = 0; ;) {
      const rows = await this.rows({ condition, order: [], after, limit: ids.length });
      const last = rows.at(-1);
      if (last === undefined) return found;
      for (const row of rows) found.set(recordIdIn(row.text), row);
      after = last.seq;
    }
  }
}

/** Instants have the order of their texts. */
export function sortedForm(
  value: Parameters<typeof jsonForm>[0],
  node: Parameters<typeof jsonForm>[1],
) {
  if (node.form !== 'date' && node.form !== 'timestamp') return jsonForm(value, node);
  const finite = `CASE WHEN isfinite(${value.text}) THEN ${value.text} END`;
  return { text: finite, values: [] };
}
