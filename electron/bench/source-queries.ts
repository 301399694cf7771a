/** Queries over clinical rows that sources are compared by: as sessions ask them, and as somebody writes them by hand. */
import type { JsonObject } from '../../shared/contract/json.ts';

/** The part of another's time that a query may take. */
export interface Bars {
  /** Of the ledger's rows: of mingo's time, and of DuckDB's. */
  readonly mingo: number;
  readonly duckdb: number;
  /** Of files: of the time of DuckDB by hand. */
  readonly files: number;
  /** Of a relation: of the time of PostgreSQL by hand. */
  readonly postgres: number;
}

export interface SourceQuery {
  readonly name: string;
  /** A filter that is counted, or a pipeline whose results are. */
  readonly asked: Asked;
  /** The same over a relation, which has no nested columns. */
  readonly ofRelation: Asked;
  /** By hand, one number: over `t`. */
  readonly duckdb: string;
  readonly postgres: string;
  readonly bars: Bars;
}

export type Asked =
  | { readonly kind: 'count'; readonly filter: JsonObject }
  | { readonly kind: 'group'; readonly pipeline: JsonObject[] };

const ids = (count: number) =>
  Array.from({ length: count }, (_, index) => `pat_${String(index * 7 + 1).padStart(8, '0')}`);
const listed = ids(1_000)
  .map((id) => `'${id}'`)
  .join(', ');

/** The same filter by the names of both. */
function counted(filterOf: (lab: (name: string) => string) => JsonObject) {
  const count = (filter: JsonObject): Asked => ({ kind: 'count', filter });
  return {
    asked: count(filterOf((name) => `lab_results.${name}`)),
    ofRelation: count(filterOf((name) => name)),
  };
}

function threeClauses(age: number) {
  const glucose = 80 + age;
  const sql = (lab: string) =>
    `SELECT count(*) FROM t WHERE age >= ${age} AND diagnosis IN ('Type 2 Diabetes', 'Hypertension') AND ${lab} >= ${glucose}`;
  return {
    ...counted((lab) => ({
      age: { $gte: age },
      diagnosis: { $in: ['Type 2 Diabetes', 'Hypertension'] },
      [lab('glucose')]: { $gte: glucose },
    })),
    duckdb: sql('lab_results.glucose'),
    postgres: sql('glucose'),
    bars: { mingo: 0.25, duckdb: 1, files: 1.3, postgres: 1.2 },
  };
}

function grouped(glucose: string): Asked {
  const patients = { $sum: 1 };
  const group = { _id: '$diagnosis', patients, glucose: { $avg: `$${glucose}` } };
  return { kind: 'group', pipeline: [{ $match: { age: { $gte: 40 } } }, { $group: group }] };
}

const unwound: Asked = {
  kind: 'group',
  pipeline: [{ $unwind: '$symptoms' }, { $group: { _id: '$symptoms', rows: { $sum: 1 } } }],
};

/** A regular expression that both sides have. */
function matching(pattern: string, options: string, bars: Bars): Omit<SourceQuery, 'name'> {
  const $regex = options === '' ? { $regex: pattern } : { $regex: pattern, $options: options };
  const flags = options === '' ? '' : `, '${options}'`;
  return {
    ...counted(() => ({ patient_id: $regex })),
    duckdb: `SELECT count(*) FROM t WHERE regexp_matches(patient_id, '${pattern}'${flags})`,
    postgres: `SELECT count(*) FROM t WHERE patient_id ${options === '' ? '~' : '~*'} '${pattern}'`,
    bars,
  };
}

const ofTexts = { mingo: 0.6, duckdb: 2, files: 1.3, postgres: 1.3 };

/** Pages and the first of an order are compared apart. */
export const sourceQueries: readonly SourceQuery[] = [
  { name: '3 clauses', ...threeClauses(60) },
  { name: '3 clauses, new literals', ...threeClauses(61) },
  {
    name: '$or',
    ...counted((lab) => ({
      $or: [{ age: { $lt: 25 } }, { [lab('hba1c')]: { $gt: 9 } }, { symptoms: 'cough' }],
    })),
    duckdb: `SELECT count(*) FROM t WHERE age < 25 OR lab_results.hba1c > 9 OR list_contains(symptoms, 'cough')`,
    postgres: `SELECT count(*) FROM t WHERE age < 25 OR hba1c > 9 OR symptoms @> ARRAY['cough']`,
    bars: { mingo: 0.15, duckdb: 4, files: 1.6, postgres: 1.2 },
  },
  {
    name: '$in 1000',
    ...counted(() => ({ patient_id: { $in: ids(1_000) } })),
    duckdb: `SELECT count(*) FROM t WHERE patient_id IN (${listed})`,
    postgres: `SELECT count(*) FROM t WHERE patient_id IN (${listed})`,
    bars: { mingo: 0.05, duckdb: 3, files: 1.3, postgres: 1.2 },
  },
  { name: 'regex', ...matching('1[0-4]7$', '', ofTexts) },
  { name: 'regex i', ...matching('AT_.*77', 'i', ofTexts) },
  {
    name: '$size',
    ...counted(() => ({ symptoms: { $size: 3 } })),
    duckdb: 'SELECT count(*) FROM t WHERE len(symptoms) = 3',
    postgres: 'SELECT count(*) FROM t WHERE cardinality(symptoms) = 3',
    bars: { mingo: 0.15, duckdb: 1, files: 1.3, postgres: 1.2 },
  },
  {
    name: 'group',
    asked: grouped('lab_results.glucose'),
    ofRelation: grouped('glucose'),
    duckdb: `SELECT count(*) FROM (SELECT diagnosis, count(*), avg(lab_results.glucose) FROM t WHERE age >= 40 GROUP BY diagnosis)`,
    postgres: `SELECT count(*) FROM (SELECT diagnosis, count(*), avg(glucose) FROM t WHERE age >= 40 GROUP BY diagnosis) AS g`,
    bars: { mingo: 0.1, duckdb: 3, files: 1.3, postgres: 1.2 },
  },
  {
    name: 'unwind + group',
    asked: unwound,
    ofRelation: unwound,
    duckdb: `SELECT count(*) FROM (SELECT s, count(*) FROM (SELECT unnest(symptoms) AS s FROM t) GROUP BY s)`,
    postgres: `SELECT count(*) FROM (SELECT s, count(*) FROM t, unnest(symptoms) AS s GROUP BY s) AS g`,
    bars: { mingo: 0.05, duckdb: 1, files: 1.3, postgres: 1.2 },
  },
];

/** The first hundred of an order: rows with all that is in them. */
export const topQuery = {
  name: 'top 100',
  sort: '-lab_results.glucose',
  sortOfRelation: '-glucose',
  duckdb: 'SELECT * FROM t ORDER BY lab_results.glucose DESC NULLS LAST, file_row_number LIMIT 100',
  postgres: 'SELECT * FROM t ORDER BY glucose DESC NULLS LAST, id LIMIT 100',
  bars: { mingo: 0.2, duckdb: 2, files: 1, postgres: 1.2 },
} as const;

/** A page of a hundred behind a row. */
export const pageQuery = {
  name: 'page of 100',
  duckdb: (after: number) =>
    `SELECT * FROM t WHERE age >= 60 AND file_row_number > ${after} LIMIT 100`,
  postgres: (after: number) =>
    `SELECT * FROM t WHERE age >= 60 AND id > ${after} ORDER BY id LIMIT 100`,
  bars: { ofStart: 1.5, files: 2, postgres: 1.5 },
} as const;
