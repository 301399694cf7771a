/** The rows of Requests: calls of this window and what the program answered, in one form. */
import { z } from 'zod';
import { jsonOrUndefined } from '../../../../shared/contract/json.ts';
import type { AnsweredRequest } from '../../../../shared/contract/requests.ts';
import type { Call, CallRate } from '../../../api/calls.ts';
import { withoutVersion, type AnswerStatus } from '../../../ui/requests/request-words.ts';
import type { StatusClass } from '../search.ts';

export interface RequestRow {
  readonly id: string;
  readonly at: string;
  readonly method: string;
  /** Of a call of this window with its query string. */
  readonly path: string;
  readonly status: AnswerStatus;
  /** Whole milliseconds. */
  readonly ms: number | null;
  readonly request_id: string | null;
  readonly remaining: number | null;
  readonly limit: number | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly caller: string | null;
  readonly mount: AnsweredRequest['mount'] | null;
  readonly operation_id: string | null;
  readonly rate: CallRate | null;
  /** The error as it was answered. */
  readonly error: string | null;
  /** Null for a call of this window, as it knows itself. */
  readonly answered: AnsweredRequest | null;
  /** Facts that this window knows of it: null where somebody else sent it. */
  readonly call: Call | null;
}

export function rowOfCall(call: Call): RequestRow {
  let status: AnswerStatus = call.status;
  if (status === 0) status = call.wasAborted ? 'aborted' : 'unanswered';
  return {
    id: call.id,
    at: new Date(call.at).toISOString(),
    method: call.method,
    path: call.path,
    status,
    ms: call.ms === null ? null : Math.round(call.ms),
    request_id: call.requestId,
    remaining: call.rate?.remaining ?? null,
    limit: call.rate?.limit ?? null,
    code: call.code,
    message: call.message,
    caller: null,
    mount: null,
    operation_id: null,
    rate: call.rate,
    error: call.error,
    answered: null,
    call,
  };
}

/** Row of what was answered; where it is a call of this window, with what the window knows of it. */
export function rowOfAnswered(
  answered: AnsweredRequest,
  calls: ReadonlyMap<string, Call>,
): RequestRow {
  const { request_id: id, at, method, path, status, ms, rate_limit: rate, error } = answered;
  const stated = statedIn(error);
  const call = calls.get(id) ?? null;
  return {
    id,
    at: new Date(at).toISOString(),
    method,
    path: call?.path ?? withoutVersion(path),
    status,
    ms: Math.round(ms),
    request_id: id,
    remaining: rate?.remaining ?? null,
    limit: rate?.limit ?? null,
    code: call?.code ?? stated.code,
    message: call?.message ?? stated.message,
    caller: answered.caller.key_id ?? answered.caller.kind,
    mount: answered.mount,
    operation_id: answered.operation_id,
    rate:
      rate === null
        ? null
        : { limit: rate.limit, remaining: rate.remaining, resetSeconds: rate.reset_seconds },
    error: call?.error ?? error,
    answered,
    call,
  };
}

const errorSchema = z.object({
  error: z.object({
    code: z.string().optional(),
    type: z.string().optional(),
    message: z.string().nullable().default(null),
  }),
});

/** Code and words of an answered error, in either of the specified shapes. */
function statedIn(error: string | null): { code: string | null; message: string | null } {
  const stated = errorSchema.safeParse(jsonOrUndefined(error ?? ''));
  if (!stated.success) return { code: null, message: null };
  const { code, type, message } = stated.data.error;
  return { code: code ?? type ?? null, message };
}

export function callsById(calls: readonly Call[]): ReadonlyMap<string, Call> {
  return new Map(
    calls.flatMap((call) => (call.requestId === null ? [] : [[call.requestId, call] as const])),
  );
}

/** Failed calls are those that were not answered, too; one that is on its way is in no class. */
export function classOf({ status }: RequestRow): StatusClass | undefined {
  if (status === 'pending' || status === 'aborted') return undefined;
  if (status === 'unanswered' || status >= 500) return '5xx';
  return status >= 400 ? '4xx' : '2xx';
}

/** Tells whether the console itself asked, this window or another. */
export function isConsoles({ answered }: RequestRow): boolean {
  return answered === null || answered.caller.kind === 'operator';
}

/** A row as a file holds it: flat, in the words of the API. */
export function fileRow(row: RequestRow): object {
  const { id: _id, rate: _rate, error: _error, answered: _answered, call: _call, ...flat } = row;
  return flat;
}
