/** Artifact checks: files hashed as they arrive and kept nowhere, compared with a card, kept as evidence. */
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError } from '../../shared/contract/errors.ts';
import type { Job } from '../../shared/contract/jobs.ts';
import { limits } from '../../shared/contract/limits.ts';
import type {
  ArtifactCheckResult,
  ArtifactReceipt,
  OpenArtifactCheck,
} from '../../shared/contract/models.ts';
import type { ChangeTopic } from '../../shared/contract/workspace.ts';
import type { CreateId } from '../../shared/ids.ts';
import type { Clock } from '../../shared/time.ts';
import type { Commits, WriteRequest } from '../access/commits.ts';
import { onceReply, type IdempotencyStore } from '../access/idempotency.ts';
import { topicsAtEnd } from '../jobs/job-topics.ts';
import type { JobError, JobsStore } from '../jobs/jobs-store.ts';
import { ProgressReporter } from '../jobs/progress-reporter.ts';
import type { Journal } from '../ledger/journal.ts';
import { outcomeOf, type ArtifactFinding } from '../ledger/model-entries.ts';
import type { ModelJournal } from '../ledger/model-journal.ts';
import type { IdempotentRequest, RouteReply } from '../route-handler.ts';
import type { ModelsStore } from './models-store.ts';
import { isIgnored, rootDigest, sortedByPath } from './root-digest.ts';

/** A check that nobody sends to for this long has failed; milliseconds. */
const longestSilence = 60_000;
/** How often an open check looks whether it was canceled or forgotten; milliseconds. */
const watchEvery = 250;
/** Checks that may be open at the same time. */
const openChecks = 8;
/** Files of a folder that the result of the job lists. */
const listedFiles = 1_000;
/** Bytes hashed between two turns of the event loop, so that other writes get theirs. */
const sliceBytes = 4 * 1024 * 1024;

interface ReceivedFile {
  readonly path: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

export interface ArtifactChecksOptions {
  readonly models: ModelsStore;
  readonly jobs: JobsStore;
  /** In the database of the jobs. */
  readonly jobsIdempotency: IdempotencyStore;
  /** To the ledger. */
  readonly commits: Commits<Journal>;
  readonly modelJournal: ModelJournal;
  readonly clock: Clock;
  readonly createId: CreateId;
  readonly changed: (topics: readonly ChangeTopic[]) => void;
}

/** Order of an artifact check. */
export interface CheckOrder extends OpenArtifactCheck {
  readonly modelId: string;
  /** Who asked for it: `operator`, or the id of an API key. */
  readonly startedBy: string;
}

/** The open checks of a workspace. */
export class ArtifactChecks {
  readonly #options: ArtifactChecksOptions;
  readonly #open = new Map<string, OpenCheck>();

  constructor(options: ArtifactChecksOptions) {
    this.#options = options;
  }

  /**
   * Opens a check as a running job.
   * @throws {ApiError} `not_found` for an unknown card, `conflict` while too many are open
   */
  open(order: CheckOrder, request: IdempotentRequest | undefined): RouteReply {
    const { jobs, jobsIdempotency, changed } = this.#options;
    let check: OpenCheck | undefined;
    const once = jobs.transaction(() =>
      jobsIdempotency.once(request, () => {
        check = this.#begin(order);
        return { status: 202, body: JSON.stringify(check.job()) };
      }),
    );
    if (check !== undefined) this.#watch(check);
    if (!once.replayed) changed(['jobs']);
    return onceReply(once);
  }

  /**
   * Takes one file of an open check in.
   * @throws {ApiError} `not_found`, `conflict`, `payload_too_large`
   */
  async receive(
    jobId: string,
    path: string,
    bytes: ReadableStream<Uint8Array> | null,
    request: IdempotentRequest | undefined,
  ): Promise<RouteReply> {
    const { jobs, jobsIdempotency } = this.#options;
    const check = this.#require(jobId);
    if (request === undefined) check.refuseTwice(path);
    const file = await check.hash(path, bytes);
    const once = jobs.transaction(() =>
      jobsIdempotency.once(request && withHash(request, file.sha256), () => {
        check.refuseTwice(path);
        return { status: 200, body: JSON.stringify(check.add(file)) };
      }),
    );
    return onceReply(once);
  }

  /**
   * Compares what arrived with the card, appends the evidence and ends the job. For a check that has
   * completed: the same job again.
   * @throws {ApiError} `not_found`, `conflict`, `idempotency_key_reused`
   */
  async complete(jobId: string, request: WriteRequest): Promise<RouteReply> {
    const { jobs, commits } = this.#options;
    const finished = jobs.find(jobId);
    if (finished?.kind === 'artifact_check' && finished.status === 'completed') {
      const body = JSON.stringify(finished);
      return commits.append(request, [], () => ({ status: 200, body }));
    }
    const check = this.#require(jobId);
    return this.#keep(check, check.finding(), { status: 200, request });
  }

  /** Checks one file from its first byte to the evidence. */
  async checkFile(
    order: CheckOrder,
    bytes: ReadableStream<Uint8Array> | null,
    request: WriteRequest,
  ): Promise<RouteReply> {
    const check = this.#begin({ ...order, kind: 'file' });
    this.#watch(check);
    this.#options.changed(['jobs']);
    const file = await check.hash(order.name, bytes);
    try {
      check.add(file);
      const found = check.finding();
      const { idempotency: sent } = request;
      const idempotency = sent && withHash(sent, file.sha256);
      return await this.#keep(check, found, { status: 202, request: { ...request, idempotency } });
    } catch (error) {
      check.fail(error);
      throw error;
    }
  }

  /** Leaves what is open: a restart tells their jobs that they were interrupted. */
  close(): void {
    for (const check of this.#open.values()) check.leave();
    this.#open.clear();
  }

  #begin(order: CheckOrder): OpenCheck {
    const { models, createId } = this.#options;
    const registered = models.find(order.modelId, order.version);
    if (registered === undefined) throw unknownCard(order.modelId, order.version);
    if (this.#open.size >= openChecks) {
      throw new ApiError(
        'conflict',
        `${openChecks} artifact checks are open already. Complete or cancel one first.`,
      );
    }
    const { card } = registered;
    return new OpenCheck(
      createId('job'),
      { ...order, version: card.version, expected: card.model_hash },
      this.#options,
    );
  }

  #watch(check: OpenCheck): void {
    this.#open.set(check.jobId, check);
    check.watch(() => this.#open.delete(check.jobId));
  }

  #require(jobId: string): OpenCheck {
    const check = this.#open.get(jobId);
    if (check !== undefined) return check;
    const job = this.#options.jobs.find(jobId);
    if (job?.kind !== 'artifact_check') {
      throw new ApiError('not_found', `There is no artifact check ${jobId}.`);
    }
    throw new ApiError('conflict', `The artifact check ${jobId} is over: it is ${job.status}.`);
  }

  /** Appends the evidence and ends the job; a repeated request gets the first answer instead. */
  async #keep(
    check: OpenCheck,
    found: ArtifactFinding,
    { status, request }: { status: number; request: WriteRequest },
  ): Promise<RouteReply> {
    const { commits, modelJournal } = this.#options;
    let result: ArtifactCheckResult | undefined;
    const reply = await check.completing(() =>
      commits.append(request, ['models'], (journal) => {
        const place = modelJournal.appendArtifactCheck(journal, found);
        result = {
          evidence_id: place.id,
          seq: place.seq,
          model_id: found.modelId,
          version: found.version,
          method: found.method,
          outcome: outcomeOf(found.expected, found.actual),
          expected: found.expected ?? null,
          actual: found.actual,
          name: found.name,
          files: found.files,
          bytes: found.bytes,
          created_at: place.createdAt,
          manifest: check.manifest(),
        };
        return { status, body: JSON.stringify(check.completed(result)) };
      }),
    );
    check.end(result === undefined ? { status: 'canceled' } : { status: 'completed', result });
    return reply;
  }
}

interface CheckedCard extends CheckOrder {
  readonly version: string;
  readonly expected: string | undefined;
}

type Ending = Parameters<JobsStore['finish']>[1];

/** One check from its opening to its end. */
class OpenCheck {
  readonly jobId: string;
  readonly #order: CheckedCard;
  readonly #jobs: JobsStore;
  readonly #clock: Clock;
  readonly #changed: (topics: readonly ChangeTopic[]) => void;
  readonly #reporter: ProgressReporter;
  readonly #files = new Map<string, ReceivedFile>();
  #bytes = 0;
  #lastHeard: number;
  #isBusy = false;
  #isOver = false;
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #onEnd: () => void = () => {};

  constructor(jobId: string, order: CheckedCard, options: ArtifactChecksOptions) {
    this.jobId = jobId;
    this.#order = order;
    this.#jobs = options.jobs;
    this.#clock = options.clock;
    this.#changed = options.changed;
    this.#lastHeard = options.clock();
    this.#reporter = new ProgressReporter(jobId, {
      store: options.jobs,
      clock: options.clock,
      changed: options.changed,
    });
    this.#jobs.create({
      jobId,
      kind: 'artifact_check',
      words: {
        text: 'check_artifact',
        values: { name: order.name, model: `${order.modelId} ${order.version}` },
      },
      unit: 'bytes',
      startedBy: order.startedBy,
      parameters: { model_id: order.modelId, version: order.version },
    });
    this.#jobs.start(jobId);
    this.#report();
  }

  /** Looks from time to time whether the check was canceled or forgotten. */
  watch(onEnd: () => void): void {
    this.#onEnd = onEnd;
    this.#timer = setInterval(() => this.#look(), watchEvery);
    this.#timer.unref();
  }

  job(): Job {
    const job = this.#jobs.find(this.jobId);
    if (job === undefined) throw new ApiError('not_found', `There is no job ${this.jobId}.`);
    return job;
  }

  /** The job as it will be once it has ended with this result. */
  completed(result: ArtifactCheckResult): Job {
    const job = this.job();
    return {
      ...job,
      status: 'completed',
      phase: 'completed',
      finished_at: result.created_at,
      result: { ...result },
    };
  }

  /** @throws {ApiError} `conflict` when the file, or for a single file any, was received before */
  refuseTwice(path: string): void {
    if (this.#files.has(path)) {
      throw new ApiError('conflict', `The file ${path} was sent already.`);
    }
    if (this.#order.kind === 'file' && this.#files.size > 0) {
      throw new ApiError('conflict', 'This check is of one file, which was sent already.');
    }
    if (this.#files.size >= limits.artifactFiles) {
      throw new ApiError('conflict', `A check takes at most ${limits.artifactFiles} files.`);
    }
  }

  /** SHA-256 of a file as it arrives; a file that breaks off ends the check. */
  async hash(path: string, bytes: ReadableStream<Uint8Array> | null): Promise<ReceivedFile> {
    this.#occupy();
    const hash = createHash('sha256');
    const before = this.#bytes;
    let sinceTurn = 0;
    try {
      this.#reader = bytes?.getReader();
      for (;;) {
        const piece = await this.#reader?.read();
        this.#refuseWhenOver();
        if (piece?.value === undefined) break;
        hash.update(piece.value);
        this.#bytes += piece.value.length;
        this.#lastHeard = this.#clock();
        if (this.#bytes > limits.artifactBytes) throw tooLarge();
        this.#report();
        sinceTurn += piece.value.length;
        if (sinceTurn < sliceBytes) continue;
        sinceTurn = 0;
        await nextTurn();
        if (this.#jobs.shouldStop(this.jobId)) this.end({ status: 'canceled' });
        this.#refuseWhenOver();
      }
    } catch (error) {
      this.fail(error);
      throw error instanceof ApiError ? error : new ApiError('conflict', brokenOff.message);
    } finally {
      this.#reader = undefined;
      this.#isBusy = false;
    }
    this.#changed(['jobs']);
    return { path, bytes: this.#bytes - before, sha256: hash.digest('hex') };
  }

  add(file: ReceivedFile): ArtifactReceipt {
    this.#files.set(file.path, file);
    return {
      job_id: this.jobId,
      path: file.path,
      bytes: file.bytes,
      sha256: `sha256:${file.sha256}`,
      files_received: this.#files.size,
      bytes_received: this.#bytes,
    };
  }

  /** @throws {ApiError} `conflict` when nothing arrived that counts, or not what was announced */
  finding(): ArtifactFinding {
    const { kind, modelId, version, expected, name } = this.#order;
    this.#refuseIncomplete();
    const files = this.#counted();
    const [first] = files;
    if (first === undefined) {
      throw new ApiError('conflict', 'No file was sent yet: there is nothing to compare.');
    }
    return {
      modelId,
      version,
      expected,
      name,
      method: kind === 'file' ? 'sha256' : 'openssf-model-signing',
      actual: `sha256:${kind === 'file' ? first.sha256 : rootDigest(files)}`,
      files: files.length,
      bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    };
  }

  /** The files of a folder, by path. */
  manifest(): ArtifactCheckResult['manifest'] {
    if (this.#order.kind === 'file') return [];
    return sortedByPath(this.#counted())
      .slice(0, listedFiles)
      .map(({ path, bytes, sha256 }) => ({ path, bytes, sha256: `sha256:${sha256}` }));
  }

  /** Runs the last step: nothing else may happen to the check meanwhile. */
  async completing<Result>(run: () => Promise<Result>): Promise<Result> {
    this.#occupy();
    this.#reporter.finish();
    try {
      return await run();
    } finally {
      this.#isBusy = false;
    }
  }

  /** Ends the job, once. */
  end(ending: Ending): void {
    if (this.#isOver) return;
    this.leave();
    this.#jobs.finish(this.jobId, ending);
    this.#changed(topicsAtEnd('artifact_check'));
  }

  /** Stops listening without ending the job. */
  leave(): void {
    this.#isOver = true;
    clearInterval(this.#timer);
    this.#onEnd();
    this.#reader?.cancel().catch(() => {});
  }

  #refuseIncomplete(): void {
    const { bytes, files } = this.#order;
    if (bytes !== undefined && bytes !== this.#bytes) {
      throw new ApiError('conflict', `${this.#bytes} bytes arrived; ${bytes} were announced.`);
    }
    if (files !== undefined && files !== this.#files.size) {
      throw new ApiError('conflict', `${this.#files.size} files arrived; ${files} were announced.`);
    }
  }

  #counted(): ReceivedFile[] {
    const files = [...this.#files.values()];
    return this.#order.kind === 'file' ? files : files.filter((file) => !isIgnored(file.path));
  }

  #occupy(): void {
    this.#refuseWhenOver();
    if (this.#isBusy) {
      throw new ApiError('conflict', 'The check is busy: send one file after the other.');
    }
    this.#isBusy = true;
    this.#lastHeard = this.#clock();
  }

  #refuseWhenOver(): void {
    if (!this.#isOver) return;
    const { status } = this.job();
    throw new ApiError('conflict', `The artifact check is over: it is ${status}.`);
  }

  #look(): void {
    if (this.#jobs.shouldStop(this.jobId)) this.end({ status: 'canceled' });
    else if (this.#clock() - this.#lastHeard > longestSilence) {
      this.end({ status: 'failed', error: abandoned });
    }
  }

  /** Ends a check that cannot come to its end any more. */
  fail(error: unknown): void {
    if (error instanceof ApiError) {
      const failure = { type: error.code, message: error.message, details: error.details };
      this.end({ status: 'failed', error: failure });
      return;
    }
    this.end(
      this.#jobs.shouldStop(this.jobId)
        ? { status: 'canceled' }
        : { status: 'failed', error: brokenOff },
    );
  }

  #report(): void {
    this.#reporter.report({
      phase: 'hashing',
      done: this.#bytes,
      total: this.#order.bytes ?? null,
      unit: 'bytes',
    });
  }
}

const abandoned: JobError = {
  type: 'interrupted',
  message: 'Nothing arrived for a minute, so the check was given up. Start it again.',
  details: {},
};

const brokenOff: JobError = {
  type: 'interrupted',
  message: 'The file broke off before its end, so there is nothing to compare. Start it again.',
  details: {},
};

function withHash(request: IdempotentRequest, sha256: string): IdempotentRequest {
  const fingerprint = createHash('sha256')
    .update(request.fingerprint + sha256)
    .digest('hex');
  return { ...request, fingerprint };
}

function tooLarge(): ApiError {
  return new ApiError(
    'payload_too_large',
    `The artifact is larger than ${limits.artifactBytes} bytes.`,
    { details: { maximum_bytes: limits.artifactBytes } },
  );
}

/** The failure to find a card. */
export function unknownCard(modelId: string, version: string | undefined): ApiError {
  return new ApiError(
    'not_found',
    version === undefined
      ? `There is no model ${modelId}.`
      : `There is no version ${version} of a model ${modelId}.`,
  );
}
