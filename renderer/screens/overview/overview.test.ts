/** The overview leads where it says, and is whose the key says. */
import { describe, expect, test } from 'vitest';
import {
  attentionKinds,
  dueKinds,
  type Attention,
  type Due,
} from '../../../shared/contract/overview.ts';
import { noAttention } from '../../../shared/ledger-attention.ts';
import { parseDecisionsSearch } from '../decisions/search.ts';
import { parsePersonsSearch } from '../persons/search.ts';
import { parseDueSearch } from '../review/search.ts';
import {
  activityAddress,
  attentionAddress,
  dayAddress,
  dueAddress,
  requestsAddress,
  reviewAddress,
} from './addresses.ts';
import { busiestHour } from './busiest-hour.ts';
import { usualProfile } from './search.ts';

const searchOf = (address: string) =>
  Object.fromEntries(new URLSearchParams(address.split('?')[1] ?? ''));

const attention = (kind: Attention['kind'], more: Partial<Attention> = {}): Attention => ({
  ...noAttention,
  kind,
  severity: 'warn',
  object_id: 'x_1',
  ...more,
});

const due: Due = {
  kind: 'review',
  due: '2026-11-24T09:00:00.000Z',
  object_id: 'x_1',
  name: null,
  model_id: 'credit-scorer',
  reason: 'escalated',
  asks: [],
  count: 3,
  amount: null,
  currency: null,
};

describe('What leads to a list', () => {
  test('is read by the decisions as it was counted', () => {
    expect(parseDecisionsSearch(searchOf(dayAddress('2026-10-31')))).toEqual({
      start_date: '2026-10-31',
      end_date: '2026-10-31',
    });
    const query = { model_id: 'm', start_date: '2026-10-01', end_date: '2026-10-30' };
    const address = attentionAddress(attention('decisions_without_card', { count: 4, query }));
    expect(address).toMatch(/^#\/decisions\?/);
    expect(parseDecisionsSearch(searchOf(address))).toEqual(query);
  });

  test('is read by the queue', () => {
    expect(reviewAddress()).toBe('#/review');
    expect(parseDueSearch(searchOf(attentionAddress(attention('review_late'))))).toEqual({
      is_late: 'true',
    });
    expect(parseDueSearch(searchOf(dueAddress(due)))).toEqual({
      model_id: 'credit-scorer',
      reason: 'escalated',
    });
  });

  test('is read by the requests of persons', () => {
    expect(parsePersonsSearch(searchOf(requestsAddress('open')))).toEqual({ urgency: 'open' });
  });
});

test.each(attentionKinds)('%s leads somewhere', (kind) => {
  expect(attentionAddress(attention(kind))).toMatch(/^#\//);
});

test.each(dueKinds)('a %s that is due leads somewhere', (kind) => {
  expect(dueAddress({ ...due, kind })).toMatch(/^#\//);
});

test('the decisions of a day open that day, a request its page', () => {
  const item = { at: '2026-11-21T00:00:00.000Z', name: null, count: 5, state: null } as const;
  const none = { amount: null, currency: null };
  expect(activityAddress({ ...item, ...none, kind: 'record', object_id: '2026-11-21' })).toBe(
    '#/decisions?start_date=2026-11-21&end_date=2026-11-21',
  );
  expect(activityAddress({ ...item, ...none, kind: 'person_request', object_id: 'preq_1' })).toBe(
    '#/persons/preq_1',
  );
});

test('A profile is that of the key, else that of the workspace', () => {
  expect(usualProfile('data_holder', 'demo')).toBe('holder');
  expect(usualProfile('ai_lab', 'local')).toBe('lab');
  expect(usualProfile('compliance', 'local')).toBe('officer');
  expect(usualProfile(null, 'demo')).toBe('demo');
  expect(usualProfile(undefined, undefined)).toBe('officer');
});

test('the busiest hour of a day is told where it stands out', () => {
  expect([busiestHour([0, 1, 1]), busiestHour([0, 3, 3])]).toEqual([undefined, 1]);
});
