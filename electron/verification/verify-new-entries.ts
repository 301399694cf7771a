/** Verification of the entries since a size that is vouched for: what re-opening a ledger costs. */
import type { ReaderDatabase, WriterDatabase } from '../database/open-database.ts';
import { diagnoseEntry } from './diagnose-entry.ts';
import { present, type DiagnosisPlace } from './diagnosis.ts';
import { createFinding, type EntryFinding } from './findings.ts';
import { LedgerSnapshot, readable, UnreadableRow } from '../ledger/ledger-snapshot.ts';
import { sha256 } from '../ledger/sha256.ts';

/** More findings than these say nothing more: a full verification names them all. */
const enoughFindings = 100;

/**
 * Checks the entries from `from` on with all that belongs to them: bytes, leaf hashes, links, values,
 * index columns. That the entries before `from` are those that were signed is what the checkpoint
 * over them says of the stored tree; that their bytes are still those, only `verifyLedger` tells.
 * @returns the findings, the first hundred or so
 */
export function verifyNewEntries(
  database: ReaderDatabase | WriterDatabase,
  from: number,
): EntryFinding[] {
  const snapshot = readable(() => new LedgerSnapshot(database));
  if (snapshot instanceof UnreadableRow) {
    const message = `The ledger cannot be read: ${snapshot.reason}.`;
    return [createFinding('PROJECTION_MISMATCH', message, { seq: 0, field: 'schema' })];
  }
  const erasedBy = database
    .prepare<[number], string>('SELECT field FROM erased_values WHERE target_seq = ?')
    .pluck();
  const findings: EntryFinding[] = [];
  const place = placeAt(snapshot, from);
  const size = snapshot.size();
  for (let seq = from; seq < size && findings.length < enoughFindings; seq += 1) {
    const { entry, missing, findings: found } = diagnoseEntry(snapshot, seq, place);
    findings.push(...found);
    if (missing.length === 0 || entry === undefined) continue;
    const erased = new Set(erasedBy.all(seq));
    for (const { field, hash } of missing.filter((each) => !erased.has(each.field))) {
      const message = `The ${field} of entry ${seq} is missing, and no erasure declares it.`;
      const details = { seq, type: entry.type, field, expected: hash };
      findings.push(createFinding('MISSING_UNDECLARED', message, details));
    }
  }
  return findings;
}

/** Where the chain stands before an entry, taken from the rows before it. */
function placeAt(snapshot: LedgerSnapshot, from: number): DiagnosisPlace {
  const record = present(snapshot.recordBefore(from));
  const linked = present(snapshot.entry(record?.[1] ?? 0));
  const preceding = present(snapshot.entry(from - 1));
  return {
    recordHash: from === 0 || linked === undefined ? undefined : sha256(linked.bytes),
    position: record?.[0] ?? 0,
    lost: 0,
    createdAt: /"created_at":"([^"]{24})"/.exec(preceding?.bytes ?? '')?.[1] ?? '',
    shift: 0,
  };
}
