/** The process that reads files of others: started when it is asked, and again when it has ended. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { sourceUnavailable } from '../sources/source-error.ts';
import type { SourceRequest } from '../sources/host/source-request.ts';
import type { FromSources, ToSources } from '../sources/host/sources-wire.ts';
import { valueOf } from './revive-error.ts';
import { sourcesArgument } from './sources-argument.ts';

/** A process on the other side of a channel. */
export interface SourcesChannel {
  post(message: ToSources): void;
  onMessage(listener: (message: FromSources) => void): void;
  /** Called once, when the process has ended. */
  onEnd(listener: () => void): void;
  /** Ends it at once. */
  kill(): void;
}

/** A message of the process: it is part of this program, and says what its types say. */
export function readFromSources(message: unknown): FromSources {
  return z.custom<FromSources>().parse(message);
}

/** Starts the process as a child of this one. */
export function forkSources(entry: URL): SourcesChannel {
  const child = fork(fileURLToPath(entry), [sourcesArgument], {
    serialization: 'advanced',
    // Bytes of others are read there: it knows nothing of what this process was told by its environment.
    env: process.platform === 'win32' ? { SystemRoot: process.env['SystemRoot'] } : {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return {
    post: (message) => void child.send(message),
    onMessage: (listener) => void child.on('message', listener),
    onEnd: (listener) => {
      child.once('exit', listener);
      child.once('error', listener);
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

/** How much longer than its limit an answer may take before the process is taken for hung; milliseconds. */
const graceMs = 2_000;
/** The same while the process starts, which a busy machine takes its time for; milliseconds. */
const startGraceMs = 12_000;

interface Waiting {
  readonly answered: PromiseWithResolvers<unknown>;
  readonly timer: NodeJS.Timeout;
}

export class SourcesProcess {
  readonly #start: () => SourcesChannel;
  readonly #log: (line: string) => void;
  #channel: SourcesChannel | undefined;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;
  /** Whether the process that runs has answered anything yet. */
  #hasAnswered = false;

  constructor(start: () => SourcesChannel, log: (line: string) => void) {
    this.#start = start;
    this.#log = log;
  }

  /** @throws {ApiError} what the process refuses; `source_unavailable` where it ends before it answers */
  ask(request: SourceRequest): Promise<unknown> {
    const channel = (this.#channel ??= this.#open());
    const id = this.#nextId++;
    const answered = Promise.withResolvers<unknown>();
    const timer = setTimeout(
      () => {
        this.#log('The process that reads files hangs; it is ended.');
        channel.kill();
      },
      request.limitMs + (this.#hasAnswered ? graceMs : startGraceMs),
    );
    this.#waiting.set(id, { answered, timer });
    channel.post({ id, request });
    return answered.promise;
  }

  /** Ends the process; the next request starts another. */
  close(): void {
    this.#channel?.kill();
    this.#lost();
  }

  #open(): SourcesChannel {
    const channel = this.#start();
    this.#hasAnswered = false;
    channel.onMessage(({ id, outcome }) => {
      this.#hasAnswered = true;
      const waiting = this.#waiting.get(id);
      if (waiting === undefined) return;
      this.#waiting.delete(id);
      clearTimeout(waiting.timer);
      try {
        waiting.answered.resolve(valueOf(outcome));
      } catch (error) {
        waiting.answered.reject(error);
      }
    });
    channel.onEnd(() => {
      if (this.#channel !== channel) return;
      this.#log('The process that reads files ended.');
      this.#lost();
    });
    return channel;
  }

  #lost(): void {
    this.#channel = undefined;
    for (const { answered, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      answered.reject(sourceUnavailable('files', new Date().toISOString()));
    }
    this.#waiting.clear();
  }
}
