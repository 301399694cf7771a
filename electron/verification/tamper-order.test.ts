/** Entries taken out, put in and moved: the verdict names them, and not all that follow. */
import type Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leafHashOf } from '../ledger/ledger-snapshot.ts';
import { sha256 } from '../ledger/sha256.ts';
import { bytesOf, places, StandingLedger } from '../ledger/testing/standing-ledger.ts';
import { temporaryFolder } from '../ledger/testing/test-ledger.ts';
import { cases } from '../testing/rounds.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

let ledger: StandingLedger;
beforeAll(() => {
  ledger = new StandingLedger(folder.path);
});

/** Moves the rows from `seq` on by `by`, in all tables that carry the number. */
function renumber(database: Database.Database, seq: number, by: number): void {
  const aside = 10_000_000;
  for (const table of ['entries', 'payloads', 'records']) {
    database.prepare(`UPDATE ${table} SET seq = seq + ? WHERE seq >= ?`).run(aside, seq);
    database.prepare(`UPDATE ${table} SET seq = seq - ? WHERE seq >= ?`).run(aside - by, aside);
  }
  for (const column of ['seq', 'target_seq']) {
    database
      .prepare(`UPDATE erased_values SET ${column} = ${column} + ? WHERE ${column} >= ?`)
      .run(by, seq);
  }
}

describe('order @whole', () => {
  it.each(places)('names the %s entry taken out with everything about it', async (_name, seq) => {
    const found = await ledger.deviations((database) => {
      for (const table of ['entries', 'payloads', 'records']) {
        database.prepare(`DELETE FROM ${table} WHERE seq = ?`).run(seq);
      }
    });
    // The last one is known only by what the search index and the tiles still hold.
    expect(found).toEqual(seq === 619 ? [['DELETED', seq, null]] : [['DELETED', seq, null]]);
  });

  it.each(cases([255], [1, 130, 560]))(
    'names entry %i taken out with all rows renumbered',
    async (seq) => {
      const found = await ledger.deviations((database) => {
        for (const table of ['entries', 'payloads', 'records']) {
          database.prepare(`DELETE FROM ${table} WHERE seq = ?`).run(seq);
        }
        renumber(database, seq, -1);
      });
      expect(found[0]).toEqual(['DELETED', seq, null]);
      expect(found.filter(([verdict]) => verdict !== 'PROJECTION_MISMATCH')).toHaveLength(1);
    },
  );

  it.each(cases([255], [1, 130, 560]))('names a forged entry put in at %i', async (seq) => {
    const found = await ledger.deviations((database) => {
      const text = bytesOf(database, seq).replace('"model-', '"Model-');
      renumber(database, seq, 1);
      database
        .prepare('INSERT INTO entries VALUES (?, ?, unhex(?))')
        .run(seq, text, leafHashOf(text));
    });
    expect(found).toEqual([['INSERTED', seq, null]]);
  });

  it('names a forged entry put in at the end', async () => {
    const found = await ledger.deviations((database) => {
      const text = bytesOf(database, 619)
        .replace('"seq":619', '"seq":620')
        .replace(
          /"previous_hash":"[^"]*"/,
          `"previous_hash":"sha256:${sha256(bytesOf(database, 619))}"`,
        );
      database.prepare('INSERT INTO entries VALUES (620, ?, unhex(?))').run(text, leafHashOf(text));
    });
    expect(found).toEqual([['INSERTED', 620, null]]);
  });

  it('names a copy of an entry put in at the end', async () => {
    const found = await ledger.deviations((database) => {
      database.exec(
        'INSERT INTO entries SELECT 620, bytes, leaf_hash FROM entries WHERE seq = 619',
      );
    });
    expect(found).toEqual([['INSERTED', 620, null]]);
  });

  it('names an entry replaced by a copy of another', async () => {
    const found = await ledger.deviations((database) => {
      database.exec(`UPDATE entries SET (bytes, leaf_hash) =
        (SELECT bytes, leaf_hash FROM entries WHERE seq = 50) WHERE seq = 560`);
    });
    expect(found).toEqual([['ENTRY_ALTERED', 560, null]]);
  });

  it('names a row before the genesis', async () => {
    const found = await ledger.deviations((database) => {
      database.exec('INSERT INTO entries SELECT -1, bytes, leaf_hash FROM entries WHERE seq = 5');
    });
    expect(found).toEqual([['INSERTED', -1, null]]);
  });

  it.each(
    cases<[number, number]>(
      [[40, 500]],
      [
        [1, 2],
        [130, 131],
        [618, 619],
      ],
    ),
  )('names both of entries %i and %i that changed places', async (left, right) => {
    const swap = (columns: string) => (database: Database.Database) => {
      database.exec(`
        CREATE TEMP TABLE aside AS SELECT seq, bytes, leaf_hash FROM entries WHERE seq IN (${left}, ${right});
        UPDATE entries SET (${columns}) = (SELECT ${columns} FROM aside WHERE seq = ${right}) WHERE seq = ${left};
        UPDATE entries SET (${columns}) = (SELECT ${columns} FROM aside WHERE seq = ${left}) WHERE seq = ${right};`);
    };
    const both = [
      ['REORDERED', left, null],
      ['REORDERED', right, null],
    ];
    expect(await ledger.deviations(swap('bytes, leaf_hash'))).toEqual(both);
    expect(await ledger.deviations(swap('bytes'))).toEqual(both);
  });

  it('names all of three entries that changed places @whole', async () => {
    const found = await ledger.deviations((database) => {
      database.exec(`
        CREATE TEMP TABLE aside AS SELECT seq, bytes, leaf_hash FROM entries WHERE seq BETWEEN 200 AND 202;
        UPDATE entries SET (bytes, leaf_hash) =
          (SELECT bytes, leaf_hash FROM aside WHERE aside.seq = 200 + (entries.seq - 200 + 1) % 3)
        WHERE seq BETWEEN 200 AND 202;`);
    });
    expect(found).toEqual([
      ['REORDERED', 200, null],
      ['REORDERED', 201, null],
      ['REORDERED', 202, null],
    ]);
  });

  it('names the first of several entries that were taken out @whole', async () => {
    const found = await ledger.deviations((database) => {
      database.exec('DELETE FROM entries WHERE seq BETWEEN 100 AND 400');
    });
    expect(found).toHaveLength(301);
    expect(found[0]).toEqual(['DELETED', 100, null]);
    expect(found.at(-1)).toEqual(['DELETED', 400, null]);
  });

  it('names a hole of many tiles once for each tile without a row @whole', async () => {
    const found = await ledger.deviations((database) => {
      renumber(database, 500, 1_000_000);
    });
    expect(found[0]?.[0]).toBe('DELETED');
    expect(found.length).toBeLessThan(300);
  });

  it('does not count to the number of a row that was moved far away', async () => {
    const found = await ledger.deviations((database) => {
      database.exec('UPDATE entries SET seq = 9000000000000 WHERE seq = 619');
    });
    expect(found).toEqual([['REORDERED', 619, null]]);
  });

  it.each([
    ['an entry', 'UPDATE entries SET seq = 9007199254740993 WHERE seq = 619'],
    ['a row', 'UPDATE records SET position = 9007199254740993 WHERE position = 10'],
  ])('comes to its end where %s has a number beyond those told apart', async (_what, change) => {
    const found = await ledger.deviations((database) => {
      database.exec(change);
    });
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(50);
  });
});

describe('the tail', () => {
  it.each([
    ['entries', ['entries']],
    ['entries and index', ['entries', 'records']],
    ['entries and payloads', ['entries', 'payloads']],
    ['entries, index and payloads', ['entries', 'records', 'payloads']],
  ])('is missed when its %s are cut', async (_name, tables) => {
    const found = await ledger.deviations((database) => {
      for (const table of tables) database.exec(`DELETE FROM ${table} WHERE seq >= 610`);
    });
    expect(found[0]).toEqual(['DELETED', 610, null]);
    expect(new Set(found.map(([verdict]) => verdict))).toEqual(new Set(['DELETED']));
  });

  it('is missed by the tiles when it is cut below one', async () => {
    const found = await ledger.deviations((database) => {
      for (const table of ['entries', 'records', 'payloads']) {
        database.exec(`DELETE FROM ${table} WHERE seq >= 500`);
      }
      database.exec(
        'DELETE FROM records_search_docsize WHERE id > (SELECT max(position) FROM records)',
      );
    });
    expect(found).toEqual([['DELETED', 500, 'tile']]);
  });
});
