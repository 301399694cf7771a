/** Takes erased values out of what is kept of a record beside its rows: stored answers, findings. */
import { existsSync, mkdtempSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { findingSchema } from '../../shared/contract/chain.ts';
import { isJsonObject, jsonOrUndefined, type JsonValue } from '../../shared/contract/json.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { withoutValues } from '../../shared/row-sentence.ts';
import type { WriteContext } from '../area.ts';
import { BundleFiles } from '../bundles/bundle-files.ts';
import { CaseFiles } from '../cases/case-files.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import { exportFiles } from '../exports/export-files.ts';
import { analysisSubject } from '../datasets/analysis-store.ts';
import { DatasetsStore } from '../datasets/datasets-store.ts';
import { ChainStore } from '../ledger/chain-store.ts';
import { InterventionTexts } from '../ledger/intervention-texts.ts';
import { AlertStore } from '../oversight/alert-store.ts';
import { FigureStore } from '../oversight/figure-store.ts';
import { RecordsStore } from '../records/records-store.ts';
import type { Erased } from './erase-values.ts';
import { isEvidenceTable, type EvidenceTable } from './evidence-erasures.ts';

/** Ledgers that restores replaced, beside the ledger; once they are taken from there, the name goes on. */
const replacedName = 'replaced';

/**
 * Writes the stored answers about interventions anew from what is left of them, so that a repeated request
 * still gets its answer and no erased value; drops the values from findings of verifications. Whole
 * copies are gone from their places at once; their bytes, which may be gigabytes, go beside other work.
 * The caller holds the transaction of the ledger.
 */
export function copiesOf({
  workspace,
  database,
  jobsDatabase: jobs,
  remover,
}: Pick<WriteContext, 'workspace' | 'database' | 'jobsDatabase' | 'remover'>): (
  erased: readonly Erased[],
) => void {
  const made = [
    new BundleFiles(workspace.directory),
    new BundleFiles(workspace.directory, 'access'),
    exportFiles(workspace.directory),
  ];
  const cases = new CaseFiles(workspace.dataRoot);
  const chain = new ChainStore(database);
  const forgetAnswers = answersOf(database);
  jobs.pragma('secure_delete = ON');
  const forgetFindings = findingsOf(jobs);
  const forgetReports = reportsOf(jobs);
  return (erased) => {
    if (erased.length === 0) return;
    forgetAnswers(erased);
    // Cases made of bundles of this very ledger may hold the values; those of others are not ours to change.
    const { vkey } = chain.genesis();
    const own = cases.list().filter((each) => each.vkey === vkey);
    remover.removeLater([
      // What was made before may hold them, and can be made again.
      ...made.flatMap((files) => files.takeAll()),
      // Ledgers that a restore replaced hold them too. Backups follow once a newer one was verified.
      ...takeReplaced(workspace.directory),
      ...own.map((each) => cases.take(each)),
    ]);
    forgetFindings(erased);
    forgetReports(erased);
    jobs.pragma('wal_checkpoint(TRUNCATE)');
  };
}

/** What jobs told of datasets: what an analysis of the rows found, and the rows that an import showed. */
function reportsOf(jobs: WriteContext['jobsDatabase']): (erased: readonly Erased[]) => void {
  const forget = jobs.prepare<[string]>('DELETE FROM reports WHERE subject = ?');
  const empty = jobs.prepare<[string]>(
    `UPDATE jobs SET result = json_set(result, '$.preview', json('[]'), '$.columns', json('[]'),
       '$.errors', json('[]'))
     WHERE kind = 'dataset_import' AND json_extract(result, '$.dataset_id') = ?`,
  );
  return (erased) => {
    for (const datasetId of datasetsOf(erased)) {
      forget.run(analysisSubject(datasetId));
      empty.run(datasetId);
    }
  };
}

/** Findings that may tell values of a record or a row: `about` names them by their members. */
function findingsAbout<About extends object>(
  jobs: WriteContext['jobsDatabase'],
  about: (member: (name: string) => string) => string,
) {
  const of = (column: string) => about((name) => `json_extract(${column}.${name}')`);
  return {
    listed: jobs.prepare<[About], ListedFinding>(
      `SELECT job_id, seq, number, finding FROM findings WHERE ${of("finding, '$")}`,
    ),
    first: jobs.prepare<[About], FirstFinding>(
      `SELECT number, json_extract(result, '$.first_finding') AS finding FROM jobs
       WHERE ${of("result, '$.first_finding")}`,
    ),
  };
}

interface FirstFinding {
  readonly number: number;
  readonly finding: string;
}
interface ListedFinding extends FirstFinding {
  readonly job_id: string;
  readonly seq: number;
}

/** Drops the values that findings about a record or a row tell, and those in their sentences. */
function findingsOf(jobs: WriteContext['jobsDatabase']): (erased: readonly Erased[]) => void {
  const ofRecords = findingsAbout<{ recordIds: string }>(
    jobs,
    (member) => `${member('record_id')} IN (SELECT value FROM json_each(@recordIds))`,
  );
  const ofRows = findingsAbout<{ table: string; rows: string }>(
    jobs,
    (member) =>
      `${member('table')} = @table AND ${member('row')} IN (SELECT value FROM json_each(@rows))`,
  );
  const ofDatasets = findingsAbout<{ begin: string }>(
    jobs,
    (member) =>
      `${member('table')} = 'dataset_rows' AND substr(${member('row')}, 1, length(@begin)) = @begin`,
  );
  const writeListed = jobs.prepare<[ListedFinding]>(
    'UPDATE findings SET finding = @finding WHERE job_id = @job_id AND seq = @seq AND number = @number',
  );
  const writeFirst = jobs.prepare<[FirstFinding]>(
    `UPDATE jobs SET result = json_set(result, '$.first_finding', json(@finding)) WHERE number = @number`,
  );
  const emptied = <Found extends FirstFinding>(found: Found): Found => ({
    ...found,
    finding: JSON.stringify(withoutValues(findingSchema.parse(JSON.parse(found.finding)))),
  });
  return (erased) => {
    const recordIds = JSON.stringify([...recordsOf(erased)]);
    const rows = rowsByTable(erased);
    const datasets = datasetsOf(erased).map((id) => ({ begin: `[${JSON.stringify(id)},` }));
    const listed = [
      ...ofRecords.listed.all({ recordIds }),
      ...rows.flatMap((each) => ofRows.listed.all(each)),
      ...datasets.flatMap((each) => ofDatasets.listed.all(each)),
    ];
    for (const each of listed) writeListed.run(emptied(each));
    const first = [
      ...ofRecords.first.all({ recordIds }),
      ...rows.flatMap((each) => ofRows.first.all(each)),
      ...datasets.flatMap((each) => ofDatasets.first.all(each)),
    ];
    for (const each of first) writeFirst.run(emptied(each));
  };
}

function recordsOf(erased: readonly Erased[]): Set<string> {
  return new Set(erased.flatMap((each) => ('recordId' in each ? [each.recordId] : [])));
}

function datasetsOf(erased: readonly Erased[]): string[] {
  return erased.flatMap((each) => ('datasetId' in each ? [each.datasetId] : []));
}

function rowsOf(erased: readonly Erased[]) {
  return erased.flatMap((each) => ('table' in each ? [each] : []));
}

function rowsByTable(erased: readonly Erased[]): { table: string; rows: string }[] {
  const byTable = Map.groupBy(rowsOf(erased), ({ table }) => table);
  return [...byTable].map(([table, rows]) => ({
    table,
    rows: JSON.stringify(rows.map(({ row }) => row)),
  }));
}

function takeReplaced(directory: string): string[] {
  const replaced = join(directory, replacedName);
  if (!existsSync(replaced)) return [];
  const taken = mkdtempSync(`${replaced}-`);
  renameSync(replaced, join(taken, replacedName));
  return [taken];
}

/** Replaced ledgers that an earlier process took from their place and did not remove to the end. */
export function leftReplaced(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => name.startsWith(`${replacedName}-`))
    .map((name) => join(directory, name));
}

/** Records from which on every stored answer is read once, instead of being searched for each of them. */
const many = 16;

/**
 * The stored answers about interventions, evidence and rows alone; of a record no answer is kept. The caller
 * holds the transaction of the ledger.
 */
export function answersOf(database: WriterDatabase): (erased: readonly Erased[]) => void {
  const records = new RecordsStore(database);
  const interventions = new InterventionTexts(database);
  const datasets = new DatasetsStore(database);
  const [figures, alerts] = [new FigureStore(database), new AlertStore(database)];
  const every = database.prepare<[], { body: string }>('SELECT body FROM idempotency');
  const answers = database.prepare<[string], { body: string }>(
    `SELECT body FROM idempotency WHERE instr(body, ?) > 0`,
  );
  const rewrite = database.prepare<[{ body: string; before: string }]>(
    'UPDATE idempotency SET body = @body WHERE body = @before',
  );
  const bodiesAbout = function* (ids: ReadonlySet<string>): Generator<string> {
    if (ids.size < many) {
      for (const id of ids) for (const { body } of answers.all(id)) yield body;
      return;
    }
    for (const { body } of every.all()) yield body;
  };
  return (erased) => {
    const ids = recordsOf(erased);
    for (const body of bodiesAbout(ids)) {
      const { id, recordId } = namedIn(body);
      const left = ids.has(recordId) ? interventionAnswer(id, recordId) : undefined;
      if (left !== undefined) rewrite.run({ body: left, before: body });
    }
    for (const datasetId of datasetsOf(erased)) {
      for (const { body } of answers.all(datasetId)) {
        const left = appendAnswer(datasetId, body);
        if (left !== undefined) rewrite.run({ body: left, before: body });
      }
    }
    for (const { table, row, values } of rowsOf(erased)) {
      if (isEvidenceTable(table)) {
        for (const { body } of answers.all(row)) {
          const left = isOfEvidence(body, row) ? evidenceAnswer(table, row) : undefined;
          if (left !== undefined) rewrite.run({ body: left, before: body });
        }
        continue;
      }
      const gone = new Set(values.map((value) => canonicalJson(value)));
      for (const { body } of answers.all(idOfRow(row))) {
        rewrite.run({ body: JSON.stringify(answerWithout(JSON.parse(body), gone)), before: body });
      }
    }
  };

  /** The answer to rows that were appended, without the ids of those that are gone. */
  function appendAnswer(datasetId: string, body: string): string | undefined {
    const answer = jsonOrUndefined(body);
    const dataset = datasets.find(datasetId);
    if (!isJsonObject(answer) || !('first_record_id' in answer) || dataset === undefined) {
      return undefined;
    }
    const { number, recordCount } = dataset;
    const named = ['first_record_id', 'last_record_id'].flatMap((member) => {
      const id = answer[member];
      const isGone = typeof id === 'string' && !datasets.holds(number, id, recordCount);
      return isGone ? [[member, 'erased'] as const] : [];
    });
    return JSON.stringify({ ...answer, ...Object.fromEntries(named) });
  }

  /** The answer about an alert or a figure as it is now: what it told may stand in more than one of its members. */
  function evidenceAnswer(table: EvidenceTable, id: string): string | undefined {
    const told = table === 'figures' ? figures.find(id) : alerts.find(id);
    return told && JSON.stringify(told);
  }

  /** The answer about an intervention on a record as it is now. */
  function interventionAnswer(id: string, recordId: string): string | undefined {
    const row = interventions.rows(recordId).find((each) => each.id === id);
    const hash = records.hashOf(recordId);
    return row === undefined || hash === undefined ? undefined : interventions.text(row, hash);
  }
}

/** Tells whether an answer is an alert or a figure itself, and not a job that is about it. */
function isOfEvidence(body: string, id: string): boolean {
  const answer = jsonOrUndefined(body);
  if (!isJsonObject(answer) || 'job_id' in answer) return false;
  return answer['alert_id'] === id || answer['figure_id'] === id;
}

/** The first part of a row's key: answers about the row name it. */
function idOfRow(row: string): string {
  return row.startsWith('[') ? String(JSON.parse(row)[0]) : row;
}

/** An answer with null in place of each value that is one of those that went. */
function answerWithout(answer: JsonValue, gone: ReadonlySet<string>): JsonValue {
  if (gone.has(canonicalJson(answer))) return null;
  if (Array.isArray(answer)) return answer.map((each) => answerWithout(each, gone));
  if (!isJsonObject(answer)) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, answerWithout(value, gone)]),
  );
}

/** The intervention that an answer tells, and the record that it is on; empty for any other answer. */
function namedIn(body: string): { readonly id: string; readonly recordId: string } {
  const value = jsonOrUndefined(body);
  if (!isJsonObject(value) || !('record_id' in value)) return { id: '', recordId: '' };
  const { id, record_id: recordId } = value;
  return typeof id === 'string' && typeof recordId === 'string'
    ? { id, recordId }
    : { id: '', recordId: '' };
}
