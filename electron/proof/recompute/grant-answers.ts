/** Questions that grants of statistics have paid for, against the evidence of each: digest of the question, and its price by policy and grant. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { jsonOrUndefined } from '../../../shared/contract/json.ts';
import { entryOrUndefined } from '../../../shared/ledger/entries.ts';
import { factOrUndefined } from '../../../shared/ledger/facts.ts';
import { PrivacyBudgets } from '../../../shared/ledger/privacy.ts';
import { queryDigest } from '../../statistics/query.ts';
import type { RowFinding } from '../row-finding.ts';

interface EvidenceRow {
  readonly evidence_id: string;
  readonly grant: number;
  readonly bytes: string;
  /** Null once it is erased: then the question is not known any more. */
  readonly parameters: string | null;
}

interface AnswerRow {
  readonly grant: number;
  readonly query: string;
  readonly evidence_id: string;
}

const entrySchema = z.object({ policy_version: z.int() });
const parametersSchema = z.object({
  pipeline: z.json(),
  snapshot: z.union([z.object({ seq: z.int() }), z.object({ sha256: z.string() })]),
  erased_count: z.int(),
});

/** Compares each question that was paid for with its evidence; yields between them. */
export function* checkGrantAnswers(
  database: Database,
  report: (finding: RowFinding) => void,
): Generator<void> {
  const paid = database.prepare<[], EvidenceRow>(
    `SELECT v.evidence_id, g.number AS "grant", e.bytes, p.value AS parameters
     FROM evidence AS v JOIN entries AS e ON e.seq = v.seq
     JOIN grants AS g ON g.grant_id = json_extract(e.bytes, '$.grant_id')
     LEFT JOIN payloads AS p ON p.seq = v.seq AND p.field = 'parameters'
     WHERE v.kind = 'aggregation'`,
  );
  const kept = new Map(
    database
      .prepare<[], AnswerRow>(
        'SELECT "grant", lower(hex(query)) AS query, evidence_id FROM grant_answers',
      )
      .all()
      .map((row) => [row.evidence_id, row] as const),
  );
  for (const { evidence_id: id, grant, bytes, parameters } of paid.all()) {
    yield;
    const row = kept.get(id);
    kept.delete(id);
    const query = parameters === null ? row?.query : questionOf(bytes, parameters);
    const expected = JSON.stringify([grant, query]);
    const about = { table: 'grant_answers', row: JSON.stringify([grant, id]), seq: 0 } as const;
    if (row === undefined) {
      report({ ...about, kind: 'deleted', column: null, expected, actual: null });
    } else if (row.query !== query || row.grant !== grant) {
      const column = row.query === query ? 'grant' : 'query';
      const actual = JSON.stringify([row.grant, row.query]);
      const named = JSON.stringify([row.grant, id]);
      report({ ...about, row: named, kind: 'altered', column, expected, actual });
    }
  }
  for (const { grant, evidence_id: actual } of kept.values()) {
    const row = JSON.stringify([grant, actual]);
    const about = { table: 'grant_answers', row, seq: 0 } as const;
    report({ ...about, kind: 'inserted', column: 'evidence_id', expected: null, actual });
    yield;
  }
  yield* checkPrices(database, report);
}

/** Compares what each answer cost with its policy, and what it came to with the answers of the grant before; yields between them. */
function* checkPrices(database: Database, report: (finding: RowFinding) => void): Generator<void> {
  const told = database.prepare<[], string>(
    `SELECT e.bytes FROM (
       SELECT seq FROM facts WHERE table_name IN ('grants', 'policies')
       UNION ALL SELECT seq FROM evidence WHERE kind = 'aggregation'
     ) AS f JOIN entries AS e ON e.seq = f.seq ORDER BY f.seq`,
  );
  const budgets = new PrivacyBudgets();
  for (const bytes of told.pluck().iterate()) {
    yield;
    const entry = entryOrUndefined(bytes);
    const fact = factOrUndefined(entry);
    if (fact !== undefined) budgets.addFact(fact);
    // What is no entry any more is a finding of its own.
    if (fact !== undefined || entry === undefined || !('members' in entry)) continue;
    const fault = budgets.addEvidence(entry.members);
    if (fault === undefined) continue;
    const { grantId: row, field: column, expected, actual } = fault;
    report({ kind: 'altered', table: 'grants', row, column, seq: entry.seq, expected, actual });
  }
}

/** Undefined where entry or parameters say none: that is a finding of their own. */
function questionOf(bytes: string, parameters: string): string | undefined {
  const entry = entrySchema.safeParse(jsonOrUndefined(bytes)).data;
  const asked = parametersSchema.safeParse(jsonOrUndefined(parameters)).data;
  if (entry === undefined || asked === undefined) return undefined;
  return queryDigest({
    policyVersion: entry.policy_version,
    snapshot: 'seq' in asked.snapshot ? asked.snapshot.seq : asked.snapshot.sha256,
    erasedCount: asked.erased_count,
    pipeline: asked.pipeline,
  });
}
