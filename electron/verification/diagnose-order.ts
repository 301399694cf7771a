/** Entries that do not stand where they say: taken out, put in, or moved. */
import type { LedgerEntry } from '../../shared/ledger/entries.ts';
import {
  decodeRow,
  lostEntry,
  nothingKnown,
  passLost,
  passRecord,
  present,
  recordIdOf,
  type Diagnosis,
  type DiagnosisPlace,
} from './diagnosis.ts';
import { createFinding, type EntryFinding } from './findings.ts';
import {
  leafHashOf,
  UnreadableRow,
  type LedgerSnapshot,
  type StoredEntry,
} from '../ledger/ledger-snapshot.ts';
import { sha256 } from '../ledger/sha256.ts';

/** How many rows must all be off by the same for the rows to have been renumbered. */
const renumberingReach = 3;

/** Entries taken out or put in with all later rows renumbered: this row and the next are off by the same. */
export function findRenumbering(
  snapshot: LedgerSnapshot,
  stored: StoredEntry,
  entry: LedgerEntry,
  place: DiagnosisPlace,
): { shift: number; finding: EntryFinding } | undefined {
  const { seq } = stored;
  const expectedSeq = seq + place.shift;
  const shift = entry.seq - expectedSeq;
  if (leafHashOf(stored.bytes) !== stored.leafHash) return undefined;
  // Where the entry says it stands there may be another that belongs here: then two changed places.
  if (decodeRow(snapshot, entry.seq - place.shift)?.entry.seq === expectedSeq) return undefined;
  for (let ahead = 1; ahead <= renumberingReach; ahead += 1) {
    if (snapshot.entry(seq + ahead) === undefined) break;
    if (decodeRow(snapshot, seq + ahead)?.entry.seq !== entry.seq + ahead) return undefined;
  }
  if (repeats(snapshot, stored, entry, place)) return undefined;
  const count = Math.abs(shift);
  if (shift > 0) {
    const message =
      count === 1
        ? `Entry ${expectedSeq} was taken out, and the rows after it were renumbered.`
        : `Entries ${expectedSeq} to ${entry.seq - 1} were taken out, and the rows after them were renumbered.`;
    return { shift, finding: createFinding('DELETED', message, { seq: expectedSeq }) };
  }
  const first = seq - count;
  const message =
    count === 1
      ? `Row ${first} was put in, and the rows after it were renumbered.`
      : `Rows ${first} to ${seq - 1} were put in, and the rows after them were renumbered.`;
  return { shift, finding: createFinding('INSERTED', message, { seq: first }) };
}

/** Whether the last row is a second copy of an entry that also stands where it belongs. */
function repeats(
  snapshot: LedgerSnapshot,
  stored: StoredEntry,
  entry: LedgerEntry,
  place: DiagnosisPlace,
): boolean {
  if (snapshot.entry(stored.seq + 1) !== undefined) return false;
  return decodeRow(snapshot, entry.seq - place.shift)?.stored.bytes === stored.bytes;
}

/** Tells whether the next row, and the one after it, carry the numbers that belong one row earlier. */
export function isInserted(snapshot: LedgerSnapshot, seq: number, shift: number): boolean {
  if (decodeRow(snapshot, seq + 1)?.entry.seq !== seq + shift) return false;
  const afterNext = snapshot.entry(seq + 2);
  if (afterNext === undefined) return true;
  return decodeRow(snapshot, seq + 2)?.entry.seq === seq + shift + 1;
}

/** An entry that stands in another's row: what belongs here is looked for where this one belongs. */
export function diagnoseReordered(
  snapshot: LedgerSnapshot,
  stored: StoredEntry,
  entry: LedgerEntry,
  place: DiagnosisPlace,
): Diagnosis | undefined {
  const { seq } = stored;
  const leaf = leafHashOf(stored.bytes);
  const own = snapshot.entry(entry.seq - place.shift);
  const ownRow = own instanceof UnreadableRow ? undefined : own;
  if (ownRow?.bytes === stored.bytes) return repeatedEntry(snapshot, stored, entry, place);
  const genuine =
    leaf === stored.leafHash || leaf === ownRow?.leafHash || leaf === snapshot.tileLeaf(entry.seq);
  if (!genuine) return undefined;
  const finding = createFinding(
    'REORDERED',
    `Row ${seq} holds entry ${entry.seq}: entries changed places.`,
    {
      seq,
      type: entry.type,
      recordId: recordIdOf(entry),
      expected: seq + place.shift,
      actual: entry.seq,
    },
  );
  const belongs = decodeRow(snapshot, entry.seq - place.shift);
  if (belongs?.entry.seq !== seq + place.shift) {
    const record = present(snapshot.recordBySeq(seq));
    passLost(record, place);
    return { ...nothingKnown([finding]), leaf: snapshot.tileLeaf(seq), record };
  }
  const hash = sha256(belongs.stored.bytes);
  const record =
    belongs.entry.type === 'ledger.record/v1'
      ? present(snapshot.recordById(belongs.entry.id))
      : undefined;
  if (belongs.entry.type === 'ledger.record/v1') passRecord(hash, place);
  if (belongs.entry.createdAt > place.createdAt) place.createdAt = belongs.entry.createdAt;
  return { ...nothingKnown([finding]), leaf: leafHashOf(belongs.stored.bytes), record };
}

/** A row that holds a copy of an entry that stands in its own row too. */
function repeatedEntry(
  snapshot: LedgerSnapshot,
  stored: StoredEntry,
  entry: LedgerEntry,
  place: DiagnosisPlace,
): Diagnosis {
  const { seq } = stored;
  const about = { seq, type: entry.type, expected: seq + place.shift, actual: entry.seq };
  const record = present(snapshot.recordBySeq(seq));
  if (record === undefined && snapshot.entry(seq + 1) === undefined) {
    const message = `Row ${seq} was put in: it repeats entry ${entry.seq}.`;
    return nothingKnown([createFinding('INSERTED', message, about)]);
  }
  const message = `Entry ${seq} was replaced by a copy of entry ${entry.seq}.`;
  return lostEntry(snapshot, createFinding('ENTRY_ALTERED', message, about), place);
}
