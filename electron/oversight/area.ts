/** Oversight: decision profiles of models, the facts that follow from them, and the figures of their decisions. */
import type { Area, WriteContext } from '../area.ts';
import { transact } from '../ledger/open-commits.ts';
import { factsJob, factsTask, makeFacts, startFactsJob } from './facts-job.ts';
import { figureRoutes } from './figure-routes.ts';
import { personSearchRoutes } from './person-search-routes.ts';
import { profileReadRoutes, profileWriteRoutes } from './profile-routes.ts';

export const oversightArea = {
  openReads: (context) => ({
    handlers: {
      ...profileReadRoutes(context.database),
      ...figureRoutes(context.database),
      ...personSearchRoutes(context),
    },
  }),
  openWrites: (context) => {
    const startFacts = () => startFactsJob(context);
    if (context.workspace.kind !== 'case') beginFacts(context);
    startFacts();
    return {
      handlers: profileWriteRoutes(context, startFacts),
      tasks: { [factsTask]: async () => makeFacts(context) },
    };
  },
  jobs: ({ supervisor }) => ({ decision_facts: factsJob(supervisor.callWriter) }),
} satisfies Area;

/** A ledger whose profiles were altered is opened all the same, and verified. */
function beginFacts({ database, journal, projection, log }: WriteContext): void {
  try {
    transact(database, journal, () => projection.work.open());
  } catch (error) {
    projection.undone();
    log(JSON.stringify({ level: 'warn', event: 'facts_not_begun', reason: String(error) }));
  }
}
