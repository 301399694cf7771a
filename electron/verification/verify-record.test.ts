/** One record by itself: what is said of it, and that its neighbours' faults are not laid on it. */
import type Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReader } from '../database/open-database.ts';
import { bytesOf, rewrite, StandingLedger } from '../ledger/testing/standing-ledger.ts';
import { tamper, temporaryFolder } from '../ledger/testing/test-ledger.ts';
import { oneIn } from '../testing/rounds.ts';
import { verifyRecord } from './verify-record.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

let ledger: StandingLedger;
beforeAll(() => {
  ledger = new StandingLedger(folder.path);
});

function verifyAt(seq: number, change: (database: Database.Database) => void = () => undefined) {
  const path = ledger.copy();
  tamper(path, change);
  const database = openReader(path);
  const id = database
    .prepare<[number], string>('SELECT id FROM records WHERE seq = ?')
    .pluck()
    .get(seq);
  const result = verifyRecord(database, id ?? ledger.records.get(seq)?.id ?? '');
  database.close();
  return result;
}

describe('verifyRecord', () => {
  it('knows no record of another id', () => {
    const database = openReader(ledger.path);
    expect(verifyRecord(database, 'rec_unknown')).toBeUndefined();
    database.close();
  });

  it('finds every record of an untouched ledger in order', () => {
    const database = openReader(ledger.path);
    for (const [seq, { id }] of oneIn(10, [...ledger.records])) {
      const result = verifyRecord(database, id);
      expect(result?.findings).toEqual([]);
      expect(result).toMatchObject({
        record_id: id,
        seq,
        verdict: seq === ledger.erasure - 1 ? 'ERASED_DECLARED' : 'OK',
      });
    }
    database.close();
  });

  it('names each field with its verdict', () => {
    expect(verifyAt(ledger.erasure - 1)?.fields).toEqual([
      { field: 'context', verdict: 'OK' },
      { field: 'input', verdict: 'ERASED_DECLARED' },
      { field: 'output', verdict: 'OK' },
      { field: 'transaction_id', verdict: 'ERASED_DECLARED' },
    ]);
    const altered = verifyAt(130, (database) =>
      database.exec("UPDATE payloads SET value = '{}' WHERE seq = 130 AND field = 'input'"),
    );
    expect(altered).toMatchObject({
      verdict: 'FIELD_ALTERED',
      findings: [{ verdict: 'FIELD_ALTERED', seq: 130, field: 'input' }],
    });
    expect(altered?.fields.find((each) => each.field === 'input')?.verdict).toBe('FIELD_ALTERED');
    expect(altered?.fields.find((each) => each.field === 'output')?.verdict).toBe('OK');
    const missing = verifyAt(130, (database) =>
      database.exec("DELETE FROM payloads WHERE seq = 130 AND field = 'output'"),
    );
    expect(missing).toMatchObject({ verdict: 'MISSING_UNDECLARED' });
  });

  it.each([1, 130, 619])('names the altered entry %i', (seq) => {
    const result = verifyAt(seq, (database) => {
      rewrite(database, seq, bytesOf(database, seq).replace('model-', 'Model-'));
    });
    expect(result).toMatchObject({ verdict: 'ENTRY_ALTERED', findings: [{ seq }], fields: [] });
  });

  it('says that an entry is gone', () => {
    const result = verifyAt(130, (database) =>
      database.exec('DELETE FROM entries WHERE seq = 130'),
    );
    expect(result).toMatchObject({ verdict: 'DELETED', seq: 130 });
  });

  it.each(['model_id', 'policy_id', 'created_at', 'previous_hash', 'hash', 'position'])(
    'names the index column %s',
    (column) => {
      const value = column.endsWith('hash') ? "x'00'" : column === 'position' ? '9999' : "'x'";
      const result = verifyAt(130, (database) =>
        database.exec(`UPDATE records SET ${column} = ${value} WHERE seq = 130`),
      );
      expect(result?.findings).toMatchObject([
        { verdict: 'PROJECTION_MISMATCH', seq: 130, field: column },
      ]);
    },
  );

  it('counts interventions where the index says there are some', () => {
    const result = verifyAt(130, (database) =>
      database.exec('UPDATE records SET intervention_count = 3 WHERE seq = 130'),
    );
    expect(result?.findings).toMatchObject([{ field: 'intervention_count', expected: '0' }]);
  });

  it('does not blame a record for the entry before it, or after it', () => {
    for (const seq of [129, 131]) {
      const result = verifyAt(130, (database) => {
        rewrite(database, seq, bytesOf(database, seq).replace('model-', 'Model-'));
      });
      expect(result).toMatchObject({ verdict: 'OK', findings: [] });
    }
  });

  it('names a link that was broken by a forged record before it', () => {
    const result = verifyAt(561, (database) => {
      const text = bytesOf(database, 560).replace('model-', 'Model-');
      rewrite(database, 560, text, { leaf: true, hash: true });
    });
    expect(result).toMatchObject({ verdict: 'LINK_BROKEN', seq: 561 });
  });
});
