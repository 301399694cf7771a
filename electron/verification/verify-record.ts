/** Verification of one record: its entry, commitments, index columns, and the links on both sides. */
import type { EntryVerdict, RecordVerification } from '../../shared/contract/chain.ts';
import { decodeEntry, erasureType } from '../../shared/ledger/entries.ts';
import type { Commitment } from '../../shared/ledger/entry-members.ts';
import type { ReaderDatabase, WriterDatabase } from '../database/open-database.ts';
import { diagnoseEntry } from './diagnose-entry.ts';
import type { Diagnosis, DiagnosisPlace } from './diagnosis.ts';
import { createFinding, type EntryFinding } from './findings.ts';
import {
  leafHashOf,
  LedgerSnapshot,
  UnreadableRow,
  type RecordRow,
  type StoredEntry,
} from '../ledger/ledger-snapshot.ts';
import { sha256 } from '../ledger/sha256.ts';

/** Statements are prepared once for each connection. */
const snapshots = new WeakMap<object, LedgerSnapshot>();

/**
 * Checks one record by its id; undefined when no index row has that id. Whether the chain before it
 * holds as a whole, only `verifyLedger` can tell. The caller adds `checked_at`.
 */
export function verifyRecord(
  database: ReaderDatabase | WriterDatabase,
  id: string,
): Omit<RecordVerification, 'checked_at'> | undefined {
  const snapshot = snapshots.get(database) ?? new LedgerSnapshot(database);
  snapshots.set(database, snapshot);
  const record = snapshot.recordById(id);
  if (record === undefined) return undefined;
  if (record instanceof UnreadableRow)
    throw new Error(`Record ${id} cannot be read: ${record.reason}.`);
  const seq = record[1];
  const diagnosis = diagnoseEntry(snapshot, seq, placeBefore(snapshot, record));
  const findings = [...diagnosis.findings];
  const erased = erasedFields(snapshot, seq, diagnosis);
  for (const missing of diagnosis.missing) {
    if (erased.has(missing.field)) continue;
    const message = `The ${missing.field} of entry ${seq} is missing, and no erasure declares it.`;
    const details = { seq, type: 'ledger.record/v1', recordId: id, field: missing.field };
    findings.push(
      createFinding('MISSING_UNDECLARED', message, { ...details, expected: missing.hash }),
    );
  }
  if (record[10] !== 0) findings.push(...checkInterventionCount(snapshot, record));
  const first = findings[0]?.verdict ?? (erased.size > 0 ? 'ERASED_DECLARED' : 'OK');
  return {
    record_id: id,
    seq,
    verdict: first,
    fields: commitmentsOf(diagnosis).map(({ field }) => ({
      field,
      verdict: fieldVerdict(field, findings, erased),
    })),
    findings,
  };
}

function commitmentsOf({ entry }: Diagnosis): readonly Commitment[] {
  return entry?.type === 'ledger.record/v1' ? entry.commitments : [];
}

function fieldVerdict(
  field: string,
  findings: readonly EntryFinding[],
  erased: ReadonlySet<string>,
): EntryVerdict {
  const finding = findings.find(
    (each) =>
      each.field === field &&
      (each.verdict === 'FIELD_ALTERED' || each.verdict === 'MISSING_UNDECLARED'),
  );
  if (finding !== undefined) return finding.verdict;
  return erased.has(field) ? 'ERASED_DECLARED' : 'OK';
}

/** What the record must link to, as far as its neighbours themselves hold. */
function placeBefore(snapshot: LedgerSnapshot, record: RecordRow): DiagnosisPlace {
  const [position, seq] = record;
  const before = present(snapshot.recordBefore(seq));
  const linked = present(snapshot.entry(before?.[1] ?? 0));
  const preceding = present(snapshot.entry(seq - 1));
  return {
    recordHash: linked !== undefined && isSound(linked) ? sha256(linked.bytes) : undefined,
    position: positionBefore(snapshot, position, before),
    lost: 0,
    createdAt: preceding !== undefined && isSound(preceding) ? createdAtOf(preceding) : '',
    shift: 0,
  };
}

/** The position before, or what it must have been when it is that row's own that does not fit. */
function positionBefore(
  snapshot: LedgerSnapshot,
  position: number,
  before: RecordRow | undefined,
): number {
  if (before === undefined) return 0;
  const earlier = present(snapshot.recordBefore(before[1]))?.[0] ?? 0;
  return earlier + 2 === position ? position - 1 : before[0];
}

function present<Row>(row: Row | UnreadableRow | undefined): Row | undefined {
  return row instanceof UnreadableRow ? undefined : row;
}

function isSound(entry: StoredEntry): boolean {
  return entry.exact && leafHashOf(entry.bytes) === entry.leafHash;
}

function createdAtOf(entry: StoredEntry): string {
  return /"created_at":"([^"]{24})"/.exec(entry.bytes)?.[1] ?? '';
}

/** The missing fields that an erasure later in the journal covers. Only looked for when needed. */
function erasedFields(snapshot: LedgerSnapshot, seq: number, diagnosis: Diagnosis): Set<string> {
  const erased = new Set<string>();
  if (diagnosis.missing.length === 0 || diagnosis.hash === undefined) return erased;
  for (const stored of snapshot.entriesNaming(seq, `"sha256:${diagnosis.hash}"`)) {
    if (!isSound(stored)) continue;
    const entry = decodeEntry(stored.bytes);
    if (entry.type !== erasureType) continue;
    for (const { hash, fields } of entry.targets) {
      if (hash !== `sha256:${diagnosis.hash}`) continue;
      for (const { field } of diagnosis.missing) if (fields.includes(field)) erased.add(field);
    }
  }
  return erased;
}

function checkInterventionCount(snapshot: LedgerSnapshot, record: RecordRow): EntryFinding[] {
  const [, seq, id] = record;
  const counted = snapshot
    .entriesNaming(seq, `"record_id":${JSON.stringify(id)}`)
    .filter((stored) => stored.bytes.endsWith('"type":"ledger.intervention/v1"}')).length;
  if (counted === record[10]) return [];
  const message = `The index counts ${record[10]} interventions on record ${id}; the journal has ${counted}.`;
  return [
    createFinding('PROJECTION_MISMATCH', message, {
      seq,
      type: 'ledger.record/v1',
      recordId: id,
      field: 'intervention_count',
      expected: counted,
      actual: record[10],
    }),
  ];
}
