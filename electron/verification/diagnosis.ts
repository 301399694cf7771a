/** What a closer look at an entry starts from and ends with, shared by its parts. */
import { StrictJsonError } from '../../shared/ledger/canonical-json.ts';
import { commitment, decodeEntry, type LedgerEntry } from '../../shared/ledger/entries.ts';
import { EntryFormatError, type Commitment } from '../../shared/ledger/entry-members.ts';
import { createFinding, type EntryFinding } from './findings.ts';
import {
  UnreadableRow,
  type LedgerSnapshot,
  type RecordRow,
  type StoredEntry,
  type StoredPayload,
} from '../ledger/ledger-snapshot.ts';
import { sha256 } from '../ledger/sha256.ts';

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

/** Result of a closer look. */
export interface Diagnosis {
  readonly findings: readonly EntryFinding[];
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
export interface Subject {
  readonly seq: number;
  readonly stored: StoredEntry;
  readonly entry: LedgerEntry | undefined;
  readonly hash: string;
  readonly leaf: string;
  readonly record: RecordRow | undefined;
  readonly payloads: readonly StoredPayload[];
  readonly findings: EntryFinding[];
}

/** The entry of a text; undefined when it is none. */
export function decode(text: string): LedgerEntry | undefined {
  try {
    return decodeEntry(text);
  } catch (error) {
    if (error instanceof EntryFormatError || error instanceof StrictJsonError) return undefined;
    throw error;
  }
}

/** The decoded entry of a row that can be read and is exactly its text. */
export function decodeRow(
  snapshot: LedgerSnapshot,
  seq: number,
): { stored: StoredEntry; entry: LedgerEntry } | undefined {
  const stored = snapshot.entry(seq);
  if (stored === undefined || stored instanceof UnreadableRow || !stored.exact) return undefined;
  const entry = decode(stored.bytes);
  return entry === undefined ? undefined : { stored, entry };
}

/** A row that can be read. */
export function present<Row>(row: Row | UnreadableRow | undefined): Row | undefined {
  return row instanceof UnreadableRow ? undefined : row;
}

/** The outcome where the entry itself says nothing. */
export function nothingKnown(findings: readonly EntryFinding[]): Diagnosis {
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
export function lostEntry(
  snapshot: LedgerSnapshot,
  finding: EntryFinding,
  place: DiagnosisPlace,
): Diagnosis {
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

/** Moves past an entry whose bytes are lost, as far as its index row knows. */
export function passLost(record: RecordRow | undefined, place: DiagnosisPlace): void {
  if (record === undefined) {
    place.recordHash = undefined;
    place.lost += 1;
    return;
  }
  place.recordHash = record[8] === '' ? undefined : record[8];
  place.position += 1;
  if (record[4] > place.createdAt) place.createdAt = record[4];
}

/** Moves past a record with this hash. */
export function passRecord(hash: string | undefined, place: DiagnosisPlace): void {
  place.recordHash = hash;
  place.position += 1;
  place.lost = 0;
}

/** `sha256:<hex>` of what a payload commits to. */
export function commitmentOf(payload: StoredPayload): string {
  return commitment(sha256, payload.field, payload.salt, payload.value);
}

/** The record an entry is or belongs to. */
export function recordIdOf(entry: LedgerEntry): string | undefined {
  if (entry.type === 'ledger.record/v1') return entry.id;
  if (entry.type === 'ledger.intervention/v1') return entry.recordId;
  if (entry.type !== 'ledger.erasure/v1') return undefined;
  const [target, ...others] = entry.targets;
  return others.length === 0 && target?.id.startsWith('rec_') === true ? target.id : undefined;
}

/** A hex hash as the ledger writes it; undefined for none. */
export function hashText(hex: string): string | undefined {
  return hex === '' ? undefined : `sha256:${hex}`;
}
