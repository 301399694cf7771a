/** The reader's share of the API: every route that reads, on connections that cannot write. */
import { join } from 'node:path';
import { auditExportFiles } from '../audit/audit-export-job.ts';
import { AuditStore } from '../audit/audit-store.ts';
import { auditReadRoutes } from '../audit/routes.ts';
import { AccessStore } from '../access/access-store.ts';
import { ObjectOwners } from '../access/object-owners.ts';
import { Ownership } from '../access/ownership.ts';
import { accessReadRoutes } from '../access/routes.ts';
import { billingReadRoutes } from '../billing/read-routes.ts';
import { z } from 'zod';
import { instant } from '../../shared/time.ts';
import { BundleFiles } from '../bundles/bundle-files.ts';
import { bundleReadRoutes } from '../bundles/routes.ts';
import { CaseFiles } from '../cases/case-files.ts';
import { provenPart } from '../cases/proven-part.ts';
import { caseReadRoutes } from '../cases/routes.ts';
import { CheckpointFiles } from '../checkpoints/checkpoint-files.ts';
import { LastSeenFiles } from '../ledger/last-seen.ts';
import { relatedEntries } from '../checkpoints/related-entries.ts';
import { readStanding } from '../checkpoints/judge-checkpoints.ts';
import { checkpointReadRoutes } from '../checkpoints/routes.ts';
import { DatasetsStore } from '../datasets/datasets-store.ts';
import { datasetReadRoutes } from '../datasets/routes.ts';
import { openAlone, openReader } from '../database/open-database.ts';
import { exportFiles } from '../exports/export-job.ts';
import { exportReadRoutes } from '../exports/routes.ts';
import { interventionReadRoutes } from '../interventions/routes.ts';
import { openJobsAlone, openJobsDatabase } from '../jobs/jobs-database.ts';
import { JobsStore } from '../jobs/jobs-store.ts';
import { jobReadRoutes } from '../jobs/routes.ts';
import { ChainStore } from '../ledger/chain-store.ts';
import { reportReadRoutes } from '../ledger/report-route.ts';
import { readKeyHistory } from '../ledger/key-rotation.ts';
import { chainReadRoutes } from '../ledger/routes.ts';
import { modelReadRoutes } from '../models/routes.ts';
import { backupTrouble } from '../backup/backup-trouble.ts';
import { overviewReadRoutes } from '../overview/routes.ts';
import { recordReadRoutes } from '../records/routes.ts';
import type { ReadOperationId, RouteHandlers } from '../route-handler.ts';
import { evidenceReadRoutes } from '../sessions/evidence-routes.ts';
import { EvidenceStore } from '../sessions/evidence-store.ts';
import { sessionReadRoutes } from '../sessions/routes.ts';
import { SessionsStore } from '../sessions/sessions-store.ts';
import { vaultRoutes } from '../sessions/vault.ts';
import { WallClock } from '../sessions/wall-clock.ts';
import type { ApiContext } from './api-options.ts';
import { closingOnFailure, type KeepOpen } from './closing-on-failure.ts';
import type { ChangeHub } from './change-stream.ts';
import { openApiText } from './openapi.ts';
import { refuseToWrite } from './reading-only.ts';
import { serviceReadRoutes } from './service-routes.ts';

export function openReaderPart(context: ApiContext, changes: ChangeHub) {
  return closingOnFailure(async (open) => openParts(context, changes, open));
}

function openParts(context: ApiContext, changes: ChangeHub, open: KeepOpen) {
  const { workspace, clock } = context;
  const isAlone = workspace.readOnly === true;
  const supervisor = isAlone ? refuseToWrite(context.supervisor) : context.supervisor;
  const path = join(workspace.directory, 'proofdesk.db');
  const jobsPath = join(workspace.directory, 'jobs.db');
  const database = open(isAlone ? openAlone(path) : openReader(path));
  const jobsDatabase = open(isAlone ? openJobsAlone(jobsPath) : openJobsDatabase(jobsPath));
  const jobs = new JobsStore(jobsDatabase, clock);
  const cases = new CaseFiles(workspace.dataRoot);
  const chain = new ChainStore(database);
  const access = new AccessStore(database);
  if (isAlone) supervisor.accessChanged(access.state());
  const datasets = new DatasetsStore(database);
  const sessions = new SessionsStore(database);
  const wallClock = new WallClock(database, clock);
  const now = () => wallClock.now();
  const checkpoints = new CheckpointFiles(workspace.directory);
  const lastSeen = new LastSeenFiles(workspace.directory);
  const part = provenPart(database, cases, workspace.caseId);
  const ownership = new Ownership(new ObjectOwners(database, jobsDatabase));
  const handlers: RouteHandlers<ReadOperationId> = {
    ...recordReadRoutes({ database, clock }),
    ...modelReadRoutes({ database, foreign: context.foreign }),
    ...chainReadRoutes({
      database,
      chain,
      jobs,
      lastSeen,
      standing: (seen) => readStanding(database, checkpoints, { provenUnder: part, seen }),
    }),
    ...reportReadRoutes({ chain, jobs, isCase: workspace.kind === 'case' }),
    ...checkpointReadRoutes({
      database,
      files: checkpoints,
      lastSeen,
      sign: async () => z.string().parse(await supervisor.callWriter('sign-checkpoint', {})),
      relatedTo: relatedEntries(database),
      part,
    }),
    ...exportReadRoutes({ jobs, files: exportFiles(workspace.directory) }),
    ...bundleReadRoutes({ jobs, files: new BundleFiles(workspace.directory) }),
    ...caseReadRoutes(cases),
    ...interventionReadRoutes(database),
    ...datasetReadRoutes({ datasets, now }),
    ...sessionReadRoutes({
      sessions,
      mayUse: ownership.mayUse.bind(ownership),
      now,
    }),
    ...evidenceReadRoutes({
      evidence: new EvidenceStore(database),
      sessions,
      datasets,
      genesis: () => chain.genesis(),
      keyAt: (seq) => readKeyHistory(database).history.at(seq),
      clock,
    }),
    ...billingReadRoutes({
      database,
      now,
      settle: async () => void (await supervisor.callWriter('settle-usage', {})),
    }),
    ...vaultRoutes(database),
    ...auditReadRoutes({
      store: new AuditStore(database, (id) => access.show(id, instant(clock()))?.name),
      jobs,
      files: auditExportFiles(workspace.directory),
    }),
    ...accessReadRoutes({ store: access, clock }),
    ...jobReadRoutes(jobs),
    ...serviceReadRoutes({ workspace, chain, changes, openApi: openApiText }),
    ...overviewReadRoutes({
      handlers: () => handlers,
      database,
      ownership,
      now,
      backups: () => backupTrouble(workspace.directory, workspace.kind, clock()),
    }),
  };
  return {
    handlers,
    ownership,
    /** From now on every answer is of one moment of the ledger. */
    hold: () => void database.exec('BEGIN'),
    close: async () => {
      database.close();
      jobsDatabase.close();
    },
  };
}
