/** A real API on a real ledger file, called directly, as every API benchmark needs it. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { ApiOptions } from '../api/api-options.ts';
import { createApi } from '../api/create-api.ts';
import { askedBy, type Caller } from '../serve-request.ts';

const caller: Caller = { mount: 'direct', principal: { kind: 'operator' } };

/** 32 bytes, the same in every benchmark: a ledger filled by one is opened by the next. */
export const benchmarkSeed = new Uint8Array(createHash('sha256').update('benchmark').digest());

export interface ApiUnderTest {
  readonly ledgerPath: string;
  /** The API function itself, for a request made beforehand. */
  readonly serve: (request: Request) => Promise<Response>;
  /** The answer's text; throws where the status is not the one expected. */
  call(method: string, path: string, options?: CallOptions): Promise<string>;
  close(): Promise<void>;
}

interface RequestOptions {
  readonly body?: string;
  /** Instead of `body`. */
  readonly stream?: ReadableStream<Uint8Array>;
  readonly type?: string;
}

interface CallOptions extends RequestOptions {
  readonly status?: number;
}

export function buildRequest(
  method: string,
  path: string,
  { stream, body, type = 'application/json' }: RequestOptions = {},
): Request {
  const content = body ?? stream;
  return new Request(`http://127.0.0.1/v1${path}`, {
    method,
    ...(content === undefined
      ? {}
      : { body: content, headers: { 'content-type': type }, duplex: 'half' }),
  });
}

/**
 * Opens (or makes) the ledger in `directory` with every role in this thread; by the clock of the machine, and work with
 * files from elsewhere in this thread too, unless told.
 */
export async function openApi(
  directory: string,
  { clock = Date.now, foreign }: Partial<Pick<ApiOptions, 'clock' | 'foreign'>> = {},
): Promise<ApiUnderTest> {
  mkdirSync(directory, { recursive: true });
  const api = await createApi({
    role: 'all',
    workspace: { kind: 'local', directory, dataRoot: directory, version: '0.0.0', demoRecords: 0 },
    signingSeed: benchmarkSeed,
    apiKeyHashes: [],
    clock,
    random: (bytes) => randomBytes(bytes),
    foreign,
  });
  const serve = (request: Request) => api.gate.serve(askedBy(request, caller));
  return {
    ledgerPath: join(directory, 'proofdesk.db'),
    serve,
    async call(method, path, { status = 200, ...options } = {}) {
      const response = await serve(buildRequest(method, path, options));
      const text = await response.text();
      if (response.status !== status) throw new Error(`${method} ${path}: ${text}`);
      return text;
    },
    close: () => api.close(),
  };
}

const jobShape = z.looseObject({ job_id: z.string(), status: z.string(), result: z.unknown() });

/** Starts a job by a POST and waits for its end. @returns its result @throws {Error} unless it completed */
export async function finishedJob(
  api: ApiUnderTest,
  path: string,
  options: Pick<RequestOptions, 'body' | 'type'>,
): Promise<unknown> {
  const answer = await api.call('POST', path, { ...options, status: 202 });
  let job = jobShape.parse(JSON.parse(answer));
  while (job.status === 'queued' || job.status === 'running') {
    await pause(10);
    job = jobShape.parse(JSON.parse(await api.call('GET', `/jobs/${job.job_id}`)));
  }
  if (job.status !== 'completed') throw new Error(`A job ended as ${JSON.stringify(job)}`);
  return job.result;
}
