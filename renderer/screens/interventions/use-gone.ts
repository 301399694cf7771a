/** Values of a record that are no longer there, and the erasures that declare it. */
import { useMemo } from 'react';
import { isJsonObject } from '../../../shared/contract/json.ts';
import { committedFields, type CommittedField } from '../../../shared/contract/records.ts';
import { decodeEntry, recordType, type ErasureEntry } from '../../../shared/ledger/entries.ts';
import { useEntries } from '../../api/chain.ts';
import { useRecordEvidence } from '../../api/checkpoints.ts';
import type { RecordRow } from '../../api/records.ts';
import { isErased } from './effect-comparison.tsx';
import { takes, useErasures } from './use-erasures.ts';

/** Fields that the entry commits to and the record no longer shows. */
export function goneFields(record: RecordRow, entryText: string | undefined): CommittedField[] {
  const committed = committedIn(entryText);
  return committedFields.filter((field) => {
    const value = record[field];
    if (value === undefined) return committed.has(field);
    return isJsonObject(value) && isErased(value);
  });
}

function committedIn(text: string | undefined): ReadonlySet<string> {
  if (text === undefined) return new Set();
  try {
    const entry = decodeEntry(text);
    return new Set(entry.type === recordType ? entry.commitments.map(({ field }) => field) : []);
  } catch {
    // An entry that cannot be read is verification's to name.
    return new Set();
  }
}

export interface Gone {
  readonly fields: readonly CommittedField[];
  readonly erasures: readonly ErasureEntry[];
  /** What declares that this field is gone. */
  readonly erasureOf: (field: string) => ErasureEntry | undefined;
}

/**
 * Values of a record that are gone, and why. The evidence is asked for only where something is missing, or
 * `also` says so: it may take a checkpoint to be signed.
 */
export function useGone(record: RecordRow, also = false): Gone {
  const entries = useEntries(record.seq, 1);
  const text = entries.data?.data.find(({ seq }) => seq === record.seq)?.bytes;
  const fields = useMemo(() => goneFields(record, text), [record, text]);
  const evidence = useRecordEvidence(record.id, { enabled: also || fields.length > 0 });
  const erasures = useErasures(evidence.data);
  return {
    fields,
    erasures,
    erasureOf: (field) => erasures.find((each) => takes(each, record.id, field)),
  };
}
