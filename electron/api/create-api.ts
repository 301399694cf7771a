/** Puts the API of one thread together: its databases, its routes, its tasks. */
import { limits } from '../../shared/contract/limits.ts';
import { createIdFactory } from '../../shared/ids.ts';
import { keySecretOf } from '../access/api-keys.ts';
import { Gate } from '../access/gate.ts';
import type { Ownership } from '../access/ownership.ts';
import { watchAccess } from '../audit/watch-access.ts';
import { sealingTask } from '../proof/area.ts';
import { errorCodeOf, isDamageCode } from '../database/error-code.ts';
import type { OpenPlace } from '../database/open-place.ts';
import { poolRandom } from '../ledger/random-pool.ts';
import { foreignCalls } from '../foreign/foreign-task.ts';
import type { AnyHandler, RouteGuard } from '../route-handler.ts';
import type { ServeAdmitted } from '../serve-request.ts';
import { PasswordVault } from '../sources/connections/password-vault.ts';
import type { SourceAnswers } from '../sources/host/answer-source.ts';
import { SourceDoor } from '../sources/host/source-door.ts';
import type { SourceRequest } from '../sources/host/source-request.ts';
import type { Means, Supervisor, Task } from '../area.ts';
import type { Api, ApiOptions, GatedApi, ThreadOptions, WholeOptions } from './api-options.ts';
import { ChangeHub } from './change-stream.ts';
import { openJobs } from './open-jobs.ts';
import { openQueries } from './open-queries.ts';
import { openReads } from './open-reader.ts';
import { openWrites } from './open-writer.ts';
import { orderedVisit } from '../vouchers/visit-place.ts';
import { serveHandlers } from './serve.ts';

export type { Supervisor } from '../area.ts';
export type { Api, ApiOptions, GatedApi, ThreadOptions } from './api-options.ts';

/** A role's share of the API. */
interface Part {
  readonly handlers?: Readonly<Partial<Record<string, AnyHandler>>>;
  readonly guards?: Readonly<Partial<Record<string, RouteGuard>>>;
  readonly ownership?: Ownership;
  readonly tasks?: Readonly<Record<string, Task>>;
  /** Of the ledger's files, as this part has them open. */
  readonly place: OpenPlace;
  close(): Promise<void>;
}

/**
 * Opens the databases of a workspace for a role and answers its routes. The writer makes the ledger
 * where there is none (and fills an empty demo ledger), so it opens before the others.
 * @throws {DatabaseError} when the ledger cannot be opened; the file is left as it was
 */
export function createApi(options: WholeOptions): Promise<GatedApi>;
export function createApi(options: ThreadOptions): Promise<Api>;
export async function createApi(options: ApiOptions): Promise<Api> {
  const { clock } = options;
  const random = poolRandom(options.random);
  const changes = new ChangeHub();
  const tasks: Record<string, Task> = {};
  const parts: Part[] = [];

  const runTask = async (name: string, params: unknown): Promise<unknown> => {
    const task = tasks[name];
    if (task === undefined)
      throw new Error(`There is no task ${name} on the ${options.role} thread.`);
    if (name === sealingTask) await watch.flush();
    parts[0]?.place.confirmLately();
    return task(params);
  };
  const log = options.log ?? ((line) => console.error(line));
  const createId = createIdFactory({ now: clock, random });
  let serve: ServeAdmitted = async () => {
    throw new Error('A request came before the API was open.');
  };
  const keepUses = async (): Promise<void> => {
    const uses = gate?.takeUses() ?? [];
    if (uses.length > 0) await runTask('note-key-uses', uses);
  };
  // Threads have their gate in front of them, where they were started.
  const gate =
    options.role === 'all'
      ? new Gate({
          serve: (asked) => serve(asked),
          apiKeyHashes: options.apiKeyHashes,
          clock,
          createRequestId: () => createId('req'),
          keepUses,
        })
      : undefined;
  const watch = watchAccess({
    write:
      options.role === 'all' && options.keepsAuditLog === true
        ? (events) => runTask('append-audit', { events })
        : undefined,
    changed: () => context.supervisor.changed(['requests']),
    log,
  });
  gate?.observe(watch.observe);
  gate?.useSecret(keySecretOf(options.signingSeed));
  const sources = new SourcesHere(log, options.workspace.dataRoot);
  const context: Means = {
    workspace: options.workspace,
    signingSeed: options.signingSeed,
    clock,
    monotonic: options.monotonic,
    random,
    createId,
    foreign: options.foreign ?? foreignCalls({ clock, random, createId }),
    supervisor:
      options.role === 'all'
        ? localSupervisor(options.supervisor ?? {}, {
            runTask,
            changes,
            gate,
            log,
            sources,
          })
        : options.supervisor,
    sessionLimits: { ...limits.session, ...options.sessionLimits },
    leftJobs: options.leftJobs,
    log,
  };
  if (options.role !== 'all') options.onChange((topics) => changes.emit(topics));

  const close = async (): Promise<void> => {
    changes.close();
    if (tasks['note-key-uses'] !== undefined) {
      await keepUses().catch((error: unknown) => log(String(error)));
    }
    await watch.settle();
    // Jobs lean on the writer, and the writer's database closes last.
    for (const part of parts.splice(0).toReversed()) await part.close();
    await sources.close();
  };
  try {
    for (const open of partsOf[options.role]) {
      const part: Part = await open(context, changes);
      parts.push(part);
      Object.assign(tasks, part.tasks);
    }
  } catch (error) {
    await close();
    throw error;
  }

  serve = serveHandlers({
    handlers: Object.assign(
      { ...watch.handlers, ...options.hostHandlers },
      ...parts.map((part) => part.handlers),
    ),
    guards: Object.assign({}, ...parts.map((part) => part.guards)),
    ownership: parts.find((part) => part.ownership !== undefined)?.ownership,
    confirm: () => parts[0]?.place.confirmLately(),
    bodies: context,
    createRequestId: () => createId('req'),
    isDemo: options.workspace.kind === 'demo',
    log,
    failed: (error) => {
      if (isDamageCode(errorCodeOf(error))) context.supervisor.damaged(error);
    },
  });
  const ledger = parts[0]?.place.identity;
  return { serve, runTask, ledger, close, ...(gate === undefined ? {} : { gate }) };
}

type OpenPart = (context: Means, changes: ChangeHub) => Part | Promise<Part>;

const partsOf: Readonly<Record<ApiOptions['role'], readonly OpenPart[]>> = {
  writer: [openWrites],
  reader: [openReads],
  data: [openQueries],
  jobs: [openJobs],
  all: [openWrites, openReads, openQueries, openJobs],
};

/** Without threads, what one asks of another is a call. */
function localSupervisor(
  outer: Partial<Supervisor>,
  local: {
    runTask: RunTask;
    changes: ChangeHub;
    gate: Gate | undefined;
    log: (line: string) => void;
    sources: SourcesHere;
  },
): Supervisor {
  return {
    startJob: (jobId) => {
      outer.startJob?.(jobId);
      local.runTask('run-job', { jobId }).catch((error: unknown) => {
        local.log(JSON.stringify({ level: 'error', job_id: jobId, error: String(error) }));
      });
    },
    callWriter: outer.callWriter ?? ((task, params) => local.runTask(task, params)),
    askSource: outer.askSource ?? ((request) => local.sources.ask(request)),
    visitPlace: outer.visitPlace ?? (async (_path, order) => orderedVisit(order)),
    changed: (topics) => {
      local.changes.emit(topics);
      outer.changed?.(topics);
    },
    openWorkspace: (request) => outer.openWorkspace?.(request),
    accessChanged: (access) => {
      local.gate?.use(access);
      outer.accessChanged?.(access);
    },
    filling: (filling) => outer.filling?.(filling),
    migrating: () => outer.migrating?.(),
    damaged: (error) => outer.damaged?.(error),
    moved: (error) => outer.moved?.(error),
  };
}

/** Without a process of their own, sources are read here. */
class SourcesHere {
  readonly #log: (line: string) => void;
  readonly #door: SourceDoor;
  #answers: Promise<SourceAnswers> | undefined;

  constructor(log: (line: string) => void, dataRoot: string) {
    this.#log = log;
    this.#door = new SourceDoor(new PasswordVault(dataRoot), async (request) => {
      this.#answers ??= this.#load();
      return (await this.#answers).answer(request);
    });
  }

  ask(request: SourceRequest): Promise<unknown> {
    return this.#door.ask(request);
  }

  async close(): Promise<void> {
    (await this.#answers)?.close();
  }

  async #load(): Promise<SourceAnswers> {
    const loaded = await import('../sources/host/answer-source.ts');
    return new loaded.SourceAnswers({ now: () => new Date().toISOString(), log: this.#log });
  }
}

type RunTask = (name: string, params: unknown) => Promise<unknown>;
