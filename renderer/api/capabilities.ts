/** What can be asked for here: of a server elsewhere what it has, of a key what it may. */
import { useCallback } from 'react';
import { hostOperations } from '../../shared/contract/workspace.ts';
import { useMe } from './access.ts';
import { useFirstScreen } from './first-screen.ts';
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

/**
 * The same for what a page asks by itself: no, as long as it is not known what the key may. Right
 * after another workspace was opened a question would else be refused.
 */
export function useMayAsk(): (operation: string) => boolean {
  const { isPending } = useMe();
  const may = useMay();
  return useCallback((operation) => !isPending && may(operation), [isPending, may]);
}

/** The same for what the frame asks beside a screen: no, as long as the first one is not drawn. */
export function useMayAskBeside(): (operation: string) => boolean {
  const isDrawn = useFirstScreen();
  const mayAsk = useMayAsk();
  return useCallback((operation) => isDrawn && mayAsk(operation), [isDrawn, mayAsk]);
}
