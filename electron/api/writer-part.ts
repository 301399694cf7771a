/** The writer's share of the API: the only writable connection, and every route that writes. */
import { join } from 'node:path';
import { z } from 'zod';
import { ApiError } from '../../shared/contract/errors.ts';
import type { Standing } from '../../shared/contract/checkpoints.ts';
import { limits } from '../../shared/contract/limits.ts';
import type { ChangeTopic } from '../../shared/contract/workspace.ts';
import type { RandomBytes } from '../../shared/ids.ts';
import { AccessStore, AccessWriter } from '../access/access-store.ts';
import { keySecretOf } from '../access/api-keys.ts';
import { IdempotencyStore } from '../access/idempotency.ts';
import { KeptOwners } from '../access/kept-owners.ts';
import { ObjectOwners } from '../access/object-owners.ts';
import { Ownership } from '../access/ownership.ts';
import { accessWriteRoutes } from '../access/routes.ts';
import { WriteLock } from '../access/write-lock.ts';
import { AuditLog, newAuditEventSchema } from '../audit/audit-log.ts';
import { isQuiet } from '../audit/quiet-operations.ts';
import { auditWriteRoutes } from '../audit/routes.ts';
import { anchoringTask } from '../audit/watch-access.ts';
import { BackupScheduler } from '../backup/backup-scheduler.ts';
import { copyLedger, copyOrderSchema } from '../backup/copy-ledger.ts';
import { declareRestore } from '../backup/declare-restore.ts';
import { resumeRestore } from '../backup/restore-marker.ts';
import { setAsideCheckpoints } from '../backup/set-aside-checkpoints.ts';
import { backupWriteRoutes } from '../backup/write-routes.ts';
import { BundleFiles } from '../bundles/bundle-files.ts';
import { bundleWriteRoutes } from '../bundles/routes.ts';
import { exportWriteRoutes } from '../exports/routes.ts';
import { CaseFiles } from '../cases/case-files.ts';
import { caseWriteRoutes } from '../cases/routes.ts';
import { CheckpointFiles } from '../checkpoints/checkpoint-files.ts';
import { CheckpointSigner, type Schedule } from '../checkpoints/checkpoint-signer.ts';
import { contradictionOf } from '../checkpoints/contradict-last-seen.ts';
import { LastSeenKeeper } from '../checkpoints/last-seen-keeper.ts';
import { contradicts, readStanding } from '../checkpoints/judge-checkpoints.ts';
import { checkpointWriteRoutes } from '../checkpoints/routes.ts';
import { describeDatabaseError } from '../database/database-error.ts';
import { Accounts } from '../billing/accounts.ts';
import { openWriter, type WriterDatabase } from '../database/open-database.ts';
import { tellSeldom } from '../demo/filling-progress.ts';
import { fillDemoLedger } from '../demo/generate-demo.ts';
import { commitImport } from '../imports/commit-import.ts';
import { eraserAgain } from '../erasures/erase-again.ts';
import { emptyLog } from '../erasures/erase-values.ts';
import { erasureWriteRoutes } from '../erasures/routes.ts';
import { ImportFiles } from '../imports/import-files.ts';
import { importWriteRoutes } from '../imports/routes.ts';
import { interventionWriteRoutes } from '../interventions/routes.ts';
import { JobStarter } from '../jobs/job-starter.ts';
import { openJobsDatabase } from '../jobs/jobs-database.ts';
import { JobsStore } from '../jobs/jobs-store.ts';
import { ProgressReporter } from '../jobs/progress-reporter.ts';
import { jobWriteRoutes } from '../jobs/routes.ts';
import { ClockJudge } from '../ledger/clock-judge.ts';
import { ChainStore } from '../ledger/chain-store.ts';
import { Journal, JournalError } from '../ledger/journal.ts';
import { createLedgerKey } from '../ledger/ledger-key.ts';
import { readKeyHistory } from '../ledger/key-rotation.ts';
import { LastSeenFiles } from '../ledger/last-seen.ts';
import { refuseForeign, refuseVanished } from '../ledger/own-ledger.ts';
import { KeyRotations } from '../ledger/key-rotations.ts';
import { SigningKeys } from '../ledger/signing-keys.ts';
import { verifyNewEntries } from '../ledger/verify-new-entries.ts';
import { ModelJournal } from '../ledger/model-journal.ts';
import { prepareRecord } from '../ledger/prepare-record.ts';
import { chainWriteRoutes } from '../ledger/routes.ts';
import { ArtifactChecks } from '../models/artifact-checks.ts';
import { ModelsStore } from '../models/models-store.ts';
import { modelWriteRoutes } from '../models/routes.ts';
import { recordWriteRoutes } from '../records/routes.ts';
import type { RouteHandlers, WriteOperationId } from '../route-handler.ts';
import type { ApiContext, Task } from './api-options.ts';
import { answersOf, copiesOf } from './erased-copies.ts';
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

const appendAuditSchema = z.object({ events: z.array(newAuditEventSchema) });

const keyUsesSchema = z.array(z.object({ keyId: z.string(), at: z.int() }));
const commitImportSchema = z.object({ jobId: z.string(), records: z.int() });

export async function openWriterPart(context: ApiContext) {
  const path = ledgerPathOf(context);
  try {
    return await closingOnFailure((open) => openParts(context, open));
  } catch (error) {
    // What is read or written first may be what is damaged, or what there is no room for.
    throw describeDatabaseError(error, path);
  }
}

function ledgerPathOf({ workspace }: ApiContext): string {
  return join(workspace.directory, 'proofdesk.db');
}

async function openParts(context: ApiContext, open: KeepOpen) {
  const { workspace, clock, random, createId, supervisor } = context;
  const restored = resumeRestore(workspace.directory);
  const programVersion = workspace.version;
  const path = ledgerPathOf(context);
  const isOwn = workspace.kind !== 'case';
  if (isOwn) refuseVanished(workspace.directory, path);
  const database = open(openWriter(path, { clock, programVersion }));
  if (isOwn) refuseForeign(database, path, context.signingSeed);
  const jobsDatabase = open(openJobsDatabase(join(workspace.directory, 'jobs.db')));
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
  const lock = new WriteLock();
  const auditLog = new AuditLog(database, createId);
  const keeper = new LastSeenKeeper({
    database,
    files: lastSeen,
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
  const jobs = new JobsStore(jobsDatabase, clock);
  const ledgerIdempotency = new IdempotencyStore(database, clock);
  const jobsIdempotency = new IdempotencyStore(jobsDatabase, clock);
  ledgerIdempotency.forgetOld();
  jobsIdempotency.forgetOld();
  const leftJobs = jobs.unfinished();
  files.removeOrphans(leftJobs);
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
  const sessionOptions = {
    database,
    journal,
    key: () => keys.current(),
    lock,
    idempotency: ledgerIdempotency,
    jobs: starter,
    jobsStore: jobs,
    files,
    isClosing: () => isClosing,
  };
  const backups = new BackupScheduler({
    database,
    directory: workspace.directory,
    kind: workspace.kind,
    clock,
    schedule: later,
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
    ledgerIdempotency,
    journal,
    modelJournal,
    lock,
    clock,
    createId,
    changed,
  });
  const bundles = new BundleFiles(workspace.directory);
  const forgetCopies = copiesOf(database, jobsDatabase, bundles, cases);
  const handlers: RouteHandlers<WriteOperationId> = {
    ...sessions.handlers,
    ...recordWriteRoutes({
      journal,
      keepOwner: owners.keepRecord.bind(owners),
      refuseOthersModel: owners.refuseOthersModel.bind(owners),
      prepare: (body) => prepareRecord(body, random),
      lock,
      idempotency: ledgerIdempotency,
      changed,
    }),
    ...interventionWriteRoutes({
      database,
      journal,
      lock,
      idempotency: ledgerIdempotency,
      createId,
      random,
      changed,
    }),
    ...erasureWriteRoutes({
      database,
      journal,
      lock,
      idempotency: ledgerIdempotency,
      forgetCopies: (recordId) => {
        forgetCopies(recordId);
        backups.lookSoon();
      },
      schedule: later,
      changed,
    }),
    ...modelWriteRoutes({
      models,
      owners,
      journal,
      modelJournal,
      checks,
      lock,
      idempotency: ledgerIdempotency,
      changed,
    }),
    ...importWriteRoutes({ files, jobs: starter, createId, maximumBytes: limits.importBytes }),
    ...checkpointWriteRoutes({
      database,
      files: checkpoints,
      signer,
      lock,
      idempotency: ledgerIdempotency,
      clock,
      journal,
      keys,
      random,
      changed,
    }),
    ...accessWriteRoutes({
      database,
      store: accessStore,
      secret: keySecretOf(context.signingSeed),
      lock,
      idempotency: ledgerIdempotency,
      clock,
      random,
      createId,
      hasAccount: (id) => accounts.find(id) !== undefined,
      accessChanged: supervisor.accessChanged.bind(supervisor),
      changed,
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
      files,
      jobs: starter,
      createId,
      maximumBytes: limits.importBytes,
      cases,
      openCaseId: workspace.caseId,
      changed,
    }),
    ...chainWriteRoutes({ jobs: starter, createId }),
    ...jobWriteRoutes({ store: jobs, idempotency: jobsIdempotency, changed }),
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
  return {
    handlers,
    ownership: new Ownership(new ObjectOwners(database, jobsDatabase)),
    guards: isCase ? readOnlyGuards() : {},
    tasks,
    close: async () => {
      isClosing = true;
      backups.stop();
      clearInterval(sweeping);
      clearInterval(anchoring);
      checks.close();
      await lock.run(async () => {
        if (!isCase) signer.close();
        await keeper.close();
        database.close();
        jobsDatabase.close();
      });
    },
  };
}

/**
 * The journal of the ledger, with its genesis and, for an empty demo ledger, its records. A ledger
 * whose end is damaged, or that another key made, can be read and verified but not appended to:
 * then whoever asks for the journal is told why.
 */
async function openJournal(
  database: WriterDatabase,
  {
    checkpoints,
    lastSeen,
  }: { readonly checkpoints: CheckpointFiles; readonly lastSeen: LastSeenFiles },
  context: ApiContext,
): Promise<() => Journal> {
  const { clock, monotonic, createId, random, signingSeed, log } = context;
  const chain = new ChainStore(database);
  if (context.workspace.kind === 'case') return refuseToAppend;
  // A demo whose filling was interrupted has its genesis and nothing more.
  const isUnfilledDemo = context.workspace.kind === 'demo' && chain.size() === 1;
  if (chain.size() === 0 || isUnfilledDemo) await writeFirstEntries(database, context);
  try {
    const lastSeenAt = lastSeen.newest()?.seen_at ?? chain.head().head.created_at;
    const clockJudge =
      monotonic === undefined
        ? undefined
        : new ClockJudge({ clock, monotonic, lastSeen: Date.parse(lastSeenAt) });
    const journal = new Journal(database, { clock, createId, random, clockJudge });
    journal.ensureGenesis(createLedgerKey(chain.genesis().origin, signingSeed));
    const [fault] = readKeyHistory(database).faults;
    if (fault !== undefined) throw new JournalError(`A change of its key does not hold. ${fault}`);
    const rotations = new KeyRotations(database).entries();
    const standing = readStanding(database, checkpoints, { seen: lastSeen.all() });
    if (contradicts(standing.verdict)) throw new JournalError(whyNotAppendable(standing));
    const { checkpoint, ledger } = standing;
    checkNewEntries(database, checkpoint?.size ?? 0, ledger.size);
    for (const { seq, text } of rotations) checkpoints.keepRotation(seq, text);
    return () => journal;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log(JSON.stringify({ level: 'error', event: 'ledger_not_appendable', reason }));
    return () => {
      throw new ApiError(
        'engine_unavailable',
        `Nothing can be appended to this ledger. ${reason} Verify it to see what was altered.`,
      );
    };
  }
}

function whyNotAppendable({ verdict, message, checkpoint, ledger, last_seen: seen }: Standing) {
  const said = `${verdict}: ${message}`;
  const has = `the ledger has ${ledger.size} with the root ${ledger.root_hash}.`;
  return checkpoint === null
    ? `${said} It had ${seen?.size} entries at ${seen?.seen_at}; ${has}`
    : `${said} The checkpoint covers ${checkpoint.size} entries with the root ${checkpoint.root_hash}; ${has}`;
}

/** Most entries that are checked on opening; what a crash leaves without a checkpoint is far less. */
const checkedOnOpening = 5_000;

/**
 * Checks what came after the newest checkpoint, so that nothing is appended to what does not hold.
 * @throws {JournalError}
 */
function checkNewEntries(database: WriterDatabase, signed: number, size: number): void {
  const [first] = verifyNewEntries(database, Math.max(signed, size - checkedOnOpening));
  if (first === undefined) return;
  throw new JournalError(`An entry after the last checkpoint does not hold: ${first.message}`);
}

/** The journal of a case: somebody else's, and nobody appends to it here. */
function refuseToAppend(): never {
  throw new ApiError('conflict', 'A case is read-only.');
}

async function writeFirstEntries(database: WriterDatabase, context: ApiContext): Promise<void> {
  const { workspace, clock, createId, random, signingSeed, supervisor } = context;
  const isDemo = workspace.kind === 'demo';
  const origin = isDemo ? 'proofdesk.example/demo' : `proofdesk.local/${randomName(random)}`;
  const { vkey } = createLedgerKey(origin, signingSeed);
  if (isDemo) {
    const { demoRecords: records } = workspace;
    await fillDemoLedger({
      database,
      origin,
      vkey,
      ...(records === undefined ? {} : { records }),
      onProgress: tellSeldom((filling) => supervisor.filling(filling), clock),
    });
  } else {
    new Journal(database, { clock, createId, random }).ensureGenesis({ origin, vkey });
  }
}

/** A timer that keeps nothing alive. */
const later: Schedule = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds).unref();
  return () => clearTimeout(timer);
};

/** 16 hexadecimal digits: tells one ledger from another. */
function randomName(random: RandomBytes): string {
  return Buffer.from(random(8)).toString('hex');
}
