/** The word in the Decision column, over the shapes that models answer in. */
import { describe, expect, test } from 'vitest';
import { isJsonObject, type JsonObject } from '../../../shared/contract/json.ts';
import { compactMembers, deriveDecision, toneOfWord } from './decision.ts';

describe('a well-known member', () => {
  test.each<[JsonObject, string, string]>([
    [{ decision: 'APPROVE', limit: 12_000 }, 'decision', 'APPROVE'],
    [{ limit: 12_000, Outcome: 'refer to  analyst' }, 'Outcome', 'refer to analyst'],
    [{ label: 3, scores: [0.1, 0.9] }, 'label', '3'],
    [{ result: { verdict: 'reject' } }, 'result.verdict', 'reject'],
  ])('%o', (output, source, word) => {
    expect(deriveDecision(output)).toMatchObject({ kind: 'word', source, word });
  });

  test('decision wins over label, label over score', () => {
    expect(deriveDecision({ score: 0.2, label: 'b', decision: 'a' })).toMatchObject({ word: 'a' });
    expect(deriveDecision({ score: 0.2, label: 'b' })).toMatchObject({ word: 'b' });
    expect(deriveDecision({ score: 0.2 })).toEqual({ kind: 'score', source: 'score', value: 0.2 });
  });
});

describe('a yes or no', () => {
  test.each<[JsonObject, string, boolean, string]>([
    [{ deny: 'no' }, 'denied', false, 'neutral'],
    [{ deny: 'yes' }, 'denied', true, 'mute'],
    [{ approved: true }, 'approved', true, 'neutral'],
    [{ approved: 0 }, 'approved', false, 'mute'],
    [{ is_fraud: false }, 'fraud', false, 'neutral'],
  ])('%o', (output, flag, yes, tone) => {
    expect(deriveDecision(output)).toMatchObject({ kind: 'flag', flag, yes, tone });
  });

  test('another value under such a name is no flag', () => {
    expect(deriveDecision({ approved: 'maybe' })).toEqual({
      kind: 'members',
      text: 'approved maybe',
    });
  });
});

test('anything else shows its first members', () => {
  expect(deriveDecision({ dose: 4.5, unit: 'mg', per: { day: 2 }, notes: ['a', 'b'] })).toEqual({
    kind: 'members',
    text: 'dose 4.5 · unit mg · per {…}',
  });
  expect(deriveDecision({})).toEqual({ kind: 'members', text: '' });
  expect(compactMembers({ decision: 'x', notes: ['a', 'b'] }, 'decision')).toBe('notes [2]');
});

test('a member named __proto__ is data', () => {
  const output: unknown = JSON.parse('{"__proto__":{"decision":"x"}}');
  expect(isJsonObject(output) && deriveDecision(output)).toMatchObject({
    source: '__proto__.decision',
    word: 'x',
  });
});

test('tones: refusals mute, calls for a person warn, red and green never', () => {
  expect(['DENIED', 'decline', 'not approved', 'Rejected'].map(toneOfWord)).toEqual(
    Array(4).fill('mute'),
  );
  expect(['URGENT', 'manual_review', 'escalate'].map(toneOfWord)).toEqual(Array(3).fill('warn'));
  expect(['HOLD', 'REFER', 'NON_URGENT', 'no alert'].map(toneOfWord)).toEqual(
    Array(4).fill('neutral'),
  );
  expect(['APPROVE', 'tier-2', 'benign', 'note'].map(toneOfWord)).toEqual(Array(4).fill('neutral'));
});
