/** The audit log as it is written: one chain from the genesis on, in batches, anchored in the ledger. */
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { temporaryFolder, verifyFile } from '../ledger/testing/test-ledger.ts';
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
    'UPDATE audit_anchors SET last_event = 1',
    'DELETE FROM audit_anchors',
  ])('is guarded against %s', (sql) => {
    fixture.append(3);
    fixture.anchor();
    expect(() => fixture.ledger.database.exec(sql)).toThrow(/append-only/);
  });
});

describe('anchor', () => {
  it('appends one entry for the events since the last', () => {
    fixture.append(12);
    expect(fixture.anchor()).toBe(true);
    fixture.append(5);
    expect(fixture.anchor()).toBe(true);
    expect(fixture.anchor()).toBe(false);
    const hashes = rows().map(({ hash }) => `sha256:${hash}`);
    expect(
      entryTexts()
        .slice(1)
        .map((text) => JSON.parse(text)),
    ).toMatchObject([
      {
        type: 'ledger.evidence/v1',
        kind: 'access_log',
        from: 1,
        to: 12,
        count: 12,
        head: hashes[11],
      },
      { from: 13, to: 17, count: 5, head: hashes[16] },
    ]);
  });

  it('leaves a ledger alone of which nothing was asked', () => {
    expect(fixture.anchor()).toBe(false);
    expect(entryTexts()).toHaveLength(1);
  });

  it('and verification agrees with all of it', async () => {
    fixture.append(130);
    fixture.anchor();
    fixture.appendRecord();
    fixture.append(70);
    fixture.anchor();
    fixture.append(3);
    fixture.close();
    const { result, findings } = await verifyFile(fixture.ledger.path);
    expect(findings).toEqual([]);
    expect(result).toMatchObject({ verdict: 'SELF_CONSISTENT_ONLY', checked: 4, total: 4 });
  });
});
