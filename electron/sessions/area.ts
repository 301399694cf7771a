/** Data sessions, the evidence of them, and queries over rows. */
import { performance } from 'node:perf_hooks';
import type { Area } from '../area.ts';
import { WallClock } from '../database/wall-clock.ts';
import { DatasetsStore } from '../datasets/datasets-store.ts';
import { ChainStore } from '../ledger/chain-store.ts';
import { readKeyHistory } from '../ledger/key-rotation.ts';
import { accessReceiptSchema } from './access-receipt.ts';
import { CursorCodec } from './cursor.ts';
import { dataGuards, dataRoutes } from './data-routes.ts';
import { evidenceReadRoutes } from './evidence-routes.ts';
import { EvidenceStore } from './evidence-store.ts';
import { QueryLimit } from './query-limit.ts';
import { sessionReadRoutes } from './routes.ts';
import { RowQueries } from './row-queries.ts';
import { SessionGuard } from './session-guard.ts';
import { SessionsStore } from './sessions-store.ts';
import { vaultRoutes } from './vault.ts';

export const sessionsArea = {
  openReads: ({ database, ownership, now, clock }) => {
    const sessions = new SessionsStore(database);
    const chain = new ChainStore(database);
    return {
      handlers: {
        ...sessionReadRoutes({ sessions, mayUse: ownership.mayUse.bind(ownership), now }),
        ...evidenceReadRoutes({
          evidence: new EvidenceStore(database),
          sessions,
          datasets: new DatasetsStore(database),
          genesis: () => chain.genesis(),
          keyAt: (seq) => readKeyHistory(database).history.at(seq),
          clock,
        }),
        ...vaultRoutes(database),
      },
    };
  },
  openQueries: ({ database, clock, random, createId, supervisor, signingSeed, sessionLimits }) => {
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
    return {
      handlers: dataRoutes({
        sessions,
        datasets,
        queries: new RowQueries(database, limit),
        cursors: new CursorCodec(signingSeed),
        wallClock,
        createId,
        random,
        commit: async (order) =>
          accessReceiptSchema.parse(await supervisor.callWriter('commit-access', order)),
      }),
      guards: dataGuards(guard),
    };
  },
} satisfies Area;
