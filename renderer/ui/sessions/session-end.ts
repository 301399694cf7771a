/** When a session is over. */
import type { Session } from '../../../shared/contract/sessions.ts';

/** The instant a session ended or will end; ISO 8601. */
export function endOf(session: Session): string {
  return session.revoked_at ?? session.closed_at ?? session.expires_at;
}
