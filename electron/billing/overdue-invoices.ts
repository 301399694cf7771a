/** Tells when invoices become overdue. That follows from their due day and the time: it is stored nowhere. */
import type { Database, Statement } from 'better-sqlite3';
import { dayOf } from '../../shared/billing/calendar.ts';
import { integerMember } from '../../shared/ledger/facts.ts';
import { oldestKept, type Events } from '../webhooks/event-log.ts';

const became = `FROM invoices WHERE status = 'PENDING' AND due_day >= @before AND due_day < @today`;

/** So that a test can read their plans. */
export const becameOverdue = `SELECT count(*) ${became}`;
export const nowOverdue = `SELECT invoice_id, account_id, due_day, total, currency ${became}
  ORDER BY due_day`;

interface Overdue {
  readonly invoice_id: string;
  readonly account_id: string;
  readonly due_day: string;
  readonly total: bigint;
  readonly currency: string;
}

/** An invoice is overdue from the day after the one it is due on, until it is paid or canceled. */
export class OverdueInvoices {
  readonly #became: Statement<[object], number>;
  readonly #overdue: Statement<[object], Overdue>;
  readonly #events: Events;
  /** Until which day it was looked; none yet. */
  #day: string | undefined;

  constructor(database: Database, events: Events) {
    this.#became = database.prepare<[object], number>(becameOverdue).pluck();
    this.#overdue = database.prepare<[object], Overdue>(nowOverdue).safeIntegers();
    this.#events = events;
  }

  /** How many became so since it was last asked; at first, how many are. Receivers are told of each once. */
  became(now: string): number {
    const [before, today] = [this.#day ?? '', dayOf(now)];
    this.#day = today;
    if (before === today) return 0;
    const count = this.#became.get({ before, today }) ?? 0;
    if (count > 0) this.#tell(before, today, now);
    return count;
  }

  /** Those of longer ago than events are kept were told. */
  #tell(before: string, today: string, now: string): void {
    const kept = dayOf(oldestKept(now));
    const since = { before: before > kept ? before : kept, today };
    for (const { invoice_id, account_id: accountId, due_day, total, currency } of this.#overdue.all(
      since,
    )) {
      this.#events.emit({
        type: 'invoice.overdue',
        at: now,
        accountId,
        once: `invoice.overdue ${invoice_id}`,
        data: {
          invoice_id,
          account_id: accountId,
          due_date: due_day,
          total_cents: integerMember(total),
          currency,
        },
      });
    }
  }
}
