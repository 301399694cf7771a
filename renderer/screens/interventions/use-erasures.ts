/** The erasures declared for a record and for the interventions on it, read from its evidence. */
import { useMemo } from 'react';
import type { RecordEvidence } from '../../../shared/contract/checkpoints.ts';
import { decodeEntry, erasureType, type ErasureEntry } from '../../../shared/ledger/entries.ts';

/** Declared erasures in journal order; entries that cannot be read are verification's to name. */
export function erasuresIn(evidence: RecordEvidence): ErasureEntry[] {
  return evidence.related.flatMap((each) => {
    if (each.type !== erasureType) return [];
    try {
      const entry = decodeEntry(each.entry);
      return entry.type === erasureType ? [entry] : [];
    } catch {
      return [];
    }
  });
}

/** Tells whether an erasure took a field of a record or of an intervention. */
export function takes({ targets }: ErasureEntry, id: string, field: string): boolean {
  return targets.some((each) => each.id === id && each.fields.includes(field));
}

const none: readonly ErasureEntry[] = [];

export function useErasures(evidence: RecordEvidence | undefined): readonly ErasureEntry[] {
  return useMemo(() => (evidence === undefined ? none : erasuresIn(evidence)), [evidence]);
}
