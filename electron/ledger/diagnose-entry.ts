/** The slow verdict on one entry: which of the things that should agree does not, and what that means. */
import type { Finding } from '../../shared/contract/chain.ts';
import { quoteString, StrictJsonError } from '../../shared/ledger/canonical-json.ts';
import {
  commitment,
  decodeEntry,
  EntryFormatError,
  recordEntry,
  type Commitment,
  type LedgerEntry,
  type RecordEntry,
} from '../../shared/ledger/entries.ts';
import { checkProjectedRow, isProjected, rowWitnesses } from './check-model-rows.ts';
import { createFinding } from './findings.ts';
import {
  leafHashOf,
  UnreadableRow,
  type LedgerSnapshot,
  type RecordRow,
  type StoredEntry,
  type StoredPayload,
} from './ledger-snapshot.ts';
import { sha256 } from './sha256.ts';

/** Where the chain stands before an entry, as far as that is known. Moved along by the diagnosis. */
export interface DiagnosisPlace {
  /** Hex hash the next record must link to; undefined after an entry whose own hash is lost. */
  recordHash: string | undefined;
  /** Position of the record before. */
  position: number;
  /** Entries lost since, each of which may have been a record. */
  lost: number;
  createdAt: string;
  /** The entries' own seq minus their rows': entries taken out or put in with renumbering. */
  shift: number;
}

/** What a closer look found. */
export interface Diagnosis {
  readonly findings: readonly Finding[];
  /**
   * The leaf hash the tree should have here (hex), so that one entry's fault stays its own;
   * undefined where it is lost.
   */
  readonly leaf: string | undefined;
  /** The decoded entry, where its bytes are what was appended. */
  readonly entry: LedgerEntry | undefined;
  /** Hex hash of that entry. */
  readonly hash: string | undefined;
  /** The index row that belongs to the entry, or stands for a lost one. */
  readonly record: RecordRow | undefined;
  /** Committed fields compared. */
  readonly fieldsChecked: number;
  /** Committed fields without a payload; an erasure may cover them. */
  readonly missing: readonly Commitment[];
}

/** An entry that can be read, and what is stored about it. */
interface Subject {
  readonly seq: number;
  readonly stored: StoredEntry;
  readonly entry: LedgerEntry | undefined;
  readonly hash: string;
  readonly leaf: string;
  readonly record: RecordRow | undefined;
  readonly payloads: readonly StoredPayload[];
  readonly findings: Finding[];
}

/** How many rows must all be off by the same for the rows to have been renumbered. */
const renumberingReach = 3;

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
  const findings: Finding[] = [];
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

function decode(text: string): LedgerEntry | undefined {
  try {
    return decodeEntry(text);
  } catch (error) {
    if (error instanceof EntryFormatError || error instanceof StrictJsonError) return undefined;
    throw error;
  }
}

/** The decoded entry of a row that can be read and is exactly its text. */
function decodeRow(
  snapshot: LedgerSnapshot,
  seq: number,
): { stored: StoredEntry; entry: LedgerEntry } | undefined {
  const stored = snapshot.entry(seq);
  if (stored === undefined || stored instanceof UnreadableRow || !stored.exact) return undefined;
  const entry = decode(stored.bytes);
  return entry === undefined ? undefined : { stored, entry };
}

function present<Row>(row: Row | UnreadableRow | undefined): Row | undefined {
  return row instanceof UnreadableRow ? undefined : row;
}

function nothingKnown(findings: readonly Finding[]): Diagnosis {
  return {
    findings,
    leaf: undefined,
    entry: undefined,
    hash: undefined,
    record: undefined,
    fieldsChecked: 0,
    missing: [],
  };
}

/** An entry that is not there: its index row, if there is one, tells how the chain goes on. */
function lostEntry(snapshot: LedgerSnapshot, finding: Finding, place: DiagnosisPlace): Diagnosis {
  const { seq } = finding;
  const record = present(snapshot.recordBySeq(seq));
  const known =
    record === undefined
      ? finding
      : createFinding(finding.verdict, finding.message, {
          seq,
          type: 'ledger.record/v1',
          recordId: record[2],
          expected: hashText(record[8]),
        });
  passLost(record, place);
  return { ...nothingKnown([known]), leaf: snapshot.tileLeaf(seq), record };
}

function passLost(record: RecordRow | undefined, place: DiagnosisPlace): void {
  if (record === undefined) {
    place.recordHash = undefined;
    place.lost += 1;
    return;
  }
  place.recordHash = record[8] === '' ? undefined : record[8];
  place.position += 1;
  if (record[4] > place.createdAt) place.createdAt = record[4];
}

/** Entries taken out or put in with all later rows renumbered: this row and the next are off by the same. */
function findRenumbering(
  snapshot: LedgerSnapshot,
  stored: StoredEntry,
  entry: LedgerEntry,
  place: DiagnosisPlace,
): { shift: number; finding: Finding } | undefined {
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

/** Whether the next row, and the one after it, carry the numbers that belong one row earlier. */
function isInserted(snapshot: LedgerSnapshot, seq: number, shift: number): boolean {
  if (decodeRow(snapshot, seq + 1)?.entry.seq !== seq + shift) return false;
  const afterNext = snapshot.entry(seq + 2);
  if (afterNext === undefined) return true;
  return decodeRow(snapshot, seq + 2)?.entry.seq === seq + shift + 1;
}

/** An entry that stands in another's row: what belongs here is looked for where this one belongs. */
function diagnoseReordered(
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

function passRecord(hash: string | undefined, place: DiagnosisPlace): void {
  place.recordHash = hash;
  place.position += 1;
  place.lost = 0;
}

function gather(
  snapshot: LedgerSnapshot,
  stored: StoredEntry,
  entry: LedgerEntry | undefined,
  findings: Finding[],
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

function commitmentOf(payload: StoredPayload): string {
  return commitment(sha256, payload.field, payload.salt, payload.value);
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
  const successor =
    entry.type === 'ledger.record/v1' ? successorLink(snapshot, subject.seq) : undefined;
  if (successor !== undefined) strong.push(successor === `sha256:${hash}`);
  if (strong.includes(true)) return false;
  if (strong.length === 2) return true;
  const weak = [stored.leafHash === leaf];
  if (record !== undefined) weak.push(record[8] === hash);
  if (record !== undefined) weak.push(rebuild(subject, place) === stored.bytes);
  if ('members' in entry) weak.push(...rowWitnesses(snapshot, entry, hash));
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
  findings.push(...fields.findings);
  if (entry.type === 'ledger.record/v1') {
    checkColumns(snapshot, subject, entry, place);
    passRecord(hash, place);
  } else if ('members' in entry && isProjected(entry)) {
    findings.push(...checkProjectedRow(snapshot, seq, entry, hash));
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

function checkLink(entry: RecordEntry, place: DiagnosisPlace, findings: Finding[]): void {
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

/** Every committed field against its payload, and every payload against the commitments. */
function checkFields(
  subject: Subject,
  entry: LedgerEntry,
  recordId: string | undefined,
): { findings: Finding[]; checked: number; missing: Commitment[] } {
  const { seq, payloads } = subject;
  const commitments = 'commitments' in entry ? entry.commitments : [];
  const findings: Finding[] = [];
  const missing: Commitment[] = [];
  for (const each of commitments) {
    const payload = payloads.find((one) => one.field === each.field);
    if (payload === undefined) {
      missing.push(each);
      continue;
    }
    const actual = commitmentOf(payload);
    if (actual === each.hash && payload.exact) continue;
    const message =
      actual === each.hash
        ? `The ${each.field} of entry ${seq} is not stored as UTF-8 text: its bytes were altered.`
        : `The ${each.field} of entry ${seq}, or its salt, is not what the entry commits to.`;
    const details = { seq, type: entry.type, recordId, field: each.field };
    findings.push(
      createFinding('FIELD_ALTERED', message, { ...details, expected: each.hash, actual }),
    );
  }
  for (const payload of payloads) {
    if (commitments.some((each) => each.field === payload.field)) continue;
    const message = `Entry ${seq} commits to no ${payload.field}, but a payload of that name is stored.`;
    const details = { seq, type: entry.type, recordId, field: payload.field };
    findings.push(createFinding('INSERTED', message, { ...details, actual: payload.value }));
  }
  return { findings, checked: commitments.length - missing.length, missing };
}

/** Every index column of a record against its entry. */
function checkColumns(
  snapshot: LedgerSnapshot,
  subject: Subject,
  entry: RecordEntry,
  place: DiagnosisPlace,
): void {
  const { seq, record, findings, hash } = subject;
  const about = { seq, type: entry.type, recordId: entry.id };
  if (record === undefined) {
    const message = `Record ${entry.id} has no index row: lists do not show it.`;
    findings.push(createFinding('PROJECTION_MISMATCH', message, { ...about, field: 'record' }));
    return;
  }
  const [position, recordSeq, id, modelId, createdAt, confidence, policyId, transactionId] = record;
  const compare = (column: string, expected: string | number | null, actual: unknown): void => {
    if (Object.is(expected, actual)) return;
    const message = `The index column ${column} of record ${entry.id} does not match its entry.`;
    const values = { expected, actual: describeValue(actual) };
    findings.push(
      createFinding('PROJECTION_MISMATCH', message, { ...about, field: column, ...values }),
    );
  };
  const first = place.position + 1;
  if (position < first || position > first + place.lost) compare('position', first, position);
  else place.position = position - 1;
  if (recordSeq !== seq) compare('seq', entry.seq, recordSeq);
  compare('id', entry.id, id);
  compare('model_id', entry.modelId, modelId);
  compare('created_at', entry.createdAt, createdAt);
  compare('confidence', entry.confidence ?? null, confidence);
  compare('policy_id', entry.policyId ?? null, policyId);
  const transaction = expectedTransaction(subject, entry);
  if (transaction !== undefined) compare('transaction_id', transaction, transactionId);
  compare('hash', hash, record[8]);
  compare('previous_hash', entry.previousHash.slice('sha256:'.length), record[9]);
  if (findings.length === 0 && !snapshot.recordTextIsExact(position)) {
    const message = `An index column of record ${entry.id} is not stored as UTF-8 text.`;
    findings.push(createFinding('PROJECTION_MISMATCH', message, { ...about, field: 'record' }));
  }
}

/** The transaction id in clear; undefined when its own payload is altered or gone. */
function expectedTransaction(subject: Subject, entry: RecordEntry): string | null | undefined {
  const committed = entry.commitments.find((each) => each.field === 'transaction_id');
  if (committed === undefined) return null;
  const payload = subject.payloads.find((each) => each.field === 'transaction_id');
  if (payload === undefined || commitmentOf(payload) !== committed.hash) return undefined;
  const stored = subject.record?.[7];
  if (typeof stored === 'string' && quoteString(stored) === payload.value) return stored;
  const value: unknown = JSON.parse(payload.value);
  return typeof value === 'string' ? value : null;
}

function describeValue(value: unknown): string | number | null {
  if (value === null || typeof value === 'string') return value;
  if (Object.is(value, -0)) return '-0';
  return typeof value === 'number' ? value : `(${typeof value})`;
}

/** The record an entry is or belongs to. */
export function recordIdOf(entry: LedgerEntry): string | undefined {
  switch (entry.type) {
    case 'ledger.record/v1':
      return entry.id;
    case 'ledger.intervention/v1':
      return entry.recordId;
    case 'ledger.erasure/v1':
      return entry.targetId.startsWith('rec_') ? entry.targetId : undefined;
    default:
      return undefined;
  }
}

function hashText(hex: string): string | undefined {
  return hex === '' ? undefined : `sha256:${hex}`;
}
