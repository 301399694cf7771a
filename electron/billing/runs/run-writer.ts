/** Writes runs, what became of each account in them, and holds on drafts. */
import type { Database, Statement } from 'better-sqlite3';
import type { RunCause, RunOutcome } from '../../../shared/contract/billing-runs.ts';
import type { CreateId } from '../../../shared/ids.ts';
import { integerMember } from '../../../shared/ledger/facts.ts';
import type { Facts } from '../../proof/facts.ts';
import type { OpenRun } from './runs-store.ts';

export interface NewItem {
  readonly accountId: string;
  readonly outcome: RunOutcome;
  readonly invoiceId?: string;
  /** Minor units. */
  readonly amount?: bigint;
  readonly reason?: string;
}

interface Sums {
  readonly issued: bigint;
  readonly empty: bigint;
  readonly held: bigint;
  readonly failed: bigint;
  readonly total: bigint;
}

const sumOf = (outcome: RunOutcome) => `count(*) FILTER (WHERE outcome = '${outcome}')`;
/** By name, so that a test can read its plan. */
export const sumsOfRun = `SELECT ${sumOf('ISSUED')} AS issued, ${sumOf('NOTHING')} AS empty, ${sumOf('HELD')} AS held,
    ${sumOf('FAILED')} AS failed, coalesce(sum(amount), 0) AS total FROM run_items WHERE run = ?`;

/** Over the writer's connection; the caller holds the transaction. */
export class RunWriter {
  readonly #facts: Facts;
  readonly #createId: CreateId;
  readonly #item: Statement<[object]>;
  readonly #sums: Statement<[bigint], Sums>;

  constructor(
    database: Database,
    { facts, createId }: { readonly facts: Facts; readonly createId: CreateId },
  ) {
    this.#facts = facts;
    this.#createId = createId;
    this.#item = database.prepare(
      `INSERT INTO run_items (run, account_id, outcome, invoice_id, amount, reason, at)
       VALUES (@run, @accountId, @outcome, @invoiceId, @amount, @reason, @at)`,
    );
    this.#sums = database.prepare<[bigint], Sums>(sumsOfRun).safeIntegers();
  }

  /** Begins a run; returns its id. */
  begin(
    run: {
      readonly month: string;
      readonly cause: RunCause;
      readonly accounts: readonly string[] | null;
    },
    now: string,
  ): string {
    const id = this.#createId('run');
    const { month, cause, accounts } = run;
    this.#facts.write('runs', id, {
      set: {
        month,
        cause,
        started_at: now,
        ...(accounts === null ? {} : { accounts: [...accounts] }),
      },
    });
    return id;
  }

  /** Keeps what became of an account. */
  keep({ number: run }: OpenRun, item: NewItem, at: string): void {
    const { accountId, outcome, invoiceId = null, amount = 0n, reason = null } = item;
    this.#item.run({ run, accountId, outcome, invoiceId, amount, reason, at });
  }

  finish({ number, runId }: OpenRun, now: string): void {
    const sums = this.#sums.get(number);
    if (sums === undefined) throw new Error('A sum has no row.');
    this.#facts.write('runs', runId, {
      set: {
        finished_at: now,
        issued: integerMember(sums.issued),
        empty: integerMember(sums.empty),
        held: integerMember(sums.held),
        failed: integerMember(sums.failed),
        total: integerMember(sums.total),
      },
    });
  }

  /** Holds a draft back, from now on; one that is held already is held so instead. */
  hold(
    accountId: string,
    month: string,
    told: { readonly reason: string; readonly until: string | null; readonly now: string },
  ): void {
    const { reason, until, now } = told;
    this.#facts.write('holds', [accountId, month], {
      set: { until, held_at: now },
      commit: { reason },
    });
  }

  release(accountId: string, month: string): void {
    this.#facts.end('holds', [accountId, month]);
  }
}
