/** Decisions of a made-up model, as the engine counts them. */
import { profileListSchema } from '../../shared/contract/profiles.ts';
import {
  recordFacetsSchema,
  recordHistogramSchema,
  type FieldFacet,
} from '../../shared/contract/records.ts';
import { instantOf, nextStart } from '../ui/charts/time-axis.ts';

const none = { values: [], absent: 0, least: null, greatest: null };
const facet = (field: string, changes: Partial<FieldFacet>): FieldFacet => ({
  field,
  ...none,
  ...changes,
});

export const decisionFacets = recordFacetsSchema.parse({
  total: 900,
  models: [
    { model_id: 'lending', count: 600 },
    { model_id: 'claims', count: 300 },
  ],
  policies: [],
  fields: [
    facet('model_id', {
      values: [
        { value: 'lending', count: 600 },
        { value: 'claims', count: 300 },
      ],
    }),
    facet('outcome', {
      values: [
        { value: 'approved', count: 400 },
        { value: 'declined', count: 150 },
        { value: { other: true }, count: 2 },
      ],
      absent: 3,
    }),
    facet('outcome_class', { values: [{ value: 'adverse', count: 150 }], absent: 300 }),
    facet('version', { values: [{ value: '2.0.0', count: 600 }] }),
    facet('policy_id', {
      values: Array.from({ length: 9 }, (_, n) => ({ value: `policy-${n}`, count: 90 - n })),
    }),
    facet('group.race', { values: [{ value: 'a', count: 1 }] }),
    facet('changed', { values: [{ value: false, count: 600 }] }),
    facet('confidence', {
      bins: [0, 0, 0, 0, 0, 40, 60, 100, 200, 200],
      least: 0.5,
      greatest: 0.99,
    }),
  ],
});

export const decisionProfile = profileListSchema.parse({
  data: [
    {
      profile_id: 'prof_1',
      model_id: 'lending',
      n: 1,
      created_at: '2026-01-01T00:00:00.000Z',
      actor: { id: 'usr_1', role: 'compliance_officer' },
      profile: {
        outcome: {
          path: '/output/decision',
          favourable: ['approved'],
          adverse: ['declined'],
          undecided: [],
        },
        decided_at: { path: '/context/decided_at', format: 'iso' },
        amount: null,
        groups: [{ name: 'race', path: '/context/groups/race' }],
        columns: [{ name: 'income', path: '/input/income', kind: 'number' }],
      },
    },
  ],
});

/** As many decisions in each month as is said, from August 2026 on. */
export function decisionHistogram(totals: readonly number[]) {
  let start = '2026-08-01';
  const periods = totals.map((total) => {
    const [from, to] = [start, nextStart(start, 'month')];
    start = to;
    return { start: instantOf(from), end: instantOf(to), ...counts(total) };
  });
  const total = totals.reduce((sum, each) => sum + each, 0);
  return recordHistogramSchema.parse({
    ...counts(total),
    interval: 'month',
    by_recording: 0,
    periods: periods.filter((period) => period.total > 0),
    left_out: 0,
  });
}

/** One in ten is adverse. */
function counts(total: number) {
  const adverse = Math.floor(total / 10);
  return {
    total,
    classes: { favourable: total - adverse, adverse, undecided: 0, unknown: 0, absent: 0 },
    without_confidence: total,
    mean_confidence: null,
    confidence: Array.from({ length: 10 }, () => 0),
  };
}
