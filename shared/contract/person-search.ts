/** Searches for a person by keyed hashes of who decisions are about (extensions; docs/oversight.md, "Facts"). */
import * as z from './when-asked.ts';
import { listOf } from './common.ts';
import { fault } from './faults.ts';
import { limits } from './limits.ts';
import type { Route } from './route.ts';

/** The body of `POST /persons/search`. */
export const searchPersonsSchema = z
  .strictObject({
    identifiers: listOf(
      z
        .string({ error: fault('type_string') })
        .refine((text) => text.trim() !== '', fault('not_empty'))
        .max(limits.shortString, fault('at_most_characters', { maximum: limits.shortString })),
      limits.personSearch.identifiers,
      { error: fault('type_strings'), none: fault('one_value') },
    )
      .optional()
      .meta({ description: 'Names, numbers: each alone finds a decision' }),
    record_id: z
      .string({ error: fault('type_string') })
      .optional()
      .meta({
        description: 'Instead of them: a decision about the person',
      }),
  })
  .superRefine(({ identifiers, record_id: recordId }, context) => {
    if ((identifiers === undefined) !== (recordId === undefined)) return;
    context.addIssue({ code: 'custom', path: ['identifiers'], message: fault('required') });
  })
  .meta({ id: 'SearchPersons', sent: true });

export const personSearchSchema = z
  .object({
    search_id: z.string().meta({ description: 'Prefix psr_; for `person` of a list, for an hour' }),
    models: z.array(
      z.object({ model_id: z.string(), count: z.int().meta({ description: 'Decisions' }) }),
    ),
  })
  .meta({ id: 'PersonSearch' });
export type PersonSearch = z.infer<typeof personSearchSchema>;

export const personSearchRoutes = [
  {
    operationId: 'searchPersons',
    method: 'POST',
    path: '/persons/search',
    summary: 'Find the decisions about a person, by keyed hashes of who they are about',
    description:
      'By what a person is named by, or by a decision about them; in models whose profile says who decisions are about. Names stand in the body alone, and in no log. 503 while the hashes are made anew.',
    area: 'records',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    body: searchPersonsSchema,
    status: 200,
    response: personSearchSchema,
    errors: [
      'validation_error',
      'malformed_json',
      'not_found',
      'payload_too_large',
      'unsupported_media_type',
    ],
  },
] as const satisfies readonly Route[];
