/** Answers requests over sources, each within its time: what runs in the process that reads them. */
import { z } from 'zod';
import { ApiError } from '../../../shared/contract/errors.ts';
import { FilesEngine } from '../files/files-engine.ts';
import { PlaceRefused } from '../files/locate-files.ts';
import { ServerUnfit } from '../postgres/look-at-server.ts';
import { PostgresEngine, type RequestLimit } from '../postgres/postgres-engine.ts';
import { isTimeout } from '../postgres/server-faults.ts';
import { lookTimeout, queryTimeout, sourceUnavailable } from '../source-error.ts';
import { SourceRefusal } from '../source-refusal.ts';
import type { MemberRefusal } from '../read-row.ts';
import type { LookRefusal, SourceCall, SourceCalls, SourceRequest } from './source-request.ts';

interface Engines {
  readonly files: FilesEngine;
  readonly postgres: PostgresEngine;
}

type Answers = {
  readonly [Call in SourceCall]: (
    engines: Engines,
    params: SourceCalls[Call]['takes'],
    limit: RequestLimit,
  ) => Promise<SourceCalls[Call]['gives']>;
};

/** A look tells why a source will not do as its result. */
async function looked<Found, Refusal extends LookRefusal>(
  look: Promise<Found>,
  refusalOf: (error: unknown) => Refusal | undefined,
): Promise<Found | { readonly refused: Refusal }> {
  try {
    return await look;
  } catch (error) {
    const refused = refusalOf(error);
    if (refused === undefined) throw error;
    return { refused };
  }
}

function memberRefused(error: unknown): MemberRefusal | undefined {
  if (!(error instanceof SourceRefusal)) return undefined;
  const { member, fault } = error;
  return { member, fault };
}

const answers: Answers = {
  inspect: ({ files }, look, { signal }) =>
    looked(files.inspect(look, signal), (error) =>
      error instanceof PlaceRefused ? 'place' : memberRefused(error),
    ),
  check: async ({ files }, { reading }, { signal }) => {
    await files.check(reading, signal);
    return undefined;
  },
  count: ({ files }, { reading, condition }, { signal }) => files.count(reading, condition, signal),
  rows: ({ files }, { reading, order }, { signal }) => files.rows(reading, order, signal),
  at: ({ files }, { reading, seqs }, { signal }) => files.at(reading, seqs, signal),
  group: ({ files }, { reading, order }, { signal }) => files.group(reading, order, signal),

  server: ({ postgres }, { login }, limit) => postgres.server(login, limit),
  relations: ({ postgres }, { login, search, limit: most }, limit) =>
    postgres.relations(login, { search, limit: most }, limit),
  inspectRelation: ({ postgres }, look, limit) =>
    looked(postgres.inspect(look, limit), memberRefused),
  checkRelation: async ({ postgres }, { reading }, limit) => {
    await postgres.check(reading, limit);
    return undefined;
  },
  countRelation: ({ postgres }, { reading, condition }, limit) =>
    postgres.count(reading, condition, limit),
  explainRelation: ({ postgres }, { reading, condition }, limit) =>
    postgres.explain(reading, condition, limit),
  relationRows: ({ postgres }, { reading, order }, limit) => postgres.rows(reading, order, limit),
  relationRowsAt: ({ postgres }, { reading, keys }, limit) => postgres.at(reading, keys, limit),
  groupRelation: ({ postgres }, { reading, order }, limit) => postgres.group(reading, order, limit),
};

/** Answers a call with the parameters that are its own. */
const answerSchema =
  z.custom<(engines: Engines, params: unknown, limit: RequestLimit) => Promise<unknown>>();

/** Calls that no filter narrows. */
const looks: ReadonlySet<string> = new Set<SourceCall>([
  'inspect',
  'check',
  'server',
  'relations',
  'inspectRelation',
  'checkRelation',
]);

/** Calls that are about files. */
const ofFiles: ReadonlySet<string> = new Set(['inspect', 'check', 'count', 'rows', 'at', 'group']);

export class SourceAnswers {
  readonly #files = new Map<string, FilesEngine>();
  readonly #postgres = new PostgresEngine();
  readonly #now: () => string;
  readonly #log: (line: string) => void;

  constructor(means: { readonly now: () => string; readonly log: (line: string) => void }) {
    this.#now = means.now;
    this.#log = means.log;
  }

  /** Ends what is kept open for the next request. */
  close(): void {
    this.#postgres.close();
  }

  /** @throws {ApiError} `query_timeout` past the limit; what reading refuses; `source_unavailable` for all else */
  async answer(request: SourceRequest): Promise<unknown> {
    const { call, params, temporary, limitMs, toldMs, password = '' } = request;
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), limitMs);
    try {
      if (call === 'keepPassword') throw new TypeError('Passwords are not kept here.');
      // The program that asks wrote the parameters as its types say.
      const run = answerSchema.parse(answers[call]);
      const engines = { files: this.#filesAt(temporary), postgres: this.#postgres };
      return await run(engines, params, { signal: limit.signal, ms: limitMs, password });
    } catch (error) {
      if (limit.signal.aborted || isTimeout(error)) {
        throw looks.has(call) ? lookTimeout(toldMs) : queryTimeout(toldMs);
      }
      if (error instanceof ApiError) throw error;
      this.#log(`A source could not be read (${call}): ${nameOf(error)}`);
      throw sourceUnavailable(ofFiles.has(call) ? 'files' : 'postgres', this.#now());
    } finally {
      clearTimeout(timer);
    }
  }

  #filesAt(temporary: string): FilesEngine {
    const known = this.#files.get(temporary) ?? new FilesEngine(temporary);
    this.#files.set(temporary, known);
    return known;
  }
}

/** The message of an engine may quote paths, names and values: it stays out of the log of the machine. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const code =
    'code' in error && /^[0-9A-Z_]{1,40}$/.test(String(error.code)) ? ` ${String(error.code)}` : '';
  return `${error instanceof ServerUnfit ? 'ServerUnfit' : error.name}${code}`;
}
