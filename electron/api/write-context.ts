/** Means of the writer, made of its databases: what every area writes with. */
import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { ChangeTopic } from '../../shared/contract/workspace.ts';
import { createIdFactory } from '../../shared/ids.ts';
import { instant } from '../../shared/time.ts';
import { Acting } from '../access/acting.ts';
import { IdempotencyStore } from '../access/idempotency.ts';
import { WriteLock } from '../access/write-lock.ts';
import type { Means, Supervisor, WriteContext, WriterNotices } from '../area.ts';
import type { RestoreMarker } from '../backup/restore-marker.ts';
import { CheckpointFiles } from '../checkpoints/checkpoint-files.ts';
import { CheckpointSigner } from '../checkpoints/checkpoint-signer.ts';
import { contradictionOf } from '../checkpoints/contradict-last-seen.ts';
import { LastSeenKeeper } from '../checkpoints/last-seen-keeper.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import { Remover } from '../database/remover.ts';
import { later } from '../database/schedule.ts';
import { ImportFiles } from '../imports/import-files.ts';
import { JobStarter } from '../jobs/job-starter.ts';
import { JobsStore } from '../jobs/jobs-store.ts';
import { LastSeenFiles } from '../ledger/last-seen.ts';
import { openCommits } from '../ledger/open-commits.ts';
import { SigningKeys } from '../ledger/signing-keys.ts';
import { DecisionFacts } from '../oversight/decision-facts.ts';
import type { SubjectKey } from '../proof/subject-key.ts';
import { keepSubjectKey } from '../proof/subject-key-file.ts';
import { openActs, openProof } from '../proof/open-proof.ts';
import { ReviewNews } from '../reviews/review-news.ts';
import { EventLog } from '../webhooks/event-log.ts';
import { HeldNews } from '../webhooks/held-news.ts';
import type { KeepOpen } from './closing-on-failure.ts';
import { finishRestore, nobodyWithheld, setAsideReplaced } from './finish-restore.ts';
import { openJournal, untilContradicted } from './open-journal.ts';
import type { WriterDatabases } from './writer-databases.ts';

type OpenedJournal = Means &
  Pick<
    WriteContext,
    'database' | 'place' | 'journal' | 'checkpoints' | 'keys' | 'lock' | 'notices' | 'acting'
  >;

export interface WriterState {
  readonly restored: RestoreMarker | undefined;
  readonly isClosing: () => boolean;
}

/** Opens the journal and all that leans on it; a restore that was under way is over then. */
export async function openWriteContext(
  means: Means,
  databases: WriterDatabases,
  { restored, isClosing }: WriterState,
  open: KeepOpen,
): Promise<{ readonly context: WriteContext; readonly keeper: LastSeenKeeper }> {
  const { workspace, clock, supervisor } = means;
  const { database, jobsDatabase, place } = databases;
  const { directory } = workspace;
  const checkpoints = new CheckpointFiles(directory);
  const lastSeen = new LastSeenFiles(directory);
  if (restored !== undefined) {
    setAsideReplaced({ workspace, database, checkpoints }, lastSeen, restored);
  }
  const keep = keeping({ ...means, database, place }, lastSeen);
  // Drawn apart: that something is told changes no id of what it is about.
  const eventIds = createIdFactory({ now: means.clock, random: (bytes) => randomBytes(bytes) });
  const events = new EventLog(database, eventIds, workspace.publicOrigin);
  const heldNews = new HeldNews(database, events);
  const projection = new ReviewNews(database, {
    upkeep: openFacts(database, means),
    news: heldNews,
    now: () => instant(means.clock()),
  });
  const journal = await openJournal(database, { checkpoints, lastSeen, projection }, means);
  const base = {
    ...means,
    database,
    place,
    checkpoints,
    projection,
    ...untilContradicted(journal, means),
    keys: new SigningKeys({ database, directory, seed: means.signingSeed }),
    lock: new WriteLock(place),
    notices: new EventEmitter<WriterNotices>(),
    acting: new Acting(),
    events,
    heldNews,
    supervisor: tellingOfEvents(supervisor, events),
  };
  const keeper = open(keep());
  const signer = openSigner(base);
  open({ close: () => signer.stop() });
  const proof = openProof(base);
  const withheld =
    restored === undefined
      ? nobodyWithheld
      : finishRestore({ ...base, ...proof, signer }, restored);
  const changed = (topics: readonly ChangeTopic[]) => {
    if (workspace.kind !== 'case') signer.noticed();
    base.supervisor.changed(topics);
  };
  const idempotency = new IdempotencyStore(database, clock);
  const written = openCommits({ ...base, idempotency, changed });
  const context = {
    ...base,
    ...written,
    ...proof,
    ...openActs({ ...base, ...written }),
    withheld,
    ...openJobMeans(means, databases, changed),
    jobsDatabase,
    idempotency,
    uploads: new ImportFiles(directory),
    remover: new Remover(),
    signer,
    schedule: later,
    isClosing,
    changed,
  };
  idempotency.forgetOld();
  return { context, keeper };
}

/** Whoever sends is told with the next change that there are events. */
function tellingOfEvents(supervisor: Supervisor, events: EventLog): Supervisor {
  return {
    ...supervisor,
    changed: (topics) => {
      supervisor.changed(events.takeFresh() ? [...topics, 'webhooks'] : topics);
    },
  };
}

/** Facts of decisions; the key of persons is made when it is first needed. */
function openFacts(
  database: WriterDatabase,
  { workspace: { directory }, signingSeed: seed, random }: Means,
): DecisionFacts {
  let key: SubjectKey | undefined;
  return new DecisionFacts(database, () => (key ??= keepSubjectKey({ directory, seed }, random)));
}

/** Looks what was last seen of the ledger; the answered function begins to keep what is seen from then on. */
function keeping(
  context: Means & Pick<WriteContext, 'database' | 'place'>,
  files: LastSeenFiles,
): () => LastSeenKeeper {
  const { workspace, database, log } = context;
  const seen = files.newest();
  const contradiction = seen === undefined ? undefined : contradictionOf(database, seen);
  return () => {
    const keeper = new LastSeenKeeper({
      ...context,
      files,
      onFailure: (error) =>
        log(JSON.stringify({ level: 'warn', event: 'last_seen_not_kept', reason: String(error) })),
    });
    const isCut = contradiction === 'AUDIT_LOG_CUT';
    if (seen !== undefined && isCut) files.keepContradicted(seen);
    // What a ledger contradicts is left as it is: it goes on to say so.
    if (workspace.kind !== 'case' && (contradiction === undefined || isCut)) keeper.begin();
    return keeper;
  };
}

function openSigner(context: OpenedJournal): CheckpointSigner {
  const { database, checkpoints: files, lock, place, journal, keys, notices, log } = context;
  const signer = new CheckpointSigner({
    database,
    files,
    lock,
    place,
    key: () => {
      journal();
      return keys.current();
    },
    schedule: later,
    onSigned: () => void notices.emit('signed'),
    onFailure: (error) =>
      log(JSON.stringify({ level: 'warn', event: 'checkpoint_not_signed', reason: String(error) })),
  });
  if (context.workspace.kind === 'case') signer.stop();
  return signer;
}

/** Jobs, as the writer starts them, and those that an earlier process left. */
function openJobMeans(
  { clock, supervisor }: Means,
  { jobsDatabase, jobsPlace }: WriterDatabases,
  changed: WriteContext['changed'],
): Pick<WriteContext, 'jobs' | 'jobsIdempotency' | 'starter' | 'leftJobs'> {
  const jobs = new JobsStore(jobsDatabase, clock, jobsPlace);
  const jobsIdempotency = new IdempotencyStore(jobsDatabase, clock);
  jobsIdempotency.forgetOld();
  const starter = new JobStarter({
    store: jobs,
    idempotency: jobsIdempotency,
    changed,
    startJob: supervisor.startJob,
  });
  return { jobs, jobsIdempotency, starter, leftJobs: jobs.unfinished() };
}
