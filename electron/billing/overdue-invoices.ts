/** Tells when invoices become overdue. That follows from their due day and the time: it is stored nowhere. */
import type { Database, Statement } from 'better-sqlite3';
import { dayOf } from '../../shared/billing/calendar.ts';

/** So that a test can read its plan. */
export const becameOverdue = `SELECT count(*) FROM invoices
  WHERE status = 'PENDING' AND due_day >= @before AND due_day < @today`;

/** An invoice is overdue from the day after the one it is due on, until it is paid or canceled. */
export class OverdueInvoices {
  readonly #became: Statement<[object], number>;
  /** Until which day it was looked; none yet. */
  #day: string | undefined;

  constructor(database: Database) {
    this.#became = database.prepare<[object], number>(becameOverdue).pluck();
  }

  /** How many became so since it was last asked; at first, how many are. */
  became(now: string): number {
    const [before, today] = [this.#day ?? '', dayOf(now)];
    this.#day = today;
    return before === today ? 0 : (this.#became.get({ before, today }) ?? 0);
  }
}
