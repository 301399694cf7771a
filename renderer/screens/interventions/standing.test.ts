/** What still counts of the interventions on a record, and whom a decision takes. */
import { describe, expect, test } from 'vitest';
import type { Intervention } from '../../../shared/contract/interventions.ts';
import {
  eyesOf,
  isProposal,
  openEscalation,
  replacedOnes,
  secondNeededFor,
  wordOfAct,
} from './standing.ts';

const hash = `sha256:${'0'.repeat(64)}`;

function act(
  id: string,
  action: Intervention['action'],
  by: string,
  more: Partial<Intervention> = {},
): Intervention {
  return {
    id,
    action,
    actor: { id: by, role: 'officer' },
    created_at: '2026-01-01T00:00:00.000Z',
    hash,
    ...more,
  };
}

const signedBy = (by: string) => ({
  signature: { at: '2026-01-01T00:00:00.000Z', by, key: '00000000', value: '' },
});

const escalated = act('int_1', 'escalate', 'ann');
const proposed = act('int_2', 'approve', 'ann', { meaning: 'proposal' });

describe('openEscalation', () => {
  test('waits until somebody decides; a remark and a proposal do not', () => {
    expect(openEscalation([escalated])).toBe(escalated);
    expect(openEscalation([escalated, act('int_2', 'annotate', 'bob')])).toBe(escalated);
    expect(openEscalation([escalated, proposed])).toBe(escalated);
    expect(openEscalation([escalated, act('int_2', 'approve', 'bob')])).toBeUndefined();
  });

  test('is over when it was retracted, or is about to be replaced', () => {
    const retraction = act('int_2', 'retract', 'ann', { supersedes: 'int_1' });
    expect(openEscalation([escalated, retraction])).toBeUndefined();
    expect(openEscalation([escalated], 'int_1')).toBeUndefined();
  });

  test('opens again when the decision on it is retracted', () => {
    const decision = act('int_2', 'approve', 'bob');
    const retraction = act('int_3', 'retract', 'bob', { supersedes: 'int_2' });
    expect(openEscalation([escalated, decision, retraction])).toBe(escalated);
  });
});

describe('secondNeededFor', () => {
  const free = { second_actor_required: false };
  test('who escalated does not decide alone, anybody else does', () => {
    expect(secondNeededFor('approve', 'ann', escalated, free)).toBe('escalation');
    expect(secondNeededFor('approve', 'bob', escalated, free)).toBeUndefined();
  });
  test('a policy asks for two persons to decide, not to remark or to escalate', () => {
    const strict = { second_actor_required: true };
    expect(secondNeededFor('override', 'bob', undefined, strict)).toBe('policy');
    expect(secondNeededFor('annotate', 'bob', undefined, strict)).toBeUndefined();
    expect(secondNeededFor('escalate', 'bob', undefined, strict)).toBeUndefined();
  });
});

describe('replacedOnes', () => {
  test('tells a retraction, a correction and a proposal that was completed', () => {
    const all = [
      proposed,
      act('int_3', 'approve', 'bob', {
        supersedes: 'int_2',
        ...signedBy('bob'),
      }),
      act('int_4', 'override', 'bob', { supersedes: 'int_3' }),
      act('int_5', 'retract', 'bob', { supersedes: 'int_4' }),
    ];
    expect([...replacedOnes(all)].map(([id, { kind, by }]) => [id, kind, by.id])).toEqual([
      ['int_2', 'completed', 'int_3'],
      ['int_3', 'corrected', 'int_4'],
      ['int_4', 'retracted', 'int_5'],
    ]);
  });
});

describe('eyesOf', () => {
  test('who signed its proposal, or who escalated it before', () => {
    const decision = act('int_2', 'approve', 'bob');
    expect(eyesOf(decision, [escalated])).toEqual({ first: 'ann', second: 'bob' });
    expect(eyesOf(decision, [])).toBeUndefined();
    const signed = { ...proposed, ...signedBy('ann') };
    const seconded = act('int_3', 'approve', 'bob', { supersedes: 'int_2', ...signedBy('bob') });
    expect(eyesOf(seconded, [signed])).toEqual({ first: 'ann', second: 'bob' });
  });

  test('names that were typed are no second pair, nor is a second act of one person', () => {
    const signed = { ...proposed, ...signedBy('ann') };
    const seconded = act('int_3', 'approve', 'bob', { supersedes: 'int_2' });
    expect(eyesOf(seconded, [signed])).toBeUndefined();
    expect(eyesOf({ ...seconded, ...signedBy('bob') }, [proposed])).toBeUndefined();
    expect(eyesOf({ ...seconded, ...signedBy('ann') }, [signed])).toBeUndefined();
  });

  test('a proposal has had one pair only', () => {
    expect(isProposal(proposed)).toBe(true);
    expect(eyesOf(proposed, [escalated])).toBeUndefined();
  });
});

test('what waits for a second person is called proposed, until that one decides', () => {
  expect(wordOfAct(proposed)).toBe('proposed.approve');
  expect(wordOfAct(act('int_2', 'override', 'ann', { meaning: 'proposal' }))).toBe(
    'proposed.override',
  );
  const seconded = { supersedes: 'int_2', ...signedBy('bob') };
  expect(wordOfAct(act('int_3', 'override', 'bob', seconded))).toBe('done.override');
  expect(wordOfAct(act('int_1', 'override', 'ann', { meaning: 'in short' }))).toBe('done.override');
  expect(wordOfAct(escalated)).toBe('done.escalate');
});
