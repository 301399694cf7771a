/** Reminders of invoices that are not paid: derived from the day on which each is due, kept once they were given. */
import type { Database, Statement } from 'better-sqlite3';
import { dayOf } from '../../../shared/billing/calendar.ts';
import { remindersDue } from '../../../shared/billing/dunning.ts';
import type { Facts } from '../../proof/facts.ts';
import type { BillingSettingsStore } from '../billing-settings.ts';

interface Row {
  readonly invoice_id: string;
  readonly due_day: string;
  /** The highest level that was given; 0 for none. */
  readonly level: number;
}

/** Every statement, by name, so that a test can read the plan of each. */
export const reminderStatements = {
  overdue: `SELECT i.invoice_id, i.due_day,
      coalesce((SELECT max(r.level) FROM reminders AS r WHERE r.invoice = i.number), 0) AS level
    FROM invoices AS i WHERE i.status = 'PENDING' AND i.due_day < @today ORDER BY i.number`,
  ofInvoice: `SELECT level, after_days, reminded_at FROM reminders
    WHERE invoice = (SELECT number FROM invoices WHERE invoice_id = ?) ORDER BY level`,
} as const;

/** A reminder that was given. */
export interface Reminder {
  readonly level: number;
  readonly after_days: number;
  readonly reminded_at: string;
}

export class RemindersStore {
  readonly #ofInvoice: Statement<[string], Reminder>;

  constructor(database: Database) {
    this.#ofInvoice = database.prepare(reminderStatements.ofInvoice);
  }

  /** The reminders of an invoice, by level. */
  of(invoiceId: string): Reminder[] {
    return this.#ofInvoice.all(invoiceId);
  }
}

/** Over the writer's connection; the caller holds the transaction. */
export class Reminders {
  readonly #means: { readonly facts: Facts; readonly settings: BillingSettingsStore };
  readonly #overdue: Statement<[object], Row>;

  constructor(
    database: Database,
    means: { readonly facts: Facts; readonly settings: BillingSettingsStore },
  ) {
    this.#means = means;
    this.#overdue = database.prepare(reminderStatements.overdue);
  }

  /**
   * Gives the reminders that are due, and those that were meanwhile; returns how many. An invoice whose steps were
   * changed is never given one of a level that it had.
   */
  give(now: string): number {
    const { facts, settings } = this.#means;
    const today = dayOf(now);
    const { dunning } = settings.current();
    let given = 0;
    for (const { invoice_id: invoice, due_day: due, level: had } of this.#overdue.all({ today })) {
      for (const { level, after_days } of remindersDue(dunning, due, today)) {
        if (level <= had) continue;
        facts.write('reminders', [invoice, level], { set: { after_days, reminded_at: now } });
        given += 1;
      }
    }
    return given;
  }
}
