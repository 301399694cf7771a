/** Drafts of a month: what each account would be asked for now, what holds it back, and what they come to. */
import type { Database } from 'better-sqlite3';
import { addMonths, dayOf, monthOf } from '../../../shared/billing/calendar.ts';
import { closesAt } from '../../../shared/billing/dunning.ts';
import { month as monthSchema } from '../../../shared/contract/billing.ts';
import type { Draft, DraftsQuery, draftPageSchema } from '../../../shared/contract/billing-runs.ts';
import { ApiError, validationError } from '../../../shared/contract/errors.ts';
import { faultAt } from '../../../shared/contract/faults.ts';
import type { z } from 'zod';
import type { Accounts } from '../accounts.ts';
import type { BillingSettingsStore } from '../billing-settings.ts';
import { isAsked, type DrawnLines, type InvoiceDrafts } from '../invoice-draft.ts';
import { OpenMonths } from './open-months.ts';
import { WorkspaceMoney } from '../workspace-money.ts';

type Summary = z.infer<typeof draftPageSchema>['summary'];

/** So many drafts are drawn for their sum; more are counted alone. */
const mostSummed = 200;

export interface DraftMeans {
  readonly accounts: Accounts;
  readonly drafts: InvoiceDrafts;
  readonly settings: BillingSettingsStore;
}

/** Over one connection. */
export class Drafts {
  readonly #money: WorkspaceMoney;
  readonly #means: DraftMeans;
  readonly #months: OpenMonths;

  constructor(database: Database, means: DraftMeans) {
    this.#money = new WorkspaceMoney(database);
    this.#means = means;
    this.#months = new OpenMonths(database);
  }

  /** A page of drafts of a month, in the order of their accounts, with what all of them come to. */
  list(query: DraftsQuery, now: string): { data: Draft[]; total: number; summary: Summary } {
    const month = query.month === undefined ? addMonths(monthOf(now), -1) : `${query.month}-01`;
    const open = this.#months.open(month);
    const { limit, offset } = query;
    const page = open.slice(offset, offset + limit);
    const isSummed = open.length <= mostSummed;
    const drawn = new Map(
      (isSummed ? open : page).map((account) => [account, this.#drawn(account, month, now)]),
    );
    const sum = [...drawn.values()].reduce((all, { total }) => all + total, 0n);
    return {
      data: page.flatMap((account) => {
        const lines = drawn.get(account);
        return lines === undefined ? [] : [this.#shown({ account, month, lines }, now)];
      }),
      total: open.length,
      summary: this.#summary(month, { open: open.length, sum: isSummed ? sum : null }, now),
    };
  }

  /** The draft of an account as it is now. */
  of(accountId: string, month: string, now: string): Draft {
    const lines = this.#drawn(accountId, month, now);
    return this.#shown({ account: accountId, month, lines }, now);
  }

  #shown(
    {
      account: accountId,
      month,
      lines: drawn,
    }: { readonly account: string; readonly month: string; readonly lines: DrawnLines },
    now: string,
  ): Draft {
    const money = this.#money.now;
    const hold = this.#months.hold(accountId, { month, today: dayOf(now) });
    return {
      account_id: accountId,
      month: month.slice(0, 7),
      subtotal: money.number(drawn.subtotal),
      tax: money.number(drawn.tax),
      total: money.number(drawn.total),
      currency: money.code,
      is_nothing: !isAsked(drawn),
      hold: hold === undefined ? null : { ...hold, reason: hold.reason ?? '' },
      failed: this.#months.failure(accountId, month) ?? null,
    };
  }

  /** Whoever is open in a month. */
  open(month: string): string[] {
    return this.#months.open(month);
  }

  /** @throws {ApiError} `conflict` where it has an invoice, or was not there yet; `not_found` */
  requireOpen(accountId: string, month: string): void {
    this.#means.accounts.require(accountId);
    if (this.#months.open(month).includes(accountId)) return;
    const of = month.slice(0, 7);
    throw new ApiError('conflict', `${of} has no draft for the account ${accountId}.`, {
      details: { account_id: accountId, month: of },
    });
  }

  #drawn(accountId: string, month: string, now: string): DrawnLines {
    return this.#means.drafts.lines(this.#means.accounts.require(accountId), month, now);
  }

  /** @param drafts how many there are, and their sum; null where there are too many to draw */
  #summary(
    month: string,
    { open, sum }: { readonly open: number; readonly sum: bigint | null },
    now: string,
  ): Summary {
    const { close, issuer } = this.#means.settings.current();
    const money = this.#money.now;
    const of = { month, today: dayOf(now) };
    return {
      month: month.slice(0, 7),
      closes_at: closesAt(month, close),
      auto: close.auto,
      open,
      held: this.#months.held(of),
      failed: this.#months.failed(of),
      waiting: this.#months.waiting(),
      total: sum === null ? null : money.number(sum),
      currency: money.code,
      issuer_missing: issuer === null,
    };
  }
}

/** The first day of a month in a path. @throws {ApiError} `validation_error` */
export function monthInPath(text: string): string {
  if (monthSchema.safeParse(text).success) return `${text}-01`;
  throw validationError([faultAt('month', 'month')]);
}
