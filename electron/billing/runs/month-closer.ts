/**
 * Closes months: begins the runs that are due and goes on with those that are not finished, one account in one
 * transaction, the paper of each made between two of them so that others write meanwhile.
 */
import { addMonths, dayOf, monthOf } from '../../../shared/billing/calendar.ts';
import { closesAt } from '../../../shared/billing/dunning.ts';
import { ApiError } from '../../../shared/contract/errors.ts';
import type { CreateId } from '../../../shared/ids.ts';
import type { Journal } from '../../ledger/journal.ts';
import type { BillingSettingsStore } from '../billing-settings.ts';
import { isAsked, type InvoiceDraft, type InvoiceDrafts } from '../invoice-draft.ts';
import type { InvoiceWriter } from '../invoice-writer.ts';
import type { OpenMonths } from './open-months.ts';
import type { NewItem, RunWriter } from './run-writer.ts';
import type { OpenRun, RunsStore } from './runs-store.ts';

/** Between drawing up a draft and issuing it something may change: so often it is drawn up anew. */
const mostAttempts = 5;

/** Papers of drafts. */
export interface Papers {
  /** Everything that stands on the paper of a draft beside its document, as a text to compare. */
  readonly textOf: (draft: InvoiceDraft) => string;
  readonly make: (draft: InvoiceDraft) => Promise<Uint8Array>;
}

export interface CloserMeans {
  readonly settings: BillingSettingsStore;
  readonly drafts: InvoiceDrafts;
  readonly invoiceWriter: InvoiceWriter;
  readonly months: OpenMonths;
  readonly runs: RunsStore;
  readonly runWriter: RunWriter;
  readonly createId: CreateId;
  /** Charges the time of an account's sessions up to now. */
  readonly settle: (now: string, accountId: string) => void;
  /** One transaction, in turn with all who write. */
  readonly write: <Result>(run: (now: string) => Result) => Promise<Result>;
  readonly journal: () => Journal;
  /** Loaded when the first paper is made. */
  readonly papers: () => Promise<Papers>;
  readonly isClosing: () => boolean;
  /** Told after each account. */
  readonly changed: () => void;
}

export class MonthCloser {
  readonly #means: CloserMeans;
  #working: Promise<void> | undefined;
  /** The first month that was not looked at, or is not closed: those before it are done for good. */
  #next: string | undefined;

  constructor(means: CloserMeans) {
    this.#means = means;
  }

  /** Does all that there is to do; asked again while it works, it is the same work. */
  work(): Promise<void> {
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
    });
    return this.#working;
  }

  /** Resolves once nothing of it writes any more. */
  async idle(): Promise<void> {
    await this.#working?.catch(() => undefined);
  }

  async #work(): Promise<void> {
    const { write, runs, isClosing } = this.#means;
    while (!isClosing()) {
      const run = await write((now) => runs.goingOn() ?? this.#begin(now));
      if (run === undefined) return;
      await this.#close(run);
    }
  }

  /** Begins the oldest run that is due; undefined for none. */
  #begin(now: string): OpenRun | undefined {
    const { settings, runWriter, runs } = this.#means;
    const { close, issuer } = settings.current();
    if (!close.auto || issuer === null) return undefined;
    const due = this.#due(now);
    if (due === undefined) return undefined;
    runWriter.begin({ ...due, cause: 'CLOCK' }, now);
    return runs.goingOn();
  }

  /** A month that the clock has not closed; or one with drafts that were held back or failed, once a day. */
  #due(now: string): { month: string; accounts: readonly string[] | null } | undefined {
    return this.#leftOver(dayOf(now)) ?? this.#untouched(now);
  }

  #leftOver(today: string): { month: string; accounts: readonly string[] } | undefined {
    const { months, runs } = this.#means;
    for (const { month: of } of months.waiting()) {
      const month = `${of}-01`;
      const closed = runs.closedByClock(month);
      if (closed === undefined || dayOf(closed) >= today) continue;
      const left = months.left({ month, today });
      if (left.length > 0) return { month, accounts: left };
    }
    return undefined;
  }

  #untouched(now: string): { month: string; accounts: null } | undefined {
    const { months, runs, settings } = this.#means;
    const { close } = settings.current();
    const last = addMonths(monthOf(now), -1);
    const first = this.#next ?? months.first();
    if (first === undefined) return undefined;
    for (
      let month = first;
      month <= last && closesAt(month, close) <= now;
      month = addMonths(month, 1)
    ) {
      const isOpen = runs.closedByClock(month) === undefined && months.untouched(month).length > 0;
      if (isOpen) return { month, accounts: null };
      // Nobody comes to be untouched in a month that is over.
      this.#next = addMonths(month, 1);
    }
    return undefined;
  }

  async #close(run: OpenRun): Promise<void> {
    const { write, months, runs, runWriter, isClosing, changed } = this.#means;
    const { month, cause } = run;
    const open = await write(() => {
      const done = runs.done(run);
      const all =
        run.accounts ?? (cause === 'CLOCK' ? months.untouched(month) : months.open(month));
      return all.filter((each) => !done.has(each));
    });
    for (const accountId of open) {
      if (isClosing()) return;
      await this.#closeOne(run, accountId);
      changed();
    }
    await write((now) => runWriter.finish(run, now));
    changed();
  }

  /** Issues the invoice of an account, or keeps why it was not. */
  async #closeOne(run: OpenRun, accountId: string): Promise<void> {
    try {
      const papers = await this.#means.papers();
      for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
        const draft = await this.#draw(run, accountId);
        if (draft === undefined) return;
        const made = { before: textOf(draft, papers), pdf: await papers.make(draft) };
        if (await this.#issue(run, draft, { ...made, papers })) return;
      }
      await this.#keep(run, {
        accountId,
        outcome: 'FAILED',
        reason: 'It changed again and again.',
      });
    } catch (error) {
      const reason = error instanceof ApiError ? error.message : String(error);
      await this.#keep(run, { accountId, outcome: 'FAILED', reason });
    }
  }

  async #keep(run: OpenRun, item: NewItem): Promise<void> {
    await this.#means.write((now) => this.#means.runWriter.keep(run, item, now));
  }

  /** The draft that is to be issued; undefined where there is none: then that is kept. */
  #draw(run: OpenRun, accountId: string): Promise<InvoiceDraft | undefined> {
    const { write, months, runWriter } = this.#means;
    const { month } = run;
    return write((now) => {
      const hold = months.hold(accountId, { month, today: dayOf(now) });
      if (hold !== undefined) {
        const reason = hold.reason ?? '';
        runWriter.keep(run, { accountId, outcome: 'HELD', reason }, now);
        return undefined;
      }
      const draft = this.#draft(run, accountId, now);
      if (isAsked(draft.document)) return draft;
      runWriter.keep(run, { accountId, outcome: 'NOTHING' }, now);
      return undefined;
    });
  }

  #draft({ month }: OpenRun, accountId: string, now: string, invoiceId?: string): InvoiceDraft {
    const { settle, drafts, createId, settings } = this.#means;
    settings.requireIssuer();
    settle(now, accountId);
    const order = { accountId, month, invoiceId: invoiceId ?? createId('inv'), notes: '' };
    return drafts.draw(order, now);
  }

  /** Issues what its paper was made of, with its outcome; false where that changed meanwhile. */
  #issue(
    run: OpenRun,
    { document: { accountId, invoiceId } }: InvoiceDraft,
    made: { readonly before: string; readonly pdf: Uint8Array; readonly papers: Papers },
  ): Promise<boolean> {
    const { write, invoiceWriter, runWriter, journal } = this.#means;
    return write((now) => {
      const draft = this.#draft(run, accountId, now, invoiceId);
      if (textOf(draft, made.papers) !== made.before) return false;
      invoiceWriter.issue(draft, made.pdf, journal());
      const { total: amount } = draft.document;
      runWriter.keep(run, { accountId, outcome: 'ISSUED', invoiceId, amount }, now);
      return true;
    });
  }
}

/** All of a draft that its paper shows: the day on which it is issued, not the moment. */
function textOf(draft: InvoiceDraft, papers: Papers): string {
  const { document } = draft;
  const shown = [{ ...document, issuedAt: dayOf(document.issuedAt) }, papers.textOf(draft)];
  return JSON.stringify(shown, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}
