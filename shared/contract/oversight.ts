/**
 * Figures of oversight: what a model decides, how often people changed it, and how groups compare (extensions;
 * docs/oversight.md). Every count carries the filter of the records behind it: `GET /records` with that `model_id` and
 * `where` has as many.
 */
import { driftSizes } from '../oversight/psi.ts';
import { fairnessVerdicts } from '../oversight/rates.ts';
import * as z from './when-asked.ts';
import { instantSchema, oneOf, queryInteger } from './common.ts';
import { fault } from './faults.ts';
import { limits } from './limits.ts';
import { artifactOutcomes } from './models.ts';
import { columnKinds, outcomeClasses } from './profiles.ts';
import type { Route } from './route.ts';

/** By which outcome decisions are counted: as the model recorded it, or as it is in effect after people acted. */
export const bases = ['model', 'effect'] as const;
export type Basis = (typeof bases)[number];

export const oversightIntervals = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type OversightInterval = (typeof oversightIntervals)[number];

/** Classes that are counted: `unknown` is a value that the profile has in no class, `absent` no value at all. */
export const countedClasses = [...outcomeClasses, 'unknown', 'absent'] as const;
export type CountedClass = (typeof countedClasses)[number];

const whereText = z.string().meta({
  description: 'Canonical JSON; with the `model_id` the filter of the list of these records',
});

/** A number of records with the filter that selects them. */
export const countedSchema = z
  .object({ count: z.int(), where: whereText })
  .meta({ id: 'CountedRecords' });
export type Counted = z.infer<typeof countedSchema>;

/** A value of a profile's member as it is told; `{"other": true}` for texts too long, or too many, to be told apart. */
export const factValueSchema = z
  .union([z.null(), z.boolean(), z.number(), z.string(), z.object({ other: z.literal(true) })])
  .meta({ id: 'FactValue' });
export type FactValue = z.infer<typeof factValueSchema>;

/** A share with its interval at 95 %. */
const shareSchema = z
  .object({ value: z.number(), low: z.number(), high: z.number() })
  .meta({ id: 'ShareWithInterval' });
export type ShareWithInterval = z.infer<typeof shareSchema>;

const classCounts = z
  .object({
    favourable: countedSchema,
    adverse: countedSchema,
    undecided: countedSchema,
    unknown: countedSchema,
    absent: countedSchema,
  } satisfies Record<CountedClass, typeof countedSchema>)
  .meta({ id: 'ClassCounts' });
export type ClassCounts = z.infer<typeof classCounts>;

const profileWords = z.object({ profile_id: z.string(), n: z.int() });

/** A newer profile whose facts are being made; figures are by the earlier one until then. */
export const profileBeingAppliedSchema = profileWords
  .extend({
    done: z.int().meta({ description: 'Records whose facts are made' }),
    all: z.int(),
  })
  .meta({ id: 'ProfileBeingApplied' });
export type ProfileBeingApplied = z.infer<typeof profileBeingAppliedSchema>;

/** The profile that figures are by, as far as the screen draws from it. */
const profileInForceSchema = profileWords
  .extend({
    outcomes: z
      .array(z.object({ value: factValueSchema, class: oneOf(outcomeClasses) }))
      .nullable()
      .meta({ description: 'null: it decides nothing about anybody, so there are no rates' }),
    groups: z
      .array(z.object({ name: z.string(), field: z.string() }))
      .nullable()
      .meta({ description: 'null to a lab' }),
    columns: z.array(z.object({ name: z.string(), field: z.string(), kind: oneOf(columnKinds) })),
    currency: z.string().nullable().meta({ description: 'null where it names no amount' }),
    small_group: z.int(),
    being_applied: profileBeingAppliedSchema.nullable(),
  })
  .meta({ id: 'ProfileInForce' });

const figuresSchema = z
  .object({
    decisions: countedSchema,
    classes: classCounts,
    decided: countedSchema.meta({ description: 'Favourable or adverse: what rates are of' }),
    rate: shareSchema.nullable().meta({
      description: 'Favourable of those decided (Wilson); null without any',
    }),
    reviewed: countedSchema.meta({ description: 'A decision of a person stands on them' }),
    changed: countedSchema.meta({ description: 'What is in effect is a person’s' }),
    changed_of_reviewed: z.number().nullable(),
    changed_of_all: z.number().nullable(),
    median_review_ms: z
      .number()
      .nullable()
      .meta({ description: 'From when it began to wait to the first decision of a person' }),
    p90_review_ms: z.number().nullable(),
    amounts: z.array(
      z.object({
        currency: z.string(),
        sum: z.number().meta({ description: 'To two decimals' }),
        records: countedSchema.meta({ description: 'Those that have an amount' }),
        by_class: z.array(
          z.object({ class: oneOf(countedClasses), sum: z.number(), records: countedSchema }),
        ),
      }),
    ),
    dated_by_recording: countedSchema.meta({
      description: 'Without a time of their own: the time of recording stands for it',
    }),
    without_confidence: countedSchema,
  })
  .meta({ id: 'OversightFigures' });

const overTimeSchema = z
  .object({
    interval: oneOf(oversightIntervals).meta({
      description: 'As asked, or the next longer one that has at most 400 periods with decisions',
    }),
    periods: z
      .array(
        z.object({
          start: instantSchema,
          end: instantSchema.meta({ description: 'The first instant behind it' }),
          decisions: countedSchema,
          classes: classCounts,
          adverse_share: shareSchema.nullable().meta({
            description: 'Adverse of those decided (Wilson); null without any',
          }),
        }),
      )
      .meta({ description: 'In order, UTC, weeks from Monday; those without decisions left out' }),
    left_out: countedSchema.meta({
      description: 'Decisions of the earliest periods, where there are more than 400 years',
    }),
    versions: z
      .array(
        z.object({
          version: factValueSchema,
          first_at: instantSchema.meta({ description: 'Its first decision within the filter' }),
          records: countedSchema,
        }),
      )
      .meta({ description: 'By first decision; at most 50' }),
  })
  .meta({ id: 'OversightOverTime' });

const confidenceSchema = z
  .object({
    bins: z
      .array(
        z.object({
          from: z.number(),
          to: z.number().meta({ description: 'Not in it, but for 1 in the last' }),
          decisions: countedSchema,
          classes: classCounts,
          sampled: countedSchema.nullable().meta({
            description:
              'Reviewed records among those that the profile’s sample drew; null where it draws none',
          }),
          confirmed: countedSchema.nullable().meta({
            description: 'Of those sampled: what people left as it was',
          }),
          confirmed_share: shareSchema.nullable(),
        }),
      )
      .meta({ description: 'Ten, [0, 0.1) to [0.9, 1]' }),
    mean: z.number().nullable(),
  })
  .meta({ id: 'OversightConfidence' });

const fairnessRowSchema = z
  .object({
    values: z
      .array(z.object({ name: z.string(), value: factValueSchema }))
      .meta({ description: 'One of each group of the table' }),
    n: countedSchema.meta({ description: 'Favourable or adverse' }),
    favourable: countedSchema,
    adverse: countedSchema,
    undecided: countedSchema,
    unknown: countedSchema,
    absent: countedSchema,
    is_reference: z.boolean(),
    rate: shareSchema.nullable(),
    ratio: z
      .object({
        value: z.number(),
        low: z.number().nullable(),
        high: z.number().nullable(),
      })
      .nullable()
      .meta({ description: 'Rate by that of the reference (Katz); null for the reference' }),
    p: z.number().nullable().meta({
      description: 'Fisher, two-sided; 0 is less than 10^-300; null for the reference',
    }),
    adjusted_p: z.number().nullable().meta({ description: 'Holm; null for a group that is small' }),
    shortfall: z
      .number()
      .nullable()
      .meta({ description: 'Favourable decisions missing at the reference’s rate' }),
    adverse_ratio: z.number().nullable(),
    verdict: oneOf(fairnessVerdicts)
      .nullable()
      .meta({ description: 'null for the reference, and without any decision' }),
  })
  .meta({ id: 'FairnessRow' });
export type FairnessRow = z.infer<typeof fairnessRowSchema>;

const fairnessTableSchema = z
  .object({
    groups: z.array(z.string()).meta({ description: 'Names: one, or those that are crossed' }),
    rows: z.array(fairnessRowSchema).meta({
      description: 'Most decisions first; combinations that nobody is in are left out',
    }),
    without: countedSchema.meta({ description: 'Records that lack one of the groups' }),
    too_many: z
      .boolean()
      .meta({ description: 'More than 200 values: it is told as no group, and has no rows' }),
    worst: oneOf(fairnessVerdicts)
      .nullable()
      .meta({ description: 'What weighs most of its verdicts: below, below_by_chance, differs …' }),
  })
  .meta({ id: 'FairnessTable' });
export type FairnessTable = z.infer<typeof fairnessTableSchema>;

const bucketSchema = z
  .object({
    kind: oneOf(['range', 'value', 'other', 'absent']),
    above: z.number().nullable().meta({ description: 'Of a range: not in it; null is open' }),
    up_to: z.number().nullable().meta({ description: 'Of a range: in it; null is open' }),
    value: factValueSchema.nullable().meta({ description: 'Of a single value' }),
    baseline: countedSchema,
    current: countedSchema,
  })
  .meta({ id: 'DriftBucket' });

const driftFieldSchema = z
  .object({
    field: z.string().meta({ description: 'As a filter names it, such as group.afam' }),
    buckets: z.array(bucketSchema),
    psi: z.number().nullable().meta({ description: 'null below a hundred in either window' }),
    expected: z.number().nullable().meta({ description: 'Of chance alone' }),
    mark: z.number().nullable().meta({ description: 'Exceeded by chance in one case of twenty' }),
    size: oneOf(driftSizes).nullable(),
    may_be_chance: z.boolean().nullable().meta({ description: 'Below the mark' }),
  })
  .meta({ id: 'DriftField' });

const driftWindow = z.object({
  records: countedSchema,
  from: instantSchema.nullable().meta({ description: 'null: open' }),
  to: instantSchema.nullable().meta({ description: 'The first instant behind it; null: open' }),
});

const driftSchema = z
  .object({
    kind: oneOf(['previous', 'first_half', 'days']).meta({
      description:
        'previous: as long, just before the filter’s dates; first_half: the earlier half of the filter’s decisions against the later; days: those that were asked for',
    }),
    baseline: driftWindow,
    current: driftWindow,
    fields: z
      .array(driftFieldSchema)
      .meta({ description: 'Those that stray most beyond chance first' }),
  })
  .meta({ id: 'OversightDrift' });

const peopleSchema = z
  .object({
    changes: z
      .array(z.object({ from: factValueSchema, to: factValueSchema, records: countedSchema }))
      .meta({ description: 'What people changed: from the model’s outcome to theirs; at most 20' }),
    unchanged: countedSchema.meta({ description: 'Reviewed, and left as it was' }),
  })
  .meta({ id: 'OversightPeople' });

const choiceSchema = z
  .object({ value: factValueSchema, records: countedSchema })
  .meta({ id: 'FilterChoice' });

/** The answer of `GET /oversight`: the whole screen of one model. */
export const oversightSchema = z
  .object({
    model_id: z.string(),
    basis: oneOf(bases),
    where: whereText.meta({ description: 'The filter that was asked, as canonical JSON' }),
    first_at: instantSchema.nullable().meta({ description: 'The earliest decision of the filter' }),
    last_at: instantSchema.nullable(),
    profile: profileInForceSchema,
    figures: figuresSchema,
    over_time: overTimeSchema,
    confidence: confidenceSchema,
    fairness: z
      .object({
        groups: z.array(fairnessTableSchema).meta({ description: 'A table for each group' }),
        crossed: fairnessTableSchema.nullable().meta({ description: 'Of `groups`, where asked' }),
      })
      .nullable()
      .meta({ description: 'null to a lab, and where the profile has no outcome' }),
    drift: driftSchema,
    people: peopleSchema,
    versions: z.array(choiceSchema).meta({ description: 'To choose from; most frequent first' }),
    policies: z.array(choiceSchema).meta({ description: 'To choose from; most frequent first' }),
  })
  .meta({ id: 'Oversight' });
export type Oversight = z.infer<typeof oversightSchema>;

/** How the card of a model stands: its newest version, and what was last found of that version’s artifact. */
const modelCardStateSchema = z
  .object({
    version: z.string(),
    names_limitations: z.boolean(),
    artifact: oneOf([...artifactOutcomes, 'unchecked']),
  })
  .meta({ id: 'ModelCardState' });
export type ModelCardState = z.infer<typeof modelCardStateSchema>;

/** One model among all: a row of the list. */
export const oversightModelSchema = z
  .object({
    model_id: z.string(),
    profile: profileWords.nullable().meta({ description: 'null: nobody said what an outcome is' }),
    being_applied: profileBeingAppliedSchema.nullable(),
    card: modelCardStateSchema.nullable().meta({ description: 'null: nobody registered it' }),
    decisions: countedSchema,
    over_time: z
      .array(z.int())
      .meta({ description: 'Decisions in each period of `axis`, in its order' }),
    last_at: instantSchema.nullable(),
    classes: classCounts.nullable().meta({ description: 'null without an outcome' }),
    rate: shareSchema.nullable(),
    reviewed: countedSchema.nullable(),
    changed: countedSchema.nullable(),
    changed_of_reviewed: z.number().nullable(),
    changed_of_all: z.number().nullable(),
    mean_confidence: z.number().nullable(),
    has_groups: z.boolean().meta({ description: 'Whether the profile names any; false to a lab' }),
    fairness: z
      .object({ group: z.string(), row: fairnessRowSchema })
      .nullable()
      .meta({ description: 'The row whose verdict weighs most; null to a lab, and without any' }),
    drift: z
      .object({
        field: z.string(),
        psi: z.number(),
        size: oneOf(driftSizes),
        may_be_chance: z.boolean(),
      })
      .nullable()
      .meta({
        description:
          'What strays most from the days before the filter’s, or between the halves of its decisions; never the version, which differs by nature',
      }),
  })
  .meta({ id: 'OversightModel' });
export type OversightModel = z.infer<typeof oversightModelSchema>;

/** The decisions of all models together. Only models with a profile have reviewed and changed ones. */
const allModelsSchema = z
  .object({
    decisions: countedSchema,
    before: countedSchema.nullable().meta({
      description: 'In the days before, as many; null where the filter has no first date',
    }),
    reviewed: countedSchema,
    changed: countedSchema,
    changed_of_reviewed: z.number().nullable(),
    changed_of_all: z.number().nullable(),
    median_review_ms: z.number().nullable(),
    p90_review_ms: z.number().nullable(),
  })
  .meta({ id: 'OversightOfAllModels' });

export const oversightModelsSchema = z
  .object({
    from: instantSchema.nullable().meta({ description: 'With `days`: their first instant' }),
    to: instantSchema.nullable().meta({ description: 'With `days`: the first behind them' }),
    axis: z
      .object({
        interval: oneOf(oversightIntervals),
        starts: z.array(instantSchema).meta({ description: 'In order, without a gap; UTC' }),
      })
      .meta({ description: 'The periods of every `over_time`' }),
    all: allModelsSchema,
    data: z.array(oversightModelSchema).meta({ description: 'Most decisions first' }),
  })
  .meta({ id: 'OversightModels' });
export type OversightModels = z.infer<typeof oversightModelsSchema>;

/** A filter in a query, and how it is counted by. */
export const whereParameter = z
  .string()
  .max(
    limits.session.queryFilterBytes,
    fault('at_most_characters', { maximum: limits.session.queryFilterBytes }),
  )
  .optional()
  .meta({
    description:
      'A filter expression as in sessions, over outcome, outcome_class, effect, effect_class, decided_at, decided_from, version, amount, confidence, changed, reviewed, sampled, policy_id, transaction_id, group.<name> and column.<name>',
  });
const basisParameter = oneOf(bases).default('model').meta({
  description: 'Counted by the outcome that was recorded, or by the one in effect',
});

/** Window that the current one is compared with, of drift. */
export const baselineSchema = z
  .string({ error: fault('type_string') })
  .regex(/^(previous|first_half|\d{4}-\d{2}-\d{2}\.\.\d{4}-\d{2}-\d{2})$/, fault('pattern'));

export const oversightQuerySchema = z.strictObject({
  model_id: z
    .string({
      error: (issue) => (issue.input === undefined ? fault('required') : fault('type_string')),
    })
    .min(1, fault('not_empty'))
    .max(limits.shortString, fault('at_most_characters', { maximum: limits.shortString })),
  where: whereParameter,
  basis: basisParameter,
  groups: z
    .string()
    .min(1, fault('not_empty'))
    .optional()
    .meta({ description: 'Two or three names of groups, with commas: they are crossed' }),
  baseline: baselineSchema.optional().meta({
    description:
      'previous, first_half, or two UTC days, both in it, such as 2026-01-01..2026-03-31; previous where the filter has a first date, else first_half',
  }),
  interval: oneOf(oversightIntervals).optional().meta({
    description: 'Without it one that gives a few dozen periods',
  }),
});
export type OversightQuery = z.infer<typeof oversightQuerySchema>;

const mostDays = 366;

export const oversightModelsQuerySchema = z.strictObject({
  where: whereParameter,
  basis: basisParameter,
  days: queryInteger(1, mostDays).optional().meta({
    description:
      'Only decisions of so many UTC days, up to that of the newest one; together with `where`',
  }),
});
export type OversightModelsQuery = z.infer<typeof oversightModelsQuerySchema>;

const oversightErrors = ['validation_error', 'forbidden', 'not_found'] as const;

export const oversightRoutes = [
  {
    operationId: 'getOversight',
    method: 'GET',
    path: '/oversight',
    summary: 'Figures of one model: outcomes, time, confidence, groups, drift, people',
    description:
      'All of one moment, by the profile whose facts are complete. Each count carries the filter of its records. A lab: its own models, without groups.',
    area: 'records',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    offline: true,
    query: oversightQuerySchema,
    status: 200,
    response: oversightSchema,
    errors: [...oversightErrors, 'no_profile', 'too_many_groups'],
  },
  {
    operationId: 'listOversightModels',
    method: 'GET',
    path: '/oversight/models',
    summary: 'Figures of every model, a row each',
    description:
      '`where` names what means the same of every model: no outcome, version, group or column.',
    area: 'records',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    offline: true,
    query: oversightModelsQuerySchema,
    status: 200,
    response: oversightModelsSchema,
    errors: ['validation_error', 'forbidden'],
  },
] as const satisfies readonly Route[];
