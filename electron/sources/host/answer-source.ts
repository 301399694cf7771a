/** Answers requests over files, each within its time: what runs in the process that reads them. */
import { z } from 'zod';
import { ApiError } from '../../../shared/contract/errors.ts';
import { FileRefusal, FilesEngine } from '../files/files-engine.ts';
import { PlaceRefused } from '../files/locate-files.ts';
import { queryTimeout, sourceUnavailable } from '../source-error.ts';
import type { SourceCall, SourceCalls, SourceRequest } from './source-request.ts';

type Answers = {
  readonly [Call in SourceCall]: (
    engine: FilesEngine,
    params: SourceCalls[Call]['takes'],
    signal: AbortSignal,
  ) => Promise<SourceCalls[Call]['gives']>;
};

/** A look tells why files will not do as its result. */
const looked: Answers['inspect'] = async (engine, look, signal) => {
  try {
    return await engine.inspect(look, signal);
  } catch (error) {
    if (error instanceof PlaceRefused) return { refused: 'place' };
    if (!(error instanceof FileRefusal)) throw error;
    const { member, fault } = error;
    return { refused: { member, fault } };
  }
};

const answers: Answers = {
  inspect: looked,
  check: async (engine, { reading }, signal) => {
    await engine.check(reading, signal);
    return undefined;
  },
  count: (engine, { reading, condition }, signal) => engine.count(reading, condition, signal),
  rows: (engine, { reading, order }, signal) => engine.rows(reading, order, signal),
  at: (engine, { reading, seqs }, signal) => engine.at(reading, seqs, signal),
  group: (engine, { reading, order }, signal) => engine.group(reading, order, signal),
};

/** Answers a call with the parameters that are its own. */
const answerSchema =
  z.custom<(engine: FilesEngine, params: unknown, signal: AbortSignal) => Promise<unknown>>();

export class SourceAnswers {
  readonly #engines = new Map<string, FilesEngine>();
  readonly #now: () => string;
  readonly #log: (line: string) => void;

  constructor(means: { readonly now: () => string; readonly log: (line: string) => void }) {
    this.#now = means.now;
    this.#log = means.log;
  }

  /** @throws {ApiError} `query_timeout` past the limit; what reading refuses; `source_unavailable` for all else */
  async answer({ call, params, temporary, limitMs, toldMs }: SourceRequest): Promise<unknown> {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), limitMs);
    try {
      // The program that asks wrote the parameters as its types say.
      const run = answerSchema.parse(answers[call]);
      return await run(this.#engineAt(temporary), params, limit.signal);
    } catch (error) {
      if (limit.signal.aborted) throw queryTimeout(toldMs);
      if (error instanceof ApiError) throw error;
      // The message of an engine may quote paths and values: it stays in the log of the machine, without them.
      this.#log(
        `A source could not be read (${call}): ${error instanceof Error ? error.name : ''}`,
      );
      throw sourceUnavailable('files', this.#now());
    } finally {
      clearTimeout(timer);
    }
  }

  #engineAt(temporary: string): FilesEngine {
    const known = this.#engines.get(temporary) ?? new FilesEngine(temporary);
    this.#engines.set(temporary, known);
    return known;
  }
}
