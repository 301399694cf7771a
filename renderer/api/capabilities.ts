/** What can be asked for here: of a server elsewhere what it has, of a key what it may. */
import { useCallback } from 'react';
import { hostOperations } from '../../shared/contract/workspace.ts';
import { useMe } from './access.ts';
import { useWorkspace } from './workspace.ts';

/**
 * Whether an operation can be had. `known` is what the server has, `allowed` what the key may; null
 * where that is not known, and then nothing is hidden for it: the answer of the API says so itself.
 */
export function canHave(
  operation: string,
  known: readonly string[] | null,
  allowed: readonly string[] | null,
): boolean {
  if (known !== null && !known.includes(operation)) return false;
  if (hostOperations.has(operation)) return true;
  return allowed === null || allowed.includes(operation);
}

/** A question for screens and commands: is this operation (an operationId) to be had here? */
export function useMay(): (operation: string) => boolean {
  const known = useWorkspace().data?.remote?.operations ?? null;
  const allowed = useMe().data?.operations ?? null;
  return useCallback((operation) => canHave(operation, known, allowed), [known, allowed]);
}
