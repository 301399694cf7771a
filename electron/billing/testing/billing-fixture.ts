/** Billing on a database of its own, without the API: a clock to set, sessions that are only facts. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createIdFactory } from '../../../shared/ids.ts';
import type { CreditBearer } from '../../../shared/billing/credits.ts';
import { instant } from '../../../shared/time.ts';
import type {
  CancelKind,
  CreateAccount,
  CreateRateCard,
  PaymentMethod,
} from '../../../shared/contract/billing.ts';
import type { WriterDatabase } from '../../database/open-database.ts';
import { openNewLedger } from '../../database/testing/new-ledger.ts';
import { memoryFolder } from '../../database/testing/memory-folder.ts';
import { Journal } from '../../ledger/journal.ts';
import { countingRandom, testKey } from '../../ledger/testing/test-ledger.ts';
import { Facts } from '../../proof/facts.ts';
import { Sealer } from '../../proof/sealer.ts';
import { Acting, clockActor, setupActor } from '../../access/acting.ts';
import { BilledSessions, type BilledSession } from '../billed-sessions.ts';
import { createBillingWriting, type BillingWriting } from '../billing-writing.ts';
import { Books } from '../books.ts';
import type { InvoiceDraft } from '../invoice-draft.ts';
import { localProcessor } from '../payment-processor.ts';
import { PayoutsStore } from '../payouts.ts';
import { RevenueStore } from '../revenue.ts';
import type { NewEvent } from '../../webhooks/event-log.ts';
import type { Access } from '../usage-meter.ts';
import { UsageStore } from '../usage-store.ts';

export const goodCard: PaymentMethod = {
  payment_method_id: 'pm_good',
  type: 'card',
  last4: '4242',
  brand: 'visa',
};
export const badCard: PaymentMethod = { ...goodCard, payment_method_id: 'pm_bad', last4: '0002' };

/** A cent for a record, and nothing else. */
export const centCard = {
  rate_card_id: 'cent',
  name: 'Per record',
  model: 'PAY_PER_USE',
  time: { rate: 0 },
  record: { rate: 0.01 },
  data: { rate: 0 },
  operation: { rate: 0 },
} as const satisfies CreateRateCard;

const fixtureIssuer = {
  legal_name: 'Datahaven Exchange B.V.',
  address: { line1: 'Keizersgracht 241', city: 'Amsterdam', country: 'NL' },
  email: 'billing@datahaven.example',
};

const address = { line1: '', city: '', state: '', postal_code: '', country: '' };

export class BillingFixture {
  readonly database: WriterDatabase;
  readonly billing: BillingWriting;
  readonly sessions: BilledSessions;
  readonly usage: UsageStore;
  readonly books: Books;
  readonly revenue: RevenueStore;
  readonly payouts: PayoutsStore;
  /** Milliseconds since 1970. */
  now: number;
  readonly #folder: string;
  readonly journal: Journal;
  readonly facts: Facts;
  readonly sealer: Sealer;
  readonly createId;
  readonly #acting = new Acting(setupActor);
  /** What receivers are told. */
  readonly told: NewEvent[] = [];
  /** When sessions end. */
  readonly #ends = new Map<string, string>();

  constructor(now = '2026-11-10T00:00:00.000Z', currency = 'USD') {
    this.now = Date.parse(now);
    this.#folder = mkdtempSync(join(memoryFolder(), 'proofdesk-billing-'));
    const clock = () => this.now;
    const random = countingRandom();
    this.database = openNewLedger(join(this.#folder, 'proofdesk.db'), { clock });
    this.createId = createIdFactory({ now: clock, random });
    this.journal = new Journal(this.database, { clock, createId: this.createId, random });
    this.journal.ensureGenesis({ origin: testKey.origin, vkey: testKey.vkey });
    this.facts = new Facts(this.database, {
      journal: () => this.journal,
      random,
      by: () => this.#acting.actor,
    });
    this.sealer = new Sealer(this.database, () => this.journal);
    this.billing = createBillingWriting(this.database, {
      facts: this.facts,
      events: { emit: (event) => void this.told.push(event) },
      sealer: this.sealer,
      createId: this.createId,
      random,
      processor: localProcessor,
      endOf: (id) => this.#ends.get(id),
    });
    this.sessions = new BilledSessions(this.database);
    this.usage = new UsageStore(this.database);
    this.books = new Books(this.database);
    this.revenue = new RevenueStore(this.database);
    this.payouts = new PayoutsStore(this.database);
    if (currency !== 'USD') {
      const settings = { issuer: fixtureIssuer, currency };
      this.write(() => this.billing.settingsWriter.change(settings, this.at));
    }
    this.write(() => {
      for (const method of [goodCard, badCard])
        this.billing.methodWriter.create(method, null, this.at);
    });
  }

  get at(): string {
    return instant(this.now);
  }

  set at(text: string) {
    this.now = Date.parse(text);
  }

  write<Result>(run: () => Result): Result {
    return this.database.inTransaction ? run() : this.journal.transaction(run);
  }

  account(accountId: string, changes: Partial<CreateAccount> = {}): string {
    const account = {
      name: accountId,
      email: `${accountId}@example.org`,
      address,
      tax_percent: 0,
      payment_terms_days: 30,
      suspend_after_days: null,
      ...changes,
    };
    this.write(() => this.billing.accountWriter.create(accountId, account, { now: this.at }));
    return accountId;
  }

  /** Makes a rate card and assigns it to an account from the present month on. */
  card(accountId: string, card: CreateRateCard): void {
    this.write(() => {
      this.billing.cardWriter.create(card, 1, this.at);
      const month = `${this.at.slice(0, 7)}-01`;
      const key = { rateCardId: card.rate_card_id, version: 1 };
      const afterEvent = this.billing.meter.lastEvent;
      this.billing.cardWriter.assign({ accountId, month, ...key, afterEvent }, this.at);
    });
  }

  open(
    changes: {
      accountId?: string;
      datasetId?: string;
      holderId?: string;
      modelId?: string | null;
      seconds?: number;
    } = {},
  ): string {
    const { accountId = 'default', datasetId = 'ds', holderId = 'holder' } = changes;
    const { modelId = null, seconds = 2_592_000 } = changes;
    const sessionId = this.createId('sess');
    this.#ends.set(sessionId, instant(this.now + seconds * 1_000));
    const openedAt = this.at;
    this.write(() =>
      this.billing.meter.open({ sessionId, accountId, datasetId, holderId, modelId, openedAt }),
    );
    return sessionId;
  }

  /** Ends a session now; one that is over stays as it is. */
  end(sessionId: string): void {
    if ((this.#ends.get(sessionId) ?? '') > this.at) this.#ends.set(sessionId, this.at);
  }

  /** Whether a session has ended: then nobody could use it. */
  isOver(sessionId: string): boolean {
    return (this.#ends.get(sessionId) ?? '') <= this.at;
  }

  use(sessionId: string, access: Partial<Access> = {}): void {
    const whole = { kind: 'read', records: 0, bytes: 0, ...access } as const;
    this.write(() => this.billing.meter.charge(sessionId, whole, this.at));
  }

  settle(): void {
    this.write(() => this.billing.meter.settle(this.at));
  }

  session(sessionId: string): BilledSession {
    const found = this.sessions.find(sessionId);
    if (found === undefined) throw new Error(`There is no session ${sessionId}.`);
    return found;
  }

  /** Issues the invoice of a month (`2026-11`). */
  close(accountId: string, month: string): InvoiceDraft {
    return this.journal.transaction(() => {
      this.billing.meter.settle(this.at);
      const order = {
        accountId,
        month: `${month}-01`,
        invoiceId: this.createId('inv'),
        notes: '',
      };
      const draft = this.billing.drafts.draw(order, this.at);
      this.billing.invoiceWriter.issue(draft, Uint8Array.of(37, 80, 68, 70), this.journal);
      return draft;
    });
  }

  pay(invoiceId: string, method = goodCard): string {
    return this.write(() => this.billing.invoiceWriter.pay(invoiceId, method, this.at));
  }

  cancel(invoiceId: string, kind: CancelKind = 'CORRECTION'): void {
    const cancellation = { reason: 'test', kind };
    this.write(() => this.billing.invoiceWriter.cancel(invoiceId, cancellation, this.at));
  }

  /** Takes back of lines of a paid invoice, each by its place from 1 and an amount of the major unit. */
  note(
    invoiceId: string,
    lines: readonly { readonly line: number; readonly amount: number }[],
    borneBy: CreditBearer = 'HOLDERS',
  ): string {
    return this.write(() => {
      const { invoices, creditNoteWriter } = this.billing;
      const invoice = invoices.require(invoiceId, this.at);
      const asked = { lines: [...lines], borne_by: borneBy };
      const draft = creditNoteWriter.draw(invoice, asked, this.at);
      const told = { reason: 'test', reference: 'test', now: this.at };
      return creditNoteWriter.issue(invoice, draft, told);
    });
  }

  sweep() {
    return this.#acting.as(clockActor, () => this.write(() => this.billing.sweep(this.at)));
  }

  remove(): void {
    this.database.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
