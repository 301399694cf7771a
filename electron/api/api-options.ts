/** What an API is made from, and what its parts share. */
import type { ChangeTopic } from '../../shared/contract/workspace.ts';
import type { RandomBytes } from '../../shared/ids.ts';
import type { Clock } from '../../shared/time.ts';
import type { Gate } from '../access/gate.ts';
import type { ApiWorkspace, SessionLimits, Supervisor } from '../area.ts';
import type { FileIdentity } from '../database/open-place.ts';
import type { RunForeign } from '../foreign/foreign-task.ts';
import type { AnyHandler } from '../route-handler.ts';
import type { ServeAdmitted } from '../serve-request.ts';

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
  /** Which file the ledger is that is open. */
  readonly ledger: FileIdentity | undefined;
  /** Ends streams and jobs, lets the append under way finish, closes the databases. */
  close(): Promise<void>;
}

/** An API of role `all`: its gate stands before it. That of a thread is with the one that started it. */
export interface GatedApi extends Api {
  readonly gate: Gate;
}
