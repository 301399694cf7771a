/** Damage to the file itself: verification answers, whatever the bytes. It neither crashes nor hangs. */
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseError } from '../database/database-error.ts';
import { sha256 } from '../ledger/sha256.ts';
import { StandingLedger } from '../ledger/testing/standing-ledger.ts';
import {
  temporaryFolder,
  testBody,
  TestLedger,
  verifyFile,
  type TestVerification,
} from '../ledger/testing/test-ledger.ts';
import { cases, isWhole, rounds } from '../testing/rounds.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

let ledger: StandingLedger;
beforeAll(() => {
  ledger = new StandingLedger(folder.path);
});

const pageSize = 4096;
/** Bytes of the file that a run alters, one at a time. */
const flips = rounds({ usual: 10, all: 1_000 });

/** The numbers of the pages that hold a table's or an index's rows. */
function leafPages(path: string, name: string): number[] {
  const database = new Database(path, { readonly: true });
  const pages = database
    .prepare<[string], number>(
      "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path",
    )
    .pluck()
    .all(name);
  database.close();
  return pages;
}

function overwrite(path: string, offset: number, bytes: Uint8Array): void {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, offset);
  closeSync(file);
}

/** The verification, or undefined where the file could not even be opened as a ledger. */
async function verifyDamaged(path: string): Promise<TestVerification | undefined> {
  try {
    return await verifyFile(path);
  } catch (error) {
    if (error instanceof DatabaseError && error.fault === 'corrupt') return undefined;
    throw error;
  }
}

describe('a malformed page', () => {
  it.each(cases(['entries'], ['payloads', 'records', 'tiles']))(
    'of %s is found, and what is on other pages is not blamed',
    async (table) => {
      const path = ledger.copy();
      const pages = leafPages(path, table);
      const page = pages[Math.floor(pages.length / 2)] ?? 0;
      overwrite(path, (page - 1) * pageSize, Buffer.alloc(pageSize, 0x5a));
      const verification = await verifyDamaged(path);
      expect(verification?.result.verdict).toBe('UNVERIFIABLE');
      const blamed = new Set(verification?.findings.map((finding) => finding.seq));
      expect(blamed.size).toBeGreaterThan(0);
      expect(blamed.size).toBeLessThan(60);
    },
  );

  it('of an index is found and named', async () => {
    const path = ledger.copy();
    const [page = 0] = leafPages(path, 'records_by_model');
    overwrite(path, (page - 1) * pageSize, Buffer.alloc(pageSize));
    const verification = await verifyDamaged(path);
    expect(verification?.result.verdict).toBe('UNVERIFIABLE');
    expect(verification?.findings.map((finding) => finding.verdict)).toEqual([
      'PROJECTION_MISMATCH',
    ]);
  });
});

describe('an index edited by hand @whole', () => {
  it('is found by the record that it no longer finds', async () => {
    const path = ledger.copy();
    const record = ledger.records.get(130);
    const key = Buffer.from(record?.hash.slice('sha256:'.length) ?? '', 'hex');
    // The hash stands in the table, in its own index, and in the next record's previous_hash.
    const file = readFileSync(path);
    const pages = new Set(leafPages(path, 'sqlite_autoindex_records_3'));
    let edited = 0;
    for (let at = file.indexOf(key); at >= 0; at = file.indexOf(key, at + 1)) {
      if (!pages.has(Math.floor(at / pageSize) + 1)) continue;
      overwrite(path, at + 31, Uint8Array.of((key[31] ?? 0) ^ 1));
      edited += 1;
    }
    expect(edited).toBe(1);
    const { findings } = await verifyFile(path);
    expect(findings).toMatchObject([
      { verdict: 'PROJECTION_MISMATCH', seq: 130, field: 'sqlite_autoindex_records_3' },
    ]);
  });

  it('is found by an entry too many', async () => {
    const path = ledger.copy();
    const database = new Database(path);
    database.unsafeMode(true);
    const pretend = (from: string, to: string) => {
      database.pragma('writable_schema = ON');
      database
        .prepare('UPDATE sqlite_schema SET sql = replace(sql, ?, ?) WHERE name = ?')
        .run(from, to, 'records_with_interventions');
      database.pragma('writable_schema = RESET');
    };
    // While the condition reads differently, a row changes that the index then still holds.
    pretend('intervention_count > 0', 'intervention_count > 9');
    database.exec('UPDATE records SET intervention_count = 0 WHERE seq = 100');
    pretend('intervention_count > 9', 'intervention_count > 0');
    const listed = database
      .prepare('SELECT count(*) FROM records WHERE intervention_count > 0')
      .pluck()
      .get();
    database.close();
    expect(listed).toBe(2);
    const { findings } = await verifyFile(path);
    expect(findings).toMatchObject([
      { verdict: 'PROJECTION_MISMATCH', seq: 100, field: 'intervention_count' },
      { verdict: 'PROJECTION_MISMATCH', field: 'records_with_interventions' },
    ]);
  });
});

describe('what was put into the schema @whole', () => {
  const trigger = (name: string) =>
    `CREATE TRIGGER ${name} AFTER INSERT ON entries BEGIN DELETE FROM records WHERE seq = 7; END`;

  it.each([
    ['with the name of a statistic', trigger('sqliteXstat1')],
    ['with the name of a table', trigger('entries')],
    ['that is a view', 'CREATE VIEW accounts_seen AS SELECT 1'],
    ['that is an index over some rows', 'CREATE INDEX few ON entries (seq) WHERE seq < 3'],
  ])('is found: a thing %s', async (_what, sql) => {
    const path = ledger.copy();
    const database = new Database(path);
    database.exec(sql);
    database.close();
    const { findings } = await verifyFile(path);
    expect(findings).toMatchObject([{ verdict: 'PROJECTION_MISMATCH', field: 'schema' }]);
  });
});

/** Every row that belongs to the ledger, as the connection reads it; undefined when it cannot. */
function ledgerContents(path: string): string | undefined {
  const database = new Database(path, { readonly: true });
  try {
    const tables = ['entries', 'payloads', 'tiles', 'records'].map((table) =>
      database.prepare(`SELECT * FROM ${table}`).raw().all(),
    );
    return sha256(JSON.stringify(tables));
  } catch {
    return undefined;
  } finally {
    database.close();
  }
}

describe('any byte of the file', () => {
  it("is either not the ledger's, or its change is found", async () => {
    const small = new TestLedger(`${folder.path}/small`);
    small.journal.transaction(() => {
      for (let number = 1; number <= 480; number += 1) small.append(testBody(number));
    });
    small.close();
    const whole = readFileSync(small.path);
    const original = ledgerContents(small.path);
    const path = `${folder.path}/flipped.db`;
    let found = 0;
    let state = 12345;
    for (let round = 0; round < flips; round += 1) {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      const at = pageSize + (state % (whole.length - pageSize));
      const flipped = Buffer.from(whole);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (round % 8));
      writeFileSync(path, flipped);
      const verification = await verifyDamaged(path);
      if (verification === undefined || verification.result.verdict === 'UNVERIFIABLE') {
        found += 1;
        continue;
      }
      // What is not found has changed nothing.
      expect(ledgerContents(path), `byte ${at}, bit ${round % 8}`).toBe(original);
    }
    // A share is told by a thousand of them: ten are where the layout of the file has them.
    expect(found).toBeGreaterThan(isWhole ? 0.32 * flips : 0);
  }, 600_000);
});
