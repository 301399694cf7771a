/** Remembers what is opened, once it is there, and forgets what is not. */
import { useEffect } from 'react';
import type { Workspace } from '../../../shared/contract/workspace.ts';
import { toFailure } from '../../api/client.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { forgetThing, recentThing, rememberThing, type RecentThing } from '../../state/recent.ts';

/** The name of the open ledger in what is remembered; undefined while none is known. */
export function useLedgerName(): string | undefined {
  const { data } = useWorkspace();
  return data === undefined ? undefined : ledgerName(data);
}

/** A demo that is made anew is another ledger; of a server, each key sees its own part. */
function ledgerName({ kind, origin, created_at: created, case_id: id, remote }: Workspace): string {
  if (remote !== null) return `${kind} ${remote.connection_id}`;
  return `${kind} ${id ?? `${origin} ${created}`}`;
}

/** Notes what became of opening a thing; `answer` is that to the question for it. */
export function useOpenedThing(
  kind: RecentThing['kind'],
  id: string,
  answer: { readonly data: unknown; readonly error: unknown },
): void {
  const ledger = useLedgerName();
  const isThere = answer.data !== undefined;
  const isMissing = answer.error !== null && toFailure(answer.error).code === 'not_found';
  useEffect(() => {
    if (ledger === undefined) return;
    const thing = recentThing(ledger, kind, id);
    if (isMissing) forgetThing(thing);
    else if (isThere) rememberThing(thing);
  }, [ledger, kind, id, isThere, isMissing]);
}
