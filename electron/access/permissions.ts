/** Who may do what: every operation by every role, in one table. */
import { personRoles, type Role } from '../../shared/contract/access.ts';
import type { Route } from '../../shared/contract/route.ts';
import { routes, type OperationId } from '../../shared/contract/routes.ts';
import type { Principal } from '../serve-request.ts';

/** `own`: what belongs to the account or holder of the key (ownership.ts); nothing else exists for it. */
export type Permission = 'any' | 'own' | 'none';

type Row = readonly [
  compliance: Permission,
  dataHolder: Permission,
  aiLab: Permission,
  admin: Permission,
];

const everyone: Row = ['any', 'any', 'any', 'any'];
/** Only the window of the application itself. */
const nobody: Row = ['none', 'none', 'none', 'none'];
const admins: Row = ['none', 'none', 'none', 'any'];
/** Reads all, or reviews, verifies and exports. */
const reviewers: Row = ['any', 'none', 'none', 'any'];
/** What a lab writes, for those who read all of it. */
const labs: Row = ['any', 'none', 'own', 'any'];
const labsWrite: Row = ['none', 'none', 'own', 'any'];
const holders: Row = ['any', 'own', 'none', 'any'];
const holdersWrite: Row = ['none', 'own', 'none', 'any'];
/** What would undo a protection, or lets somebody use the data: for its holder alone. */
const holdersOnly: Row = ['none', 'own', 'none', 'none'];
const bothRead: Row = ['any', 'own', 'own', 'any'];
/** What a lab asks for, or gives back, for itself alone. */
const labsOnly: Row = ['none', 'none', 'own', 'none'];
/** Endpoints and what they are told. */
const endpoints: Row = ['any', 'own', 'own', 'any'];
const bothWrite: Row = ['none', 'own', 'own', 'any'];

/** What takes the signing key out or replaces it: a browser that was let in is asked who is there. */
const confirmedOnly: readonly OperationId[] = [
  'exportSigningKey',
  'protectSigningKey',
  'rotateKey',
];

/** Tells whether a browser's session is not enough to ask for a route. */
export function needsConfirmation(principal: Principal, { operationId }: Route): boolean {
  return (
    principal.kind === 'operator' &&
    principal.unconfirmed === true &&
    confirmedOnly.some((each) => each === operationId)
  );
}

/** The operator of the window may do all of it. The order of a row: compliance, data holder, AI lab, admin. */
const table = {
  createRecord: labsWrite,
  createRecords: labsWrite,
  ingestTraces: labsWrite,
  ingestLogs: labsWrite,
  listRecords: labs,
  getRecord: labs,
  getRecordFacets: labs,
  getRecordHistogram: labs,
  getRecordPosition: labs,
  verifyRecord: labs,
  getRecordModel: labs,
  getRecordEvidence: labs,
  listInterventions: labs,
  createIntervention: reviewers,
  listReviews: reviewers,
  getReview: reviewers,
  assignReview: reviewers,
  createErasure: admins,
  createRowErasure: admins,

  createModel: labsWrite,
  listModels: labs,
  getModel: labs,
  getModelVersions: labs,
  getModelFairness: labs,
  getModelCompleteness: labs,
  exportModel: labs,
  listArtifactChecks: labs,
  listModelCards: labs,
  // To a lab outcome and columns, never groups or the person.
  listProfiles: labs,
  // With values of the records as examples.
  searchPersons: reviewers,
  getProfileProposal: reviewers,
  // To a lab its own models, without groups.
  getOversight: labs,
  listOversightModels: labs,
  createProfile: reviewers,
  listRuleAlerts: reviewers,
  getWatchedRules: reviewers,
  acknowledgeAlert: reviewers,
  // With every group of a profile.
  createFigure: reviewers,
  listFigures: reviewers,
  getFigure: reviewers,
  createFigureBundle: reviewers,
  downloadFigureBundle: reviewers,
  getUnregisteredModels: reviewers,
  // Proposes a card and writes nothing.
  importModel: ['any', 'none', 'any', 'any'],
  checkArtifactFile: labsWrite,
  openArtifactCheck: labsWrite,
  uploadArtifactFile: labsWrite,
  completeArtifactCheck: labsWrite,

  // Sizes, roots and keys: what anybody needs to check what it was given.
  getChain: everyone,
  getStanding: everyone,
  getCheckpoint: everyone,
  listCheckpoints: everyone,
  getConsistency: everyone,
  listKeys: everyone,
  listEntries: reviewers,
  signCheckpoint: reviewers,
  anchorCheckpoint: reviewers,
  rotateKey: nobody,
  // Of a row that the caller may read by its own route (electron/row-proofs/readable-rows.ts).
  getRowProof: bothRead,
  getVouchers: everyone,
  // Where copies go, and whose word counts: the person at the machine decides.
  setPlaces: nobody,
  getTrustPolicy: reviewers,
  setTrustPolicy: nobody,
  getWitnessRequest: reviewers,
  addCosignatures: reviewers,
  getTimestampQuery: reviewers,
  addTimestamp: reviewers,
  addAuthorities: nobody,
  deleteAuthority: nobody,
  startVerification: reviewers,
  listVerifications: reviewers,
  getVerification: reviewers,
  getVerificationReport: reviewers,
  listFindings: reviewers,
  // A holder: of its own payouts, which the route sees to.
  getVerifier: everyone,
  createBundle: ['any', 'own', 'none', 'any'],
  downloadBundle: ['any', 'own', 'none', 'any'],

  createCase: reviewers,
  listCases: reviewers,
  getCase: reviewers,
  deleteCase: nobody,

  // A list is read as the caller, who may have the rows that it lists.
  createExport: ['any', 'own', 'own', 'any'],
  downloadExport: ['own', 'own', 'own', 'any'],

  createImport: admins,
  listJobs: bothRead,
  getJob: bothRead,
  cancelJob: ['own', 'own', 'own', 'any'],

  createDataset: holdersWrite,
  // A lab chooses among them: neither their names nor their fields are a secret to it.
  listDatasets: ['any', 'own', 'any', 'any'],
  getDataset: ['any', 'own', 'any', 'any'],
  getDatasetFields: ['any', 'own', 'any', 'any'],
  getSourcePlaces: ['none', 'any', 'none', 'any'],
  changeSourcePlaces: nobody,
  createSourceConnection: holdersWrite,
  listSourceConnections: holdersWrite,
  getSourceConnection: holdersWrite,
  deleteSourceConnection: holdersWrite,
  putSourcePassword: holdersWrite,
  testSourceConnection: holdersWrite,
  listRelations: holdersWrite,
  previewSource: ['none', 'any', 'none', 'any'],
  getDatasetSource: ['any', 'own', 'any', 'any'],
  checkDatasetSource: holdersWrite,
  appendDatasetRecords: holdersWrite,
  importDatasetRecords: holdersWrite,
  revokeDataset: holdersWrite,
  startDatasetAnalysis: holdersOnly,
  getDatasetAnalysis: holdersOnly,
  // What is decided is no secret: a lab sees what it would be given.
  getDatasetPolicy: ['any', 'own', 'any', 'any'],
  listDatasetPolicies: ['any', 'own', 'any', 'any'],
  putDatasetPolicy: holdersOnly,
  withdrawDatasetPolicy: holdersOnly,
  previewDataset: holdersOnly,
  createDatasetErasure: holdersOnly,
  listDatasetErasures: holders,
  resolveDatasetValue: holdersOnly,

  createGrant: labsOnly,
  listGrants: bothRead,
  getGrant: bothRead,
  answerGrant: holdersOnly,
  withdrawGrant: labsOnly,
  revokeGrant: holdersOnly,
  getSessionActivity: bothRead,
  listSessionReceipts: bothRead,
  getSessionReceipt: bothRead,
  getDatasetActivity: bothRead,
  getDatasetAccess: bothRead,

  createSession: labsWrite,
  listSessions: bothRead,
  getSession: bothRead,
  closeSession: labsWrite,
  revokeSession: holdersWrite,
  streamSession: labsWrite,
  getSessionRecord: labsWrite,
  filterSession: labsWrite,
  countSession: labsWrite,
  aggregateSession: labsWrite,
  explainSession: labsWrite,
  transformSession: labsWrite,
  previewTransform: labsWrite,
  recordOperation: labsWrite,
  listOperations: bothRead,
  listSessionEvidence: bothRead,
  getEvidence: bothRead,
  verifyEvidence: bothRead,
  exportEvidence: bothRead,
  exportLineage: bothRead,
  getEvidenceSalts: holdersOnly,

  getSessionUsage: bothRead,
  getUsage: bothRead,
  listUsedSessions: bothRead,
  listInvoices: bothRead,
  getInvoice: bothRead,
  // What stands on every invoice.
  getBillingSettings: everyone,
  checkPrintable: everyone,
  changeBillingSettings: admins,
  getAccount: bothRead,
  changeAccount: bothWrite,
  getHolder: holders,
  changeHolder: holdersWrite,
  getAccountRateCard: labs,
  getUpcomingInvoice: labs,
  // Who may make the call.
  createQuote: labsWrite,
  getInvoicePdf: bothRead,
  getInvoiceXml: bothRead,
  getReminderPdf: bothRead,
  getReceipt: bothRead,
  payInvoice: bothWrite,
  closePeriod: admins,
  cancelInvoice: admins,
  listPaymentMethods: bothRead,
  createPaymentMethod: bothWrite,
  deletePaymentMethod: bothWrite,
  listPayments: bothRead,
  listPayouts: holders,
  runPayouts: admins,
  listPayoutPreferences: holders,
  setPayoutPreferences: holdersWrite,
  getRevenue: holders,
  listAccounts: bothRead,
  // A holder: accounts of its own, and keys for these.
  createAccount: holdersWrite,
  setSuspension: admins,
  assignRateCard: admins,
  withdrawRateCard: admins,
  backtestRateCard: admins,
  listRateCards: reviewers,
  createRateCard: admins,
  listLimits: labs,
  createLimit: labsWrite,
  changeLimit: labsWrite,
  deleteLimit: labsWrite,
  listAlerts: labs,
  listShares: holders,
  createCreditNote: admins,
  listDrafts: reviewers,
  holdDraft: admins,
  releaseDraft: admins,
  startRun: admins,
  listRuns: reviewers,
  getRun: reviewers,
  listCreditNotes: bothRead,
  getCreditNote: bothRead,
  getCreditNotePdf: bothRead,
  getCreditNoteXml: bothRead,
  getHolderSummary: holders,
  getHolderStatement: holders,
  getPayoutStatement: holders,
  tellPayoutOutcome: admins,
  listCredits: labs,
  createCredit: admins,
  voidCredit: admins,
  createCharge: admins,
  listAdjustments: labs,
  createAdjustment: admins,
  listBookTransactions: reviewers,

  getMe: everyone,
  // A lab: loggers of its account.
  listApiKeys: bothRead,
  createApiKey: bothWrite,
  revokeApiKey: bothWrite,
  getRateLimits: everyone,
  setRateLimits: admins,

  listPeople: reviewers,
  createPerson: admins,
  // Of the person whom an API key names.
  getPersonKey: ['own', 'own', 'own', 'own'],
  changePersonKey: ['own', 'own', 'own', 'any'],
  revokePerson: ['own', 'own', 'own', 'any'],

  getPersonSettings: reviewers,
  changePersonSettings: reviewers,
  createPersonRequest: reviewers,
  listPersonRequests: reviewers,
  getPersonRequest: reviewers,
  listPersonCandidates: reviewers,
  setPersonRecords: reviewers,
  extendPersonRequest: reviewers,
  previewPersonLetter: reviewers,
  createPersonLetter: reviewers,
  getPersonLetter: reviewers,
  objectForPerson: reviewers,
  createPersonAccess: reviewers,
  downloadPersonAccess: reviewers,
  previewPersonErasure: reviewers,
  // Only of what a request of a person names.
  erasePerson: reviewers,
  closePersonRequest: reviewers,

  listAuditEvents: reviewers,
  getAuditEvent: reviewers,
  getAuditState: reviewers,
  createAuditExport: reviewers,
  downloadAuditExport: reviewers,
  listRequests: ['own', 'own', 'own', 'any'],

  // A lab and a holder: their own endpoints, which are told of their own objects.
  createWebhook: endpoints,
  listWebhooks: endpoints,
  getWebhook: endpoints,
  changeWebhook: endpoints,
  deleteWebhook: endpoints,
  testWebhook: endpoints,
  rotateWebhook: endpoints,
  listDeliveries: endpoints,
  resendDelivery: endpoints,
  replayWebhook: endpoints,
  listEvents: endpoints,

  // What this machine is connected to, and lets in: the person at it decides.
  listConnections: nobody,
  createConnection: nobody,
  checkConnection: nobody,
  getConnectionFigures: nobody,
  changeConnection: nobody,
  deleteConnection: nobody,
  getServer: nobody,
  changeServer: nobody,
  createServerLink: nobody,
  getRecovery: nobody,
  retryRecovery: nobody,
  unlockLedger: nobody,
  openDataFolder: nobody,

  createBackup: reviewers,
  verifyBackup: reviewers,
  listBackups: reviewers,
  getBackupSettings: reviewers,
  changeBackupSettings: admins,
  deleteBackup: admins,
  previewRestore: admins,
  restoreLedger: admins,
  // With the private keys anybody could go on with the ledger: the person at the machine alone.
  exportSigningKey: nobody,
  getSigningKey: reviewers,
  protectSigningKey: nobody,
  describeDiagnostics: admins,
  exportDiagnostics: admins,

  // Asks the other operations as the caller: it tells nothing that these would not.
  getOverview: everyone,
  getWorkspace: everyone,
  openWorkspace: admins,
  streamChanges: everyone,
  getOpenApi: everyone,
} as const satisfies Record<OperationId, Row>;

/** All that a logger may: whoever finds its key adds decisions, under its name, and learns nothing. */
const ofLogger: Readonly<Partial<Record<OperationId, Permission>>> = {
  createRecord: 'own',
  createRecords: 'own',
  ingestTraces: 'own',
  ingestLogs: 'own',
  getMe: 'any',
  getOpenApi: 'any',
};

/** Permission of a role for an operation. */
export function permissionOf(operationId: OperationId, role: Role): Permission {
  if (role === 'logger') return ofLogger[operationId] ?? 'none';
  return table[operationId][personRoles.indexOf(role)] ?? 'none';
}

/** Told to every key: who it is, what it may do, that something changed. */
const unscoped: ReadonlySet<string> = new Set<OperationId>([
  'getMe',
  'getOpenApi',
  'getOverview',
  'getWorkspace',
  'streamChanges',
]);

/** Queries that leave something behind. */
const writingQueries: ReadonlySet<string> = new Set<OperationId>([
  'transformSession',
  'recordOperation',
]);

/** What people decide about decisions: whoever may does not write any. */
const reviewing: ReadonlySet<string> = new Set<OperationId>([
  'acknowledgeAlert',
  'assignReview',
  'createIntervention',
  'createProfile',
]);
/** The scope of that. */
const reviewScope = 'reviews:write';

/** The scope that an operation asks for, `area:read` or `area:write`; undefined where it asks for none. */
export function scopeOf({ operationId, area, access, method }: Route): string | undefined {
  if (unscoped.has(operationId)) return undefined;
  if (reviewing.has(operationId)) return reviewScope;
  const writes =
    access === 'write' ||
    writingQueries.has(operationId) ||
    (access === 'host' && method !== 'GET');
  return `${area}:${writes ? 'write' : 'read'}`;
}

const everyRoute = routes as readonly (Route & { operationId: OperationId })[];

/** All that a role can have, in the order of the interface. */
export function scopesOf(role: Role): readonly string[] {
  const known = scopesByRole.get(role);
  if (known !== undefined) return known;
  const scopes = everyRoute
    .filter(({ operationId }) => permissionOf(operationId, role) !== 'none')
    .map(scopeOf);
  const made = [...new Set(scopes.filter((each) => each !== undefined))];
  scopesByRole.set(role, made);
  return made;
}

const scopesByRole = new Map<Role, readonly string[]>();

/** Permission of a caller for an operation, its scopes considered. */
export function allows(principal: Principal, route: Route): Permission {
  switch (principal.kind) {
    case 'operator':
      return 'any';
    case 'anonymous':
      return 'none';
    case 'api_key': {
      const scope = scopeOf(route);
      if (scope !== undefined && !principal.scopes.includes(scope)) return 'none';
      return isOperation(route.operationId)
        ? permissionOf(route.operationId, principal.role)
        : 'none';
    }
    default:
      return principal satisfies never;
  }
}

/** The operations that a caller may ask for. */
export function operationsOf(principal: Principal): OperationId[] {
  return everyRoute
    .filter((route) => allows(principal, route) !== 'none')
    .map(({ operationId }) => operationId);
}

function isOperation(operationId: string): operationId is OperationId {
  return Object.hasOwn(table, operationId);
}
