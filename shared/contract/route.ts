/** One line of the route table, and what lines have in common. */
import type { z } from 'zod';
import { queryInteger } from './common.ts';
import type { ErrorCode, FieldError } from './errors.ts';

/** Which of the two error bodies of the specification ("Errors") an area speaks. */
export type ErrorShape = 'records' | 'sessions';

export interface Route {
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `{base_url}`; parameters as `{id}`. */
  readonly path: string;
  readonly summary: string;
  /** What the summary leaves open. */
  readonly description?: string;
  readonly area:
    | 'records'
    | 'models'
    | 'datasets'
    | 'grants'
    | 'sessions'
    | 'evidence'
    | 'billing'
    | 'chain'
    | 'jobs'
    | 'imports'
    | 'workspace'
    | 'access'
    | 'people'
    | 'persons'
    | 'audit'
    | 'webhooks'
    | 'service';
  /**
   * `read` runs on a reader thread, `write` on the writer. `data` queries the rows of a dataset on a
   * thread that is stopped at its limit, and has the writer keep its usage before it answers.
   * `host` is answered by the host's own process, without a ledger.
   */
  readonly access: 'read' | 'write' | 'data' | 'host';
  readonly errorShape: ErrorShape;
  /** Whether the specification has it. */
  readonly extension: boolean;
  /** Whether a console that shows a server elsewhere keeps the answer for when that is away: never rows of data, salts, keys or files. */
  readonly offline?: true;
  readonly query?: z.ZodObject;
  /** What `query` allows parameter by parameter but not together. */
  readonly queryConflicts?: (query: Readonly<Record<string, string>>) => FieldError[];
  readonly body?: z.ZodType;
  /** Whether `prepare: true` in the body is answered with a PreparedAct and status 200: an act that people sign. */
  readonly prepares?: true;
  /** Whether a part of what was sent may be refused: then it is answered with status 207 and the same body. */
  readonly partly?: true;
  /** Bytes of a body of JSON, where it may have more than any. */
  readonly bodyBytes?: number;
  /**
   * Request media types of a body that may be packed (`Content-Encoding: gzip`) and is made ready where it is read; its
   * errors are a `google.rpc.Status` in the encoding of the request.
   */
  readonly packed?: readonly string[];
  /** Request media types other than application/json, with the body streamed. */
  readonly upload?: readonly string[];
  readonly status: 200 | 201 | 202;
  /** A schema of JSON, or a media type; `lines` is the schema of each line. */
  readonly response: z.ZodType | { readonly mediaType: string; readonly lines?: z.ZodType };
  readonly errors: readonly ErrorCode[];
}

/** The query parameters of a list that is read in pages. */
export const page = (sizes: { defaultLimit: number; maximumLimit: number }) => ({
  limit: queryInteger(1, sizes.maximumLimit).default(sizes.defaultLimit),
  offset: queryInteger(0, Number.MAX_SAFE_INTEGER).default(0),
});
