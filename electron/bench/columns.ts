/**
 * Filters, groups, orders and pages over the rows of a dataset, as a session reads them, against mingo over rows that are
 * parsed already, and against SQL over the same rows without columns.
 */
import type { Database } from 'better-sqlite3';
import { Aggregator, Query } from 'mingo';
import { policyOf, sampleKey } from '../policies/testing/sample-policy.ts';
import type { JsonObject } from '../../shared/contract/json.ts';
import { parsePipeline } from '../aggregation/parse-pipeline.ts';
import { ColumnsWriter } from '../columns/columns-writer.ts';
import { migrations } from '../database/migrations/all-migrations.ts';
import { openScratch } from '../database/open-database.ts';
import { clinicalRows } from '../demo/clinical-rows.ts';
import { compileFilter } from '../filters/compile-filter.ts';
import { parseRowFilter } from '../filters/parse-filter.ts';
import { PathProfileBuilder, type PathProfile } from '../filters/path-profile.ts';
import { parseSort } from '../filters/sort-rows.ts';
import { View } from '../policies/view.ts';
import { shownRow } from '../sessions/opened-session.ts';
import { QueryLimit } from '../sources/embedded/query-limit.ts';
import { RowQueries } from '../sources/embedded/row-queries.ts';
import type { SeenDataset } from '../sources/row-source.ts';
import { interleave, milliseconds, type Benchmark, type Measurement } from './measurement.ts';

const rounds = 5;
const dataset = 1;
const base = 2 ** 36;
const limitMs = 600_000;

/** A dataset as a ledger keeps it, and what reads it. */
class ClinicalDataset {
  readonly database: Database = openScratch();
  readonly rows: JsonObject[] = [];
  readonly profile: PathProfile;
  readonly coveredMs: number;
  readonly insertedMs: number;

  constructor(records: number) {
    for (const { sql } of migrations) this.database.exec(sql);
    this.database.pragma('foreign_keys = OFF');
    const insert = this.database.prepare(
      `INSERT INTO dataset_rows (position, record_id, bytes, document, salt)
       VALUES (?, ?, ?, jsonb(?), zeroblob(16))`,
    );
    const builder = new PathProfileBuilder();
    const started = performance.now();
    let bytes = 0;
    this.database.transaction(() => {
      for (const row of clinicalRows(records, 7)) {
        const text = JSON.stringify(row);
        const parsed: JsonObject = JSON.parse(text);
        this.rows.push(parsed);
        insert.run(dataset * base + this.rows.length, row['record_id'], text.length, text);
        builder.add(parsed);
        bytes += text.length;
      }
    })();
    this.insertedMs = performance.now() - started;
    this.profile = new Map(builder.entries());
    this.database
      .prepare(
        `INSERT INTO datasets (number, dataset_id, name, holder_id, record_count, total_bytes, created_at, key_id, key)
         VALUES (?, 'ds', 'Bench', 'holder', ?, ?, '2026-01-01T00:00:00.000Z', 'key', zeroblob(32))`,
      )
      .run(dataset, records, bytes);
    const path = this.database.prepare('INSERT INTO dataset_paths VALUES (?, ?, ?)');
    for (const [name, types] of this.profile) path.run(dataset, name, types);
    const covering = performance.now();
    this.database.transaction(() => new ColumnsWriter(this.database).cover(dataset, records, 0))();
    this.coveredMs = performance.now() - covering;
  }

  /** Queries that have read nothing yet. */
  queries(): RowQueries {
    return new RowQueries(this.database, new QueryLimit(limitMs, () => performance.now()));
  }

  get snapshot(): SeenDataset {
    const policy = policyOf({ record_ids: 'kept', unlisted: 'clear', fields: {}, entity: null });
    const keys = { grant: sampleKey, dataset: sampleKey };
    const view = new View({ policy, kind: 'rows', keys, dataset });
    return { dataset, seq: this.rows.length, erased: 0, view, viewName: '' };
  }

  columnBytes(): { columns: number; rows: number } {
    const number = (sql: string) => this.database.prepare<[], number>(sql).pluck().get() ?? 0;
    return {
      columns: number('SELECT sum(length(data)) FROM dataset_columns'),
      rows: number('SELECT sum(bytes) FROM dataset_rows'),
    };
  }

  /** The same count without columns. */
  countBySql(filter: JsonObject): number {
    const profile = this.profile;
    const { sql, parameters, residual } = compileFilter(parseRowFilter(filter), {
      document: 'document',
      profile,
    });
    if (residual === undefined) {
      const count = this.database.prepare<unknown[], number>(
        `SELECT count(*) FROM dataset_rows WHERE ${sql}`,
      );
      return count.pluck().get(...parameters) ?? 0;
    }
    const texts = this.database
      .prepare<unknown[], string>(`SELECT json(document) FROM dataset_rows WHERE ${sql}`)
      .pluck();
    let count = 0;
    for (const text of texts.iterate(...parameters)) if (residual(JSON.parse(text))) count += 1;
    return count;
  }
}

const threeClauses = (age: number): JsonObject => ({
  age: { $gte: age },
  diagnosis: { $in: ['Type 2 Diabetes', 'Hypertension'] },
  'lab_results.glucose': { $gte: 80 + age },
});
const ids = (count: number) =>
  Array.from({ length: count }, (_, index) => `pat_${String(index * 7 + 1).padStart(8, '0')}`);

/** Counts, with the part of mingo's time that they may take. */
const counts: readonly (readonly [name: string, filter: JsonObject, most: number])[] = [
  ['3 clauses', threeClauses(60), 0.25],
  ['3 clauses, new literals', threeClauses(61), 0.25],
  [
    '$or',
    { $or: [{ age: { $lt: 25 } }, { 'lab_results.hba1c': { $gt: 9 } }, { symptoms: 'cough' }] },
    0.15,
  ],
  ['$in 1000', { patient_id: { $in: ids(1_000) } }, 0.05],
  ['regex', { patient_id: { $regex: '1[0-4]7$' } }, 0.6],
  ['regex i', { patient_id: { $regex: 'AT_.*77', $options: 'i' } }, 0.6],
  ['$size', { symptoms: { $size: 3 } }, 0.15],
];

const groups: readonly (readonly [name: string, pipeline: JsonObject[], most: number])[] = [
  [
    'group',
    [
      { $match: { age: { $gte: 40 } } },
      {
        $group: {
          _id: '$diagnosis',
          patients: { $sum: 1 },
          glucose: { $avg: '$lab_results.glucose' },
        },
      },
    ],
    0.1,
  ],
  [
    'unwind + group',
    [{ $unwind: '$symptoms' }, { $group: { _id: '$symptoms', rows: { $sum: 1 } } }],
    0.05,
  ],
];

/** Answers how long `run` takes, and stops where its answer is not the one of the others. */
async function timeOf(expected: number, run: () => number): Promise<number> {
  let answer = 0;
  const taken = await milliseconds(() => {
    answer = run();
  });
  if (answer !== expected) throw new Error(`${answer} instead of ${expected}.`);
  return taken;
}

interface Compared {
  readonly name: string;
  readonly most: number;
  readonly ours: (queries: RowQueries) => number;
  readonly mingo: () => number;
  /** Left out where there is nothing to compare. */
  readonly sql?: () => number;
}

async function compare(held: ClinicalDataset, asked: Compared): Promise<Measurement[]> {
  const { name, most, ours, mingo, sql } = asked;
  const expected = ours(held.queries());
  const queries = held.queries();
  const first = await timeOf(expected, () => ours(queries));
  const time = await interleave(rounds, [
    { name: 'ours', run: () => timeOf(expected, () => ours(queries)) },
    { name: 'mingo', run: () => timeOf(expected, mingo) },
    ...(sql === undefined ? [] : [{ name: 'sql', run: () => timeOf(expected, sql) }]),
  ]);
  const told = `${expected}; ${(time('ours') / time('mingo')).toFixed(3)} of mingo`;
  const bySql = sql === undefined ? '' : `, ${(time('ours') / time('sql')).toFixed(3)} of SQL`;
  return [
    ratioTo(name, time('ours'), time('mingo'), 1 / most, `${told}${bySql}`),
    ratioTo('  first against following', first, time('ours'), 0.5, `${first.toFixed(1)} ms`),
  ];
}

function ratioTo(
  name: string,
  measured: number,
  baseline: number,
  required: number,
  detail: string,
): Measurement {
  return { name, measured, baseline, ratio: baseline / measured, required, detail };
}

function comparisons(held: ClinicalDataset): Compared[] {
  const { rows, snapshot } = held;
  const everyRow = parseRowFilter({});
  const show = shownRow();
  return [
    ...counts.map(([name, filter, most]): Compared => {
      const parsed = parseRowFilter(filter);
      const query = new Query(filter);
      return {
        name,
        most,
        ours: (queries) => queries.count(snapshot, parsed),
        mingo: () => rows.reduce((count, row) => count + Number(query.test(row)), 0),
        sql: () => held.countBySql(filter),
      };
    }),
    ...groups.map(([name, pipeline, most]): Compared => {
      const parsed = parsePipeline(pipeline);
      return {
        name,
        most,
        ours: (queries) => queries.aggregate(snapshot, parsed, { limit: 1_000 }).results.length,
        mingo: () => new Aggregator(pipeline).run(rows).length,
      };
    }),
    {
      name: 'top 100',
      most: 0.2,
      ours: (queries) =>
        queries.page(
          snapshot,
          {
            filter: everyRow,
            name: `top ${Math.random()}`,
            sort: parseSort('-lab_results.glucose'),
            after: 0,
            limit: 100,
          },
          show,
        ).given.length,
      mingo: () =>
        new Aggregator([{ $sort: { 'lab_results.glucose': -1 } }, { $limit: 100 }]).run(rows)
          .length,
    },
  ];
}

/** A page in the middle against one at the start. */
async function comparePages(held: ClinicalDataset): Promise<Measurement> {
  const queries = held.queries();
  const filter = parseRowFilter({ age: { $gte: 60 } });
  const pageAt = (after: number) =>
    queries.page(
      held.snapshot,
      { filter, name: 'page', sort: undefined, after, limit: 100 },
      shownRow(),
    ).given.length;
  const time = await interleave(rounds * 3, [
    { name: 'start', run: () => timeOf(100, () => pageAt(0)) },
    { name: 'middle', run: () => timeOf(100, () => pageAt(Math.floor(held.rows.length / 2))) },
  ]);
  return ratioTo('page of 100, middle against start', time('middle'), time('start'), 1 / 1.5, '');
}

/** Over `records` clinical rows. */
export const benchmarkColumns: Benchmark = async ({ records }) => {
  const held = new ClinicalDataset(records);
  const { columns, rows } = held.columnBytes();
  const measurements: Measurement[] = [
    {
      name: 'columns of all rows, written',
      measured: held.coveredMs,
      baseline: held.insertedMs,
      ratio: held.insertedMs / held.coveredMs,
      required: 0.5,
      detail: `${(columns / 1e6).toFixed(1)} MB, ${((100 * columns) / rows).toFixed(0)} % of the rows`,
    },
  ];
  for (const asked of comparisons(held)) measurements.push(...(await compare(held, asked)));
  measurements.push(await comparePages(held));
  held.database.close();
  return measurements;
};
