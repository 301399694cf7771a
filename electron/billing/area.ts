/** Usage, prices, invoices, payments and payouts. */
import { z } from 'zod';
import type { Area, Task, WriteContext } from '../area.ts';
import { repeating } from '../database/schedule.ts';
import { appendableJournal } from '../ledger/open-commits.ts';
import { didSomething, type BillingWriting } from './billing-writing.ts';
import type { DrawnPaper } from './documents/draw-papers-task.ts';
import type { PaperOrder } from './documents/paper-order.ts';
import type { InvoiceDraft } from './invoice-draft.ts';
import { openBillingWriting } from './metering.ts';
import { PaperKeeper } from './papers/paper-keeper.ts';
import type { PaperOrders } from './papers/paper-orders.ts';
import { paperKinds, PapersStore, type PaperPlace } from './papers/papers-store.ts';
import { billingReadRoutes } from './read-routes.ts';
import { MonthCloser } from './runs/month-closer.ts';
import { billingWriteRoutes } from './write-routes.ts';

/** How often it is looked what time has brought about; milliseconds. */
const sweepEvery = 60_000;
/** How long one paper may take, its thread's start with it; milliseconds. */
const longestPaper = 60_000;

export const billingArea = {
  openReads: ({ database, now, supervisor, workspace }) => ({
    handlers: billingReadRoutes({
      database,
      now,
      isDemo: workspace.kind === 'demo',
      settle: async () => void (await supervisor.callWriter('settle-usage', {})),
      keepPaper: async (place) => void (await supervisor.callWriter('keep-paper', place)),
    }),
  }),
  openWrites: (context) => {
    const { commits, transaction, createId, schedule, isClosing, log } = context;
    const billing = openBillingWriting(context);
    const closer = monthCloser(context, billing);
    const keeper = paperKeeper(context);
    const closeMonths = () => {
      if (isClosing()) return;
      closer.work().catch((error: unknown) => {
        log(JSON.stringify({ level: 'error', event: 'run_failed', error: String(error) }));
      });
    };
    // Papers of a demo say that they are none: each is kept once somebody asks for it.
    const keepPapers = () => (context.workspace.kind === 'demo' ? undefined : keeper.work());
    const sweep = sweepTask(context, billing);
    // The time is kept from the start: what was open while the engine was closed may have expired, and
    // what was due meanwhile is done once.
    if (isAppendable(context)) transaction((now) => billing.sweep(now));
    return {
      handlers: billingWriteRoutes({
        billing,
        commits,
        transaction,
        createId,
        isDemo: context.workspace.kind === 'demo',
        closeMonths,
      }),
      tasks: {
        'settle-usage': settleTask(context, billing),
        'sweep-billing': sweep,
        // Resolves once every run that was begun is finished.
        'close-months': () => closer.work(),
        'keep-paper': async (place) => {
          if (isAppendable(context)) await keeper.keep(placeSchema.parse(place));
        },
      },
      close: ended(
        repeating(schedule, sweepEvery, () => {
          if (isClosing()) return;
          sweep({})
            .then(closeMonths)
            .then(keepPapers)
            .catch((error: unknown) => {
              log(JSON.stringify({ level: 'error', event: 'sweep_failed', error: String(error) }));
            });
        }),
        [closer, keeper],
      ),
    };
  },
} satisfies Area;

const placeSchema: z.ZodType<PaperPlace> = z.object({
  kind: z.enum(paperKinds),
  about: z.string(),
});

/** Calls off what is to be done later, and waits for what is being done. */
function ended(
  callOff: () => void,
  working: readonly { readonly idle: () => Promise<void> }[],
): () => Promise<void> {
  return async () => {
    callOff();
    await Promise.all(working.map((each) => each.idle()));
  };
}

/** Makes papers on a thread that draws; one for each order. */
async function drawPapers(
  { foreign }: Pick<WriteContext, 'foreign'>,
  orders: readonly PaperOrder[],
): Promise<readonly DrawnPaper[]> {
  if (orders.length === 0) return [];
  const { drawPapersTask } = await import('./documents/draw-papers-task.ts');
  const watch = { quietMs: longestPaper, caller: 'billing' };
  return (await foreign(drawPapersTask, orders, watch)) ?? [];
}

/** What keeps papers of credit notes, payouts and reminders on this thread, in turn with others. */
function paperKeeper(context: WriteContext): PaperKeeper {
  const { database, facts, lock, transaction, isClosing, log, workspace } = context;
  let source: Promise<PaperOrders> | undefined;
  return new PaperKeeper({
    papers: new PapersStore(database),
    facts,
    orders: () =>
      (source ??= import('./papers/paper-orders.ts').then(
        ({ PaperOrders }) => new PaperOrders(database, { isDemo: workspace.kind === 'demo' }),
      )),
    draw: (orders) => drawPapers(context, orders),
    write: (run) => lock.run(() => transaction(run)),
    isClosing: () => isClosing() || !isAppendable(context),
    failed: ({ kind, about }, reason) =>
      log(JSON.stringify({ level: 'error', event: 'paper_failed', kind, about, reason })),
  });
}

/** What closes months on this thread: in turn with others, the paper of each invoice beside them. */
function monthCloser(context: WriteContext, billing: BillingWriting): MonthCloser {
  const { lock, transaction, createId, isClosing, supervisor, journal, workspace } = context;
  const { settings, drafts, invoiceWriter, openMonths: months, runs, runWriter, meter } = billing;
  const means = { ...billing, isDemo: workspace.kind === 'demo' };
  return new MonthCloser({
    settings,
    drafts,
    invoiceWriter,
    months,
    runs,
    runWriter,
    createId,
    settle: (now, accountId) => meter.settle(now, accountId),
    write: (run) => lock.run(() => transaction(run)),
    journal,
    papers: async () => {
      const { paperOf } = await import('./documents/invoice-paper.ts');
      const besideOf = ({ document }: InvoiceDraft) => paperOf(document, means);
      const orderOf = (draft: InvoiceDraft): PaperOrder => ({
        kind: 'INVOICE',
        document: draft.document,
        paper: besideOf(draft),
      });
      return { besideOf, make: (drafts) => drawPapers(context, drafts.map(orderOf)) };
    },
    isClosing: () => isClosing() || !isAppendable(context),
    changed: () => supervisor.changed(['billing']),
  });
}

/** Charges time up to now. */
function settleTask(context: WriteContext, { meter }: BillingWriting): Task {
  const { lock, transaction, wallClock } = context;
  return async () =>
    lock.run(() => {
      if (isAppendable(context) && meter.isBehind(wallClock.now()))
        transaction((at) => meter.settle(at));
    });
}

/** Does all that time brings about. */
function sweepTask(context: WriteContext, billing: BillingWriting): Task {
  const { lock, transaction, supervisor } = context;
  return async () => {
    if (!isAppendable(context)) return;
    const result = await lock.run(() => transaction((at) => billing.sweep(at)));
    if (didSomething(result)) supervisor.changed(['billing']);
  };
}

/** Nothing comes about by time where it cannot be written down. */
function isAppendable({ journal }: WriteContext): boolean {
  return appendableJournal(journal) !== undefined;
}
