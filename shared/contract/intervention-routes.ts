/** The routes of interventions and erasures: their part of the route table. */
import { createErasureSchema, erasureSchema } from './erasures.ts';
import {
  createInterventionSchema,
  interventionListSchema,
  interventionSchema,
} from './interventions.ts';
import type { Route } from './route.ts';
import { signingErrors } from './signing.ts';

export const interventionRoutes = [
  {
    operationId: 'createIntervention',
    method: 'POST',
    path: '/records/{id}/interventions',
    summary: 'Intervene on a record: an entry of its own, the record stays as it is',
    description:
      'A reason is required to modify, override, reverse and escalate; an outcome to modify, override and reverse. What was escalated is decided by somebody else. A decision that supersedes a proposal makes the same one, signed by a second person. An act that people sign. With `if_previous` it is refused with a conflict where somebody acted on the record since; `details` names each that came.',
    area: 'records',
    access: 'write',
    errorShape: 'records',
    extension: true,
    prepares: true,
    body: createInterventionSchema,
    status: 201,
    response: interventionSchema,
    errors: [
      'validation_error',
      'malformed_json',
      'not_found',
      'conflict',
      ...signingErrors,
      'idempotency_key_reused',
      'payload_too_large',
      'unsupported_media_type',
    ],
  },
  {
    operationId: 'listInterventions',
    method: 'GET',
    path: '/records/{id}/interventions',
    summary: 'The interventions on a record in their order, and the decision in effect',
    description:
      'The first is the oldest. `decision_in_effect` is the outcome after all that were approved.',
    area: 'records',
    access: 'read',
    errorShape: 'records',
    extension: true,
    offline: true,
    status: 200,
    response: interventionListSchema,
    errors: ['not_found'],
  },
  {
    operationId: 'createErasure',
    method: 'POST',
    path: '/records/{id}/erasures',
    summary: 'Erase values of a record, and declare it in the journal',
    description:
      'Values and salts are deleted from every copy in the database; position and commitments stay, and verification says ERASED_DECLARED. An act that people sign.',
    area: 'records',
    access: 'write',
    errorShape: 'records',
    extension: true,
    prepares: true,
    body: createErasureSchema,
    status: 201,
    response: erasureSchema,
    errors: [
      'validation_error',
      'malformed_json',
      'not_found',
      'conflict',
      ...signingErrors,
      'idempotency_key_reused',
      'payload_too_large',
      'unsupported_media_type',
    ],
  },
] as const satisfies readonly Route[];
