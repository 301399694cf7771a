/** Rows that are made of events, facts, entries and lines, computed again from them and compared one by one. */
import type { Database } from 'better-sqlite3';
import { spentOfGrants } from '../../billing/grant-budgets.ts';
import { spentIn } from '../../billing/spending-limits.ts';
import { costColumns, figureColumns } from '../../billing/usage-figures.ts';
import type { SqlValue } from '../column-values.ts';
import type { RowFinding } from '../row-finding.ts';
import { checkDatasetRows } from './dataset-rows.ts';
import { checkGrantAnswers } from './grant-answers.ts';
import { checkPolicyVersions } from './policy-versions.ts';
import { checkReceipts } from './receipts.ts';
import { checkRowErasures } from './row-erasures.ts';
import { checkSessionTime } from './session-time.ts';

/** A table whose rows a query gives: the key's columns, then the others, by their names. */
interface RollUp {
  readonly table: string;
  readonly key: readonly string[];
  readonly values: readonly string[];
  readonly query: string;
}

const figures = [...figureColumns];
const costs = [...costColumns];
const sums = (of: readonly string[]) => of.map((name) => `sum(e.${name}) AS ${name}`).join(', ');
const events = 'usage_events AS e JOIN billed_sessions AS s ON s.number = e.session';
const month = "substr(e.day, 1, 7) || '-01'";

const usageDays: RollUp = {
  table: 'usage_days',
  key: ['day', 'account_id', 'dataset_id', 'session', 'kind'],
  values: figures,
  query: `SELECT e.day, e.account_id, s.dataset_id, e.session, e.kind, ${sums(figures)}
      FROM ${events} GROUP BY e.day, e.account_id, s.dataset_id, e.session, e.kind`,
};

/** Sessions, each with the entry of its first fact. */
const firstFacts = `FROM sessions AS s JOIN entries AS e ON e.seq = (SELECT min(f.seq) FROM facts AS f
      WHERE f.table_name = 'sessions' AND f.row = s.session_id)`;

const others: readonly RollUp[] = [
  {
    table: 'sessions',
    key: ['number'],
    values: [
      'accesses',
      'reads',
      'filters',
      'transforms',
      'trains',
      'analyses',
      'validations',
      'records',
      'bytes',
      'last_activity_at',
    ],
    query: `SELECT s.number, count(u.session) AS accesses,
        ${Object.entries({
          read: 'reads',
          filter: 'filters',
          transform: 'transforms',
          train: 'trains',
          analyze: 'analyses',
          validate: 'validations',
        })
          .map(([kind, name]) => `count(CASE WHEN u.kind = '${kind}' THEN 1 END) AS ${name}`)
          .join(', ')},
        coalesce(sum(u.records), 0) AS records, coalesce(sum(u.bytes), 0) AS bytes,
        max(u.at) AS last_activity_at
      FROM sessions AS s LEFT JOIN session_usage AS u ON u.session = s.number GROUP BY s.number`,
  },
  {
    // Each access was metered: as the n-th event of its session that is neither time nor a correction.
    table: 'session_usage',
    key: ['session', 'number'],
    values: ['at', 'kind', 'records', 'bytes', 'evidence_id'],
    query: `SELECT t.number AS session, row_number() OVER (PARTITION BY t.number ORDER BY e.number) AS number,
        e.at, e.kind, e.records, e.bytes,
        CASE WHEN e.source GLOB s.session_id || '/*' THEN NULL ELSE e.source END AS evidence_id
      FROM ${events} JOIN sessions AS t ON t.session_id = s.session_id
      WHERE e.kind NOT IN ('time', 'correction', 'reprice')`,
  },
  {
    table: 'datasets',
    key: ['number'],
    values: ['record_count', 'total_bytes'],
    query: `SELECT d.number,
        (SELECT count(*) FROM dataset_rows AS r WHERE r.position > d.number << 36
          AND r.position <= (d.number << 36) + d.record_count)
        + (SELECT count(*) FROM tombstones AS t WHERE t.position > d.number << 36
          AND t.position <= (d.number << 36) + d.record_count) AS record_count,
        (SELECT coalesce(sum(r.bytes), 0) FROM dataset_rows AS r WHERE r.position > d.number << 36
          AND r.position <= (d.number << 36) + d.record_count) AS total_bytes
      FROM datasets AS d`,
  },
  {
    table: 'datasets',
    key: ['number'],
    values: ['erased_count'],
    query: `SELECT d.number, (SELECT count(*) FROM tombstones AS t WHERE t.position > d.number << 36
        AND t.position < (d.number + 1) << 36) AS erased_count
      FROM datasets AS d`,
  },
  {
    table: 'sessions',
    key: ['number'],
    values: ['opened_by'],
    query: `SELECT s.number, json_extract(e.bytes, '$.by.id') AS opened_by ${firstFacts}`,
  },
  {
    table: 'operations',
    key: ['operation_id'],
    values: [
      'number',
      'session',
      'operation_type',
      'created_at',
      'record_count',
      'metadata',
      'model_id',
      'model_version',
      'model_registered',
      'evidence_id',
    ],
    query: `SELECT operation_id, row_number() OVER (ORDER BY seq) AS number, session, operation_type, created_at, record_count, metadata, model_id,
        model_version, CASE WHEN model_id IS NULL THEN NULL ELSE model_version IS NOT NULL END AS model_registered,
        evidence_id
      FROM (
        SELECT o.*, (SELECT m.version FROM models AS m WHERE m.model_id = o.model_id AND m.seq < o.seq
          ORDER BY m.major DESC, m.minor DESC, m.patch DESC LIMIT 1) AS model_version
        FROM (
          SELECT v.seq, json_extract(e.bytes, '$.operation_id') AS operation_id, t.number AS session,
            json_extract(e.bytes, '$.action.name') AS operation_type,
            json_extract(e.bytes, '$.created_at') AS created_at,
            json_extract(e.bytes, '$.inputs.count') AS record_count, p.value AS metadata,
            CASE WHEN json_type(p.value, '$.model_id') = 'text'
              THEN nullif(json_extract(p.value, '$.model_id'), '') END AS model_id,
            json_extract(e.bytes, '$.id') AS evidence_id
          FROM evidence AS v JOIN entries AS e ON e.seq = v.seq
          JOIN sessions AS t ON t.session_id = json_extract(e.bytes, '$.session_id')
          LEFT JOIN payloads AS p ON p.seq = v.seq AND p.field = 'metadata'
          WHERE v.kind = 'operation'
        ) AS o
      )`,
  },
];

/** Sums that need no more of the events than their days; `days` is a table with these. */
function sumsOfDays(days: string): readonly RollUp[] {
  const uses = `${days} AS e JOIN billed_sessions AS s ON s.number = e.session`;
  const usedByDay = `(SELECT e.account_id, s.dataset_id, e.day, ${sums(costs)} FROM ${uses}
    GROUP BY e.account_id, s.dataset_id, e.day)`;
  return [
    {
      table: 'usage_totals',
      key: ['day', 'account_id', 'dataset_id', 'model_id'],
      values: ['sessions', ...figures],
      query: `SELECT e.day, e.account_id, s.dataset_id, s.model_id,
        count(DISTINCT CASE WHEN e.day = b.day THEN e.session END) AS sessions, ${sums(figures)}
      FROM ${uses}
      JOIN (SELECT session, min(day) AS day FROM ${days} GROUP BY session) AS b USING (session)
      GROUP BY e.day, e.account_id, s.dataset_id, s.model_id`,
    },
    {
      table: 'usage_spans',
      key: ['session', 'first_day'],
      values: ['last_day', 'begun_day', 'account_id', 'dataset_id', 'model_id'],
      query: `SELECT d.session, min(d.day) AS first_day, max(d.day) AS last_day,
        min(min(d.day)) OVER (PARTITION BY d.session) AS begun_day, s.account_id, s.dataset_id, s.model_id
      FROM (
        SELECT session, day, julianday(day) - row_number() OVER (PARTITION BY session ORDER BY day) AS run
        FROM (SELECT DISTINCT session, day FROM ${days})
      ) AS d JOIN billed_sessions AS s ON s.number = d.session GROUP BY d.session, d.run`,
    },
    {
      table: 'usage_months',
      key: ['account_id', 'month', 'dataset_id', 'holder_id'],
      values: figures,
      query: `SELECT e.account_id, ${month} AS month, s.dataset_id, s.holder_id, ${sums(figures)}
        FROM ${uses} GROUP BY e.account_id, month, s.dataset_id, s.holder_id`,
    },
    {
      table: 'limit_periods',
      key: ['spending_limit', 'start'],
      values: ['spent_nanos'],
      query: spentIn(usedByDay),
    },
    {
      table: 'grants',
      key: ['number'],
      values: ['spent_micro'],
      query: spentEpsilon,
    },
    {
      table: 'grants',
      key: ['number'],
      values: ['spent_nanos'],
      query: spentOfGrants(days),
    },
  ];
}

/** What the evidence of each grant says that was spent of ε. */
const spentEpsilon = `SELECT g.number, coalesce(e.spent, 0) AS spent_micro
  FROM grants AS g LEFT JOIN (
    SELECT json_extract(e.bytes, '$.grant_id') AS grant_id, sum(json_extract(e.bytes, '$.epsilon_micro')) AS spent
    FROM evidence AS v JOIN entries AS e ON e.seq = v.seq WHERE v.kind = 'aggregation' GROUP BY 1
  ) AS e ON e.grant_id = g.grant_id`;

/** Compares the time of sessions, and each table, with what their events come to; yields between them. */
export function* checkRollUps(
  database: Database,
  report: (finding: RowFinding) => void,
): Generator<void> {
  yield* checkSessionTime(database, report);
  let isFound = false;
  for (const finding of differences(database, usageDays)) {
    isFound = true;
    report(finding);
    yield;
  }
  // Days that hold stand for their events, which are many more.
  const ofDays = sumsOfDays(isFound ? 'usage_events' : 'usage_days');
  for (const rollUp of [...ofDays, ...others]) {
    for (const finding of differences(database, rollUp)) {
      report(finding);
      yield;
    }
    yield;
  }
  yield* checkDatasetRows(database, report);
  yield* checkPolicyVersions(database, report);
  yield* checkReceipts(database, report);
  yield* checkRowErasures(database, report);
  yield* checkGrantAnswers(database, report);
}

type Row = Readonly<Record<string, SqlValue>>;

function* differences(
  database: Database,
  { table, key, values, query }: RollUp,
): Generator<RowFinding> {
  const on = key.map((name) => `t.${name} IS c.${name}`).join(' AND ');
  const isOther = values.map((name) => `t.${name} IS NOT c.${name}`).join(' OR ');
  const [first = ''] = key;
  const rows = `(${query}) AS c LEFT JOIN ${table} AS t ON ${on}`;
  const isMissing = `t.${first} IS NULL`;
  const whole = database
    .prepare<[], { computed: number; differing: number; stored: number }>(
      `SELECT count(*) AS computed, coalesce(sum(${isMissing} OR ${isOther}), 0) AS differing,
         (SELECT count(*) FROM ${table}) AS stored FROM ${rows}`,
    )
    .get();
  if (whole?.differing === 0 && whole.computed === whole.stored) return;
  const joined = `SELECT c.*, ${isMissing} AS missing,
      ${values.map((name) => `t.${name} AS stored_${name}`).join(', ')}
    FROM ${rows} WHERE ${isMissing} OR ${isOther}`;
  for (const row of database.prepare<[], Row>(joined).safeIntegers().iterate()) {
    const about = { table, row: keyOf(row, key), seq: 0 };
    if (row.missing === 1n) {
      yield { ...about, kind: 'deleted', column: null, expected: about.row, actual: null };
      continue;
    }
    for (const name of values) {
      const [expected, actual] = [row[name] ?? null, row[`stored_${name}`] ?? null];
      if (expected === actual) continue;
      yield {
        ...about,
        kind: 'altered',
        column: name,
        expected: shown(expected),
        actual: shown(actual),
      };
    }
  }
  const names = key.join(', ');
  const strays = `SELECT ${names} FROM ${table} EXCEPT SELECT ${names} FROM (${query})`;
  for (const row of database.prepare<[], Row>(strays).safeIntegers().iterate()) {
    const name = keyOf(row, key);
    yield {
      table,
      row: name,
      seq: 0,
      kind: 'inserted',
      column: null,
      expected: null,
      actual: name,
    };
  }
}

function keyOf(row: Row, key: readonly string[]): string {
  const parts = key.map((name) => row[name] ?? null);
  const plain = parts.map((part) => (typeof part === 'bigint' ? Number(part) : part));
  return plain.length === 1 ? String(plain[0]) : JSON.stringify(plain);
}

function shown(value: SqlValue): string | null {
  return value === null ? null : String(value);
}
