/** What an operation counts as in the audit log, and which reads of the operator are worth keeping. */
import type { AuditAction } from '../../shared/contract/audit.ts';
import type { Route } from '../../shared/contract/route.ts';
import type { OperationId } from '../../shared/contract/routes.ts';

/** What is neither told by the method nor by the area. */
const actions: Readonly<Partial<Record<OperationId, AuditAction>>> = {
  importModel: 'read',
  filterSession: 'read',
  countSession: 'read',
  aggregateSession: 'read',
  explainSession: 'read',
  previewTransform: 'read',
  searchPersons: 'read',

  exportModel: 'export',
  getRecordEvidence: 'export',
  createBundle: 'export',
  downloadBundle: 'export',
  getEvidenceSalts: 'export',
  exportEvidence: 'export',
  exportLineage: 'export',
  getInvoicePdf: 'export',
  getInvoiceXml: 'export',
  getReminderPdf: 'export',
  getCreditNotePdf: 'export',
  getCreditNoteXml: 'export',
  getReceipt: 'export',
  getPayoutStatement: 'export',
  getHolderStatement: 'export',
  getVerificationReport: 'export',
  createAuditExport: 'export',
  downloadAuditExport: 'export',
  createExport: 'export',
  downloadExport: 'export',

  createErasure: 'erase',
  erasePerson: 'erase',
  createRowErasure: 'erase',
  createDatasetErasure: 'erase',
  resolveDatasetValue: 'read',
  deleteCase: 'erase',

  payInvoice: 'pay',
  createPaymentMethod: 'pay',
  deletePaymentMethod: 'pay',
  changeHolder: 'pay',
  tellPayoutOutcome: 'pay',
  runPayouts: 'pay',
  setPayoutPreferences: 'pay',

  previewPersonLetter: 'read',
  previewPersonErasure: 'read',
  getPersonLetter: 'export',
  previewRestore: 'read',
  exportDiagnostics: 'export',
  exportSigningKey: 'export',
  deleteBackup: 'manage',

  rotateKey: 'manage',
  createProfile: 'manage',
  setSuspension: 'manage',
  createLimit: 'manage',
  changeLimit: 'manage',
  deleteLimit: 'manage',
};

/** Areas in which a change is one of settings or of who may do what. */
const managed: ReadonlySet<Route['area']> = new Set(['access', 'webhooks', 'workspace', 'service']);

/** The action of an operation; `unknown` where none was asked. */
export function auditActionOf(route: Route | undefined): AuditAction {
  if (route === undefined) return 'unknown';
  const named = (actions as Readonly<Record<string, AuditAction | undefined>>)[route.operationId];
  if (named !== undefined) return named;
  if (route.method === 'GET') return 'read';
  return managed.has(route.area) ? 'manage' : 'write';
}

/** GETs by which a person opens one thing; lists, polling and streams of the console are not kept. */
const opened: ReadonlySet<string> = new Set<OperationId>([
  'getRecord',
  'getReview',
  'listInterventions',
  'getModel',
  'getDataset',
  'getCase',
  'getEvidence',
  'verifyRecord',
  'verifyEvidence',
  'getInvoice',
  // With where it is paid.
  'getHolder',
  'getSessionRecord',
  'getPersonRequest',
  'listPersonCandidates',
]);

/** Tells whether what the operator asked is kept: every change, and what opens one thing or takes it out. */
export function isKeptOfOperator(route: Route | undefined, method: string): boolean {
  if (route === undefined) return method !== 'GET' && method !== 'HEAD';
  const action = auditActionOf(route);
  return action !== 'read' || opened.has(route.operationId) || isQuery(route);
}

/** A read by POST or over the rows of a session: it is evidence of what was looked at. */
function isQuery(route: Route): boolean {
  return route.access === 'data' || route.method !== 'GET';
}
