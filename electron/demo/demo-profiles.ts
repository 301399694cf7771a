/** What the demo's decisions mean, and which of them people review. */
import type { ProfileDocument } from '../../shared/contract/profiles.ts';
import { dateOf, type DemoCalendar } from './calendar.ts';

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

/**
 * By model, as they are confirmed first. Whether claims are paid is no outcome that somebody may like or not: who handles
 * one is all that its model decides, and its profile is left to whoever looks at the demo.
 */
export function demoProfiles(calendar: DemoCalendar) {
  return {
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
        below: null,
        undecided: false,
        second_person: true,
        sample_percent: 0,
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
          baseline: {
            from: dateOf(calendar.of(Date.UTC(2025, 8, 1))),
            to: dateOf(calendar.of(Date.UTC(2025, 11, 31))),
          },
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
        sample_percent: 0,
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
    'fraud-guard': {
      ...nothing,
      outcome: {
        path: '/output/decision',
        favourable: ['ALLOW'],
        adverse: ['BLOCK'],
        undecided: ['ESCALATE'],
      },
      // Its records do not say which release decided.
      version: null,
      columns: [
        { name: 'Risk', path: '/output/risk', kind: 'number' },
        { name: 'Country', path: '/input/payment/merchant/country', kind: 'text' },
      ],
      review: null,
    },
    'content-moderation': {
      ...nothing,
      outcome: {
        path: '/output/decision',
        favourable: ['KEEP'],
        adverse: ['REMOVE'],
        undecided: ['REVIEW'],
      },
      version: null,
      columns: [{ name: 'Label', path: '/output/label', kind: 'text' }],
      review: null,
    },
    'resume-ranker': {
      ...nothing,
      subject: { paths: ['/input/candidate/name'], match: 'folded' },
      outcome: {
        path: '/output/decision',
        favourable: ['SHORTLIST'],
        adverse: ['REJECT'],
        undecided: ['HOLD'],
      },
      columns: [
        { name: 'Experience', path: '/input/candidate/experience_years', kind: 'number' },
        { name: 'Rank', path: '/output/rank', kind: 'number' },
      ],
      review: null,
    },
    // It plans deliveries: it decides nothing about anybody.
    'route-planner': {
      ...nothing,
      outcome: null,
      columns: [{ name: 'Saving', path: '/output/saving', kind: 'number' }],
      review: null,
    },
  } satisfies Readonly<Record<string, ProfileDocument>>;
}

/** The profiles that first ask for reviews of what nobody escalated: what was decided before waits since then. */
export function demoReviews(calendar: DemoCalendar) {
  const profiles = demoProfiles(calendar);
  return {
    'credit-scorer': {
      ...profiles['credit-scorer'],
      review: { ...profiles['credit-scorer'].review, below: 0.5, sample_percent: 1 },
    },
    'kyc-match': {
      ...profiles['kyc-match'],
      review: { ...profiles['kyc-match'].review, sample_percent: 2 },
    },
  } satisfies Readonly<Record<string, ProfileDocument>>;
}
