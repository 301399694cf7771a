/**
 * Decision profiles: where outcome, time, person, groups, amount and further columns stand in a model's records
 * (extensions; docs/oversight.md, "Decision profiles").
 */
import * as z from './when-asked.ts';
import { bandLabels } from '../oversight/bands.ts';
import { isFieldName } from '../oversight/field-names.ts';
import { pointerNames } from '../json-pointer.ts';
import { canonicalJson } from '../ledger/canonical-json.ts';
import { identifier, instantSchema, listOf, oneOf, utf8Bytes } from './common.ts';
import { fault, type FaultText } from './faults.ts';
import type { JsonValue } from './json.ts';
import { limits } from './limits.ts';
import { previousOf } from './previous.ts';
import { reviewRulesSchema } from './reviews.ts';
import { ruleFaults, watchRulesSchema } from './rules.ts';
import type { Route } from './route.ts';
import { signerMembers, signingCheck, signingErrors, signingMembers } from './signing.ts';

/** Members of a record that a profile's paths may begin with. */
export const pointedMembers = [
  'confidence',
  'context',
  'created_at',
  'explanation',
  'id',
  'input',
  'output',
  'policy_id',
  'transaction_id',
] as const;
export type PointedMember = (typeof pointedMembers)[number];

const most = limits.profile;

/** A JSON Pointer (RFC 6901) into a record. It names one scalar: an object or array there counts as absent. */
const pathSchema = z
  .string({ error: fault('type_string') })
  .max(most.pathCharacters, fault('at_most_characters', { maximum: most.pathCharacters }))
  .superRefine((path, context) => {
    const refuse = (message: FaultText) => context.addIssue({ code: 'custom', message });
    const first = pointerNames(path)?.[0];
    if (first === undefined) refuse(fault('pointer'));
    else if (!pointedMembers.some((member) => member === first)) {
      refuse(fault('pointer_of_record', { values: pointedMembers.join(', ') }));
    }
  });

const nameSchema = identifier(
  z
    .string({ error: fault('type_string') })
    .refine((text) => text.trim() !== '', fault('not_empty'))
    .refine((text) => text.trim() === '' || isFieldName(text), fault('field_name'))
    .max(most.nameCharacters, fault('at_most_characters', { maximum: most.nameCharacters })),
);

/** A scalar of JSON, compared by its canonical text: `true` is not `"true"`. */
export const scalarSchema = z
  .custom<null | boolean | number | string>(
    (value) =>
      value === null || typeof value === 'boolean' || typeof value === 'number' || isText(value),
    { error: fault('type_scalar') },
  )
  .meta({ type: ['string', 'number', 'boolean', 'null'] });
function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= most.valueCharacters;
}

const classSchema = listOf(scalarSchema, most.values, { error: fault('type_array') });

export const outcomeClasses = ['favourable', 'adverse', 'undecided'] as const;
export type OutcomeClass = (typeof outcomeClasses)[number];

const outcomeSchema = z
  .strictObject({
    path: pathSchema.superRefine((path, context) => {
      // An override replaces the output: what is in effect is read where the model wrote it.
      if ((pointerNames(path)?.[0] ?? 'output') === 'output') return;
      context.addIssue({ code: 'custom', message: fault('pointer_of_output') });
    }),
    favourable: classSchema,
    adverse: classSchema,
    undecided: classSchema,
  })
  .superRefine((outcome, context) => {
    const classOf = new Map<string, OutcomeClass>();
    for (const name of outcomeClasses) {
      const values = outcome[name];
      const refuse = (path: (string | number)[], message: FaultText) =>
        context.addIssue({ code: 'custom', path, message });
      if (name !== 'undecided' && values.length === 0) refuse([name], fault('one_value'));
      for (const [place, value] of values.entries()) {
        const text = canonicalJson(value);
        const other = classOf.get(text);
        if (other !== undefined) refuse([name, place], fault('placed_already', { place: other }));
        classOf.set(text, other ?? name);
      }
    }
  });

export const timeFormats = ['iso', 'unix_s', 'unix_ms'] as const;
export type TimeFormat = (typeof timeFormats)[number];
export const subjectMatches = ['folded', 'exact'] as const;
export const columnKinds = ['number', 'text'] as const;

const groupSchema = z
  .strictObject({
    name: nameSchema,
    path: pathSchema,
    bands: listOf(z.number({ error: fault('type_number') }), most.bands, {
      error: fault('type_numbers'),
      none: fault('one_number'),
    })
      .refine(
        (edges) => edges.every((edge, place) => place === 0 || edge > (edges[place - 1] ?? edge)),
        fault('rising'),
      )
      .exactOptional()
      .meta({ description: 'Edges that cut a number: [25, 40] gives < 25, 25–39, ≥ 40' }),
    reference: scalarSchema.exactOptional().meta({
      description: 'What the others are compared with; without it the group with the highest rate',
    }),
  })
  .superRefine(({ bands, reference }, context) => {
    if (bands === undefined || reference === undefined) return;
    const labels = bandLabels(bands);
    if (labels.some((label) => label === reference)) return;
    context.addIssue({
      code: 'custom',
      path: ['reference'],
      message: fault('one_of', { values: labels.join(', ') }),
    });
  });

export const documentMembers = z.strictObject({
  outcome: outcomeSchema.nullable().meta({
    description: 'null: it decides nothing about anybody. A value of no class is unknown',
  }),
  decided_at: z
    .strictObject({ path: pathSchema, format: oneOf(timeFormats) })
    .nullable()
    .meta({ description: 'null, absent or unreadable: the time of recording' }),
  subject: z
    .strictObject({
      paths: listOf(pathSchema, most.subjects, {
        error: fault('type_strings'),
        none: fault('one_value'),
      }),
      match: oneOf(subjectMatches),
    })
    .nullable()
    .meta({ description: 'Who a decision is about: each path alone finds the record' }),
  groups: listOf(groupSchema, most.groups, { error: fault('type_objects') }),
  version: z
    .strictObject({ path: pathSchema })
    .nullable()
    .meta({ description: 'null: the card in force when it was recorded' }),
  amount: z
    .strictObject({
      path: pathSchema,
      currency: z.string({ error: fault('type_string') }).regex(/^[A-Z]{3}$/, fault('currency')),
    })
    .nullable(),
  columns: listOf(
    z.strictObject({ name: nameSchema, path: pathSchema, kind: oneOf(columnKinds) }),
    most.columns,
    { error: fault('type_objects') },
  ),
  reasons: z
    .strictObject({ path: pathSchema })
    .nullable()
    .meta({ description: 'An array of codes or texts that the model gave' }),
  review: reviewRulesSchema.nullable().meta({
    description: 'What people review; null: nothing',
  }),
  small_group: z
    .int({ error: fault('type_integer') })
    .min(1, fault('at_least', { minimum: 1 }))
    .max(most.smallGroup, fault('at_most', { maximum: most.smallGroup }))
    .meta({ description: 'Below so many decisions there is no verdict; usually 30' }),
  rules: watchRulesSchema.exactOptional().meta({
    description: 'What is watched: each opens an alert where it is broken; absent for nothing',
  }),
});

/** The document of a decision profile, whole. */
export const profileDocumentSchema = documentMembers
  .superRefine((profile, context) => {
    const seen = new Set<string>();
    for (const list of ['groups', 'columns'] as const) {
      for (const [place, { name }] of profile[list].entries()) {
        if (seen.has(name)) {
          const path = [list, place, 'name'];
          context.addIssue({ code: 'custom', path, message: fault('named_twice') });
        }
        seen.add(name);
      }
    }
    for (const { path, message } of ruleFaults(profile)) {
      context.addIssue({ code: 'custom', path: ['rules', ...path], message });
    }
    if (bytesOf(profile) > most.bytes) {
      context.addIssue({
        code: 'custom',
        message: fault('at_most_bytes_of_json', { maximum: most.bytes }),
      });
    }
  })
  .meta({ id: 'ProfileDocument', sent: true });
export type ProfileDocument = z.infer<typeof profileDocumentSchema>;

function bytesOf(value: JsonValue): number {
  return utf8Bytes(canonicalJson(value));
}

/** The body of `POST /models/{id}/profiles`. */
export const createProfileSchema = z
  .strictObject({
    profile: profileDocumentSchema,
    accept_unseen: z
      .boolean({ error: fault('type_boolean') })
      .optional()
      .meta({
        description: 'Takes also paths that none of the newest records has',
      }),
    signer: signerMembers.signer,
    ...signingMembers,
    if_previous: previousOf({ profile_id: z.string().nullable() }),
  })
  .superRefine(signingCheck)
  .meta({ id: 'CreateProfile', sent: true });

/** A profile as it is told: whole, or to a lab its outcome and columns. */
export const profileSchema = z
  .object({
    profile_id: z.string().meta({ description: 'Prefix prof_' }),
    model_id: z.string(),
    n: z.int().meta({ description: '1, 2, 3… of the model' }),
    created_at: instantSchema,
    actor: z.object({ id: z.string(), role: z.string() }),
    profile: documentMembers.partial().meta({
      description: 'To a lab: outcome and columns alone',
    }),
  })
  .meta({ id: 'Profile' });
export type Profile = z.infer<typeof profileSchema>;

export const profileListSchema = z
  .object({ data: z.array(profileSchema).meta({ description: 'Newest first' }) })
  .meta({ id: 'ProfileList' });

/** The result of a finished job of the kind `decision_facts`. */
export const factsResultSchema = z.object({});

/** A path that nearly all records have, with what stands there. */
export const profilePathSchema = z
  .object({
    path: z.string(),
    present: z.int().meta({ description: 'Records that have it' }),
    values: z.int().meta({ description: 'Different values among them' }),
    kind: oneOf(columnKinds),
    examples: z.array(scalarSchema).meta({ description: 'At most five' }),
  })
  .meta({ id: 'ProfilePath' });
export type ProfilePath = z.infer<typeof profilePathSchema>;

export const proposedProfileSchema = z
  .object({
    records: z.int().meta({ description: 'Newest records that were read' }),
    profile: documentMembers.meta({
      description: 'To be confirmed or changed; a class of the outcome may be empty',
    }),
    unassigned: z.array(scalarSchema).meta({
      description: 'Values of the outcome whose class is not known: a person tells it',
    }),
    paths: z.array(profilePathSchema).meta({ description: 'Everything that could stand in it' }),
  })
  .meta({ id: 'ProposedProfile' });
/** Proposal of a profile, with what was found at every path that could stand in it. */
export type ProposedProfile = z.infer<typeof proposedProfileSchema>;

export const profileRoutes = [
  {
    operationId: 'listProfiles',
    method: 'GET',
    path: '/models/{id}/profiles',
    summary: 'The decision profiles of a model, newest first; the first is in force',
    description:
      'A profile says where a decision has its outcome, its time and its groups. The newest one in force is read; the older ones tell what was in force when.',
    area: 'records',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    offline: true,
    status: 200,
    response: profileListSchema,
    errors: ['not_found'],
  },
  {
    operationId: 'getProfileProposal',
    method: 'GET',
    path: '/models/{id}/profiles/proposal',
    summary: 'A decision profile proposed from the newest 2,000 records of a model',
    description:
      'Of at most 16 MiB of them. It writes nothing, and nothing of it is in force until somebody confirms it.',
    area: 'records',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: proposedProfileSchema,
    errors: ['not_found'],
  },
  {
    operationId: 'createProfile',
    method: 'POST',
    path: '/models/{id}/profiles',
    summary: 'Confirm a decision profile of a model',
    description:
      'Each is an entry, and stays. A path that none of the newest 1,000 records has is refused unless `accept_unseen` is true. An act that people sign.',
    area: 'records',
    access: 'write',
    errorShape: 'sessions',
    extension: true,
    prepares: true,
    body: createProfileSchema,
    status: 201,
    response: profileSchema,
    errors: [
      'validation_error',
      'malformed_json',
      'not_found',
      'conflict',
      'path_unseen',
      ...signingErrors,
      'idempotency_key_reused',
      'payload_too_large',
      'unsupported_media_type',
    ],
  },
] as const satisfies readonly Route[];
