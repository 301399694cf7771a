/** Rules as they are typed: each kind comes back as it was, and fractions are whole numbers. */
import { describe, expect, test } from 'vitest';
import { watchRuleSchema } from '../../../../shared/contract/rules.ts';
import { fractionIn, newRule, ruleOf, ruleTextOf, withKind } from './rule-form.ts';

const rules = [
  { id: 'a', kind: 'impact_ratio', window: 'all', groups: ['x', 'y'], below: [3, 4], chance: true },
  {
    id: 'b',
    kind: 'drift',
    window: 'month',
    field: 'confidence',
    above: 0.1,
    baseline: 'previous',
  },
  {
    id: 'c',
    kind: 'drift',
    window: 'all',
    field: 'column.x',
    above: 0.25,
    baseline: { from: '2026-01-01', to: '2026-03-31' },
  },
  { id: 'd', kind: 'changed_rate', window: 'quarter', above: 0.2, least: 5 },
  { id: 'e', kind: 'outcome_rate', window: '30d', class: 'undecided', below: 0.1, above: 0.4 },
  { id: 'f', kind: 'outcome_rate', window: '30d', class: 'favourable', below: 0.1 },
  { id: 'g', kind: 'silence', hours: 48 },
];

describe('A rule', () => {
  test.each(rules)('$id of the kind $kind is sent as it was read', (rule) => {
    expect(ruleOf(ruleTextOf(watchRuleSchema.parse(rule)))).toEqual(rule);
  });

  test('that is new has an id of its own, and what is usual for its kind', () => {
    const taken = new Set(['rule-1', 'rule-3']);
    const rule = newRule('impact_ratio', taken);
    expect([rule.id, rule.below]).toEqual(['rule-2', '4/5']);
    expect(ruleOf(withKind({ ...rule, field: 'confidence' }, 'drift'))).toEqual({
      id: 'rule-2',
      kind: 'drift',
      window: '30d',
      field: 'confidence',
      above: 0.25,
      baseline: 'previous',
    });
  });
});

test('a fraction is two whole numbers, and at most 1', () => {
  expect(fractionIn(' 4 / 5 ')).toEqual([4, 5]);
  expect(fractionIn('1/1')).toEqual([1, 1]);
  for (const text of ['', '0.8', '5/4', '0/5', '4/0', '4/5/6', '-4/5', '4,0/5']) {
    expect(fractionIn(text)).toBeUndefined();
  }
});
