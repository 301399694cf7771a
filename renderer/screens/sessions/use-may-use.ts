/** Whether the person here may use the rows of a session: its key may, and the session is theirs. */
import type { Session } from '../../../shared/contract/sessions.ts';
import { useMay } from '../../api/capabilities.ts';

export function useMayUse(session: Session, operationId: string): boolean {
  return useMay()(operationId) && session.may_use;
}
