/** Ledgers for tests: deterministic, on real files, and a way to tamper with them as an intruder would. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { isOfRow, type Finding } from '../../../shared/contract/chain.ts';
import type { CreateRecord } from '../../../shared/contract/records.ts';
import { createIdFactory, type RandomBytes } from '../../../shared/ids.ts';
import { openReader, type WriterDatabase } from '../../database/open-database.ts';
import { openNewLedger } from '../../database/testing/new-ledger.ts';
import { memoryFolder } from '../../database/testing/memory-folder.ts';
import { InterventionJournal } from '../intervention-journal.ts';
import { Journal, type StoredEntryPlace, type StoredRecord } from '../journal.ts';
import { createLedgerKey } from '../ledger-key.ts';
import { ModelJournal } from '../model-journal.ts';
import { prepareRecord } from '../prepare-record.ts';
import { sha256 } from '../sha256.ts';
import { verifyLedger, type LedgerVerification } from '../../verification/verify-ledger.ts';

export const testSeed = Uint8Array.from({ length: 32 }, (_, index) => index);
export const testKey = createLedgerKey('ledger.example/test', testSeed);

/** A folder in memory, where there is one, that `remove` takes away with all that is in it. */
export function temporaryFolder() {
  const path = mkdtempSync(join(memoryFolder(), 'proofdesk-'));
  return {
    path,
    /** An empty folder in it, with a name of its own. */
    newDirectory: () => mkdtempSync(join(path, 'case-')),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Bytes that differ with every call, and are the same in every run. */
export function countingRandom(): RandomBytes {
  let count = 0;
  return (bytes) => {
    const blocks: Buffer[] = [];
    for (let length = 0; length < bytes; length += 32) {
      count += 1;
      blocks.push(Buffer.from(sha256(`random ${count}`), 'hex'));
    }
    return Buffer.concat(blocks).subarray(0, bytes);
  };
}

/** A decision whose shape varies with its number: all optional members come and go. */
export function testBody(number: number): CreateRecord {
  return {
    model_id: `model-${number % 3}`,
    input: {
      age: 20 + (number % 60),
      income: 1000.25 * number,
      note: number % 4 === 0 ? 'größer 漢字 \u{1f600} \ufffd' : 'plain "quoted"\n',
      nested: { flags: [true, null, 'x'], '10': 1, '9': 2 },
    },
    output: { decision: number % 2 === 0 ? 'approve' : 'deny' },
    ...(number % 2 === 0 ? { confidence: (number % 100) / 100 } : {}),
    ...(number % 3 === 0 ? { policy_id: `policy ${number % 5} \u2028é` } : {}),
    ...(number % 5 === 0 ? { transaction_id: `tx-${number}` } : {}),
    ...(number % 7 === 0 ? { context: { channel: 'branch' } } : {}),
    ...(number % 11 === 0 ? { explanation: { weights: [0.5, -0.25] } } : {}),
  };
}

/** A journal on a file, with a clock that moves a second with each append. */
export class TestLedger {
  readonly path: string;
  readonly database: WriterDatabase;
  readonly journal: Journal;
  readonly random = countingRandom();
  now = Date.parse('2026-01-01T00:00:00.000Z');

  constructor(folder: string) {
    this.path = join(folder, 'proofdesk.db');
    this.database = openNewLedger(this.path);
    const clock = () => this.now;
    const random = this.random;
    const createId = createIdFactory({ now: clock, random });
    this.journal = new Journal(this.database, { clock, createId, random });
    this.journal.ensureGenesis({ origin: testKey.origin, vkey: testKey.vkey });
  }

  append(body: CreateRecord): StoredRecord {
    this.now += 1_000;
    return this.journal.appendRecord(prepareRecord(body, this.random));
  }

  /** An override of a record: an entry of its own, with the record's count raised. */
  intervene(
    record: { id: string; hash: string },
    n: number,
    previousHash: string,
  ): StoredEntryPlace & { id: string } {
    this.now += 1_000;
    const values = ['outcome', 'reason'].map((field) => ({
      field,
      salt: Buffer.from(this.random(16)).toString('base64url'),
      value: field === 'reason' ? '"income verified"' : '{"decision":"approve"}',
    }));
    const id = `int_${String(this.journal.size).padStart(26, '0')}`;
    const place = new InterventionJournal(this.database).appendIntervention(
      this.journal,
      {
        id,
        n,
        previousHash,
        recordId: record.id,
        recordHash: record.hash,
        action: 'override',
        actor: { id: 'usr_7', role: 'compliance_officer' },
      },
      values,
    );
    return { ...place, id };
  }

  /** A declared erasure: the entry is appended, then the values and what is made from them deleted. */
  erase(target: { id: string; hash: string; seq: number }, fields: string[]): StoredEntryPlace {
    return this.eraseAll([target], fields);
  }

  /** The same of several entries at once. */
  eraseAll(
    targets: readonly { id: string; hash: string; seq: number }[],
    fields: string[],
  ): StoredEntryPlace {
    this.now += 1_000;
    const declared = new InterventionJournal(this.database).appendErasure(this.journal, {
      targets: targets.map(({ id, hash, seq }) => ({ id, hash, seq, fields })),
      legalBasis: 'GDPR Art. 17(1)(a)',
      actor: { id: 'usr_1', role: 'data_protection_officer' },
    });
    const remove = this.database.prepare('DELETE FROM payloads WHERE seq = ? AND field = ?');
    for (const { seq } of targets) for (const field of fields) remove.run(seq, field);
    if (fields.includes('transaction_id')) {
      const clear = this.database.prepare('UPDATE records SET transaction_id = NULL WHERE seq = ?');
      for (const { seq } of targets) clear.run(seq);
    }
    return declared;
  }

  /** A model card's registration. */
  registerModel(modelId: string): StoredEntryPlace {
    this.now += 1_000;
    const models = new ModelJournal(
      this.database,
      () => `card_${String(this.journal.size).padStart(26, '0')}`,
    );
    return models.appendCard(this.journal, {
      model_id: modelId,
      version: '1.0.0',
      performance: { accuracy: 0.9 },
      limitations: 'None known',
    });
  }

  /** Closes the file; it is then one file without a write-ahead log. */
  close(): void {
    this.database.close();
  }
}

/** Changes a closed ledger's tables with the guards taken off and put back, as an intruder would. */
export function tamper(path: string, change: (database: Database.Database) => void): void {
  const database = new Database(path);
  database.unsafeMode(true);
  database.pragma('synchronous = OFF');
  const triggers = database
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'",
    )
    .all();
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`);
  change(database);
  for (const { sql } of triggers) database.exec(sql);
  database.close();
}

export interface TestVerification {
  readonly result: LedgerVerification;
  /** In journal order. */
  readonly findings: readonly Finding[];
}

/** Verifies a closed ledger. */
export async function verifyFile(path: string): Promise<TestVerification> {
  const database = openReader(path);
  const findings: Finding[] = [];
  try {
    const result = await verifyLedger(database, {
      onFinding: (finding) => findings.push(finding),
      onProgress: () => true,
    });
    return {
      result,
      findings: findings.toSorted((a, b) =>
        placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b),
      ),
    };
  } finally {
    database.close();
  }
}

/** By entry, those of rows behind them as they were found. */
function placeOf(finding: Finding): number {
  return isOfRow(finding) ? Number.POSITIVE_INFINITY : (finding.seq ?? 0);
}

/** A copy of a closed ledger in a folder of its own. */
export function copyLedger(path: string, folder: string, name: string): string {
  const copy = join(folder, `${name}.db`);
  copyFileSync(path, copy);
  return copy;
}
