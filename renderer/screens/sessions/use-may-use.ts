/** Whether the person here may use the rows of a session: its key may, and the session is theirs. */
import type { OperationId } from '../../../shared/contract/routes.ts';
import type { Session } from '../../../shared/contract/sessions.ts';
import { useMay } from '../../api/capabilities.ts';

export function useMayUse(session: Session, operationId: OperationId): boolean {
  return useMay()(operationId) && session.may_use;
}
