/** The data thread's share of the API: queries over the rows of datasets, on a connection that cannot write. */
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { ObjectOwners } from '../access/object-owners.ts';
import { Ownership } from '../access/ownership.ts';
import { openReader } from '../database/open-database.ts';
import { DatasetsStore } from '../datasets/datasets-store.ts';
import type { DataOperationId, RouteHandlers } from '../route-handler.ts';
import { accessReceiptSchema } from '../sessions/access-receipt.ts';
import { CursorCodec } from '../sessions/cursor.ts';
import { dataGuards, dataRoutes } from '../sessions/data-routes.ts';
import { QueryLimit } from '../sessions/query-limit.ts';
import { RowQueries } from '../sessions/row-queries.ts';
import { SessionGuard } from '../sessions/session-guard.ts';
import { SessionsStore } from '../sessions/sessions-store.ts';
import { WallClock } from '../sessions/wall-clock.ts';
import type { ApiContext } from './api-options.ts';
import { closingOnFailure, type KeepOpen } from './closing-on-failure.ts';

export function openDataPart(context: ApiContext) {
  return closingOnFailure(async (open) => openParts(context, open));
}

function openParts(context: ApiContext, open: KeepOpen) {
  const { workspace, clock, random, createId, supervisor, signingSeed, sessionLimits } = context;
  const database = open(openReader(join(workspace.directory, 'proofdesk.db')));
  const sessions = new SessionsStore(database);
  const datasets = new DatasetsStore(database);
  const wallClock = new WallClock(database, clock);
  const limit = new QueryLimit(sessionLimits.queryMs, () => performance.now());
  const guard = new SessionGuard({
    sessions,
    datasets,
    wallClock,
    rate: sessionLimits.rate,
    observeTime: async () => void (await supervisor.callWriter('observe-time', {})),
  });
  const handlers: RouteHandlers<DataOperationId> = dataRoutes({
    sessions,
    datasets,
    queries: new RowQueries(database, limit),
    cursors: new CursorCodec(signingSeed),
    wallClock,
    createId,
    random,
    commit: async (order) =>
      accessReceiptSchema.parse(await supervisor.callWriter('commit-access', order)),
  });
  return {
    handlers,
    ownership: new Ownership(new ObjectOwners(database)),
    guards: dataGuards(guard),
    close: async () => {
      database.close();
    },
  };
}
