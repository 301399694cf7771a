/** One body in chunks over the wire, with back-pressure and cancel in both directions. */
import { wholeBodyOf } from '../serve-request.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type ReadResult = Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']>>;

/** Where a sender puts what it reads. */
export interface ChunkSink {
  chunk(bytes: Bytes): void;
  end(): void;
  fail(message: string): void;
}

/** Reads a body and hands it on, one chunk for each credit the other side gives. */
export class ChunkSender {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #sink: ChunkSink;
  #credits = 0;
  #wake: (() => void) | undefined;
  #stopped = false;
  #waitsForSource = false;

  /** `ready` is what was read already; it goes first. */
  constructor(
    reader: ReadableStreamDefaultReader<Uint8Array>,
    sink: ChunkSink,
    ready: readonly Uint8Array[],
  ) {
    this.#reader = reader;
    this.#sink = sink;
    void this.#run(ready);
  }

  /** Whether the source, not the other side, is what the body waits for. */
  get waitsForSource(): boolean {
    return this.#waitsForSource;
  }

  /** The other side has room for one more chunk. */
  pull(): void {
    this.#credits += 1;
    this.#wake?.();
  }

  /** The rest is not wanted: the source is canceled. */
  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#wake?.();
    this.#reader.cancel().catch(() => {});
  }

  async #run(ready: readonly Uint8Array[]): Promise<void> {
    try {
      for (const bytes of ready) if (await this.#credit()) this.#sink.chunk(ownBytes(bytes));
      while (await this.#credit()) {
        this.#waitsForSource = true;
        const { done, value } = await this.#reader.read();
        this.#waitsForSource = false;
        if (this.#isStopped()) return;
        if (done) {
          this.#stopped = true;
          this.#sink.end();
          return;
        }
        this.#sink.chunk(ownBytes(value));
      }
    } catch (error) {
      if (this.#isStopped()) return;
      this.#stopped = true;
      this.#sink.fail(error instanceof Error ? error.message : String(error));
    }
  }

  async #credit(): Promise<boolean> {
    while (this.#credits === 0 && !this.#stopped) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#credits -= 1;
    return !this.#stopped;
  }

  #isStopped(): boolean {
    return this.#stopped;
  }
}

/** Chunks that may be under way or waiting to be read, so that reading and sending overlap. */
const windowChunks = 4;

/** The other end: a stream that asks for chunks as it is read. */
export class ChunkReceiver {
  readonly stream: ReadableStream<Bytes>;
  readonly #controller: ReadableStreamDefaultController<Bytes>;
  #open = true;
  /** Chunks that were asked for and have not come. */
  #underWay = 0;

  /** `pull` asks for one chunk; `stop` tells the sender that the reader has left. */
  constructor(ask: { pull(): void; stop(): void }) {
    let made: ReadableStreamDefaultController<Bytes> | undefined;
    this.stream = new ReadableStream<Bytes>(
      {
        start: (controller) => {
          made = controller;
        },
        // Called after each chunk that comes and each that is read: what is under way counts as here.
        pull: (controller) => {
          while (this.#open && this.#underWay < (controller.desiredSize ?? 0)) {
            this.#underWay += 1;
            ask.pull();
          }
        },
        cancel: () => {
          this.#open = false;
          ask.stop();
        },
      },
      { highWaterMark: windowChunks },
    );
    if (made === undefined) throw new Error('A ReadableStream starts synchronously.');
    this.#controller = made;
  }

  push(bytes: Bytes): void {
    this.#underWay -= 1;
    if (this.#open) this.#controller.enqueue(bytes);
  }

  end(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#controller.close();
  }

  /** Ends with an error, so that a cut body is never taken for a whole one. */
  fail(reason: string | Error): void {
    if (!this.#open) return;
    this.#open = false;
    this.#controller.error(typeof reason === 'string' ? new Error(reason) : reason);
  }
}

/** A body as far as it was read at once: all of it, or its beginning and the reader for the rest. */
export type GatheredBody =
  | { readonly complete: true; readonly bytes: Bytes | null }
  | {
      readonly complete: false;
      readonly ready: readonly Uint8Array[];
      readonly reader: ReadableStreamDefaultReader<Uint8Array>;
    };

/**
 * Reads `stream` until it ends or has given `limit` bytes.
 * With `patience`, also stops reading when that promise resolves before the next chunk is there.
 * @throws what the stream fails with.
 */
export async function gatherBody(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
  patience?: () => Promise<void>,
): Promise<GatheredBody> {
  if (stream === null) return { complete: true, bytes: null };
  const reader = stream.getReader();
  const ready: Uint8Array[] = [];
  let size = 0;
  while (size < limit) {
    const next = reader.read();
    const result =
      patience === undefined
        ? await next
        : await Promise.race([next, patience().then(() => undefined)]);
    if (result === undefined) return { complete: false, ready, reader: resuming(reader, next) };
    if (result.done) return { complete: true, bytes: joined(ready, size) };
    ready.push(result.value);
    size += result.value.byteLength;
  }
  return { complete: false, ready, reader };
}

/** The same of an answer: at once where its body is there whole. */
export async function gatherAnswer(
  response: Response,
  limit: number,
  patience?: () => Promise<void>,
): Promise<GatheredBody> {
  const bytes = wholeBodyOf(response);
  if (bytes !== undefined && bytes.byteLength <= limit) return { complete: true, bytes };
  return gatherBody(response.body, limit, patience);
}

/** `reader` with a read that is already under way put first. */
function resuming(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  next: Promise<ReadResult>,
): ReadableStreamDefaultReader<Uint8Array> {
  let first: Promise<ReadResult> | undefined = next;
  // A failure is seen by the one who reads on; until then it must not count as unhandled.
  next.catch(() => {});
  return {
    read: () => {
      const result = first ?? reader.read();
      first = undefined;
      return result;
    },
    cancel: (reason) => reader.cancel(reason),
    releaseLock: () => reader.releaseLock(),
    closed: reader.closed,
  };
}

function joined(chunks: readonly Uint8Array[], size: number): Bytes {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/** A copy with a buffer of its own: it can be transferred without taking a pool or a cache along. */
function ownBytes(bytes: Uint8Array): Bytes {
  return new Uint8Array(bytes);
}
