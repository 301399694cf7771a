/** Which ledger this engine has open (extension). */
import * as z from './when-asked.ts';
import { instantSchema } from './common.ts';
import { connectionIdPattern, remoteSchema } from './connections.ts';
import { fault } from './faults.ts';

/** Ledgers of this machine: what an engine opens. */
export const ledgerKinds = ['local', 'demo', 'case'] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

/** Kinds of workspace that a window can show: also a server elsewhere, over the network. */
export const workspaceKinds = [...ledgerKinds, 'remote'] as const;
export const workspaceSchema = z
  .object({
    kind: z.enum(workspaceKinds),
    origin: z
      .string()
      .meta({ description: 'Of the ledger; of a remote that does not tell, its base_url' }),
    record_count: z.int().nullable().meta({ description: 'Null where a remote has not told yet' }),
    created_at: instantSchema.nullable().meta({ description: 'Null where a remote does not tell' }),
    last_erasure: z.int().nullable().meta({
      description:
        'Number of the last entry that declares an erasure: who keeps answers of the ledger forgets them with the next. Null for none, for a key that does not read the decisions, and for a remote',
    }),
    replica_days: z.int().nullable().meta({
      description:
        'Days for which replicas of the ledger hold what is erased from it, as whoever runs the server says; null where they say none',
    }),
    data_directory: z.string().nullable().meta({ description: 'Null for a remote' }),
    version: z.string().meta({ description: 'Of this program' }),
    case_id: z
      .string()
      .nullable()
      .meta({ description: 'Which case; null for a ledger of one’s own' }),
    remote: remoteSchema
      .nullable()
      .meta({ description: 'The server of a remote; null for a ledger' }),
  })
  .meta({ id: 'Workspace' });
export type Workspace = z.infer<typeof workspaceSchema>;
export type WorkspaceKind = Workspace['kind'];

/** `reset` throws the demo ledger away and makes it anew; a local ledger is never reset. */
export const openWorkspaceSchema = z
  .strictObject({
    kind: z.enum(workspaceKinds, {
      error: fault('either_of', { values: 'local, demo, case', last: 'remote' }),
    }),
    records: z.int().min(1).max(5_000_000).optional(),
    reset: z.boolean().optional(),
    case_id: z
      .string()
      .regex(/^case_[0-9A-Z]{1,64}$/, fault('case_id'))
      .optional(),
    connection_id: z.string().regex(connectionIdPattern, fault('connection_id')).optional(),
  })
  .meta({ id: 'OpenWorkspace', sent: true });
export type OpenWorkspace = z.infer<typeof openWorkspaceSchema>;
/** Request to open a ledger, as an engine takes it. */
export type OpenLedger = OpenWorkspace & { readonly kind: LedgerKind };

/** One line of `GET /events` (`application/x-ndjson`): what changed, never the data itself. */
export const changeTopics = [
  'records',
  'models',
  'datasets',
  'grants',
  'sessions',
  'billing',
  'jobs',
  'job_ends',
  'verifications',
  'workspace',
  'cases',
  'connections',
  'server',
  'access',
  'people',
  'persons',
  'audit',
  'requests',
  'backups',
  'vouchers',
  'webhooks',
  'erasures',
] as const;
export const changeSchema = z
  .object({ changed: z.array(z.enum(changeTopics)) })
  .meta({ id: 'Change' });
export type ChangeTopic = (typeof changeTopics)[number];
export type Change = z.infer<typeof changeSchema>;

/** Operations that the program that shows a window answers itself, whatever server is open in it (operationIds). */
export const hostOperations: ReadonlySet<string> = new Set([
  'getWorkspace',
  'openWorkspace',
  'listConnections',
  'createConnection',
  'checkConnection',
  'getConnectionFigures',
  'changeConnection',
  'deleteConnection',
  'getSourcePlaces',
  'changeSourcePlaces',
  'getServer',
  'changeServer',
  'createServerLink',
  'getRecovery',
  'retryRecovery',
  'unlockLedger',
  'openDataFolder',
  'listRequests',
  'streamChanges',
]);
