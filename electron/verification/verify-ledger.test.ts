/** A run over a whole ledger: what it counts, how it is stopped, what it leaves alone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReader, openWriter } from '../database/open-database.ts';
import { StandingLedger } from '../ledger/testing/standing-ledger.ts';
import {
  tamper,
  temporaryFolder,
  testBody,
  TestLedger,
  verifyFile,
} from '../ledger/testing/test-ledger.ts';
import { readTreeRoot } from '../ledger/tree-store.ts';
import { verifyLedger, type VerificationProgress } from './verify-ledger.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

let ledger: StandingLedger;
beforeAll(() => {
  ledger = new StandingLedger(folder.path);
});

describe('a ledger that nobody touched', () => {
  it('is self-consistent, with every entry, record and field counted', async () => {
    const { result, findings } = await verifyFile(ledger.path);
    expect(findings).toEqual([]);
    expect(result).toMatchObject({
      verdict: 'SELF_CONSISTENT_ONLY',
      checked: ledger.size,
      total: ledger.size,
      records_checked: ledger.records.size,
      findings_total: 0,
      first_finding: null,
      canceled: false,
    });
    expect(result.counts).toEqual({ OK: ledger.size, ERASED_DECLARED: 2 });
  });

  it('is still so after the guards were taken off and put back', async () => {
    expect(await ledger.deviations(() => undefined)).toEqual([]);
  });
});

describe('a run', () => {
  it('stops when it is told to, and says how far it came', async () => {
    const database = openReader(ledger.path);
    const result = await verifyLedger(database, {
      onFinding: () => undefined,
      onProgress: () => false,
    });
    expect(result.canceled).toBe(result.checked < result.total);
    const slow = await verifyLedger(database, {
      onFinding: () => undefined,
      onProgress: () => true,
    });
    expect(slow.canceled).toBe(false);
    database.close();
  });

  it('reports progress that only grows, and lets others run in between', async () => {
    const large = new TestLedger(`${folder.path}/large`);
    large.journal.transaction(() => {
      for (let number = 1; number <= 5_000; number += 1) large.append(testBody(number));
    });
    large.close();
    const database = openReader(large.path);
    const progress: VerificationProgress[] = [];
    let turns = 0;
    let running = true;
    const count = () => {
      turns += 1;
      if (running) setImmediate(count);
    };
    setImmediate(count);
    const result = await verifyLedger(database, {
      onFinding: () => undefined,
      onProgress: (each) => {
        progress.push(each);
        return true;
      },
    });
    running = false;
    expect(result).toMatchObject({ verdict: 'SELF_CONSISTENT_ONLY', checked: 5_001 });
    expect(progress.length).toBeGreaterThan(2);
    expect(turns).toBeGreaterThanOrEqual(progress.length);
    const entries = progress.filter((each) => each.phase === 'entries').map((each) => each.done);
    expect(entries).toEqual(entries.toSorted((a, b) => a - b));
    let asked = 0;
    const canceled = await verifyLedger(database, {
      onFinding: () => undefined,
      onProgress: () => (asked += 1) < 3,
    });
    expect(canceled).toMatchObject({ canceled: true, verdict: 'UNVERIFIABLE', findings_total: 0 });
    expect(canceled.checked).toBeLessThan(5_001);
    database.close();
  });

  it('verifies one state while others are appended @whole', async () => {
    const growing = new TestLedger(`${folder.path}/growing`);
    growing.journal.transaction(() => {
      for (let number = 1; number <= 3_000; number += 1) growing.append(testBody(number));
    });
    const database = openReader(growing.path);
    const result = await verifyLedger(database, {
      onFinding: (finding) => expect.unreachable(finding.message),
      onProgress: () => {
        growing.journal.transaction(() => {
          const record = growing.append(testBody(1));
          growing.intervene(record, 1, record.hash);
        });
        return true;
      },
    });
    expect(growing.journal.size).toBeGreaterThan(3_001);
    expect(result).toMatchObject({ verdict: 'SELF_CONSISTENT_ONLY', total: 3_001, checked: 3_001 });
    database.close();
    growing.close();
    expect((await verifyFile(growing.path)).findings).toEqual([]);
  });

  it('never calls an empty ledger verified', async () => {
    const path = `${folder.path}/empty/proofdesk.db`;
    openWriter(path).close();
    const { result } = await verifyFile(path);
    expect(result).toMatchObject({ verdict: 'UNVERIFIABLE', checked: 0, total: 0 });
  });

  it('gives the hash of the head and the root of the tree', async () => {
    const { result } = await verifyFile(ledger.path);
    const database = openReader(ledger.path);
    expect(result.root_hash).toBe(`sha256:${readTreeRoot(database, ledger.size)}`);
    expect(result.head_hash).toBe(ledger.records.get(ledger.size - 1)?.hash);
    database.close();
  });

  it('reads values too long for a chunk', async () => {
    const long = new TestLedger(`${folder.path}/long`);
    long.journal.transaction(() => {
      for (const length of [10, 20_000, 300_000]) {
        long.append({ model_id: 'm', input: { text: 'ü'.repeat(length) }, output: {} });
        long.append({ model_id: 'm'.repeat(256), input: {}, output: {} });
      }
    });
    long.close();
    expect((await verifyFile(long.path)).findings).toEqual([]);
    tamper(long.path, (database) =>
      database.exec(
        "UPDATE payloads SET value = substr(value, 1, 299999) || 'o' || substr(value, 300001) WHERE seq = 5 AND field = 'input'",
      ),
    );
    expect((await verifyFile(long.path)).findings).toMatchObject([
      { verdict: 'FIELD_ALTERED', seq: 5, field: 'input' },
    ]);
  });
});
