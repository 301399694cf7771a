/**
 * Alerts: that a rule of a decision profile is broken, since when, and what was found (extensions; docs/oversight.md,
 * "Alerts").
 */
import { fairnessVerdicts } from '../oversight/rates.ts';
import * as z from './when-asked.ts';
import { instantSchema, oneOf, paginated, queryInteger } from './common.ts';
import { fault } from './faults.ts';
import { limits } from './limits.ts';
import { countedSchema, factValueSchema } from './oversight.ts';
import type { Route } from './route.ts';
import { watchedClasses, watchRuleSchema } from './rules.ts';

/** `open`: nobody acknowledged it; `acknowledged`: somebody did, and it is broken still; `closed`: it is not any more. */
export const alertStates = ['open', 'acknowledged', 'closed'] as const;
export type AlertState = (typeof alertStates)[number];

const foundGroup = z.object({
  values: z
    .array(z.object({ name: z.string(), value: factValueSchema }))
    .meta({ description: 'One of each group of the rule' }),
  n: z.int().meta({ description: 'Favourable or adverse' }),
  favourable: z.int(),
});

const records = countedSchema.meta({ description: 'Decisions that it is about' });

/** Findings of an evaluation of a rule: whole numbers, and what tells chance apart. */
export const ruleFindingSchema = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('impact_ratio'),
      group: foundGroup
        .extend({
          adjusted_p: z.number().nullable(),
          verdict: oneOf(fairnessVerdicts).nullable(),
        })
        .nullable()
        .meta({ description: 'The one whose verdict weighs most; null without any' }),
      reference: foundGroup.nullable(),
      records,
    }),
    z.object({
      kind: z.literal('drift'),
      psi: z.number().nullable().meta({ description: 'null below a hundred in either window' }),
      mark: z.number().nullable(),
      baseline: countedSchema,
      records,
    }),
    z.object({
      kind: z.literal('changed_rate'),
      changed: z.int(),
      reviewed: z.int(),
      records,
    }),
    z.object({
      kind: z.literal('outcome_rate'),
      class: oneOf(watchedClasses),
      count: z.int(),
      n: z.int(),
      records,
    }),
    z.object({
      kind: z.literal('silence'),
      last_at: instantSchema.nullable().meta({ description: 'The newest decision before its end' }),
      records,
    }),
  ])
  .meta({ id: 'RuleFinding' });
export type RuleFinding = z.infer<typeof ruleFindingSchema>;

const windowSchema = z
  .object({
    from: instantSchema.nullable().meta({ description: 'null: all before its end' }),
    to: instantSchema.meta({ description: 'The first instant behind it' }),
  })
  .meta({ id: 'RuleWindow' });
export type AlertWindow = z.infer<typeof windowSchema>;

const profileSchema = z.object({ profile_id: z.string(), n: z.int() });
const actorSchema = z.object({ id: z.string(), role: z.string() });

export const alertSchema = z
  .object({
    alert_id: z.string().meta({ description: 'Prefix alert_' }),
    model_id: z.string(),
    rule_id: z.string(),
    rule: watchRuleSchema.nullable().meta({
      description: 'As the profile had it when it opened; null where that cannot be read',
    }),
    profile: profileSchema.meta({ description: 'In force when it opened' }),
    state: oneOf(alertStates),
    since: instantSchema.meta({ description: 'When it opened' }),
    window: windowSchema.meta({ description: 'What was looked at when it opened' }),
    finding: ruleFindingSchema.nullable().meta({
      description: 'What was found then; null once it was erased',
    }),
    records: countedSchema.nullable().meta({
      description:
        'The decisions that the finding is about, in lists as many as there are now; null where the profile in force cannot select them, or the finding was erased',
    }),
    acknowledged: z
      .object({
        at: instantSchema,
        actor: actorSchema,
        note: z.string().nullable().meta({ description: 'null once it was erased' }),
      })
      .nullable(),
    closed: z
      .object({
        at: instantSchema,
        profile: profileSchema.nullable().meta({
          description: 'The one that took the rule away; null where it was not broken any more',
        }),
        actor: actorSchema.nullable().meta({ description: 'Who confirmed that profile' }),
        finding: ruleFindingSchema.nullable(),
      })
      .nullable(),
    sequence: z.int().meta({ description: 'Of the entry that opened it' }),
  })
  .meta({ id: 'Alert' });
export type Alert = z.infer<typeof alertSchema>;

export const alertPageSchema = paginated(alertSchema).meta({ id: 'AlertPage' });
export type AlertPage = z.infer<typeof alertPageSchema>;

const modelParameter = z
  .string()
  .min(1, fault('not_empty'))
  .max(limits.shortString, fault('at_most_characters', { maximum: limits.shortString }));

export const alertsQuerySchema = z.strictObject({
  state: oneOf(alertStates).optional(),
  model_id: modelParameter.optional(),
  limit: queryInteger(1, limits.oversight.maximumLimit).default(limits.oversight.defaultLimit),
  offset: queryInteger(0, Number.MAX_SAFE_INTEGER).default(0),
});
export type AlertsQuery = z.infer<typeof alertsQuerySchema>;

export const acknowledgeAlertSchema = z
  .strictObject({
    note: z
      .string({
        error: (issue) => (issue.input === undefined ? fault('required') : fault('type_string')),
      })
      .refine((text) => text.trim() !== '', fault('not_empty'))
      .max(limits.oversight.note, fault('at_most_characters', { maximum: limits.oversight.note }))
      .refine((text) => text.isWellFormed(), fault('well_formed'))
      .meta({ description: 'What was found out, and what follows' }),
  })
  .meta({ id: 'AcknowledgeAlert', sent: true });
export type AcknowledgeAlert = z.infer<typeof acknowledgeAlertSchema>;

/** A rule with how it stands now. */
export const watchedRuleSchema = z
  .object({
    rule: watchRuleSchema,
    broken: z.boolean(),
    window: windowSchema,
    finding: ruleFindingSchema,
    alert: alertSchema.nullable().meta({ description: 'The one that is open or acknowledged' }),
  })
  .meta({ id: 'WatchedRule' });
export type WatchedRule = z.infer<typeof watchedRuleSchema>;

export const watchedRulesSchema = z
  .object({
    model_id: z.string(),
    profile: profileSchema,
    evaluated_to: instantSchema
      .nullable()
      .meta({ description: 'Up to when they were last evaluated; null: not yet by this profile' }),
    data: z.array(watchedRuleSchema).meta({ description: 'In the order of the profile' }),
  })
  .meta({ id: 'WatchedRules' });
export type WatchedRules = z.infer<typeof watchedRulesSchema>;

/** The result of a finished job of the kind `rule_evaluation`. */
export const evaluationResultSchema = z.object({
  opened: z.int(),
  closed: z.int(),
});

export const alertRoutes = [
  {
    operationId: 'listRuleAlerts',
    method: 'GET',
    path: '/oversight/alerts',
    summary: 'Alerts of the rules of decision profiles, newest first',
    description:
      'Rules are evaluated after each UTC midnight. An alert opens as a rule is first found broken, and closes as it is first found not to be, or as a new profile takes the rule away.',
    area: 'records',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    offline: true,
    query: alertsQuerySchema,
    status: 200,
    response: alertPageSchema,
    errors: ['validation_error', 'forbidden'],
  },
  {
    operationId: 'acknowledgeAlert',
    method: 'POST',
    path: '/oversight/alerts/{id}/acknowledgements',
    summary: 'Acknowledge an alert, with a note',
    description: 'Once. It stays until its rule is not broken any more. The note is committed to.',
    area: 'records',
    access: 'write',
    errorShape: 'sessions',
    extension: true,
    body: acknowledgeAlertSchema,
    status: 201,
    response: alertSchema,
    errors: [
      'validation_error',
      'malformed_json',
      'forbidden',
      'not_found',
      'conflict',
      'idempotency_key_reused',
      'payload_too_large',
      'unsupported_media_type',
    ],
  },
  {
    operationId: 'getWatchedRules',
    method: 'GET',
    path: '/oversight/rules',
    summary: 'The rules of a model, and how each stands now',
    description:
      'Each rule with its newest figure, its bounds and whether an alert is open for it.',
    area: 'records',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    offline: true,
    query: z.strictObject({ model_id: modelParameter }),
    status: 200,
    response: watchedRulesSchema,
    errors: ['validation_error', 'forbidden', 'not_found', 'no_profile'],
  },
] as const satisfies readonly Route[];
