/** A payout that was due and was not made is found where the clock looked; nothing is found in what may happen. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BillingFixture, centCard } from '../../billing/testing/billing-fixture.ts';
import { randomHistory } from '../../billing/testing/random-history.ts';
import type { Holder } from '../../billing/holder-accounts.ts';
import { rounds } from '../../testing/rounds.ts';
import type { RowFinding } from '../row-finding.ts';
import { checkPayouts } from './payouts.ts';

let fixture: BillingFixture;
beforeEach(() => {
  fixture = new BillingFixture('2026-01-05T00:00:00.000Z');
  fixture.account('lab');
  fixture.card('lab', centCard);
});
afterEach(() => fixture.remove());

const use = (holderId: string, records: number) => {
  const datasetId = `ds-${holderId}`;
  fixture.use(fixture.open({ accountId: 'lab', holderId, datasetId, seconds: 60 }), { records });
};
/** Bills and pays a month on a day of the next. */
const payMonth = (month: string, at: string) => {
  fixture.at = `${at}T01:00:00.000Z`;
  fixture.pay(fixture.close('lab', month).document.invoiceId);
};
const prefer = (holderId: string, changes: Partial<Holder> = {}) => {
  const usual = { frequency: 'MONTHLY', threshold: 1n, method: 'bank_transfer' } as const;
  const preferences = { ...usual, ...changes, holderId };
  fixture.write(() => fixture.billing.holderWriter.prefer(preferences, fixture.at));
};
const sweepAt = (at: string) => {
  fixture.at = at;
  return fixture.sweep().payouts;
};
const tamper = (sql: string) => void fixture.database.prepare(sql).run();

function findings({ database } = fixture): RowFinding[] {
  const found: RowFinding[] = [];
  for (const _step of checkPayouts(database, (finding) => found.push(finding)));
  return found;
}

describe('A payout that is due', () => {
  beforeEach(() => {
    for (const holderId of ['one', 'two']) {
      prefer(holderId);
      use(holderId, 1_000);
    }
    payMonth('2026-01', '2026-02-02');
  });
  const due = { kind: 'deleted', table: 'payout_preferences', row: 'two', column: 'amount' };

  test('is found where the clock paid another, once', () => {
    tamper(`UPDATE payout_preferences SET last_run_day = '2999-01-01' WHERE holder_id = 'two'`);
    expect(sweepAt('2026-03-04T00:00:00.000Z').created).toBe(1);
    expect(sweepAt('2026-03-05T00:00:00.000Z').completed).toBe(1);
    expect(findings()).toMatchObject([{ ...due, expected: '850', actual: null }]);
  });

  test('is found where the threshold was another for a while', () => {
    tamper(`UPDATE payout_preferences SET threshold = 9999 WHERE holder_id = 'two'`);
    sweepAt('2026-03-04T00:00:00.000Z');
    tamper(`UPDATE payout_preferences SET threshold = 1 WHERE holder_id = 'two'`);
    expect(findings()).toMatchObject([due]);
  });

  test('is none where it was made, also weeks late', () => {
    expect(findings()).toEqual([]);
    expect(sweepAt('2026-05-20T00:00:00.000Z').created).toBe(2);
    sweepAt('2026-05-20T00:01:00.000Z');
    expect(findings()).toEqual([]);
  });

  test('is none while nobody looks', () => {
    fixture.at = '2026-08-01T00:00:00.000Z';
    use('one', 5);
    fixture.write(() => fixture.billing.payoutRunner.runNow(fixture.at, 'one'));
    expect(findings()).toEqual([]);
  });

  test('is none in the span in which a run may have carried', () => {
    sweepAt('2026-03-01T00:00:00.000Z');
    sweepAt('2026-03-01T00:01:00.000Z');
    for (const holderId of ['one', 'two']) use(holderId, 500);
    // Nothing was there when April's run was due: what comes later in it is paid in May.
    sweepAt('2026-04-01T00:00:00.000Z');
    payMonth('2026-03', '2026-04-02');
    prefer('one', { frequency: 'DAILY' });
    expect(sweepAt('2026-04-03T00:00:00.000Z').created).toBe(1);
    expect(fixture.billing.holders.balance('two')).toBe(425n);
    expect(findings()).toEqual([]);
    sweepAt('2026-05-01T00:00:00.000Z');
    expect(fixture.billing.holders.balance('two')).toBe(0n);
    expect(findings()).toEqual([]);
  });

  test('is none before the threshold, nor for preferences that were changed', () => {
    prefer('two', { threshold: 851n });
    sweepAt('2026-03-04T00:00:00.000Z');
    prefer('two', { threshold: 850n });
    sweepAt('2026-03-05T00:00:00.000Z');
    expect(fixture.billing.holders.balance('two')).toBe(850n);
    expect(findings()).toEqual([]);
    prefer('two', { threshold: 850n, frequency: 'DAILY' });
    expect(sweepAt('2026-03-06T00:00:00.000Z').created).toBe(1);
    expect(findings()).toEqual([]);
  });

  test('waits for one that is on its way, and is due again where that failed', () => {
    prefer('two', { method: 'test_failing' });
    sweepAt('2026-03-04T00:00:00.000Z');
    expect(sweepAt('2026-04-04T00:00:00.000Z')).toMatchObject({ failed: 1, created: 1 });
    expect(findings()).toEqual([]);
    tamper(`UPDATE payout_preferences SET last_run_day = '2999-01-01' WHERE holder_id = 'two'`);
    use('one', 10);
    payMonth('2026-04', '2026-05-03');
    sweepAt('2026-05-04T00:00:00.000Z');
    expect(findings()).toMatchObject([due]);
  });
});

test('nothing is found in random histories', { timeout: 3_600_000 }, () => {
  for (let seed = 1; seed <= rounds({ usual: 1, all: 200 }); seed += 1) {
    const history = randomHistory(seed);
    try {
      for (let step = 0; step < 300; step += 1) history.step();
      expect(findings(history.fixture)).toEqual([]);
    } finally {
      history.fixture.remove();
    }
  }
});
