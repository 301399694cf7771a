/** The audit log as it is written: one chain from the genesis on, sealed in batches. */
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { temporaryFolder, verifyFile } from '../ledger/testing/test-ledger.ts';
import { checkFile } from '../proof/testing/check-file.ts';
import { AuditFixture, testEvent } from './testing/audit-fixture.ts';

let folder: ReturnType<typeof temporaryFolder>;
let fixture: AuditFixture;
beforeEach(() => {
  folder = temporaryFolder();
  fixture = new AuditFixture(folder.path);
});
afterEach(() => {
  fixture.close();
  folder.remove();
});

const lineSchema = z.object({ seq: z.int(), previous_hash: z.string(), at: z.string() });

function rows(): { seq: number; line: string; hash: string }[] {
  return fixture.ledger.database
    .prepare<[], { seq: number; line: string; hash: string }>(
      'SELECT seq, line, lower(hex(hash)) AS hash FROM audit_events ORDER BY seq',
    )
    .all();
}

function entryTexts(): string[] {
  return fixture.ledger.database
    .prepare<[], string>('SELECT bytes FROM entries ORDER BY seq')
    .pluck()
    .all();
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('append', () => {
  it('chains every line to the one before, the first to the genesis', () => {
    fixture.append(25);
    let previous = sha256(entryTexts()[0] ?? '');
    for (const [index, { seq, line, hash }] of rows().entries()) {
      expect(seq).toBe(index + 1);
      expect(hash).toBe(sha256(line));
      expect(lineSchema.parse(JSON.parse(line))).toMatchObject({
        seq,
        previous_hash: `sha256:${previous}`,
      });
      previous = hash;
    }
  });

  it('keeps a batch that comes twice once', () => {
    const batch = [testEvent(1), testEvent(2)];
    fixture.log.append(batch);
    fixture.log.append([...batch, testEvent(3)]);
    expect(rows().map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  it('never goes back in time', () => {
    fixture.log.append([testEvent(9), testEvent(3)]);
    const times = rows().map(({ line }) => lineSchema.parse(JSON.parse(line)).at);
    expect(times).toEqual([testEvent(9).at, testEvent(9).at]);
  });

  it.each([
    "UPDATE audit_events SET caller = 'x'",
    'DELETE FROM audit_events',
    'UPDATE batches SET last = 1',
    'DELETE FROM batches',
  ])('is guarded against %s', (sql) => {
    fixture.append(3);
    fixture.seal();
    expect(() => fixture.ledger.database.exec(sql)).toThrow(/append-only/);
  });
});

describe('sealing', () => {
  const batches = () =>
    fixture.ledger.database.prepare('SELECT first, last FROM batches ORDER BY first').raw().all();

  it('is done by the append that fills a batch', () => {
    const events = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => testEvent(from + index));
    expect(fixture.log.append(events(1, 1_023))).toBe(false);
    expect(batches()).toEqual([]);
    expect(fixture.log.append(events(1_024, 1_030))).toBe(true);
    expect(batches()).toEqual([[1, 1_024]]);
  });

  it('appends one entry for the events since the last', () => {
    fixture.append(12);
    expect(fixture.seal()).toBe(true);
    fixture.append(5);
    expect(fixture.seal()).toBe(true);
    expect(fixture.seal()).toBe(false);
    const entries = entryTexts().slice(1);
    expect(entries.map((text) => JSON.parse(text))).toMatchObject([
      { type: 'ledger.batch/v1', table: 'audit_events', from: 1, to: 12, previous: null },
      { type: 'ledger.batch/v1', table: 'audit_events', from: 13, to: 17, previous: 1 },
    ]);
  });

  it('and verification agrees with all of it', async () => {
    fixture.append(130);
    fixture.seal();
    fixture.appendRecord();
    fixture.append(70);
    fixture.seal();
    fixture.append(3);
    fixture.close();
    const { result, findings } = await verifyFile(fixture.ledger.path);
    expect(findings).toEqual([]);
    expect(result).toMatchObject({ verdict: 'SELF_CONSISTENT_ONLY', checked: 4, total: 4 });
    expect(checkFile(fixture.ledger.path)).toEqual({ findings: [], facts: 0, lines: 200, open: 3 });
  });
});
