/** Suspends accounts while an invoice of theirs is overdue for as long as they or the settings say, and lifts that again. */
import type { Database, Statement } from 'better-sqlite3';
import { dayOf } from '../../shared/billing/calendar.ts';
import { suspendsFrom } from '../../shared/billing/dunning.ts';
import type { AccountWriter } from './accounts.ts';
import type { BillingSettingsStore } from './billing-settings.ts';

interface ConcernedRow {
  account_id: string;
  must_be: number;
  is_suspended: number;
}

/** Its own days; null where the settings' count. Earlier ones said that the first day suspends. */
const days = `coalesce(a.suspend_after_days, iif(a.suspend_overdue = 1, 1, NULL))`;

/**
 * By name, so that a test can read its plan: it is asked whenever an invoice is paid. Accounts with days of their own are
 * sought in the words of the index `accounts_that_suspend`, which nothing else would use.
 */
export const overdueStatements = {
  concerned: `SELECT account_id,
      EXISTS (SELECT 1 FROM invoices AS i
        WHERE i.account_id = a.account_id AND i.status = 'PENDING'
          AND i.due_day <= coalesce(date(@today, '-' || ${days} || ' days'), @from)) AS must_be,
      EXISTS (SELECT 1 FROM suspensions AS s
        WHERE s.account_id = a.account_id AND s.cause = 'OVERDUE') AS is_suspended
    FROM accounts AS a
    WHERE account_id IN (SELECT account_id FROM accounts
        WHERE suspend_overdue = 1 OR suspend_after_days IS NOT NULL
      UNION SELECT account_id FROM suspensions WHERE cause = 'OVERDUE'
      UNION SELECT account_id FROM invoices WHERE status = 'PENDING' AND due_day <= @from)`,
} as const;

/** Over the writer's connection; the caller holds the transaction. */
export class OverdueSuspensions {
  readonly #means: {
    readonly accountWriter: AccountWriter;
    /** Charges the time of an account's sessions up to now, before it stops or goes on. */
    readonly settle: (accountId: string, now: string) => void;
    readonly settings: BillingSettingsStore;
  };
  readonly #concerned: Statement<[object], ConcernedRow>;

  constructor(
    database: Database,
    means: {
      readonly accountWriter: AccountWriter;
      readonly settle: (accountId: string, now: string) => void;
      readonly settings: BillingSettingsStore;
    },
  ) {
    this.#means = means;
    this.#concerned = database.prepare(overdueStatements.concerned);
  }

  update(now: string): void {
    const { accountWriter, settle, settings } = this.#means;
    const today = dayOf(now);
    // Without such a step no day is that long ago.
    const from = suspendsFrom(settings.current().dunning, today) ?? '';
    const concerned = this.#concerned.all({ today, from });
    for (const { account_id: accountId, must_be, is_suspended } of concerned) {
      if (must_be === is_suspended) continue;
      settle(accountId, now);
      if (must_be === 1) {
        const reason = 'An invoice is overdue.';
        accountWriter.suspend(accountId, { cause: 'OVERDUE', since: now, until: null, reason });
      } else {
        accountWriter.lift(accountId, 'OVERDUE');
      }
    }
  }
}
