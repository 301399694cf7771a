/** A decision on a record that waits: what it becomes, what is missing, what is sent and what its signer sees. */
import { describe, expect, test } from 'vitest';
import { createInterventionSchema } from '../../../shared/contract/interventions.ts';
import type { Review } from '../../../shared/contract/review-queue.ts';
import type { ReviewRules } from '../../../shared/contract/reviews.ts';
import {
  bodyOf,
  decisionOf,
  missingIn,
  newDecision,
  shownDecision,
  type DecisionText,
} from './decision-text.ts';

const at = '2026-01-01T00:00:00.000Z';
const hash = `sha256:${'0'.repeat(64)}`;
const eva = { id: 'usr_00000000000000000000000001', role: 'compliance_officer' };

function reviewOf(rules: Partial<ReviewRules> = {}, isBlind = false): Review {
  return {
    record_id: 'rec_1',
    model_id: 'scorer',
    created_at: at,
    outcome: 'deny',
    outcome_class: 'adverse',
    amount: null,
    currency: null,
    assignee: null,
    reason: isBlind ? 'second_review' : 'policy',
    since: at,
    due_at: null,
    is_blind: isBlind,
    previous_hash: hash,
    intervention_count: isBlind ? 1 : 0,
    record: { hash, output: { decision: 'deny', limit: 0 } },
    profile_id: 'prof_1',
    profile: {
      outcome: null,
      amount: null,
      review: {
        below: null,
        undecided: false,
        second_person: false,
        sample_percent: 0,
        blind_percent: 0,
        due_hours: null,
        reason_codes: [],
        ...rules,
      },
    },
    choices: [],
    counted: 0,
  };
}

const text: DecisionText = {
  ...newDecision,
  outcome: '{"limit":0,"decision":"approve"}',
  reason: ' Payslips. ',
  signer: { person_id: '', passphrase: '' },
};

describe('A decision', () => {
  test('that is what the model decided confirms it', () => {
    const same = { ...text, outcome: '{"limit":0,"decision":"deny"}' };
    expect(decisionOf(same, reviewOf())).toMatchObject({ action: 'approve', outcome: undefined });
    expect(missingIn({ ...same, reason: '' }, reviewOf())).toEqual([]);
  });

  test('that is another one replaces it, with a reason and its code', () => {
    const review = reviewOf({ reason_codes: [{ code: 'R1', label: 'Documents' }] });
    expect(missingIn({ ...text, reason: ' ' }, review)).toEqual(['reason', 'reason_code']);
    expect(missingIn({ ...text, reason_code: 'R1' }, review)).toEqual([]);
    expect(missingIn({ ...text, outcome: '' }, review)).toEqual(['outcome']);
    expect(missingIn({ ...text, outcome: '[1]' }, review)).toEqual(['outcome']);
  });

  test('is a proposal where the profile takes two persons', () => {
    expect(decisionOf(text, reviewOf({ second_person: true }))?.meaning).toBe('proposal');
    expect(decisionOf(text, reviewOf())?.meaning).toBeUndefined();
  });

  test('of a blind review is an annotation with an outcome, whatever it is', () => {
    const blind = reviewOf({ second_person: true }, true);
    expect(decisionOf(text, blind)).toMatchObject({
      action: 'annotate',
      meaning: 'second_review',
      outcome: { decision: 'approve', limit: 0 },
    });
    expect(missingIn({ ...text, reason: '' }, blind)).toEqual([]);
  });

  test('is sent as its signer sees it', () => {
    const review = reviewOf();
    const full = { ...text, reason_code: 'R1', evidence_viewed: 'input\nmodel output' };
    const decision = decisionOf(full, review);
    if (decision === undefined) throw new Error('It has an outcome.');
    const body = bodyOf(decision, review, { actor: eva, isUnsigned: false });
    const { prepare: _prepare, ...sent } = createInterventionSchema.parse({
      ...JSON.parse(body),
      prepare: true,
    });
    const said = {
      reason: 'Payslips.',
      reason_code: 'R1',
      outcome: { decision: 'approve', limit: 0 },
      evidence_viewed: ['input', 'model output'],
    };
    expect(sent).toEqual({ action: 'override', signer: eva.id, if_previous: hash, ...said });
    expect(shownDecision(decision, review, eva)).toMatchObject({
      members: { action: 'override', actor: eva, record_id: 'rec_1', n: 1, previous_hash: hash },
      values: said,
    });
  });
});
