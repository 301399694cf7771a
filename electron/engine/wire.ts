/** The messages between the host process and its worker threads: HTTP in pieces, plus supervision. */
import type { MessagePort } from 'node:worker_threads';
import type { Filling } from '../../shared/contract/recovery.ts';
import type { ChangeTopic, OpenLedger, LedgerKind } from '../../shared/contract/workspace.ts';
import type { AccessState } from '../access/gate.ts';
import type { FileIdentity } from '../database/open-place.ts';
import type { Caller } from '../serve-request.ts';
import type { SourceRequest } from '../sources/host/source-request.ts';

export const workerRoles = ['lock', 'writer', 'reader', 'data', 'jobs', 'maintenance'] as const;
export type WorkerRole = (typeof workerRoles)[number];

/** The role in a thread's `workerData`. @throws when the thread was not started by the engine */
export function parseRole(workerData: unknown): WorkerRole {
  const role = workerRoles.find(
    (each) =>
      typeof workerData === 'object' &&
      workerData !== null &&
      'role' in workerData &&
      workerData.role === each,
  );
  if (role === undefined) throw new Error('A worker thread needs a role.');
  return role;
}

/** Repeated headers stay apart: pairs, in order, never a dictionary. */
export type HeaderPairs = [name: string, value: string][];

/** An error on its way between threads: structured clone would keep only name and message. */
export interface WireError {
  readonly name: string;
  readonly message: string;
  readonly code: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Settings that a worker needs to open its part of a workspace. */
export interface OpenSettings {
  readonly dataRoot: string;
  readonly directory: string;
  readonly kind: LedgerKind;
  readonly version: string;
  /** Who holds the data directory, for the message a second process prints. */
  readonly label: string;
  /** 32 bytes, Ed25519. */
  readonly signingSeed: Uint8Array;
  /** Which case, for the kind `case`. */
  readonly caseId?: string | undefined;
  /** Records an empty demo ledger is filled with. */
  readonly demoRecords: number;
  /** When the decisions of a new demo ledger end, in milliseconds; when it is made where nobody says it. */
  readonly demoEnd?: number | undefined;
  /** Rows of one large dataset more in a new demo workspace; 0 for none. */
  readonly demoRows: number;
  /** How long a query over rows may run; milliseconds. */
  readonly queryMs: number;
  /** For a reader that is alone with the ledger: there is no room on the disk to write anything. */
  readonly readOnly?: boolean;
  /** Days for which replicas hold what is erased from it; undefined where nobody says. */
  readonly replicaDays?: number;
  /** Origin that a server is reached under; undefined where it has no public name. */
  readonly publicOrigin?: string;
  /** Hosts and networks that the operator lets events be sent to besides. */
  readonly webhookAllow?: readonly string[];
  /** Folders that the machine gives as sources, and files and folders that are none in any case. */
  readonly sourceFolders?: readonly string[];
  readonly sourceForbidden?: readonly string[];
  /** File that keeps further folders, which a person chooses at the window. */
  readonly sourcePlacesFile?: string;
  /** Servers of databases that it gives, as `host:port`. */
  readonly sourceHosts?: readonly string[];
  /** Which file the ledger has to be: the one that the writer has open, or had. */
  readonly ledger?: FileIdentity | undefined;
  /** Whether a ledger was open here before: then none is begun where it is gone. */
  readonly isKnown?: boolean;
  /** For the jobs thread: the jobs that an earlier process did not end. */
  readonly leftJobs?: readonly string[];
}

export type Outcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: WireError };

/** One request; `streamed` says that its body follows as chunks, otherwise `body` is all of it. */
export interface RequestMessage {
  readonly type: 'request';
  readonly id: number;
  /** Of the route that it asks for, with the parameters of its path. */
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly url: string;
  readonly headers: HeaderPairs;
  readonly caller: Caller;
  readonly body: Uint8Array<ArrayBuffer> | null;
  readonly streamed: boolean;
}

export interface ResponseMessage {
  readonly type: 'response';
  readonly id: number;
  readonly status: number;
  readonly headers: HeaderPairs;
  readonly body: Uint8Array<ArrayBuffer> | null;
  readonly streamed: boolean;
}

/**
 * A body in pieces, in either direction. The receiver sends one `pull` for each chunk it has room
 * for, so a slow reader stops the sender; `stop` says that the rest is not wanted.
 */
export type BodyMessage =
  | { readonly type: 'chunk'; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'end'; readonly id: number }
  | { readonly type: 'fail'; readonly id: number; readonly message: string }
  | { readonly type: 'pull'; readonly id: number }
  | { readonly type: 'stop'; readonly id: number };

export type ToWorker =
  | { readonly type: 'open'; readonly settings: OpenSettings }
  | RequestMessage
  | BodyMessage
  /** The client is gone: abort the request, drop the answer. */
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'task'; readonly id: number; readonly name: string; readonly params: unknown }
  | { readonly type: 'call-result'; readonly id: number; readonly outcome: Outcome }
  | { readonly type: 'changed'; readonly topics: readonly ChangeTopic[] }
  /** For the writer: what comes over the port is a task of a thread that queries rows. */
  | { readonly type: 'serve-link'; readonly port: MessagePort }
  /** For such a thread: the port to the writer, and where it is kept that a query has ended. */
  | { readonly type: 'use-link'; readonly port: MessagePort; readonly end: SharedArrayBuffer }
  | { readonly type: 'ping' }
  /** It is to be closed soon: what is still being read for requests is given up, and they are answered. */
  | { readonly type: 'leave' }
  | { readonly type: 'close' };

export type FromWorker =
  /** The code is loaded; nothing is opened yet. */
  | { readonly type: 'loaded' }
  /** All is open; of the API's threads, which file the ledger is. */
  | { readonly type: 'ready'; readonly ledger?: FileIdentity | undefined }
  | { readonly type: 'fatal'; readonly error: WireError }
  /** While it opens: how far the demo ledger that it makes is. */
  | { readonly type: 'filling'; readonly filling: Filling }
  /** While it opens: the tables of an earlier version are brought up to date. */
  | { readonly type: 'migrating' }
  | ResponseMessage
  | BodyMessage
  | { readonly type: 'task-result'; readonly id: number; readonly outcome: Outcome }
  /** The jobs worker asks the writer to do something, and waits for the outcome. */
  | { readonly type: 'call'; readonly id: number; readonly task: string; readonly params: unknown }
  /** The writer asks for a look at a place, by a thread of its own, and waits for what is found. */
  | {
      readonly type: 'visit-place';
      readonly id: number;
      readonly path: string;
      readonly order: unknown;
    }
  /** A thread asks the process that reads files, and waits for the outcome. */
  | { readonly type: 'ask-source'; readonly id: number; readonly request: SourceRequest }
  | { readonly type: 'start-job'; readonly jobId: string }
  | { readonly type: 'changed'; readonly topics: readonly ChangeTopic[] }
  | { readonly type: 'open-workspace'; readonly request: OpenLedger }
  | { readonly type: 'access'; readonly access: AccessState }
  /** Something of the ledger's file could not be read: it is damaged. */
  | { readonly type: 'damaged'; readonly error: WireError }
  /** The ledger's files are not where they were opened. */
  | { readonly type: 'moved'; readonly error: WireError }
  | { readonly type: 'pong' }
  /** Everything is closed; the thread may end. */
  | { readonly type: 'closed' };

/** A body of at most this many bytes travels in one message with its head. */
export const inlineBodyBytes = 256 * 1024;
