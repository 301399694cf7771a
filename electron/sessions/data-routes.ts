/** The routes that read the rows of a session: each is answered only once the writer has kept its usage. */
import type { DataOperation } from '../../shared/contract/datasets.ts';
import type { DataOperationId, RouteGuard, RouteHandlers } from '../route-handler.ts';
import { aggregateRoute } from './aggregate-route.ts';
import type { DataMeans } from './data-means.ts';
import { explainRoute } from './explain-route.ts';
import { filterRoutes } from './filter-routes.ts';
import { operationRoute } from './operation-route.ts';
import type { SessionGuard } from './session-guard.ts';
import { streamRoutes } from './stream-routes.ts';
import { transformRoutes } from './transform-routes.ts';

export function dataRoutes(means: DataMeans): RouteHandlers<DataOperationId> {
  return {
    ...streamRoutes(means),
    ...filterRoutes(means),
    ...aggregateRoute(means),
    ...explainRoute(means),
    ...transformRoutes(means),
    ...operationRoute(means),
  };
}

/** What a session must allow for a route; an operation says so in its body. */
const neededOperations: Readonly<Record<DataOperationId, DataOperation | undefined>> = {
  streamSession: 'read',
  getSessionRecord: 'read',
  filterSession: 'filter',
  countSession: 'filter',
  explainSession: 'filter',
  aggregateSession: 'aggregate',
  transformSession: 'transform',
  previewTransform: 'transform',
  recordOperation: undefined,
};

/** The refusals of each route before its query and body are read. */
export function dataGuards(guard: SessionGuard): Record<DataOperationId, RouteGuard> {
  const guarding =
    (operation: DataOperation | undefined): RouteGuard =>
    async (parameters) =>
      void (await guard.require(parameters['session_id'] ?? '', operation));
  return {
    streamSession: guarding(neededOperations.streamSession),
    getSessionRecord: guarding(neededOperations.getSessionRecord),
    filterSession: guarding(neededOperations.filterSession),
    countSession: guarding(neededOperations.countSession),
    explainSession: guarding(neededOperations.explainSession),
    aggregateSession: guarding(neededOperations.aggregateSession),
    transformSession: guarding(neededOperations.transformSession),
    previewTransform: guarding(neededOperations.previewTransform),
    recordOperation: guarding(neededOperations.recordOperation),
  };
}
