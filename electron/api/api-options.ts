/** What an API is made from, and what its parts share. */
import type { Filling } from '../../shared/contract/recovery.ts';
import type { ChangeTopic, OpenLedger } from '../../shared/contract/workspace.ts';
import type { CreateId, RandomBytes } from '../../shared/ids.ts';
import type { Clock } from '../../shared/time.ts';
import type { AccessState, Gate } from '../access/gate.ts';
import type { RunForeign } from '../foreign/foreign-task.ts';
import type { AnyHandler } from '../route-handler.ts';
import type { ServeAdmitted } from '../serve-request.ts';
import type { SessionRate } from '../sessions/session-guard.ts';
import type { ApiWorkspace } from './service-routes.ts';

/** What the threads of an engine ask of the one that started them. */
export interface Supervisor {
  /** Has `run-job` run on the jobs thread. */
  startJob(jobId: string): void;
  /** Runs a task on the writer thread; rejects with the error it failed with. */
  callWriter(task: string, params: unknown): Promise<unknown>;
  /** Tells every thread, and every window, what changed. */
  changed(topics: readonly ChangeTopic[]): void;
  /** Closes this workspace and opens the asked one, after the answer has left. */
  openWorkspace(request: OpenLedger): void;
  /** Tells the gate the keys and limits of this ledger: at opening, and before a change of them is answered. */
  accessChanged(access: AccessState): void;
  /** Tells how far the demo ledger that is being made is. */
  filling(filling: Filling): void;
  /** Tells that something of the ledger's file could not be read: it is damaged. */
  damaged(error: unknown): void;
}

export interface SessionLimits {
  readonly rate: SessionRate;
  /** How long a query over rows may run; milliseconds. */
  readonly queryMs: number;
}

interface CommonOptions {
  readonly workspace: ApiWorkspace;
  /** 32 bytes; the Ed25519 key that the genesis of a new ledger binds. */
  readonly signingSeed: Uint8Array;
  readonly clock: Clock;
  /** Milliseconds of a clock that nobody can set, which the other is judged by; nothing is judged without. */
  readonly monotonic?: (() => number) | undefined;
  readonly random: RandomBytes;
  /** Reads files from elsewhere; a call unless told, where there are no threads. */
  readonly foreign?: RunForeign | undefined;
  /** Limits of data sessions, where a test needs others. */
  readonly sessionLimits?: Partial<SessionLimits> | undefined;
  /** Jobs that an earlier process did not end; all that are unfinished unless told. */
  readonly leftJobs?: readonly string[] | undefined;
  /** By operation id: what the host answers itself (`access: 'host'`), where this API is the whole host. */
  readonly hostHandlers?: Readonly<Partial<Record<string, AnyHandler>>>;
  /** Takes one JSON line about a defect, without any part of a body; standard error unless told. */
  readonly log?: (line: string) => void;
}

/** The API of a thread: it answers what its role may. */
export type ThreadOptions = CommonOptions & {
  /**
   * `writer` answers the routes that write, `reader` those that read, `data` those that query rows;
   * `jobs` answers none but runs jobs.
   */
  readonly role: 'writer' | 'reader' | 'data' | 'jobs';
  readonly supervisor: Supervisor;
  /** Registers the listener for what changed on any thread. */
  readonly onChange: (listener: (topics: readonly ChangeTopic[]) => void) => void;
};

/** Everything in one, for a mount without threads. */
export type WholeOptions = CommonOptions & {
  readonly role: 'all';
  readonly supervisor?: Partial<Supervisor>;
  /** `hashApiKey` of keys that live as long as this process. */
  readonly apiKeyHashes: readonly string[];
  /** Whether what is asked is kept in the audit log, as every engine does; a test may want it. */
  readonly keepsAuditLog?: boolean;
};

export type ApiOptions = ThreadOptions | WholeOptions;

export interface Api {
  /** Answers what a gate has admitted. */
  readonly serve: ServeAdmitted;
  /** Runs a task by name: `run-job` on the jobs thread, `commit-import` on the writer. */
  runTask(name: string, params: unknown): Promise<unknown>;
  /** Ends streams and jobs, lets the append under way finish, closes the databases. */
  close(): Promise<void>;
}

/** An API of role `all`: its gate stands before it. That of a thread is with the one that started it. */
export interface GatedApi extends Api {
  readonly gate: Gate;
}

/** What the parts of an API work with. */
export interface ApiContext {
  readonly workspace: ApiWorkspace;
  readonly signingSeed: Uint8Array;
  readonly clock: Clock;
  readonly monotonic: (() => number) | undefined;
  readonly random: RandomBytes;
  readonly createId: CreateId;
  readonly foreign: RunForeign;
  readonly supervisor: Supervisor;
  readonly sessionLimits: SessionLimits;
  readonly leftJobs: readonly string[] | undefined;
  readonly log: (line: string) => void;
}

export type Task = (params: unknown) => Promise<unknown>;
