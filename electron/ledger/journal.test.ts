/** What an append writes, and what it leaves when it fails. */
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { createIdFactory } from '../../shared/ids.ts';
import { leafHash, perfectRoot } from '../../shared/ledger/merkle.ts';
import { openWriter } from '../database/open-database.ts';
import { Journal } from './journal.ts';
import { createLedgerKey } from './ledger-key.ts';
import { prepareRecord } from './prepare-record.ts';
import { sha256, sha256Into } from './sha256.ts';
import {
  countingRandom,
  tamper,
  temporaryFolder,
  testBody,
  testKey,
  TestLedger,
} from './testing/test-ledger.ts';
import { readTreeRoot } from './tree-store.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

let ledgers = 0;
function newLedger(): TestLedger {
  ledgers += 1;
  return new TestLedger(`${folder.path}/ledger-${ledgers}`);
}

describe('genesis', () => {
  it('is written once, and binds origin and key', () => {
    const ledger = newLedger();
    ledger.journal.ensureGenesis({ origin: testKey.origin, vkey: testKey.vkey });
    expect(ledger.journal.size).toBe(1);
    const other = createLedgerKey('ledger.example/other', new Uint8Array(32));
    expect(() => ledger.journal.ensureGenesis({ origin: other.origin, vkey: other.vkey })).toThrow(
      'names another',
    );
    ledger.close();
  });

  it('comes before any record', () => {
    const database = openWriter(`${folder.path}/bare/proofdesk.db`);
    const random = countingRandom();
    const createId = createIdFactory({ now: () => 0, random });
    const journal = new Journal(database, { clock: () => 0, createId, random });
    const prepared = prepareRecord(testBody(1), random);
    expect(() => journal.transaction(() => journal.appendRecord(prepared))).toThrow('no genesis');
    expect(() => journal.transaction(() => journal.appendEntry(() => '{}'))).toThrow('no genesis');
    expect(database.prepare('SELECT count(*) FROM payloads').pluck().get()).toBe(0);
    database.close();
  });
});

describe('appendRecord', () => {
  it('answers where the record stands, and links it to the one before', () => {
    const ledger = newLedger();
    const [first, second] = ledger.journal.transaction(() => [
      ledger.append(testBody(1)),
      ledger.append(testBody(2)),
    ]);
    expect(first).toMatchObject({ position: 1, seq: 1 });
    expect(second).toMatchObject({ position: 2, seq: 2, previousHash: first?.hash });
    expect(ledger.journal.recordCount).toBe(2);
    ledger.close();
  });

  it('writes the index row, the payload and the words to search for', () => {
    const ledger = newLedger();
    const body = {
      model_id: 'm',
      input: { city: 'Bologna', note: 'line\none' },
      output: { decision: 'deny' },
      context: { secret: 'unsearchable' },
      confidence: 0.25,
      transaction_id: 'tx-9',
      policy_id: 'p',
    };
    const stored = ledger.journal.transaction(() => ledger.append(body));
    expect(ledger.database.prepare('SELECT * FROM records').get()).toEqual({
      position: 1,
      seq: 1,
      id: stored.id,
      model_id: 'm',
      created_at: stored.createdAt,
      confidence: 0.25,
      policy_id: 'p',
      transaction_id: 'tx-9',
      hash: Buffer.from(stored.hash.slice(7), 'hex'),
      previous_hash: Buffer.from(stored.previousHash.slice(7), 'hex'),
      intervention_count: 0,
      account_id: null,
    });
    expect(
      ledger.database.prepare('SELECT field, value FROM payloads ORDER BY field').all(),
    ).toEqual([
      { field: 'context', value: '{"secret":"unsearchable"}' },
      { field: 'input', value: '{"city":"Bologna","note":"line\\none"}' },
      { field: 'output', value: '{"decision":"deny"}' },
      { field: 'transaction_id', value: '"tx-9"' },
    ]);
    const search = ledger.database
      .prepare<[string], number>('SELECT rowid FROM records_search WHERE records_search MATCH ?')
      .pluck();
    for (const word of ['bologna', 'city', 'one', 'deny', 'decision']) {
      expect(search.all(word)).toEqual([1]);
    }
    for (const word of ['none', 'unsearchable', 'nline']) expect(search.all(word)).toEqual([]);
    ledger.close();
  });

  it('never goes back in time', () => {
    const ledger = newLedger();
    const first = ledger.journal.transaction(() => ledger.append(testBody(1)));
    ledger.now -= 3_600_000;
    const second = ledger.journal.transaction(() => ledger.append(testBody(2)));
    expect(second.createdAt).toBe(first.createdAt);
    expect(second.id > first.id).toBe(true);
    ledger.close();
  });

  it('goes on after the file was closed, as if it never was', () => {
    const ledger = newLedger();
    ledger.journal.transaction(() => {
      for (let number = 1; number < 600; number += 1) ledger.append(testBody(number));
    });
    const root = readTreeRoot(ledger.database, 600);
    const head = ledger.database.prepare('SELECT max(created_at) FROM records').pluck().get();
    ledger.close();
    const database = openWriter(ledger.path);
    const random = countingRandom();
    const journal = new Journal(database, {
      clock: () => 0,
      random,
      createId: createIdFactory({ now: () => ledger.now, random }),
    });
    expect(readTreeRoot(database, journal.size)).toBe(root);
    const stored = journal.transaction(() =>
      journal.appendRecord(prepareRecord(testBody(1), random)),
    );
    expect(stored).toMatchObject({ seq: 600, position: 600, createdAt: head });
    database.close();
  });

  it('refuses to fork: a second record after the same one, a second entry in the same place', () => {
    const ledger = newLedger();
    ledger.journal.transaction(() => ledger.append(testBody(1)));
    const insert = `INSERT INTO records SELECT 99, 99, 'rec_other', model_id, created_at, confidence,
      policy_id, transaction_id, zeroblob(32), previous_hash, 0, NULL FROM records`;
    expect(() => ledger.database.exec(insert)).toThrow('UNIQUE constraint failed');
    expect(() => ledger.database.exec("INSERT INTO entries VALUES (1, '{}', x'00')")).toThrow(
      'UNIQUE constraint failed',
    );
    ledger.close();
  });
});

describe('append-only', () => {
  it.each([
    'UPDATE entries SET bytes = bytes',
    'DELETE FROM entries',
    'UPDATE payloads SET value = value',
    'UPDATE records SET model_id = model_id',
    'UPDATE records SET hash = hash',
    'DELETE FROM records',
    'DELETE FROM tiles',
  ])('refuses %s', (sql) => {
    const ledger = newLedger();
    ledger.journal.transaction(() => {
      for (let number = 1; number < 300; number += 1) ledger.append(testBody(number));
    });
    expect(() => ledger.database.exec(sql)).toThrow('append-only');
    ledger.close();
  });
});

describe('transaction', () => {
  it('leaves nothing when it fails, and the next one continues the chain', () => {
    const ledger = newLedger();
    const first = ledger.journal.transaction(() => ledger.append(testBody(1)));
    const fail = () =>
      ledger.journal.transaction(() => {
        for (let number = 0; number < 700; number += 1) ledger.append(testBody(number));
        throw new Error('changed my mind');
      });
    expect(fail).toThrow('changed my mind');
    expect(ledger.journal.size).toBe(2);
    const second = ledger.journal.transaction(() => ledger.append(testBody(2)));
    expect(second).toMatchObject({ seq: 2, position: 2, previousHash: first.hash });
    for (const table of ['records', 'records_search_docsize']) {
      expect(ledger.database.prepare(`SELECT count(*) FROM ${table}`).pluck().get()).toBe(2);
    }
    ledger.close();
  });

  it('spans several turns between begin and commit, and can be rolled back', async () => {
    const ledger = newLedger();
    ledger.journal.begin();
    ledger.append(testBody(1));
    await Promise.resolve();
    ledger.append(testBody(2));
    ledger.journal.commit();
    ledger.journal.begin();
    ledger.append(testBody(3));
    ledger.journal.rollback();
    expect(ledger.journal.recordCount).toBe(2);
    expect(ledger.database.prepare('SELECT count(*) FROM entries').pluck().get()).toBe(3);
    ledger.close();
  });

  it('sees what another connection appended', () => {
    const ledger = newLedger();
    const other = new Journal(ledger.database, {
      clock: () => ledger.now,
      random: ledger.random,
      createId: createIdFactory({ now: () => ledger.now + 1, random: ledger.random }),
    });
    ledger.journal.transaction(() => ledger.append(testBody(1)));
    const prepared = prepareRecord(testBody(2), ledger.random);
    expect(other.transaction(() => other.appendRecord(prepared))).toMatchObject({ seq: 2 });
    ledger.close();
  });
});

describe('a damaged end', () => {
  it.each([
    ['DELETE FROM entries WHERE seq = 300', 'before 301 is missing'],
    ['DELETE FROM entries WHERE seq = 270', 'before 301 is missing'],
    ['DELETE FROM entries WHERE seq > 100', 'do not end where the journal does'],
    ['DELETE FROM tiles WHERE level = 0', 'do not end where the journal does'],
    ["UPDATE entries SET bytes = replace(bytes, 'model', 'Model') WHERE seq = 300", 'was altered'],
    ["UPDATE entries SET bytes = 'x' WHERE seq = 300", 'was altered'],
    ["UPDATE records SET hash = x'00' WHERE seq = 300", 'was altered'],
    ['UPDATE records SET seq = 999 WHERE seq = 300', 'Entry 999 is missing'],
  ])('is not appended to: %s', (sql, message) => {
    const ledger = newLedger();
    ledger.journal.transaction(() => {
      for (let number = 1; number <= 300; number += 1) ledger.append(testBody(number));
    });
    ledger.close();
    tamper(ledger.path, (database) => {
      database.exec(sql);
      if (sql.startsWith('DELETE FROM entries WHERE seq = 300')) {
        database.exec('UPDATE entries SET seq = 300 WHERE seq = 299');
      }
    });
    const database = openWriter(ledger.path);
    const options = {
      clock: () => ledger.now,
      random: ledger.random,
      createId: createIdFactory({ now: () => ledger.now, random: ledger.random }),
    };
    expect(() => new Journal(database, options)).toThrow(message);
    database.close();
  });

  it('and a genesis that is none', () => {
    const ledger = newLedger();
    ledger.journal.transaction(() => ledger.append(testBody(1)));
    ledger.close();
    tamper(ledger.path, (database) => {
      database.exec("UPDATE entries SET bytes = '{' WHERE seq = 0");
    });
    const database = openWriter(ledger.path);
    const journal = new Journal(database, {
      clock: () => ledger.now,
      random: ledger.random,
      createId: createIdFactory({ now: () => ledger.now, random: ledger.random }),
    });
    expect(() => journal.ensureGenesis({ origin: testKey.origin, vkey: testKey.vkey })).toThrow(
      'Entry 0 is not a genesis',
    );
    database.close();
  });
});

describe('tree', () => {
  it('keeps full leaf tiles, and the hashes above them as they grow', () => {
    const ledger = newLedger();
    ledger.journal.transaction(() => {
      for (let number = 1; number < 600; number += 1) ledger.append(testBody(number));
    });
    const entries = ledger.database
      .prepare<[], string>('SELECT bytes FROM entries ORDER BY seq')
      .pluck()
      .all();
    const leaves = entries.map((text) => Buffer.from(leafHash(sha256, text), 'hex'));
    const first = Buffer.concat(leaves.slice(0, 256));
    const second = Buffer.concat(leaves.slice(256, 512));
    const above = Buffer.concat([perfectRoot(sha256Into, first), perfectRoot(sha256Into, second)]);
    expect(ledger.database.prepare('SELECT * FROM tiles ORDER BY level, position').all()).toEqual([
      { level: 0, position: 0, hashes: first },
      { level: 0, position: 1, hashes: second },
      { level: 1, position: 0, hashes: above },
    ]);
    expect(ledger.database.prepare('SELECT leaf_hash FROM entries').pluck().all()).toEqual(leaves);
    expect(() => readTreeRoot(ledger.database, 601)).toThrow('does not hold');
    ledger.close();
  });

  it('gives the root of every earlier size', () => {
    const ledger = newLedger();
    const roots: string[] = [];
    for (let number = 1; number < 20; number += 1) {
      ledger.journal.transaction(() => ledger.append(testBody(number)));
      roots.push(readTreeRoot(ledger.database, ledger.journal.size));
    }
    for (const [index, root] of roots.entries()) {
      expect(readTreeRoot(ledger.database, index + 2)).toBe(root);
    }
    ledger.close();
  });
});

describe('durability', () => {
  it('has been handed to the disk when the transaction returns', () => {
    const ledger = newLedger();
    expect(ledger.database.pragma('synchronous', { simple: true })).toBe(2);
    ledger.journal.transaction(() => ledger.append(testBody(1)));
    const other = new Database(ledger.path, { readonly: true });
    expect(other.prepare('SELECT count(*) FROM records').pluck().get()).toBe(1);
    other.close();
    ledger.close();
  });
});
