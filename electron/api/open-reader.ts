/** A reader thread's share of the API: every route that reads, on connections that cannot write. */
import { join } from 'node:path';
import { z } from 'zod';
import { AccessStore } from '../access/access-store.ts';
import { ObjectOwners } from '../access/object-owners.ts';
import { Ownership } from '../access/ownership.ts';
import { together, type Means, type ReadContext } from '../area.ts';
import { CaseFiles } from '../cases/case-files.ts';
import { provenPart } from '../cases/proven-part.ts';
import { CheckpointFiles } from '../checkpoints/checkpoint-files.ts';
import { readStanding } from '../checkpoints/judge-checkpoints.ts';
import { relatedEntries } from '../checkpoints/related-entries.ts';
import { checkpointReadRoutes } from '../checkpoints/routes.ts';
import { jobsFileName } from '../database/file-names.ts';
import { WallClock } from '../database/wall-clock.ts';
import { openJobsAlone, openJobsDatabase } from '../jobs/jobs-database.ts';
import { JobsStore } from '../jobs/jobs-store.ts';
import { ChainStore } from '../ledger/chain-store.ts';
import { LastSeenFiles } from '../ledger/last-seen.ts';
import { chainReadRoutes } from '../ledger/routes.ts';
import type { ReadOperationId, RouteHandlers } from '../route-handler.ts';
import { verificationState } from '../verification/routes.ts';
import { areas } from './areas.ts';
import type { ChangeHub } from './change-stream.ts';
import { closingOnFailure, type KeepOpen } from './closing-on-failure.ts';
import { openLedger } from './open-ledger.ts';
import { refuseToWrite } from './reading-only.ts';
import { serviceReadRoutes } from './service-routes.ts';

export function openReads(means: Means, changes: ChangeHub) {
  return closingOnFailure(async (open) => openAll(means, changes, open));
}

function openAll(means: Means, changes: ChangeHub, open: KeepOpen) {
  const { workspace, clock } = means;
  const isAlone = workspace.readOnly === true;
  const { database, place } = openLedger(means, open);
  const jobsPath = join(workspace.directory, jobsFileName);
  const jobsDatabase = open(isAlone ? openJobsAlone(jobsPath) : openJobsDatabase(jobsPath));
  const access = new AccessStore(database);
  const supervisor = isAlone ? refuseToWrite(means.supervisor) : means.supervisor;
  if (isAlone) supervisor.accessChanged(access.state());
  const wallClock = new WallClock(database, clock);
  const ownership = new Ownership(new ObjectOwners(database, jobsDatabase));
  const context: ReadContext = {
    ...means,
    supervisor,
    database,
    jobsDatabase,
    jobs: new JobsStore(jobsDatabase, clock),
    access,
    ownership,
    now: () => wallClock.now(),
    handlers: () => handlers,
  };
  const opened = areas.flatMap((area) => ('openReads' in area ? [area.openReads(context)] : []));
  const handlers: RouteHandlers<ReadOperationId> = {
    ...together(opened.map((each) => each.handlers)),
    ...chainRoutes(context),
    ...serviceReadRoutes({
      workspace,
      chain: new ChainStore(database),
      changes,
      // With its examples it is much of the program's text, and seldom asked for.
      openApi: async () => (await import('./openapi.ts')).openApiText(),
    }),
  };
  return {
    handlers,
    ownership,
    place,
    /** From now on every answer is of one moment of the ledger. */
    hold: () => void database.exec('BEGIN'),
    close: async () => {
      database.close();
      jobsDatabase.close();
    },
  };
}

/** The chain and its checkpoints: how they stand is known from verifications and cases together. */
function chainRoutes({ workspace, database, jobs, supervisor }: ReadContext) {
  const files = new CheckpointFiles(workspace.directory);
  const lastSeen = new LastSeenFiles(workspace.directory);
  const part = provenPart(database, new CaseFiles(workspace.dataRoot), workspace.caseId);
  return {
    ...chainReadRoutes({
      database,
      chain: new ChainStore(database),
      verification: () => verificationState(jobs),
      lastSeen,
      standing: (seen) => readStanding(database, files, { provenUnder: part, seen }),
    }),
    ...checkpointReadRoutes({
      database,
      files,
      lastSeen,
      sign: async () => z.string().parse(await supervisor.callWriter('sign-checkpoint', {})),
      relatedTo: relatedEntries(database),
      part,
    }),
  };
}
