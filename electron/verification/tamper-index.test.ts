/** Tiles, index rows, indexes and indexes of subjects tampered with. */
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loosen, StandingLedger } from '../ledger/testing/standing-ledger.ts';
import {
  temporaryFolder,
  testBody,
  TestLedger,
  verifyFile,
} from '../ledger/testing/test-ledger.ts';
import { appendIndex } from '../proof/index-keeper.ts';
import { computeIndex } from '../proof/index-of-subjects.ts';
import type { SubjectIndex } from '../../shared/ledger/subjects.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

let ledger: StandingLedger;
beforeAll(() => {
  ledger = new StandingLedger(folder.path);
});

describe('tiles', () => {
  it.each([
    [0, 0, 10, 10],
    [0, 1, 255, 511],
    [1, 0, 1, 256],
  ])(
    'names the entries of an altered hash at level %i, tile %i, place %i',
    async (level, position, place, seq) => {
      const found = await ledger.deviations((database) => {
        database
          .prepare(
            `UPDATE tiles SET hashes = CAST(substr(hashes, 1, @at) || x'00' || substr(hashes, @at + 2) AS BLOB)
           WHERE level = @level AND position = @position`,
          )
          .run({ at: place * 32 + 7, level, position });
      });
      expect(found).toEqual([['PROJECTION_MISMATCH', seq, 'tile']]);
    },
  );

  it('names a tile that is missing, and one too many', async () => {
    expect(
      await ledger.deviations((database) =>
        database.exec('DELETE FROM tiles WHERE level = 0 AND position = 1'),
      ),
    ).toEqual([['PROJECTION_MISMATCH', 256, 'tile']]);
    expect(
      await ledger.deviations((database) =>
        database.exec('INSERT INTO tiles VALUES (3, -1, zeroblob(32))'),
      ),
    ).toEqual([['PROJECTION_MISMATCH', ledger.size, 'tile']]);
  });
});

describe('index rows @whole', () => {
  it('finds a row that no entry stands for', async () => {
    const found = await ledger.deviations((database) => {
      database.exec(`INSERT INTO records SELECT 5000, 700, 'rec_x', model_id, created_at, confidence,
        policy_id, transaction_id, zeroblob(32), zeroblob(31), 0, NULL FROM records WHERE seq = 5`);
    });
    expect(found).toEqual([['DELETED', 700, null]]);
    const early = await ledger.deviations((database) => {
      database.exec(`INSERT INTO records SELECT -3, -7, 'rec_x', model_id, created_at, confidence,
        policy_id, transaction_id, zeroblob(32), zeroblob(31), 0, NULL FROM records WHERE seq = 5`);
    });
    expect(early).toEqual([['PROJECTION_MISMATCH', -7, 'record']]);
  });

  it('names a column whose type was changed but not its text', async () => {
    for (const column of ['id', 'model_id', 'created_at']) {
      const found = await ledger.deviations((database) => {
        loosen(
          database,
          'records',
          column,
          `UPDATE records SET ${column} = CAST(${column} AS BLOB) WHERE seq = 130`,
        );
      });
      expect(found[0]?.slice(0, 2)).toEqual(['PROJECTION_MISMATCH', 130]);
    }
  });
});

describe('an index of subjects', () => {
  /** A ledger to which indexes were appended, and each `seq` of theirs. */
  function withIndexes(falsify: (index: SubjectIndex) => readonly SubjectIndex[]) {
    const { journal, database, path, ...made } = ledgerWithSubjects();
    const from = journal.size;
    const steps = computeIndex(database, from);
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    const seqs = falsify(step.value.members).map((index) =>
      journal.transaction(() => appendIndex(database, journal, { index, from })),
    );
    made.close();
    return { path, seqs };
  }

  function ledgerWithSubjects() {
    const made = new TestLedger(folder.newDirectory());
    made.journal.transaction(() => {
      const record = made.append(testBody(1));
      made.intervene(record, 1, record.hash);
    });
    const { journal, database, path } = made;
    return { journal, database, path, close: () => made.close() };
  }

  const root = `sha256:${'0'.repeat(64)}` as const;

  it('that says what the entries say holds', async () => {
    const { path } = withIndexes((index) => [index, index]);
    const { result, findings } = await verifyFile(path);
    expect(findings).toEqual([]);
    expect(result.rows).toMatchObject({ indexes: 2, indexes_total: 2 });
  });

  it('that was appended with another root or count is found, the newest first', async () => {
    const { path, seqs } = withIndexes((index) => [
      { ...index, rows: { ...index.rows, root } },
      { ...index, rows: { ...index.rows, count: 1 } },
      { ...index, records: { ...index.records, root } },
      { ...index, records: { ...index.records, count: 0 } },
    ]);
    const { result, findings } = await verifyFile(path);
    expect(result.verdict).toBe('UNVERIFIABLE');
    expect(findings.map(({ table, row, column }) => [table, row, column])).toEqual(
      ['rows.root', 'rows.count', 'records.root', 'records.count']
        .map((column, index) => ['subject_indexes', String(seqs[index]), column])
        .toReversed(),
    );
    expect(findings.at(-1)).toMatchObject({ verdict: 'ROW_ALTERED', seq: seqs[0], actual: root });
  });
});

describe('the schema @whole', () => {
  it.each([
    ['a trigger put in', 'CREATE TRIGGER sly AFTER INSERT ON records BEGIN SELECT 1; END'],
    ['an index that is missing', 'DROP INDEX records_by_transaction'],
    [
      'an index made differently',
      'DROP INDEX records_by_model; CREATE INDEX records_by_model ON records (model_id COLLATE NOCASE)',
    ],
    ['a table put in', 'CREATE TABLE shadow (x)'],
  ])('shows %s', async (_name, sql) => {
    const found = await ledger.deviations((database) => database.exec(sql));
    expect(found).toContainEqual(['PROJECTION_MISMATCH', ledger.size, 'schema']);
    expect(found[0]?.[1]).toBe(ledger.size);
  });

  it("that is no ledger's is not verified, and not a failure", async () => {
    for (const table of ['entries', 'payloads', 'tiles', 'records']) {
      const path = ledger.copy();
      const database = new Database(path);
      database.exec(`ALTER TABLE ${table} RENAME TO moved`);
      database.close();
      const { result, findings } = await verifyFile(path);
      expect(result).toMatchObject({ verdict: 'UNVERIFIABLE', checked: 0 });
      expect(findings[0]).toMatchObject({
        field: 'schema',
        message: `The table ${table} is missing.`,
      });
    }
  });
});
