/** What keeps papers: all that lack one, once each, as they are when they are written. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PaperOrder } from '../documents/paper-order.ts';
import { BillingFixture, centCard } from '../testing/billing-fixture.ts';
import { PaperKeeper } from './paper-keeper.ts';
import { PaperOrders } from './paper-orders.ts';
import { PapersStore } from './papers-store.ts';

let fixture: BillingFixture;
let store: PapersStore;
let failures: string[];
beforeEach(() => {
  fixture = new BillingFixture();
  store = new PapersStore(fixture.database);
  failures = [];
});
afterEach(() => fixture.remove());

interface Interference {
  /** Called as papers are drawn. */
  readonly drawing?: (orders: readonly PaperOrder[]) => void;
  readonly isClosing?: () => boolean;
}

function keeper({ drawing, isClosing = () => false }: Interference = {}): PaperKeeper {
  const orders = new PaperOrders(fixture.database, { isDemo: false });
  return new PaperKeeper({
    papers: store,
    facts: fixture.facts,
    orders: async () => orders,
    draw: async (all) => {
      drawing?.(all);
      return all.map((order) =>
        order.kind === 'STATEMENT'
          ? { pdf: Buffer.from(`statement of ${order.drawn.holder.legal_name ?? 'nobody'}`) }
          : { pdf: Buffer.from(order.kind) },
      );
    },
    write: async (run) => fixture.write(() => run(fixture.at)),
    isClosing,
    failed: ({ kind, about }, reason) => failures.push(`${kind} ${about}: ${reason}`),
  });
}

/** A lab whose invoice was paid, credited and paid out. */
function paidOut(lab: string): void {
  fixture.account(lab);
  fixture.card(lab, { ...centCard, rate_card_id: lab });
  const session = fixture.open({ accountId: lab, datasetId: `ds-${lab}`, seconds: 60 });
  fixture.use(session, { records: 100_000 });
  fixture.at = '2026-12-02T00:00:00.000Z';
  const { invoiceId } = fixture.close(lab, '2026-11').document;
  fixture.pay(invoiceId);
  fixture.write(() => fixture.billing.payoutRunner.runNow(fixture.at, undefined));
  fixture.note(invoiceId, [{ line: 2, amount: 1 }], 'PLATFORM');
}

const kept = () =>
  fixture.database
    .prepare<[], string>(`SELECT kind || ' ' || CAST(pdf AS TEXT) FROM papers ORDER BY kind`)
    .pluck()
    .all();

describe('What keeps papers', () => {
  test('keeps each that is lacking, once, and looks again when there is more', async () => {
    paidOut('one');
    let drawn = 0;
    const all = keeper({ drawing: (orders) => (drawn += orders.length) });
    await Promise.all([all.work(), all.work()]);
    await all.work();
    expect([drawn, kept()]).toEqual([
      2,
      ['CREDIT_NOTE CREDIT_NOTE', 'STATEMENT statement of nobody'],
    ]);
    expect(store.unkept(10)).toEqual([]);
    const size = fixture.journal.size;
    fixture.at = '2026-11-20T00:00:00.000Z';
    paidOut('two');
    expect(store.unkept(10)).toHaveLength(2);
    await all.work();
    expect([drawn, kept().length, failures]).toEqual([4, 4, []]);
    expect(fixture.journal.size).toBeGreaterThan(size);
  });

  test('draws anew what changed while it was drawn, and writes what is', async () => {
    paidOut('one');
    const place = store.unkept(10).find(({ kind }) => kind === 'STATEMENT');
    if (place === undefined) throw new Error('There is no payout.');
    let changes = 0;
    const rename = () => {
      changes += 1;
      if (changes > 1) return;
      // As if it had been so when the payout was made.
      const change = { now: '2026-11-30T00:00:00.000Z', by: 'operator', ifMatch: undefined };
      fixture.write(() =>
        fixture.billing.partyWriter.changeHolder('holder', { legal_name: 'Late Lda' }, change),
      );
    };
    await keeper({ drawing: rename }).keep(place);
    expect([changes, kept()]).toEqual([2, ['STATEMENT statement of Late Lda']]);
  });

  test('gives up what changes again and again, leaves what cannot be made, and goes on with the rest', async () => {
    paidOut('one');
    const unknown = { kind: 'CREDIT_NOTE', about: 'cn_nothing' } as const;
    await keeper().keep(unknown);
    expect(failures).toEqual(['CREDIT_NOTE cn_nothing: There is no credit note cn_nothing.']);
    await keeper().work();
    expect(kept()).toHaveLength(2);
  });

  test('writes nothing once all is closing', async () => {
    paidOut('one');
    let isClosing = false;
    const all = keeper({ drawing: () => (isClosing = true), isClosing: () => isClosing });
    await all.work();
    await all.idle();
    expect(kept()).toEqual([]);
  });
});
