/** The rows of Requests: calls of this window and what the program answered, in one form. */
import { z } from 'zod';
import { jsonOrUndefined } from '../../../shared/contract/json.ts';
import type { AnsweredRequest } from '../../../shared/contract/requests.ts';
import type { Call, CallRate } from '../../api/calls.ts';
import { withoutVersion, type AnswerStatus } from '../../ui/requests/request-words.ts';
import type { RequestSort, StatusClass } from './search.ts';

export interface RequestRow {
  readonly id: string;
  /** ms since the epoch. */
  readonly at: number;
  readonly method: string;
  /** Of a call of this window with its query string. */
  readonly path: string;
  readonly status: AnswerStatus;
  readonly ms: number | null;
  readonly requestId: string | null;
  readonly rate: CallRate | null;
  readonly code: string | null;
  readonly message: string | null;
  /** The error as it was answered. */
  readonly error: string | null;
  /** Null for a call of this window, as it knows itself. */
  readonly answered: AnsweredRequest | null;
  /** What this window knows of it: null where somebody else sent it. */
  readonly call: Call | null;
}

export function rowOfCall(call: Call): RequestRow {
  let status: AnswerStatus = call.status;
  if (status === 0) status = call.wasAborted ? 'aborted' : 'unanswered';
  const { id, at, method, path, ms, requestId, rate, code, message, error } = call;
  const known = { id, at, method, path, status, ms, requestId, rate, code, message, error };
  return { ...known, answered: null, call };
}

/** Row of what was answered; where it is a call of this window, with what the window knows of it. */
export function rowOfAnswered(
  answered: AnsweredRequest,
  calls: ReadonlyMap<string, Call>,
): RequestRow {
  const { request_id: requestId, at, method, path, status, ms, rate_limit: rate, error } = answered;
  const stated = statedIn(error);
  const call = calls.get(requestId) ?? null;
  return {
    id: requestId,
    at: Date.parse(at),
    method,
    path: call?.path ?? withoutVersion(path),
    status,
    ms,
    requestId,
    rate:
      rate === null
        ? null
        : { limit: rate.limit, remaining: rate.remaining, resetSeconds: rate.reset_seconds },
    code: call?.code ?? stated.code,
    message: call?.message ?? stated.message,
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

/** What is not answered yet is longer than anything. */
const durationOf = ({ ms }: RequestRow) => ms ?? Number.MAX_SAFE_INTEGER;
const statusOf = ({ status }: RequestRow) => (typeof status === 'number' ? status : 0);
const keys: Readonly<Record<RequestSort, (row: RequestRow) => number>> = {
  at: (row) => row.at,
  status: statusOf,
  duration: durationOf,
};

/** Tells whether the console itself asked, this window or another. */
export function isConsoles({ answered }: RequestRow): boolean {
  return answered === null || answered.caller.kind === 'operator';
}

export interface RowsChoice {
  readonly status: StatusClass | undefined;
  readonly text: string;
  readonly sort: RequestSort;
  readonly order: 'asc' | 'desc';
}

/** The rows that are asked for, in their order; equals stay as they came, the newest first. */
export function chooseRows(rows: readonly RequestRow[], choice: RowsChoice): RequestRow[] {
  const wanted = choice.text.trim().toLowerCase();
  const key = keys[choice.sort];
  const way = choice.order === 'asc' ? 1 : -1;
  const found = rows.filter(
    (row) =>
      (choice.status === undefined || classOf(row) === choice.status) &&
      [row.path, row.requestId ?? '', row.answered?.operation_id ?? ''].some((each) =>
        each.toLowerCase().includes(wanted),
      ),
  );
  if (choice.sort === 'at' && choice.order === 'desc') return found;
  return found.toSorted((one, other) => way * (key(one) - key(other)));
}

/** A row as a file holds it: flat, in the words of the API. */
export function fileRow(row: RequestRow): Readonly<Record<string, string | number | null>> {
  const { answered, rate } = row;
  return {
    at: new Date(row.at).toISOString(),
    method: row.method,
    path: row.path,
    status: row.status,
    ms: row.ms === null ? null : Math.round(row.ms),
    request_id: row.requestId,
    remaining: rate?.remaining ?? null,
    limit: rate?.limit ?? null,
    code: row.code,
    message: row.message,
    caller: answered?.caller.key_id ?? answered?.caller.kind ?? null,
    mount: answered?.mount ?? null,
    operation_id: answered?.operation_id ?? null,
  };
}
