/**
 * Batches that are read before they are asked for: whoever streams asks for the next one as soon as the last one is
 * there, and the thread has nothing to do meanwhile. Nothing is counted, kept or given out before it is asked for.
 */
import { setImmediate } from 'node:timers/promises';
import { batchName, type Batch, type BatchRequest } from './read-batch.ts';

/** How long a batch waits to be asked for; milliseconds. */
const waitsMs = 1_000;
/** Streams whose next batch is read ahead. */
const mostStreams = 4;
/** A batch of more bytes does not wait in memory. */
const mostBytes = 1024 * 1024;
/** Who asks for something else must not wait for one that takes longer; milliseconds. */
const longestReadMs = 20;

interface Ahead {
  readonly name: string;
  readonly batch: Batch;
  readonly timer: NodeJS.Timeout;
}

/** Reads a batch; `n` is the number that its receipt is thought to get. */
export type ReadBatch = (request: BatchRequest, n: number) => Promise<Batch>;

export class BatchesAhead {
  readonly #read: ReadBatch;
  /** By session; the first is the one that was read first. */
  readonly #batches = new Map<string, Ahead>();

  constructor(read: ReadBatch) {
    this.#read = read;
  }

  /** The batch of a request, read now unless it was read before; and has the one behind it read next. */
  async take(request: BatchRequest, n: number): Promise<Batch> {
    const began = performance.now();
    const ready = this.#found(request);
    const batch = ready ?? (await this.#read(request, n));
    const isQuick = ready !== undefined || performance.now() - began <= longestReadMs;
    if (isQuick && batch.last !== undefined && isHeld(request) && batch.bytes <= mostBytes) {
      void this.#readNext({ ...request, after: batch.last }, n + 1);
    }
    return batch;
  }

  #found(request: BatchRequest): Batch | undefined {
    const { sessionId } = request.scope;
    const ahead = this.#batches.get(sessionId);
    this.#drop(sessionId);
    return ahead?.name === batchName(request) ? ahead.batch : undefined;
  }

  async #readNext(request: BatchRequest, n: number): Promise<void> {
    await setImmediate();
    const { sessionId } = request.scope;
    try {
      const batch = await this.#read(request, n);
      if (batch.bytes > mostBytes) return;
      this.#drop(sessionId);
      const timer = setTimeout(() => this.#drop(sessionId), waitsMs).unref();
      this.#batches.set(sessionId, { name: batchName(request), batch, timer });
      const [oldest] = this.#batches.keys();
      if (this.#batches.size > mostStreams && oldest !== undefined) this.#drop(oldest);
    } catch {
      // Whoever asks for it is told.
    }
  }

  #drop(sessionId: string): void {
    clearTimeout(this.#batches.get(sessionId)?.timer);
    this.#batches.delete(sessionId);
  }
}

/** Rows elsewhere are compared with their snapshot when they are asked for, and not before. */
function isHeld({ opened }: BatchRequest): boolean {
  return opened.source.kind === 'embedded';
}
