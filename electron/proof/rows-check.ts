/** The check of every row beside the entries, in stages: the earliest one that finds something names the cause. */
import { z } from 'zod';
import type { Database } from 'better-sqlite3';
import { rowStages, type CheckedRows } from '../../shared/contract/chain.ts';
import type { TableName } from '../../shared/row-words.ts';
import { isReadFailure } from '../database/database-error.ts';
import { FactsCheck } from './check-facts.ts';
import { LinesCheck } from './check-lines.ts';
import { SignaturesCheck } from './check-signatures.ts';
import { checkBilledSessions } from './recompute/billed-sessions.ts';
import { checkBooks } from './recompute/books.ts';
import type { HeldRecord } from './recompute/decision-rows.ts';
import { countDecisions, DecisionsCheck, type DecisionsChecked } from './recompute/decisions.ts';
import { checkEvidenceLeaves, countEvidence } from './recompute/evidence-leaves.ts';
import { checkFigures, countFigureDecisions, type FiguresChecked } from './recompute/figures.ts';
import { checkIndexesOfSubjects, countIndexes, newestIndexes } from './recompute/indexes.ts';
import { checkInvoices } from './recompute/invoices.ts';
import { checkPayouts } from './recompute/payouts.ts';
import { checkPrices } from './recompute/prices.ts';
import { checkRollUps } from './recompute/roll-ups.ts';
import { checkShares } from './recompute/shares.ts';
import { secondSources } from './second-sources.ts';
import type { SubjectKey } from './subject-key.ts';
import type { RowFinding } from './row-finding.ts';

export type RowStage = (typeof rowStages)[number];

export interface RowsProgress {
  readonly stage: RowStage;
  readonly done: number;
  /** Steps of the stage, as far as they are known before it. */
  readonly total: number;
}

type Check = (database: Database, report: (finding: RowFinding) => void) => Generator<void>;

/** Stages that compute rows again, with a query that counts their steps. */
const derivedStages: Readonly<
  Record<
    Exclude<RowStage, 'facts' | 'signatures' | 'lines' | 'decisions' | 'indexes'>,
    readonly [check: Check, steps: string]
  >
> = {
  prices: [checkPrices, 'SELECT count(*) FROM usage_events'],
  invoice_lines: [checkInvoices, 'SELECT count(*) FROM usage_events'],
  shares: [checkShares, 'SELECT count(*) FROM invoices'],
  payouts: [checkPayouts, 'SELECT (SELECT 2 * count(*) FROM earned) + count(*) FROM usage_events'],
  books: [checkBooks, 'SELECT count(*) FROM book_transactions'],
  roll_ups: [
    checkRollUps,
    'SELECT 10 + count(*) + (SELECT count(*) FROM session_usage) FROM billed_sessions',
  ],
};

/** The table that a stage is about, for what cannot be computed at all. */
const tableOf: Readonly<Record<RowStage, TableName>> = {
  facts: 'facts',
  signatures: 'facts',
  lines: 'batches',
  prices: 'usage_events',
  invoice_lines: 'invoices',
  shares: 'accruals',
  payouts: 'payouts',
  books: 'book_transactions',
  roll_ups: 'usage_totals',
  decisions: 'decision_facts',
  indexes: 'subject_indexes',
};

export interface RowsCheckOptions {
  readonly indexes?: 'newest' | 'all' | undefined;
  readonly subjectKey?: SubjectKey | undefined;
}

export class RowsCheck {
  readonly #database: Database;
  readonly #report: (finding: RowFinding) => void;
  readonly #facts: FactsCheck;
  readonly #lines: LinesCheck;
  readonly #signatures: SignaturesCheck;
  readonly #mostIndexes: number;
  readonly #subjectKey: SubjectKey | undefined;
  #decisionsCheck: DecisionsCheck | undefined;
  #decisions: DecisionsChecked = { personsNotChecked: 0, beingApplied: 0 };
  #figures: FiguresChecked = { figures: 0, lost: 0 };
  #derived = 0;
  #indexes = 0;
  #indexesTotal = 0;

  /**
   * @param database a connection within one state of the ledger
   * @param report called as deviations are found: by stage, and in each by table and key
   * @param options.indexes all of them are computed again, or the newest
   * @param options.subjectKey that of persons; without it they are not checked
   */
  constructor(
    database: Database,
    report: (finding: RowFinding) => void,
    { indexes = 'newest', subjectKey }: RowsCheckOptions = {},
  ) {
    this.#subjectKey = subjectKey;
    this.#mostIndexes = indexes === 'all' ? Number.MAX_SAFE_INTEGER : newestIndexes;
    this.#database = database;
    this.#report = report;
    this.#facts = new FactsCheck(database, report);
    this.#signatures = new SignaturesCheck(database, report);
    this.#lines = new LinesCheck(database, report, secondSources(database));
  }

  /** Rows of data that are gone as an erasure declares. */
  get erased(): number {
    return this.#lines.erased;
  }

  /** How much was checked so far. */
  get checked(): CheckedRows {
    return {
      facts: this.#facts.checked,
      signatures: this.#signatures.checked,
      not_signed: this.#signatures.notSigned,
      lines: this.#lines.checked,
      open_lines: this.#lines.open,
      derived: this.#derived,
      profiles_being_applied: this.#decisions.beingApplied,
      persons_not_checked: this.#decisions.personsNotChecked,
      figures: this.#figures.figures,
      figure_decisions_lost: this.#figures.lost,
      indexes: this.#indexes,
      indexes_total: this.#indexesTotal,
    };
  }

  /**
   * Takes records that follow one another, whose entries were read and hold: what is made of them is compared at once.
   * What is not as it has to be, or cannot be read, is left to its stage, which tells it.
   */
  settle(records: readonly HeldRecord[]): void {
    try {
      this.#ofDecisions().settle(records);
    } catch (error) {
      if (!isOfValues(error) && !isReadFailure(error)) throw error;
    }
  }

  #ofDecisions(): DecisionsCheck {
    return (this.#decisionsCheck ??= new DecisionsCheck(
      this.#database,
      this.#report,
      this.#subjectKey,
    ));
  }

  /** Goes through the stages; yields after each step, so that the caller can give way. */
  *run(): Generator<RowsProgress> {
    for (const stage of rowStages) {
      const { steps, total } = this.#stage(stage);
      let done = 0;
      for (const _step of this.#holding(stage, steps)) {
        done += 1;
        yield { stage, done, total: Math.max(done, total) };
      }
      if (stage in derivedStages || stage === 'decisions') this.#derived += done;
    }
  }

  /** The steps of a stage. Values that its rules cannot take were altered: they end the stage, and never the run. */
  *#holding(stage: RowStage, steps: Generator<void>): Generator<void> {
    try {
      yield* steps;
    } catch (error) {
      if (!isOfValues(error)) throw error;
      const about = { table: tableOf[stage], row: '*', column: null, seq: 0 } as const;
      this.#report({ ...about, kind: 'altered', expected: null, actual: error.message });
    }
  }

  #stage(stage: RowStage): { readonly steps: Generator<void>; readonly total: number } {
    switch (stage) {
      case 'facts':
        return { steps: this.#checkFacts(), total: this.#count('SELECT count(*) FROM facts') };
      case 'signatures':
        return { steps: this.#signatures.run(), total: this.#signatures.windows };
      case 'lines': {
        const total = this.#count('SELECT coalesce(sum(last - first + 1), 0) FROM batches');
        return { steps: this.#checkLines(), total: total + this.#count(countEvidence) };
      }
      case 'decisions': {
        const total = this.#count(countDecisions) + this.#count(countFigureDecisions);
        return { steps: this.#checkDecisions(), total };
      }
      case 'indexes': {
        this.#indexesTotal = this.#count(countIndexes);
        const total = Math.min(this.#indexesTotal, this.#mostIndexes);
        return { steps: this.#checkIndexes(), total };
      }
      default: {
        const [check, steps] = derivedStages[stage];
        return { steps: check(this.#database, this.#report), total: this.#count(steps) };
      }
    }
  }

  /** The rows of facts, and those that are made with them. */
  *#checkFacts(): Generator<void> {
    yield* this.#facts.run();
    yield* checkBilledSessions(this.#database, this.#report);
  }

  /** Lines, and where they hold what evidence keeps of the rows that it is of. */
  *#checkLines(): Generator<void> {
    yield* this.#lines.run();
    if (this.#lines.found === 0) yield* checkEvidenceLeaves(this.#database, this.#report);
  }

  *#checkDecisions(): Generator<void> {
    const check = this.#ofDecisions();
    this.#decisions = yield* check.run();
    this.#derived += check.settled;
    this.#figures = yield* checkFigures(this.#database, this.#report);
  }

  *#checkIndexes(): Generator<void> {
    this.#indexes = yield* checkIndexesOfSubjects(this.#database, this.#report, this.#mostIndexes);
  }

  #count(query: string): number {
    return this.#database.prepare<[], number>(query).pluck().get() ?? 0;
  }
}

/** Tells whether a rule met a value that it cannot take, or SQLite a text that is no JSON. */
function isOfValues(error: unknown): error is Error {
  const isNoJson = error instanceof Error && error.message === 'malformed JSON';
  return (
    isNoJson ||
    [RangeError, TypeError, SyntaxError, z.ZodError].some((each) => error instanceof each)
  );
}
