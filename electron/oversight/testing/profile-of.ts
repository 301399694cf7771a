/** A decision profile as tests send it. */
import type { ProfileDocument } from '../../../shared/contract/profiles.ts';
import type { ReviewRules } from '../../../shared/contract/reviews.ts';

/** Rules of reviews that ask for nothing but what is told. */
export function reviewOf(changes: Partial<ReviewRules> = {}): ReviewRules {
  return {
    below: null,
    undecided: false,
    second_person: false,
    sample_percent: 0,
    blind_percent: 0,
    due_hours: null,
    reason_codes: [],
    ...changes,
  };
}

/** Profile of decisions like those of the tests: `output.decision` is approve or deny. */
export function profileOf(changes: Partial<ProfileDocument> = {}): ProfileDocument {
  return {
    outcome: {
      path: '/output/decision',
      favourable: ['approve'],
      adverse: ['deny'],
      undecided: [],
    },
    decided_at: null,
    subject: null,
    groups: [],
    version: null,
    amount: null,
    columns: [],
    reasons: null,
    review: null,
    small_group: 30,
    ...changes,
  };
}
