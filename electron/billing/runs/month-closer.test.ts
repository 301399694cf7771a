/** Months that close by a clock that is moved: once each, without gaps in numbers, whatever comes in between. */
import { afterEach, describe, expect, test } from 'vitest';
import { ApiError } from '../../../shared/contract/errors.ts';
import type { RunOutcome } from '../../../shared/contract/billing-runs.ts';
import { BillingFixture, centCard } from '../testing/billing-fixture.ts';
import { MonthCloser } from './month-closer.ts';

let fixture: BillingFixture;
afterEach(() => fixture.remove());

const issuer = {
  legal_name: 'Exchange B.V.',
  address: { line1: 'Street 1', city: 'Amsterdam', country: 'NL' },
  email: 'billing@example.org',
};

function begin(now: string, { auto = true, isNamed = true } = {}): void {
  fixture = new BillingFixture(now);
  const close = { auto, grace_hours: 24 };
  if (isNamed) fixture.write(() => fixture.billing.settingsWriter.change({ issuer, close }, now));
}

/** A lab that pays a cent for a record, with as many of them used. */
function lab(id: string, records: number): string {
  fixture.account(id);
  fixture.card(id, { ...centCard, rate_card_id: id });
  return use(id, records);
}

function use(id: string, records: number): string {
  if (records === 0) return id;
  const session = fixture.open({ accountId: id, datasetId: `ds-${id}`, seconds: 60 });
  fixture.use(session, { records });
  fixture.now += 61_000;
  fixture.settle();
  return id;
}

interface Interference {
  /** Called as the paper of an account's invoice is made. */
  readonly making?: (accountId: string) => void;
  /** Stands on papers beside their documents. */
  readonly beside?: () => object;
  readonly isClosing?: () => boolean;
}

function closer({
  making,
  beside = () => ({}),
  isClosing = () => false,
}: Interference = {}): MonthCloser {
  const { billing, createId, journal } = fixture;
  return new MonthCloser({
    ...billing,
    months: billing.openMonths,
    createId,
    settle: (now, accountId) => billing.meter.settle(now, accountId),
    write: async (run) => fixture.write(() => run(fixture.at)),
    journal: () => journal,
    papers: async () => ({
      besideOf: beside,
      make: async (drafts) =>
        drafts.map(({ document }) => {
          try {
            making?.(document.accountId);
            return { pdf: Uint8Array.of(37, 80, 68, 70) };
          } catch (error) {
            return { reason: error instanceof Error ? error.message : String(error) };
          }
        }),
    }),
    isClosing,
    changed: () => undefined,
  });
}

const invoices = () =>
  fixture.billing.invoices
    .list({ limit: 100, offset: 0, include: 'account' }, fixture.at)
    .data.toReversed()
    .map(({ account_id: id, period: { start_date: start }, amount, issued_date: issued }) =>
      [id, start.slice(0, 7), amount, issued.slice(0, 10)].join(' '),
    );
const numbers = () =>
  fixture.database
    .prepare<[], string>('SELECT invoice_number FROM invoices ORDER BY number')
    .pluck()
    .all()
    .map((number) => Number(number.slice(-6)));
const runs = () => fixture.billing.runs.list({ limit: 100, offset: 0 }).data.toReversed();
function outcomes(place: number): [string, RunOutcome][] {
  const { items } = fixture.billing.runs.require(runs()[place]?.run_id ?? '');
  return items
    .map(({ account_id: id, outcome }): [string, RunOutcome] => [id, outcome])
    .toSorted(([left], [right]) => left.localeCompare(right));
}

describe('The clock', () => {
  test('closes a month when its grace is over, once, and asks nobody who used nothing', async () => {
    begin('2026-11-10T00:00:00.000Z');
    lab('one', 100);
    lab('two', 0);
    for (const at of [
      '2026-12-01T00:00:00.000Z',
      '2026-12-01T00:45:00.000Z',
      '2026-12-01T23:59:59.999Z',
    ]) {
      fixture.at = at;
      await closer().work();
      expect(runs()).toEqual([]);
    }
    fixture.at = '2026-12-02T00:00:00.000Z';
    await closer().work();
    await closer().work();
    expect(invoices()).toEqual(['one 2026-11 1 2026-12-02']);
    expect(runs()).toMatchObject([
      { month: '2026-11', cause: 'CLOCK', issued: 1, nothing: 1, held: 0, failed: 0, total: 1 },
    ]);
    expect(runs()[0]?.finished_at).not.toBeNull();
  });

  test('closes February of a leap year and December, each by its own end', async () => {
    begin('2028-02-29T12:00:00.000Z');
    lab('one', 100);
    fixture.at = '2028-03-01T23:00:00.000Z';
    await closer().work();
    expect(invoices()).toEqual([]);
    fixture.at = '2028-03-02T00:00:00.000Z';
    await closer().work();
    fixture.at = '2028-12-31T23:00:00.000Z';
    use('one', 50);
    fixture.at = '2029-01-02T00:00:00.000Z';
    await closer().work();
    expect(invoices()).toEqual(['one 2028-02 1 2028-03-02', 'one 2028-12 0.5 2029-01-02']);
  });

  test('closes what a host that was off missed, the oldest first, dated by the day on which it does', async () => {
    begin('2026-10-05T00:00:00.000Z');
    lab('one', 100);
    fixture.at = '2026-11-05T00:00:00.000Z';
    use('one', 200);
    lab('two', 300);
    fixture.now += 70 * 86_400_000;
    await closer().work();
    expect(invoices()).toEqual([
      'one 2026-10 1 2027-01-14',
      'one 2026-11 2 2027-01-14',
      'two 2026-11 3 2027-01-14',
    ]);
    expect(runs().map(({ month }) => month)).toEqual(['2026-10', '2026-11', '2026-12']);
    expect(numbers()).toEqual([1, 2, 3]);
    await closer().work();
    expect(runs()).toHaveLength(3);
  });

  test('goes on with a run that was cut off, and gives every number once', async () => {
    begin('2026-11-10T00:00:00.000Z');
    const labs = ['a', 'b', 'c', 'd'].map((id) => lab(id, 100));
    fixture.at = '2026-12-02T00:00:00.000Z';
    const dying = closer({
      making: (id) => {
        if (id === 'c') throw new Error('power');
      },
      isClosing: () => invoices().length === 2,
    });
    await dying.work();
    expect(invoices()).toHaveLength(2);
    expect(runs()).toMatchObject([{ finished_at: null, issued: 2 }]);
    await closer().work();
    expect(outcomes(0).map(([id]) => id)).toEqual(labs);
    expect(runs()).toMatchObject([{ issued: 4, failed: 0, total: 4 }]);
    expect(numbers()).toEqual([1, 2, 3, 4]);
  });

  test('holds back what is held, keeps why another failed, and issues both once that is over', async () => {
    begin('2026-11-10T00:00:00.000Z');
    for (const id of ['held', 'broken', 'fine']) lab(id, 100);
    fixture.at = '2026-12-02T00:00:00.000Z';
    const until = '2026-12-04';
    fixture.write(() => {
      const told = { reason: 'Disputed', until, now: fixture.at };
      fixture.billing.runWriter.hold('held', '2026-11-01', told);
    });
    const failing = {
      making: (id: string) => {
        if (id === 'broken') throw new ApiError('conflict', 'No font has this name.');
      },
    };
    await closer(failing).work();
    expect(outcomes(0)).toEqual([
      ['broken', 'FAILED'],
      ['fine', 'ISSUED'],
      ['held', 'HELD'],
    ]);
    const reason = fixture.billing.openMonths.failure('broken', '2026-11-01');
    expect(reason).toBe('No font has this name.');
    const summary = () =>
      fixture.billing.openDrafts.list({ limit: 20, offset: 0 }, fixture.at).summary;
    expect(summary()).toMatchObject({ open: 2, held: 1, failed: 1, total: 2 });
    expect(summary().waiting).toEqual([{ month: '2026-11', held: 1, failed: 1 }]);
    // Not again and again on the same day.
    await closer(failing).work();
    expect(runs()).toHaveLength(1);
    fixture.at = '2026-12-03T00:00:00.000Z';
    await closer().work();
    expect(outcomes(1)).toEqual([['broken', 'ISSUED']]);
    fixture.at = '2026-12-04T00:00:00.000Z';
    await closer().work();
    expect(outcomes(2)).toEqual([['held', 'ISSUED']]);
    expect(numbers()).toEqual([1, 2, 3]);
    expect(summary()).toMatchObject({ open: 0, held: 0, failed: 0, total: 0, waiting: [] });
  });

  test('draws up anew what changed while its paper was made', async () => {
    begin('2026-11-10T00:00:00.000Z');
    lab('one', 100);
    fixture.at = '2026-12-02T00:00:00.000Z';
    let made = 0;
    const making = () => {
      made += 1;
      const credit = {
        account_id: 'one',
        kind: 'GOODWILL',
        borne_by: 'PLATFORM',
        amount: 0.4,
      } as const;
      if (made === 1) {
        fixture.write(() =>
          fixture.billing.creditWriter.grant({ ...credit, reason: 'x' }, fixture.at),
        );
      }
    };
    await closer({ making }).work();
    expect([made, invoices()]).toEqual([2, ['one 2026-11 0.6 2026-12-02']]);
    expect(numbers()).toEqual([1]);
  });

  test('draws up anew where what stands beside its document changed while its paper was made', async () => {
    begin('2026-11-10T00:00:00.000Z');
    lab('one', 100);
    fixture.at = '2026-12-02T00:00:00.000Z';
    let made = 0;
    let orderNumber = 'before';
    const making = () => {
      made += 1;
      orderNumber = 'after';
    };
    await closer({ making, beside: () => ({ orderNumber }) }).work();
    expect([made, invoices()]).toEqual([2, ['one 2026-11 1 2026-12-02']]);
    expect(numbers()).toEqual([1]);
  });

  test('leaves a month to people where its invoice was canceled', async () => {
    begin('2026-11-10T00:00:00.000Z');
    lab('one', 100);
    fixture.at = '2026-12-01T12:00:00.000Z';
    fixture.cancel(fixture.close('one', '2026-11').document.invoiceId);
    fixture.at = '2026-12-02T00:00:00.000Z';
    await closer().work();
    expect(invoices()).toHaveLength(1);
    expect(fixture.billing.openMonths.open('2026-11-01')).toContain('one');
  });

  test.each([
    ['is off', { auto: false }],
    ['has no issuer', { isNamed: false }],
  ])('closes nothing where it %s', async (_, options) => {
    begin('2026-11-10T00:00:00.000Z', options);
    lab('one', 100);
    fixture.at = '2026-12-05T00:00:00.000Z';
    await closer().work();
    expect([runs(), invoices()]).toEqual([[], []]);
  });
});

test('the account that is always there begins with its first use', () => {
  begin('2026-11-10T00:00:00.000Z');
  expect(fixture.billing.openMonths.first()).toBeUndefined();
  use('default', 1);
  expect(fixture.billing.openMonths.first()).toBe('2026-11-01');
});

describe('An invoice that is not paid', () => {
  test('is reminded of twice, suspends its account at the last step, and lifts that when it is paid', async () => {
    begin('2026-08-10T00:00:00.000Z');
    lab('one', 100);
    fixture.at = '2026-10-01T00:00:00.000Z';
    const { document } = fixture.close('one', '2026-08');
    expect(document.dueDay).toBe('2026-10-31');
    const on = (day: string) => {
      fixture.at = `${day}T00:00:00.000Z`;
      fixture.sweep();
      const given = fixture.database
        .prepare<[], string>(`SELECT level || ' ' || reminded_at FROM reminders ORDER BY level`)
        .pluck()
        .all();
      const isSuspended = fixture.billing.accounts.suspensions('one', fixture.at).length > 0;
      return [given.map((text) => text.slice(0, 12)), isSuspended];
    };
    expect(on('2026-11-01')).toEqual([[], false]);
    expect(on('2026-11-02')).toEqual([[], false]);
    expect(on('2026-11-03')).toEqual([['1 2026-11-03'], false]);
    expect(on('2026-11-13')).toEqual([['1 2026-11-03'], false]);
    expect(on('2026-11-14')).toEqual([['1 2026-11-03', '2 2026-11-14'], false]);
    expect(on('2026-11-29')[1]).toBe(false);
    expect(on('2026-11-30')[1]).toBe(true);
    fixture.pay(document.invoiceId);
    fixture.write(() => fixture.billing.overdue.update(fixture.at));
    expect(fixture.billing.accounts.suspensions('one', fixture.at)).toEqual([]);
  });
});
