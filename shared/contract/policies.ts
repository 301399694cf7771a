/** What the holder of a dataset decides about it: who may ask, and field by field what leaves. */
import * as z from './when-asked.ts';
import { listOf, oneOf, utf8Bytes } from './common.ts';
import { dataOperations } from './data-operations.ts';
import { carried, fault, type FaultText } from './faults.ts';
import { fieldErrors, wholeBody } from './intake.ts';
import { isJsonObject } from './json.ts';
import {
  dateFormatSchema,
  generalizationMembers,
  judgeGeneralization,
  maskMembers,
  scalarSchema,
} from './transformations.ts';

/** Limits of a policy. */
export const policyLimits = {
  rules: 500,
  bytes: 32 * 1024,
  addressCharacters: 512,
  noticeHours: 8_760,
  openDays: 366,
  /** Steps between the bounds of a statistics field. */
  steps: 1_000_000,
  minEntities: 1_000_000,
  rowsPerEntity: 1_000,
  epsilon: 1_000,
  /** Decimals of an ε: it is counted in millionths. */
  epsilonDecimals: 6,
} as const;

export const accessKinds = ['open', 'on_request'] as const;
export const grantKinds = ['rows', 'statistics'] as const;
export type GrantKind = (typeof grantKinds)[number];

/** Treatments of fields that rules do not name. */
export const unlistedTreatments = ['withheld', 'clear'] as const;

export const policyMethods = [
  'clear',
  'withheld',
  'statistics',
  'hash',
  'date_shift',
  'noise',
  'mask',
  'generalize',
  'replace',
  'redact',
] as const;
export type PolicyMethod = (typeof policyMethods)[number];

const finite = z.number({ error: fault('type_finite') });
const positive = finite.positive(fault('greater_than', { minimum: 0 }));

/** Whole numbers of `step` between two bounds that it divides: so a sum of them is exact. */
const statisticsRuleSchema = z.strictObject({
  method: z.literal('statistics'),
  min: finite.optional(),
  max: finite.optional(),
  step: positive.optional(),
});

/** A rule: how the values of one field, and of all below it, leave. */
export const fieldRuleSchema = z.discriminatedUnion(
  'method',
  [
    z.strictObject({ method: z.literal('clear') }),
    z.strictObject({ method: z.literal('withheld') }),
    statisticsRuleSchema,
    z.strictObject({ method: z.literal('hash') }),
    z.strictObject({ method: z.literal('date_shift'), date_format: dateFormatSchema.optional() }),
    z.strictObject({ method: z.literal('noise'), scale: positive, step: positive }),
    z.strictObject({ method: z.literal('mask'), ...maskMembers }),
    z
      .strictObject({ method: z.literal('generalize'), ...generalizationMembers })
      .superRefine(judgeGeneralization),
    // A value, and never a map: its names would be what the rows hold.
    z.strictObject({ method: z.literal('replace'), value: scalarSchema }),
    z.strictObject({ method: z.literal('redact') }),
  ],
  {
    error: ({ input }) =>
      isJsonObject(input)
        ? fault('one_of', { values: policyMethods.join(', ') })
        : fault('type_object'),
  },
);
export type FieldRule = z.infer<typeof fieldRuleSchema>;
export type RuleOf<Method extends PolicyMethod> = Extract<FieldRule, { readonly method: Method }>;

/** Rules by the address of their field. */
export type FieldRules = Readonly<Record<string, FieldRule>>;

/** Each rule is judged where it stands; the object is taken as it is, `__proto__` among its members. */
const fieldRulesSchema = z
  .custom<FieldRules>(isJsonObject, { error: fault('type_object') })
  .superRefine((rules, context) => {
    const entries = Object.entries(rules);
    const { rules: most, addressCharacters: longest } = policyLimits;
    const refuse = (path: PropertyKey[], message: FaultText) =>
      context.addIssue({ code: 'custom', path, message });
    if (entries.length > most) refuse([], fault('at_most_members', { maximum: most }));
    for (const [address, rule] of entries.slice(0, most)) {
      if (address.length > longest) {
        refuse([address], fault('at_most_characters_long', { maximum: longest }));
      }
      const issues = fieldRuleSchema.safeParse(rule).error?.issues ?? [];
      for (const { field, ...told } of fieldErrors(issues, rule, 'member')) {
        refuse([address, ...(field === wholeBody ? [] : field.split('.'))], carried(told));
      }
    }
  })
  .meta({ type: 'object', additionalProperties: true });

const whole = (least: number, most: number) =>
  z
    .int({ error: fault('type_integer') })
    .min(least, fault('at_least', { minimum: least }))
    .max(most, fault('at_most', { maximum: most }));

const epsilonSchema = positive
  .max(policyLimits.epsilon, fault('at_most', { maximum: policyLimits.epsilon }))
  .refine(
    (value) => isWholeInMillionths(value),
    fault('at_most_decimals', { maximum: policyLimits.epsilonDecimals }),
  );

function isWholeInMillionths(value: number): boolean {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const decimals = (mantissa.split('.')[1] ?? '').length - Number(exponent);
  return decimals <= policyLimits.epsilonDecimals;
}

const usualStatistics = {
  min_entities: 8,
  rows_per_entity: 1,
  round_counts: 5,
  epsilon_per_answer: 0.5,
  epsilon: 10,
  epsilon_total: 50,
};

/** How aggregates are protected where rows stay with the holder. */
export const statisticsTermsSchema = z
  .strictObject({
    min_entities: whole(2, policyLimits.minEntities)
      .default(usualStatistics.min_entities)
      .meta({ description: 'A group of fewer is never shown' }),
    rows_per_entity: whole(1, policyLimits.rowsPerEntity)
      .default(usualStatistics.rows_per_entity)
      .meta({ description: 'Rows of one entity that an answer counts' }),
    round_counts: whole(1, policyLimits.minEntities)
      .default(usualStatistics.round_counts)
      .meta({ description: 'Counts are shown to the nearest multiple' }),
    epsilon_per_answer: epsilonSchema.default(usualStatistics.epsilon_per_answer),
    epsilon: epsilonSchema
      .default(usualStatistics.epsilon)
      .meta({ description: 'That a grant may spend' }),
    epsilon_total: epsilonSchema
      .default(usualStatistics.epsilon_total)
      .meta({ description: 'Of all grants of the dataset' }),
  })
  .superRefine(({ epsilon_per_answer, epsilon, epsilon_total }, context) => {
    if (epsilon_per_answer > epsilon) {
      // At the one that was sent.
      const isUsual = epsilon === usualStatistics.epsilon;
      const message = isUsual
        ? fault('not_above', { other: 'epsilon' })
        : fault('not_below', { other: 'epsilon_per_answer' });
      const path = [isUsual ? 'epsilon_per_answer' : 'epsilon'];
      context.addIssue({ code: 'custom', path, message });
    }
    if (epsilon > epsilon_total) {
      const message = fault('not_above', { other: 'epsilon_total' });
      context.addIssue({ code: 'custom', path: ['epsilon'], message });
    }
  });
export type StatisticsTerms = z.infer<typeof statisticsTermsSchema>;

/** A policy as it is sent; what is left out is what protects most. */
export const policySchema = z
  .strictObject({
    access: oneOf(accessKinds).default('on_request'),
    unlisted: oneOf(unlistedTreatments)
      .default('withheld')
      .meta({ description: 'Fields that no rule names, also those that come later' }),
    record_ids: oneOf(['per_grant', 'kept']).default('per_grant'),
    entity: z
      .string({ error: fault('type_string') })
      .min(1, fault('not_empty'))
      .max(
        policyLimits.addressCharacters,
        fault('at_most_characters_long', { maximum: policyLimits.addressCharacters }),
      )
      .nullable()
      .default(null)
      .meta({ description: 'The field that says whose a row is; null: each row is its own' }),
    notice_hours: whole(0, policyLimits.noticeHours)
      .default(24)
      .meta({ description: 'How long before it holds anything looser is announced' }),
    kinds: listOf(oneOf(grantKinds), grantKinds.length)
      .default(['rows'])
      .meta({ description: 'Of grants; without one nobody can use the dataset' }),
    fields: fieldRulesSchema.default({}),
    statistics: statisticsTermsSchema.default(usualStatistics),
    operations: listOf(oneOf(dataOperations), dataOperations.length)
      .optional()
      .meta({ description: 'That sessions may do at most; all where it is left out' }),
    open_days: whole(1, policyLimits.openDays)
      .optional()
      .meta({ description: 'Days of a grant that an open dataset makes; 366 where left out' }),
  })
  .superRefine((policy, context) => {
    if (utf8Bytes(JSON.stringify(policy)) <= policyLimits.bytes) return;
    const message = fault('at_most_bytes_of_json', { maximum: policyLimits.bytes });
    context.addIssue({ code: 'custom', message });
  });
export type Policy = z.infer<typeof policySchema>;
