/** The writer's share of the API: the only writable connection, and every route that writes. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { limits } from '../../shared/contract/limits.ts';
import type { ChangeTopic } from '../../shared/contract/workspace.ts';
import { AccessStore, AccessWriter } from '../access/access-store.ts';
import { keySecretOf } from '../access/api-keys.ts';
import { IdempotencyStore } from '../access/idempotency.ts';
import { KeptOwners } from '../access/kept-owners.ts';
import { ObjectOwners } from '../access/object-owners.ts';
import { Ownership } from '../access/ownership.ts';
import { accessWriteRoutes } from '../access/routes.ts';
import { WriteLock } from '../access/write-lock.ts';
import { auditExportFiles } from '../audit/audit-export-job.ts';
import { AuditLog, newAuditEventSchema } from '../audit/audit-log.ts';
import { isQuiet } from '../audit/quiet-operations.ts';
import { auditWriteRoutes } from '../audit/routes.ts';
import { anchoringTask } from '../audit/watch-access.ts';
import { BackupScheduler } from '../backup/backup-scheduler.ts';
import { copyLedger, copyOrderSchema } from '../backup/copy-ledger.ts';
import { declareRestore, revokeAgain } from '../backup/declare-restore.ts';
import { resumeRestore } from '../backup/restore-marker.ts';
import { setAsideCheckpoints } from '../backup/set-aside-checkpoints.ts';
import { backupWriteRoutes } from '../backup/write-routes.ts';
import { BundleFiles } from '../bundles/bundle-files.ts';
import { bundleWriteRoutes } from '../bundles/routes.ts';
import { exportFiles } from '../exports/export-job.ts';
import { exportWriteRoutes } from '../exports/routes.ts';
import { CaseFiles } from '../cases/case-files.ts';
import { caseWriteRoutes } from '../cases/routes.ts';
import { CheckpointFiles } from '../checkpoints/checkpoint-files.ts';
import { CheckpointSigner, type Schedule } from '../checkpoints/checkpoint-signer.ts';
import { contradictionOf } from '../checkpoints/contradict-last-seen.ts';
import { LastSeenKeeper } from '../checkpoints/last-seen-keeper.ts';
import { checkpointWriteRoutes } from '../checkpoints/routes.ts';
import { describeDatabaseError } from '../database/database-error.ts';
import { jobsFileName, lockFileName } from '../database/file-names.ts';
import { Accounts } from '../billing/accounts.ts';
import { openWriter } from '../database/open-database.ts';
import { OpenPlace, refuseOther } from '../database/open-place.ts';
import { Remover } from '../database/remover.ts';
import { emptyLog, Room } from '../database/room.ts';
import { commitImport } from '../imports/commit-import.ts';
import { eraserAgain } from '../erasures/erase-again.ts';
import { erasureWriteRoutes } from '../erasures/routes.ts';
import { ImportFiles } from '../imports/import-files.ts';
import { importWriteRoutes } from '../imports/routes.ts';
import { interventionWriteRoutes } from '../interventions/routes.ts';
import { givingBackTask } from '../jobs/given-back.ts';
import { JobStarter } from '../jobs/job-starter.ts';
import { openJobsDatabase } from '../jobs/jobs-database.ts';
import { JobsStore } from '../jobs/jobs-store.ts';
import { ProgressReporter } from '../jobs/progress-reporter.ts';
import { jobWriteRoutes } from '../jobs/routes.ts';
import { LastSeenFiles } from '../ledger/last-seen.ts';
import { refuseForeign, refuseVanished } from '../ledger/own-ledger.ts';
import { SigningKeys } from '../ledger/signing-keys.ts';
import { ModelJournal } from '../ledger/model-journal.ts';
import { ArtifactChecks } from '../models/artifact-checks.ts';
import { ModelsStore } from '../models/models-store.ts';
import { modelWriteRoutes } from '../models/routes.ts';
import { recordWriteRoutes } from '../records/routes.ts';
import { verificationWriteRoutes } from '../verification/routes.ts';
import type { RouteHandlers, WriteOperationId } from '../route-handler.ts';
import type { Means, Task } from '../area.ts';
import { answersOf, copiesOf } from '../erasures/erased-copies.ts';
import { openCommits } from '../ledger/open-commits.ts';
import { openJournal } from './open-journal.ts';
import { committedPlace, ledgerPathOf } from './open-ledger.ts';
import { fillDemoStory, openSessionWriting } from './session-writing.ts';
import { readOnlyGuards } from './read-only-case.ts';
import { closingOnFailure, type KeepOpen } from './closing-on-failure.ts';
import { serviceWriteRoutes } from './service-routes.ts';

/** What the write-ahead log is cut back to after a checkpoint. */
const walBytes = 64 * 1024 * 1024;

/** Pages in the log before it is copied into the file: an append changes some twenty. */
const walPages = 4_000;

/** How often billing looks what time has brought about; milliseconds. */
const sweepEvery = 60_000;

/** How often the audit log is anchored in the ledger while there are new events; milliseconds. */
const anchorEvery = 60 * 60 * 1_000;

/** How often it is looked whether the files that are open are still there; milliseconds. */
const watchEvery = 1_000;

const appendAuditSchema = z.object({ events: z.array(newAuditEventSchema) });

const keyUsesSchema = z.array(z.object({ keyId: z.string(), at: z.int() }));
const commitImportSchema = z.object({ jobId: z.string(), records: z.int() });

export async function openWriterPart(context: Means) {
  const path = ledgerPathOf(context);
  try {
    return await closingOnFailure((open) => openParts(context, open));
  } catch (error) {
    // What is read or written first may be what is damaged, or what there is no room for.
    throw describeDatabaseError(error, path);
  }
}

async function openParts(context: Means, open: KeepOpen) {
  const { workspace, clock, random, createId, supervisor } = context;
  const restored = resumeRestore(workspace.directory);
  const programVersion = workspace.version;
  const path = ledgerPathOf(context);
  const isOwn = workspace.kind !== 'case';
  if (workspace.ledger !== undefined) refuseOther(path, workspace.ledger);
  const { isKnown = false } = workspace;
  if (isOwn || isKnown) refuseVanished(workspace.directory, path, isKnown);
  const database = open(openWriter(path, { clock, programVersion }));
  const place = committedPlace(context);
  if (isOwn) refuseForeign(database, path, context.signingSeed);
  const jobsPath = join(workspace.directory, jobsFileName);
  const jobsDatabase = open(openJobsDatabase(jobsPath));
  const moved = supervisor.moved.bind(supervisor);
  const jobsPlace = new OpenPlace([jobsPath, `${jobsPath}-wal`], moved);
  // After an import the log would otherwise stay as large as everything that was imported.
  database.pragma(`journal_size_limit = ${walBytes}`);
  database.pragma(`wal_autocheckpoint = ${walPages}`);
  const checkpoints = new CheckpointFiles(workspace.directory);
  const lastSeen = new LastSeenFiles(workspace.directory);
  if (restored !== undefined) {
    setAsideCheckpoints(database, checkpoints, { directory: workspace.directory, restored });
    lastSeen.setAside(join(workspace.directory, restored.replaced_folder));
  }
  const seen = lastSeen.newest();
  const contradiction = seen === undefined ? undefined : contradictionOf(database, seen);
  const journal = await openJournal(database, { checkpoints, lastSeen }, context);
  const isCase = workspace.kind === 'case';
  const keys = new SigningKeys({
    database,
    directory: workspace.directory,
    seed: context.signingSeed,
  });
  const lock = new WriteLock(place);
  const auditLog = new AuditLog(database, createId);
  const keeper = new LastSeenKeeper({
    database,
    files: lastSeen,
    place,
    clock,
    onFailure: (error) =>
      context.log(
        JSON.stringify({ level: 'warn', event: 'last_seen_not_kept', reason: String(error) }),
      ),
  });
  if (seen !== undefined && contradiction === 'AUDIT_LOG_CUT') lastSeen.keepContradicted(seen);
  // What a ledger contradicts is left as it is: it goes on to say so.
  if (!isCase && (contradiction === undefined || contradiction === 'AUDIT_LOG_CUT')) keeper.begin();
  const anchorLog = (): boolean => {
    const isAnchored = !isCase && auditLog.anchor(journal());
    if (isAnchored) supervisor.changed(['audit']);
    return isAnchored;
  };
  const signer = new CheckpointSigner({
    database,
    files: checkpoints,
    lock,
    place,
    key: () => {
      journal();
      return keys.current();
    },
    schedule: later,
    prepare: anchorLog,
    onFailure: (error) =>
      context.log(
        JSON.stringify({ level: 'warn', event: 'checkpoint_not_signed', reason: String(error) }),
      ),
  });
  if (isCase) signer.stop();
  if (restored !== undefined) {
    // Whatever becomes of the rest: a ledger in which they are valid again does not open.
    revokeAgain(database, restored);
    try {
      declareRestore(database, journal(), {
        marker: restored,
        directory: workspace.directory,
        eraseAgain: eraserAgain({
          database,
          journal: journal(),
          forgetAnswers: answersOf(database),
        }),
      });
      // No reader is there yet: nothing of what was erased again is left in the log.
      if (restored.erasures.length > 0) emptyLog(database);
      signer.noticed();
    } catch (error) {
      // The next opening tries again; until then it is known why nothing can be appended.
      const reason = String(error);
      context.log(JSON.stringify({ level: 'error', event: 'restore_not_declared', reason }));
    }
  }
  const files = new ImportFiles(workspace.directory);
  const cases = new CaseFiles(workspace.dataRoot);
  let isClosing = false;
  const jobs = new JobsStore(jobsDatabase, clock, jobsPlace);
  const ledgerIdempotency = new IdempotencyStore(database, clock);
  const jobsIdempotency = new IdempotencyStore(jobsDatabase, clock);
  ledgerIdempotency.forgetOld();
  jobsIdempotency.forgetOld();
  const leftJobs = jobs.unfinished();
  const bundles = new BundleFiles(workspace.directory);
  const remover = new Remover();
  remover.removeLater([
    ...files.left(leftJobs),
    ...[
      bundles,
      cases,
      exportFiles(workspace.directory),
      auditExportFiles(workspace.directory),
    ].flatMap((each) => each.leftDrafts(leftJobs)),
  ]);
  const changed = (topics: readonly ChangeTopic[]) => {
    if (!isCase) signer.noticed();
    supervisor.changed(topics);
  };
  const starter = new JobStarter({
    store: jobs,
    idempotency: jobsIdempotency,
    changed,
    startJob: supervisor.startJob.bind(supervisor),
  });
  const ledger = openCommits({
    database,
    clock,
    journal,
    lock,
    idempotency: ledgerIdempotency,
    changed,
  });
  const { commits } = ledger;
  const uploads = { files, remover, jobs: starter, createId };
  const sessionOptions = {
    database,
    ledger,
    journal,
    key: () => keys.current(),
    lock,
    idempotency: ledgerIdempotency,
    jobs: starter,
    jobsStore: jobs,
    files,
    remover,
    isClosing: () => isClosing,
  };
  const backups = new BackupScheduler({
    database,
    place,
    directory: workspace.directory,
    kind: workspace.kind,
    clock,
    schedule: later,
    remover,
    isUnderWay: () => jobs.unfinished().some((id) => jobs.order(id)?.kind === 'backup'),
    start: (reason) =>
      void starter.start(undefined, {
        jobId: createId('job'),
        kind: 'backup',
        words: {
          text: reason === 'erasure' ? 'back_up_after_erasure' : 'back_up_scheduled',
          values: {},
        },
        unit: 'bytes',
        parameters: { reason },
      }),
    onFailure: (error) =>
      context.log(
        JSON.stringify({ level: 'warn', event: 'backup_not_scheduled', reason: String(error) }),
      ),
  });
  await fillDemoStory(context, sessionOptions);
  const sessions = openSessionWriting(context, sessionOptions);
  const owners = new KeptOwners(database);
  const accessStore = new AccessStore(database);
  const accounts = new Accounts(database);
  const accessWriter = new AccessWriter(database);
  supervisor.accessChanged(accessStore.state());
  const models = new ModelsStore(database);
  const modelJournal = new ModelJournal(database, createId);
  const checks = new ArtifactChecks({
    models,
    jobs,
    jobsIdempotency,
    commits,
    modelJournal,
    clock,
    createId,
    changed,
  });
  const room = new Room({
    database,
    inTurn: (work) => lock.run(work),
    schedule: later,
    isClosing: () => isClosing,
  });
  const forgetCopies = copiesOf(database, jobsDatabase, bundles, cases);
  const handlers: RouteHandlers<WriteOperationId> = {
    ...sessions.handlers,
    ...recordWriteRoutes({
      commits,
      keepOwner: owners.keepRecord.bind(owners),
      refuseOthersModel: owners.refuseOthersModel.bind(owners),
    }),
    ...interventionWriteRoutes({ database, commits, createId, random }),
    ...erasureWriteRoutes({
      database,
      commits,
      forgetCopies: (recordId) => {
        forgetCopies(recordId);
        backups.lookSoon();
      },
      schedule: later,
    }),
    ...modelWriteRoutes({ models, owners, commits, modelJournal, checks }),
    ...importWriteRoutes({ ...uploads, maximumBytes: limits.importBytes }),
    ...checkpointWriteRoutes({
      database,
      files: checkpoints,
      signer,
      commits,
      clock,
      keys,
      random,
      changed,
    }),
    ...accessWriteRoutes({
      database,
      store: accessStore,
      secret: keySecretOf(context.signingSeed),
      commits,
      clock,
      random,
      createId,
      hasAccount: (id) => accounts.find(id) !== undefined,
      accessChanged: supervisor.accessChanged.bind(supervisor),
    }),
    ...bundleWriteRoutes({ jobs: starter, createId }),
    ...backupWriteRoutes({
      jobs: starter,
      createId,
      directory: workspace.directory,
      kind: workspace.kind,
    }),
    ...exportWriteRoutes({ jobs: starter, createId }),
    ...auditWriteRoutes({ jobs: starter, createId }),
    ...caseWriteRoutes({
      ...uploads,
      maximumBytes: limits.importBytes,
      cases,
      openCaseId: workspace.caseId,
      changed,
    }),
    ...verificationWriteRoutes({ jobs: starter, createId }),
    ...jobWriteRoutes({
      store: jobs,
      removeUpload: (jobId) => remover.removeLater(files.allOf(jobId)),
      idempotency: jobsIdempotency,
      changed,
    }),
    ...serviceWriteRoutes({
      jobs,
      idempotency: jobsIdempotency,
      hasCase: (id) => cases.find(id) !== undefined,
      openWorkspace: supervisor.openWorkspace.bind(supervisor),
      changed,
    }),
  };
  const tasks: Record<string, Task> = {
    ...sessions.tasks,
    'commit-import': async (params) => {
      const { jobId, records } = commitImportSchema.parse(params);
      const reporter = new ProgressReporter(jobId, { store: jobs, clock, changed });
      const commit = await commitImport(jobId, {
        database,
        journal,
        lock,
        files,
        clock,
        onProgress: (done) => {
          reporter.report({ phase: 'writing', done, total: records, unit: 'records' });
          return !isClosing && !jobs.shouldStop(jobId);
        },
      });
      if (commit !== undefined) {
        await signer.sign();
        changed(['records']);
      }
      return commit;
    },
    'copy-ledger': async (params) => {
      const { jobId, copy } = copyOrderSchema.parse(params);
      const reporter = new ProgressReporter(jobId, { store: jobs, clock, changed });
      return copyLedger(database, copy, (done, total) => {
        reporter.report({ phase: 'copying', done, total, unit: 'bytes' });
        return !isClosing && !jobs.shouldStop(jobId);
      });
    },
    [givingBackTask]: () => room.giveBack(),
    'left-jobs': async () => leftJobs,
    'sign-checkpoint': () => signer.sign(),
    'note-key-uses': async (params) => {
      const uses = keyUsesSchema.parse(params);
      await lock.run(() => database.transaction(() => accessWriter.noteUses(uses)).immediate());
    },
    [anchoringTask]: () => signer.signPrepared(),
    'append-audit': async (params) => {
      const { events } = appendAuditSchema.parse(params);
      await lock.run(() => auditLog.append(events));
      if (!events.every(({ operation_id: id }) => isQuiet(id))) supervisor.changed(['audit']);
    },
  };
  const anchorInTime = async (): Promise<void> => {
    if (isClosing) return;
    try {
      if (await lock.run(anchorLog)) signer.noticed();
    } catch (error) {
      const reason = String(error);
      context.log(JSON.stringify({ level: 'warn', event: 'audit_log_not_anchored', reason }));
    }
  };
  // What the last run left: it ended before it could.
  await anchorInTime();
  const anchoring = setInterval(() => void anchorInTime(), anchorEvery).unref();
  const sweeping = setInterval(() => {
    if (isClosing) return;
    tasks['sweep-billing']?.({}).catch((error: unknown) => {
      context.log(JSON.stringify({ level: 'error', event: 'sweep_failed', error: String(error) }));
    });
  }, sweepEvery).unref();
  if (!isCase) backups.begin();
  // What no commit has to reach: without it others could come in, or see another state.
  const beside = new OpenPlace(
    [`${path}-shm`, `${jobsPath}-shm`, join(workspace.dataRoot, lockFileName)].filter(existsSync),
    moved,
  );
  const watching = setInterval(() => {
    for (const each of [place, jobsPlace, beside]) if (!isThere(each)) return;
  }, watchEvery).unref();
  return {
    place,
    handlers,
    ownership: new Ownership(new ObjectOwners(database, jobsDatabase)),
    guards: isCase ? readOnlyGuards() : {},
    tasks,
    close: async () => {
      isClosing = true;
      backups.stop();
      clearInterval(sweeping);
      clearInterval(anchoring);
      clearInterval(watching);
      checks.close();
      await remover.close();
      await lock.close(async () => {
        if (!isCase) signer.close();
        await keeper.close();
        database.close();
        jobsDatabase.close();
      });
    },
  };
}

/** Whether the files of a place are there; where they are not it has told so. */
function isThere(place: OpenPlace): boolean {
  try {
    place.confirm();
    return true;
  } catch {
    return false;
  }
}

/** A timer that keeps nothing alive. */
const later: Schedule = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds).unref();
  return () => clearTimeout(timer);
};
