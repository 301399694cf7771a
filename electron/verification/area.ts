/** Verifications of the ledger, and the report of one. */
import type { Area } from '../area.ts';
import { ChainStore } from '../ledger/chain-store.ts';
import { reportReadRoutes } from './report-route.ts';
import { verificationReadRoutes, verificationWriteRoutes } from './routes.ts';

export const verificationArea = {
  openReads: ({ workspace, database, jobs }) => ({
    handlers: {
      ...verificationReadRoutes(jobs),
      ...reportReadRoutes({
        chain: new ChainStore(database),
        jobs,
        isCase: workspace.kind === 'case',
      }),
    },
  }),
  openWrites: ({ starter, createId }) => ({
    handlers: verificationWriteRoutes({ jobs: starter, createId }),
  }),
} satisfies Area;
