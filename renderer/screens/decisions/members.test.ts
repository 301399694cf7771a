/** Filter menu, "Filter by" of a row, chips, saved views and the columns of files go by one list of members. */
import { getFixedT } from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  askableMembers,
  decisionMembers,
  memberValue,
} from '../../../shared/oversight/decision-members.ts';
import { startTranslations } from '../../i18n/index.ts';
import { decisionProfile } from '../../testing/decisions.ts';
import {
  activeFields,
  chipText,
  fieldName,
  rowFilters,
  type DecisionsTranslate,
} from '../../ui/filter/decision-filters.ts';
import { readWhere } from '../../ui/filter/where.ts';
import { viewText } from '../../ui/list/saved-views.tsx';
import { parseSearchText } from '../../ui/places/search-text.ts';
import { decisionColumns } from './columns.tsx';
import { parseDecisionsSearch } from './search.ts';

let t: DecisionsTranslate;
beforeAll(() => {
  startTranslations();
  t = getFixedT('en', 'decisions');
});

const [profile] = decisionProfile.data;
const told = { ...profile?.profile, amount: { path: '/input/sum', currency: 'EUR' } };
const members = decisionMembers(told);
const hash = `sha256:${'0'.repeat(64)}`;
/** A decision with every member. */
const row = {
  id: 'rec_1',
  seq: 1,
  model_id: 'lending',
  output: { decision: 'declined' },
  confidence: 0.6,
  policy_id: 'lending-7',
  transaction_id: 'tx_1',
  hash,
  previous_hash: hash,
  created_at: '2026-02-03T10:00:00.000Z',
  interventions: [],
  facts: {
    outcome: 'declined',
    outcome_class: 'adverse',
    effect: 'approved',
    effect_class: 'favourable',
    decided_at: '2026-02-02T10:00:00.000Z',
    decided_from: 'profile' as const,
    version: '2.0.0',
    amount: 250,
    changed: true,
    reviewed: true,
    groups: { race: 'a' },
    columns: { income: 52_000 },
  },
};

describe('Every member', () => {
  test.each(members.map((member) => [member.field, member] as const))('%s', (field, member) => {
    // The row has it where the list says.
    const value = memberValue(row, member);
    expect(value).toBeDefined();
    // The menu offers it.
    expect(askableMembers(told).map((each) => each.field)).toContain(field);
    // A column of the grid, and so of each file, holds it.
    const columns = decisionColumns(t, 'utc', profile).filter(
      ({ data }) => data?.path === member.path,
    );
    expect(columns).toHaveLength(1);
    expect(columns[0]?.title).not.toBe('');
    // "Filter by" of the row asks for it, alone.
    const offered = rowFilters(row).filter((each) => each.field === field);
    expect(offered).toHaveLength(member.kind === 'number' ? 2 : 1);
    for (const { filter } of offered) {
      expect(Object.keys(readWhere(filter.where))).toEqual([field]);
      // Its chip says what it is and what it restricts to.
      expect(activeFields(filter)).toContain(field);
      expect(fieldName(field, t)).not.toBe(field);
      expect(chipText(filter, field, t)).not.toBe('');
      // A saved view and an address keep it.
      expect(parseDecisionsSearch(parseSearchText(viewText(filter)))).toEqual(filter);
    }
  });

  test('has a name of its own', () => {
    const names = members.map(({ field }) => fieldName(field, t));
    expect(new Set(names).size).toBe(names.length);
  });

  test('of a model without an outcome, or of all models, is what such decisions have', () => {
    const without = askableMembers({ ...told, outcome: null }).map(({ field }) => field);
    expect(without).not.toContain('outcome');
    expect(askableMembers(undefined).map(({ field }) => field)).toEqual([
      'outcome_class',
      'effect_class',
      'amount',
      'decided_at',
      'confidence',
      'policy_id',
      'changed',
      'reviewed',
      'transaction_id',
    ]);
  });
});
