/** What may be done in a case, which is evidence of somebody else: verified, compared, left; never written to. */
import { ApiError } from '../../shared/contract/errors.ts';
import type { Route } from '../../shared/contract/route.ts';
import { routes, type OperationId } from '../../shared/contract/routes.ts';
import type { RouteGuard } from '../route-handler.ts';

const allowed: ReadonlySet<OperationId> = new Set<OperationId>([
  'anchorCheckpoint',
  'cancelJob',
  'createCase',
  'createExport',
  'deleteCase',
  'openWorkspace',
  'startVerification',
]);

/** Guards that refuse every other operation that writes, before its body is read. */
export function readOnlyGuards(): Record<string, RouteGuard> {
  const refused = (routes as readonly (Route & { operationId: OperationId })[]).filter(
    ({ access, operationId }) =>
      (access === 'write' || access === 'data') && !allowed.has(operationId),
  );
  const refuse: RouteGuard = async () => {
    throw new ApiError(
      'conflict',
      'A case is read-only: it shows the evidence as it was sent. Open your own ledger to write.',
    );
  };
  return Object.fromEntries(refused.map(({ operationId }) => [operationId, refuse]));
}
