/** The routes of the policy of a dataset: its versions, and how rows leave under one (extension). */
import * as z from './when-asked.ts';
import { instantSchema, oneOf, paginated } from './common.ts';
import { fault } from './faults.ts';
import { limits } from './limits.ts';
import { grantKinds, policySchema } from './policies.ts';
import { page, type Route } from './route.ts';
import { sessionRecordSchema } from './sessions.ts';
import {
  signerMembers,
  signingCheck,
  signingErrors,
  signingMembers,
  personSignatureSchema,
} from './signing.ts';

/** One version of a policy. */
export const policyVersionSchema = z
  .object({
    policy_id: z.string().nullable().meta({
      description: 'Prefix pol_; null for version 1 of a dataset from before policies had versions',
    }),
    version: z.int().meta({ description: '1, 2, 3… of the dataset' }),
    policy: policySchema,
    published_at: instantSchema,
    effective_at: instantSchema.meta({ description: 'From when on it holds' }),
    withdrawn_at: instantSchema.nullable().meta({ description: 'Where it was, before it held' }),
    signature: personSignatureSchema.nullable().meta({ description: 'Of who published it' }),
  })
  .meta({ id: 'PolicyVersion' });
export type PolicyVersion = z.infer<typeof policyVersionSchema>;

/** The policy of a dataset: the version in force, and one that is announced. */
export const datasetPolicySchema = z
  .object({
    dataset_id: z.string(),
    in_force: policyVersionSchema,
    announced: policyVersionSchema.nullable().meta({
      description: 'Holds from `effective_at` on, unless it is withdrawn before',
    }),
    latest: z.int().meta({ description: 'Of all versions; `based_on` of the next one' }),
  })
  .meta({ id: 'DatasetPolicy' });
export type DatasetPolicy = z.infer<typeof datasetPolicySchema>;

const changeValue = z.union([z.record(z.string(), z.unknown()), z.string(), z.number(), z.null()]);

export const policyChangeSchema = z
  .object({
    member: z.string().meta({ description: '`fields.age`, `unlisted`, `statistics.epsilon`, …' }),
    direction: z.enum(['tighter', 'looser']).meta({
      description: 'What is tighter holds at once, what is looser when the notice is over',
    }),
    from: changeValue,
    to: changeValue,
  })
  .meta({ id: 'PolicyChange' });

/** The policy once it is published, with what that changes. */
export const publishedPolicySchema = datasetPolicySchema
  .extend({ changes: z.array(policyChangeSchema) })
  .meta({ id: 'PublishedPolicy' });
export type PublishedPolicy = z.infer<typeof publishedPolicySchema>;

export const putPolicySchema = z
  .strictObject({
    policy: policySchema,
    based_on: z
      .int({
        error: (issue) => fault(issue.input === undefined ? 'required' : 'type_integer'),
      })
      .min(0, fault('at_least', { minimum: 0 }))
      .meta({ description: 'The latest version; 0 for a draft' }),
    ...signerMembers,
    ...signingMembers,
  })
  .superRefine(signingCheck)
  .meta({ id: 'PutPolicy', sent: true });
export type PutPolicy = z.infer<typeof putPolicySchema>;

export const withdrawPolicySchema = z
  .strictObject({ ...signerMembers, ...signingMembers })
  .superRefine(signingCheck)
  .meta({ id: 'WithdrawPolicy', sent: true });

export const listPoliciesQuerySchema = z.strictObject(page(limits.sessions));

export const policyPageSchema = paginated(policyVersionSchema).meta({ id: 'PolicyPage' });

/** Rows that a preview shows at most. */
export const previewedRows = 20;

export const previewDatasetSchema = z
  .strictObject({
    policy: policySchema.optional().meta({ description: 'The one in force unless told' }),
    kind: oneOf(grantKinds).default('rows'),
    limit: z
      .int({ error: fault('type_integer') })
      .min(1, fault('at_least', { minimum: 1 }))
      .max(previewedRows, fault('at_most', { maximum: previewedRows }))
      .default(3),
  })
  .meta({ id: 'PreviewDataset', sent: true });

export const datasetPreviewSchema = z
  .object({
    before: z.array(sessionRecordSchema),
    after: z.array(sessionRecordSchema).meta({
      description: 'As a lab would see them, under a key that no grant has',
    }),
    undecided: z.array(z.string()).meta({ description: 'Fields that no rule names' }),
  })
  .meta({ id: 'DatasetPreview' });
export type DatasetPreview = z.infer<typeof datasetPreviewSchema>;

const bodyErrors = [
  'validation_error',
  'malformed_json',
  'idempotency_key_reused',
  'payload_too_large',
  'unsupported_media_type',
] as const;

const ofPolicies = { area: 'datasets', errorShape: 'sessions', extension: true } as const;

export const policyRoutes = [
  {
    ...ofPolicies,
    operationId: 'getDatasetPolicy',
    method: 'GET',
    path: '/datasets/{dataset_id}/policy',
    summary: 'The policy of a dataset: in force, and announced',
    description:
      'A new version is announced for its notice period before it is in force; both are told.',
    access: 'read',
    status: 200,
    response: datasetPolicySchema,
    errors: ['not_found', 'dataset_unpublished'],
  },
  {
    ...ofPolicies,
    operationId: 'listDatasetPolicies',
    method: 'GET',
    path: '/datasets/{dataset_id}/policies',
    summary: 'Every version of the policy of a dataset, newest first',
    description: 'A grant names the version that it was given under.',
    access: 'read',
    query: listPoliciesQuerySchema,
    status: 200,
    response: policyPageSchema,
    errors: ['validation_error', 'not_found'],
  },
  {
    ...ofPolicies,
    operationId: 'putDatasetPolicy',
    method: 'PUT',
    path: '/datasets/{dataset_id}/policy',
    summary: 'Publish a policy: what is tighter holds at once, also in open sessions',
    description:
      'What is looser is announced and holds once the notice of the policy in force is over. A version that was announced before gives way. A name that no row has is refused with its neighbours, and nothing is published. An act that people sign.',
    access: 'write',
    prepares: true,
    body: putPolicySchema,
    status: 200,
    response: publishedPolicySchema,
    errors: [...bodyErrors, 'not_found', 'access_revoked', 'policy_changed', ...signingErrors],
  },
  {
    ...ofPolicies,
    operationId: 'withdrawDatasetPolicy',
    method: 'DELETE',
    path: '/datasets/{dataset_id}/policy/scheduled',
    summary: 'Withdraw the version that is announced',
    description: 'An act that people sign.',
    access: 'write',
    prepares: true,
    body: withdrawPolicySchema,
    status: 200,
    response: datasetPolicySchema,
    errors: [...bodyErrors, 'not_found', ...signingErrors],
  },
  {
    ...ofPolicies,
    operationId: 'previewDataset',
    method: 'POST',
    path: '/datasets/{dataset_id}/preview',
    summary: 'The first rows as they are, and as a lab would see them under a policy',
    description: 'For the holder; metered to nobody.',
    access: 'read',
    body: previewDatasetSchema,
    status: 200,
    response: datasetPreviewSchema,
    errors: ['validation_error', 'malformed_json', 'not_found', 'dataset_unpublished'],
  },
] as const satisfies readonly Route[];
