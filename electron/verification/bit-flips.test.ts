/** Every single bit of a ledger, of 1,000 entries where everything is tried: its flip is noticed at its entry, and named at its field. */
import { strict as assert } from 'node:assert';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commitment, decodeEntry } from '../../shared/ledger/entries.ts';
import type { Commitment } from '../../shared/ledger/entry-members.ts';
import { checkRecord } from './check-record.ts';
import { diagnoseEntry } from './diagnose-entry.ts';
import type { DiagnosisPlace } from './diagnosis.ts';
import {
  leafHashOf,
  LedgerSnapshot,
  UnreadableRow,
  type StoredEntry,
} from '../ledger/ledger-snapshot.ts';
import { sha256 } from '../ledger/sha256.ts';
import { temporaryFolder, TestLedger } from '../ledger/testing/test-ledger.ts';
import { isWhole, rounds } from '../testing/rounds.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

const size = rounds({ usual: 260, all: 1_000 });

/** What was read, which these tests know to be there. */
function sound<Row>(row: Row | UnreadableRow | undefined): Row {
  if (row === undefined || row instanceof UnreadableRow) throw new Error('cannot be read');
  return row;
}

/** A snapshot in which one entry or one payload reads differently from what the file holds. */
class DoctoredSnapshot extends LedgerSnapshot {
  doctored: { seq: number; bytes: string } | { seq: number; field: string; value: string } | null =
    null;

  override entry(seq: number): ReturnType<LedgerSnapshot['entry']> {
    const stored = super.entry(seq);
    const change = this.doctored;
    if (change === null || change.seq !== seq || !('bytes' in change)) return stored;
    return { ...sound(stored), bytes: change.bytes };
  }

  override payloads(seq: number): ReturnType<LedgerSnapshot['payloads']> {
    const stored = super.payloads(seq);
    const change = this.doctored;
    if (change === null || change.seq !== seq || !('field' in change)) return stored;
    return sound(stored).map((each) =>
      each.field === change.field ? { ...each, value: change.value } : each,
    );
  }
}

let database: Database.Database;
let snapshot: DoctoredSnapshot;
/** Where the chain stands before each entry. */
const places: DiagnosisPlace[] = [];

beforeAll(() => {
  const ledger = new TestLedger(folder.path);
  ledger.journal.transaction(() => {
    for (let number = 1; ledger.journal.size < size; number += 1) {
      const record = ledger.append({
        model_id: `m${number % 3}`,
        input: { age: number % 90, name: number % 5 === 0 ? 'Åsa \u{1f600}' : 'Ann' },
        output: { ok: number % 2 === 0 },
        ...(number % 4 === 0 ? { confidence: 0.5, transaction_id: `t${number}` } : {}),
      });
      if (number % 100 === 0) ledger.intervene(record, 1, record.hash);
      if (number === 333) ledger.registerModel('m0');
    }
  });
  ledger.close();
  database = new Database(ledger.path, { readonly: true });
  snapshot = new DoctoredSnapshot(database);
  const place = { recordHash: undefined, position: 0, lost: 0, createdAt: '', shift: 0 };
  for (let seq = 0; seq < size; seq += 1) {
    places.push({ ...place });
    assert.deepEqual(diagnoseEntry(snapshot, seq, place).findings, []);
  }
});
afterAll(() => {
  database.close();
});

function placeBefore(seq: number): DiagnosisPlace {
  const place = places[seq];
  if (place === undefined) throw new Error(`no entry ${seq}`);
  return { ...place };
}

type BitChoice = (bit: number) => boolean;

const everyBit: BitChoice = () => true;
const oneOfEachByte: BitChoice = (bit) => (bit & 7) === (bit >> 3) % 8;

const triedBits = isWhole ? everyBit : oneOfEachByte;

/** The text with one bit of its UTF-8 bytes flipped, for every bit that is chosen, and that bit's number. */
function* flips(text: string, isChosen: BitChoice): Generator<[flipped: string, bit: number]> {
  const bytes = Buffer.from(text);
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    if (!isChosen(bit)) continue;
    const at = bit >> 3;
    const byte = bytes[at] ?? 0;
    bytes[at] = byte ^ (1 << (bit & 7));
    yield [bytes.toString(), bit];
    bytes[at] = byte;
  }
}

function storedEntry(seq: number): StoredEntry {
  return sound(snapshot.entry(seq));
}

function commitmentsOf(seq: number): readonly Commitment[] {
  const entry = decodeEntry(storedEntry(seq).bytes);
  return 'commitments' in entry ? entry.commitments : [];
}

describe('every bit', { timeout: 200_000 }, () => {
  it('of an entry changes the leaf hash kept for it', () => {
    let unnoticed = 0;
    let tried = 0;
    for (let seq = 0; seq < size; seq += 1) {
      const { bytes, leafHash } = storedEntry(seq);
      for (const [flipped] of flips(bytes, triedBits)) {
        tried += 1;
        if (leafHashOf(flipped) === leafHash) unnoticed += 1;
      }
    }
    console.log(`${tried} bits of ${size} entries flipped, ${unnoticed} unnoticed`);
    expect(unnoticed).toBe(0);
  });

  it("of a record's entry differs from the text made of its columns and payload, whatever the leaf hash", () => {
    let unnoticed = 0;
    let checked = 0;
    const payloads = snapshot.payloadChunk(0, size);
    for (const record of snapshot.recordChunk(1, size)) {
      const seq = record[1];
      const { bytes } = storedEntry(seq);
      const from = payloads.findIndex((each) => each[0] === seq);
      const to = payloads.findLastIndex((each) => each[0] === seq) + 1;
      const place = placeBefore(seq);
      const check = (text: string) =>
        checkRecord([seq, text, 'leaf'], record, payloads, from, to, place, 'leaf');
      expect(check(bytes)).toBe(sha256(bytes));
      // One bit of each byte: the recomputed commitments make this the slower of the two checks.
      for (const [flipped] of flips(bytes, oneOfEachByte)) {
        checked += 1;
        if (check(flipped) !== undefined) unnoticed += 1;
      }
    }
    expect(unnoticed).toBe(0);
    expect(checked).toBeGreaterThan(300 * size);
  });

  it("of a payload's value or salt contradicts the commitment of its field", () => {
    let unnoticed = 0;
    let fields = 0;
    let tried = 0;
    for (let seq = 1; seq < size; seq += 1) {
      const commitments = commitmentsOf(seq);
      for (const { field, salt, value } of sound(snapshot.payloads(seq))) {
        const expected = commitments.find((each) => each.field === field)?.hash;
        expect(commitment(sha256, field, salt, value)).toBe(expected);
        fields += 1;
        for (const [flipped] of flips(value, triedBits)) {
          tried += 1;
          if (commitment(sha256, field, salt, flipped) === expected) unnoticed += 1;
        }
        for (const [flipped] of flips(salt, triedBits)) {
          tried += 1;
          if (commitment(sha256, field, flipped, value) === expected) unnoticed += 1;
        }
      }
    }
    console.log(`${tried} bits of ${fields} values and salts flipped, ${unnoticed} unnoticed`);
    expect(fields).toBeGreaterThan(2 * (size - 20));
    expect(unnoticed).toBe(0);
  });
});

describe('a closer look', { timeout: 200_000 }, () => {
  it('names the entry of a flipped bit, and nothing else, in every entry @whole', () => {
    for (let seq = 0; seq < size; seq += 1) {
      const { bytes } = storedEntry(seq);
      const wanted = (seq * 7919) % (Buffer.byteLength(bytes) * 8);
      for (const [flipped] of flips(bytes, (bit) => bit === wanted)) {
        snapshot.doctored = { seq, bytes: flipped };
        const { findings } = diagnoseEntry(snapshot, seq, placeBefore(seq));
        snapshot.doctored = null;
        expect(findings.map((each) => [each.verdict, each.seq])).toEqual([['ENTRY_ALTERED', seq]]);
      }
    }
  });

  it('names every bit of one entry @whole', () => {
    const seq = 500;
    for (const [flipped, bit] of flips(storedEntry(seq).bytes, everyBit)) {
      snapshot.doctored = { seq, bytes: flipped };
      const { findings } = diagnoseEntry(snapshot, seq, placeBefore(seq));
      snapshot.doctored = null;
      expect(
        findings.map((each) => each.verdict),
        `bit ${bit}`,
      ).toEqual(['ENTRY_ALTERED']);
    }
  });

  it('names the field of a flipped bit, and nothing else, in every payload @whole', () => {
    for (let seq = 1; seq < size; seq += 1) {
      for (const { field, value } of sound(snapshot.payloads(seq))) {
        const wanted = (seq * 7919) % (Buffer.byteLength(value) * 8);
        for (const [flipped] of flips(value, (bit) => bit === wanted)) {
          snapshot.doctored = { seq, field, value: flipped };
          const { findings } = diagnoseEntry(snapshot, seq, placeBefore(seq));
          snapshot.doctored = null;
          expect(findings.map((each) => [each.verdict, each.seq, each.field])).toEqual([
            ['FIELD_ALTERED', seq, field],
          ]);
        }
      }
    }
  });
});
