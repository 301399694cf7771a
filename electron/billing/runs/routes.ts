/** The routes of months that close: drafts, holds, runs. */
import type { Database } from 'better-sqlite3';
import { closesAt } from '../../../shared/billing/dunning.ts';
import type { Run, RunItem } from '../../../shared/contract/billing-runs.ts';
import { ApiError } from '../../../shared/contract/errors.ts';
import type { Commits } from '../../access/commits.ts';
import type { Journal } from '../../ledger/journal.ts';
import { jsonReply, pageReply, type RouteCall, type RouteHandlers } from '../../route-handler.ts';
import { Accounts } from '../accounts.ts';
import { BillingSettingsStore } from '../billing-settings.ts';
import type { BillingWriting } from '../billing-writing.ts';
import { InvoiceDrafts } from '../invoice-draft.ts';
import { RateCards } from '../rate-cards.ts';
import { Drafts, monthInPath } from './drafts.ts';
import { RunsStore } from './runs-store.ts';
import { type Money } from '../../../shared/billing/money.ts';

export type RunReads = 'listDrafts' | 'listRuns' | 'getRun';
export type RunWrites = 'holdDraft' | 'releaseDraft' | 'startRun';

export function runReads({
  database,
  now,
  settle,
}: {
  readonly database: Database;
  readonly now: () => string;
  readonly settle: () => Promise<void>;
}): RouteHandlers<RunReads> {
  const accounts = new Accounts(database);
  const drafts = new Drafts(database, {
    accounts,
    drafts: new InvoiceDrafts(database, { accounts, cards: new RateCards(database) }),
    settings: new BillingSettingsStore(database),
  });
  const runs = new RunsStore(database);
  return {
    listDrafts: async ({ query }) => {
      await settle();
      const { data, total, summary } = drafts.list(query, now());
      const { limit, offset } = query;
      const pagination = { total, limit, offset, has_more: offset + data.length < total };
      return jsonReply({ data, pagination, summary });
    },

    listRuns: ({ query: { limit, offset } }) => {
      const { data, total } = runs.list({ limit, offset });
      return pageReply(data, { total, limit, offset });
    },

    getRun: ({ parameters: { run_id: id } }) => jsonReply(runs.require(id)),
  };
}

export interface RunWriteOptions {
  readonly billing: BillingWriting;
  readonly commits: Commits<Journal>;
  /** Has what was begun go on. */
  readonly closeMonths: () => void;
}

const changed = { status: 200, topics: ['billing'] } as const;

export function runWrites(options: RunWriteOptions): RouteHandlers<RunWrites> {
  const { billing, commits, closeMonths } = options;
  const { openDrafts, runWriter, runs } = billing;
  return {
    holdDraft: (call) =>
      commits.writeJson(call, changed, (now) => {
        const { account_id: id, month: text } = call.parameters;
        const month = monthInPath(text);
        openDrafts.requireOpen(id, month);
        const { reason, until = null } = call.body;
        runWriter.hold(id, month, { reason, until, now });
        return openDrafts.of(id, month, now);
      }),

    releaseDraft: (call) =>
      commits.writeJson(call, changed, (now) => {
        const { account_id: id, month: text } = call.parameters;
        const month = monthInPath(text);
        openDrafts.requireOpen(id, month);
        runWriter.release(id, month);
        return openDrafts.of(id, month, now);
      }),

    startRun: (call) => {
      if (call.query.dry_run === true) return dryRun(call, options);
      const committed = closeMonths;
      return commits.writeJson(call, { status: 201, topics: ['billing'], committed }, (now) => {
        const { month, accounts } = asked(billing, call.body, now);
        billing.settings.requireIssuer();
        return runs.require(runWriter.begin({ month, cause: 'HAND', accounts }, now));
      });
    },
  };
}

/** What would become of each account; nothing is written. */
function dryRun(call: RouteCall<'startRun'>, { billing, commits }: RunWriteOptions) {
  const { signal, principal, body } = call;
  return commits.write({ idempotency: undefined, signal, principal }, [], (now) => {
    const { month, accounts } = asked(billing, body, now);
    billing.meter.settle(now);
    const items = (accounts ?? billing.openDrafts.open(month)).map((id) =>
      itemOf(billing, { id, month, now }),
    );
    return { status: 200, body: JSON.stringify(runOf(month, items, now, billing.money.now)) };
  });
}

/** @throws {ApiError} `validation_error`; `conflict` before the month can be closed */
function asked(
  { settings, known }: BillingWriting,
  body: RouteCall<'startRun'>['body'],
  now: string,
): { month: string; accounts: readonly string[] | null } {
  const { month: text, account_ids: ids } = body;
  const month = `${text}-01`;
  known.require(body);
  const closable = closesAt(month, settings.current().close);
  if (now < closable) {
    throw new ApiError('conflict', `${text} can be closed from ${closable}.`, {
      details: { month: text, closable_at: closable },
    });
  }
  return { month, accounts: ids === undefined ? null : [...new Set(ids)] };
}

function itemOf(
  { openDrafts }: BillingWriting,
  { id, month, now }: { readonly id: string; readonly month: string; readonly now: string },
): RunItem {
  const told = { account_id: id, invoice_id: null, at: now };
  if (!openDrafts.open(month).includes(id)) {
    const reason = 'It has no draft for this month.';
    return { ...told, outcome: 'FAILED', amount: 0, reason };
  }
  const { hold, is_nothing: isNothing, total: amount } = openDrafts.of(id, month, now);
  if (hold !== null) return { ...told, outcome: 'HELD', amount: 0, reason: hold.reason };
  return isNothing
    ? { ...told, outcome: 'NOTHING', amount: 0, reason: null }
    : { ...told, outcome: 'ISSUED', amount, reason: null };
}

/** A run that is not there: without an id. */
function runOf(month: string, items: readonly RunItem[], now: string, money: Money): Run {
  const count = (outcome: RunItem['outcome']) =>
    items.filter((each) => each.outcome === outcome).length;
  const sum = items.reduce((all, { amount }) => all + money.minor(amount), 0n);
  return {
    run_id: '',
    month: month.slice(0, 7),
    cause: 'HAND',
    started_at: now,
    finished_at: now,
    issued: count('ISSUED'),
    nothing: count('NOTHING'),
    held: count('HELD'),
    failed: count('FAILED'),
    total: money.number(sum),
    currency: money.code,
    items: [...items],
  };
}
