/** Jobs as rows: who waits, who runs, how far, what came of it. */
import type { Database, Statement } from 'better-sqlite3';
import { isOfRow, type Finding } from '../../shared/contract/chain.ts';
import type { Job, JobKind, JobStatus } from '../../shared/contract/jobs.ts';
import { titleOf, type JobWords } from '../../shared/job-titles.ts';
import { instant, type Clock } from '../../shared/time.ts';
import { jobsOfKey, tooMany } from '../access/rations.ts';
import type { Place } from '../database/open-place.ts';

/** How many jobs are kept; older finished ones go, with their findings. */
const keptJobs = 200;

export type JobError = NonNullable<Job['error']>;

export interface NewJob {
  readonly jobId: string;
  readonly kind: JobKind;
  readonly words: JobWords;
  readonly unit: Job['progress']['unit'];
  /** `operator` unless told, or the id of the API key that asked for it. */
  readonly startedBy?: string;
  /** What the runner needs to know; the kind of job says what is in it. */
  readonly parameters: unknown;
}

export interface JobProgress {
  readonly phase: string;
  readonly done: number;
  readonly total: number | null;
  readonly unit: Job['progress']['unit'];
  readonly perSecond: number;
}

/** How a job ended. */
export interface JobEnd {
  readonly status: 'completed' | 'failed' | 'canceled';
  readonly error?: JobError | undefined;
  readonly result?: unknown;
  /** Of the disk, which it had taken and gave back; of one that came to nothing. */
  readonly freedBytes?: number;
}

export interface JobOrder {
  readonly jobId: string;
  readonly kind: JobKind;
  readonly status: JobStatus;
  readonly parameters: unknown;
}

interface JobRow {
  number: number;
  job_id: string;
  kind: JobKind;
  title: string;
  words: string | null;
  status: JobStatus;
  phase: string;
  done: number;
  total: number | null;
  unit: Job['progress']['unit'];
  per_second: number;
  cancel_requested: number;
  parameters: string;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  error: string | null;
  result: string | null;
  freed_bytes: number | null;
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** Values that a list of jobs is narrowed to. */
export interface JobsFilter {
  readonly kind?: JobKind | undefined;
  readonly status?: JobStatus | undefined;
  /** Who started them: `operator`, or the id of an API key. */
  readonly startedBy?: string | undefined;
}

const columns = `number, job_id, kind, title, words, status, phase, done, total, unit, per_second,
  cancel_requested, parameters, created_at, started_at, finished_at, error, result, freed_bytes`;

/** Of one kind, in one state, or of any: there are few jobs, so a page looks at each from the newest on. */
const narrowed = '(@kind IS NULL OR kind = @kind) AND (@status IS NULL OR status = @status)';

/** Every statement, by name, so that a test can read the plan of each. */
export const jobStatements = {
  insert: `INSERT INTO jobs
    (job_id, kind, title, words, unit, parameters, started_by, created_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  get: `SELECT ${columns} FROM jobs WHERE job_id = ?`,
  list: `SELECT ${columns} FROM jobs WHERE ${narrowed} ORDER BY number DESC LIMIT @limit OFFSET @offset`,
  count: `SELECT count(*) FROM jobs WHERE ${narrowed}`,
  listOwn: `SELECT ${columns} FROM jobs WHERE started_by = @startedBy AND ${narrowed}
    ORDER BY number DESC LIMIT @limit OFFSET @offset`,
  countOwn: `SELECT count(*) FROM jobs WHERE started_by = @startedBy AND ${narrowed}`,
  unfinished: `SELECT job_id FROM jobs WHERE status IN ('queued', 'running') ORDER BY number`,
  countUnfinished: `SELECT count(*) FROM jobs
    WHERE started_by = ? AND status IN ('queued', 'running')`,
  verified: `SELECT ${columns} FROM jobs WHERE kind = 'verification' AND status = 'completed'
    ORDER BY number DESC LIMIT ? OFFSET ?`,
  countVerified: `SELECT count(*) FROM jobs WHERE kind = 'verification' AND status = 'completed'`,
  bundleOfFigure: `SELECT job_id FROM jobs WHERE kind = 'bundle' AND status = 'completed'
    AND parameters ->> '$.figure_id' = ? ORDER BY number DESC LIMIT 1`,
  verifying: `SELECT job_id FROM jobs
    WHERE kind = 'verification' AND status IN ('queued', 'running') ORDER BY number DESC LIMIT 1`,
  start: `UPDATE jobs SET status = 'running', started_at = ? WHERE job_id = ? AND status = 'queued'`,
  progress: `UPDATE jobs SET phase = ?, done = ?, total = ?, unit = ?, per_second = ?
    WHERE job_id = ? AND status = 'running'`,
  finish: `UPDATE jobs SET status = ?, phase = ?, error = ?, result = ?, freed_bytes = ?,
    finished_at = ? WHERE job_id = ? AND status IN ('queued', 'running')`,
  requestCancel: `UPDATE jobs SET cancel_requested = 1
    WHERE job_id = ? AND status IN ('queued', 'running')`,
  cancelQueued: `UPDATE jobs SET status = 'canceled', phase = 'canceled', finished_at = ?
    WHERE job_id = ? AND status = 'queued'`,
  noteFreed: 'UPDATE jobs SET freed_bytes = ? WHERE job_id = ?',
  requestStop: `UPDATE jobs SET stop_requested = 1 WHERE job_id = ? AND status = 'running'`,
  shouldStop: `SELECT cancel_requested OR stop_requested OR status NOT IN ('queued', 'running')
    FROM jobs WHERE job_id = ?`,
  outdated: `SELECT job_id FROM jobs
    WHERE number <= (SELECT max(number) FROM jobs) - ? AND status NOT IN ('queued', 'running')`,
  forget: 'DELETE FROM jobs WHERE job_id = ?',
  forgetFindings: 'DELETE FROM findings WHERE job_id = ?',
  addFinding: 'INSERT INTO findings (job_id, seq, number, finding) VALUES (?, ?, ?, ?)',
  findings: `SELECT finding FROM findings WHERE job_id = ?
    ORDER BY seq, number LIMIT ? OFFSET ?`,
  keepReport: `INSERT INTO reports (subject, report) VALUES (?, ?)
    ON CONFLICT (subject) DO UPDATE SET report = excluded.report`,
  report: 'SELECT report FROM reports WHERE subject = ?',
} as const;

/** The jobs of one workspace, over this thread's own connection. Newest first in every list. */
export class JobsStore {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #place: Place | undefined;
  readonly #insert: Statement<[string, string, string, string, string, string, string, string]>;
  readonly #get: Statement<[string], JobRow>;
  readonly #list: Statement<[object], JobRow>;
  readonly #count: Statement<[object], number>;
  readonly #listOwn: Statement<[object], JobRow>;
  readonly #countOwn: Statement<[object], number>;
  readonly #unfinished: Statement<[], string>;
  readonly #countUnfinished: Statement<[string], number>;
  readonly #verified: Statement<[number, number], JobRow>;
  readonly #countVerified: Statement<[], number>;
  readonly #verifying: Statement<[], string>;
  readonly #bundleOfFigure: Statement<[string], string>;
  readonly #start: Statement<[string, string]>;
  readonly #progress: Statement<[string, number, number | null, string, number, string]>;
  readonly #finish: Statement<
    [JobStatus, string, string | null, string | null, number | null, string, string]
  >;
  readonly #requestCancel: Statement<[string]>;
  readonly #cancelQueued: Statement<[string, string]>;
  readonly #noteFreed: Statement<[number, string]>;
  readonly #requestStop: Statement<[string]>;
  readonly #shouldStop: Statement<[string], number>;
  readonly #outdated: Statement<[number], string>;
  readonly #forget: Statement<[string]>;
  readonly #forgetFindings: Statement<[string]>;
  readonly #addFinding: Statement<[string, number, number, string]>;
  readonly #findings: Statement<[string, number, number], string>;
  readonly #keepReport: Statement<[string, string]>;
  readonly #report: Statement<[string], string>;

  /** @param place of the jobs database, where what is written is told to anybody */
  constructor(database: Database, clock: Clock, place?: Place) {
    const sql = jobStatements;
    this.#database = database;
    this.#clock = clock;
    this.#place = place;
    this.#insert = database.prepare(sql.insert);
    this.#get = database.prepare(sql.get);
    this.#list = database.prepare(sql.list);
    this.#count = database.prepare<[object], number>(sql.count).pluck();
    this.#listOwn = database.prepare(sql.listOwn);
    this.#countOwn = database.prepare<[object], number>(sql.countOwn).pluck();
    this.#unfinished = database.prepare<[], string>(sql.unfinished).pluck();
    this.#countUnfinished = database.prepare<[string], number>(sql.countUnfinished).pluck();
    this.#verified = database.prepare(sql.verified);
    this.#countVerified = database.prepare<[], number>(sql.countVerified).pluck();
    this.#verifying = database.prepare<[], string>(sql.verifying).pluck();
    this.#bundleOfFigure = database.prepare<[string], string>(sql.bundleOfFigure).pluck();
    this.#start = database.prepare(sql.start);
    this.#progress = database.prepare(sql.progress);
    this.#finish = database.prepare(sql.finish);
    this.#requestCancel = database.prepare(sql.requestCancel);
    this.#cancelQueued = database.prepare(sql.cancelQueued);
    this.#noteFreed = database.prepare(sql.noteFreed);
    this.#requestStop = database.prepare(sql.requestStop);
    this.#shouldStop = database.prepare<[string], number>(sql.shouldStop).pluck();
    this.#outdated = database.prepare<[number], string>(sql.outdated).pluck();
    this.#forget = database.prepare(sql.forget);
    this.#forgetFindings = database.prepare(sql.forgetFindings);
    this.#addFinding = database.prepare(sql.addFinding);
    this.#findings = database.prepare<[string, number, number], string>(sql.findings).pluck();
    this.#keepReport = database.prepare(sql.keepReport);
    this.#report = database.prepare<[string], string>(sql.report).pluck();
  }

  /** Runs in one write transaction of the jobs database. @throws {DatabaseError} `moved` */
  transaction<T>(run: () => T): T {
    const done = this.#database.transaction(run).immediate();
    this.#place?.confirm();
    return done;
  }

  /**
   * Adds a queued job and forgets what is older than the last 200.
   * @throws {ApiError} `rate_limit_exceeded` when its API key has as many unfinished ones as it may have
   */
  create(job: NewJob): Job {
    const parameters = JSON.stringify(job.parameters);
    const { startedBy = 'operator' } = job;
    if (startedBy !== 'operator' && (this.#countUnfinished.get(startedBy) ?? 0) >= jobsOfKey) {
      throw tooMany(
        `This API key has ${jobsOfKey} jobs that wait or run`,
        jobsOfKey,
        this.#clock(),
      );
    }
    const { words, unit, kind } = job;
    this.#insert.run(
      job.jobId,
      kind,
      titleOf(words),
      JSON.stringify(words),
      unit,
      parameters,
      startedBy,
      this.#now(),
    );
    for (const outdated of this.#outdated.all(keptJobs)) {
      this.#forgetFindings.run(outdated);
      this.#forget.run(outdated);
    }
    const created = this.find(job.jobId);
    if (created === undefined) throw new Error(`${job.jobId} is gone right after its creation.`);
    return created;
  }

  find(jobId: string): Job | undefined {
    const row = this.#get.get(jobId);
    return row === undefined ? undefined : toJob(row);
  }

  /** A page of the jobs of a filter. */
  list(page: Page, filter: JobsFilter = {}): { jobs: Job[]; total: number } {
    const { kind = null, status = null, startedBy } = filter;
    if (startedBy !== undefined) {
      const asked = { kind, status, startedBy };
      return {
        jobs: this.#listOwn.all({ ...asked, ...page }).map(toJob),
        total: this.#countOwn.get(asked) ?? 0,
      };
    }
    return {
      jobs: this.#list.all({ kind, status, ...page }).map(toJob),
      total: this.#count.get({ kind, status }) ?? 0,
    };
  }

  /** Completed verifications. */
  listVerified(page: Page): { jobs: Job[]; total: number } {
    return {
      jobs: this.#verified.all(page.limit, page.offset).map(toJob),
      total: this.#countVerified.get() ?? 0,
    };
  }

  /** The newest verification that completed, and the one that waits or runs, of one moment. */
  verification(): { latest: Job | undefined; running: string | undefined } {
    const read = this.#database.transaction(() => ({
      latest: this.#verified.all(1, 0).map(toJob)[0],
      running: this.#verifying.get(),
    }));
    return read.deferred();
  }

  /** The newest job that made a bundle of a recorded figure. */
  bundleOfFigure(figureId: string): string | undefined {
    return this.#bundleOfFigure.get(figureId);
  }

  /** What a runner needs of a job. */
  order(jobId: string): JobOrder | undefined {
    const row = this.#get.get(jobId);
    if (row === undefined) return undefined;
    const parameters: unknown = JSON.parse(row.parameters);
    return { jobId, kind: row.kind, status: row.status, parameters };
  }

  /** Ids of the jobs that wait or run, in order of creation. */
  unfinished(): string[] {
    return this.#unfinished.all();
  }

  /** Queued → running. False when the job does not wait (any more). */
  start(jobId: string): boolean {
    return this.#start.run(this.#now(), jobId).changes === 1;
  }

  /** Writes how far a running job is. */
  progress(jobId: string, progress: JobProgress): void {
    const { phase, done, total, unit, perSecond } = progress;
    this.#progress.run(phase, done, total, unit, perSecond, jobId);
  }

  /** Queued or running → the final status. A finished job stays as it is: false. */
  finish(jobId: string, end: JobEnd): boolean {
    const { status, error, result, freedBytes = null } = end;
    const errorText = error === undefined ? null : JSON.stringify(error);
    const resultText = result === undefined ? null : JSON.stringify(result);
    const now = this.#now();
    const run = this.#finish.run(status, status, errorText, resultText, freedBytes, now, jobId);
    return run.changes === 1;
  }

  /**
   * Asks an unfinished job to stop; one that has not started is canceled at once. Returns the job
   * as it is then, or undefined when there is none.
   * @param dispose removes what a job that has not started keeps on the disk, and says how many bytes
   */
  requestCancel(jobId: string, dispose: (jobId: string) => number = () => 0): Job | undefined {
    this.#requestCancel.run(jobId);
    const { changes } = this.#cancelQueued.run(this.#now(), jobId);
    if (changes === 1) this.#noteFreed.run(dispose(jobId), jobId);
    return this.find(jobId);
  }

  /** Asks a running job to stop because the engine closes; whichever thread works on it sees it. */
  requestStop(jobId: string): void {
    this.#requestStop.run(jobId);
  }

  /**
   * Whether a job was asked to stop, by a person or by the engine, or is over already: the thread
   * that ran it has died, and another one still works for it.
   */
  shouldStop(jobId: string): boolean {
    return this.#shouldStop.get(jobId) === 1;
  }

  /** Adds findings after the `from` that are already there, in one transaction. */
  addFindings(jobId: string, from: number, findings: readonly Finding[]): void {
    this.transaction(() => {
      for (const [index, finding] of findings.entries()) {
        this.#addFinding.run(jobId, placeOf(finding), from + index, JSON.stringify(finding));
      }
    });
  }

  /** Findings of a verification as JSON texts: of entries in journal order, then of rows as they were found. */
  findings(jobId: string, page: Page): string[] {
    return this.#findings.all(jobId, page.limit, page.offset);
  }

  /** Keeps what a job told about something, in place of what the one before did. */
  keepReport(subject: string, report: unknown): void {
    this.transaction(() => this.#keepReport.run(subject, JSON.stringify(report)));
  }

  /** What the last job about something told. */
  report(subject: string): unknown {
    const text = this.#report.get(subject);
    return text === undefined ? undefined : JSON.parse(text);
  }

  #now(): string {
    return instant(this.#clock());
  }
}

function toJob(row: JobRow): Job {
  return {
    job_id: row.job_id,
    kind: row.kind,
    title: row.title,
    words: row.words === null ? null : JSON.parse(row.words),
    status: row.status,
    phase: row.phase,
    progress: {
      done: row.done,
      total: row.total,
      unit: row.unit,
      per_second: row.per_second,
    },
    cancel_requested: row.cancel_requested === 1,
    // Told to whoever began it; routes say it to others.
    may_use: true,
    created_at: row.created_at,
    started_at: row.started_at,
    finished_at: row.finished_at,
    error: row.error === null ? null : JSON.parse(row.error),
    result: row.result === null ? null : JSON.parse(row.result),
    freed_bytes: row.freed_bytes,
  };
}

/** Where a finding stands in the list: by its entry, and one of a row behind those of all entries. */
function placeOf(finding: Finding): number {
  return isOfRow(finding) ? Number.MAX_SAFE_INTEGER : (finding.seq ?? 0);
}
