/** Every route of the API: the one table behind routing, threads, OpenAPI and the clients. */
import * as z from './when-asked.ts';
import {
  chainSchema,
  entryListSchema,
  findingSchema,
  recordVerificationSchema,
  verificationSchema,
} from './chain.ts';
import { accessRoutes } from './access-routes.ts';
import { activityRoutes } from './activity.ts';
import { datasetErasureRoutes } from './dataset-erasures.ts';
import { receiptRoutes } from './receipts.ts';
import { analysisRoutes } from './analysis.ts';
import { auditRoutes } from './audit-routes.ts';
import { backupRoutes } from './backups.ts';
import { billingRoutes } from './billing-routes.ts';
import { bundleRoutes } from './bundles.ts';
import { caseRoutes } from './cases.ts';
import { checkpointRoutes } from './checkpoint-routes.ts';
import { oneOf, paginated, queryInteger } from './common.ts';
import { connectionRoutes } from './connections.ts';
import { exportRoutes } from './exports.ts';
import { grantRoutes } from './grants.ts';
import { figureBundleRoutes, figureRoutes } from './figures.ts';
import { interventionRoutes } from './intervention-routes.ts';
import { importQuerySchema } from './imports.ts';
import { intakeRoutes } from './intake-routes.ts';
import { jobKinds, jobSchema, jobStatuses } from './jobs.ts';
import { limits } from './limits.ts';
import { modelRoutes } from './model-routes.ts';
import { oversightRoutes } from './oversight.ts';
import { alertRoutes } from './alerts.ts';
import { overviewRoutes } from './overview.ts';
import { creditNoteRoutes } from './billing-credit-notes.ts';
import { runRoutes } from './billing-runs.ts';
import { creditRoutes } from './billing-credits.ts';
import { holderRoutes } from './billing-holders.ts';
import { partyRoutes } from './billing-parties.ts';
import { priceRoutes } from './billing-prices.ts';
import { peopleRoutes } from './people.ts';
import { personSearchRoutes } from './person-search.ts';
import { personRoutes } from './persons.ts';
import { policyRoutes } from './policy-routes.ts';
import { profileRoutes } from './profiles.ts';
import { reviewRoutes } from './review-queue.ts';
import { proofRoutes } from './proof.ts';
import {
  getRecordQuerySchema,
  listRecordsQuerySchema,
  recordFacetsQuerySchema,
  recordFacetsSchema,
  recordFilterConflicts,
  recordFilterSchema,
  recordHistogramQuerySchema,
  recordHistogramSchema,
  recordListSchema,
  recordPositionSchema,
  recordSchema,
} from './records.ts';
import { recoveryRoutes } from './recovery.ts';
import { page, type Route } from './route.ts';
import { serverRoutes } from './server.ts';
import { sourcePlaceRoutes } from './source-places.ts';
import { sessionRoutes } from './session-routes.ts';
import { sourceConnectionRoutes } from './source-connection-routes.ts';
import { signingKeyRoutes } from './signing-key.ts';
import { voucherRoutes } from './vouchers.ts';
import { webhookRoutes } from './webhooks-routes.ts';
import { changeSchema, openWorkspaceSchema, workspaceSchema } from './workspace.ts';

export const listEntriesQuerySchema = z.strictObject({
  from_seq: queryInteger(0, Number.MAX_SAFE_INTEGER).default(0),
  limit: queryInteger(1, limits.entries.maximumLimit).default(limits.entries.defaultLimit),
});
export const listJobsQuerySchema = z.strictObject({
  kind: oneOf(jobKinds).optional(),
  status: oneOf(jobStatuses).optional(),
  ...page(limits.jobs),
});
export const listVerificationsQuerySchema = z.strictObject(page(limits.jobs));
export const listFindingsQuerySchema = z.strictObject(page(limits.findings));
export const recordPositionQuerySchema = recordFilterSchema.extend(
  listRecordsQuerySchema.pick({ order: true, sort: true }).shape,
);

export const routes = [
  ...intakeRoutes,
  {
    operationId: 'listRecords',
    method: 'GET',
    path: '/records',
    summary: 'List decision records, newest first',
    description:
      'Days are UTC; `start_date` and `end_date` are inclusive. `total` counts what all parameters but `limit` and `offset` select.',
    area: 'records',
    access: 'read',
    errorShape: 'records',
    extension: false,
    offline: true,
    query: listRecordsQuerySchema,
    queryConflicts: recordFilterConflicts,
    status: 200,
    response: recordListSchema,
    errors: ['validation_error'],
  },
  {
    operationId: 'getRecordFacets',
    method: 'GET',
    path: '/records/facets',
    summary: 'Values to filter by, with their counts',
    description: 'The same filters as the list of records. The 1,000 most frequent values of each.',
    area: 'records',
    access: 'read',
    errorShape: 'records',
    extension: true,
    offline: true,
    query: recordFacetsQuerySchema,
    queryConflicts: recordFilterConflicts,
    status: 200,
    response: recordFacetsSchema,
    errors: ['validation_error'],
  },
  {
    operationId: 'getRecordHistogram',
    method: 'GET',
    path: '/records/histogram',
    summary: 'Decisions over time, with how sure their models were',
    description:
      'The same filters as the list of records. A decision stands where the profile of its model says that it was made, else where it was recorded; a filter by a period is `where={"decided_at":{"$gte":start,"$lt":end}}`.',
    area: 'records',
    access: 'read',
    errorShape: 'records',
    extension: true,
    offline: true,
    query: recordHistogramQuerySchema,
    queryConflicts: recordFilterConflicts,
    status: 200,
    response: recordHistogramSchema,
    errors: ['validation_error'],
  },
  {
    operationId: 'getRecord',
    method: 'GET',
    path: '/records/{id}',
    summary: 'Get one decision record',
    description:
      'With its interventions. Values that were erased are absent, and the entry still vouches for the others.',
    area: 'records',
    access: 'read',
    errorShape: 'records',
    extension: false,
    offline: true,
    query: getRecordQuerySchema,
    status: 200,
    response: recordSchema,
    errors: ['validation_error', 'not_found'],
  },
  {
    operationId: 'getRecordPosition',
    method: 'GET',
    path: '/records/{id}/position',
    summary: 'Where a record stands in a filtered list',
    description:
      '`offset` is the number of records before it in the list of the same filter and order; null where the filter leaves it out.',
    area: 'records',
    access: 'read',
    errorShape: 'records',
    extension: true,
    offline: true,
    query: recordPositionQuerySchema,
    queryConflicts: recordFilterConflicts,
    status: 200,
    response: recordPositionSchema,
    errors: ['validation_error', 'not_found'],
  },
  {
    operationId: 'verifyRecord',
    method: 'GET',
    path: '/records/{id}/verification',
    summary: 'Check one record: entry, commitments, index columns, link',
    description:
      'Reads the record as it is stored now and compares it with what its entry committed to, field by field.',
    area: 'records',
    access: 'read',
    errorShape: 'records',
    extension: true,
    status: 200,
    response: recordVerificationSchema,
    errors: ['not_found'],
  },
  ...modelRoutes,
  ...profileRoutes,
  ...oversightRoutes,
  ...alertRoutes,
  ...figureRoutes,
  ...figureBundleRoutes,
  ...reviewRoutes,
  ...personSearchRoutes,
  ...checkpointRoutes,
  ...voucherRoutes,
  ...interventionRoutes,
  ...bundleRoutes,
  ...exportRoutes,
  ...caseRoutes,
  ...sessionRoutes,
  ...sourceConnectionRoutes,
  ...grantRoutes,
  ...activityRoutes,
  ...receiptRoutes,
  ...datasetErasureRoutes,
  ...analysisRoutes,
  ...policyRoutes,
  ...billingRoutes,
  ...partyRoutes,
  ...priceRoutes,
  ...creditRoutes,
  ...creditNoteRoutes,
  ...holderRoutes,
  ...runRoutes,
  ...accessRoutes,
  ...peopleRoutes,
  ...personRoutes,
  ...proofRoutes,
  ...auditRoutes,
  ...webhookRoutes,
  ...connectionRoutes,
  ...serverRoutes,
  ...sourcePlaceRoutes,
  ...recoveryRoutes,
  ...backupRoutes,
  ...signingKeyRoutes,
  ...overviewRoutes,
  {
    operationId: 'createImport',
    method: 'POST',
    path: '/imports',
    summary: 'Import records from NDJSON or CSV as a job',
    description:
      'The body is the file. text/csv needs a `mapping`. All or nothing unless `on_error=skip`; a dry run writes nothing. The `result` of the finished job is an ImportResult.',
    area: 'imports',
    access: 'write',
    errorShape: 'sessions',
    extension: true,
    query: importQuerySchema,
    upload: ['application/x-ndjson', 'text/csv'],
    status: 202,
    response: jobSchema,
    errors: [
      'validation_error',
      'idempotency_key_reused',
      'payload_too_large',
      'unsupported_media_type',
      'storage_full',
    ],
  },
  {
    operationId: 'getChain',
    method: 'GET',
    path: '/chain',
    summary: 'Origin, key, size and head of the ledger, and how it stands',
    description:
      'All of one moment: what the newest verification found, which one runs, what the newest checkpoints say.',
    area: 'chain',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    offline: true,
    status: 200,
    response: chainSchema,
    errors: [],
  },
  {
    operationId: 'listEntries',
    method: 'GET',
    path: '/chain/entries',
    summary: 'Journal entries with their canonical bytes, in order',
    description:
      '`canonical` has the bytes that are hashed. The next page begins at `from_seq` + the number of entries that came.',
    area: 'chain',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    offline: true,
    query: listEntriesQuerySchema,
    status: 200,
    response: entryListSchema,
    errors: ['validation_error'],
  },
  {
    operationId: 'startVerification',
    method: 'POST',
    path: '/chain/verifications',
    summary: 'Verify every entry as a job',
    description: 'The `result` of the finished job is a Verification. Takes no body.',
    area: 'chain',
    access: 'write',
    errorShape: 'sessions',
    extension: true,
    status: 202,
    response: jobSchema,
    errors: ['idempotency_key_reused'],
  },
  {
    operationId: 'listVerifications',
    method: 'GET',
    path: '/chain/verifications',
    summary: 'Finished verifications, newest first',
    description: 'Each with its verdict, how many entries it read and how many findings it has.',
    area: 'chain',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    offline: true,
    query: listVerificationsQuerySchema,
    status: 200,
    response: paginated(verificationSchema),
    errors: ['validation_error'],
  },
  {
    operationId: 'getVerification',
    method: 'GET',
    path: '/chain/verifications/{id}',
    summary: 'One finished verification',
    description: 'The verdict, the scope, and what it cannot prove.',
    area: 'chain',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    offline: true,
    status: 200,
    response: verificationSchema,
    errors: ['not_found'],
  },
  {
    operationId: 'getVerificationReport',
    method: 'GET',
    path: '/chain/verifications/{id}/report',
    summary: 'A finished verification as a PDF',
    description: 'Verdict, scope, method, the first 200 findings, and what it does not prove.',
    area: 'chain',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: { mediaType: 'application/pdf' },
    errors: ['not_found'],
  },
  {
    operationId: 'listFindings',
    method: 'GET',
    path: '/chain/verifications/{id}/findings',
    summary: 'What a verification found, in journal order',
    description:
      'Each names the entry, the row and the field that does not hold, what was expected and what is there.',
    area: 'chain',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    offline: true,
    query: listFindingsQuerySchema,
    status: 200,
    response: paginated(findingSchema),
    errors: ['validation_error', 'not_found'],
  },
  {
    operationId: 'listJobs',
    method: 'GET',
    path: '/jobs',
    summary: 'Jobs, newest first',
    description:
      'A job is work that outlasts its request: an import, an export, a verification. Jobs are kept for their results.',
    area: 'jobs',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    query: listJobsQuerySchema,
    status: 200,
    response: paginated(jobSchema),
    errors: ['validation_error'],
  },
  {
    operationId: 'getJob',
    method: 'GET',
    path: '/jobs/{id}',
    summary: 'One job with its progress and result',
    description: '`result` is there once `status` is completed, `error` once it is failed.',
    area: 'jobs',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: jobSchema,
    errors: ['not_found'],
  },
  {
    operationId: 'cancelJob',
    method: 'POST',
    path: '/jobs/{id}/cancel',
    summary: 'Ask a job to stop; a finished job stays as it is',
    description:
      'A job that waits is canceled at once; one that runs stops within moments and leaves nothing half done.',
    area: 'jobs',
    access: 'write',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: jobSchema,
    errors: ['not_found', 'idempotency_key_reused'],
  },
  {
    operationId: 'getWorkspace',
    method: 'GET',
    path: '/workspace',
    summary: 'Which ledger is open',
    description:
      'The kind of the ledger, its origin and size. Callers who may not read records are told neither number nor folder.',
    area: 'workspace',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: workspaceSchema,
    errors: [],
  },
  {
    operationId: 'openWorkspace',
    method: 'POST',
    path: '/workspace',
    summary: 'Open the local ledger, the demo ledger, a case, or a server elsewhere',
    description:
      'Answered before the other ledger is open: a `workspace` change says when it is. `records` and `reset` are for the demo ledger only, `case_id` is for a case, which is read-only. Refused while a job is at work. `remote` with `connection_id` turns the console’s window to a server: until another workspace is opened there, whatever the window asks is asked of that server. It is for the console only; the ledger that was open stays open for those who have a key of it.',
    area: 'workspace',
    access: 'write',
    errorShape: 'sessions',
    extension: true,
    body: openWorkspaceSchema,
    status: 202,
    response: openWorkspaceSchema,
    errors: [
      'validation_error',
      'malformed_json',
      'conflict',
      'idempotency_key_reused',
      'payload_too_large',
      'unsupported_media_type',
    ],
  },
  {
    operationId: 'streamChanges',
    method: 'GET',
    path: '/events',
    summary: 'Topics that changed, one JSON line each, until the client leaves',
    description:
      'Each line is a Change. The first comes at once, and one without topics at least every 15 seconds.',
    area: 'service',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: { mediaType: 'application/x-ndjson', lines: changeSchema },
    errors: [],
  },
  {
    operationId: 'getOpenApi',
    method: 'GET',
    path: '/openapi.json',
    summary: 'This interface as an OpenAPI 3.1 document',
    description: 'The same document is at `/openapi.json` of the host, where no key is asked for.',
    area: 'service',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: { mediaType: 'application/json' },
    errors: [],
  },
] as const satisfies readonly Route[];

export type OperationId = (typeof routes)[number]['operationId'];

/** A route of this table. */
export type KnownRoute = Route & { readonly operationId: OperationId };

const byOperation: ReadonlyMap<string, KnownRoute> = new Map(
  routes.map((route) => [route.operationId, route]),
);

/** The route of an operation; undefined where there is none of that name. */
export function routeOf(operationId: string): KnownRoute | undefined {
  return byOperation.get(operationId);
}
