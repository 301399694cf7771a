/** An intervention being written: what is missing, what is sent, and that it outlives a reload. */
import { describe, expect, test } from 'vitest';
import { createInterventionSchema } from '../../../shared/contract/interventions.ts';
import type { Intervention } from '../../../shared/contract/interventions.ts';
import {
  bodyOf,
  draftKey,
  draftProblems,
  draftSchema,
  newDraft,
  secondWay,
  type DraftContext,
} from './intervene-draft.ts';
import { keepDraft, readDraft } from '../../state/kept-drafts.ts';

const ann = 'usr_00000000000000000000000001';
const bob = 'usr_00000000000000000000000002';
const hash = `sha256:${'0'.repeat(64)}`;
const output = { decision: 'decline', limit: 0 };
const context: DraftContext = {
  action: 'override',
  actor: { id: ann, role: 'officer' },
  isUnsigned: false,
  escalation: undefined,
  second_actor_required: false,
  codes: [],
  output,
  proposal: undefined,
};
const escalation: Intervention = {
  id: 'int_1',
  action: 'escalate',
  actor: { id: ann, role: 'officer' },
  created_at: '2026-01-01T00:00:00.000Z',
  hash,
};
const written = {
  ...newDraft('override', output, 'key'),
  outcome: '{"decision":"approve","limit":0.10}',
  reason: 'Collateral.',
};

function sent(draft: typeof written, about: DraftContext, supersedes?: string) {
  const {
    if_previous: previous,
    prepare: _prepare,
    ...body
  } = createInterventionSchema.parse(
    JSON.parse(
      // As it is sent to have its text prepared.
      bodyOf(draft, about, supersedes, hash).replace(
        /\}$/,
        about.isUnsigned ? '}' : ',"prepare":true}',
      ),
    ),
  );
  expect(previous).toBe(hash);
  return body;
}

describe('draftProblems', () => {
  test('an override takes a reason and another outcome than the one in effect', () => {
    const fresh = newDraft('override', output, 'key');
    expect(draftProblems(fresh, context)).toEqual({ reason: 'required', outcome: 'unchanged' });
    expect(draftProblems({ ...fresh, outcome: '[1]' }, context)).toMatchObject({
      outcome: 'notJson',
    });
    expect(draftProblems(written, context)).toEqual({});
  });

  test('an approval takes nothing but who', () => {
    const approve = { ...context, action: 'approve' as const };
    expect(draftProblems(newDraft('approve', output, 'key'), approve)).toEqual({});
  });

  test('who escalated needs another person, who decides later', () => {
    const about = { ...context, escalation };
    expect(secondWay(written, about)).toBe('later');
    expect(draftProblems(written, about)).toEqual({});
    expect(secondWay(written, { ...about, actor: { id: 'bob', role: 'head' } })).toBe('none');
    expect(secondWay(written, { ...about, actor: undefined })).toBe('none');
  });

  test('nobody completes a proposal of his own', () => {
    const proposal = { ...escalation, id: 'int_2', action: 'approve' as const };
    const about = { ...context, action: 'approve' as const, proposal };
    const draft = newDraft('approve', output, 'key');
    expect(draftProblems(draft, about)).toEqual({ 'signer.person_id': 'samePerson' });
    expect(draftProblems(draft, { ...about, actor: undefined })).toEqual({});
  });

  test('the meaning that makes a proposal cannot be typed', () => {
    expect(draftProblems({ ...written, meaning: ' proposal ' }, context)).toEqual({
      meaning: 'reserved',
    });
  });
});

describe('bodyOf', () => {
  test('sends the outcome as it was typed', () => {
    expect(bodyOf(written, context, undefined, hash)).toContain(`"outcome":${written.outcome}`);
    expect(sent(written, context)).toEqual({
      action: 'override',
      signer: ann,
      reason: 'Collateral.',
      outcome: { decision: 'approve', limit: 0.1 },
    });
  });

  test('names who acts where nobody signs', () => {
    const actor = { id: 'operator', role: 'operator' };
    const body = sent(written, { ...context, actor, isUnsigned: true });
    expect(body.actor).toEqual(actor);
    expect(body.signer).toBeUndefined();
  });

  test('a policy that takes two persons makes it a proposal', () => {
    const about = { ...context, second_actor_required: true };
    expect(sent(written, about)).toMatchObject({ meaning: 'proposal' });
  });

  test('completing sends the proposal’s own outcome, and replaces it', () => {
    const proposal: Intervention = {
      ...escalation,
      id: 'int_7',
      action: 'override',
      outcome: { decision: 'refer' },
    };
    const about = { ...context, actor: { id: bob, role: 'head' }, proposal };
    expect(sent(written, about)).toEqual({
      action: 'override',
      signer: bob,
      reason: 'Collateral.',
      outcome: { decision: 'refer' },
      supersedes: 'int_7',
    });
  });

  test('a retraction names what it takes back, and what was looked at line by line', () => {
    const draft = { ...newDraft('retract', output, 'key'), evidence_viewed: 'file 7\n\n call \n' };
    expect(sent(draft, { ...context, action: 'retract' }, 'int_3')).toEqual({
      action: 'retract',
      signer: ann,
      evidence_viewed: ['file 7', 'call'],
      supersedes: 'int_3',
    });
  });
});

describe('the kept draft', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };

  test('is read back for the same act on the same record only', () => {
    keepDraft(storage, draftKey('rec_1', 'override', undefined), written);
    expect(readDraft(storage, draftKey('rec_1', 'override', undefined), draftSchema)).toEqual(
      written,
    );
    expect(
      readDraft(storage, draftKey('rec_1', 'reverse', undefined), draftSchema),
    ).toBeUndefined();
    expect(readDraft(storage, draftKey('rec_1', 'override', 'int_1'), draftSchema)).toBeUndefined();
  });

  test('a text that is none is no draft, and full storage is no failure', () => {
    kept.set('broken', '{');
    expect(readDraft(storage, 'broken', draftSchema)).toBeUndefined();
    const full = {
      ...storage,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    expect(() => keepDraft(full, 'any', written)).not.toThrow();
  });
});
