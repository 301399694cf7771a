/** The writing half of billing put together: what sessions call, what a sweep does. */
import type { Database } from 'better-sqlite3';
import type { PayoutRun } from '../../shared/contract/billing.ts';
import type { CreateId, RandomBytes } from '../../shared/ids.ts';
import type { Facts } from '../proof/facts.ts';
import type { LineSealer } from '../proof/sealer.ts';
import { Accounts, AccountWriter } from './accounts.ts';
import { Adjustments } from './adjustments.ts';
import { BillingSettingsStore, BillingSettingsWriter } from './billing-settings.ts';
import { BilledSessions } from './billed-sessions.ts';
import { BookWriter } from './books.ts';
import { CardAssignment } from './card-assignment.ts';
import { CreditNotesStore } from './credit-notes/credit-notes-store.ts';
import { CreditNoteWriter } from './credit-notes/credit-note-writer.ts';
import { CreditsStore, CreditWriter } from './credits/credits-store.ts';
import { HolderAccounts, HolderWriter } from './holder-accounts.ts';
import { InvoiceDrafts } from './invoice-draft.ts';
import { InvoicesStore } from './invoices-store.ts';
import { InvoiceWriter } from './invoice-writer.ts';
import { KnownIds } from './known-ids.ts';
import { OverdueInvoices } from './overdue-invoices.ts';
import { OverdueSuspensions } from './overdue-suspensions.ts';
import { PaymentMethods, PaymentMethodWriter } from './payment-methods.ts';
import type { PaymentProcessor } from './payment-processor.ts';
import { Parties, PartyWriter } from './parties.ts';
import { PayoutRunner } from './payouts.ts';
import { RateCards, RateCardWriter } from './rate-cards.ts';
import { GrantBudgets } from './grant-budgets.ts';
import { LimitKeeper } from './limit-keeper.ts';
import { SpendingLimits } from './spending-limits.ts';
import { Drafts } from './runs/drafts.ts';
import { OpenMonths } from './runs/open-months.ts';
import { Reminders } from './runs/reminders.ts';
import { RunWriter } from './runs/run-writer.ts';
import { RunsStore } from './runs/runs-store.ts';
import { ShareTermsWriter } from './shares/share-terms-writer.ts';
import { ShownTerms } from './shares/shown-terms.ts';
import { UsageLedger } from './usage-ledger.ts';
import { UsageMeter } from './usage-meter.ts';
import type { Events } from '../webhooks/event-log.ts';
import { WorkspaceMoney } from './workspace-money.ts';

export interface BillingWritingOptions {
  readonly facts: Facts;
  readonly events: Events;
  readonly sealer: LineSealer;
  readonly createId: CreateId;
  readonly random: RandomBytes;
  readonly processor: PaymentProcessor;
  /** When a session's time ends at the latest: its expiry, or when it was closed or revoked. */
  readonly endOf: (sessionId: string) => string | undefined;
}

export type BillingWriting = ReturnType<typeof createBillingWriting>;

/** Over the writer's connection. Whoever calls a part of it holds the transaction. */
export function createBillingWriting(database: Database, options: BillingWritingOptions) {
  const { facts, events, sealer, createId, random, processor, endOf } = options;
  const accounts = new Accounts(database);
  const money = new WorkspaceMoney(database);
  const accountWriter = new AccountWriter(database, facts);
  const settings = new BillingSettingsStore(database);
  const parties = new Parties(database);
  const cards = new RateCards(database);
  const limits = new SpendingLimits(database);
  const limitKeeper = new LimitKeeper(database, {
    limits,
    accounts: accountWriter,
    facts,
    events,
    createId,
  });
  const books = new BookWriter(database);
  const holders = new HolderAccounts(database);
  const holderWriter = new HolderWriter(holders, facts);
  const invoices = new InvoicesStore(database);
  const creditWriter = new CreditWriter({ facts, createId, money });
  const creditNoteWriter = new CreditNoteWriter(database, { facts, books, createId, random });
  const invoiceWriter = new InvoiceWriter(database, {
    invoices,
    creditNotes: creditNoteWriter,
    books,
    holders: holderWriter,
    credits: creditWriter,
    processor,
    createId,
    random,
    facts,
    events,
    sealer,
  });
  const payoutRunner = new PayoutRunner(database, {
    holders,
    parties,
    books,
    processor,
    createId,
    facts,
    events,
    sealer,
  });
  const meter = new UsageMeter(database, {
    accounts,
    cards,
    sessions: new BilledSessions(database),
    ledger: new UsageLedger(database, sealer),
    limits,
    limitKeeper,
    budgets: new GrantBudgets(database),
    endOf,
  });
  const cardWriter = new RateCardWriter(facts, createId);
  const overdueInvoices = new OverdueInvoices(database, events);
  const overdue = new OverdueSuspensions(database, {
    accountWriter,
    settle: (accountId, now) => meter.settle(now, accountId),
    settings,
  });
  const drafts = new InvoiceDrafts(database, { accounts, cards });
  const reminders = new Reminders(database, { facts, settings });

  return {
    known: new KnownIds(database),
    money,
    accounts,
    accountWriter,
    settings,
    settingsWriter: new BillingSettingsWriter(settings, facts),
    parties,
    partyWriter: new PartyWriter(parties, facts),
    shareTerms: new ShownTerms(database),
    shareTermsWriter: new ShareTermsWriter(database, { facts, parties }),
    adjustments: new Adjustments(database),
    credits: new CreditsStore(database),
    creditWriter,
    creditNotes: new CreditNotesStore(database),
    creditNoteWriter,
    cards,
    cardWriter,
    assignment: new CardAssignment({ accounts, cards, cardWriter, meter }),
    limits,
    limitKeeper,
    holders,
    holderWriter,
    invoices,
    invoiceWriter,
    drafts,
    openDrafts: new Drafts(database, { accounts, drafts, settings }),
    openMonths: new OpenMonths(database),
    runs: new RunsStore(database),
    runWriter: new RunWriter(database, { facts, createId }),
    methods: new PaymentMethods(database),
    methodWriter: new PaymentMethodWriter(facts),
    payoutRunner,
    meter,
    overdue,
    /** What time alone brings about: time charged, invoices overdue, suspensions, reminders, due payouts. */
    sweep(now: string): SweepResult {
      meter.settle(now);
      const becameOverdue = overdueInvoices.became(now);
      overdue.update(now);
      const reminded = reminders.give(now);
      return { becameOverdue, reminded, payouts: payoutRunner.runDue(now) };
    },
  };
}

export interface SweepResult {
  readonly becameOverdue: number;
  /** Reminders that were given. */
  readonly reminded: number;
  readonly payouts: PayoutRun;
}

/** Tells whether a sweep did anything that a screen shows. */
export function didSomething({ becameOverdue, reminded, payouts }: SweepResult): boolean {
  return becameOverdue + reminded + payouts.created + payouts.completed + payouts.failed > 0;
}
