/**
 * Counts, groups, orders and pages over clinical rows where sessions read them: in the ledger, in a Parquet file and in a
 * table of PostgreSQL, in one run against mingo over rows that are parsed already, and against DuckDB and PostgreSQL asked
 * by hand over the same file and table.
 */
import { Aggregator, Query } from 'mingo';
import type { JsonObject } from '../../shared/contract/json.ts';
import { parsePipeline } from '../aggregation/parse-pipeline.ts';
import { parseRowFilter } from '../filters/parse-filter.ts';
import { parseSort } from '../filters/sort-rows.ts';
import { shownRow } from '../sessions/opened-session.ts';
import { embeddedSource } from '../sources/embedded/embedded-source.ts';
import type { RowSource } from '../sources/row-source.ts';
import { hasPostgres } from '../sources/testing/postgres-server.ts';
import { ClinicalDataset } from './clinical-dataset.ts';
import {
  interleave,
  milliseconds,
  type Benchmark,
  type Contender as Timed,
  type Measurement,
} from './measurement.ts';
import { filesContender, relationContender, type Contender } from './source-contenders.ts';
import {
  pageQuery,
  sourceQueries,
  topQuery,
  type Asked,
  type SourceQuery,
} from './source-queries.ts';

const rounds = 5;

/** The rows in each place. */
interface Places {
  readonly held: ClinicalDataset;
  readonly files: Contender;
  /** Undefined where there is no PostgreSQL. */
  readonly relation: Contender | undefined;
}

/** Answers how long `run` takes, and stops where its answer is not the one of the others. */
async function timeOf(expected: number, run: Answering): Promise<number> {
  let answer = 0;
  const taken = await milliseconds(async () => {
    answer = await run();
  });
  if (answer !== expected) throw new Error(`${answer} instead of ${expected}.`);
  return taken;
}

async function answerOf(source: RowSource, asked: Asked): Promise<number> {
  if (asked.kind === 'count') return source.count(parseRowFilter(asked.filter));
  const { results } = await source.aggregate(parsePipeline(asked.pipeline), { limit: 1_000 });
  return results.length;
}

async function handNumber(contender: Contender, text: string): Promise<number> {
  const [row] = await contender.byHand(text);
  return Number(row?.[0]);
}

async function handRows(contender: Contender, text: string): Promise<number> {
  return (await contender.byHand(text)).length;
}

function mingoAnswer(rows: readonly JsonObject[], asked: Asked): () => number {
  if (asked.kind === 'group') {
    const { pipeline } = asked;
    return () => new Aggregator(pipeline).run([...rows]).length;
  }
  const query = new Query(asked.filter);
  return () => rows.reduce((count, row) => count + Number(query.test(row)), 0);
}

function embeddedOf({ held }: Places): RowSource {
  return embeddedSource(held.queries(), held.snapshot);
}

type Answering = () => number | Promise<number>;

/** Whoever answers a query, each by its name. */
function answering(places: Places, query: SourceQuery): Map<string, Answering> {
  const { held, files, relation } = places;
  const { asked } = query;
  const embedded = embeddedOf(places);
  const all = new Map<string, Answering>([
    ['embedded', () => answerOf(embedded, asked)],
    ['mingo', mingoAnswer(held.rows, asked)],
    ['files', () => answerOf(files.source, asked)],
    ['DuckDB', () => handNumber(files, query.duckdb)],
  ]);
  if (relation !== undefined) {
    all.set('relation', () => answerOf(relation.source, query.ofRelation));
    all.set('PostgreSQL', () => handNumber(relation, query.postgres));
  }
  return all;
}

async function compareQuery(places: Places, query: SourceQuery): Promise<Measurement[]> {
  const { name, bars } = query;
  const expected = await answerOf(embeddedOf(places), query.asked);
  const first = await timeOf(expected, () => answerOf(embeddedOf(places), query.asked));
  const time = await interleave(
    rounds,
    [...answering(places, query)].map(([each, run]) => ({
      name: each,
      run: () => timeOf(expected, run),
    })),
  );
  return [
    ratio(
      `${name}: embedded / mingo`,
      [time('embedded'), time('mingo')],
      bars.mingo,
      `${expected}`,
    ),
    ratio(`${name}: embedded / DuckDB`, [time('embedded'), time('DuckDB')], bars.duckdb),
    ratio(`${name}: first / following`, [first, time('embedded')], 2),
    ratio(`${name}: files / DuckDB`, [time('files'), time('DuckDB')], bars.files),
    ...ofRelation(places, name, { time, most: bars.postgres }),
  ];
}

/** Of a relation against PostgreSQL by hand, where there is one. */
function ofRelation(
  { relation }: Places,
  name: string,
  { time, most }: { readonly time: (name: string) => number; readonly most: number },
): Measurement[] {
  if (relation === undefined) return [];
  const times = [time('relation'), time('PostgreSQL')] as const;
  return [ratio(`${name}: relation / PostgreSQL`, times, most)];
}

/** A part of the time of another; it is met where it is no more than `most`. */
function ratio(
  name: string,
  [ours, theirs]: readonly [number, number],
  most: number,
  detail = '',
): Measurement {
  const told = `${(ours / theirs).toFixed(2)} of it (bar ${most}) ${detail}`;
  return {
    name,
    measured: ours,
    baseline: theirs,
    ratio: theirs / ours,
    required: 1 / most,
    detail: told,
  };
}

let orders = 0;

/** How many rows a page has: a hundred. The order is one that nobody asked for before. */
async function topOf(source: RowSource, sort: string): Promise<number> {
  const order = { filter: parseRowFilter({}), sort: parseSort(sort), after: 0, limit: 100 };
  orders += 1;
  return (await source.page({ ...order, name: `top ${orders}` }, shownRow())).given.length;
}

async function compareTop(places: Places): Promise<Measurement[]> {
  const { held, files, relation } = places;
  const { name, bars } = topQuery;
  const embedded = embeddedOf(places);
  const stages = [{ $sort: { 'lab_results.glucose': -1 } }, { $limit: 100 }];
  const run = (each: string, answer: Answering): Timed => ({
    name: each,
    run: () => timeOf(100, answer),
  });
  const time = await interleave(rounds, [
    run('embedded', () => topOf(embedded, topQuery.sort)),
    run('mingo', () => new Aggregator(stages).run([...held.rows]).length),
    run('files', () => topOf(files.source, topQuery.sort)),
    run('DuckDB', () => handRows(files, topQuery.duckdb)),
    ...(relation === undefined
      ? []
      : [
          run('relation', () => topOf(relation.source, topQuery.sortOfRelation)),
          run('PostgreSQL', () => handRows(relation, topQuery.postgres)),
        ]),
  ]);
  return [
    ratio(`${name}: embedded / mingo`, [time('embedded'), time('mingo')], bars.mingo),
    ratio(`${name}: embedded / DuckDB`, [time('embedded'), time('DuckDB')], bars.duckdb),
    ratio(`${name}: files / DuckDB`, [time('files'), time('DuckDB')], bars.files),
    ...ofRelation(places, name, { time, most: bars.postgres }),
  ];
}

/** Pages from the start and from the middle. */
async function comparePages(places: Places): Promise<Measurement[]> {
  const { held, files, relation } = places;
  const { name, bars } = pageQuery;
  const middle = Math.floor(held.rows.length / 2);
  const filter = parseRowFilter({ age: { $gte: 60 } });
  const pageOf = async (source: RowSource, after: number | string) =>
    (await source.page({ filter, name: 'page', sort: undefined, after, limit: 100 }, shownRow()))
      .given.length;
  const run = (each: string, answer: () => Promise<number>): Timed => ({
    name: each,
    run: () => timeOf(100, answer),
  });
  const embedded = embeddedOf(places);
  const time = await interleave(rounds * 3, [
    run('start', () => pageOf(embedded, 0)),
    run('middle', () => pageOf(embedded, middle)),
    run('files', () => pageOf(files.source, files.markOf(middle))),
    run('DuckDB', () => handRows(files, pageQuery.duckdb(middle))),
    ...(relation === undefined
      ? []
      : [
          run('relation', () => pageOf(relation.source, relation.markOf(middle))),
          run('PostgreSQL', () => handRows(relation, pageQuery.postgres(middle))),
        ]),
  ]);
  return [
    ratio(`${name}: embedded, middle / start`, [time('middle'), time('start')], bars.ofStart),
    ratio(`${name}: files / DuckDB`, [time('files'), time('DuckDB')], bars.files),
    ...ofRelation(places, name, { time, most: bars.postgres }),
  ];
}

/** Over `records` clinical rows. */
export const benchmarkSources: Benchmark = async ({ records, directory }) => {
  const held = new ClinicalDataset(records);
  const { snapshot: seen } = held;
  const files = await filesContender(directory, held.rows, seen);
  const relation = hasPostgres() ? await relationContender(directory, held.rows, seen) : undefined;
  const places = { held, files, relation };
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
  try {
    for (const query of sourceQueries) measurements.push(...(await compareQuery(places, query)));
    measurements.push(...(await compareTop(places)), ...(await comparePages(places)));
  } finally {
    await files.close();
    await relation?.close();
    held.database.close();
  }
  return measurements;
};
