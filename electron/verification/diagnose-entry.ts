/** The slow verdict on one entry: which of the things that should agree does not, and what that means. */
import {
  clockType,
  isClockDated,
  recordEntry,
  type LedgerEntry,
  type RecordEntry,
} from '../../shared/ledger/entries.ts';
import type { Commitment } from '../../shared/ledger/entry-members.ts';
import { checkColumns, checkFields } from './check-columns.ts';
import { checkEntryRow, hasRow, rowWitnesses } from './check-entry-rows.ts';
import { diagnoseReordered, findRenumbering, isInserted } from './diagnose-order.ts';
import {
  commitmentOf,
  decode,
  decodeRow,
  hashText,
  lostEntry,
  nothingKnown,
  passLost,
  passRecord,
  present,
  recordIdOf,
  type Diagnosis,
  type DiagnosisPlace,
  type Subject,
} from './diagnosis.ts';
import { createFinding, type EntryFinding } from './findings.ts';
import {
  leafHashOf,
  UnreadableRow,
  type LedgerSnapshot,
  type RecordRow,
  type StoredEntry,
  type StoredPayload,
} from '../ledger/ledger-snapshot.ts';
import { sha256 } from '../ledger/sha256.ts';

/** How many rows ahead to look for the record that links to this one. */
const successorReach = 64;

/**
 * Examines one entry against everything stored that knows something about it, names what deviates,
 * and moves `place` past it. Where several things were changed together the stored hashes decide,
 * the cryptographic links first; the finding names the entry that was changed, not its followers.
 */
export function diagnoseEntry(
  snapshot: LedgerSnapshot,
  seq: number,
  place: DiagnosisPlace,
): Diagnosis {
  const stored = snapshot.entry(seq);
  if (stored === undefined) {
    const finding = createFinding('DELETED', `Entry ${seq} is missing from the journal.`, { seq });
    return lostEntry(snapshot, finding, place);
  }
  if (stored instanceof UnreadableRow) {
    const message = `Entry ${seq} cannot be read: ${stored.reason}.`;
    return lostEntry(snapshot, createFinding('ENTRY_ALTERED', message, { seq }), place);
  }
  const findings: EntryFinding[] = [];
  const entry = stored.exact ? decode(stored.bytes) : undefined;
  if (entry !== undefined && entry.seq !== seq + place.shift) {
    const renumbering = findRenumbering(snapshot, stored, entry, place);
    if (renumbering !== undefined) {
      findings.push(renumbering.finding);
      place.shift += renumbering.shift;
      place.lost += Math.max(renumbering.shift, 0);
      place.recordHash = undefined;
    } else {
      const reordered = diagnoseReordered(snapshot, stored, entry, place);
      if (reordered !== undefined) return reordered;
    }
  } else if (isInserted(snapshot, seq, place.shift)) {
    const message = `Entry ${seq} was put in: the entry that follows it has its number.`;
    const finding = createFinding('INSERTED', message, {
      seq,
      type: entry?.type,
      actual: stored.bytes,
    });
    place.shift -= 1;
    return nothingKnown([finding]);
  }
  const subject = gather(snapshot, stored, entry, findings, place);
  return isAltered(snapshot, subject, place)
    ? diagnoseAltered(snapshot, subject, place)
    : diagnoseIntact(snapshot, subject, place);
}

function gather(
  snapshot: LedgerSnapshot,
  stored: StoredEntry,
  entry: LedgerEntry | undefined,
  findings: EntryFinding[],
  place: DiagnosisPlace,
): Subject {
  const { seq } = stored;
  const hash = sha256(stored.bytes);
  let payloads = snapshot.payloads(seq);
  if (payloads instanceof UnreadableRow) {
    const message = `The payload of entry ${seq} cannot be read: ${payloads.reason}.`;
    findings.push(createFinding('FIELD_ALTERED', message, { seq, type: entry?.type }));
    payloads = [];
  }
  if (place.shift !== 0 && entry !== undefined && entry.seq !== seq) {
    // The payloads may have kept the entry's own number.
    const own = snapshot.payloads(entry.seq);
    const commitments = 'commitments' in entry ? entry.commitments : [];
    if (
      !(own instanceof UnreadableRow) &&
      fitCount(own, commitments) > fitCount(payloads, commitments)
    ) {
      payloads = own;
    }
  }
  const record = findRecord(snapshot, seq, entry, hash, place);
  return { seq, stored, entry, hash, leaf: leafHashOf(stored.bytes), record, payloads, findings };
}

function fitCount(payloads: readonly StoredPayload[], commitments: readonly Commitment[]): number {
  return payloads.filter((payload) =>
    commitments.some((each) => each.field === payload.field && each.hash === commitmentOf(payload)),
  ).length;
}

/** The index row of an entry: by its id, or by its number when the row can be no other's. */
function findRecord(
  snapshot: LedgerSnapshot,
  seq: number,
  entry: LedgerEntry | undefined,
  hash: string,
  place: DiagnosisPlace,
): RecordRow | undefined {
  if (entry !== undefined && entry.type !== 'ledger.record/v1') return undefined;
  const bySeq = present(snapshot.recordBySeq(seq));
  if (entry === undefined) return bySeq;
  const byId = present(snapshot.recordById(entry.id));
  if (byId !== undefined) return isOfAnother(snapshot, byId, entry, hash) ? undefined : byId;
  if (bySeq === undefined) return undefined;
  const same = bySeq[8] === hash || bySeq[9] === place.recordHash || bySeq[4] === entry.createdAt;
  return same ? bySeq : undefined;
}

/** Whether an index row found by an entry's id belongs to an earlier entry with the same id. */
function isOfAnother(
  snapshot: LedgerSnapshot,
  record: RecordRow,
  entry: RecordEntry,
  hash: string,
): boolean {
  if (record[1] === entry.seq || record[8] === hash) return false;
  const other = decodeRow(snapshot, record[1])?.entry;
  return other?.type === 'ledger.record/v1' && other.id === entry.id;
}

/**
 * Whether the bytes are not what was appended. The full tile and the next record's link were made
 * from the appended bytes and stand elsewhere: either is proof that they are unchanged, both against
 * are proof that they are not. Failing that, the row's leaf hash, the index row's hash and the text
 * rebuilt from index and payloads are counted.
 */
function isAltered(snapshot: LedgerSnapshot, subject: Subject, place: DiagnosisPlace): boolean {
  const { entry, stored, hash, leaf, record } = subject;
  if (entry === undefined) return true;
  const tileLeaf = snapshot.tileLeaf(entry.seq);
  const strong: boolean[] = [];
  if (tileLeaf !== undefined) strong.push(tileLeaf === leaf);
  const linked = entry.type === 'ledger.record/v1' || entry.type === 'ledger.genesis/v1';
  const successor = linked ? successorLink(snapshot, subject.seq) : undefined;
  if (successor !== undefined) strong.push(successor === `sha256:${hash}`);
  if (strong.includes(true)) return false;
  if (strong.length === 2) return true;
  const weak = [stored.leafHash === leaf];
  if (record !== undefined) weak.push(record[8] === hash);
  if (record !== undefined) weak.push(rebuild(subject, place) === stored.bytes);
  weak.push(...rowWitnesses(snapshot, entry, hash));
  const against = weak.filter((agrees) => !agrees).length;
  return strong.length === 1 ? against > 0 : against * 2 >= weak.length && against > 0;
}

/** `previous_hash` of the next record, when that entry is itself what its leaf hash says. */
function successorLink(snapshot: LedgerSnapshot, seq: number): string | undefined {
  for (let next = seq + 1; next <= seq + successorReach; next += 1) {
    const row = snapshot.entry(next);
    if (row === undefined || row instanceof UnreadableRow) return undefined;
    if (!row.bytes.endsWith('"type":"ledger.record/v1"}')) continue;
    const entry = decode(row.bytes);
    if (entry?.type !== 'ledger.record/v1' || leafHashOf(row.bytes) !== row.leafHash)
      return undefined;
    return entry.previousHash;
  }
  return undefined;
}

/** The entry text that the index row and the payloads imply. */
function rebuild(subject: Subject, place: DiagnosisPlace): string | undefined {
  const { entry, record, payloads } = subject;
  if (record === undefined) return undefined;
  const linked = entry?.type === 'ledger.record/v1' ? entry.previousHash : `sha256:${record[9]}`;
  const previousHash = place.recordHash === undefined ? linked : `sha256:${place.recordHash}`;
  const [, , id, modelId, createdAt, confidence, policyId] = record;
  return recordEntry({
    seq: subject.seq + place.shift,
    id,
    modelId,
    createdAt,
    previousHash,
    confidence: confidence ?? undefined,
    policyId: policyId ?? undefined,
    commitments: payloads.map((each) => ({ field: each.field, hash: commitmentOf(each) })),
  });
}

function diagnoseAltered(
  snapshot: LedgerSnapshot,
  subject: Subject,
  place: DiagnosisPlace,
): Diagnosis {
  const { seq, stored, entry, hash, record } = subject;
  const tileLeaf = snapshot.tileLeaf(seq + place.shift);
  const original = rebuild(subject, place);
  const witnesses = [tileLeaf, stored.leafHash];
  const proven =
    original !== undefined &&
    original !== stored.bytes &&
    (sha256(original) === record?.[8] || witnesses.includes(leafHashOf(original)));
  const kept =
    record === undefined || record[8] === hash ? successorLink(snapshot, seq) : hashText(record[8]);
  subject.findings.push(
    createFinding('ENTRY_ALTERED', alteredMessage(subject), {
      seq,
      type: entry?.type ?? (record === undefined ? undefined : 'ledger.record/v1'),
      recordId: record?.[2] ?? (entry === undefined ? undefined : recordIdOf(entry)),
      expected: proven ? original : kept,
      actual: proven ? stored.bytes : `sha256:${hash}`,
    }),
  );
  if (record === undefined && entry !== undefined && entry.type !== 'ledger.record/v1') {
    // An altered entry of another kind does not move the record chain.
  } else {
    passLost(record, place);
    if (proven) place.recordHash = sha256(original);
    else if (record !== undefined) place.recordHash = undefined;
  }
  return {
    ...nothingKnown(subject.findings),
    leaf: tileLeaf ?? (proven ? leafHashOf(original) : stored.leafHash),
    record,
  };
}

function alteredMessage({ seq, stored, entry }: Subject): string {
  if (!stored.exact) return `Entry ${seq} is not stored as UTF-8 text: its bytes were altered.`;
  if (entry === undefined) return `Entry ${seq} is not a canonical entry: its bytes were altered.`;
  return `Entry ${seq} is not what was appended: its bytes do not have the hash kept for them.`;
}

function diagnoseIntact(
  snapshot: LedgerSnapshot,
  subject: Subject,
  place: DiagnosisPlace,
): Diagnosis {
  const { seq, stored, entry, hash, leaf, findings, record } = subject;
  if (entry === undefined) return nothingKnown(findings);
  const about = { seq, type: entry.type, recordId: recordIdOf(entry) };
  const fields = checkFields(subject, entry, about.recordId);
  if (entry.type === 'ledger.record/v1') {
    if (record === undefined && fields.missing.length === entry.commitments.length) {
      const successor = successorLink(snapshot, seq);
      if (successor !== `sha256:${hash}`) {
        const message = `Entry ${seq} was put in: there is no index row and no payload for it.`;
        findings.push(createFinding('INSERTED', message, { ...about, actual: stored.bytes }));
        return { ...nothingKnown(findings), leaf };
      }
    }
    checkLink(entry, place, findings);
  }
  if (stored.leafHash !== leaf) {
    const message = `The leaf hash stored with entry ${seq} is not that of its bytes.`;
    const hashes = { expected: hashText(leaf), actual: hashText(stored.leafHash) };
    findings.push(
      createFinding('PROJECTION_MISMATCH', message, { ...about, field: 'leaf_hash', ...hashes }),
    );
  }
  if (entry.createdAt < place.createdAt) {
    const message = `Entry ${seq} was created before the entry that precedes it.`;
    const times = { expected: place.createdAt, actual: entry.createdAt };
    findings.push(
      createFinding('TIME_REGRESSION', message, { ...about, field: 'created_at', ...times }),
    );
  }
  if (entry.type === clockType && place.lost === 0 && !isClockDated(entry, place.createdAt)) {
    const message = `Entry ${seq} declares the clock and is dated neither by it nor by the entry before.`;
    findings.push(createFinding('ENTRY_ALTERED', message, { ...about, field: 'created_at' }));
  }
  findings.push(...fields.findings);
  if (entry.type === 'ledger.record/v1') {
    checkColumns(snapshot, subject, entry, place);
    passRecord(hash, place);
  } else if (entry.type === 'ledger.genesis/v1') {
    place.recordHash = hash;
  } else if (hasRow(entry)) {
    findings.push(...checkEntryRow(snapshot, seq, entry, subject));
  }
  if (entry.createdAt > place.createdAt) place.createdAt = entry.createdAt;
  return {
    findings,
    leaf,
    entry,
    hash,
    record,
    fieldsChecked: fields.checked,
    missing: fields.missing,
  };
}

function checkLink(entry: RecordEntry, place: DiagnosisPlace, findings: EntryFinding[]): void {
  if (place.recordHash === undefined || entry.previousHash === `sha256:${place.recordHash}`) return;
  const message = `Record ${entry.id} does not link to the record before it: one of the two was written anew.`;
  findings.push(
    createFinding('LINK_BROKEN', message, {
      seq: entry.seq - place.shift,
      type: entry.type,
      recordId: entry.id,
      field: 'previous_hash',
      expected: `sha256:${place.recordHash}`,
      actual: entry.previousHash,
    }),
  );
}
