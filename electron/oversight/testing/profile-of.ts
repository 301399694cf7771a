/** A decision profile as tests send it. */
import type { ProfileDocument } from '../../../shared/contract/profiles.ts';

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
    small_group: 30,
    ...changes,
  };
}
