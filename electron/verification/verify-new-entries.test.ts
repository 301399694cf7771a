/** Re-opening checks what came since the last checkpoint, and only that. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openReader } from '../database/open-database.ts';
import { tamper, temporaryFolder, testBody, TestLedger } from '../ledger/testing/test-ledger.ts';
import { verifyNewEntries } from './verify-new-entries.ts';

let folder: ReturnType<typeof temporaryFolder>;
let ledger: TestLedger;
beforeEach(() => {
  folder = temporaryFolder();
  ledger = new TestLedger(folder.path);
  ledger.journal.transaction(() => {
    for (let number = 1; number <= 40; number += 1) ledger.append(testBody(number));
  });
});
afterEach(() => {
  if (ledger.database.open) ledger.database.close();
  folder.remove();
});

/** Verdict and seq of what is found from entry `from` on, after a change behind the ledger's back. */
function foundFrom(from: number, sql?: string): [string, number][] {
  ledger.database.close();
  if (sql !== undefined) tamper(ledger.path, (database) => database.exec(sql));
  const database = openReader(ledger.path);
  try {
    return verifyNewEntries(database, from).map(({ verdict, seq }) => [verdict, seq]);
  } finally {
    database.close();
  }
}

describe('The entries since a size', () => {
  it.each([0, 1, 20, 40, 41])('hold from %i on', (from) => {
    const record = ledger.journal.transaction(() => ledger.append(testBody(41)));
    ledger.journal.transaction(() => {
      const first = ledger.intervene(record, 1, record.hash);
      ledger.intervene(record, 2, first.hash);
      ledger.erase(record, ['input']);
    });
    expect(foundFrom(from)).toEqual([]);
  });

  it.each([
    [
      'a value',
      "UPDATE payloads SET value = '{}' WHERE seq = 30 AND field = 'input'",
      'FIELD_ALTERED',
    ],
    ['a column', "UPDATE records SET model_id = 'x' WHERE seq = 30", 'PROJECTION_MISMATCH'],
    [
      'an entry',
      "UPDATE entries SET bytes = replace(bytes, 'model-', 'Model-') WHERE seq = 30",
      'ENTRY_ALTERED',
    ],
    ['a deletion', "DELETE FROM payloads WHERE seq = 30 AND field = 'input'", 'MISSING_UNDECLARED'],
    ['a gap', 'DELETE FROM entries WHERE seq = 30', 'DELETED'],
  ])('show %s that was changed, by its entry', (_what, sql, verdict) => {
    expect(foundFrom(25, sql)[0]).toEqual([verdict, 30]);
  });

  it('say nothing of what was before', () => {
    const sql = "UPDATE payloads SET value = '{}' WHERE seq = 3 AND field = 'input'";
    expect(foundFrom(25, sql)).toEqual([]);
  });
});
