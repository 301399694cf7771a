/** Verifications of the ledger, and the report of one. */
import { z } from 'zod';
import { ledgerVerdictSchema } from '../../shared/contract/chain.ts';
import type { Area, Task, WriteContext } from '../area.ts';
import { ChainStore } from '../ledger/chain-store.ts';
import { reportReadRoutes } from './report-route.ts';
import { verificationReadRoutes, verificationWriteRoutes } from './routes.ts';

/** Has the writer tell receivers of a verification that did not hold. */
export const tellFailedTask = 'tell-failed-verification';

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
  openWrites: (context) => ({
    handlers: verificationWriteRoutes({ jobs: context.starter, createId: context.createId }),
    tasks: { [tellFailedTask]: tellFailed(context) },
  }),
} satisfies Area;

const failedSchema = z.object({
  verification_id: z.string(),
  verdict: ledgerVerdictSchema,
  findings_total: z.int(),
});

/** Tells receivers of a verification that did not hold, also where nothing can be appended any more. */
function tellFailed({ lock, transaction, events, changed }: WriteContext): Task {
  return async (params) => {
    const { findings_total: findings, ...told } = failedSchema.parse(params);
    const data = { ...told, findings };
    await lock.run(() =>
      transaction((at) => events.emit({ type: 'verification.failed', at, data })),
    );
    changed(['verifications']);
  };
}
