/** What the demo's decisions mean, and which of them people review. */
import type { ProfileDocument } from '../../shared/contract/profiles.ts';

const reasonCodes = [
  { code: 'R1', label: 'Documents show something else' },
  { code: 'R2', label: 'Another person is meant' },
  { code: 'R3', label: 'Outside of the policy' },
  { code: 'R4', label: 'Hardship' },
];

const nothing = {
  decided_at: null,
  subject: null,
  groups: [],
  version: { path: '/context/model_version' },
  amount: null,
  columns: [],
  reasons: null,
  small_group: 30,
} as const satisfies Partial<ProfileDocument>;

/** By model. */
export const demoProfiles = {
  'credit-scorer': {
    ...nothing,
    subject: { paths: ['/input/applicant'], match: 'folded' },
    outcome: {
      path: '/output/decision',
      favourable: ['APPROVE'],
      adverse: ['DECLINE'],
      undecided: ['REFER'],
    },
    groups: [{ name: 'Age', path: '/input/age', bands: [25, 40, 62] }],
    amount: { path: '/output/limit', currency: 'EUR' },
    columns: [
      { name: 'Income', path: '/input/income', kind: 'number' },
      { name: 'Region', path: '/input/region', kind: 'text' },
    ],
    reasons: { path: '/output/reasons' },
    review: {
      below: 0.5,
      undecided: false,
      second_person: true,
      sample_percent: 1,
      blind_percent: 50,
      due_hours: 72,
      reason_codes: reasonCodes,
    },
    rules: [
      {
        id: 'age',
        kind: 'impact_ratio',
        window: 'all',
        groups: ['Age'],
        below: [4, 5],
        chance: false,
      },
      {
        id: 'certainty',
        kind: 'drift',
        window: 'all',
        field: 'confidence',
        above: 0.25,
        // The first months of the newest release.
        baseline: { from: '2025-09-01', to: '2025-12-31' },
      },
      { id: 'declined', kind: 'outcome_rate', window: 'all', class: 'adverse', above: 0.5 },
    ],
  },
  'kyc-match': {
    ...nothing,
    subject: { paths: ['/input/subject/name/full'], match: 'folded' },
    outcome: {
      path: '/output/decision',
      favourable: ['CLEAR'],
      adverse: ['POSSIBLE_MATCH'],
      undecided: [],
    },
    review: {
      below: null,
      undecided: false,
      second_person: false,
      sample_percent: 2,
      blind_percent: 0,
      due_hours: 24,
      reason_codes: [],
    },
    rules: [{ id: 'silence', kind: 'silence', hours: 72 }],
  },
  'triage-net': {
    ...nothing,
    outcome: {
      path: '/output/decision',
      favourable: ['IMMEDIATE', 'VERY_URGENT', 'URGENT'],
      adverse: ['STANDARD', 'NON_URGENT'],
      undecided: [],
    },
    groups: [{ name: 'Sex', path: '/input/patient/sex' }],
    review: null,
  },
} satisfies Readonly<Record<string, ProfileDocument>>;
