/** Filters and groups over clinical rows, against mingo and sift over rows already parsed, and naive SQL. */
import type { Database } from 'better-sqlite3';
import { Aggregator, Query } from 'mingo';
import sift from 'sift';
import type { JsonObject } from '../../shared/contract/json.ts';
import { inChunks, type AggregationSource } from '../aggregation/aggregation-source.ts';
import { ColumnStore } from '../aggregation/column-store.ts';
import { parsePipeline } from '../aggregation/parse-pipeline.ts';
import { runPipeline, type PipelineResult } from '../aggregation/run-pipeline.ts';
import { openScratch } from '../database/open-database.ts';
import { clinicalRows } from '../demo/clinical-rows.ts';
import { compileFilter, type CompiledFilter } from '../filters/compile-filter.ts';
import { compileSort, type CompiledSort } from '../filters/compile-sort.ts';
import { fieldExpression } from '../filters/field-shape.ts';
import { parseFilter } from '../filters/parse-filter.ts';
import { PathProfileBuilder, type PathProfile } from '../filters/path-profile.ts';
import { parseSort, sortPosition } from '../filters/sort-rows.ts';
import {
  interleave,
  median,
  milliseconds,
  type Benchmark,
  type Measurement,
} from './measurement.ts';

const rounds = 7;
const pageSize = 100;
const mostPageMilliseconds = 5;
const mostColumnBytes = 64 * 1024 * 1024;

const threeClauses: JsonObject = {
  age: { $gte: 60 },
  diagnosis: { $in: ['Type 2 Diabetes', 'Hypertension'] },
  'lab_results.glucose': { $gte: 140 },
};
const match = { age: { $gte: 40 } };
const group = {
  _id: '$diagnosis',
  patients: { $sum: 1 },
  glucose: { $avg: '$lab_results.glucose' },
};
const pipeline = [{ $match: match }, { $group: group }, { $sort: { _id: 1 } }];

/** The rows as a dataset keeps them. */
class ClinicalTable {
  readonly database: Database = openScratch();
  readonly rowCount: number;
  readonly profile: PathProfile;

  constructor(rows: number) {
    // Reading rows in order needs no more, however many there are.
    this.database.pragma('cache_size = -8000');
    this.database.exec(
      `CREATE TABLE dataset_rows (position INTEGER PRIMARY KEY, record_id TEXT NOT NULL, document BLOB NOT NULL) STRICT;
       CREATE TABLE plain_rows (position INTEGER PRIMARY KEY, document TEXT NOT NULL) STRICT`,
    );
    const insert = this.database.prepare('INSERT INTO dataset_rows VALUES (?, ?, jsonb(?))');
    const insertPlain = this.database.prepare('INSERT INTO plain_rows VALUES (?, ?)');
    const builder = new PathProfileBuilder();
    let position = 0;
    this.database.transaction(() => {
      for (const row of clinicalRows(rows, 7)) {
        position += 1;
        const text = JSON.stringify(row);
        insert.run(position, row['record_id'], text);
        insertPlain.run(position, text);
        builder.add(row);
      }
    })();
    this.rowCount = position;
    this.profile = new Map(builder.entries());
  }

  compile(filter: JsonObject): CompiledFilter {
    return compileFilter(parseFilter(filter), { document: 'document', profile: this.profile });
  }

  count({ sql, parameters }: CompiledFilter): number {
    return this.#number(
      `SELECT count(*) FROM dataset_rows WHERE position > 0 AND position <= ? AND (${sql})`,
      [this.rowCount, ...parameters],
    );
  }

  /** The same by an index that begins with the dataset; `+` keeps the range of the table out of the plan. */
  countIndexed({ sql, parameters }: CompiledFilter): number {
    return this.#number(
      `SELECT count(*) FROM dataset_rows WHERE position >> 36 = 0 AND +position <= ? AND (${sql})`,
      [this.rowCount, ...parameters],
    );
  }

  /** What one writes without thinking of types: text JSON and one extraction per clause. */
  countNaively(): number {
    const path = (name: string): string => `json_extract(document, '$.${name}')`;
    return this.#number(
      `SELECT count(*) FROM plain_rows WHERE ${path('age')} >= 60
        AND ${path('diagnosis')} IN ('Type 2 Diabetes', 'Hypertension')
        AND ${path('lab_results.glucose')} >= 140`,
      [],
    );
  }

  source(): AggregationSource {
    return {
      document: 'document',
      profile: this.profile,
      rowCount: this.rowCount,
      readDocument: (text) => JSON.parse(text),
      select: (columns, { sql, parameters }, after) => {
        const statement = this.database
          .prepare<unknown[], unknown[]>(
            `SELECT ${['position', ...columns].join(', ')} FROM dataset_rows
              WHERE position > ? AND position <= ? AND (${sql}) ORDER BY position LIMIT ?`,
          )
          .raw();
        return inChunks(
          (last, limit) => statement.all(last, this.rowCount, ...parameters, limit),
          after,
        );
      },
    };
  }

  /** Rows and their documents in the order of `orderBy`. */
  page(condition: string, parameters: readonly unknown[], orderBy: string, limit: number): Row[] {
    return this.database
      .prepare<unknown[], Row>(
        `SELECT position, json(document) AS text FROM dataset_rows WHERE ${condition} ORDER BY ${orderBy} LIMIT ${limit}`,
      )
      .all(...parameters);
  }

  #number(statement: string, parameters: readonly unknown[]): number {
    return (
      this.database
        .prepare<unknown[], number>(statement)
        .pluck()
        .get(...parameters) ?? 0
    );
  }
}

interface Row {
  readonly position: number;
  readonly text: string;
}

/** Answers how long `run` takes, and stops where its answer is not the one of the others. */
async function timeOf(expected: number, run: () => number): Promise<number> {
  let answer = 0;
  const taken = await milliseconds(() => {
    answer = run();
  });
  if (answer !== expected) throw new Error(`${answer} rows instead of ${expected}.`);
  return taken;
}

function counting(rows: readonly JsonObject[], matches: (row: JsonObject) => boolean): number {
  let count = 0;
  for (const row of rows) if (matches(row)) count += 1;
  return count;
}

async function measureCounts(
  table: ClinicalTable,
  rows: readonly JsonObject[],
): Promise<Measurement[]> {
  const compiled = table.compile(threeClauses);
  const query = new Query(threeClauses);
  const siftTest = sift<JsonObject>(threeClauses);
  const found = table.count(compiled);
  const columns = new ColumnStore(mostColumnBytes);
  const counted = parsePipeline([{ match: threeClauses }, { count: 'rows' }]);
  const countColumns = (): number => Number(run(table, counted, columns).results[0]?.['rows']);
  countColumns();
  const time = await interleave(rounds, [
    { name: 'sql', run: () => timeOf(found, () => table.count(compiled)) },
    { name: 'mingo', run: () => timeOf(found, () => counting(rows, (row) => query.test(row))) },
    { name: 'sift', run: () => timeOf(found, () => counting(rows, siftTest)) },
    { name: 'naive', run: () => timeOf(found, () => table.countNaively()) },
    { name: 'columns', run: () => timeOf(found, countColumns) },
  ]);
  const [age, glucose, diagnosis] = [['age'], ['lab_results', 'glucose'], ['diagnosis']].map(
    (segments) => fieldExpression('document', segments),
  );
  table.database.exec(
    `CREATE INDEX by_glucose ON dataset_rows (position >> 36, ${glucose});
     CREATE INDEX by_glucose_and_more ON dataset_rows (position >> 36, ${glucose}, ${age}, ${diagnosis});
     ANALYZE`,
  );
  const indexed = await interleave(rounds, [
    { name: 'sql', run: () => timeOf(found, () => table.countIndexed(compiled)) },
    { name: 'mingo', run: () => timeOf(found, () => counting(rows, (row) => query.test(row))) },
  ]);
  return [
    ratio(
      'count, three clauses: SQL against mingo',
      time('sql'),
      time('mingo'),
      1,
      `${found} of ${rows.length}`,
    ),
    ratio('  against sift', time('sql'), time('sift'), 0.5, 'for comparison'),
    ratio(
      '  against naive json_extract over text',
      time('sql'),
      time('naive'),
      1,
      'wrong where types mix',
    ),
    ratio(
      'count, with expression indexes, against mingo',
      indexed('sql'),
      indexed('mingo'),
      2.5,
      'one that covers glucose, age and diagnosis',
    ),
    ratio(
      'count, over columns, against mingo',
      time('columns'),
      time('mingo'),
      2.5,
      `${Math.round(columns.bytes / 1024)} KiB`,
    ),
  ];
}

function ratio(
  name: string,
  measured: number,
  baseline: number,
  required: number,
  detail: string,
): Measurement {
  return { name, measured, baseline, ratio: baseline / measured, required, detail };
}

function run(
  table: ClinicalTable,
  stages: ReturnType<typeof parsePipeline>,
  columns?: ColumnStore,
): PipelineResult {
  return runPipeline(stages, table.source(), { limit: 1_000, columns });
}

async function measureGroups(
  table: ClinicalTable,
  rows: readonly JsonObject[],
): Promise<Measurement[]> {
  const stages = parsePipeline(pipeline);
  const aggregator = new Aggregator(pipeline);
  const groups = aggregator.run(rows).length;
  const columns = new ColumnStore(mostColumnBytes);
  const first = await timeOf(groups, () => run(table, stages, columns).results.length);
  const time = await interleave(rounds, [
    {
      name: 'columns',
      run: () => timeOf(groups, () => run(table, stages, columns).results.length),
    },
    { name: 'sql', run: () => timeOf(groups, () => run(table, stages).results.length) },
    { name: 'mingo', run: () => timeOf(groups, () => aggregator.run(rows).length) },
  ]);
  return [
    ratio(
      'group by diagnosis, over columns, against mingo',
      time('columns'),
      time('mingo'),
      5,
      `${groups} groups; the first time ${first.toFixed(0)} ms`,
    ),
    ratio(
      '  over values from SQL, against mingo',
      time('sql'),
      time('mingo'),
      1,
      'nothing kept in memory',
    ),
  ];
}

function measurePages(table: ClinicalTable): Measurement[] {
  const measurements: Measurement[] = [];
  const compiled = table.compile({ age: { $gte: 60 } });
  for (const depth of [0, 0.5, 0.99]) {
    const after = Math.floor(table.rowCount * depth);
    const pages = (condition: string, parameters: readonly unknown[]): number =>
      medianOf(() =>
        table.page(`position > ? AND ${condition}`, [after, ...parameters], 'position', pageSize),
      );
    const at = `${depth * 100} % in`;
    measurements.push(
      page(`page of ${pageSize}, in order of arrival, ${at}`, pages('1', [])),
      page(
        `page of ${pageSize}, filtered, ${at}`,
        pages(`+position <= ${table.rowCount} AND (${compiled.sql})`, compiled.parameters),
      ),
    );
  }
  const spec = parseSort('lab_results.glucose');
  const sort = compileSort(spec, { document: 'document', seq: 'position', profile: table.profile });
  if (sort === undefined) throw new Error('The sort was not compiled.');
  for (const depth of [0, 0.5, 0.99]) measurements.push(measureSorted(table, spec, sort, depth));
  return measurements;
}

function measureSorted(
  table: ClinicalTable,
  spec: ReturnType<typeof parseSort>,
  sort: CompiledSort,
  depth: number,
): Measurement {
  const [row] = table.page(
    '1',
    [],
    `${sort.orderBy} LIMIT 1 OFFSET ${Math.floor(table.rowCount * depth)} --`,
    1,
  );
  const position = sortPosition(JSON.parse(row?.text ?? '{}'), spec, row?.position ?? 0);
  const [segment] = sort.after(position);
  const taken = medianOf(() =>
    table.page(
      `position >> 36 = 0 AND ${segment?.sql ?? '1'}`,
      segment?.parameters ?? [],
      sort.orderBy,
      pageSize,
    ),
  );
  return page(`page of ${pageSize}, sorted by an indexed field, ${depth * 100} % in`, taken);
}

function page(name: string, measured: number): Measurement {
  return { name, measured, required: mostPageMilliseconds, detail: '' };
}

function medianOf(runOnce: () => unknown): number {
  return median(
    Array.from({ length: rounds }, () => {
      const started = performance.now();
      runOnce();
      return performance.now() - started;
    }),
  );
}

/** Bytes that JavaScript holds, after a collection where `--expose-gc` allows one. */
function heldBytes(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Counts, pages, groups and memory over `records` clinical rows. */
export const benchmarkFilters: Benchmark = async ({ records }) => {
  const table = new ClinicalTable(records);
  const before = heldBytes();
  const columns = new ColumnStore(mostColumnBytes);
  run(table, parsePipeline(pipeline), columns);
  run(table, parsePipeline([{ match: threeClauses }, { count: 'rows' }]), columns);
  const pageCache = -1_024 * Number(table.database.pragma('cache_size', { simple: true }));
  const ours = heldBytes() - before + pageCache;
  const rows = parsedRows(records);
  const theirs = heldBytes() - before - (ours - pageCache);
  const measurements = [
    ...(await measureCounts(table, rows)),
    ...(await measureGroups(table, rows)),
    ...measurePages(table),
    memory(records, theirs, ours, columns.bytes),
  ];
  table.database.close();
  return measurements;
};

/** Below so many rows the page cache, which does not grow with them, is most of what is measured. */
const leastRowsForMemory = 200_000;

function memory(records: number, theirs: number, ours: number, columnBytes: number): Measurement {
  const name = 'memory: parsed rows against columns and page cache';
  const detail = `${megabytes(theirs)} against ${megabytes(ours)} MB, of which columns ${megabytes(columnBytes)}`;
  if (records < leastRowsForMemory) {
    return { name, required: 5, detail: `${detail}; judged from ${leastRowsForMemory} rows on` };
  }
  return { name, ratio: theirs / ours, required: 5, detail };
}

/** The rows as a program has them that reads them from JSON. */
function parsedRows(records: number): JsonObject[] {
  const rows: JsonObject[] = [];
  for (const row of clinicalRows(records, 7)) {
    rows.push(JSON.parse(JSON.stringify(row)));
  }
  return rows;
}

function megabytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(1);
}
