/** What state a session is in at an instant, and what its use is refused with then. */
import { ApiError } from '../../shared/contract/errors.ts';
import type { DataOperation } from '../../shared/contract/data-operations.ts';
import type { SessionStatus } from '../../shared/contract/sessions.ts';

/** Times that decide the state of a session; instants as text. */
export interface SessionTimes {
  readonly sessionId: string;
  readonly expiresAt: string;
  readonly closedAt: string | null;
  readonly revokedAt: string | null;
  readonly revokedBy: string | null;
  readonly revocationReason: string | null;
}

/**
 * active → expired | revoked | closed, all terminal. What is written down decides first: closing and
 * revoking are refused to a session that has expired.
 */
export function sessionStatus(
  session: Pick<SessionTimes, 'expiresAt' | 'closedAt' | 'revokedAt'>,
  now: string,
): SessionStatus {
  if (session.revokedAt !== null) return 'revoked';
  if (session.closedAt !== null) return 'closed';
  return now >= session.expiresAt ? 'expired' : 'active';
}

/**
 * Refuses the use of a session that is not active, with exactly the specified details.
 * @throws {ApiError} `access_revoked`, `session_expired`, `session_closed`
 */
export function requireActive(session: SessionTimes, now: string): void {
  const { sessionId: session_id } = session;
  switch (sessionStatus(session, now)) {
    case 'active':
      return;
    case 'revoked':
      throw new ApiError('access_revoked', 'The holder of the data has revoked access to it.', {
        details: {
          session_id,
          revoked_at: session.revokedAt,
          reason: session.revocationReason,
          revoked_by: session.revokedBy,
        },
      });
    case 'expired':
      throw new ApiError('session_expired', 'The session has expired. Open a new one.', {
        details: { session_id, expired_at: session.expiresAt, current_time: now },
      });
    case 'closed':
      throw new ApiError('session_closed', 'The session is closed. Open a new one.', {
        details: { session_id, closed_at: session.closedAt },
      });
  }
}

/**
 * Refuses what a session, or the policy of its dataset, does not allow.
 * @throws {ApiError} `forbidden`
 */
export function requireAllowed(
  operation: DataOperation,
  session: { readonly sessionId: string; readonly allowedOperations: readonly DataOperation[] },
): void {
  if (session.allowedOperations.includes(operation)) return;
  throw new ApiError('forbidden', `This session does not allow ${operation}.`, {
    details: {
      session_id: session.sessionId,
      operation,
      allowed_operations: session.allowedOperations,
    },
  });
}
