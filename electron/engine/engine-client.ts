/** The engine as its hosts see it: one ServeRequest over worker threads that are kept running. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { ApiError, type ErrorCode } from '../../shared/contract/errors.ts';
import type { Filling } from '../../shared/contract/recovery.ts';
import {
  changeTopics,
  type ChangeTopic,
  type LedgerKind,
  type OpenLedger,
} from '../../shared/contract/workspace.ts';
import { createIdFactory, type CreateId } from '../../shared/ids.ts';
import { keySecretOf } from '../access/api-keys.ts';
import { Gate, type AnsweredRequest } from '../access/gate.ts';
import { GatheredTopics } from '../access/gathered-topics.ts';
import { askedLedger, casesIn } from '../api/asked-ledger.ts';
import { ChangeHub } from '../api/change-stream.ts';
import { readingOnly } from '../api/reading-only.ts';
import { serveHandlers } from '../api/serve.ts';
import { watchAccess, type AccessWatch } from '../audit/watch-access.ts';
import { sealingTask } from '../proof/area.ts';
import { backupHostRoutes } from '../backup/host-routes.ts';
import type { MaintenanceThread } from '../backup/maintenance.ts';
import { dropIncomingKey, isRestoring, resumeRestore } from '../backup/restore-marker.ts';
import { ledgerFileName } from '../database/file-names.ts';
import { freeBytes } from '../database/free-bytes.ts';
import { makeFolder } from '../database/make-folder.ts';
import { moved } from '../database/open-place.ts';
import { diagnosticsRoutes } from '../diagnostics/host-routes.ts';
import { jsonReply, type AnyHandler, type RouteHandlers } from '../route-handler.ts';
import {
  admittedBy,
  type Admitted,
  type Caller,
  type ServeAdmitted,
  type ServeRequest,
} from '../serve-request.ts';
import { gatherBody, type GatheredBody } from './body-stream.ts';
import { DataPool } from './data-pool.ts';
import { clientGone, engineAnswer } from './engine-error.ts';
import { crashFault, faultOf, type EngineFault } from './engine-fault.ts';
import { defaultEngineLimits, type EngineLimits } from './engine-limits.ts';
import type { EngineCrash, EngineLoad, EngineStatus } from './engine-status.ts';
import { foreignThreads, type ForeignThreads } from './foreign-threads.ts';
import { JobsThread } from './jobs-thread.ts';
import { maintenanceThread } from './maintenance-thread.ts';
import type { SenderMeans, WebhookSender } from '../webhooks/sender.ts';
import { webhookSender, type DeliveryOutcome } from './webhook-sender.ts';
import { WorkerClient, type OutgoingRequest, type SupervisorMessage } from './worker-client.ts';
import { KeyAtRest, type KeyAtRestOptions } from './key-at-rest.ts';
import { PlaceThreads } from './place-threads.ts';
import { recoveryRoutes } from './recovery-routes.ts';
import { fromWireError } from './revive-error.ts';
import { signingKeyRoutes } from './signing-key-routes.ts';
import type { KeySeal } from '../database/key-seal.ts';
import { PasswordVault } from '../sources/connections/password-vault.ts';
import { SourceDoor } from '../sources/host/source-door.ts';
import { forkSources, SourcesProcess, type SourcesChannel } from './sources-process.ts';
import { outcomeOf } from './wire-error.ts';
import { inlineBodyBytes, type WorkerRole } from './wire.ts';

/** Records of a demo ledger where nobody said how many. */
export const defaultDemoRecords = 10_000;

export interface EngineOptions {
  /** The entry file of the worker threads, source or built. */
  readonly workerEntry: URL;
  /** Holds the lock and a folder for each workspace; made when it is not there. */
  readonly dataRoot: string;
  readonly workspace: {
    readonly kind: LedgerKind;
    readonly demoRecords?: number | undefined;
    /** When the decisions of a new demo ledger end, in milliseconds; when it is made by default. */
    readonly demoEnd?: number | undefined;
    /** Rows of one large dataset more in a new demo workspace. */
    readonly demoRows?: number | undefined;
  };
  readonly version: string;
  /** Who holds the data directory, for the message that a second process prints. */
  readonly label: string;
  /** `hashApiKey` of the keys that live as long as this process. */
  readonly apiKeyHashes: readonly string[];
  /** By operation id: what this process answers itself (`access: 'host'`). */
  readonly hostHandlers?: Readonly<Partial<Record<string, AnyHandler>>>;
  /** Shows the data directory in the file manager, where the host has one. */
  readonly openDataFolder?: () => void;
  /** The ledger's 32-byte Ed25519 seed; made by the first call for a new workspace. */
  readonly loadSeed: KeyAtRestOptions['load'];
  /** Writes what `loadSeed` reads, in another form; undefined where the system protects the key. */
  readonly keepKey?: KeyAtRestOptions['keep'];
  /** Passphrase that the host was told to open keys with. */
  readonly passphrase?: KeyAtRestOptions['passphrase'];
  /** Keeps a seed in a folder as `loadSeed` finds it beside a ledger: a key that comes with a backup. */
  readonly keepSeed?: (folder: string, seed: Uint8Array) => Promise<void>;
  /** Ids of answers that the engine gives itself; the API makes its own. */
  readonly createRequestId?: () => string;
  /** Days for which replicas hold what is erased from it; undefined where nobody says. */
  readonly replicaDays?: number;
  /** Origin that a server is reached under; undefined where it has no public name. */
  readonly publicOrigin?: string;
  /** Hosts and networks that the operator lets events be sent to besides. */
  readonly webhookAllow?: readonly string[];
  /** Folders that this machine gives as sources of datasets; none unless told. */
  readonly sourceFolders?: readonly string[];
  /** Files and folders that are no sources in any case, besides the data directory. */
  readonly sourceForbidden?: readonly string[];
  /** File that keeps further folders, which a person chooses at the window; undefined on a server. */
  readonly sourcePlacesFile?: string | undefined;
  /** Servers of databases that datasets may be made of, as `host:port`. */
  readonly sourceHosts?: readonly string[];
  /** How passwords of these are kept on the disk; as they are unless told. */
  readonly seal?: KeySeal;
  /** Starts the process that reads files; as a child of this one unless told. */
  readonly startSources?: (entry: URL) => SourcesChannel;
  readonly log: (line: string) => void;
  /** The last lines of that log, for diagnostics. */
  readonly logLines?: () => readonly string[];
  readonly readers?: number;
  /** Threads for queries over rows, started when they are needed; 2 unless told. */
  readonly dataThreads?: number;
  readonly limits?: Partial<EngineLimits>;
}

export interface Engine {
  readonly serve: ServeRequest;
  /** Calls `listener` with the topics of every change, until the returned function is called. */
  onChange(listener: (topics: readonly ChangeTopic[]) => void): () => void;
  onStatus(listener: (status: EngineStatus) => void): () => void;
  /** Calls `listener` with every answered request, until the returned function is called. */
  onAnswer(listener: (request: AnsweredRequest) => void): () => void;
  status(): EngineStatus;
  load(): EngineLoad;
  /**
   * Asks what only reads in the name of the host itself: it is no request of anybody, and no log tells of it.
   * @param path below `/v1`
   */
  ask(path: string): Promise<Response>;
  /** Tells everybody who listens that something of the host has changed. */
  announce(topics: readonly ChangeTopic[]): void;
  /**
   * Takes the data directory and opens the workspace. Never rejects: a ledger that does not open
   * leaves an engine that has failed, which answers what the host answers and refuses the rest.
   */
  start(): Promise<EngineStatus>;
  /** Resolves, before the workspace is open, when the data directory is taken, or will not be. */
  whenTaken(): Promise<boolean>;
  /** Closes the workers, takes the directory where it was lost, and opens the same workspace again. Never rejects. */
  restart(): Promise<EngineStatus>;
  /** The workspace that is, or was to be, open. */
  workspace(): { readonly kind: LedgerKind; readonly directory: string };
  /** Opens the key of that workspace with a passphrase. @throws {ApiError} */
  unlock(passphrase: string): Promise<void>;
  /**
   * Closes the workers, runs `work` while the directory is held, and opens the workspace again,
   * whatever came of it. Also for an engine that has failed. @throws what `work` throws
   */
  whileClosed<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Ends jobs, readers, the writer and, last, the lock. */
  close(): Promise<void>;
}

/** An engine that opens nothing before `start`; until then requests wait. */
export function createEngine(options: EngineOptions): Engine {
  return new WorkerEngine(options);
}

interface Workers {
  /** None where the ledger is open for reading only. */
  readonly writer: WorkerClient | undefined;
  readonly readers: readonly WorkerClient[];
  readonly data: DataPool;
  readonly jobs: JobsThread;
}

type WritingWorkers = Workers & { readonly writer: WorkerClient };

interface OpenedWorkspace {
  readonly kind: LedgerKind;
  readonly caseId?: string | undefined;
  readonly demoRecords: number;
  readonly demoEnd: number | undefined;
  readonly demoRows: number;
}

class WorkerEngine implements Engine {
  readonly #options: EngineOptions;
  readonly #limits: EngineLimits;
  readonly #changeListeners = new Set<(topics: readonly ChangeTopic[]) => void>();
  readonly #statusListeners = new Set<(status: EngineStatus) => void>();
  readonly #createRequestId: () => string;
  #workspace: OpenedWorkspace;
  #lock: WorkerClient | undefined;
  #workers: Workers | undefined;
  /** Workers that are closing: their jobs still lean on their writer. */
  #leaving: Workers | undefined;
  #closing: Promise<void> | undefined;
  #phase: 'starting' | 'open' | 'switching' | 'failed' | 'closed' = 'starting';
  #fault: EngineFault | undefined;
  /** That the disk was full: the ledger is open for reading only. */
  #readOnly: EngineFault | undefined;
  /** What a worker could not read of the open ledger. */
  #damage: EngineFault | undefined;
  /** The folders in which a ledger was open: where it is gone none is begun in its place. */
  readonly #known = new Set<string>();
  #filling: Filling | undefined;
  #isMigrating = false;
  readonly #crashes = new Map<WorkerRole, number>();
  readonly #deliveries = new Map<DeliveryOutcome, number>();
  #since = Date.now();
  readonly #begun = Promise.withResolvers<void>();
  readonly #taken = Promise.withResolvers<boolean>();
  /** Pending while a workspace opens: requests wait for it. */
  #opening: Promise<void> = this.#begun.promise;
  /** Streams of changes while no reader gives them: they end when one does. */
  readonly #standIn = new ChangeHub();
  /** Streams of changes are with the readers. */
  readonly #toldReaders = new GatheredTopics((topics) => {
    for (const { worker } of this.#workers?.readers ?? []) worker.post({ type: 'changed', topics });
  });
  /** Counts the ledgers that were opened: a key of one is nobody in the next. */
  #generation = 0;
  readonly #gate: Gate;
  readonly #keeping: NodeJS.Timeout;
  readonly #lookingForRoom: NodeJS.Timeout;
  readonly #watchingSources: NodeJS.Timeout;
  readonly #serveHost: ServeAdmitted;
  readonly #watch: AccessWatch;
  /** The answers of requests, as the gate gives them. */
  readonly #answers = new WeakMap<Request, Promise<Response>>();
  /** Resolve when a write is answered. */
  readonly #writes = new Set<Promise<void>>();
  /** Reads large bodies of what the host answers itself. */
  readonly #foreign: ForeignThreads;
  readonly #places: PlaceThreads;
  readonly #sources: SourcesProcess;
  readonly #sourceDoor: SourceDoor;
  readonly #key: KeyAtRest;
  /** Sends events to endpoints, while a ledger is open. */
  #sender: WebhookSender | undefined;
  /** Openings and closings, one after the other. */
  #turn: Promise<void> = Promise.resolve();

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#limits = { ...defaultEngineLimits, ...options.limits };
    const createId = createIdFactory({ now: Date.now, random: (bytes) => randomBytes(bytes) });
    this.#createRequestId = options.createRequestId ?? (() => createId('req'));
    const { kind, demoRecords = defaultDemoRecords, demoEnd, demoRows = 0 } = options.workspace;
    this.#workspace = { kind, demoRecords, demoEnd, demoRows };
    this.#gate = new Gate({
      serve: (admitted) => this.#answer(admitted),
      apiKeyHashes: options.apiKeyHashes,
      clock: Date.now,
      createRequestId: this.#createRequestId,
      settled: async () => {
        await this.#opening;
        return this.#phase === 'open';
      },
      keepUses: () => this.#keepUses(this.#workers),
    });
    this.#watch = watchAccess({
      write: (events) => this.#writeAudit(events),
      changed: () => this.#changed(['requests']),
      log: options.log,
    });
    this.#gate.observe(this.#watch.observe);
    this.#keeping = setInterval(() => void this.#keepUses(this.#workers), keepUsesEvery).unref();
    this.#watchingSources = setInterval(() => void this.#checkSources(), checkSourcesEvery).unref();
    this.#lookingForRoom = setInterval(() => void this.#lookForRoom(), roomEvery).unref();
    this.#foreign = foreignThreads(options.workerEntry);
    this.#places = new PlaceThreads(options.workerEntry, this.#limits.placeMs);
    const { workerEntry, startSources = forkSources } = options;
    this.#sources = new SourcesProcess(() => startSources(workerEntry), options.log);
    this.#sourceDoor = new SourceDoor(
      new PasswordVault(options.dataRoot, options.seal),
      (request) => this.#sources.ask(request),
    );
    const thread = this.#maintenanceThread();
    this.#key = new KeyAtRest({
      load: options.loadSeed,
      keep: options.keepKey,
      passphrase: options.passphrase,
      open: async (key) => (await thread.openKey(key)).keys[0].seed,
      seal: async (passphrase) => (await thread.exportKey(passphrase)).text,
      clock: Date.now,
    });
    this.#serveHost = serveHandlers({
      handlers: {
        ...this.#watch.handlers,
        ...recoveryRoutes({ engine: this, attempts: this.#limits.attempts, ...options }),
        ...this.#standInRoutes(),
        ...this.#maintenanceRoutes(createId, thread),
        ...options.hostHandlers,
      },
      bodies: { foreign: this.#foreign.run, random: randomBytes },
      createRequestId: this.#createRequestId,
      log: options.log,
    });
  }

  async start(): Promise<EngineStatus> {
    await this.#inTurn(() => this.#reopen());
    this.#begun.resolve();
    return this.status();
  }

  whenTaken(): Promise<boolean> {
    return this.#taken.promise;
  }

  readonly serve: ServeRequest = (asked) => {
    const answered = this.#gate.serve(asked);
    this.#answers.set(asked.request, answered);
    return answered;
  };

  async #answer(admitted: Admitted): Promise<Response> {
    const { request, url, match, caller } = admitted;
    const { operationId, access } = match.route;
    const requestId = this.#createRequestId();
    const refuse = (code: ErrorCode, message: string) =>
      engineAnswer({ match, requestId }, code, message);

    if (access === 'host' || this.#standsIn(operationId)) return this.#serveHost(admitted);
    const generation = this.#generation;
    const writes = access === 'write';
    if (this.#readOnly !== undefined && (writes || access === 'data')) {
      return refuse('storage_full', readingOnly);
    }

    let body: GatheredBody;
    try {
      body = await gatherBody(request.body, inlineBodyBytes);
    } catch {
      return clientGone();
    }
    let client: WorkerClient;
    try {
      client = this.#readyClient(writes) ?? (await this.#waitForClient(writes));
    } catch (error) {
      if (!body.complete) body.reader.cancel().catch(() => {});
      if (operationId === 'streamChanges' && this.#standsIn(operationId)) {
        return this.#serveHost(admitted);
      }
      const reason = error instanceof Error ? error.message : String(error);
      return refuse('engine_unavailable', `The engine is not available: ${reason}`);
    }
    if (caller.principal.kind === 'api_key' && generation !== this.#generation) {
      if (!body.complete) body.reader.cancel().catch(() => {});
      return refuse('engine_unavailable', 'Another ledger was opened meanwhile. Send it again.');
    }
    const outgoing = {
      url,
      match,
      // What the gate has read stays with it: no key goes further.
      headers: [...request.headers].filter(([name]) => !isCredential(name)),
      caller: plainCaller(caller),
      body,
      signal: request.signal,
      requestId,
    };
    if (writes) this.#keepUntilTold(request);
    return access === 'data' ? this.#query(outgoing) : client.fetch(outgoing);
  }

  /** A write is under way until it is answered and the audit log is told so. */
  #keepUntilTold(request: Request): void {
    const told = settled(this.#answers.get(request) ?? Promise.resolve());
    this.#writes.add(told);
    void told.then(() => this.#writes.delete(told));
  }

  /** A query over rows: it runs on a thread of its own, which may be given up. */
  async #query(request: OutgoingRequest): Promise<Response> {
    const data = this.#workers?.data;
    return data === undefined ? unavailable(request, 'it is down.') : data.fetch(request);
  }

  onChange(listener: (topics: readonly ChangeTopic[]) => void): () => void {
    this.#changeListeners.add(listener);
    return () => void this.#changeListeners.delete(listener);
  }

  announce(topics: readonly ChangeTopic[]): void {
    this.#changed(topics);
  }

  onStatus(listener: (status: EngineStatus) => void): () => void {
    this.#statusListeners.add(listener);
    return () => void this.#statusListeners.delete(listener);
  }

  onAnswer(listener: (request: AnsweredRequest) => void): () => void {
    return this.#gate.observe(listener);
  }

  status(): EngineStatus {
    return {
      state: this.#state(),
      since: this.#since,
      workspace: this.#workspace.kind,
      fault: this.#failure(),
      crash: this.#crash(),
      filling: this.#filling,
      isMigrating: this.#isMigrating,
    };
  }

  load(): EngineLoad {
    return {
      writerQueue: this.#workers?.writer?.load ?? 0,
      crashes: this.#crashes,
      deliveries: this.#deliveries,
    };
  }

  ask(path: string): Promise<Response> {
    return this.#answer(admittedBy(new Request(`http://host/v1${path}`), hostItself));
  }

  workspace(): { readonly kind: LedgerKind; readonly directory: string } {
    return { kind: this.#workspace.kind, directory: this.#directory(this.#workspace) };
  }

  async restart(): Promise<EngineStatus> {
    await this.#inTurn(async () => {
      if (this.#phase === 'closed') return;
      this.#setPhase('switching');
      await this.#closeWorkers();
      await this.#reopen();
    });
    return this.status();
  }

  unlock(passphrase: string): Promise<void> {
    return this.#key.unlock(this.workspace().directory, passphrase);
  }

  whileClosed<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#inTurn(async () => {
      if (this.#phase === 'closed') throw new Error('The engine is closed.');
      this.#setPhase('switching');
      await this.#closeWorkers();
      try {
        await this.#takeDirectory();
        // For a ledger that is put where there is none any more.
        makeFolder(this.#directory(this.#workspace));
        return await work();
      } finally {
        await this.#reopen();
      }
    });
  }

  /** Once: a second call that found the workers gone would give the lock back while they still close. */
  close(): Promise<void> {
    return (this.#closing ??= this.#end());
  }

  async #end(): Promise<void> {
    clearInterval(this.#keeping);
    clearInterval(this.#lookingForRoom);
    clearInterval(this.#watchingSources);
    this.#begun.resolve();
    this.#setPhase('closed');
    this.#standIn.close();
    this.#foreign.close();
    // Not in turn: a workspace that is still opening is closed too, and its opening fails.
    await this.#closeWorkers();
    await this.#inTurn(async () => {
      await this.#closeWorkers();
      await this.#watch.settle();
      await this.#lock?.worker.close();
    });
  }

  /** Runs `work` after what is under way; requests wait until it is done. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#turn.then(work);
    this.#turn = settled(done);
    this.#opening = this.#turn;
    return done;
  }

  async #switchTo(request: OpenLedger): Promise<void> {
    if (this.#phase === 'closed') return;
    this.#setPhase('switching');
    const couldWrite = isReady(this.#workers?.writer);
    await this.#closeWorkers();
    // What waits for a writer that never came belongs to no other ledger.
    if (!couldWrite) await this.#watch.settle();
    this.#fault = undefined;
    this.#workspace = {
      kind: request.kind,
      caseId: request.case_id,
      demoRecords: request.records ?? defaultDemoRecords,
      demoEnd: this.#options.workspace.demoEnd,
      demoRows: 0,
    };
    const isAnew = request.kind === 'demo' && request.reset === true;
    const directory = this.#directory(this.#workspace);
    if (isAnew) this.#known.delete(directory);
    await this.#reopen(async () => {
      if (isAnew) await rm(directory, { recursive: true, force: true });
    });
  }

  /** Opens the workspace, or says why it does not open. Never rejects. */
  async #reopen(prepare: () => Promise<void> = async () => {}): Promise<void> {
    try {
      this.#refuseGone(this.#directory(this.#workspace));
      // Before anything else is loaded: a host that waits for the directory alone goes on meanwhile.
      await this.#takeDirectory();
      await this.#openWorkers(prepare);
    } catch (error) {
      await this.#closeWorkers();
      this.#options.log(`The ${this.#workspace.kind} ledger did not open: ${messageOf(error)}`);
      this.#fail(faultOf(error));
      this.#taken.resolve(false);
      return;
    }
    if (this.#phase === 'closed') return;
    this.#known.add(this.#directory(this.#workspace));
    const isFirst = this.#phase === 'starting';
    this.#fault = undefined;
    this.#damage = undefined;
    this.#setPhase('open');
    this.#beginSending();
    if (!isFirst) this.#changed(changeTopics);
  }

  /** Events of a ledger that is open to write go to its endpoints; those of a case are somebody else's. */
  #beginSending(): void {
    const writer = this.#workers?.writer;
    if (writer === undefined || this.#workspace.kind === 'case') return;
    const { webhookAllow, log } = this.#options;
    const runTask: SenderMeans['runTask'] = (name, params) => writer.runTask(name, params);
    const sent = (outcome: DeliveryOutcome) => {
      this.#deliveries.set(outcome, (this.#deliveries.get(outcome) ?? 0) + 1);
    };
    this.#sender = webhookSender({ runTask, allow: webhookAllow, sent, log });
    this.#sender.poke();
  }

  /** For reading and writing, or for reading only where the disk is full. @throws when it does not open */
  async #openWorkers(prepare: () => Promise<void>): Promise<void> {
    const workers = this.#spawn();
    try {
      await prepare();
      await this.#open(workers);
    } catch (error) {
      const fault = faultOf(error);
      if (fault.fault !== 'full') throw error;
      await this.#closeWorkers();
      const reader = this.#spawnReader();
      // A ledger that is being made cannot be read either: then the first reason is the one.
      await this.#openReader(reader).catch(() => {
        throw error;
      });
      this.#options.log(
        `The disk is full: the ${this.#workspace.kind} ledger is open for reading only.`,
      );
      this.#readOnly = fault;
    }
  }

  /** A ledger that is open for reading only is opened for writing once there is room. */
  async #lookForRoom(): Promise<void> {
    if (this.#readOnly === undefined) return;
    const free = await freeBytes(this.#options.dataRoot);
    if (free !== null && free >= enoughRoom && this.#readOnly !== undefined) await this.restart();
  }

  #fail(fault: EngineFault): void {
    if (this.#phase === 'closed') return;
    this.#fault = fault;
    this.#setPhase('failed');
  }

  /** @throws when another process has the directory, or it cannot be made */
  async #takeDirectory(): Promise<void> {
    if (this.#phase === 'closed') throw new Error('The engine is closed.');
    if (this.#lock?.worker.state === 'ready') return;
    const { dataRoot } = this.#options;
    await this.#lock?.worker.close();
    makeFolder(dataRoot);
    this.#lock = this.#client('lock');
    await this.#lock.worker.open(this.#settings(dataRoot, new Uint8Array()));
    this.#taken.resolve(true);
  }

  /** Whether this process answers what threads would: the ones that do are down, and stay so. */
  #standsIn(operationId: string): boolean {
    if (operationId !== 'streamChanges' && operationId !== 'openWorkspace') return false;
    if (this.#phase !== 'open' || this.#workers === undefined) return this.#phase === 'failed';
    const { writer, readers } = this.#workers;
    const asked = operationId === 'openWorkspace' ? [writer] : readers;
    return asked.every((each) => each === undefined || each.worker.state === 'failed');
  }

  #standInRoutes(): RouteHandlers<'streamChanges' | 'openWorkspace'> {
    const hasCase = casesIn(this.#options.dataRoot);
    return {
      streamChanges: ({ signal }) => ({ body: this.#standIn.stream(signal) }),
      openWorkspace: ({ body }) => {
        const asked = askedLedger(body, hasCase);
        void this.#inTurn(() => this.#switchTo(asked));
        return jsonReply(body);
      },
    };
  }

  #maintenanceThread(): MaintenanceThread {
    return maintenanceThread({
      createClient: () => this.#client('maintenance'),
      settings: async (need) => {
        const { kind, directory } = this.workspace();
        if (need === 'none' || kind === 'case') return this.#settings(directory, noSeed);
        const loading = this.#loadSeed(directory);
        const seed = await (need === 'wanted' ? loading.catch(() => noSeed) : loading);
        return this.#settings(directory, seed);
      },
    });
  }

  /** Backups, the way back from one, diagnostics, the key: whatever state the ledger is in. */
  #maintenanceRoutes(createId: CreateId, thread: MaintenanceThread) {
    const { dataRoot, version, logLines = () => [] } = this.#options;
    const ledger = {
      workspace: () => this.workspace(),
      keepSeed: this.#options.keepSeed,
      whileClosed: <Result>(work: () => Promise<Result>) => this.whileClosed(work),
      refuseMoved: () => {
        const fault = this.#failure();
        if (fault?.fault === 'moved') throw new ApiError('engine_unavailable', fault.message);
      },
      state: () => this.#state(),
      announce: (topics: readonly ChangeTopic[]) => this.#changed(topics),
    };
    const clock = Date.now;
    return {
      ...signingKeyRoutes({ ledger, key: this.#key }),
      ...backupHostRoutes({ ledger, thread, dataRoot, clock, createId }),
      ...diagnosticsRoutes({
        ledger,
        thread,
        dataRoot,
        version,
        clock,
        engineStatus: () => this.status(),
        logLines,
      }),
    };
  }

  /** The key beside a ledger, made for one that is to be begun. @throws {DatabaseError} `moved` */
  async #loadSeed(directory: string): Promise<Uint8Array> {
    this.#refuseGone(directory);
    return this.#key.seed(directory);
  }

  #directory({ kind, caseId }: Pick<OpenedWorkspace, 'kind' | 'caseId'>): string {
    const { dataRoot } = this.#options;
    return kind === 'case' ? join(dataRoot, 'cases', caseId ?? '') : join(dataRoot, kind);
  }

  #settings(directory: string, signingSeed: Uint8Array) {
    const {
      dataRoot,
      version,
      label,
      publicOrigin,
      replicaDays,
      webhookAllow,
      sourceFolders,
      sourceForbidden,
      sourceHosts,
      sourcePlacesFile,
    } = this.#options;
    const { kind, caseId, demoRecords, demoEnd, demoRows } = this.#workspace;
    const { queryMs } = this.#limits;
    return {
      dataRoot,
      directory,
      kind,
      caseId,
      version,
      label,
      signingSeed,
      demoRecords,
      demoEnd,
      demoRows,
      queryMs,
      ...(publicOrigin === undefined ? {} : { publicOrigin }),
      ...(replicaDays === undefined ? {} : { replicaDays }),
      ...(webhookAllow === undefined ? {} : { webhookAllow }),
      ...(sourceFolders === undefined ? {} : { sourceFolders }),
      ...(sourceForbidden === undefined ? {} : { sourceForbidden }),
      ...(sourcePlacesFile === undefined ? {} : { sourcePlacesFile }),
      ...(sourceHosts === undefined ? {} : { sourceHosts }),
    };
  }

  #spawn(): WritingWorkers {
    if (this.#phase === 'closed') throw new Error('The engine is closed.');
    const readers = Math.max(1, this.#options.readers ?? 1);
    const workers = {
      writer: this.#client('writer'),
      readers: Array.from({ length: readers }, () => this.#client('reader')),
      data: this.#dataPool(),
      jobs: new JobsThread({ createClient: () => this.#client('jobs'), log: this.#options.log }),
    };
    this.#workers = workers;
    return workers;
  }

  /** One alone: where nothing can be written, only one connection to the ledger is possible. */
  #spawnReader(): WorkerClient {
    if (this.#phase === 'closed') throw new Error('The engine is closed.');
    const reader = this.#client('reader');
    this.#workers = {
      writer: undefined,
      readers: [reader],
      data: this.#dataPool(),
      jobs: new JobsThread({ createClient: () => this.#client('jobs'), log: this.#options.log }),
    };
    return reader;
  }

  #dataPool(): DataPool {
    const { queryMs, queryGraceMs, readMs } = this.#limits;
    return new DataPool({
      createClient: () => this.#client('data'),
      size: Math.max(1, this.#options.dataThreads ?? 2),
      queryMs: queryMs + queryGraceMs,
      waitMs: readMs,
      answers: {
        stopped: (request) =>
          engineAnswer(
            request,
            'query_timeout',
            `The query was stopped: it ran longer than ${queryMs} ms. Nothing was counted. Narrow the filter, or leave out the sort.`,
          ),
        unavailable,
      },
      log: this.#options.log,
    });
  }

  /** The writer opens first: it makes the database, or brings it up to date, before others read it. */
  async #open({ writer, readers, data, jobs }: WritingWorkers): Promise<void> {
    const settings = await this.#findLedger();
    await writer.worker.open(settings);
    const opened = { ...settings, ledger: writer.worker.ledger };
    await Promise.all([
      jobs.open(opened, writer),
      ...readers.map((each) => each.worker.open(opened)),
    ]);
    data.open(opened);
  }

  async #openReader(reader: WorkerClient): Promise<void> {
    await reader.worker.open({ ...(await this.#findLedger()), readOnly: true });
  }

  /** The folder of the workspace and its key: what threads are opened with. */
  async #findLedger() {
    const directory = this.#directory(this.#workspace);
    const isCase = this.#workspace.kind === 'case';
    // A restore that was interrupted may have brought the key that is read next.
    if (!isCase && resumeRestore(directory) === undefined) dropIncomingKey(directory);
    makeFolder(directory);
    // A case has no key here: nothing is signed in it.
    const seed = isCase ? new Uint8Array(32) : await this.#loadSeed(directory);
    this.#gate.useSecret(keySecretOf(seed));
    return { ...this.#settings(directory, seed), isKnown: this.#known.has(directory) };
  }

  /** Before anything is made where a ledger was taken away. @throws {DatabaseError} `moved` */
  #refuseGone(directory: string): void {
    const path = join(directory, ledgerFileName);
    if (!this.#known.has(directory) || existsSync(path) || isRestoring(directory)) return;
    throw moved(path, 'is not there any more');
  }

  /** Jobs first, since they lean on the writer; the writer last. */
  async #closeWorkers(): Promise<void> {
    const workers = this.#workers;
    if (workers === undefined) return;
    this.#workers = undefined;
    this.#readOnly = undefined;
    this.#leaving = workers;
    await this.#endSending();
    this.#generation += 1;
    workers.writer?.worker.post({ type: 'leave' });
    await this.#keepUses(workers);
    this.#gate.clear();
    await workers.jobs.close();
    await workers.data.close();
    this.#sources.close();
    await Promise.all(workers.readers.map((each) => each.worker.close()));
    // A writer that does not answer must not keep anybody from closing. For one that is down, or
    // whose ledger is not there, what was asked waits: the same ledger may open again.
    if (isReady(workers.writer) && this.#phase !== 'failed') {
      await within(lastAnswersMs, settled(Promise.all(this.#writes)));
      await within(this.#limits.closeMs, this.#watch.settle());
    }
    await workers.writer?.worker.close();
  }

  async #endSending(): Promise<void> {
    const sender = this.#sender;
    this.#sender = undefined;
    await within(this.#limits.closeMs, sender?.close() ?? Promise.resolve());
  }

  /** While a workspace closes, what was asked of it still belongs into its log. */
  async #writeAudit(events: readonly unknown[]): Promise<void> {
    const writer = (this.#workers ?? this.#leaving)?.writer;
    if (writer?.worker.state !== 'ready') throw new Error('The writer is not ready.');
    await writer.runTask('append-audit', { events });
  }

  /** Has the writer keep when keys were last used. What cannot be kept now is kept with the next use. */
  async #keepUses(workers: Workers | undefined): Promise<void> {
    const writer = workers?.writer;
    if (writer?.worker.state !== 'ready') return;
    const uses = this.#gate.takeUses();
    if (uses.length === 0) return;
    try {
      await writer.runTask('note-key-uses', uses);
    } catch (error) {
      this.#options.log(`When keys were last used was not kept: ${messageOf(error)}`);
    }
  }

  /** Has the rows that active sessions read be looked at where they are. */
  async #checkSources(): Promise<void> {
    const writer = this.#workers?.writer;
    if (writer?.worker.state !== 'ready' || this.#readOnly !== undefined) return;
    try {
      await writer.runTask('check-sources', undefined);
    } catch (error) {
      this.#options.log(`The sources of sessions were not looked at: ${messageOf(error)}`);
    }
  }

  #client(role: WorkerRole): WorkerClient {
    const { workerEntry, log } = this.#options;
    const client: WorkerClient = new WorkerClient({
      role,
      entry: workerEntry,
      limits: this.#limits,
      restart: role !== 'lock' && role !== 'maintenance',
      deadlineMs: this.#deadline(role),
      log,
      onState: (state) => {
        if (state === 'waiting') this.#crashes.set(role, (this.#crashes.get(role) ?? 0) + 1);
        const hadLock = role === 'lock' && this.#lock?.worker.everReady === true;
        if (hadLock && state === 'failed') this.#lockLost();
        else this.#announce();
        if (state === 'ready') this.#linkThreads(client);
      },
      onMessage: (message, from) => this.#receive(message, from),
    });
    return client;
  }

  /** Gives threads that query rows their own way to the writer, when one or the other is ready. */
  #linkThreads(ready: WorkerClient): void {
    const { writer, data } = this.#workers ?? {};
    if (writer === undefined || data === undefined || !isReady(writer)) return;
    for (const { client, end } of data.threads()) {
      if ((ready !== writer && ready !== client) || !isReady(client)) continue;
      const { port1, port2 } = new MessageChannel();
      writer.worker.post({ type: 'serve-link', port: port1 }, [port1]);
      client.worker.post({ type: 'use-link', port: port2, end: end.shared }, [port2]);
    }
  }

  #deadline(role: WorkerRole): number {
    if (role === 'writer') return this.#limits.writeMs;
    // The pool has a limit for the query; what follows waits for the writer, as long as that takes.
    return role === 'data' ? longestCommit : this.#limits.readMs;
  }

  #receive(message: SupervisorMessage, from: WorkerClient): void {
    switch (message.type) {
      case 'changed':
        this.#changed(message.topics);
        break;
      case 'visit-place':
        void this.#visitPlace(message, from);
        break;
      case 'ask-source':
        void this.#askSource(message, from);
        break;
      case 'start-job':
        this.#startJob(message.jobId);
        break;
      case 'call':
        void this.#callWriter(message, from);
        break;
      case 'access':
        this.#gate.use(message.access);
        break;
      case 'filling':
        // Whoever wants to know asks: nobody else is told four times a second.
        if (from === this.#workers?.writer) this.#filling = message.filling;
        break;
      case 'migrating':
        this.#isMigrating = this.#phase !== 'open';
        break;
      case 'open-workspace':
        void this.#inTurn(() => this.#switchTo(message.request));
        break;
      case 'damaged':
        this.#options.log(`The ${from.worker.role} thread met damage: ${message.error.code ?? ''}`);
        this.#damage ??= { ...faultOf(fromWireError(message.error)), fault: 'corrupt' };
        this.#announce();
        break;
      case 'moved':
        if (this.#phase !== 'open') break;
        this.#options.log(message.error.message);
        this.#giveUp(faultOf(fromWireError(message.error)));
        break;
    }
  }

  async #callWriter(
    { id, task, params }: Extract<SupervisorMessage, { type: 'call' }>,
    from: WorkerClient,
  ): Promise<void> {
    const leaving = this.#leaving;
    const isLeaving = leaving?.jobs.client === from || leaving?.data.has(from) === true;
    const workers = isLeaving ? leaving : this.#workers;
    // A query that was given up has no effect.
    if (from.worker.role === 'data' && workers?.data.queryEnded(from) !== true) return;
    const outcome = await outcomeOf(async () => {
      if (task === sealingTask) await this.#watch.flush();
      if (workers?.writer === undefined) throw new Error('The workspace is closed.');
      return workers.writer.runTask(task, params);
    });
    from.worker.post({ type: 'call-result', id, outcome });
  }

  async #askSource(
    { id, request }: Extract<SupervisorMessage, { type: 'ask-source' }>,
    from: WorkerClient,
  ): Promise<void> {
    const outcome = await outcomeOf(() => this.#sourceDoor.ask(request));
    from.worker.post({ type: 'call-result', id, outcome });
  }

  async #visitPlace(
    { id, path, order }: Extract<SupervisorMessage, { type: 'visit-place' }>,
    from: WorkerClient,
  ): Promise<void> {
    const outcome = await outcomeOf(() => this.#places.visit(path, order));
    from.worker.post({ type: 'call-result', id, outcome });
  }

  #startJob(jobId: string): void {
    this.#workers?.jobs.run(jobId).catch((error: unknown) => {
      this.#options.log(`The job ${jobId} did not run to its end: ${messageOf(error)}`);
    });
  }

  #changed(topics: readonly ChangeTopic[]): void {
    this.#toldReaders.add(topics);
    if (topics.includes('webhooks')) this.#sender?.poke();
    this.#standIn.emit(topics);
    for (const listener of this.#changeListeners) listener(topics);
  }

  /** Without the lock another process may open the same ledger: nothing is written any more. */
  #lockLost(): void {
    this.#giveUp(crashFault(new Error('The lock of the data directory was lost.')));
  }

  /** Closes the ledger that is open, and lets go of its directory: it is this process's no more. */
  #giveUp(fault: EngineFault): void {
    this.#fail(fault);
    void this.#inTurn(async () => {
      await this.#closeWorkers();
      await this.#lock?.worker.close();
      this.#fail(fault);
    });
  }

  #readyClient(writes: boolean): WorkerClient | undefined {
    if (this.#phase !== 'open' || this.#workers === undefined) return undefined;
    const client = writes ? this.#workers.writer : leastBusy(this.#workers.readers);
    return client?.worker.state === 'ready' ? client : undefined;
  }

  /** @throws when nothing will answer, or nothing did within the time a request may wait. */
  async #waitForClient(writes: boolean): Promise<WorkerClient> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    late.catch(() => {});
    const limit = writes ? this.#limits.writeMs : this.#limits.readMs;
    const timer = setTimeout(() => reject(new Error('it is still starting.')), limit);
    try {
      for (;;) {
        await Promise.race([this.#opening, late]);
        if (this.#phase === 'closed') throw new Error('it is closed.');
        const workers = this.#workers;
        if (this.#phase === 'failed' || workers === undefined) {
          throw new Error(this.#fault?.message ?? 'it is down.');
        }
        const client = writes ? workers.writer : leastBusy(workers.readers);
        if (client === undefined) throw new Error('it is open for reading only.');
        try {
          await Promise.race([client.worker.whenReady(), late]);
        } catch (error) {
          // The workspace was switched meanwhile: the others take over.
          if (workers !== this.#workers) continue;
          throw error;
        }
        return client;
      }
    } finally {
      clearTimeout(timer);
    }
  }

  #all(): WorkerClient[] {
    const { writer, readers, jobs } = this.#workers ?? {};
    return [this.#lock, writer, jobs?.begun, ...(readers ?? [])].filter(
      (each) => each !== undefined,
    );
  }

  #state(): EngineStatus['state'] {
    if (this.#phase !== 'open') return this.#phase;
    const states = this.#all().map((each) => each.worker.state);
    if (states.includes('failed')) return 'failed';
    return states.every((state) => state === 'ready') ? 'ready' : 'recovering';
  }

  #failure(): EngineFault | undefined {
    if (this.#phase !== 'open') return this.#fault;
    const failed = this.#all().find((each) => each.worker.state === 'failed');
    if (failed !== undefined) return crashFault(failed.worker.failure);
    return this.#damage ?? this.#readOnly;
  }

  #crash(): EngineCrash | undefined {
    if (this.#phase !== 'open') return undefined;
    const away = this.#all().filter(({ worker }) => worker.crashes > 0 && worker.state !== 'ready');
    const worst = away.find(({ worker }) => worker.state === 'failed') ?? away[0];
    if (worst === undefined) return undefined;
    const { role, crashes, nextStartAt } = worst.worker;
    return { thread: role, times: crashes, nextAttemptAt: nextStartAt };
  }

  #setPhase(phase: 'open' | 'switching' | 'failed' | 'closed'): void {
    this.#phase = phase;
    this.#filling = undefined;
    this.#isMigrating = false;
    this.#announce();
  }

  #announced = '';
  #stateBefore: EngineStatus['state'] = 'starting';

  #announce(): void {
    const state = this.#state();
    const wasStarting = this.#stateBefore === 'starting';
    if (state !== this.#stateBefore) this.#since = Date.now();
    this.#stateBefore = state;
    const status = this.status();
    const text = JSON.stringify(status);
    if (text === this.#announced) return;
    this.#announced = text;
    for (const listener of this.#statusListeners) listener(status);
    // A window that was told changes from here asks the reader for them again.
    if (this.#phase === 'open' && !this.#standsIn('streamChanges')) this.#standIn.close();
    if (!wasStarting && toldStates.has(state)) this.#changed(['workspace']);
  }
}

/** States that windows ask for again when they begin; while a ledger is switched they wait. */
const toldStates: ReadonlySet<EngineStatus['state']> = new Set(['ready', 'recovering', 'failed']);

/** What the host asks for itself it may have all of. */
const hostItself: Caller = { mount: 'direct', principal: { kind: 'operator' } };

/** What a task is given that has no key. */
const noSeed = new Uint8Array();

/** How often it is written when keys were last used; milliseconds. */
const keepUsesEvery = 60_000;
/** So often are the rows of active sessions looked at where they are; milliseconds. */
const checkSourcesEvery = 60_000;

/** How often it is looked whether a disk that was full has room, and how much is enough; bytes. */
const roomEvery = 2_000;
const enoughRoom = 16 * 1024 * 1024;

/** How long writes under way may take to be answered when the ledger is closed, so that its log tells of them; milliseconds. */
const lastAnswersMs = 1_000;

/** How long the commit of an access may wait for its turn to write; milliseconds. */
const longestCommit = 10 * 60 * 1_000;

function unavailable(request: OutgoingRequest, reason: string): Response {
  const message = `The engine is not available: ${reason} Send the request again.`;
  return engineAnswer(request, 'engine_unavailable', message);
}

function leastBusy(clients: readonly WorkerClient[]): WorkerClient {
  const [first, ...others] = clients.toSorted(
    (one, other) =>
      Number(other.worker.state === 'ready') - Number(one.worker.state === 'ready') ||
      one.load - other.load,
  );
  if (first === undefined) throw new Error(`No reader among ${others.length}.`);
  return first;
}

/** Waits for `work`, whatever comes of it. */
async function settled(work: Promise<unknown>): Promise<void> {
  await Promise.allSettled([work]);
}

/** Waits for `work`, so many milliseconds at most. */
async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, milliseconds);
  await Promise.race([work, late.promise]);
  clearTimeout(timer);
}

function isReady(client: WorkerClient | undefined): boolean {
  return client?.worker.state === 'ready';
}

function isCredential(name: string): boolean {
  return name === 'authorization' || name === 'x-api-key';
}

function plainCaller({ mount, principal }: Caller): Caller {
  return { mount, principal: { ...principal } };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
