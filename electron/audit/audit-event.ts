/** What the audit log keeps of an answered request, and whether it keeps it at all. */
import type { AuditOutcome } from '../../shared/contract/audit.ts';
import { instant } from '../../shared/time.ts';
import type { AnsweredRequest } from '../access/gate.ts';
import { auditActionOf, isKeptOfOperator } from './audit-action.ts';
import type { NewAuditEvent } from './audit-log.ts';
import { safeObject, safePath } from './safe-text.ts';

/** `operator`, `anonymous` or the id of an API key: what the log and the list of requests are searched by. */
export function callerOf({ principal }: AnsweredRequest): string {
  return principal.kind === 'api_key' ? principal.keyId : principal.kind;
}

/** 401, 403 and 429 are refusals; what else is no success has failed. */
export function outcomeOf(status: number): AuditOutcome {
  if (status === 401 || status === 403 || status === 429) return 'refused';
  return status >= 400 ? 'failed' : 'done';
}

/** Everything a key does, what the operator changes, opens or takes out, and every refusal. */
export function isKept(request: AnsweredRequest): boolean {
  if (request.principal.kind !== 'operator') return true;
  return outcomeOf(request.status) === 'refused' || isKeptOfOperator(request.route, request.method);
}

/** The event of a request: ids and paths only. `omitted` requests before it are only counted. */
export function auditEventOf(request: AnsweredRequest, omitted: number): NewAuditEvent {
  const { principal, route, status } = request;
  const [object] = Object.values(request.parameters);
  const isKey = principal.kind === 'api_key';
  return {
    at: instant(request.at),
    request_id: request.requestId,
    mount: request.mount,
    caller: {
      kind: principal.kind,
      key_id: isKey ? principal.keyId : null,
      role: isKey ? principal.role : null,
    },
    action: auditActionOf(route),
    operation_id: route?.operationId ?? null,
    method: request.method,
    path: safePath(request.path),
    object_id: safeObject(object ?? null),
    status,
    outcome: outcomeOf(status),
    ms: Math.round(request.ms),
    omitted,
    ...(request.decisions === undefined ? {} : { decisions: request.decisions }),
  };
}
