/**
 * Requests of persons whom decisions are about: explanation, access, objection, erasure, each with a clock
 * (extensions; docs/oversight.md, "Requests of persons").
 */
import * as z from './when-asked.ts';
import { deadlineRules } from '../oversight/deadlines.ts';
import {
  personAsks,
  requestEvents,
  requestStandings,
  urgencies,
} from '../oversight/request-steps.ts';
import {
  dateSchema,
  hashSchema,
  identifier,
  instantSchema,
  listOf,
  oneOf,
  paginated,
} from './common.ts';
import { erasureSchema } from './erasures.ts';
import { fault } from './faults.ts';
import { limits } from './limits.ts';
import { jobSchema } from './jobs.ts';
import { languages } from '../languages.ts';
import { committedFields } from './records.ts';
import { previousOf } from './previous.ts';
import { page, type Route } from './route.ts';
import { signerMembers, signingCheck, signingErrors, signingMembers } from './signing.ts';

const most = limits.persons;

const required = (issue: { readonly input?: unknown }) =>
  issue.input === undefined ? fault('required') : fault('type_string');
const text = (characters: number) =>
  z
    .string({ error: required })
    .refine((given) => given.trim() !== '', fault('not_empty'))
    .max(characters, fault('at_most_characters', { maximum: characters }));

/** Ids of decisions, each once. */
const recordIds = (maximum: number) =>
  listOf(z.string(), maximum, {
    error: fault('type_record_ids'),
    none: fault('one_record_named'),
  }).refine((ids) => new Set(ids).size === ids.length, fault('each_record_once'));

/** The body of `POST /persons/requests`. */
export const createPersonRequestSchema = z
  .strictObject({
    received_on: dateSchema.meta({ description: 'The day it came, from which its term counts' }),
    asks: listOf(oneOf(personAsks), personAsks.length, {
      error: fault('type_strings'),
      none: fault('one_value'),
    }).refine((asks) => new Set(asks).size === asks.length, fault('each_value_once')),
    identifiers: listOf(identifier(text(most.identifierCharacters)), most.identifiers, {
      error: fault('type_strings'),
      none: fault('one_value'),
    }).meta({ description: 'How the person is named in records: a name, a number' }),
    contact: text(most.contactCharacters).optional().meta({ description: 'Where the answer goes' }),
    rule: oneOf(deadlineRules).default('month').meta({
      description:
        '`month`: GDPR Art. 12(3), also for AI Act Art. 86. `30_days`: US Regulation B, adverse action',
    }),
    note: text(limits.reasonText).optional(),
  })
  .meta({ id: 'CreatePersonRequest', sent: true });
export type CreatePersonRequest = z.infer<typeof createPersonRequestSchema>;

/** The body of `POST /persons/requests/{id}/records`. */
export const setPersonRecordsSchema = z
  .strictObject({
    record_ids: recordIds(most.records).meta({
      description: 'Decisions about the person; they take the place of those chosen before',
    }),
  })
  .meta({ id: 'SetPersonRecords', sent: true });
export type SetPersonRecords = z.infer<typeof setPersonRecordsSchema>;

/** The body of `POST /persons/requests/{id}/extension`. */
export const extendPersonRequestSchema = z
  .strictObject({
    reason: text(limits.reasonText).meta({ description: 'The person is told of it' }),
  })
  .meta({ id: 'ExtendPersonRequest', sent: true });
export type ExtendPersonRequest = z.infer<typeof extendPersonRequestSchema>;

export const requestEndings = ['closed', 'refused'] as const;

/** The body of `POST /persons/requests/{id}/closing`. */
export const closePersonRequestSchema = z
  .strictObject({
    as: oneOf(requestEndings).default('closed'),
    note: text(limits.reasonText).optional().meta({
      description: 'Required where it is refused, and where nothing was answered',
    }),
  })
  .superRefine((body, context) => {
    if (body.as === 'closed' || body.note !== undefined) return;
    context.addIssue({ code: 'custom', path: ['note'], message: fault('required') });
  })
  .meta({ id: 'ClosePersonRequest', sent: true });
export type ClosePersonRequest = z.infer<typeof closePersonRequestSchema>;

/** Members of a letter, as somebody writes it and as it is looked at before. */
const letterMembers = {
  record_id: z.string().meta({ description: 'A decision that was chosen' }),
  language: oneOf(languages),
  dated_on: dateSchema.meta({
    description: 'The day of the letter: today, or the day before or after',
  }),
  sender: text(most.letterLine).meta({ description: 'Who decides: the head of the letter' }),
  objection_to: text(most.letterLine).meta({ description: 'To whom the person may object' }),
  authority: text(most.letterLine).optional().meta({
    description: 'To whom the person may complain',
  }),
  opening: text(limits.reasonText).optional(),
  reasons: text(limits.reasonText).optional().meta({
    description:
      'The main reasons in words; required where the record has neither reasons nor weights',
  }),
  closing: text(limits.reasonText).optional(),
};

/** The body of `POST /persons/requests/{id}/letter/preview`. */
export const previewPersonLetterSchema = z
  .strictObject(letterMembers)
  .meta({ id: 'PreviewPersonLetter', sent: true });
export type PreviewPersonLetter = z.infer<typeof previewPersonLetterSchema>;

/** The body of `POST /persons/requests/{id}/letter`. */
export const createPersonLetterSchema = z
  .strictObject({ ...letterMembers, signer: signerMembers.signer, ...signingMembers })
  .superRefine(signingCheck)
  .meta({ id: 'CreatePersonLetter', sent: true });
export type CreatePersonLetter = z.infer<typeof createPersonLetterSchema>;

/** A part of a letter, from its head to its foot. */
export const letterPartSchema = z.object({
  kind: z.enum(['sender', 'recipient', 'title', 'heading', 'text', 'item', 'small']),
  text: z.string(),
});
export type LetterPart = z.infer<typeof letterPartSchema>;

/** A letter before it is signed: nothing is written. */
export const personLetterPreviewSchema = z
  .object({
    parts: z.array(letterPartSchema),
    needs_reasons: z.boolean().meta({
      description:
        'Neither reasons nor weights were recorded: it cannot be signed without `reasons`',
    }),
    document: z.string().meta({ description: 'The PDF in base64' }),
    sha256: hashSchema.meta({ description: 'Of the PDF' }),
    n: z.int().meta({ description: 'The number that it would have' }),
  })
  .meta({ id: 'PersonLetterPreview' });
export type PersonLetterPreview = z.infer<typeof personLetterPreviewSchema>;

/** The body of `POST /persons/requests/{id}/objection`. */
export const objectForPersonSchema = z
  .strictObject({
    record_ids: recordIds(most.objections),
    reason: text(most.objectionReason).meta({ description: 'What the person says against it' }),
    signer: signerMembers.signer,
    ...signingMembers,
  })
  .superRefine(signingCheck)
  .meta({ id: 'ObjectForPerson', sent: true });
export type ObjectForPerson = z.infer<typeof objectForPersonSchema>;

/** The body of `POST /persons/requests/{id}/access`. */
export const createPersonAccessSchema = z
  .strictObject({
    language: oneOf(languages).meta({ description: 'Of what is there to be read' }),
  })
  .meta({ id: 'CreatePersonAccess', sent: true });
export type CreatePersonAccess = z.infer<typeof createPersonAccessSchema>;

/** The result of a finished job of the kind `person_access`. */
export const personAccessResultSchema = z.object({
  request_id: z.string(),
  number: z.string(),
  records: z.int().meta({ description: 'Decisions' }),
  bytes: z.int(),
  sha256: hashSchema,
});
export type PersonAccessResult = z.infer<typeof personAccessResultSchema>;

const erasureMembers = {
  record_ids: recordIds(most.records).meta({ description: 'Of the decisions that were chosen' }),
  fields: listOf(oneOf(committedFields), committedFields.length, {
    error: fault('type_field_names'),
    none: fault('one_field_named'),
    tooMany: fault('each_field_once'),
  })
    .refine((fields) => new Set(fields).size === fields.length, fault('each_field_once'))
    .meta({
      description:
        'Of the records. What interventions say goes along: reasons and what was looked at, and with `output` their outcomes',
    }),
};

/** The body of `POST /persons/requests/{id}/erasure/preview`. */
export const previewPersonErasureSchema = z
  .strictObject(erasureMembers)
  .meta({ id: 'PreviewPersonErasure', sent: true });
export type PreviewPersonErasure = z.infer<typeof previewPersonErasureSchema>;

/** The body of `POST /persons/requests/{id}/erasure`. */
export const erasePersonSchema = z
  .strictObject({
    ...erasureMembers,
    legal_basis: text(limits.shortString),
    ...signerMembers,
    ...signingMembers,
  })
  .superRefine(signingCheck)
  .meta({ id: 'ErasePerson', sent: true });
export type ErasePerson = z.infer<typeof erasePersonSchema>;

const targetSchema = z.object({
  id: z.string(),
  hash: hashSchema,
  fields: z.array(z.string()),
});

/** An erasure before it is made, counted: nothing is written. */
export const personErasurePreviewSchema = z
  .object({
    records: z.int().meta({ description: 'Decisions that something goes from' }),
    interventions: z.int().meta({ description: 'Interventions that something goes from' }),
    evidence: z.int().meta({
      description:
        'Recorded figures, and steps of alerts, that lose what they tell: a value that no other decision of the model has',
    }),
    values: z.array(z.object({ field: z.string(), count: z.int() })).meta({
      description: 'Values that go, by their fields',
    }),
    gone: z.int().meta({ description: 'Decisions of which nothing of that is left' }),
    letters: z.int().meta({
      description:
        'Letters about these decisions, which quote them: they stay until they are erased themselves',
    }),
    needs_approver: z.boolean().meta({ description: 'Two people have to sign' }),
    entries: z.array(z.array(targetSchema)).meta({
      description: 'The targets of each entry that would be appended',
    }),
  })
  .meta({ id: 'PersonErasurePreview' });
export type PersonErasurePreview = z.infer<typeof personErasurePreviewSchema>;

/** How the person is named, and where the answer goes. */
const personSchema = z.object({
  identifiers: z.array(z.string()),
  contact: z.string().nullable(),
});

const requestMembers = {
  request_id: z.string().meta({ description: 'Prefix preq_' }),
  number: z.string().meta({ description: 'Of the year, as 2026-014' }),
  received_on: dateSchema,
  asks: z.array(z.enum(personAsks)),
  rule: z.enum(deadlineRules),
  due: dateSchema.meta({ description: 'The last day for an answer' }),
  is_extended: z.boolean(),
  urgency: z.enum(urgencies).meta({
    description: '`late`: the day is over; `soon`: within 7 days; `closed`: it counts no more',
  }),
  n: z.int().meta({ description: 'Facts about it so far' }),
  event: z.enum(requestEvents).meta({ description: 'What happened last' }),
  created_at: instantSchema,
  closed_at: instantSchema.nullable(),
  person: personSchema.nullable().meta({ description: 'null once it was erased' }),
  records: z.int().meta({ description: 'Decisions that were chosen' }),
};

/** One request in a list. */
export const personRequestRowSchema = z.object(requestMembers).meta({ id: 'PersonRequestRow' });
export type PersonRequestRow = z.infer<typeof personRequestRowSchema>;

export const personRequestEventSchema = z.object({
  n: z.int(),
  event: z.enum(requestEvents),
  at: instantSchema,
  actor: z.object({ id: z.string(), role: z.string() }),
  is_signed: z.boolean(),
  note: z.string().nullable(),
});
export type PersonRequestEvent = z.infer<typeof personRequestEventSchema>;

/** One request with what was chosen and done. */
export const personRequestSchema = z
  .object({
    ...requestMembers,
    record_ids: z.array(z.string()).nullable().meta({ description: 'null once they were erased' }),
    note: z.string().nullable().meta({ description: 'The newest' }),
    letters: z.array(
      z.object({
        n: z.int(),
        language: z.enum(languages),
        signed_at: instantSchema,
        record_id: z.string().nullable(),
        sha256: hashSchema.nullable().meta({ description: 'Of the PDF; null once it was erased' }),
        is_there: z.boolean().meta({ description: 'Whether the PDF is still kept' }),
      }),
    ),
    events: z.array(personRequestEventSchema).meta({ description: 'In their order' }),
    kept_until: dateSchema.nullable().meta({
      description: 'From then on who it was about need not be kept; null while it is open',
    }),
  })
  .meta({ id: 'PersonRequest' });
export type PersonRequest = z.infer<typeof personRequestSchema>;

export const personRequestPageSchema = paginated(personRequestRowSchema).meta({
  id: 'PersonRequestPage',
});

const settingLine = z
  .string({ error: fault('type_string') })
  .max(most.letterLine, fault('at_most_characters', { maximum: most.letterLine }));

/** Settings that letters and closed requests have alike. */
export const personSettingsSchema = z
  .strictObject({
    sender: settingLine.meta({ description: 'Who decides: the head of letters' }),
    objection_to: settingLine.meta({ description: 'To whom a person may object' }),
    authority: settingLine.meta({ description: 'To whom a person may complain' }),
    kept_years: z
      .int({ error: fault('type_integer') })
      .min(1, fault('integer_between', { minimum: 1, maximum: most.keptYears }))
      .max(most.keptYears, fault('integer_between', { minimum: 1, maximum: most.keptYears }))
      .meta({ description: 'How long it is kept who a closed request was about' }),
  })
  .meta({ id: 'PersonSettings' });
export type PersonSettings = z.infer<typeof personSettingsSchema>;

/** Those of a ledger in which nobody has said anything. */
export const usualPersonSettings: PersonSettings = {
  sender: '',
  objection_to: '',
  authority: '',
  kept_years: 3,
};

/** The body of `PUT /persons/settings`. */
export const changePersonSettingsSchema = personSettingsSchema
  .extend({ if_previous: previousOf(personSettingsSchema.shape) })
  .meta({ id: 'ChangePersonSettings', sent: true });
export type ChangePersonSettings = z.infer<typeof changePersonSettingsSchema>;

/** How a decision was found: by the person of the profile, or by a text that names them. */
export const candidateMatches = ['certain', 'possible'] as const;

export const personCandidateSchema = z.object({
  record_id: z.string(),
  model_id: z.string(),
  created_at: instantSchema,
  match: z.enum(candidateMatches).meta({
    description: '`certain`: the same person by the profile; `possible`: a text, to be looked at',
  }),
  is_chosen: z.boolean(),
});
export type PersonCandidate = z.infer<typeof personCandidateSchema>;

/** Decisions that may be about the person. */
export const personCandidatesSchema = z
  .object({
    data: z
      .array(personCandidateSchema)
      .meta({ description: 'Certain ones first, then the newest' }),
    is_whole: z.boolean().meta({ description: 'False where there are more than are told' }),
    is_matched: z.boolean().meta({
      description: 'False while who decisions are about is being made anew: none is certain then',
    }),
  })
  .meta({ id: 'PersonCandidates' });
export type PersonCandidates = z.infer<typeof personCandidatesSchema>;

export const personRequestOrders = ['due', '-due', 'number', '-number'] as const;

/** No parameter names a person: an address is kept in more places than a body. */
export const listPersonRequestsQuerySchema = z.strictObject({
  urgency: oneOf(requestStandings).optional().meta({ description: '`open`: any but `closed`' }),
  ask: oneOf(personAsks).optional(),
  rule: oneOf(deadlineRules).optional(),
  number: z.string().min(1, fault('not_empty')).optional().meta({ description: 'A part of it' }),
  order: oneOf(personRequestOrders).default('due').meta({
    description: '`due`: what is open first, the nearest day before the others',
  }),
  ...page(limits.persons),
});

const bodyErrors = [
  'validation_error',
  'malformed_json',
  'idempotency_key_reused',
  'payload_too_large',
  'unsupported_media_type',
] as const;
const stepErrors = [...bodyErrors, 'not_found', 'conflict'] as const;
const signedErrors = [...stepErrors, ...signingErrors] as const;

/** Declared erasures for a person, and the request as it is then. */
export const personErasureSchema = z
  .object({ data: z.array(erasureSchema), request: personRequestSchema })
  .meta({ id: 'PersonErasure' });
export type PersonErasure = z.infer<typeof personErasureSchema>;

export const personRoutes = [
  {
    operationId: 'getPersonSettings',
    method: 'GET',
    path: '/persons/settings',
    summary: 'What letters and closed requests have alike',
    description:
      'Who signs letters, in which language and for how many days a closed request is kept.',
    area: 'persons',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: personSettingsSchema,
    errors: [],
  },
  {
    operationId: 'changePersonSettings',
    method: 'PUT',
    path: '/persons/settings',
    summary: 'Change who decides, where to object and to complain, and for how long names are kept',
    description:
      'A working setting of this ledger and no fact. Letters that were signed stay as they are.',
    area: 'persons',
    access: 'write',
    errorShape: 'sessions',
    extension: true,
    body: changePersonSettingsSchema,
    status: 200,
    response: personSettingsSchema,
    errors: [
      'validation_error',
      'malformed_json',
      'conflict',
      'payload_too_large',
      'unsupported_media_type',
    ],
  },
  {
    operationId: 'createPersonRequest',
    method: 'POST',
    path: '/persons/requests',
    summary: 'Take in what a person asks for, with the day it came',
    description:
      'The last day for an answer follows from that day and the rule, and is never moved for a weekend. Who the person is, is committed to and not told in clear.',
    area: 'persons',
    access: 'write',
    errorShape: 'sessions',
    extension: true,
    body: createPersonRequestSchema,
    status: 201,
    response: personRequestSchema,
    errors: bodyErrors,
  },
  {
    operationId: 'listPersonRequests',
    method: 'GET',
    path: '/persons/requests',
    summary: 'Requests of persons, the nearest day first',
    description:
      'Requests for access, objection or erasure, with the day by which each has to be answered.',
    area: 'persons',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    query: listPersonRequestsQuerySchema,
    status: 200,
    response: personRequestPageSchema,
    errors: ['validation_error'],
  },
  {
    operationId: 'getPersonRequest',
    method: 'GET',
    path: '/persons/requests/{id}',
    summary: 'One request with what was done about it',
    description:
      'The decisions that are about the person, the letters, extensions and erasures, in their order.',
    area: 'persons',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: personRequestSchema,
    errors: ['not_found'],
  },
  {
    operationId: 'listPersonCandidates',
    method: 'GET',
    path: '/persons/requests/{id}/candidates',
    summary: 'Decisions that may be about the person of a request',
    description:
      'Found by what the request holds of the person, so that no name stands in an address: the same person by the profiles of all models, then texts that name them. At most 1,000, and those that were chosen.',
    area: 'persons',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: personCandidatesSchema,
    errors: ['not_found'],
  },
  {
    operationId: 'setPersonRecords',
    method: 'POST',
    path: '/persons/requests/{id}/records',
    summary: 'Choose the decisions that are about the person',
    description: 'The whole choice: a record that is left out is no longer a part of the request.',
    area: 'persons',
    access: 'write',
    errorShape: 'sessions',
    extension: true,
    body: setPersonRecordsSchema,
    status: 200,
    response: personRequestSchema,
    errors: stepErrors,
  },
  {
    operationId: 'extendPersonRequest',
    method: 'POST',
    path: '/persons/requests/{id}/extension',
    summary: 'Put off the last day once, to three months from the receipt',
    description:
      'By the rule `month` alone, and while its first term is not over: the person is told within it.',
    area: 'persons',
    access: 'write',
    errorShape: 'sessions',
    extension: true,
    body: extendPersonRequestSchema,
    status: 200,
    response: personRequestSchema,
    errors: stepErrors,
  },
  {
    operationId: 'previewPersonLetter',
    method: 'POST',
    path: '/persons/requests/{id}/letter/preview',
    summary: 'A letter as it would be: its text and its PDF; nothing is written',
    description: 'It is made as the letter would be, with the same words, and thrown away.',
    area: 'persons',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    body: previewPersonLetterSchema,
    status: 200,
    response: personLetterPreviewSchema,
    errors: stepErrors,
  },
  {
    operationId: 'createPersonLetter',
    method: 'POST',
    path: '/persons/requests/{id}/letter',
    summary: 'Sign a letter that explains one decision to the person',
    description:
      'The decision in effect, the part that the model had in it by the card in force, the main factors, what people did, how to object. An act that people sign.',
    area: 'persons',
    access: 'write',
    errorShape: 'sessions',
    extension: true,
    prepares: true,
    body: createPersonLetterSchema,
    status: 201,
    response: personRequestSchema,
    errors: signedErrors,
  },
  {
    operationId: 'getPersonLetter',
    method: 'GET',
    path: '/persons/requests/{id}/letters/{n}',
    summary: 'A signed letter as a PDF',
    description: 'The bytes that were signed; the ledger has their hash.',
    area: 'persons',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: { mediaType: 'application/pdf' },
    errors: ['not_found'],
  },
  {
    operationId: 'objectForPerson',
    method: 'POST',
    path: '/persons/requests/{id}/objection',
    summary: 'Have decisions looked at again: each is escalated, with the request and its last day',
    description: 'One act over all of them. An act that people sign.',
    area: 'persons',
    access: 'write',
    errorShape: 'sessions',
    extension: true,
    prepares: true,
    body: objectForPersonSchema,
    status: 200,
    response: personRequestSchema,
    errors: signedErrors,
  },
  {
    operationId: 'createPersonAccess',
    method: 'POST',
    path: '/persons/requests/{id}/access',
    summary: 'Make what the person gets of their data, as a job',
    description:
      'A zip: the chosen decisions as JSON and as PDF, what letters say of them, the signed letters, and a selection bundle that withholds what concerns others. The `result` of the finished job is a PersonAccessResult; the request says then that data was handed over, with the sum of the zip.',
    area: 'persons',
    access: 'write',
    errorShape: 'sessions',
    extension: true,
    body: createPersonAccessSchema,
    status: 202,
    response: jobSchema,
    errors: stepErrors,
  },
  {
    operationId: 'downloadPersonAccess',
    method: 'GET',
    path: '/persons/requests/{id}/access/{job_id}',
    summary: 'The zip of what a person gets of their data',
    description: 'Kept until the next erasure, and for the last ten.',
    area: 'persons',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: { mediaType: 'application/zip' },
    errors: ['not_found'],
  },
  {
    operationId: 'previewPersonErasure',
    method: 'POST',
    path: '/persons/requests/{id}/erasure/preview',
    summary: 'What an erasure would take and what stays; nothing is written',
    description: 'Records and fields that would go, and those that a duty to keep them holds back.',
    area: 'persons',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    body: previewPersonErasureSchema,
    status: 200,
    response: personErasurePreviewSchema,
    errors: stepErrors,
  },
  {
    operationId: 'erasePerson',
    method: 'POST',
    path: '/persons/requests/{id}/erasure',
    summary: 'Erase what decisions say of the person, in one act',
    description:
      'All in one transaction, and declared with the request. Of more than 100 decisions two people sign, once people are enrolled. An act that people sign.',
    area: 'persons',
    access: 'write',
    errorShape: 'sessions',
    extension: true,
    prepares: true,
    bodyBytes: most.erasureBytes,
    body: erasePersonSchema,
    status: 200,
    response: personErasureSchema,
    errors: signedErrors,
  },
  {
    operationId: 'closePersonRequest',
    method: 'POST',
    path: '/persons/requests/{id}/closing',
    summary: 'Close a request, answered or refused',
    description:
      'Where it is refused the reason is kept. After the time of the settings, what names the person is erased.',
    area: 'persons',
    access: 'write',
    errorShape: 'sessions',
    extension: true,
    body: closePersonRequestSchema,
    status: 200,
    response: personRequestSchema,
    errors: stepErrors,
  },
] as const satisfies readonly Route[];
