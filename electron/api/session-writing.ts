/** The writer's share of datasets and sessions: what the holder does, and the second half of every access. */
import { z } from 'zod';
import { limits } from '../../shared/contract/limits.ts';
import type { IdempotencyStore } from '../access/idempotency.ts';
import { KeptOwners } from '../access/kept-owners.ts';
import { ObjectOwners } from '../access/object-owners.ts';
import { Ownership } from '../access/ownership.ts';
import type { WriteLock } from '../access/write-lock.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import type { Remover } from '../database/remover.ts';
import { DatasetWriter } from '../datasets/dataset-writer.ts';
import { DatasetsStore } from '../datasets/datasets-store.ts';
import { importRowsRoute } from '../datasets/import-route.ts';
import { commitRows, rowsCommitSchema } from '../datasets/commit-rows.ts';
import { RowImports } from '../datasets/row-imports.ts';
import {
  datasetWriteRoutes,
  refuseUnknownRestrictions,
  requireDataset,
} from '../datasets/routes.ts';
import type { ImportFiles } from '../imports/import-files.ts';
import type { JobStarter } from '../jobs/job-starter.ts';
import type { JobsStore } from '../jobs/jobs-store.ts';
import { erasureWriteRoutes } from '../erasures/routes.ts';
import { interventionWriteRoutes } from '../interventions/routes.ts';
import { ProgressReporter } from '../jobs/progress-reporter.ts';
import { billingStory } from '../demo/billing-story.ts';
import { reviewStory } from '../demo/review-story.ts';
import { largeDatasetStory, sessionStory } from '../demo/session-story.ts';
import type { StoryStep } from '../demo/story-step.ts';
import { tellStory } from '../demo/tell-story.ts';
import { Journal } from '../ledger/journal.ts';
import { createBillingWriting } from '../billing/billing-writing.ts';
import { billingWriteRoutes } from '../billing/write-routes.ts';
import { billingTasks, endOf, meteringOf } from '../billing/metering.ts';
import { localProcessor } from '../billing/payment-processor.ts';
import type { LedgerKey } from '../ledger/ledger-key.ts';
import { commitAccess, type AccessOrder } from '../sessions/commit-access.ts';
import { CursorCodec } from '../sessions/cursor.ts';
import { dataRoutes } from '../sessions/data-routes.ts';
import { EvidenceJournal } from '../sessions/evidence-journal.ts';
import { modelFinder } from '../sessions/find-model.ts';
import { QueryLimit } from '../sessions/query-limit.ts';
import { RowQueries } from '../sessions/row-queries.ts';
import { sessionWriteRoutes } from '../sessions/routes.ts';
import { SessionWriter } from '../sessions/session-writer.ts';
import { SessionsStore } from '../sessions/sessions-store.ts';
import { VaultWriter } from '../sessions/vault.ts';
import type { Means, Task } from '../area.ts';
import { openCommits, type LedgerCommits } from '../ledger/open-commits.ts';
import { prepareBody } from './read-body.ts';

export interface SessionWritingOptions {
  readonly database: WriterDatabase;
  readonly journal: () => Journal;
  /** The key of the ledger that is in force. */
  readonly key: () => LedgerKey;
  readonly lock: WriteLock;
  readonly idempotency: IdempotencyStore;
  readonly ledger: LedgerCommits;
  readonly jobs: JobStarter;
  readonly jobsStore: JobsStore;
  readonly files: ImportFiles;
  readonly remover: Remover;
  readonly isClosing: () => boolean;
}

const orderSchema = z.custom<AccessOrder>(
  (value) => typeof value === 'object' && value !== null && 'sessionId' in value,
);

export function openSessionWriting(context: Means, options: SessionWritingOptions) {
  const parts = sessionParts(context, options);
  const { handlers, tasks, billing } = parts;
  // The time is kept from the start: what was open while the engine was closed may have expired, and
  // what was due meanwhile is done once.
  options.ledger.transaction((now) => billing.sweep(now));
  return { handlers, tasks };
}

/**
 * Gives an empty demo workspace its datasets, sessions, reviews and an erasure, by the same handlers as
 * any other: their times end at the present. Does nothing where there are datasets already, or nothing can be appended.
 */
export async function fillDemoStory(context: Means, options: SessionWritingOptions): Promise<void> {
  const { database } = options;
  if (context.workspace.kind !== 'demo' || hasDatasets(database)) return;
  try {
    options.journal();
  } catch {
    // The reason is in the log already; the ledger can still be read.
    return;
  }
  let now = context.clock();
  const clock = () => now;
  const journal = new Journal(database, { ...context, clock });
  const storyteller = {
    ...context,
    clock,
    supervisor: { ...context.supervisor, changed: () => {} },
  };
  const ledger = openCommits({
    ...options,
    clock,
    journal: () => journal,
    changed: () => {},
  });
  const { wallClock, commits } = ledger;
  const { handlers, datasets, sessions, commit } = sessionParts(storyteller, {
    ...options,
    journal: () => journal,
    ledger,
  });
  const queries = new RowQueries(database, new QueryLimit(context.sessionLimits.queryMs, () => 0));
  // Many small commits of what can be made again: they need not reach the disk one by one.
  database.pragma('synchronous = OFF');
  const { demoRows = 0 } = context.workspace;
  const quiet = { ...storyteller, database, commits };
  await tellStory({
    story: told(
      inOrder([...sessionStory(), ...billingStory(now), ...reviewStory(database)]),
      demoRows === 0 ? [] : largeDatasetStory(demoRows),
    ),
    now,
    prepare: (operation, body) => prepareBody(operation, body, context.random),
    setTime: (milliseconds) => {
      now = milliseconds;
    },
    handlers: {
      ...handlers,
      ...interventionWriteRoutes(quiet),
      // Nothing was answered, found or exported yet that could hold a copy.
      ...erasureWriteRoutes({ ...quiet, forgetCopies: () => {}, schedule: () => () => {} }),
      ...dataRoutes({
        ...context,
        sessions,
        datasets,
        queries,
        cursors: new CursorCodec(context.signingSeed),
        wallClock,
        commit,
      }),
    },
  }).finally(() => database.pragma('synchronous = FULL'));
}

/** The oldest first; what is of one time in the order given. */
function inOrder(steps: readonly StoryStep[]): readonly StoryStep[] {
  return steps.toSorted((one, other) => other.at - one.at);
}

function* told(...stories: readonly Iterable<StoryStep>[]): Generator<StoryStep> {
  for (const story of stories) yield* story;
}

function hasDatasets(database: WriterDatabase): boolean {
  return database.prepare('SELECT 1 FROM datasets LIMIT 1').get() !== undefined;
}

function sessionParts(context: Means, options: SessionWritingOptions) {
  const { clock, createId, foreign, random, supervisor } = context;
  const { database, journal, lock, idempotency, jobsStore, files } = options;
  const { wallClock, wallClockKeeper, transaction, commits } = options.ledger;
  const changed = supervisor.changed.bind(supervisor);
  const datasets = new DatasetsStore(database);
  const sessions = new SessionsStore(database);
  const datasetWriter = new DatasetWriter(database, { createId, random });
  const sessionWriter = new SessionWriter(database, { createId, random });
  const imports = new RowImports(database);
  imports.removeUnfinished();

  const billing = createBillingWriting(database, {
    createId,
    random,
    processor: localProcessor,
    endOf: (sessionId) => endOf(sessions.find(sessionId)),
  });
  const metering = meteringOf(billing, datasets);
  const owners = new KeptOwners(database);
  const objects = new ObjectOwners(database);
  const ownership = new Ownership(objects);
  const refuseOthersModel = owners.refuseOthersModel.bind(owners);
  const access = {
    database,
    journal,
    lock,
    idempotency,
    sessions,
    writer: sessionWriter,
    evidence: new EvidenceJournal(database, options.key),
    vault: new VaultWriter(database),
    wallClock,
    wallClockKeeper,
    findModel: modelFinder(database),
    refuseOthersModel,
    metering,
    changed,
  };
  const commit = (order: AccessOrder) => commitAccess(order, access);
  const handlers = {
    ...datasetWriteRoutes({
      datasets,
      writer: datasetWriter,
      revokeSessions: sessionWriter.revokeAll.bind(sessionWriter),
      refuseWhileImporting: (id) => imports.refuse(id),
      commits,
      foreign,
      createId,
    }),
    ...importRowsRoute({
      datasets,
      files,
      remover: options.remover,
      jobs: options.jobs,
      createId,
      maximumBytes: limits.importBytes,
    }),
    ...billingWriteRoutes({
      billing,
      commits,
      transaction,
      createId,
      keepOwner: (id, own) => owners.keep('payment_method', id, own),
      hasDataset: (id) => datasets.find(id) !== undefined,
    }),
    ...sessionWriteRoutes({
      sessions,
      writer: sessionWriter,
      requireDataset: (id) => requireDataset(datasets, id),
      refuseUnknownRestrictions: (dataset) => {
        if (dataset.recordCount === 0) return;
        refuseUnknownRestrictions(dataset, datasets.profile(dataset.number));
      },
      findDataset: (number) => datasets.findByNumber(number),
      refuseOthersModel,
      mayUse: ownership.mayUse.bind(ownership),
      openerName: objects.openerName.bind(objects),
      metering,
      commits,
    }),
  };
  const tasks: Record<string, Task> = {
    'commit-access': async (params) => commit(orderSchema.parse(params)),
    ...billingTasks({ billing, lock, transaction, now: () => wallClock.now(), changed }),
    'observe-time': async () => lock.run(() => transaction(() => {})),
    'commit-rows': async (params) => {
      const order = rowsCommitSchema.parse(params);
      const reporter = new ProgressReporter(order.jobId, { store: jobsStore, clock, changed });
      const written = await commitRows(order, {
        datasets,
        writer: datasetWriter,
        imports,
        transaction,
        lock,
        files,
        onProgress: (done) => {
          reporter.report({ phase: 'writing', done, total: order.rows, unit: 'records' });
          return !options.isClosing() && !jobsStore.shouldStop(order.jobId);
        },
      });
      if (written !== undefined) changed(['datasets']);
      return written;
    },
  };
  return { handlers, tasks, datasets, sessions, commit, billing };
}
