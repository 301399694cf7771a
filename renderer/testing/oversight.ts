/** Figures of a made-up model, as the engine answers them. */
import {
  oversightSchema,
  type ClassCounts,
  type Counted,
  type FairnessRow,
  type Oversight,
} from '../../shared/contract/oversight.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import type { JsonObject } from '../../shared/contract/json.ts';

export function counted(count: number, where: JsonObject = {}): Counted {
  return { count, where: canonicalJson(where) };
}

function classesOf(favourable: number, adverse: number, undecided = 0): ClassCounts {
  return {
    favourable: counted(favourable, { outcome_class: 'favourable' }),
    adverse: counted(adverse, { outcome_class: 'adverse' }),
    undecided: counted(undecided, { outcome_class: 'undecided' }),
    unknown: counted(0, { outcome_class: 'unknown' }),
    absent: counted(0, { outcome: { $exists: false } }),
  };
}

/** A row of one or more groups, each by its name. */
export function fairnessRow(
  values: Readonly<Record<string, string>>,
  n: number,
  changes: Partial<FairnessRow> = {},
): FairnessRow {
  const named = Object.entries(values);
  const where = Object.fromEntries(named.map(([name, value]) => [`group.${name}`, value]));
  return {
    values: named.map(([name, value]) => ({ name, value })),
    n: counted(n, where),
    favourable: counted(n - 10, where),
    adverse: counted(10, where),
    undecided: counted(0, where),
    unknown: counted(0, where),
    absent: counted(0, where),
    is_reference: false,
    rate: { value: 0.7, low: 0.65, high: 0.75 },
    ratio: { value: 0.789966, low: 0.737792, high: 0.845831 },
    p: 2.3e-19,
    adjusted_p: 2.3e-19,
    shortfall: 64.6,
    adverse_ratio: 3.06,
    verdict: 'below',
    ...changes,
  };
}

const reference = {
  is_reference: true,
  rate: { value: 0.907398, low: 0.894, high: 0.919 },
  ratio: null,
  p: null,
  adjusted_p: null,
  shortfall: null,
  adverse_ratio: null,
  verdict: null,
} as const;

const nobody = counted(0);
const month = (from: number, favourable: number, adverse: number) => ({
  start: `1990-0${from}-01T00:00:00.000Z`,
  end: `1990-0${from + 1}-01T00:00:00.000Z`,
  decisions: counted(favourable + adverse, { decided_at: { $gte: `1990-0${from}` } }),
  classes: classesOf(favourable, adverse),
  adverse_share: { value: adverse / (favourable + adverse), low: 0.05, high: 0.2 },
});

/** The whole answer; February has no decisions. */
export function oversightOf(changes: Partial<Oversight> = {}): Oversight {
  return oversightSchema.parse({
    model_id: 'lending',
    basis: 'model',
    where: '{}',
    first_at: '1990-01-02T00:00:00.000Z',
    last_at: '1990-03-30T00:00:00.000Z',
    profile: {
      profile_id: 'prof_1',
      n: 2,
      outcomes: [
        { value: 'no', class: 'favourable' },
        { value: 'yes', class: 'adverse' },
      ],
      groups: [
        { name: 'race', field: 'group.race' },
        { name: 'single', field: 'group.single' },
      ],
      columns: [{ name: 'lvrat', field: 'column.lvrat', kind: 'number' }],
      currency: null,
      small_group: 30,
      being_applied: null,
    },
    figures: {
      decisions: counted(2_380),
      classes: classesOf(2_095, 285),
      decided: counted(2_380),
      rate: { value: 0.880252, low: 0.866592, high: 0.892687 },
      reviewed: counted(214, { reviewed: true }),
      changed: counted(31, { changed: true }),
      changed_of_reviewed: 0.145,
      changed_of_all: 0.013,
      median_review_ms: 11_520_000,
      p90_review_ms: 93_600_000,
      amounts: [],
      dated_by_recording: nobody,
      without_confidence: counted(12, { confidence: { $exists: false } }),
    },
    over_time: {
      interval: 'month',
      periods: [month(1, 900, 100), month(3, 1_195, 185)],
      left_out: nobody,
      versions: [
        { version: '2.0', first_at: '1990-01-02T00:00:00.000Z', records: counted(1_000) },
        { version: '2.1', first_at: '1990-03-05T00:00:00.000Z', records: counted(1_380) },
      ],
    },
    confidence: {
      bins: Array.from({ length: 10 }, (_, place) => ({
        from: place / 10,
        to: (place + 1) / 10,
        decisions: counted(place < 8 ? 0 : 100),
        classes: classesOf(place < 8 ? 0 : 90, place < 8 ? 0 : 10),
        sampled: null,
        confirmed: null,
        confirmed_share: null,
      })),
      mean: 0.9,
    },
    fairness: {
      groups: [
        {
          groups: ['race'],
          rows: [
            fairnessRow({ race: 'other' }, 2_041, reference),
            fairnessRow({ race: 'black' }, 339),
          ],
          without: counted(3, { 'group.race': { $exists: false } }),
          too_many: false,
          worst: 'below',
        },
        { groups: ['single'], rows: [], without: nobody, too_many: true, worst: null },
      ],
      crossed: null,
    },
    drift: {
      kind: 'first_half',
      baseline: { records: counted(1_190), from: null, to: null },
      current: { records: counted(1_190), from: null, to: null },
      fields: [
        {
          field: 'column.lvrat',
          buckets: [
            {
              kind: 'range',
              above: null,
              up_to: 0.5,
              value: null,
              baseline: counted(119, { 'column.lvrat': { $lte: 0.5 } }),
              current: counted(71, { 'column.lvrat': { $lte: 0.5 } }),
            },
          ],
          psi: 0.065118,
          expected: 0.015,
          mark: 0.028435,
          size: 'small',
          may_be_chance: false,
        },
      ],
    },
    people: {
      changes: [{ from: 'yes', to: 'no', records: counted(24, { changed: true }) }],
      unchanged: counted(183, { changed: false, reviewed: true }),
    },
    versions: [],
    policies: [],
    ...changes,
  });
}
