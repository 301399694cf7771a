/** Whose is what: how each operation that a key may only do to its own finds out that it is. */
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt, type FaultUnit } from '../../shared/contract/faults.ts';
import { isJsonObject } from '../../shared/contract/json.ts';
import type { OperationId } from '../../shared/contract/routes.ts';
import { accountOf, type Own } from '../route-handler.ts';
import type { KeyPrincipal, Principal } from '../serve-request.ts';
import { actorOf } from './acting.ts';
import type { ObjectKind, ObjectOwners, Owner } from './object-owners.ts';
import { permissionOf } from './permissions.ts';

/** How the caller's own is told apart. */
export interface OwnershipRule {
  /** The object that a parameter of the path names: unknown unless it is the caller's. */
  readonly object?: readonly [kind: ObjectKind, parameter: string];
  /** A parameter of the query, or a member of the body, that says whose: the caller's own, or nothing. */
  readonly query?: 'account_id' | 'holder_id';
  readonly body?: 'account_id' | 'holder_id';
  /** An object that a member of the body names. */
  readonly bodyObject?: readonly [kind: ObjectKind, member: string];
  /** The rows of the session in `object` are used: by its account and by whoever opened it, and by nobody else. */
  readonly users?: true;
  /** The store narrows a list, or keeps whose a new object is, by `RouteCall.own`. */
  readonly byStore?: true;
}

const sourceConnection = { object: ['source_connection', 'connection_id'] } as const;
const webhook = { object: ['webhook', 'id'] } as const;
const record = { object: ['record', 'id'] } as const;
const model = { object: ['model', 'id'] } as const;
const job = { object: ['job', 'id'] } as const;
const upload = { object: ['job', 'job_id'] } as const;
const dataset = { object: ['dataset', 'dataset_id'] } as const;
const grant = { object: ['grant', 'grant_id'] } as const;
const session = { object: ['session', 'session_id'] } as const;
const rows = { ...session, users: true } as const;
const evidence = { object: ['evidence', 'evidence_id'] } as const;
const invoice = { object: ['invoice', 'invoice_id'] } as const;
const creditNote = { object: ['credit_note', 'credit_note_id'] } as const;
const limit = { object: ['limit', 'limit_id'] } as const;
const person = { object: ['person', 'id'] } as const;
const byStore = { byStore: true } as const;

/** A rule for every operation that the table of permissions calls `own` for some role (a test compares them). */
export const ownershipRules: Readonly<Partial<Record<OperationId, OwnershipRule>>> = {
  createRecord: byStore,
  createRecords: byStore,
  ingestTraces: byStore,
  ingestLogs: byStore,
  listRecords: byStore,
  getRecord: record,
  getRecordFacets: byStore,
  getRecordHistogram: byStore,
  getRecordPosition: { ...record, ...byStore },
  verifyRecord: record,
  getRecordModel: { ...record, ...byStore },
  getRecordEvidence: record,
  listInterventions: record,

  createModel: byStore,
  listModels: byStore,
  listModelCards: byStore,
  getModel: model,
  getModelVersions: model,
  getModelFairness: model,
  getModelCompleteness: model,
  exportModel: model,
  listProfiles: { ...model, ...byStore },
  getOversight: byStore,
  listOversightModels: byStore,
  listArtifactChecks: model,
  checkArtifactFile: model,
  openArtifactCheck: model,
  uploadArtifactFile: upload,
  completeArtifactCheck: upload,

  listRequests: byStore,
  listJobs: byStore,
  getJob: job,
  cancelJob: job,

  createBundle: byStore,
  downloadBundle: job,

  createExport: byStore,
  downloadExport: upload,

  createDataset: { body: 'holder_id' },
  createSourceConnection: { body: 'holder_id' },
  listSourceConnections: { query: 'holder_id' },
  getSourceConnection: sourceConnection,
  deleteSourceConnection: sourceConnection,
  putSourcePassword: sourceConnection,
  testSourceConnection: sourceConnection,
  listRelations: sourceConnection,
  listDatasets: { query: 'holder_id' },
  getDataset: dataset,
  getDatasetFields: dataset,
  getDatasetSource: dataset,
  checkDatasetSource: dataset,
  appendDatasetRecords: dataset,
  importDatasetRecords: dataset,
  revokeDataset: dataset,
  startDatasetAnalysis: dataset,
  getDatasetAnalysis: dataset,
  getDatasetPolicy: dataset,
  listDatasetPolicies: dataset,
  putDatasetPolicy: dataset,
  withdrawDatasetPolicy: dataset,
  previewDataset: dataset,
  createDatasetErasure: dataset,
  listDatasetErasures: dataset,
  resolveDatasetValue: dataset,

  createGrant: { body: 'account_id' },
  listGrants: byStore,
  getGrant: grant,
  answerGrant: grant,
  withdrawGrant: grant,
  revokeGrant: grant,
  getSessionActivity: session,
  listSessionReceipts: session,
  getSessionReceipt: session,
  // A lab is told of itself, on any dataset that it knows of.
  getDatasetActivity: byStore,
  getDatasetAccess: byStore,

  createSession: { body: 'account_id' },
  listSessions: byStore,
  getSession: session,
  closeSession: session,
  revokeSession: session,
  streamSession: rows,
  getSessionRecord: rows,
  filterSession: rows,
  countSession: rows,
  aggregateSession: rows,
  explainSession: rows,
  transformSession: rows,
  previewTransform: rows,
  recordOperation: rows,
  listOperations: session,
  listSessionEvidence: session,
  getEvidence: evidence,
  verifyEvidence: evidence,
  exportEvidence: evidence,
  exportLineage: evidence,
  getEvidenceSalts: evidence,

  getSessionUsage: session,
  getUsage: { query: 'account_id', ...byStore },
  listUsedSessions: { query: 'account_id', ...byStore },
  listInvoices: { query: 'account_id' },
  getInvoice: invoice,
  getAccount: { object: ['account', 'account_id'] },
  changeAccount: { object: ['account', 'account_id'] },
  getHolder: { object: ['holder', 'holder_id'] },
  changeHolder: { object: ['holder', 'holder_id'] },
  getAccountRateCard: { object: ['account', 'account_id'] },
  getUpcomingInvoice: { object: ['account', 'account_id'] },
  createQuote: byStore,
  getInvoicePdf: invoice,
  getInvoiceXml: invoice,
  getReminderPdf: invoice,
  getReceipt: { object: ['payment', 'payment_id'] },
  payInvoice: { ...invoice, bodyObject: ['payment_method', 'payment_method_id'] },
  listPaymentMethods: byStore,
  createPaymentMethod: byStore,
  deletePaymentMethod: { object: ['payment_method', 'payment_method_id'] },
  listPayments: { query: 'account_id' },
  listPayouts: { query: 'holder_id' },
  listShares: { query: 'holder_id' },
  getHolderSummary: { object: ['holder', 'holder_id'] },
  getHolderStatement: { object: ['holder', 'holder_id'] },
  getPayoutStatement: { object: ['payout', 'payout_id'] },
  listPayoutPreferences: { query: 'holder_id' },
  setPayoutPreferences: { body: 'holder_id' },
  getRevenue: byStore,
  listAccounts: byStore,
  createAccount: byStore,
  listLimits: byStore,
  createLimit: { body: 'account_id' },
  changeLimit: limit,
  deleteLimit: limit,
  listAlerts: byStore,
  listAdjustments: { query: 'account_id' },
  listCreditNotes: { query: 'account_id' },
  getCreditNote: creditNote,
  getCreditNotePdf: creditNote,
  getCreditNoteXml: creditNote,
  listCredits: { query: 'account_id' },

  // By the route of the object that the row is of.
  getRowProof: byStore,

  listApiKeys: byStore,
  createApiKey: byStore,
  revokeApiKey: { object: ['api_key', 'key_id'] },

  getPersonKey: person,
  changePersonKey: person,
  revokePerson: person,

  createWebhook: byStore,
  listWebhooks: byStore,
  getWebhook: webhook,
  changeWebhook: webhook,
  deleteWebhook: webhook,
  testWebhook: webhook,
  rotateWebhook: webhook,
  listDeliveries: webhook,
  resendDelivery: webhook,
  replayWebhook: webhook,
  listEvents: byStore,
};

/** Members of a request, as far as ownership looks at it. */
export interface Asked {
  readonly query: unknown;
  readonly body: unknown;
}

/** Whose objects a caller may ask for; undefined when it may ask for anybody's. */
export function ownOf(principal: Principal, operationId: OperationId): Own | undefined {
  if (principal.kind !== 'api_key') return undefined;
  if (permissionOf(operationId, principal.role) === 'any') return undefined;
  const { keyId, accountId, holderId, models } = principal;
  return { keyId, accountId, holderId: principal.role === 'data_holder' ? holderId : null, models };
}

/** The account whose sessions alone a caller is told of, also in the figures of a dataset; undefined for all of its. */
export function usersAccount(principal: Principal): string | undefined {
  const own = ownOf(principal, 'listSessions');
  return own?.holderId === null ? accountOf(own) : undefined;
}

/** The holder of whose datasets alone a caller knows: that of the account of a lab, where a holder made it. */
export function usersHolder(principal: Principal): string | undefined {
  const isOfHolder = principal.kind === 'api_key' && principal.role === 'ai_lab';
  return isOfHolder ? (principal.holderId ?? undefined) : undefined;
}

/** Judges requests of one connection's operations. */
export class Ownership {
  readonly #owners: ObjectOwners;

  constructor(owners: ObjectOwners) {
    this.#owners = owners;
  }

  /**
   * Refuses an object of somebody else by its path alone, exactly as one that does not exist; and the rows of a
   * session that its caller may see but not use.
   * @throws {ApiError} `not_found`, `not_your_session`
   */
  refuseForeign(
    operationId: OperationId,
    parameters: Readonly<Record<string, string>>,
    principal: Principal,
  ): void {
    const { object, users } = ownershipRules[operationId] ?? {};
    if (object === undefined) return;
    const [kind, parameter] = object;
    const id = parameters[parameter] ?? '';
    const isNarrowed = principal.kind === 'api_key' && ownOf(principal, operationId) !== undefined;
    if (!isNarrowed && users !== true) return;
    const owner = this.#owners.of(kind, id);
    if (isNarrowed) {
      if (isOwn(owner, kind, principal)) return;
      throw new ApiError('not_found', `There is no ${nouns[kind]} ${id}.`);
    }
    if (owner === undefined || this.mayUse(id, principal)) return;
    const account = owner.accountId ?? '';
    const name = this.#owners.nameOf(account);
    throw new ApiError('not_your_session', `Reading here would be charged to ${name}.`, {
      details: { session_id: id, account_id: account },
    });
  }

  /** Whether a caller may use the rows of a session: a key of its account, or whoever opened it. */
  mayUse(sessionId: string, principal: Principal): boolean {
    const isAccounts =
      principal.kind === 'api_key' &&
      principal.role === 'ai_lab' &&
      isOwn(this.#owners.of('session', sessionId), 'session', principal);
    return isAccounts || this.#owners.openerOf(sessionId) === actorOf(principal).id;
  }

  /** Whether a caller may cancel a job and fetch the table that it made. */
  mayUseJob(jobId: string, principal: Principal): boolean {
    const own = ownOf(principal, 'cancelJob');
    return own === undefined || this.#owners.of('job', jobId)?.keyId === own.keyId;
  }

  /**
   * The request narrowed to what is the caller's own: what it leaves open is filled in.
   * @throws {ApiError} `forbidden` when it names somebody else
   */
  narrow(
    operationId: OperationId,
    asked: Asked,
    principal: Principal,
  ): Asked & { readonly own: Own | undefined } {
    const own = ownOf(principal, operationId);
    const rule = ownershipRules[operationId];
    if (own === undefined || rule === undefined || principal.kind !== 'api_key') {
      return { ...asked, own };
    }
    const { query, body, bodyObject, byStore: narrowedByStore } = rule;
    if (bodyObject !== undefined) this.#requireOwn(bodyObject, asked.body, principal);
    if (query === undefined && body === undefined) return { ...asked, own };
    const named = memberOf(asked.query, query) ?? memberOf(asked.body, body);
    const isHoldersUsage =
      narrowedByStore === true && query === 'account_id' && own.holderId !== null;
    // A holder sees the use of its datasets, or that of an account of its own where it asks for it.
    if (isHoldersUsage && named === undefined) return { ...asked, own };
    return {
      query: query === undefined ? asked.query : withOwn(asked.query, query, own),
      body: body === undefined ? asked.body : withOwn(asked.body, body, own),
      own: isHoldersUsage ? { ...own, holderId: null } : own,
    };
  }

  #requireOwn(
    [kind, member]: readonly [ObjectKind, string],
    body: unknown,
    principal: KeyPrincipal,
  ): void {
    const id = isJsonObject(body) ? body[member] : undefined;
    if (typeof id === 'string' && isOwn(this.#owners.of(kind, id), kind, principal)) return;
    throw validationError([faultAt(member, 'not_known', { unit: nouns[kind] })]);
  }
}

/** Objects that a holder has: by its dataset, or as it made them. */
const ofHolders: readonly ObjectKind[] = [
  'dataset',
  'session',
  'grant',
  'evidence',
  'api_key',
  'account',
  'holder',
  'payout',
  'webhook',
  'source_connection',
];

const nouns: Readonly<Record<ObjectKind, FaultUnit>> = {
  record: 'record',
  model: 'model',
  job: 'job',
  dataset: 'dataset',
  session: 'session',
  grant: 'grant',
  evidence: 'evidence',
  api_key: 'API key',
  account: 'account',
  holder: 'data holder',
  invoice: 'invoice',
  payment: 'payment',
  credit_note: 'credit note',
  payment_method: 'payment method',
  payout: 'payout',
  limit: 'limit',
  webhook: 'endpoint',
  source_connection: 'database connection',
  person: 'person',
};

/** Sessions and grants have two sides: the account that uses, and the holder whose rows are used. */
function isOwn(owner: Owner | undefined, kind: ObjectKind, principal: KeyPrincipal): boolean {
  if (owner === undefined) return false;
  if (kind === 'job') return owner.keyId === principal.keyId;
  if (kind === 'person') return owner.personId === principal.personId;
  const byHolder = principal.role === 'data_holder' && ofHolders.some((each) => each === kind);
  return byHolder
    ? owner.holderId !== null && owner.holderId === principal.holderId
    : owner.accountId !== null && owner.accountId === principal.accountId;
}

function memberOf(values: unknown, member: string | undefined): unknown {
  return member !== undefined && isJsonObject(values) ? values[member] : undefined;
}

/** `values` with the caller's own id; a caller without one has nothing there, as no id is empty. */
function withOwn(values: unknown, member: 'account_id' | 'holder_id', own: Own): unknown {
  const id = (member === 'account_id' ? own.accountId : own.holderId) ?? '';
  const named = memberOf(values, member);
  if (named !== undefined && named !== id) {
    throw new ApiError('forbidden', `This API key may only name its own ${member}.`, {
      details: { [member]: named },
    });
  }
  return { ...(isJsonObject(values) ? values : {}), [member]: id };
}
