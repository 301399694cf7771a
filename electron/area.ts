/** An area of the API: its share of what each thread answers and does. Each area's folder exports one. */
import type { EventEmitter } from 'node:events';
import type { Database } from 'better-sqlite3';
import type { KnownCheckpoint } from '../shared/contract/checkpoints.ts';
import type { JobKind } from '../shared/contract/jobs.ts';
import type { Filling } from '../shared/contract/recovery.ts';
import type { ChangeTopic, LedgerKind, OpenLedger } from '../shared/contract/workspace.ts';
import type { CreateId, RandomBytes } from '../shared/ids.ts';
import type { Clock } from '../shared/time.ts';
import type { AccessStore } from './access/access-store.ts';
import type { Acting } from './access/acting.ts';
import type { Commits } from './access/commits.ts';
import type { AccessState } from './access/gate.ts';
import type { IdempotencyStore } from './access/idempotency.ts';
import type { Ownership } from './access/ownership.ts';
import type { WriteLock } from './access/write-lock.ts';
import type { CheckpointFiles } from './checkpoints/checkpoint-files.ts';
import type { CheckpointSigner } from './checkpoints/checkpoint-signer.ts';
import type { DatabaseError } from './database/database-error.ts';
import type { ReaderDatabase, WriterDatabase } from './database/open-database.ts';
import type { FileIdentity, OpenPlace } from './database/open-place.ts';
import type { Remover } from './database/remover.ts';
import type { Schedule } from './database/schedule.ts';
import type { WallClock, WallClockKeeper } from './database/wall-clock.ts';
import type { RunForeign } from './foreign/foreign-task.ts';
import type { ImportFiles } from './imports/import-files.ts';
import type { JobKindRunner } from './jobs/job-runner.ts';
import type { JobStarter } from './jobs/job-starter.ts';
import type { JobsStore } from './jobs/jobs-store.ts';
import type { DecisionUpkeep } from './ledger/decision-projection.ts';
import type { Journal } from './ledger/journal.ts';
import type { SigningKeys } from './ledger/signing-keys.ts';
import type { Facts } from './proof/facts.ts';
import type { SignedActs } from './proof/signed-acts.ts';
import type { Sealer } from './proof/sealer.ts';
import type { AnyHandler, RouteGuard } from './route-handler.ts';
import type { SourceRequest } from './sources/host/source-request.ts';
import type { EventLog } from './webhooks/event-log.ts';
import type { HeldNews } from './webhooks/held-news.ts';

/** The workspace that an API serves. */
export interface ApiWorkspace {
  readonly kind: LedgerKind;
  /** The folder of this workspace's files. */
  readonly directory: string;
  /** The folder that the workspaces are in. */
  readonly dataRoot: string;
  /** Of the program. */
  readonly version: string;
  /** Records that an empty demo ledger is filled with; its own default when absent. */
  readonly demoRecords?: number | undefined;
  /** When the decisions of a new demo ledger end, in milliseconds; when it is made where absent. */
  readonly demoEnd?: number | undefined;
  /** Which case this is; undefined for a ledger of one's own. */
  readonly caseId?: string | undefined;
  /** Rows of one large dataset more in a new demo workspace. */
  readonly demoRows?: number | undefined;
  /** Whether nothing of it can be written: then a reader is all that opens it. */
  readonly readOnly?: boolean | undefined;
  /** Days for which replicas hold what is erased from it; undefined where nobody says. */
  readonly replicaDays?: number | undefined;
  /** Origin that a server is reached under; undefined where it has no public name. */
  readonly publicOrigin?: string | undefined;
  /** Hosts and networks that the operator lets events be sent to besides. */
  readonly webhookAllow?: readonly string[] | undefined;
  /** Folders that the machine gives as sources, and files and folders that are none in any case. */
  readonly sourceFolders?: readonly string[] | undefined;
  readonly sourceForbidden?: readonly string[] | undefined;
  /** File that keeps further folders, which a person chooses at the window; undefined on a server. */
  readonly sourcePlacesFile?: string | undefined;
  /** Servers of databases that it gives, as `host:port`. */
  readonly sourceHosts?: readonly string[] | undefined;
  /** Which file the ledger has to be, where another thread has it open or had. */
  readonly ledger?: FileIdentity | undefined;
  /** Whether there was a ledger here before: then none is begun where it is gone. */
  readonly isKnown?: boolean | undefined;
}

/** Calls that the threads of an engine make to the one that started them. */
export interface Supervisor {
  /** Has `run-job` run on the jobs thread. */
  readonly startJob: (jobId: string) => void;
  /** Runs a task on the writer thread; rejects with the error it failed with. */
  readonly callWriter: (task: string, params: unknown) => Promise<unknown>;
  /**
   * Runs `visit-place` on a thread of its own; undefined where the place at `path` does not answer in
   * time: nobody else waits for it.
   */
  readonly visitPlace: (path: string, order: unknown) => Promise<unknown>;
  /** Has the process that reads files answer; rejects with the error it failed with. */
  readonly askSource: (request: SourceRequest) => Promise<unknown>;
  /** Tells every thread, and every window, what changed. */
  readonly changed: (topics: readonly ChangeTopic[]) => void;
  /** Closes this workspace and opens the asked one, after the answer has left. */
  readonly openWorkspace: (request: OpenLedger) => void;
  /** Tells the gate the keys and limits of this ledger: at opening, and before a change of them is answered. */
  readonly accessChanged: (access: AccessState) => void;
  /** Tells how far the demo ledger that is being made is. */
  readonly filling: (filling: Filling) => void;
  /** Tells that the tables of the ledger that is opened are brought up to date. */
  readonly migrating: () => void;
  /** Tells that something of the ledger's file could not be read: it is damaged. */
  readonly damaged: (error: unknown) => void;
  /** Tells that the ledger's files are not where they were opened: nothing may be answered from them. */
  readonly moved: (error: DatabaseError) => void;
}

export interface SessionLimits {
  /** Requests that a session may make in a period. */
  readonly rate: { readonly limit: number; readonly periodMs: number };
  /** How long a query over rows may run; milliseconds. */
  readonly queryMs: number;
}

/** Means that every thread works with. */
export interface Means {
  readonly workspace: ApiWorkspace;
  /** 32 bytes; the Ed25519 key that the genesis of a new ledger binds. */
  readonly signingSeed: Uint8Array;
  readonly clock: Clock;
  /** Milliseconds of a clock that nobody can set. */
  readonly monotonic: (() => number) | undefined;
  readonly random: RandomBytes;
  readonly createId: CreateId;
  readonly foreign: RunForeign;
  readonly supervisor: Supervisor;
  readonly sessionLimits: SessionLimits;
  /** Jobs that an earlier process did not end; all that are unfinished unless told. */
  readonly leftJobs: readonly string[] | undefined;
  /** Takes one JSON line about a defect, without any part of a body. */
  readonly log: (line: string) => void;
}

/** Means of a thread that reads the ledger. */
export interface ReadingContext extends Means {
  /** A connection that cannot write. */
  readonly database: ReaderDatabase;
}

/** Means of a reader thread. */
export interface ReadContext extends ReadingContext {
  readonly jobsDatabase: Database;
  readonly jobs: JobsStore;
  readonly access: AccessStore;
  readonly ownership: Ownership;
  /** The greatest time that the ledger knows; RFC 3339. */
  readonly now: () => string;
  /** Handlers of all areas of this thread, once they are open. */
  readonly handlers: () => Readonly<Partial<Record<string, AnyHandler>>>;
}

/** Means of a data thread. */
export type QueryContext = ReadingContext;

/** Means of the jobs thread. */
export interface JobsContext extends ReadingContext {
  readonly jobs: JobsStore;
  readonly access: AccessStore;
  /** Of the ledger's files. */
  readonly place: OpenPlace;
  /** Removes what jobs leave, beside other work. */
  readonly remover: Remover;
  /** Has the writer sign a checkpoint over all that there is; resolves with its note. */
  readonly sign: () => Promise<string>;
  /** Has the writer write the facts that wait, and seal every line that no batch covers, where it can. */
  readonly seal: () => Promise<void>;
}

/** Means of the writer: of the one thread that changes the ledger. */
export interface WriteContext extends Means {
  readonly database: WriterDatabase;
  readonly jobsDatabase: Database;
  /** Of the ledger's files. */
  readonly place: OpenPlace;
  /** The journal; throws while the ledger cannot be appended to. */
  readonly journal: () => Journal;
  /** From now on the journal throws: a checkpoint that was found outside is not one of this ledger. */
  readonly contradicted: (checkpoint: KnownCheckpoint) => void;
  /** Who acts. */
  readonly acting: Acting;
  /** Writes the rows that facts decide, with their facts. */
  readonly facts: Facts;
  /** Seals lines in batches. */
  readonly sealer: Sealer;
  /** What receivers are told, in the transaction of each effect. */
  readonly events: EventLog;
  /** The same where it comes often. */
  readonly heldNews: HeldNews;
  /** Facts of decisions. */
  readonly projection: DecisionUpkeep;
  /** API keys and people that are revoked, whatever their rows say: by their ids, with the instant. */
  readonly withheld: {
    readonly keys: ReadonlyMap<string, string>;
    readonly people: ReadonlyMap<string, string>;
  };
  /** Commits of requests to the ledger. */
  readonly commits: Commits<Journal>;
  /** Acts that people sign. */
  readonly acts: SignedActs;
  /** Runs one immediate transaction over the ledger with the time that it keeps; RFC 3339. */
  readonly transaction: <Result>(run: (now: string) => Result) => Result;
  readonly wallClock: WallClock;
  readonly wallClockKeeper: WallClockKeeper;
  readonly lock: WriteLock;
  /** Answers kept in the ledger. */
  readonly idempotency: IdempotencyStore;
  /** Answers kept in the jobs database. */
  readonly jobsIdempotency: IdempotencyStore;
  readonly jobs: JobsStore;
  readonly starter: JobStarter;
  /** Jobs that an earlier process did not end. */
  readonly leftJobs: readonly string[];
  readonly uploads: ImportFiles;
  readonly remover: Remover;
  readonly keys: SigningKeys;
  readonly checkpoints: CheckpointFiles;
  readonly signer: CheckpointSigner;
  readonly schedule: Schedule;
  readonly isClosing: () => boolean;
  /** Tells every thread and window what changed in the ledger: a checkpoint follows. */
  readonly changed: Supervisor['changed'];
  readonly notices: EventEmitter<WriterNotices>;
}

/** Events of one area that another may listen to; told in the midst of its work. */
export interface WriterNotices {
  /** Values were erased. */
  erased: [];
  /** A checkpoint was signed and kept. */
  signed: [];
}

export type Task = (params: unknown) => Promise<unknown>;

/** An area's share of one thread. */
export interface Opened<Handlers extends object = object> {
  readonly handlers: Handlers;
  /** By operation id: refusals before query and body are looked at. */
  readonly guards?: Readonly<Partial<Record<string, RouteGuard>>>;
  /** By name: work that other threads have this one do. */
  readonly tasks?: Readonly<Record<string, Task>>;
  /** Ends what was begun at opening; nothing of it writes any more once this is over. */
  close?(): void | Promise<void>;
}

export interface Area {
  openReads?(context: ReadContext): Opened;
  openWrites?(context: WriteContext): Opened;
  openQueries?(context: QueryContext): Opened;
  jobs?(context: JobsContext): Readonly<Partial<Record<JobKind, JobKindRunner>>>;
}

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** Members of all of several objects, the last one's where two have the same. The types of each are kept. */
export function together<One extends object>(several: readonly One[]): Intersection<One> {
  return Object.assign({}, ...several);
}
