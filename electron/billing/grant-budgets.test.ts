/** Budgets of grants below the API: corrections give back, and what is kept of it is computed again. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '../../shared/contract/errors.ts';
import { DatasetsStore } from '../datasets/datasets-store.ts';
import { DatasetWriter } from '../datasets/dataset-writer.ts';
import type { RowFinding } from '../proof/row-finding.ts';
import { RowsCheck } from '../proof/rows-check.ts';
import { SessionWriter } from '../sessions/session-writer.ts';
import type { NewEvent } from '../webhooks/event-log.ts';
import { BillingFixture, centCard } from './testing/billing-fixture.ts';

const million = 1_000_000_000n;
let fixture: BillingFixture;
let session = '';
beforeEach(() => {
  fixture = new BillingFixture();
  fixture.account('acme');
  fixture.card('acme', centCard);
  session = fixture.open({ accountId: 'acme', datasetId: 'ds', holderId: 'mayo' });
  fixture.write(() => stand(session));
});
afterEach(() => fixture.remove());

/** A session on a grant with a budget of ten cents. */
function stand(sessionId: string): void {
  const { database, facts, sealer, createId, at } = fixture;
  const random = (bytes: number) => new Uint8Array(bytes);
  const events = { emit: (event: NewEvent) => void fixture.told.push(event) };
  const datasets = new DatasetsStore(database);
  new DatasetWriter(database, { facts, events, sealer, createId, random }).create(
    { dataset_id: 'ds', name: 'Rows', holder_id: 'mayo' },
    at,
    () => false,
  );
  const dataset = datasets.find('ds');
  if (dataset === undefined) throw new Error('There is no dataset.');
  facts.write('grants', 'grant_1', {
    set: {
      dataset_id: 'ds',
      account_id: 'acme',
      kind: 'rows',
      action: 'grant',
      granted_by: 'holder',
      operations: ['read'],
      starts_at: at,
      ends_at: '2027-11-10T00:00:00.000Z',
      budget_nanos: (million / 10n).toString(),
      created_at: at,
    },
    commit: { purpose: 'x' },
  });
  new SessionWriter(database, { facts, events, sealer }).open(
    { dataset_id: 'ds', purpose: 'x', ttl_seconds: 2_592_000 },
    {
      sessionId,
      dataset,
      allowed: ['read'],
      terms: { accountId: 'acme' },
      grantId: 'grant_1',
      openedBy: { id: 'operator', role: 'operator' },
      openerName: null,
    },
    at,
  );
}

const spent = () =>
  fixture.database
    .prepare<[], bigint>('SELECT spent_nanos FROM grants')
    .pluck()
    .safeIntegers()
    .get();
function use(records: number): string {
  try {
    fixture.use(session, { records });
    return 'served';
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}
function findings(): RowFinding[] {
  const found: RowFinding[] = [];
  for (const _step of new RowsCheck(fixture.database, (each) => void found.push(each)).run());
  return found.filter(({ table }) => table === 'grants');
}

test('A correction gives back what its event took', () => {
  expect([use(7), use(4), spent()]).toEqual([
    'served',
    'spending_limit_exceeded',
    (million * 7n) / 100n,
  ]);
  fixture.write(() => fixture.billing.meter.reverse(1, fixture.at));
  expect([spent(), use(10), use(1)]).toEqual([0n, 'served', 'spending_limit_exceeded']);
  expect(spent()).toBe(million / 10n);
  expect(findings()).toEqual([]);
});

test('What is kept as spent is what its events come to', () => {
  use(3);
  fixture.database.exec('UPDATE grants SET spent_nanos = spent_nanos - 1');
  expect(findings()).toEqual([
    {
      table: 'grants',
      row: '1',
      seq: 0,
      kind: 'altered',
      column: 'spent_nanos',
      expected: '30000000',
      actual: '29999999',
    },
  ]);
});
