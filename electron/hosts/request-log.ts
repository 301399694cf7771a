/** One line for each request at a door: ids and figures, no path, no query, no header, no body. */
import { instant } from '../../shared/time.ts';
import type { AnsweredExchange } from './http-server.ts';

export type RequestLogForm = 'text' | 'json';

/** The line of a request, without its end. */
export function requestLine(exchange: AnsweredExchange, form: RequestLogForm): string {
  const { at, requestId, operationId, status, ms, bytes, principal, client, door } = exchange;
  const line = {
    time: instant(at),
    request_id: requestId ?? null,
    door,
    method: methodOf(exchange),
    operation: operationId ?? null,
    status,
    ms: Math.round(ms),
    bytes,
    key_id: principal.kind === 'api_key' ? principal.keyId : null,
    client,
  };
  if (form === 'json') return JSON.stringify(line);
  const who = line.key_id ?? principal.kind;
  return `${line.time} ${line.method} ${line.operation ?? '-'} ${status} ${line.ms} ms ${bytes} B ${who} ${client || '-'} ${requestId ?? '-'}`;
}

const methods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
]);

/** The parser of HTTP knows some thirty more, none of which is answered. */
function methodOf({ method }: AnsweredExchange): string {
  return methods.has(method) ? method : 'OTHER';
}
