/** The interface as an OpenAPI 3.1 document, generated from the route table and its schemas. */
import { z } from 'zod';
import {
  apiKeyCardSchema,
  apiKeyPageSchema,
  createApiKeySchema,
  createdApiKeySchema,
  meSchema,
  rateLimitsSchema,
} from '../../shared/contract/access.ts';
import {
  accountSchema,
  accountsSchema,
  accrualPageSchema,
  accrualSchema,
  adjustmentPageSchema,
  adjustmentSchema,
  alertPageSchema,
  alertSchema,
  assignRateCardSchema,
  bookTransactionSchema,
  cancelInvoiceSchema,
  changeLimitSchema,
  closePeriodSchema,
  createAccountSchema,
  createAdjustmentSchema,
  createLimitSchema,
  createPaymentMethodSchema,
  createRateCardSchema,
  customerSchema,
  datasetRevenueSchema,
  datasetUsageSchema,
  groupedUsageSchema,
  invoiceDetailsSchema,
  invoicePageSchema,
  invoiceSchema,
  journalPageSchema,
  lineItemSchema,
  listedInvoiceSchema,
  payInvoiceSchema,
  paymentMethodSchema,
  paymentMethodsSchema,
  paymentSchema,
  payoutPageSchema,
  payoutPreferencesBodySchema,
  payoutPreferencesListSchema,
  payoutPreferencesSchema,
  payoutRunSchema,
  payoutSchema,
  rateCardAssignmentSchema,
  rateCardSchema,
  rateCardsSchema,
  revenueSchema,
  runPayoutsSchema,
  sessionMeteringSchema,
  spendingLimitSchema,
  spendingLimitsSchema,
  suspensionBodySchema,
  usageSchema,
  usedSessionPageSchema,
  usedSessionSchema,
} from '../../shared/contract/billing.ts';
import {
  chainSchema,
  entryListSchema,
  entrySchema,
  findingSchema,
  recordVerificationSchema,
  verificationSchema,
} from '../../shared/contract/chain.ts';
import {
  errorStatus,
  fieldErrorSchema,
  recordsErrorSchema,
  sessionsErrorSchema,
  type ErrorCode,
} from '../../shared/contract/errors.ts';
import {
  csvMappingSchema,
  importLineErrorSchema,
  importResultSchema,
} from '../../shared/contract/imports.ts';
import { interventionSchema } from '../../shared/contract/interventions.ts';
import {
  appendedRowsSchema,
  createDatasetSchema,
  datasetFieldSchema,
  datasetFieldsSchema,
  datasetPageSchema,
  datasetPolicySchema,
  datasetSchema,
  importRowsResultSchema,
  revokeSchema,
  rowErrorSchema,
  rowMappingSchema,
} from '../../shared/contract/datasets.ts';
import {
  envelopeSchema,
  evidenceSchema,
  evidenceSideSchema,
  evidenceSummarySchema,
  evidenceVerificationSchema,
} from '../../shared/contract/evidence.ts';
import { createBundleSchema } from '../../shared/contract/bundles.ts';
import { createExportSchema, exportColumnSchema } from '../../shared/contract/exports.ts';
import { answeredRequestSchema, answeredRequestsSchema } from '../../shared/contract/requests.ts';
import {
  auditCallerSchema,
  auditEventDetailsSchema,
  auditEventSchema,
  auditPageSchema,
  auditStateSchema,
  createAuditExportSchema,
} from '../../shared/contract/audit.ts';
import { anchorCheckpointSchema } from '../../shared/contract/checkpoints.ts';
import { createErasureSchema } from '../../shared/contract/erasures.ts';
import { createInterventionSchema } from '../../shared/contract/interventions.ts';
import { caseListSchema, caseSchema } from '../../shared/contract/cases.ts';
import {
  changeConnectionSchema,
  checkConnectionSchema,
  connectionCheckSchema,
  connectionListSchema,
  connectionSchema,
  createConnectionSchema,
  remoteSchema,
} from '../../shared/contract/connections.ts';
import {
  changeServerSchema,
  serverLinkSchema,
  serverSchema,
} from '../../shared/contract/server.ts';
import { exportSigningKeySchema } from '../../shared/contract/signing-key.ts';
import {
  backupCheckResultSchema,
  backupListSchema,
  backupManifestSchema,
  backupResultSchema,
  backupSchema,
  backupSettingsSchema,
  backupVerificationSchema,
  changeBackupSettingsSchema,
  createBackupSchema,
  diagnosticsSchema,
  previewRestoreSchema,
  restoreLedgerSchema,
  restorePreviewSchema,
  restoreResultSchema,
} from '../../shared/contract/backups.ts';
import { lockHolderSchema, recoverySchema } from '../../shared/contract/recovery.ts';
import {
  reviewPolicyListSchema,
  reviewPolicySchema,
  reviewRulesSchema,
} from '../../shared/contract/reviews.ts';
import { jobSchema } from '../../shared/contract/jobs.ts';
import { limits } from '../../shared/contract/limits.ts';
import {
  createRecordSchema,
  recordFacetsSchema,
  recordListSchema,
  recordPositionSchema,
  recordSchema,
} from '../../shared/contract/records.ts';
import {
  artifactCheckResultSchema,
  artifactCheckSchema,
  artifactReceiptSchema,
  completenessGroupSchema,
  completenessItemSchema,
  confidenceHistogramSchema,
  createModelSchema,
  modelCardSchema,
  modelCompletenessSchema,
  modelFairnessSchema,
  modelListSchema,
  modelOverviewSchema,
  modelVersionEntrySchema,
  modelVersionsSchema,
  openArtifactCheckSchema,
  proposedCardSchema,
  recordModelSchema,
  unregisteredModelsSchema,
} from '../../shared/contract/models.ts';
import type { Route } from '../../shared/contract/route.ts';
import { routes } from '../../shared/contract/routes.ts';
import {
  aggregateBodySchema,
  aggregateResultSchema,
  countBodySchema,
  countResultSchema,
  createSessionSchema,
  explainBodySchema,
  explainResultSchema,
  filterBodySchema,
  filterResultSchema,
  operationBodySchema,
  operationPageSchema,
  operationSchema,
  recordedOperationSchema,
  sessionEvidencePageSchema,
  sessionPageSchema,
  sessionRecordSchema,
  sessionSchema,
  sessionUsageSchema,
  streamBatchSchema,
  transformBodySchema,
  transformPreviewSchema,
  transformResultSchema,
} from '../../shared/contract/sessions.ts';
import {
  changeSchema,
  openWorkspaceSchema,
  workspaceSchema,
} from '../../shared/contract/workspace.ts';

/** JSON as this document is made of. */
export type Json = null | boolean | number | string | Json[] | JsonMembers;
export interface JsonMembers {
  [name: string]: Json;
}

/** What a schema in a body of the client is called; what the engine answers is named below. */
const inputNames: readonly (readonly [z.ZodType, string])[] = [
  [anchorCheckpointSchema, 'AnchorCheckpoint'],
  [createInterventionSchema, 'CreateIntervention'],
  [createErasureSchema, 'CreateErasure'],
  [createBundleSchema, 'CreateBundle'],
  [createExportSchema, 'CreateExport'],
  [exportColumnSchema, 'ExportColumn'],
  [createAuditExportSchema, 'CreateAuditExport'],
  [reviewRulesSchema, 'ReviewRules'],
  [createRecordSchema, 'CreateRecord'],
  [createModelSchema, 'CreateModel'],
  [openArtifactCheckSchema, 'OpenArtifactCheck'],
  [openWorkspaceSchema, 'OpenWorkspace'],
  [createConnectionSchema, 'CreateConnection'],
  [changeConnectionSchema, 'ChangeConnection'],
  [checkConnectionSchema, 'CheckConnection'],
  [changeServerSchema, 'ChangeServer'],
  [changeBackupSettingsSchema, 'ChangeBackupSettings'],
  [createBackupSchema, 'CreateBackup'],
  [previewRestoreSchema, 'PreviewRestore'],
  [restoreLedgerSchema, 'RestoreLedger'],
  [exportSigningKeySchema, 'ExportSigningKey'],
  [csvMappingSchema, 'CsvMapping'],
  [createDatasetSchema, 'CreateDataset'],
  [rowMappingSchema, 'RowMapping'],
  [revokeSchema, 'Revoke'],
  [createSessionSchema, 'CreateSession'],
  [filterBodySchema, 'ApplyFilter'],
  [countBodySchema, 'CountRows'],
  [aggregateBodySchema, 'Aggregate'],
  [explainBodySchema, 'Explain'],
  [transformBodySchema, 'ApplyTransformation'],
  [operationBodySchema, 'RecordOperation'],
  [createAccountSchema, 'CreateAccount'],
  [suspensionBodySchema, 'SetSuspension'],
  [assignRateCardSchema, 'AssignRateCard'],
  [createRateCardSchema, 'CreateRateCard'],
  [closePeriodSchema, 'ClosePeriod'],
  [cancelInvoiceSchema, 'CancelInvoice'],
  [payInvoiceSchema, 'PayInvoice'],
  [createPaymentMethodSchema, 'CreatePaymentMethod'],
  [runPayoutsSchema, 'RunPayouts'],
  [payoutPreferencesBodySchema, 'SetPayoutPreferences'],
  [createLimitSchema, 'CreateLimit'],
  [changeLimitSchema, 'ChangeLimit'],
  [createAdjustmentSchema, 'CreateAdjustment'],
  [createApiKeySchema, 'CreateApiKey'],
  [rateLimitsSchema, 'RateLimits'],
];

const outputNames: readonly (readonly [z.ZodType, string])[] = [
  [recordSchema, 'Record'],
  [interventionSchema, 'Intervention'],
  [recordListSchema, 'RecordList'],
  [recordFacetsSchema, 'RecordFacets'],
  [recordPositionSchema, 'RecordPosition'],
  [recordVerificationSchema, 'RecordVerification'],
  [datasetSchema, 'Dataset'],
  [datasetPolicySchema, 'DatasetPolicy'],
  [datasetPageSchema, 'DatasetPage'],
  [datasetFieldSchema, 'DatasetField'],
  [datasetFieldsSchema, 'DatasetFields'],
  [appendedRowsSchema, 'AppendedRows'],
  [rowErrorSchema, 'RowError'],
  [importRowsResultSchema, 'ImportRowsResult'],
  [sessionSchema, 'Session'],
  [sessionUsageSchema, 'SessionUsage'],
  [sessionPageSchema, 'SessionPage'],
  [sessionRecordSchema, 'SessionRecord'],
  [streamBatchSchema, 'StreamBatch'],
  [filterResultSchema, 'FilterResult'],
  [countResultSchema, 'CountResult'],
  [aggregateResultSchema, 'AggregateResult'],
  [explainResultSchema, 'ExplainResult'],
  [transformResultSchema, 'TransformationResult'],
  [transformPreviewSchema, 'TransformationPreview'],
  [recordedOperationSchema, 'RecordedOperation'],
  [operationSchema, 'Operation'],
  [operationPageSchema, 'OperationPage'],
  [evidenceSchema, 'Evidence'],
  [evidenceSideSchema, 'EvidenceSide'],
  [envelopeSchema, 'Envelope'],
  [evidenceSummarySchema, 'EvidenceSummary'],
  [sessionEvidencePageSchema, 'EvidencePage'],
  [evidenceVerificationSchema, 'EvidenceVerification'],
  [sessionMeteringSchema, 'SessionMetering'],
  [usageSchema, 'AggregatedUsage'],
  [datasetUsageSchema, 'DatasetUsage'],
  [groupedUsageSchema, 'GroupedUsage'],
  [usedSessionSchema, 'UsedSession'],
  [usedSessionPageSchema, 'UsedSessionPage'],
  [listedInvoiceSchema, 'ListedInvoice'],
  [invoiceDetailsSchema, 'InvoiceDetails'],
  [invoicePageSchema, 'InvoicePage'],
  [invoiceSchema, 'Invoice'],
  [customerSchema, 'Customer'],
  [lineItemSchema, 'LineItem'],
  [paymentSchema, 'Payment'],
  [paymentMethodSchema, 'PaymentMethod'],
  [paymentMethodsSchema, 'PaymentMethods'],
  [payoutSchema, 'Payout'],
  [payoutPageSchema, 'PayoutPage'],
  [accrualSchema, 'Accrual'],
  [accrualPageSchema, 'AccrualPage'],
  [datasetRevenueSchema, 'DatasetRevenue'],
  [payoutPreferencesSchema, 'PayoutPreferences'],
  [payoutPreferencesListSchema, 'PayoutPreferencesList'],
  [payoutRunSchema, 'PayoutRun'],
  [accountSchema, 'Account'],
  [accountsSchema, 'Accounts'],
  [rateCardSchema, 'RateCard'],
  [rateCardsSchema, 'RateCards'],
  [rateCardAssignmentSchema, 'RateCardAssignment'],
  [spendingLimitSchema, 'SpendingLimit'],
  [spendingLimitsSchema, 'SpendingLimits'],
  [alertSchema, 'SpendingAlert'],
  [alertPageSchema, 'SpendingAlertPage'],
  [adjustmentSchema, 'Adjustment'],
  [adjustmentPageSchema, 'AdjustmentPage'],
  [bookTransactionSchema, 'BookTransaction'],
  [journalPageSchema, 'BookTransactionPage'],
  [revenueSchema, 'Revenue'],
  [meSchema, 'Me'],
  [apiKeyCardSchema, 'ApiKey'],
  [createdApiKeySchema, 'CreatedApiKey'],
  [apiKeyPageSchema, 'ApiKeyPage'],
  [modelCardSchema, 'ModelCard'],
  [modelListSchema, 'ModelList'],
  [modelVersionsSchema, 'ModelVersions'],
  [modelVersionEntrySchema, 'ModelVersionEntry'],
  [modelFairnessSchema, 'ModelFairness'],
  [modelCompletenessSchema, 'ModelCompleteness'],
  [completenessGroupSchema, 'CompletenessGroup'],
  [completenessItemSchema, 'CompletenessItem'],
  [modelOverviewSchema, 'ModelOverview'],
  [unregisteredModelsSchema, 'UnregisteredModels'],
  [confidenceHistogramSchema, 'ConfidenceHistogram'],
  [artifactCheckSchema, 'ArtifactCheck'],
  [artifactCheckResultSchema, 'ArtifactCheckResult'],
  [artifactReceiptSchema, 'ArtifactReceipt'],
  [proposedCardSchema, 'ProposedCard'],
  [recordModelSchema, 'RecordModel'],
  [chainSchema, 'Chain'],
  [caseSchema, 'Case'],
  [caseListSchema, 'CaseList'],
  [reviewPolicySchema, 'ReviewPolicy'],
  [reviewPolicyListSchema, 'ReviewPolicyList'],
  [entrySchema, 'Entry'],
  [entryListSchema, 'EntryList'],
  [verificationSchema, 'Verification'],
  [findingSchema, 'Finding'],
  [jobSchema, 'Job'],
  [auditCallerSchema, 'AuditCaller'],
  [auditEventSchema, 'AuditEvent'],
  [auditEventDetailsSchema, 'AuditEventDetails'],
  [auditPageSchema, 'AuditPage'],
  [auditStateSchema, 'AuditState'],
  [answeredRequestSchema, 'AnsweredRequest'],
  [answeredRequestsSchema, 'AnsweredRequests'],
  [importResultSchema, 'ImportResult'],
  [importLineErrorSchema, 'ImportLineError'],
  [workspaceSchema, 'Workspace'],
  [remoteSchema, 'Remote'],
  [connectionSchema, 'Connection'],
  [connectionListSchema, 'ConnectionList'],
  [connectionCheckSchema, 'ConnectionCheck'],
  [serverSchema, 'Server'],
  [recoverySchema, 'Recovery'],
  [lockHolderSchema, 'LockHolder'],
  [serverLinkSchema, 'ServerLink'],
  [backupSchema, 'Backup'],
  [backupListSchema, 'BackupList'],
  [backupManifestSchema, 'BackupManifest'],
  [backupVerificationSchema, 'BackupVerification'],
  [backupSettingsSchema, 'BackupSettings'],
  [backupResultSchema, 'BackupResult'],
  [backupCheckResultSchema, 'BackupCheckResult'],
  [restorePreviewSchema, 'RestorePreview'],
  [restoreResultSchema, 'RestoreResult'],
  [diagnosticsSchema, 'Diagnostics'],
  [changeSchema, 'Change'],
  [fieldErrorSchema, 'FieldError'],
  [recordsErrorSchema, 'RecordsError'],
  [sessionsErrorSchema, 'SessionsError'],
];

/** Errors that any operation may answer with. */
const commonErrors: readonly ErrorCode[] = [
  'validation_error',
  'unauthorized',
  'forbidden',
  'rate_limit_exceeded',
  'internal_error',
  'engine_unavailable',
];

const schemaReference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** The document: the same in every run of one version. */
export function openApiDocument(): JsonMembers {
  const inputs = namedSchemas(inputNames, 'input');
  const outputs = namedSchemas([...outputNames, ...unnamedResponses()], 'output');
  return {
    openapi: '3.1.1',
    info: {
      title: 'Proofdesk',
      version: '1',
      summary: 'Decision records in a tamper-evident ledger.',
      description:
        'Bodies are JSON. Every response carries an `x-request-id`. What the service ' +
        'specification does not have is marked `x-extension`.',
    },
    servers: [{ url: '/v1', description: 'Wherever the engine is mounted' }],
    security: [{ bearer: [] }, { apiKey: [] }],
    tags: areas.map(([name, description]) => ({ name, description })),
    paths: paths(),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The recommended form: `Authorization: Bearer <API_KEY>`.',
        },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description:
            'A repeated request with the same key gets the first answer, byte for byte, and has ' +
            'no further effect. Keys are remembered for 24 hours.',
          schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKey },
          'x-extension': true,
        },
      },
      headers: {
        RequestId: {
          description: 'Names this request in the log and in error bodies.',
          schema: { type: 'string', pattern: '^req_' },
        },
      },
      schemas: { ...outputs, ...inputs },
    },
  };
}

const areas = [
  ['records', 'Decision records'],
  ['models', 'Model registry'],
  ['datasets', 'Datasets and their rows'],
  ['sessions', 'Data sessions'],
  ['evidence', 'Evidence of what was done with data'],
  ['billing', 'Usage, invoices, payments and payouts'],
  ['imports', 'Files of records'],
  ['chain', 'The chain behind the records, and its verification'],
  ['jobs', 'Long work'],
  ['workspace', 'Which ledger is open'],
  ['access', 'API keys, their roles and limits'],
  ['audit', 'Who asked for what'],
  ['service', 'The service itself'],
] as const satisfies readonly (readonly [Route['area'], string])[];

function paths(): JsonMembers {
  const all: JsonMembers = {};
  for (const route of routes as readonly Route[]) {
    all[route.path] = {
      ...membersOf(all[route.path] ?? {}),
      [route.method.toLowerCase()]: operation(route),
    };
  }
  return all;
}

function operation(route: Route): JsonMembers {
  const parameters = [...pathParameters(route), ...queryParameters(route), ...headers(route)];
  return {
    operationId: route.operationId,
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    tags: [route.area],
    ...(route.extension ? { 'x-extension': true } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBody(route),
    responses: { [route.status]: success(route), ...failures(route) },
  };
}

function pathParameters(route: Route): Json[] {
  return [...route.path.matchAll(/\{([a-z_]+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters(route: Route): Json[] {
  return Object.entries(route.query?.shape ?? {}).map(([name, schema]) => {
    const { description, 'x-extension': extension, ...json } = parameterSchema(schema);
    const isJson = json['contentMediaType'] === 'application/json';
    return {
      name,
      in: 'query',
      ...(typeof description === 'string' ? { description } : {}),
      ...(isJson
        ? { content: { 'application/json': { schema: schemaReference('CsvMapping') } } }
        : { schema: json }),
      ...(extension === true ? { 'x-extension': true } : {}),
    };
  });
}

/** What the text of a parameter stands for, with its default. */
function parameterSchema(schema: z.core.$ZodType): JsonMembers {
  const json = toJson(
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: plainly }),
  );
  delete json['$schema'];
  const fallback: unknown = schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined;
  return fallback === undefined ? json : { ...json, default: toJsonValue(fallback) };
}

function headers(route: Route): Json[] {
  return route.method === 'POST' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : [];
}

function requestBody(route: Route): JsonMembers {
  if (route.upload !== undefined) {
    const content = route.upload.map((type) => [type, { schema: { type: 'string' } }] as const);
    return { requestBody: { required: true, content: Object.fromEntries(content) } };
  }
  if (route.body === undefined) return {};
  const name = nameOf(route.body, inputNames);
  return {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaReference(name) } },
    },
  };
}

function success(route: Route): JsonMembers {
  const content =
    'mediaType' in route.response
      ? { [route.response.mediaType]: {} }
      : { 'application/json': { schema: schemaReference(responseName(route)) } };
  return { description: descriptionOf[route.status], headers: requestIdHeader, content };
}

const descriptionOf = { 200: 'OK', 201: 'Created', 202: 'Accepted: a job' } as const;
const requestIdHeader = { 'x-request-id': { $ref: '#/components/headers/RequestId' } };

function failures(route: Route): JsonMembers {
  const written: readonly ErrorCode[] = route.access === 'read' ? [] : ['storage_full'];
  const codes = [...new Set([...commonErrors, ...route.errors, ...written])];
  const schema = schemaReference(route.errorShape === 'records' ? 'RecordsError' : 'SessionsError');
  const statuses = [...new Set(codes.map((code) => errorStatus[code]))];
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: codes
          .filter((code) => errorStatus[code] === status)
          .map((code) => `\`${code}\``)
          .join(', '),
        headers: requestIdHeader,
        content: { 'application/json': { schema } },
      },
    ]),
  );
}

/** Responses that have no name of their own, such as pages, are named after their operation. */
function unnamedResponses(): [z.ZodType, string][] {
  const named = new Set([...outputNames, ...inputNames].map(([schema]) => schema));
  return (routes as readonly Route[]).flatMap((route): [z.ZodType, string][] =>
    'mediaType' in route.response || named.has(route.response)
      ? []
      : [[route.response, pageName(route)]],
  );
}

function pageName({ operationId }: Route): string {
  return operationId.replace(/^list(.*)s$/, '$1Page');
}

function responseName(route: Route): string {
  if ('mediaType' in route.response) throw new Error(`${route.operationId} answers no JSON.`);
  return nameOf(route.response, [...outputNames, ...inputNames]) || pageName(route);
}

function nameOf(schema: z.ZodType, names: readonly (readonly [z.ZodType, string])[]): string {
  return names.find(([named]) => named === schema)?.[1] ?? '';
}

function namedSchemas(
  names: readonly (readonly [z.ZodType, string])[],
  io: 'input' | 'output',
): JsonMembers {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    uri: (id) => `#/components/schemas/${id}`,
    override: (context) => {
      plainly(context);
      // An answer may get more members in time; a body with unknown members is refused.
      const { jsonSchema } = context;
      if (io === 'output' && jsonSchema.additionalProperties === false) {
        delete jsonSchema.additionalProperties;
      }
    },
  });
  return Object.fromEntries(
    Object.entries(toJson(schemas)).map(([name, schema]) => {
      const { $schema: _dialect, $id: _id, ...rest } = membersOf(schema);
      return [name, rest];
    }),
  );
}

/** Leaves out what a reader has no use for: limits that every integer has, how a text is checked. */
function plainly({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.type === 'integer') {
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  }
  // The text of a query parameter is checked by a pattern; the parameter itself is a number.
  if (jsonSchema.type !== 'string') {
    delete jsonSchema.pattern;
    if (jsonSchema.type === 'boolean') delete jsonSchema.enum;
  }
}

function toJson(value: object): JsonMembers {
  return membersOf(toJsonValue(value));
}

function toJsonValue(value: unknown): Json {
  return JSON.parse(JSON.stringify(value));
}

function membersOf(value: Json): JsonMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

let text: string | undefined;

/** The document as JSON text, made when it is first asked for. */
export function openApiText(): string {
  text ??= JSON.stringify(openApiDocument());
  return text;
}
