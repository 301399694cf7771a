/** The ledger that tests tamper with, and what verification says of a tampered copy. */
import { strict as assert } from 'node:assert';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import type { StoredRecord } from '../journal.ts';
import { leafHashOf } from '../ledger-snapshot.ts';
import { sha256 } from '../sha256.ts';
import { memoryFolder } from '../../database/testing/memory-folder.ts';
import { cases } from '../../testing/rounds.ts';
import { copyLedger, tamper, testBody, TestLedger, verifyFile } from './test-ledger.ts';

/** Verdict, seq and field of one finding. */
export type Deviation = readonly [verdict: string, seq: number | null, field: string | null];

/** The first record, the last of a full tile, one in the tail behind the tiles, the very last. */
export const places = cases<readonly [string, number]>(
  [['middle', 255]],
  [
    ['last', 619],
    ['first', 1],
    ['tail', 560],
  ],
);

/** What stands in the ledger, by seq. */
interface Standing {
  readonly size: number;
  readonly records: ReadonlyMap<number, StoredRecord>;
  /** The seqs of the two interventions on each of two records. */
  readonly interventions: readonly number[];
  readonly model: number;
  readonly erasure: number;
}

let made: { readonly standing: Standing; readonly file: Buffer } | undefined;

/** The ledger and its closed file: made once for all tests of a process. */
function standingLedger() {
  if (made !== undefined) return made;
  const folder = mkdtempSync(join(memoryFolder(), 'proofdesk-standing-'));
  const ledger = new TestLedger(folder);
  const records = new Map<number, StoredRecord>();
  const interventions: number[] = [];
  let model = 0;
  let erasure = 0;
  ledger.journal.transaction(() => {
    for (let number = 1; ledger.journal.size < 620; number += 1) {
      const record = ledger.append(testBody(number));
      records.set(record.seq, record);
      if (number === 100 || number === 400) {
        const first = ledger.intervene(record, 1, record.hash);
        const second = ledger.intervene(record, 2, first.hash);
        interventions.push(first.seq, second.seq);
      }
      if (number === 300) model = ledger.registerModel('model-0').seq;
      if (number === 350) erasure = ledger.erase(record, ['input', 'transaction_id']).seq;
    }
  });
  const { size } = ledger.journal;
  ledger.close();
  made = {
    standing: { size, records, interventions, model, erasure },
    file: readFileSync(ledger.path),
  };
  rmSync(folder, { recursive: true });
  return made;
}

/**
 * 620 entries in a closed file: two full tiles and a tail; interventions on two records, a model and
 * an erasure of two fields (of the record before it) among the records.
 */
export class StandingLedger implements Standing {
  readonly #folder: string;
  readonly path: string;
  readonly size: number;
  readonly records: ReadonlyMap<number, StoredRecord>;
  readonly interventions: readonly number[];
  readonly model: number;
  readonly erasure: number;
  #copies = 0;

  constructor(folder: string) {
    const { standing, file } = standingLedger();
    this.#folder = folder;
    this.path = join(folder, 'proofdesk.db');
    mkdirSync(folder, { recursive: true });
    writeFileSync(this.path, file, { mode: 0o600 });
    this.size = standing.size;
    this.records = standing.records;
    this.interventions = standing.interventions;
    this.model = standing.model;
    this.erasure = standing.erasure;
  }

  /** A fresh copy of the file. */
  copy(): string {
    this.#copies += 1;
    return copyLedger(this.path, this.#folder, `copy-${this.#copies}`);
  }

  /** What verification finds in a copy after a change, in journal order. */
  async deviations(change: (database: Database.Database) => void): Promise<Deviation[]> {
    const path = this.copy();
    tamper(path, change);
    const { result, findings } = await verifyFile(path);
    const verdict = findings.length === 0 ? 'SELF_CONSISTENT_ONLY' : 'UNVERIFIABLE';
    assert.equal(result.verdict, verdict);
    assert.equal(result.findings_total, findings.length);
    assert.equal(result.first_finding?.seq, findings[0]?.seq);
    return findings.map((each) => [each.verdict, each.seq, each.field]);
  }
}

export function bytesOf(database: Database.Database, seq: number): string {
  return String(database.prepare('SELECT bytes FROM entries WHERE seq = ?').pluck().get(seq));
}

/** Replaces an entry's text, and what an intruder can recompute for that entry alone. */
export function rewrite(
  database: Database.Database,
  seq: number,
  text: string,
  also: { leaf?: boolean; hash?: boolean } = {},
): void {
  database.prepare('UPDATE entries SET bytes = ? WHERE seq = ?').run(text, seq);
  if (also.leaf === true) {
    database
      .prepare('UPDATE entries SET leaf_hash = unhex(?) WHERE seq = ?')
      .run(leafHashOf(text), seq);
  }
  if (also.hash === true) {
    database.prepare('UPDATE records SET hash = unhex(?) WHERE seq = ?').run(sha256(text), seq);
  }
}

/** Changes rows while a column of a STRICT table takes any type, as an edit of the file could. */
export function loosen(
  database: Database.Database,
  table: string,
  column: string,
  change: string,
): void {
  const pretend = (from: string, to: string) => {
    database.pragma('writable_schema = ON');
    database
      .prepare('UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = ?')
      .run(`${column} ${from} NOT NULL`, `${column} ${to} NOT NULL`, table);
    database.pragma('writable_schema = RESET');
  };
  pretend('TEXT', 'ANY');
  database.exec(change);
  pretend('ANY', 'TEXT');
}
