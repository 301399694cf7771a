/** Who may read which row with its proof, and what of it: as the object's own route has it. */
import { ApiError } from '../../shared/contract/errors.ts';
import { routeOf, type OperationId } from '../../shared/contract/routes.ts';
import type { CommittedMember, FactTableName } from '../../shared/ledger/columns.ts';
import { keyText, type RowKey } from '../../shared/ledger/facts.ts';
import { ownershipRules, ownOf, type Ownership } from '../access/ownership.ts';
import { allows } from '../access/permissions.ts';
import type { FactTable } from '../proof/fact-tables.ts';
import type { Principal } from '../serve-request.ts';

/** How a table's rows are told. */
interface ReadableTable {
  /** The operation that tells the object: whoever may ask for it may ask for its proof. */
  readonly operation: OperationId;
  /** Column that says whose a row is, where that operation is a list; of the key or of the row. */
  readonly owner?: 'account_id' | 'holder_id';
  /** Another operation, about one object, whose rule says whose a row is. */
  readonly ownedBy?: OperationId;
  /** Committed members that the operation tells everybody who may ask. */
  readonly told: readonly string[];
  /** Committed members of the entry that a row begins with instead of a fact. */
  readonly toldOfBeginning?: readonly string[];
}

const readableTables: {
  readonly [Table in FactTableName]: ReadableTable & {
    readonly told: readonly CommittedMember<Table>[];
  };
} = {
  accounts: {
    operation: 'listAccounts',
    owner: 'account_id',
    told: ['name', 'email', 'address'],
  },
  billing_settings: { operation: 'getBillingSettings', told: ['value'] },
  // Bank accounts of holders stand in it: to whoever may see all of them.
  parties: { operation: 'closePeriod', told: ['value'] },
  beneficiaries: { operation: 'closePeriod', told: [] },
  fee_tables: { operation: 'getHolder', told: [] },
  suspensions: { operation: 'listAccounts', owner: 'account_id', told: ['reason'] },
  rate_cards: { operation: 'listRateCards', told: ['name', 'terms'] },
  rate_card_assignments: { operation: 'listAccounts', owner: 'account_id', told: [] },
  payment_methods: {
    operation: 'listPaymentMethods',
    owner: 'account_id',
    told: ['last4', 'brand'],
  },
  datasets: { operation: 'getDataset', told: ['name', 'revoked_by', 'revocation_reason'] },
  dataset_sources: { operation: 'getDatasetSource', told: ['fields', 'left_out'] },
  source_connections: {
    operation: 'getSourceConnection',
    told: ['name', 'host', 'port', 'database', 'user_name', 'server'],
  },
  policies: { operation: 'getDatasetPolicy', told: [] },
  grants: { operation: 'getGrant', told: ['purpose', 'expected', 'conditions', 'reason'] },
  sessions: {
    operation: 'getSession',
    told: ['purpose', 'operator', 'opener_name', 'revoked_by', 'revocation_reason'],
  },
  invoices: {
    operation: 'getInvoice',
    told: ['cancel_reason'],
    toldOfBeginning: ['customer', 'lines', 'notes', 'terms'],
  },
  adjustments: { operation: 'listAdjustments', owner: 'account_id', told: ['description'] },
  credits: { operation: 'listCredits', owner: 'account_id', told: ['reason'] },
  credit_uses: { operation: 'createCredit', told: [] },
  charges: { operation: 'createCharge', told: ['description'] },
  payments: { operation: 'getReceipt', told: ['method'] },
  credit_notes: { operation: 'getCreditNote', told: ['reason'] },
  holds: { operation: 'listDrafts', told: ['reason'] },
  runs: { operation: 'getRun', told: [] },
  reminders: { operation: 'listDrafts', told: [] },
  // Of labs and of holders: to whoever may see all of them.
  papers: { operation: 'closePeriod', told: [] },
  refunds: { operation: 'getCreditNote', told: ['reference'] },
  payout_preferences: { operation: 'listPayoutPreferences', owner: 'holder_id', told: [] },
  accruals: { operation: 'listShares', owner: 'holder_id', told: [] },
  payouts: {
    operation: 'listPayouts',
    owner: 'holder_id',
    told: ['failure_reason', 'reference'],
  },
  spending_limits: { operation: 'listLimits', owner: 'account_id', told: [] },
  spending_alerts: { operation: 'listAlerts', owner: 'account_id', told: [] },
  // Never the digest: with it, keys could be tried elsewhere.
  // A holder: those of labs that it made, as it may revoke them.
  api_keys: { operation: 'listApiKeys', ownedBy: 'revokeApiKey', told: ['hint', 'name'] },
  rate_limits: { operation: 'getRateLimits', told: [] },
  webhook_endpoints: { operation: 'getWebhook', told: ['url'] },
  // By what no lab may: the row has groups and the person.
  profiles: { operation: 'getProfileProposal', told: [] },
  person_requests: { operation: 'getPersonRequest', told: ['person', 'records', 'note'] },
  person_letters: {
    operation: 'getPersonRequest',
    told: ['record_id', 'hash', 'document'],
  },
  people: { operation: 'listPeople', told: ['name', 'reason'] },
};

/** @throws {ApiError} always */
export function unknownRow(table: string, id: string): never {
  throw new ApiError('not_found', `There is no row ${id} of ${table}.`);
}

/** Committed members whose values are told with a row's entries, those of its beginning with them. */
export function toldMembers(table: FactTableName): ReadonlySet<string> {
  const { told, toldOfBeginning = [] }: ReadableTable = readableTables[table];
  return new Set([...told, ...toldOfBeginning]);
}

/**
 * Refuses a table that the caller may read nothing of, before anything is looked up.
 * @throws {ApiError} `forbidden`
 */
export function refuseTable(table: FactTableName, principal: Principal): void {
  const route = routeOf(readableTables[table].operation);
  if (route !== undefined && allows(principal, route) !== 'none') return;
  throw new ApiError('forbidden', `This API key may not read ${table}.`, { details: { table } });
}

/**
 * Refuses a row of somebody else exactly as one that does not exist.
 * @throws {ApiError} `not_found`
 */
export function refuseForeignRow(
  table: FactTable,
  id: RowKey,
  { principal, ownership }: { readonly principal: Principal; readonly ownership: Ownership },
): void {
  const { operation, owner, ownedBy = operation }: ReadableTable = readableTables[table.name];
  const own = ownOf(principal, operation);
  if (own === undefined) return;
  const object = ownershipRules[ownedBy]?.object;
  if (object !== undefined) {
    ownership.refuseForeign(ownedBy, { [object[1]]: keyText(id) }, principal);
    return;
  }
  const whose = owner === 'holder_id' ? own.holderId : own.accountId;
  const isOwn = owner !== undefined && whose !== null && ownerOf(table, id, owner) === whose;
  if (!isOwn) unknownRow(table.name, keyText(id));
}

/** Whose a row is; undefined for one that is not there, or nobody's. */
function ownerOf(table: FactTable, id: RowKey, owner: string): unknown {
  const at = table.key.findIndex(({ column }) => column === owner);
  if (at !== -1) return typeof id === 'string' ? id : id[at];
  return table.find(id)?.clear[owner];
}
