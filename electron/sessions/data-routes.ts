/** The routes that read the rows of a session: each is answered only once the writer has kept its usage. */
import type { DataOperation } from '../../shared/contract/data-operations.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import type { DataOperationId, RouteGuard, RouteHandlers } from '../route-handler.ts';
import { aggregateRoute } from './aggregate-route.ts';
import type { DataMeans } from './data-means.ts';
import { explainRoute } from './explain-route.ts';
import { filterRoutes } from './filter-routes.ts';
import { operationRoute } from './operation-route.ts';
import type { SessionGuard } from './session-guard.ts';
import { streamRoutes } from './stream-routes.ts';
import { transformRoutes } from './transform-routes.ts';

/** How often a request is read again for whose sake the policy has just changed. */
const mostChanges = 3;

export function dataRoutes(means: DataMeans): RouteHandlers<DataOperationId> {
  const handlers = routesOf(means);
  const read = <Call extends SessionCall, Reply>(
    handler: (call: Call) => Reply | Promise<Reply>,
  ): ((call: Call) => Promise<Reply>) => notingChange(means, underOnePolicy(handler));
  return {
    streamSession: read(handlers.streamSession),
    getSessionRecord: read(handlers.getSessionRecord),
    filterSession: read(handlers.filterSession),
    countSession: read(handlers.countSession),
    aggregateSession: read(handlers.aggregateSession),
    explainSession: handlers.explainSession,
    transformSession: read(handlers.transformSession),
    previewTransform: read(handlers.previewTransform),
    recordOperation: read(handlers.recordOperation),
  };
}

interface SessionCall {
  readonly parameters: { readonly session_id: string };
}

/** Rows that are others by now end the reading of their session: that is kept before it is told. */
function notingChange<Call extends SessionCall, Reply>(
  { noteChanged }: DataMeans,
  handler: (call: Call) => Promise<Reply>,
): (call: Call) => Promise<Reply> {
  return async (call) => {
    try {
      return await handler(call);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'source_changed') {
        const { found_sha256: found } = error.details;
        await noteChanged(call.parameters.session_id, typeof found === 'string' ? found : null);
      }
      throw error;
    }
  };
}

/** What was read while the policy changed is not given out: it is read anew under the one that holds. */
function underOnePolicy<Call, Reply>(
  handler: (call: Call) => Reply | Promise<Reply>,
): (call: Call) => Promise<Reply> {
  return async (call) => {
    for (let changes = 0; ; changes += 1) {
      try {
        return await handler(call);
      } catch (error) {
        const isChanged = error instanceof ApiError && error.code === 'policy_changed';
        if (!isChanged || changes === mostChanges) throw error;
      }
    }
  };
}

function routesOf(means: DataMeans): RouteHandlers<DataOperationId> {
  return {
    ...streamRoutes(means),
    ...filterRoutes(means),
    ...aggregateRoute(means),
    ...explainRoute(means),
    ...transformRoutes(means),
    ...operationRoute(means),
  };
}

/** The refusals of each route before its query and body are read: by what a session must allow for it. */
export function dataGuards(guard: SessionGuard): Record<DataOperationId, RouteGuard> {
  const guarding =
    (operation: DataOperation | undefined): RouteGuard =>
    async (parameters) =>
      void (await guard.require(parameters['session_id'] ?? '', operation));
  return {
    streamSession: guarding('read'),
    getSessionRecord: guarding('read'),
    filterSession: guarding('filter'),
    countSession: guarding('filter'),
    explainSession: guarding('filter'),
    aggregateSession: guarding('aggregate'),
    transformSession: guarding('transform'),
    previewTransform: guarding('transform'),
    // Its body says what it is.
    recordOperation: guarding(undefined),
  };
}
