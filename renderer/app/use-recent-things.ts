/** Remembers what is opened, from the addresses that the window goes to. */
import { useEffect } from 'react';
import { useLocation } from '@tanstack/react-router';
import { useWorkspace } from '../api/workspace.ts';
import { rememberThing, thingAt } from '../state/recent.ts';

/** The name of the open ledger in what is remembered; undefined while none is known. */
export function useLedgerName(): string | undefined {
  const { data } = useWorkspace();
  return data === undefined ? undefined : `${data.kind} ${data.case_id ?? data.origin}`;
}

export function useRememberedThings(): void {
  const ledger = useLedgerName();
  const { pathname, searchStr } = useLocation();
  useEffect(() => {
    const thing = ledger === undefined ? undefined : thingAt(ledger, pathname, searchStr);
    if (thing !== undefined) rememberThing(thing);
  }, [ledger, pathname, searchStr]);
}
