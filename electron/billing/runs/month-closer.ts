/**
 * Closes months: begins the runs that are due and goes on with those that are not finished, one account in one
 * transaction. Papers are made elsewhere, some at once, so that others write meanwhile.
 */
import { addMonths, dayOf, monthOf } from '../../../shared/billing/calendar.ts';
import { closesAt } from '../../../shared/billing/dunning.ts';
import type { CreateId } from '../../../shared/ids.ts';
import type { Journal } from '../../ledger/journal.ts';
import type { BillingSettingsStore } from '../billing-settings.ts';
import { isAsked, type InvoiceDraft, type InvoiceDrafts } from '../invoice-draft.ts';
import type { InvoiceWriter } from '../invoice-writer.ts';
import type { DrawnPaper } from '../documents/draw-papers-task.ts';
import type { OpenMonths } from './open-months.ts';
import type { NewItem, RunWriter } from './run-writer.ts';
import type { OpenRun, RunsStore } from './runs-store.ts';

/** Between drawing up a draft and issuing it something may change: so often it is drawn up anew. */
const mostAttempts = 5;
/** Papers that are made at once. */
const atOnce = 20;

/** Papers of drafts. */
export interface Papers {
  /** Everything that stands on the paper of a draft beside its document, as it is now. */
  readonly besideOf: (draft: InvoiceDraft) => object;
  /** One for each draft, in their order: its bytes, or why there are none. */
  readonly make: (drafts: readonly InvoiceDraft[]) => Promise<readonly DrawnPaper[]>;
}

/** A draft with the paper that was made of it. */
interface DrawnDraft {
  readonly draft: InvoiceDraft;
  /** All that its paper shows. */
  readonly shown: string;
  readonly paper: DrawnPaper;
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
    for (let first = 0; first < open.length; first += atOnce) {
      await this.#closeSome(run, open.slice(first, first + atOnce));
      if (isClosing()) return;
      changed();
    }
    await write((now) => runWriter.finish(run, now));
    changed();
  }

  /** Issues the invoices of accounts, or keeps why one was not; stops in between once all is closing. */
  async #closeSome(run: OpenRun, accounts: readonly string[]): Promise<void> {
    const papers = await this.#means.papers();
    let left = accounts;
    for (let attempt = 0; attempt < mostAttempts && left.length > 0; attempt += 1) {
      const changed: string[] = [];
      for (const drawn of await makePapers(papers, await this.#drawSome(run, left))) {
        if (this.#means.isClosing()) return;
        const { accountId } = drawn.draft.document;
        const issue = () => this.#issue(run, drawn, papers);
        const isOver = await this.#attempt(run, accountId, issue);
        if (isOver === false) changed.push(accountId);
      }
      left = changed;
    }
    for (const accountId of left) {
      const reason = 'It changed again and again.';
      await this.#keep(run, { accountId, outcome: 'FAILED', reason });
    }
  }

  /** Drafts with the numbers that they have once those before them are issued. */
  async #drawSome(run: OpenRun, accounts: readonly string[]): Promise<InvoiceDraft[]> {
    const drafts: InvoiceDraft[] = [];
    for (const accountId of accounts) {
      if (this.#means.isClosing()) break;
      const draw = () => this.#draw(run, { accountId, ahead: drafts.length });
      const draft = await this.#attempt(run, accountId, draw);
      if (draft !== undefined) drafts.push(draft);
    }
    return drafts;
  }

  /** Does something for an account; keeps why it failed, then undefined. */
  async #attempt<Result>(
    run: OpenRun,
    accountId: string,
    work: () => Promise<Result>,
  ): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      await this.#keep(run, { accountId, outcome: 'FAILED', ...failed(error) });
      return undefined;
    }
  }

  async #keep(run: OpenRun, item: NewItem): Promise<void> {
    await this.#means.write((now) => this.#means.runWriter.keep(run, item, now));
  }

  /** The draft that is to be issued; undefined where there is none: then that is kept. */
  #draw(
    run: OpenRun,
    { accountId, ahead }: { readonly accountId: string; readonly ahead: number },
  ): Promise<InvoiceDraft | undefined> {
    const { write, months, runWriter } = this.#means;
    const { month } = run;
    return write((now) => {
      const hold = months.hold(accountId, { month, today: dayOf(now) });
      if (hold !== undefined) {
        const reason = hold.reason ?? '';
        runWriter.keep(run, { accountId, outcome: 'HELD', reason }, now);
        return undefined;
      }
      const draft = this.#draft(run, { accountId, ahead }, now);
      if (isAsked(draft.document)) return draft;
      runWriter.keep(run, { accountId, outcome: 'NOTHING' }, now);
      return undefined;
    });
  }

  #draft(
    { month }: OpenRun,
    of: { readonly accountId: string; readonly invoiceId?: string; readonly ahead?: number },
    now: string,
  ): InvoiceDraft {
    const { accountId, invoiceId, ahead } = of;
    const { settle, drafts, createId, settings } = this.#means;
    settings.requireIssuer();
    settle(now, accountId);
    const order = { accountId, month, invoiceId: invoiceId ?? createId('inv'), notes: '' };
    return drafts.draw(order, now, ahead);
  }

  /** Issues what its paper was made of, with its outcome; false where that changed meanwhile. */
  #issue(
    run: OpenRun,
    { draft: drawn, shown, paper }: DrawnDraft,
    papers: Papers,
  ): Promise<boolean> {
    const { write, invoiceWriter, runWriter, journal } = this.#means;
    const { accountId, invoiceId } = drawn.document;
    if ('reason' in paper) throw new Error(paper.reason);
    return write((now) => {
      const draft = this.#draft(run, { accountId, invoiceId }, now);
      if (shownOf(draft, papers) !== shown) return false;
      invoiceWriter.issue(draft, paper.pdf, journal());
      const { total: amount } = draft.document;
      runWriter.keep(run, { accountId, outcome: 'ISSUED', invoiceId, amount }, now);
      return true;
    });
  }
}

function failed(error: unknown): { readonly reason: string } {
  return { reason: error instanceof Error ? error.message : String(error) };
}

/** Makes the papers of drafts, each with the text of the very state that it is made of. */
async function makePapers(
  papers: Papers,
  drafts: readonly InvoiceDraft[],
): Promise<readonly DrawnDraft[]> {
  try {
    // Nothing is awaited between the two, so that nobody writes in between.
    const texts = drafts.map((draft) => shownOf(draft, papers));
    const made = await papers.make(drafts);
    return drafts.map((draft, index) => ({
      draft,
      shown: texts[index] ?? '',
      paper: made[index] ?? failed('It was not made.'),
    }));
  } catch (error) {
    return drafts.map((draft) => ({ draft, shown: '', paper: failed(error) }));
  }
}

/** All of a draft that its paper shows, as a text to compare: the day on which it is issued, not the moment. */
function shownOf(draft: InvoiceDraft, papers: Papers): string {
  const { document } = draft;
  const shown = [{ ...document, issuedAt: dayOf(document.issuedAt) }, papers.besideOf(draft)];
  return JSON.stringify(shown, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}
