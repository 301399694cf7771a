/** Verification of the whole ledger: every entry, payload, index column, index and tile, in slices. */
import { setImmediate } from 'node:timers/promises';
import type Database from 'better-sqlite3';
import type {
  EntryVerdict,
  Finding,
  LedgerVerdict,
  Verification,
} from '../../shared/contract/chain.ts';
import { valueInPreimage, type LedgerEntry } from '../../shared/ledger/entries.ts';
import { factOrUndefined, keyText } from '../../shared/ledger/facts.ts';
import type { HeldRecord } from '../proof/recompute/decision-rows.ts';
import { RowsCheck, type RowStage } from '../proof/rows-check.ts';
import type { RowFinding } from '../proof/row-finding.ts';
import { openBeside, type ReaderDatabase } from '../database/open-database.ts';
import { AuditLogCheck } from './check-audit-log.ts';
import { checkIndexes } from './check-indexes.ts';
import { EvidenceRowsCheck } from './check-evidence-rows.ts';
import { LinkedEntriesCheck } from './check-linked-entries.ts';
import { strayEntryRows } from './check-entry-rows.ts';
import { checkRecord } from './check-record.ts';
import { checkRowIndexes } from './check-row-indexes.ts';
import { checkSchema } from './check-schema.ts';
import { TreeCheck } from './check-tree.ts';
import { diagnoseEntry } from './diagnose-entry.ts';
import type { DiagnosisPlace } from './diagnosis.ts';
import type { LastSeen } from '../ledger/last-seen.ts';
import type { SubjectKey } from '../proof/subject-key.ts';
import { createFinding, type EntryFinding } from './findings.ts';
import { rowFinding } from './row-findings.ts';
import { RecordCursor } from '../ledger/record-cursor.ts';
import {
  leafHashOf,
  LedgerSnapshot,
  readable,
  UnreadableRow,
  type EntryRow,
  type PayloadRow,
  type RecordRow,
} from '../ledger/ledger-snapshot.ts';

export interface VerificationProgress {
  /** What is checked now: the entries with all that stands for them, the indexes of the lists, or a stage of the rows. */
  readonly phase: 'entries' | 'lists' | RowStage;
  readonly done: number;
  readonly total: number;
}

export interface VerifyLedgerOptions {
  /** Called as deviations are noticed, which is not always in the order of their seq. */
  readonly onFinding: (finding: Finding) => void;
  /** Called between slices of about ten milliseconds; false stops the run. */
  readonly onProgress: (progress: VerificationProgress) => boolean;
  /** Indexes of subjects that are computed again; the newest unless told. */
  readonly indexes?: 'newest' | 'all';
  /** That of persons; without it they are not checked. */
  readonly subjectKey?: SubjectKey | undefined;
  /** What was last seen of the ledger, asked for before the state that is verified is read. */
  readonly lastSeen?: () => readonly LastSeen[];
  /**
   * The verdict that checkpoints and what was last seen, outside the database, give to what was
   * verified, in the same state.
   */
  readonly judge?: (
    database: ReaderDatabase,
    findings: number,
    seen: readonly LastSeen[],
  ) => LedgerVerdict;
}

/** Result of a run. A canceled run is UNVERIFIABLE and says how far it came. */
export type LedgerVerification = Omit<
  Verification,
  'verification_id' | 'started_at' | 'finished_at' | 'duration_ms'
> & { readonly canceled: boolean };

/** Rows far behind the others that are looked at before the journal is taken to be that long. */
const misplacedLimit = 100;

/** Longest time between two turns of the event loop, in milliseconds; a step may add as much. */
const sliceTime = 6;

/** Missing entries in a row that are reported as one. */
const longGap = 10_000;

/** Entries read at a time: a few milliseconds' work. */
const chunkEntries = 128;

/**
 * Verifies one consistent state of the ledger on a connection of its own: what is appended meanwhile
 * is not part of it. Without findings the verdict is SELF_CONSISTENT_ONLY, unless `judge` knows of
 * checkpoints outside the database. Memory does not grow with the ledger.
 * @throws the error of `onFinding` or `onProgress`, and SQLite's where the file cannot be opened
 */
export async function verifyLedger(
  database: ReaderDatabase,
  options: VerifyLedgerOptions,
): Promise<LedgerVerification> {
  const seen = options.lastSeen?.() ?? [];
  const connection = openBeside(database);
  try {
    connection.pragma('cache_size = -8000');
    connection.exec('BEGIN');
    const snapshot = readable(() => openSnapshot(connection));
    if (snapshot instanceof UnreadableRow) return unreadableLedger(connection, snapshot, options);
    const result = await new LedgerRun(snapshot, options, seen).run();
    const { canceled, checked, findings_total: findings } = result;
    if (options.judge === undefined || canceled || checked === 0) return result;
    return { ...result, verdict: options.judge(connection, findings, seen) };
  } finally {
    connection.close();
  }
}

/** @throws SQLite's error where the tables of a ledger are not there: statements are prepared as they are first run */
function openSnapshot(connection: Database.Database): LedgerSnapshot {
  connection.prepare('SELECT 1 FROM entries, payloads, tiles, records LIMIT 0').all();
  return new LedgerSnapshot(connection);
}

/** A ledger without the tables of one: nothing can be checked, and that is not a success. */
function unreadableLedger(
  connection: Database.Database,
  { reason }: UnreadableRow,
  { onFinding }: VerifyLedgerOptions,
): LedgerVerification {
  const findings: EntryFinding[] = [];
  checkSchema(connection, (finding) => findings.push(finding), 0);
  if (findings.length === 0) {
    const message = `The ledger cannot be read: ${reason}.`;
    findings.push(createFinding('PROJECTION_MISMATCH', message, { seq: 0, field: 'schema' }));
  }
  findings.forEach(onFinding);
  return {
    verdict: 'UNVERIFIABLE',
    checked: 0,
    total: 0,
    records_checked: 0,
    fields_checked: 0,
    rows: null,
    counts: { PROJECTION_MISMATCH: findings.length },
    findings_total: findings.length,
    first_finding: findings[0] ?? null,
    head_hash: null,
    root_hash: null,
    canceled: false,
  };
}

class LedgerRun {
  readonly #snapshot: LedgerSnapshot;
  readonly #options: VerifyLedgerOptions;
  readonly #tree: TreeCheck;
  readonly #linked: LinkedEntriesCheck;
  readonly #evidence: EvidenceRowsCheck;
  readonly #auditLog: AuditLogCheck;
  readonly #counts = new Map<EntryVerdict, number>();
  readonly #records: RecordCursor;
  /** Rows far behind the journal, by the seq of the entry they hold. */
  readonly #misplaced = new Map<number, number>();
  readonly #place: DiagnosisPlace = {
    recordHash: undefined,
    position: 0,
    lost: 0,
    createdAt: '',
    shift: 0,
  };
  readonly #rows: RowsCheck;
  /** Records that hold and follow one another, until they are handed to the check of rows. */
  #held: HeldRecord[] = [];
  #firstFinding: EntryFinding | null = null;
  #firstRowFinding: Finding | null = null;
  #findings = 0;
  #checked = 0;
  #total = 0;
  #recordsChecked = 0;
  #fieldsChecked = 0;
  #headHash: string | null = null;
  #sliceStart = performance.now();
  #canceled = false;

  constructor(snapshot: LedgerSnapshot, options: VerifyLedgerOptions, seen: readonly LastSeen[]) {
    this.#snapshot = snapshot;
    this.#options = options;
    const report = (finding: EntryFinding) => this.#report(finding);
    this.#tree = new TreeCheck(snapshot, report);
    this.#linked = new LinkedEntriesCheck(snapshot, report);
    this.#evidence = new EvidenceRowsCheck(snapshot, report);
    this.#auditLog = new AuditLogCheck(snapshot, report, seen);
    this.#records = new RecordCursor(snapshot);
    this.#rows = new RowsCheck(snapshot.database, (finding) => this.#reportRow(finding), options);
  }

  async run(): Promise<LedgerVerification> {
    try {
      const size = readable(() => this.#findSize());
      if (size instanceof UnreadableRow) {
        const message = `The journal cannot be read: ${size.reason}.`;
        this.#report(createFinding('ENTRY_ALTERED', message, { seq: 0 }));
        return this.#result(null);
      }
      this.#total = size;
      await this.#checkEntries(size);
      if (!this.#canceled) await this.#checkRest(size);
      if (!this.#canceled) await this.#checkRows();
      return this.#result(this.#canceled ? null : this.#tree.finish());
    } finally {
      this.#linked.close();
    }
  }

  /** Entries there should be. Rows far behind the others that belong elsewhere do not count. */
  #findSize(): number {
    let size = this.#snapshot.size();
    while (size > 0 && this.#misplaced.size < misplacedLimit) {
      const row = size - 1;
      const before = this.#snapshot.seqBefore(row) ?? -1;
      const claimed = row - before > 1 ? claimedSeq(this.#snapshot, row) : row;
      if (claimed === undefined || claimed === row) break;
      this.#misplaced.set(claimed, row);
      size = claimed === before + 1 ? claimed + 1 : before + 1;
      if (claimed === before + 1) break;
    }
    return size;
  }

  async #checkEntries(size: number): Promise<void> {
    for (let from = 0; from < size && !this.#canceled;) {
      const to = Math.min(from + chunkEntries, size);
      const entries = readable(() => this.#snapshot.entryChunk(from, to));
      const payloads = readable(() => this.#snapshot.payloadChunk(from, to));
      const gap = !(entries instanceof UnreadableRow) && entries.length === 0;
      const next = gap ? this.#nextRow(from, size) : to;
      if (next - from > longGap) {
        this.#passGap(from, next);
        from = next;
        continue;
      }
      await this.#checkChunk(
        from,
        to,
        entries instanceof UnreadableRow ? [] : entries,
        payloads instanceof UnreadableRow ? [] : payloads,
      );
      from = to;
      await this.#turn('entries', this.#checked, this.#total);
    }
  }

  async #checkChunk(
    from: number,
    to: number,
    entries: readonly EntryRow[],
    payloads: PayloadRow[],
  ): Promise<void> {
    this.#checkOrder(payloads);
    let nextEntry = 0;
    let payloadEnd = 0;
    for (let seq = from; seq < to && !this.#canceled; seq += 1) {
      while ((payloads[payloadEnd]?.[0] ?? seq) < seq) payloadEnd += 1;
      const payloadStart = payloadEnd;
      while (payloads[payloadEnd]?.[0] === seq) payloadEnd += 1;
      const row = entries[nextEntry];
      const entry = row?.[0] === seq ? row : undefined;
      if (entry !== undefined) nextEntry += 1;
      this.#checked += 1;
      if (entry !== undefined && this.#checkFast(entry, payloads, payloadStart, payloadEnd))
        continue;
      this.#checkClosely(seq);
      if (performance.now() - this.#sliceStart > sliceTime) {
        await this.#turn('entries', this.#checked, this.#total);
      }
    }
    this.#handOver();
  }

  #handOver(): void {
    this.#rows.settle(this.#held);
    this.#held = [];
  }

  /** A row whose key was altered in the file may still be found by its old key, and by a scan is not. */
  #checkOrder(payloads: readonly PayloadRow[]): void {
    for (let index = 1; index < payloads.length; index += 1) {
      const [before, row] = [payloads[index - 1], payloads[index]];
      if (before === undefined || row === undefined || before[0] < row[0]) continue;
      if (before[0] === row[0] && before[1] < row[1]) continue;
      const message = `The payload ${before[1]} stored for entry ${before[0]} stands among those of entry ${row[0]}.`;
      const details = { seq: row[0], field: before[1] };
      this.#report(createFinding('PROJECTION_MISMATCH', message, details));
      return;
    }
  }

  /** True when the entry is a record that holds in every part. */
  #checkFast(entry: EntryRow, payloads: PayloadRow[], from: number, to: number): boolean {
    const record = this.#records.peek();
    if (record === undefined || entry[1] === null) return false;
    if (!this.#completePayloads(payloads, from, to)) return false;
    const place = this.#place;
    const leaf = leafHashOf(entry[1]);
    const hash = checkRecord(entry, record, payloads, from, to, place, leaf);
    if (hash === undefined) return false;
    this.#records.drop();
    this.#tree.add(leaf);
    if (record[10] !== 0) this.#linked.addCount(record);
    if (this.#held.at(-1)?.place.position !== record[0] - 1) this.#handOver();
    this.#held.push(heldRecord(record, payloads, from, to));
    place.recordHash = hash;
    place.position = record[0];
    place.lost = 0;
    place.createdAt = record[4];
    this.#headHash = hash;
    this.#recordsChecked += 1;
    this.#fieldsChecked += to - from;
    this.#count('OK');
    return true;
  }

  /** Reads the values that were too long for the chunk, one entry at a time. */
  #completePayloads(payloads: PayloadRow[], from: number, to: number): boolean {
    for (let index = from; index < to; index += 1) {
      const row = payloads[index];
      if (row === undefined || row[2] !== null) continue;
      const preimage = this.#snapshot.longPreimage(row[0], row[1]);
      if (preimage === undefined) return false;
      payloads[index] = [row[0], row[1], preimage];
    }
    return true;
  }

  #checkClosely(seq: number): void {
    const { shift } = this.#place;
    const diagnosis = diagnoseEntry(this.#snapshot, seq, this.#place);
    const { entry, hash, record, findings, missing } = diagnosis;
    for (const finding of findings) this.#report(this.#explain(finding));
    if (findings.length === 0) this.#count('OK');
    if (this.#place.shift !== shift) this.#tree.lose();
    else this.#tree.add(diagnosis.leaf);
    this.#headHash = hash ?? null;
    this.#fieldsChecked += diagnosis.fieldsChecked;
    if (record !== undefined) {
      this.#records.use(record[0]);
      if (entry === undefined) this.#linked.addLost(record);
      else if (record[10] !== 0) this.#linked.addCount(record);
    }
    if (entry?.type === 'ledger.record/v1') this.#recordsChecked += 1;
    for (const each of missing) {
      this.#linked.addMissing({
        seq,
        type: entry?.type ?? '',
        recordId: record?.[2],
        row: rowOf(entry),
        commitment: each,
      });
    }
    if (hash !== undefined && entry?.type === 'ledger.intervention/v1') {
      this.#linked.addIntervention(seq, entry, hash);
    }
    if (entry?.type === 'ledger.erasure/v1') this.#linked.addErasure(seq, entry);
    if (entry?.type === 'ledger.restore/v1') this.#linked.addRestore(seq, entry);
    if (entry === undefined || hash === undefined) this.#evidence.lose();
    else if ('members' in entry) {
      this.#evidence.add(seq, entry, hash);
      this.#linked.addEvidence(seq, entry, hash);
    }
    for (const stray of this.#records.passedBy(this.#place.position)) this.#reportStray(stray);
  }

  /** A missing entry that stands in a row far behind was not deleted. */
  #explain(finding: EntryFinding): EntryFinding {
    const row = this.#misplaced.get(finding.seq);
    if (row === undefined || finding.verdict !== 'DELETED') return finding;
    this.#misplaced.delete(finding.seq);
    const message = `Entry ${finding.seq} stands in row ${row}.`;
    return { ...finding, verdict: 'REORDERED', message };
  }

  #nextRow(from: number, size: number): number {
    const next = readable(() => this.#snapshot.nextSeq(from));
    return typeof next === 'number' ? Math.min(next, size) : size;
  }

  /** A long run of entries that are not there: one finding for all of it. */
  #passGap(from: number, to: number): void {
    const message = `Entries ${from} to ${to - 1} are missing from the journal.`;
    this.#report(createFinding('DELETED', message, { seq: from }));
    this.#place.recordHash = undefined;
    this.#place.lost += to - from;
    this.#evidence.lose();
    this.#tree.lose();
    this.#total -= to - from;
    for (const record of this.#records.passedBySeq(to)) this.#records.use(record[0]);
  }

  /** Rows that no entry asked for, then the indexes. */
  async #checkRest(size: number): Promise<void> {
    let tailCut = false;
    for (const seq of this.#snapshot.seqsOfNoEntry()) {
      const message =
        seq < 0
          ? `Row ${seq} was put in: the journal starts with entry 0.`
          : `Row ${seq} was put in: no entry can have this number.`;
      this.#report(createFinding('INSERTED', message, { seq }));
    }
    for (const [claimed, row] of this.#misplaced) {
      const message = `Row ${row} was put in: it holds entry ${claimed}, which stands in its own place.`;
      this.#report(createFinding('INSERTED', message, { seq: row }));
    }
    for (const record of this.#records.rest()) {
      if (record[1] >= size) tailCut = true;
      this.#reportStray(record, size);
      await this.#turn('entries', this.#checked, this.#total);
      if (this.#canceled) return;
    }
    for (const row of this.#snapshot.strayPayloads(size)) {
      const cut = row.seq >= size && row.whole === 1;
      tailCut ||= cut;
      const message = cut
        ? `Entry ${row.seq} is missing from the journal; its payload is still there.`
        : `A payload ${row.field} is stored for entry ${row.seq}, which is not in the journal.`;
      const field = cut ? undefined : row.field;
      this.#report(createFinding(cut ? 'DELETED' : 'INSERTED', message, { seq: row.seq, field }));
    }
    for (const finding of strayEntryRows(this.#snapshot, size)) {
      tailCut ||= finding.verdict === 'DELETED';
      this.#report(finding);
    }
    if (!tailCut && this.#place.lost === 0) tailCut = this.#missSearchable(size);
    if (tailCut) this.#tree.lose();
    for (const steps of [
      this.#linked.finish(),
      this.#evidence.finish(size),
      this.#auditLog.finish(size),
    ]) {
      while (steps.next().done !== true) {
        await this.#turn('entries', this.#checked, this.#total);
        if (this.#canceled) return;
      }
    }
    const rowsDiffer = this.#findings > 0;
    checkSchema(this.#snapshot.database, (finding) => this.#report(finding), size);
    const steps = checkIndexes(this.#snapshot, {
      onFinding: (finding) => this.#report(finding),
      size,
      rowsDiffer,
    });
    for (const { done, total } of steps) {
      await this.#turn('lists', done, total);
      if (this.#canceled) return;
    }
    const report = (finding: EntryFinding) => this.#report(finding);
    for (const { done, total } of checkRowIndexes(this.#snapshot, report, size)) {
      await this.#turn('lists', done, total);
      if (this.#canceled) return;
    }
  }

  /** Every row beside the entries, against what the entries say of it. */
  async #checkRows(): Promise<void> {
    const steps = this.#rows.run();
    for (;;) {
      const step = readable(() => steps.next());
      if (step instanceof UnreadableRow) {
        const message = `The rows beside the entries cannot be read: ${step.reason}.`;
        this.#report(createFinding('PROJECTION_MISMATCH', message, { seq: this.#total }));
        return;
      }
      if (step.done === true) return;
      const { stage, done, total } = step.value;
      await this.#turn(stage, done, total);
      if (this.#canceled) return;
    }
  }

  #result(root: string | null): LedgerVerification {
    const whole = !this.#canceled && this.#checked > 0 && this.#checked === this.#total;
    const erased = this.#linked.erased + this.#rows.erased;
    if (erased > 0) this.#counts.set('ERASED_DECLARED', erased);
    return {
      verdict: whole && this.#findings === 0 ? 'SELF_CONSISTENT_ONLY' : 'UNVERIFIABLE',
      checked: this.#checked,
      total: this.#total,
      records_checked: this.#recordsChecked,
      fields_checked: this.#fieldsChecked,
      rows: this.#rows.checked,
      counts: Object.fromEntries(this.#counts),
      findings_total: this.#findings,
      first_finding: this.#firstFinding ?? this.#firstRowFinding,
      head_hash: this.#headHash === null ? null : `sha256:${this.#headHash}`,
      root_hash: root === null ? null : `sha256:${root}`,
      canceled: this.#canceled,
    };
  }

  /** Whether the search index holds records after the last, which the journal then has lost. */
  #missSearchable(size: number): boolean {
    const last = this.#snapshot.lastSearchable();
    if (last <= this.#place.position) return false;
    const message = `Entry ${size} is missing from the journal: the search index holds ${last - this.#place.position} records more.`;
    this.#report(createFinding('DELETED', message, { seq: size }));
    return true;
  }

  #reportStray(record: RecordRow, size = Number.POSITIVE_INFINITY): void {
    const [position, seq, recordId] = record;
    const cut = seq >= size;
    const message = cut
      ? `Entry ${seq} is missing from the journal; its index row is still there.`
      : `The index has a row ${position} for record ${recordId}, which no entry of the journal is.`;
    const details = { seq, type: 'ledger.record/v1', recordId };
    const place = { table: 'records', row: recordId };
    const expected = record[8] === '' ? undefined : `sha256:${record[8]}`;
    this.#report(
      cut
        ? createFinding('DELETED', message, { ...details, expected })
        : createFinding('PROJECTION_MISMATCH', message, { ...details, field: 'record', place }),
    );
  }

  /** Rows are looked at after the entries, and in the order of the stages: the first finding is the cause. */
  #reportRow(found: RowFinding): void {
    const finding = rowFinding(found);
    this.#findings += 1;
    this.#count(finding.verdict);
    this.#firstRowFinding ??= finding;
    this.#options.onFinding(finding);
  }

  #report(finding: EntryFinding): void {
    this.#findings += 1;
    this.#count(finding.verdict);
    // An index says what lists show, an entry what was decided: the entry comes first.
    if (this.#firstFinding === null || finding.seq < this.#firstFinding.seq) {
      this.#firstFinding = finding;
    }
    this.#options.onFinding(finding);
  }

  #count(verdict: EntryVerdict): void {
    this.#counts.set(verdict, (this.#counts.get(verdict) ?? 0) + 1);
  }

  /** Reports progress and lets others run, once a slice is used up. */
  async #turn(phase: VerificationProgress['phase'], done: number, total: number): Promise<void> {
    if (performance.now() - this.#sliceStart < sliceTime) return;
    if (!this.#options.onProgress({ phase, done, total })) this.#canceled = true;
    await setImmediate();
    this.#sliceStart = performance.now();
  }
}

/** The row that an entry is a fact of. */
function rowOf(entry: LedgerEntry | undefined) {
  const fact = factOrUndefined(entry);
  return fact && { table: fact.table, row: keyText(fact.id) };
}

/** @param payloads the rows of the record are those from `from` to before `to` */
function heldRecord(
  [position, seq, id, modelId, createdAt, confidence, policyId, , , , interventions]: RecordRow,
  payloads: readonly PayloadRow[],
  from: number,
  to: number,
): HeldRecord {
  return {
    place: {
      position,
      seq,
      id,
      model_id: modelId,
      created_at: createdAt,
      confidence,
      policy_id: policyId,
      intervention_count: interventions,
    },
    valueOf: (field) => {
      for (let index = from; index < to; index += 1) {
        const [, name, preimage] = payloads[index] ?? [];
        if (name === field && typeof preimage === 'string') return valueInPreimage(preimage, field);
      }
      return undefined;
    },
  };
}

/** The seq that a row's entry has by its own account. */
function claimedSeq(snapshot: LedgerSnapshot, seq: number): number | undefined {
  const row = snapshot.entry(seq);
  if (row === undefined || row instanceof UnreadableRow) return undefined;
  const match = /"seq":(\d{1,15}),"/.exec(row.bytes);
  return match === null ? undefined : Number(match[1]);
}
