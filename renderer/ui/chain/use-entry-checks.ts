/** The checks of journal entries, recomputed when the entries change. */
import { useEffect, useState } from 'react';
import type { Entry } from '../../../shared/contract/chain.ts';
import { checkEntries, type EntryCheck } from './check-entries.ts';

const noChecks: ReadonlyMap<number, EntryCheck> = new Map();

/** Checks by seq; empty until they are made. */
export function useEntryChecks(
  entries: readonly Entry[] | undefined,
): ReadonlyMap<number, EntryCheck> {
  const [made, setMade] = useState<{
    readonly of: readonly Entry[];
    readonly checks: ReadonlyMap<number, EntryCheck>;
  }>();
  useEffect(() => {
    if (entries === undefined) return undefined;
    let current = true;
    const check = async () => {
      const checks = await checkEntries(entries);
      if (current) setMade({ of: entries, checks });
    };
    void check();
    return () => {
      current = false;
    };
  }, [entries]);
  return made !== undefined && made.of === entries ? made.checks : noChecks;
}
