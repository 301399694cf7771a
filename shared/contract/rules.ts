/** Rules of a decision profile: what is watched, and where an alert opens (extensions; docs/oversight.md, "Rules"). */
import { groupPrefix, columnPrefix } from '../oversight/field-names.ts';
import * as z from './when-asked.ts';
import { dateSchema, listOf, oneOf } from './common.ts';
import { fault, type FaultText } from './faults.ts';
import { limits } from './limits.ts';

export const ruleKinds = [
  'impact_ratio',
  'drift',
  'changed_rate',
  'outcome_rate',
  'silence',
] as const;
export type RuleKind = (typeof ruleKinds)[number];

/** Closed UTC days: the last thirty, the last whole month or quarter, or all. */
export const ruleWindows = ['30d', 'month', 'quarter', 'all'] as const;
export type RuleWindow = (typeof ruleWindows)[number];

export const watchedClasses = ['favourable', 'adverse', 'undecided'] as const;
export type WatchedClass = (typeof watchedClasses)[number];

const most = limits.profile;
const mostOfFraction = 1_000_000;

const idSchema = z
  .string({ error: fault('type_string') })
  .regex(/^[\w.-]+$/, fault('word'))
  .max(most.nameCharacters, fault('at_most_characters', { maximum: most.nameCharacters }))
  .meta({ description: 'Its own within the profile; a rule that goes on keeps it' });

const windowSchema = oneOf(ruleWindows);

const whole = (minimum: number, maximum: number) =>
  z
    .int({ error: fault('type_integer') })
    .min(minimum, fault('at_least', { minimum }))
    .max(maximum, fault('at_most', { maximum }));

/** A share of two whole numbers, numerator first, at most 1. */
const fractionSchema = z
  .array(whole(1, mostOfFraction), { error: fault('type_numbers') })
  .min(2, fault('at_least_items', { minimum: 2 }))
  .max(2, fault('at_most_items', { maximum: 2 }))
  .refine(
    ([numerator = 0, denominator = 0]) => numerator <= denominator,
    fault('at_most', { maximum: 1 }),
  )
  .meta({ description: 'Numerator and denominator: four fifths are [4, 5]' });

const shareSchema = z
  .number({ error: fault('type_number') })
  .min(0, fault('at_least', { minimum: 0 }))
  .max(1, fault('at_most', { maximum: 1 }));

const impactRatioSchema = z.strictObject({
  id: idSchema,
  kind: z.literal('impact_ratio'),
  window: windowSchema,
  groups: listOf(z.string({ error: fault('type_string') }), most.crossed, {
    error: fault('type_strings'),
    none: fault('one_value'),
  }).meta({ description: 'Names of groups of the profile; two or three are crossed' }),
  below: fractionSchema.default([4, 5]),
  chance: z
    .boolean({ error: fault('type_boolean') })
    .default(false)
    .meta({ description: 'Also where it may be chance' }),
});

const driftSchema = z.strictObject({
  id: idSchema,
  kind: z.literal('drift'),
  window: windowSchema,
  field: z
    .string({ error: fault('type_string') })
    .meta({ description: 'As filters name it, such as confidence or column.income' }),
  above: z
    .number({ error: fault('type_number') })
    .gt(0, fault('above', { minimum: 0 }))
    .max(most.mostPsi, fault('at_most', { maximum: most.mostPsi }))
    .default(0.25)
    .meta({ description: 'Broken where the index is above it, and above what may be chance' }),
  baseline: z
    .union(
      [
        z.literal('previous'),
        z.strictObject({ from: dateSchema, to: dateSchema }).refine(({ from, to }) => from <= to, {
          path: ['to'],
          message: fault('not_end_before_start'),
        }),
      ],
      { error: fault('object_with_one_of', { values: 'from, to' }) },
    )
    .default('previous')
    .meta({
      description:
        'previous: as long, just before the window, of all decisions the earlier half; else two UTC days, both in it',
    }),
});

const changedRateSchema = z.strictObject({
  id: idSchema,
  kind: z.literal('changed_rate'),
  window: windowSchema,
  above: shareSchema.meta({ description: 'Of those reviewed' }),
  least: whole(1, mostOfFraction)
    .default(20)
    .meta({ description: 'Reviewed decisions below which it is not broken' }),
});

const outcomeRateSchema = z
  .strictObject({
    id: idSchema,
    kind: z.literal('outcome_rate'),
    window: windowSchema,
    class: oneOf(watchedClasses).meta({
      description: 'Favourable and adverse of those decided, undecided of all three',
    }),
    below: shareSchema.exactOptional().meta({
      description: 'Broken where the interval at 95 % lies wholly below it',
    }),
    above: shareSchema.exactOptional(),
  })
  .superRefine(({ below, above }, context) => {
    if (below === undefined && above === undefined) {
      const message = fault('either_required', { one: 'below', other: 'above' });
      context.addIssue({ code: 'custom', path: ['below'], message });
    }
    if (below !== undefined && above !== undefined && below > above) {
      const message = fault('not_above', { other: 'above' });
      context.addIssue({ code: 'custom', path: ['below'], message });
    }
  });

const silenceSchema = z.strictObject({
  id: idSchema,
  kind: z.literal('silence'),
  window: windowSchema.exactOptional().meta({ description: 'Taken, and of no meaning here' }),
  hours: whole(1, most.dueHours).meta({ description: 'Broken where there is no decision so long' }),
});

export const watchRuleSchema = z
  .discriminatedUnion(
    'kind',
    [impactRatioSchema, driftSchema, changedRateSchema, outcomeRateSchema, silenceSchema],
    { error: fault('one_of', { values: ruleKinds.join(', ') }) },
  )
  .meta({ id: 'WatchRule', sent: true });
export type WatchRule = z.infer<typeof watchRuleSchema>;
export type RuleOf<Kind extends RuleKind> = Extract<WatchRule, { readonly kind: Kind }>;

export const watchRulesSchema = listOf(watchRuleSchema, most.rules, {
  error: fault('type_objects'),
});

/** What rules are held to: the members of a profile that they name. */
interface WatchedProfile {
  readonly outcome: object | null;
  readonly version: object | null;
  readonly amount: object | null;
  readonly groups: readonly { readonly name: string }[];
  readonly columns: readonly { readonly name: string }[];
  readonly rules?: readonly WatchRule[];
}

interface RuleFault {
  readonly path: (string | number)[];
  readonly message: FaultText;
}

/** Fields whose drift a rule may watch, in the order of the profile. */
export function watchedFields(profile: Omit<WatchedProfile, 'rules'>): string[] {
  return [
    ...(profile.outcome === null ? [] : ['outcome']),
    ...(profile.version === null ? [] : ['version']),
    ...(profile.amount === null ? [] : ['amount']),
    'confidence',
    ...profile.groups.map(({ name }) => `${groupPrefix}${name}`),
    ...profile.columns.map(({ name }) => `${columnPrefix}${name}`),
  ];
}

/** Faults of rules beside the rest of their profile, each with its place below `rules`. */
export function ruleFaults(profile: WatchedProfile): RuleFault[] {
  const seen = new Set<string>();
  return (profile.rules ?? []).flatMap((rule, place) => {
    const faults = placesOf(rule, profile).map(({ path, message }) => ({
      path: [place, ...path],
      message,
    }));
    if (seen.has(rule.id)) faults.push({ path: [place, 'id'], message: fault('named_twice') });
    seen.add(rule.id);
    return faults;
  });
}

function placesOf(rule: WatchRule, profile: WatchedProfile): RuleFault[] {
  switch (rule.kind) {
    case 'impact_ratio':
      return [...outcomeFaults(profile), ...groupFaults(rule.groups, profile)];
    case 'outcome_rate':
      return outcomeFaults(profile);
    case 'drift': {
      const fields = watchedFields(profile);
      if (fields.includes(rule.field)) return [];
      return [{ path: ['field'], message: fault('one_of', { values: fields.join(', ') }) }];
    }
    case 'changed_rate':
    case 'silence':
      return [];
    default:
      return rule satisfies never;
  }
}

/** A rate is of outcomes: a profile that names none has none. */
function outcomeFaults({ outcome }: WatchedProfile): RuleFault[] {
  return outcome === null
    ? [{ path: ['kind'], message: fault('only_with', { other: 'profile.outcome' }) }]
    : [];
}

function groupFaults(groups: readonly string[], profile: WatchedProfile): RuleFault[] {
  const names = profile.groups.map(({ name }) => name);
  return groups.flatMap((name, place) => {
    const path = ['groups', place];
    if (!names.includes(name)) {
      return [{ path, message: fault('one_of', { values: names.join(', ') }) }];
    }
    return groups.indexOf(name) < place ? [{ path, message: fault('named_twice') }] : [];
  });
}
