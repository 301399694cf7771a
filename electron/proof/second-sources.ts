/** Second sources of a line that is not what was sealed: each proposes a value, and the one that gives the sealed leaf names the column. */
import type { Database } from 'better-sqlite3';
import { isJsonObject, jsonOrUndefined } from '../../shared/contract/json.ts';
import { canonicalJson, parseStrictJson } from '../../shared/ledger/canonical-json.ts';
import { usageFigures } from '../../shared/ledger/batches.ts';
import { leafHash } from '../../shared/ledger/merkle.ts';
import { sha256 } from '../ledger/sha256.ts';
import type { NameColumn } from './check-lines.ts';
import type { Line } from './lines.ts';
import { headOfLine } from './recompute/receipts.ts';
import type { RowFinding } from './row-finding.ts';

type Named = Pick<RowFinding, 'column' | 'expected' | 'actual'>;

/** Columns of a metered event, in the order of its line. */
const usageColumns = [
  'number',
  'account_id',
  'session',
  'source',
  'at',
  'day',
  'kind',
  ...usageFigures,
] as const;
type UsageColumn = (typeof usageColumns)[number];

/** Where the members of a line begin: the name of the table stands before them. */
const firstMember = 1;

export function secondSources(database: Database): NameColumn {
  const usage = new UsageSources(database);
  return (stream, line, leaf) => {
    switch (stream.table) {
      case 'usage_events':
        return usage.name(line, leaf.toString('hex'));
      case 'session_usage':
        return nameOfReceipt(database, line, leaf.toString('hex'));
      case 'dataset_rows':
        return nameOfRow(line, leaf.toString('hex'));
      case 'audit_events':
        // The line is the column itself.
        return { column: 'line', expected: leaf.toString('hex'), actual: line.text };
    }
  };
}

/** A row tells its own id a second time. */
function nameOfRow({ text }: Line, leaf: string): Named | undefined {
  const members = parseStrictJson(text);
  if (!Array.isArray(members)) return undefined;
  const [, , , , recordId, document] = members;
  const row = typeof document === 'string' ? jsonOrUndefined(document) : undefined;
  const told = isJsonObject(row) ? row['record_id'] : undefined;
  if (typeof told !== 'string' || typeof recordId !== 'string') return undefined;
  const proposed = canonicalJson(members.with(4, told));
  if (leafHash(sha256, proposed) !== leaf) return undefined;
  return { column: 'record_id', expected: told, actual: recordId };
}

/** A receipt tells its head a second time: by all that it says. */
function nameOfReceipt(
  database: Database,
  { number, text }: Line,
  leaf: string,
): Named | undefined {
  const members = parseStrictJson(text);
  if (!Array.isArray(members)) return undefined;
  const [, , , head, rows] = members;
  const expected = headOfLine(database, number);
  if (expected === undefined || typeof head !== 'string' || typeof rows !== 'string') {
    return undefined;
  }
  // What differs can only be the rows then.
  if (expected === head) return { column: 'rows', expected: null, actual: rows };
  if (leafHash(sha256, canonicalJson(members.with(3, expected))) !== leaf) return undefined;
  return { column: 'head', expected, actual: head };
}

class UsageSources {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  name({ number, text }: Line, leaf: string): Named | undefined {
    const members = parseStrictJson(text);
    if (!Array.isArray(members)) return undefined;
    for (const [column, expected] of this.#proposals(number)) {
      const at = usageColumns.indexOf(column) + firstMember;
      const actual = members[at];
      if (expected === null || expected === actual) continue;
      if (leafHash(sha256, canonicalJson(members.with(at, expected))) !== leaf) continue;
      return { column, expected, actual: typeof actual === 'string' ? actual : String(number) };
    }
    return undefined;
  }

  /** Values of columns by what else knows them: the session, its accesses, the sums of the day. */
  *#proposals(number: number): Generator<readonly [UsageColumn, string | null]> {
    for (const [column, query] of proposals) {
      const values = this.#database.prepare<[number], string | null>(query).pluck();
      for (const value of values.iterate(number)) yield [column, value];
    }
  }
}

const ofEvent = 'FROM usage_events AS e JOIN billed_sessions AS s ON s.number = e.session';
/** The access that an event meters: as many came before it in its session. */
const access = `${ofEvent} JOIN sessions AS t ON t.session_id = s.session_id
  JOIN session_usage AS u ON u.session = t.number
    AND (u.evidence_id = e.source OR u.number = 1 + (SELECT count(*) FROM usage_events AS b
      WHERE b.session = e.session AND b.number < e.number AND b.kind NOT IN ('time', 'correction')))
  WHERE e.number = ?`;
/** What the sum of a day has more than the other events under it. */
const rest = (figure: string) => `SELECT CAST(d.${figure} - coalesce((SELECT sum(o.${figure})
      FROM usage_events AS o WHERE o.session = e.session AND o.day = e.day AND o.kind = e.kind
        AND o.number <> e.number), 0) AS TEXT)
  ${ofEvent} JOIN usage_days AS d ON d.day = e.day AND d.account_id = e.account_id
    AND d.dataset_id = s.dataset_id AND d.session = e.session AND d.kind = e.kind
  WHERE e.number = ?`;

const proposals: readonly (readonly [UsageColumn, string])[] = [
  ...usageFigures.map((figure) => [figure, rest(figure)] as const),
  ['account_id', `SELECT s.account_id ${ofEvent} WHERE e.number = ?`],
  // What was metered names its session, or is evidence of it.
  [
    'session',
    `SELECT CASE WHEN instr(source, '/') > 0 THEN substr(source, 1, instr(source, '/') - 1) END
     FROM usage_events WHERE number = ?`,
  ],
  [
    'session',
    `SELECT t.session_id FROM usage_events AS e JOIN session_usage AS u ON u.evidence_id = e.source
     JOIN sessions AS t ON t.number = u.session WHERE e.number = ?`,
  ],
  ['source', `SELECT coalesce(u.evidence_id, s.session_id || '/' || u.number) ${access}`],
  [
    'source',
    `SELECT s.session_id || '/time/' || CAST(
       (unixepoch(e.at) - unixepoch(s.opened_at)) AS INTEGER) ${ofEvent} WHERE e.number = ?`,
  ],
  ['at', `SELECT u.at ${access}`],
  [
    'at',
    `SELECT strftime('%Y-%m-%dT%H:%M:%fZ', s.opened_at, substr(e.source, instr(e.source, '/time/') + 6) || ' seconds')
     ${ofEvent} WHERE e.number = ? AND instr(e.source, '/time/') > 0`,
  ],
  ['day', 'SELECT substr(at, 1, 10) FROM usage_events WHERE number = ?'],
  ['kind', `SELECT u.kind ${access}`],
  ['kind', "SELECT 'time' FROM usage_events WHERE number = ? AND instr(source, '/time/') > 0"],
];
