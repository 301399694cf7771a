/** The jobs thread as its engine uses it: started for the first job, and kept from then on. */
import { z } from 'zod';
import type { OpenSettings } from './wire.ts';
import type { WorkerClient } from './worker-client.ts';

const leftJobsSchema = z.array(z.string());

export class JobsThread {
  readonly #createClient: () => WorkerClient;
  readonly #log: (line: string) => void;
  #settings: OpenSettings | undefined;
  #client: WorkerClient | undefined;
  /** Jobs that the writer asked for while it opened. */
  #early: string[] = [];

  constructor(options: {
    readonly createClient: () => WorkerClient;
    readonly log: (line: string) => void;
  }) {
    this.#createClient = options.createClient;
    this.#log = options.log;
  }

  /** Undefined while there has been no job. */
  get client(): WorkerClient | undefined {
    return this.#client;
  }

  /** What tells how the engine stands: a thread that starts for the first job is no recovery. */
  get begun(): WorkerClient | undefined {
    const worker = this.#client?.worker;
    return worker?.everReady === true || worker?.state === 'failed' ? this.#client : undefined;
  }

  /**
   * Jobs of this ledger may begin. What an earlier process left unfinished (`left-jobs` of the writer)
   * is brought to an end before anybody sees it. @throws when the thread does not open for that
   */
  async open(settings: OpenSettings, writer: WorkerClient): Promise<void> {
    const leftJobs = leftJobsSchema.parse(await writer.runTask('left-jobs', {}));
    this.#settings = { ...settings, leftJobs };
    if (leftJobs.length > 0) await this.#begin(this.#settings).worker.whenReady();
    for (const jobId of this.#early.splice(0)) {
      this.run(jobId).catch((error: unknown) =>
        this.#log(`${jobId} did not run: ${String(error)}`),
      );
    }
  }

  /** Runs a job when those before it are over; how it ended is written to its row. */
  async run(jobId: string): Promise<void> {
    if (this.#settings === undefined) {
      this.#early.push(jobId);
      return;
    }
    await this.#begin(this.#settings).runTask('run-job', { jobId });
  }

  async close(): Promise<void> {
    this.#settings = undefined;
    this.#early = [];
    await this.#client?.worker.close();
  }

  #begin(settings: OpenSettings): WorkerClient {
    if (this.#client === undefined) {
      this.#client = this.#createClient();
      this.#client.worker.open(settings).catch((error: unknown) => {
        this.#log(`The jobs thread did not open: ${String(error)}`);
      });
    }
    return this.#client;
  }
}
