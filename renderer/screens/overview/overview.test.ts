/** The overview leads where it says, to each profile in its order, and draws what it counts. */
import { describe, expect, test } from 'vitest';
import {
  attentionKinds,
  figureKinds,
  type Attention,
  type Figure,
} from '../../../shared/contract/overview.ts';
import { noAttention } from '../../../shared/ledger-attention.ts';
import { parseDecisionsSearch } from '../decisions/search.ts';
import { attentionAddress, dayAddress, figureAddress } from './addresses.ts';
import { busiestHour } from './busiest-hour.ts';
import { attentionInOrder, besides, inOrder, profileOrders, usualProfile } from './profiles.ts';
import { profiles, type Profile } from './search.ts';

const figure = (operation: string, query: Figure['query']): Figure => ({
  kind: 'decisions',
  operation_id: operation,
  query,
  value: 1,
  currency: null,
});

test.each([
  ['listRecords', {}, '#/decisions'],
  ['listRecords', { has_intervention: 'true' }, '#/decisions?has_intervention=true'],
  ['listRecords', { review: 'waiting' }, '#/review'],
  ['listModelCards', {}, '#/models'],
  ['listSessions', { status: 'active' }, '#/sessions?status=active'],
  ['listInvoices', { status: 'OVERDUE' }, '#/billing?tab=invoices&status=OVERDUE'],
  ['listPayouts', { status: 'FAILED' }, '#/payouts?status=FAILED'],
  [
    'getUsage',
    { start_date: '2026-11-01', end_date: '2026-11-21' },
    '#/billing?from=2026-11-01&to=2026-11-21&group=day',
  ],
  ['somethingNewer', {}, undefined],
])('a figure of %s %j opens %s', (operation, query, address) => {
  expect(figureAddress(figure(operation, query))).toBe(address);
});

test('a day opens the decisions of that day, in the words of their list', () => {
  const address = dayAddress('2026-10-31');
  const search = parseDecisionsSearch(
    Object.fromEntries(new URLSearchParams(address.split('?')[1])),
  );
  expect(search).toEqual({ start_date: '2026-10-31', end_date: '2026-10-31' });
});

test('everything that needs attention leads somewhere', () => {
  for (const kind of attentionKinds) {
    const item = {
      kind,
      severity: 'warn' as const,
      since: null,
      object_id: 'x_1',
      name: null,
      job: null,
      rule: null,
      count: null,
      share: null,
      amount: null,
      currency: null,
    };
    expect(attentionAddress(item)).toMatch(/^#\//);
  }
});

describe('A profile', () => {
  test('has every part once, and begins with what needs attention or the ledger', () => {
    for (const profile of profiles) {
      const { parts, figures, attention } = profileOrders[profile];
      expect(parts.toSorted()).toEqual(Object.keys(besides).toSorted());
      expect(['attention', 'ledger']).toContain(parts[0]);
      for (const kind of figures) expect(figureKinds).toContain(kind);
      expect(attention[0]).toBe('chain_break');
    }
  });

  test('puts what weighs more first, then its own kinds', () => {
    const item = (kind: Attention['kind'], severity: Attention['severity']) => ({
      ...noAttention,
      kind,
      severity,
    });
    const told = [
      item('chain_break', 'bad'),
      item('artifact_mismatch', 'bad'),
      item('backup_failed', 'warn'),
      item('invoice_overdue', 'warn'),
      item('review_waiting', 'info'),
    ];
    const kinds = (profile: Profile) =>
      attentionInOrder(told, profileOrders[profile].attention).map(({ kind }) => kind);
    expect(kinds('officer')).toEqual(told.map(({ kind }) => kind));
    expect(kinds('demo')).toEqual(told.map(({ kind }) => kind));
    expect(kinds('lab')).toEqual([
      'chain_break',
      'artifact_mismatch',
      'invoice_overdue',
      'backup_failed',
      'review_waiting',
    ]);
  });

  test('is that of the key, else that of the workspace', () => {
    expect(usualProfile('data_holder', 'demo')).toBe('holder');
    expect(usualProfile('ai_lab', 'local')).toBe('lab');
    expect(usualProfile('compliance', 'local')).toBe('officer');
    expect(usualProfile(null, 'demo')).toBe('demo');
    expect(usualProfile(undefined, undefined)).toBe('officer');
  });

  test('puts its figures first and leaves the others in their order', () => {
    const items = ['a', 'b', 'c', 'd'].map((kind) => ({ kind }));
    expect(inOrder(items, ['c', 'a']).map(({ kind }) => kind)).toEqual(['c', 'a', 'b', 'd']);
  });
});

test('the busiest hour of a day is told where it stands out', () => {
  expect([busiestHour([0, 1, 1]), busiestHour([0, 3, 3])]).toEqual([undefined, 1]);
});
