/** The routes of the service itself: its workspace, what changes in it, its description. */
import { ApiError } from '../../shared/contract/errors.ts';
import type { ChangeTopic, OpenLedger } from '../../shared/contract/workspace.ts';
import type { ApiWorkspace } from '../area.ts';
import { onceReply, type IdempotencyStore } from '../access/idempotency.ts';
import { permissionOf } from '../access/permissions.ts';
import type { JobsStore } from '../jobs/jobs-store.ts';
import type { ChainStore } from '../ledger/chain-store.ts';
import { jsonReply, type RouteHandlers } from '../route-handler.ts';
import type { Principal } from '../serve-request.ts';
import { askedLedger } from './asked-ledger.ts';
import type { ChangeHub } from './change-stream.ts';

export type ServiceReads = 'getWorkspace' | 'streamChanges' | 'getOpenApi';

/** Whoever reads only its own of the ledger learns nothing of the rest. */
function seesAll(principal: Principal): boolean {
  return principal.kind !== 'api_key' || permissionOf('listRecords', principal.role) === 'any';
}

/** Handlers of the service routes that a reader thread answers. */
export function serviceReadRoutes(options: {
  readonly workspace: ApiWorkspace;
  readonly chain: ChainStore;
  readonly changes: ChangeHub;
  /** The OpenAPI document as JSON text. */
  readonly openApi: () => Promise<string>;
}): RouteHandlers<ServiceReads> {
  const { workspace, chain, changes } = options;
  return {
    getWorkspace: ({ principal }) => {
      const { origin, createdAt } = chain.genesis();
      const isInside = seesAll(principal);
      return jsonReply({
        kind: workspace.kind,
        origin,
        record_count: isInside ? chain.recordCount() : null,
        created_at: createdAt,
        last_erasure: isInside ? chain.lastErasure() : null,
        replica_days: workspace.replicaDays ?? null,
        data_directory: isInside ? workspace.directory : null,
        version: workspace.version,
        case_id: workspace.caseId ?? null,
        remote: null,
      });
    },
    streamChanges: ({ signal }) => ({ body: changes.stream(signal) }),
    getOpenApi: async () => ({ body: await options.openApi() }),
  };
}

/** Handlers of the service routes that ask for another workspace. */
export function serviceWriteRoutes(options: {
  readonly jobs: JobsStore;
  readonly idempotency: IdempotencyStore;
  readonly hasCase: (caseId: string) => boolean;
  readonly openWorkspace: (request: OpenLedger) => void;
  readonly changed: (topics: readonly ChangeTopic[]) => void;
}): RouteHandlers<'openWorkspace'> {
  const { jobs, idempotency, hasCase, openWorkspace, changed } = options;
  return {
    openWorkspace: ({ body, idempotency: request }) => {
      const ledger = askedLedger(body, hasCase);
      const once = jobs.transaction(() =>
        idempotency.once(request, () => {
          refuseWhileWorking(jobs);
          return { status: 202, body: JSON.stringify(body) };
        }),
      );
      if (!once.replayed) {
        openWorkspace(ledger);
        changed(['workspace']);
      }
      return onceReply(once);
    },
  };
}

function refuseWhileWorking(jobs: JobsStore): void {
  const unfinished = jobs.unfinished();
  if (unfinished.length === 0) return;
  throw new ApiError(
    'conflict',
    'A job is at work in this workspace. Cancel it or let it finish, then switch.',
    { details: { job_ids: unfinished } },
  );
}
