/** The checks of journal entries, recomputed when the entries change. */
import type { Entry } from '../../../shared/contract/chain.ts';
import { useMade } from '../use-made.ts';
import { checkEntries, type EntryCheck } from './check-entries.ts';

const noChecks: ReadonlyMap<number, EntryCheck> = new Map();

/** Checks by seq; empty until they are made. */
export function useEntryChecks(
  entries: readonly Entry[] | undefined,
): ReadonlyMap<number, EntryCheck> {
  return useMade(entries, checkEntries) ?? noChecks;
}
