/** Tampering by hand, one kind at a time: the right verdict at the right entry and field, and no other. */
import type Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredRecord } from './journal.ts';
import { leafHashOf } from './ledger-snapshot.ts';
import { sha256 } from './sha256.ts';
import {
  copyLedger,
  tamper,
  temporaryFolder,
  testBody,
  TestLedger,
  verifyFile,
} from './testing/test-ledger.ts';

type Deviation = readonly [verdict: string, seq: number, field: string | null];

const folder = temporaryFolder();
afterAll(folder.remove);

/** 620 entries: two full tiles and a tail; interventions, erasures and a model among the records. */
const records = new Map<number, StoredRecord>();
const interventions: number[] = [];
let erasure = 0;
let size = 0;
let original = '';
let copies = 0;

beforeAll(() => {
  const ledger = new TestLedger(folder.path);
  ledger.journal.transaction(() => {
    for (let number = 1; ledger.journal.size < 620; number += 1) {
      const record = ledger.append(testBody(number));
      records.set(record.seq, record);
      if (number === 100 || number === 400) {
        const first = ledger.intervene(record, 1, record.hash);
        const second = ledger.intervene(record, 2, first.hash);
        interventions.push(first.seq, second.seq);
      }
      if (number === 300) ledger.registerModel('model-0');
      if (number === 350) erasure = ledger.erase(record, ['input', 'transaction_id']).seq;
    }
  });
  size = ledger.journal.size;
  original = ledger.path;
  ledger.close();
});

async function deviations(change: (database: Database.Database) => void): Promise<Deviation[]> {
  copies += 1;
  const path = copyLedger(original, folder.path, `copy-${copies}`);
  tamper(path, change);
  const { result, findings } = await verifyFile(path);
  expect(result.verdict).toBe(findings.length === 0 ? 'SELF_CONSISTENT_ONLY' : 'UNVERIFIABLE');
  expect(result.findings_total).toBe(findings.length);
  expect(result.first_finding?.seq).toBe(findings[0]?.seq);
  return findings.map((each) => [each.verdict, each.seq, each.field]);
}

function bytesOf(database: Database.Database, seq: number): string {
  return String(database.prepare('SELECT bytes FROM entries WHERE seq = ?').pluck().get(seq));
}

/** Replaces an entry's text, and everything an intruder can recompute for that entry alone. */
function rewrite(
  database: Database.Database,
  seq: number,
  text: string,
  also: { leaf?: boolean; hash?: boolean } = {},
): void {
  database.prepare('UPDATE entries SET bytes = ? WHERE seq = ?').run(text, seq);
  if (also.leaf === true) {
    database
      .prepare('UPDATE entries SET leaf_hash = unhex(?) WHERE seq = ?')
      .run(leafHashOf(text), seq);
  }
  if (also.hash === true) {
    database.prepare('UPDATE records SET hash = unhex(?) WHERE seq = ?').run(sha256(text), seq);
  }
}

/** The first record, one in the middle of a full tile, one next to a tile's edge, the last. */
const places = [
  ['first', 1],
  ['middle', 130],
  ['tile edge', 255],
  ['tail', 560],
  ['last', 619],
] as const;

describe('a ledger that nobody touched', () => {
  it('is self-consistent, with every entry, record and field counted', async () => {
    const { result, findings } = await verifyFile(original);
    expect(findings).toEqual([]);
    expect(result).toMatchObject({
      verdict: 'SELF_CONSISTENT_ONLY',
      checked: size,
      total: size,
      records_checked: records.size,
      findings_total: 0,
      first_finding: null,
      canceled: false,
    });
    expect(result.counts).toEqual({ OK: size, ERASED_DECLARED: 2 });
  });

  it('is still so after the guards were taken off and put back', async () => {
    expect(await deviations(() => undefined)).toEqual([]);
  });
});

describe.each(places)('at the %s record', (_name, seq) => {
  it.each(['input', 'output'])('names the altered value of %s', async (field) => {
    const found = await deviations((database) => {
      database
        .prepare(
          `UPDATE payloads SET value = replace(value, ':', ': ') WHERE seq = ? AND field = ?`,
        )
        .run(seq, field);
    });
    expect(found).toEqual([['FIELD_ALTERED', seq, field]]);
  });

  it('names the field whose salt was altered', async () => {
    const found = await deviations((database) => {
      database
        .prepare(
          `UPDATE payloads SET salt = substr(salt, 2) || substr(salt, 1, 1)
           WHERE seq = ? AND field = 'output'`,
        )
        .run(seq);
    });
    expect(found).toEqual([['FIELD_ALTERED', seq, 'output']]);
  });

  it('names the field whose value was moved into its salt', async () => {
    const found = await deviations((database) => {
      const row = { seq, field: 'output' };
      database
        .prepare(
          `UPDATE payloads SET salt = salt || '","output",{"a":["' WHERE seq = @seq AND field = @field`,
        )
        .run(row);
    });
    expect(found).toEqual([['FIELD_ALTERED', seq, 'output']]);
  });

  it('names the field whose payload is gone without an erasure', async () => {
    const found = await deviations((database) => {
      database.prepare("DELETE FROM payloads WHERE seq = ? AND field = 'input'").run(seq);
    });
    expect(found).toEqual([['MISSING_UNDECLARED', seq, 'input']]);
  });

  it('finds a payload that no entry commits to', async () => {
    const found = await deviations((database) => {
      database
        .prepare("INSERT INTO payloads VALUES (?, 'outcome', 'AQEBAQEBAQEBAQEBAQEBAQ', '{}')")
        .run(seq);
    });
    expect(found).toEqual([['INSERTED', seq, 'outcome']]);
  });

  it('names the entry whose bytes were altered, and none that follow', async () => {
    const found = await deviations((database) => {
      const text = bytesOf(database, seq).replace('"model-', '"Model-');
      rewrite(database, seq, text);
    });
    expect(found).toEqual([['ENTRY_ALTERED', seq, null]]);
  });

  it('shows the text that was appended beside the altered one', async () => {
    copies += 1;
    const path = copyLedger(original, folder.path, `copy-${copies}`);
    let before = '';
    tamper(path, (database) => {
      before = bytesOf(database, seq);
      rewrite(database, seq, before.replace('"model-', '"Model-'));
    });
    const { findings } = await verifyFile(path);
    expect(findings[0]).toMatchObject({
      record_id: records.get(seq)?.id,
      expected: before,
      actual: before.replace('"model-', '"Model-'),
    });
  });

  it('names an entry that is no longer canonical', async () => {
    const found = await deviations((database) => {
      rewrite(database, seq, ` ${bytesOf(database, seq)}`, { leaf: true, hash: true });
    });
    expect(found).toEqual([['ENTRY_ALTERED', seq, null]]);
  });

  it('names the entry that was deleted, with its index row and payload left', async () => {
    const found = await deviations((database) => {
      database.prepare('DELETE FROM entries WHERE seq = ?').run(seq);
    });
    expect(found[0]).toEqual(['DELETED', seq, null]);
    expect(found).toHaveLength(1);
  });

  it('names the index row that is missing', async () => {
    const found = await deviations((database) => {
      database.prepare('DELETE FROM records WHERE seq = ?').run(seq);
    });
    expect(found).toEqual([['PROJECTION_MISMATCH', seq, 'record']]);
  });

  it.each([
    ['id', "'rec_0000000000000000000000000X'"],
    ['model_id', "'other'"],
    ['created_at', "'2020-01-01T00:00:00.000Z'"],
    ['confidence', '0.123'],
    ['policy_id', "'other'"],
    ['transaction_id', "'other'"],
    ['hash', "unhex('00')"],
    ['previous_hash', "unhex('00')"],
    ['position', '100000'],
    ['seq', '100000'],
    ['intervention_count', '7'],
  ])('names the index column %s', async (column, value) => {
    const found = await deviations((database) => {
      database.prepare(`UPDATE records SET ${column} = ${value} WHERE seq = ?`).run(seq);
    });
    expect(found).toEqual([['PROJECTION_MISMATCH', seq, column]]);
  });

  it('names the stored leaf hash', async () => {
    const found = await deviations((database) => {
      database.prepare('UPDATE entries SET leaf_hash = zeroblob(32) WHERE seq = ?').run(seq);
    });
    expect(found).toEqual([['PROJECTION_MISMATCH', seq, 'leaf_hash']]);
  });
});

describe('entries that others rest on', () => {
  it('names the genesis', async () => {
    const found = await deviations((database) => {
      rewrite(database, 0, bytesOf(database, 0).replace('2026', '2025'));
    });
    expect(found).toEqual([['ENTRY_ALTERED', 0, null]]);
  });

  it('shows a record that was forged with all its own hashes by the link of the next', async () => {
    const found = await deviations((database) => {
      const text = bytesOf(database, 560).replace('"model-', '"Model-');
      rewrite(database, 560, text, { leaf: true, hash: true });
      database
        .prepare("UPDATE records SET model_id = 'M' || substr(model_id, 2) WHERE seq = 560")
        .run();
    });
    expect(found).toEqual([
      ['LINK_BROKEN', 561, 'previous_hash'],
      ['PROJECTION_MISMATCH', 561, 'previous_hash'],
    ]);
  });

  it('names that record itself where a full tile remembers it', async () => {
    const found = await deviations((database) => {
      const text = bytesOf(database, 130).replace('"model-', '"Model-');
      rewrite(database, 130, text, { leaf: true, hash: true });
      database
        .prepare("UPDATE records SET model_id = 'M' || substr(model_id, 2) WHERE seq = 130")
        .run();
    });
    expect(found).toEqual([['ENTRY_ALTERED', 130, null]]);
  });

  it('tells that a whole stretch was written anew by the link at its end', async () => {
    const found = await deviations((database) => {
      let previous = '';
      for (let seq = 570; seq <= 572; seq += 1) {
        let text = bytesOf(database, seq).replace('"model-', '"Model-');
        if (previous !== '') {
          text = text.replace(/"previous_hash":"[^"]*"/, `"previous_hash":"sha256:${previous}"`);
          database
            .prepare('UPDATE records SET previous_hash = unhex(?) WHERE seq = ?')
            .run(previous, seq);
        }
        rewrite(database, seq, text, { leaf: true, hash: true });
        database
          .prepare("UPDATE records SET model_id = 'M' || substr(model_id, 2) WHERE seq = ?")
          .run(seq);
        previous = sha256(text);
      }
    });
    expect(found[0]).toEqual(['LINK_BROKEN', 573, 'previous_hash']);
  });

  it('finds a clock that was set back in a forged last record', async () => {
    const found = await deviations((database) => {
      const text = bytesOf(database, 619).replace(
        /"created_at":"2026[^"]*"/,
        '"created_at":"2020-01-01T00:00:00.000Z"',
      );
      rewrite(database, 619, text, { leaf: true, hash: true });
      database
        .prepare("UPDATE records SET created_at = '2020-01-01T00:00:00.000Z' WHERE seq = 619")
        .run();
    });
    expect(found).toEqual([['TIME_REGRESSION', 619, 'created_at']]);
  });

  it('names an altered intervention, its reason, and its number', async () => {
    const [first = 0, second = 0] = interventions;
    expect(
      await deviations((database) => {
        rewrite(database, first, bytesOf(database, first).replace('usr_7', 'usr_8'));
      }),
    ).toEqual([
      ['ENTRY_ALTERED', first, null],
      // What the second links to is gone with the first.
      ['LINK_BROKEN', second, 'n'],
    ]);
    expect(
      await deviations((database) => {
        database
          .prepare("UPDATE payloads SET value = '\"none\"' WHERE seq = ? AND field = 'reason'")
          .run(second);
      }),
    ).toEqual([['FIELD_ALTERED', second, 'reason']]);
  });

  it('names a deleted intervention', async () => {
    const last = interventions.at(-1) ?? 0;
    const found = await deviations((database) => {
      database.prepare('DELETE FROM entries WHERE seq = ?').run(last);
      database.prepare('DELETE FROM payloads WHERE seq = ?').run(last);
    });
    expect(found[0]).toEqual(['PROJECTION_MISMATCH', last - 2, 'intervention_count']);
    expect(found[1]).toEqual(['DELETED', last, null]);
    expect(found).toHaveLength(2);
  });

  it('counts missing values as undeclared when the erasure is altered or gone', async () => {
    const target = erasure - 1;
    const missing = [
      ['MISSING_UNDECLARED', target, 'input'],
      ['MISSING_UNDECLARED', target, 'transaction_id'],
    ];
    expect(
      await deviations((database) => {
        rewrite(database, erasure, bytesOf(database, erasure).replace('GDPR', 'gdpr'));
      }),
    ).toEqual([...missing, ['ENTRY_ALTERED', erasure, null]]);
    expect(
      await deviations((database) => {
        database.prepare('DELETE FROM entries WHERE seq = ?').run(erasure);
      }),
    ).toEqual([...missing, ['DELETED', erasure, null]]);
  });

  it('finds a value that an erasure declares gone', async () => {
    const target = erasure - 1;
    const found = await deviations((database) => {
      database
        .prepare("INSERT INTO payloads VALUES (?, 'input', 'AQEBAQEBAQEBAQEBAQEBAQ', '{}')")
        .run(target);
    });
    expect(found).toEqual([
      ['FIELD_ALTERED', target, 'input'],
      ['PROJECTION_MISMATCH', target, 'input'],
    ]);
  });

  it('names an altered entry of a kind whose members other areas decide', async () => {
    const model = 303;
    const found = await deviations((database) => {
      expect(bytesOf(database, model)).toContain('ledger.model/v1');
      rewrite(database, model, bytesOf(database, model).replace('1.0.0', '1.0.1'));
    });
    expect(found).toEqual([['ENTRY_ALTERED', model, null]]);
  });
});

/** Moves the rows from `seq` on by `by`, in all tables that carry the number. */
function renumber(database: Database.Database, seq: number, by: number): void {
  const aside = 10_000_000;
  for (const table of ['entries', 'payloads', 'records']) {
    database.prepare(`UPDATE ${table} SET seq = seq + ? WHERE seq >= ?`).run(aside, seq);
    database.prepare(`UPDATE ${table} SET seq = seq - ? WHERE seq >= ?`).run(aside - by, aside);
  }
}

describe('order', () => {
  it.each(places)('names the %s entry taken out with everything about it', async (_name, seq) => {
    const found = await deviations((database) => {
      for (const table of ['entries', 'payloads', 'records']) {
        database.prepare(`DELETE FROM ${table} WHERE seq = ?`).run(seq);
      }
    });
    // The last one is known only by what the search index and the tiles still hold.
    expect(found).toEqual(seq === 619 ? [['DELETED', seq, null]] : [['DELETED', seq, null]]);
  });

  it.each([1, 130, 255, 560])('names entry %i taken out with all rows renumbered', async (seq) => {
    const found = await deviations((database) => {
      for (const table of ['entries', 'payloads', 'records']) {
        database.prepare(`DELETE FROM ${table} WHERE seq = ?`).run(seq);
      }
      renumber(database, seq, -1);
    });
    expect(found[0]).toEqual(['DELETED', seq, null]);
    expect(found.filter(([verdict]) => verdict !== 'PROJECTION_MISMATCH')).toHaveLength(1);
  });

  it.each([1, 130, 255, 560])('names a forged entry put in at %i', async (seq) => {
    const found = await deviations((database) => {
      const text = bytesOf(database, seq).replace('"model-', '"Model-');
      renumber(database, seq, 1);
      database
        .prepare('INSERT INTO entries VALUES (?, ?, unhex(?))')
        .run(seq, text, leafHashOf(text));
    });
    expect(found).toEqual([['INSERTED', seq, null]]);
  });

  it('names a forged entry put in at the end', async () => {
    const found = await deviations((database) => {
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
    const found = await deviations((database) => {
      database.exec(
        'INSERT INTO entries SELECT 620, bytes, leaf_hash FROM entries WHERE seq = 619',
      );
    });
    expect(found).toEqual([['INSERTED', 620, null]]);
  });

  it('names an entry replaced by a copy of another', async () => {
    const found = await deviations((database) => {
      database.exec(`UPDATE entries SET (bytes, leaf_hash) =
        (SELECT bytes, leaf_hash FROM entries WHERE seq = 50) WHERE seq = 560`);
    });
    expect(found).toEqual([['ENTRY_ALTERED', 560, null]]);
  });

  it('names a row before the genesis', async () => {
    const found = await deviations((database) => {
      database.exec('INSERT INTO entries SELECT -1, bytes, leaf_hash FROM entries WHERE seq = 5');
    });
    expect(found).toEqual([['INSERTED', -1, null]]);
  });

  it.each([
    [1, 2],
    [130, 131],
    [40, 500],
    [618, 619],
  ])('names both of entries %i and %i that changed places', async (left, right) => {
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
    expect(await deviations(swap('bytes, leaf_hash'))).toEqual(both);
    expect(await deviations(swap('bytes'))).toEqual(both);
  });

  it('names all of three entries that changed places', async () => {
    const found = await deviations((database) => {
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

  it('names the first of several entries that were taken out', async () => {
    const found = await deviations((database) => {
      database.exec('DELETE FROM entries WHERE seq BETWEEN 100 AND 400');
    });
    expect(found).toHaveLength(301);
    expect(found[0]).toEqual(['DELETED', 100, null]);
    expect(found.at(-1)).toEqual(['DELETED', 400, null]);
  });

  it('names a hole of many tiles once for each tile without a row', async () => {
    const found = await deviations((database) => {
      renumber(database, 500, 1_000_000);
    });
    expect(found[0]?.[0]).toBe('DELETED');
    expect(found.length).toBeLessThan(300);
  });

  it('does not count to the number of a row that was moved far away', async () => {
    const found = await deviations((database) => {
      database.exec('UPDATE entries SET seq = 9000000000000 WHERE seq = 619');
    });
    expect(found).toEqual([['REORDERED', 619, null]]);
  });
});

describe('the tail', () => {
  it.each([
    ['entries', ['entries']],
    ['entries and index', ['entries', 'records']],
    ['entries and payloads', ['entries', 'payloads']],
    ['entries, index and payloads', ['entries', 'records', 'payloads']],
  ])('is missed when its %s are cut', async (_name, tables) => {
    const found = await deviations((database) => {
      for (const table of tables) database.exec(`DELETE FROM ${table} WHERE seq >= 610`);
    });
    expect(found[0]).toEqual(['DELETED', 610, null]);
    expect(new Set(found.map(([verdict]) => verdict))).toEqual(new Set(['DELETED']));
  });

  it('is missed by the tiles when it is cut below one', async () => {
    const found = await deviations((database) => {
      for (const table of ['entries', 'records', 'payloads']) {
        database.exec(`DELETE FROM ${table} WHERE seq >= 500`);
      }
      database.exec(
        'DELETE FROM records_search_docsize WHERE id > (SELECT max(position) FROM records)',
      );
    });
    expect(found[0]?.slice(0, 2)).toEqual(['DELETED', 500]);
  });
});

describe('tiles', () => {
  it.each([
    [0, 0, 10, 10],
    [0, 1, 255, 511],
    [1, 0, 1, 256],
  ])(
    'names the entries of an altered hash at level %i, tile %i, place %i',
    async (level, position, place, seq) => {
      const found = await deviations((database) => {
        database
          .prepare(
            `UPDATE tiles SET hashes = substr(hashes, 1, @at) || zeroblob(1) || substr(hashes, @at + 2)
           WHERE level = @level AND position = @position`,
          )
          .run({ at: place * 32 + 7, level, position });
      });
      expect(found).toEqual([['PROJECTION_MISMATCH', seq, 'tile']]);
    },
  );

  it('names a tile that is missing, and one too many', async () => {
    expect(
      await deviations((database) =>
        database.exec('DELETE FROM tiles WHERE level = 0 AND position = 1'),
      ),
    ).toEqual([['PROJECTION_MISMATCH', 256, 'tile']]);
    expect(
      await deviations((database) =>
        database.exec('INSERT INTO tiles VALUES (3, -1, zeroblob(32))'),
      ),
    ).toEqual([['PROJECTION_MISMATCH', size, 'tile']]);
  });
});

describe('index rows', () => {
  it('finds a row that no entry stands for', async () => {
    const found = await deviations((database) => {
      database.exec(`INSERT INTO records SELECT 5000, 700, 'rec_x', model_id, created_at, confidence,
        policy_id, transaction_id, zeroblob(32), zeroblob(31), 0 FROM records WHERE seq = 5`);
    });
    expect(found).toEqual([['DELETED', 700, null]]);
    const early = await deviations((database) => {
      database.exec(`INSERT INTO records SELECT -3, -7, 'rec_x', model_id, created_at, confidence,
        policy_id, transaction_id, zeroblob(32), zeroblob(31), 0 FROM records WHERE seq = 5`);
    });
    expect(early).toEqual([['PROJECTION_MISMATCH', -7, 'record']]);
  });

  it('names a column whose type was changed but not its text', async () => {
    for (const column of ['id', 'model_id', 'created_at']) {
      const found = await deviations((database) => {
        loosen(database, 'records', column);
        database.exec(`UPDATE records SET ${column} = CAST(${column} AS BLOB) WHERE seq = 130`);
      });
      expect(found[0]?.slice(0, 2)).toEqual(['PROJECTION_MISMATCH', 130]);
    }
  });
});

/** Makes a column of a STRICT table take any type, as an edit of the file would. */
function loosen(database: Database.Database, table: string, column: string): void {
  database.unsafeMode(true);
  database.pragma('writable_schema = ON');
  database
    .prepare(`UPDATE sqlite_schema SET sql = replace(sql, @from, @to) WHERE name = @table`)
    .run({ table, from: `${column} TEXT`, to: `${column} ANY` });
  database.pragma('writable_schema = RESET');
}

describe('text that only looks the same', () => {
  it('finds bytes that are not UTF-8 in place of a replacement character', async () => {
    const seq = 4;
    const found = await deviations((database) => {
      const value = database
        .prepare("SELECT hex(value) FROM payloads WHERE seq = ? AND field = 'input'")
        .pluck()
        .get(seq);
      const bytes = String(value).replace('EFBFBD', 'F09F98');
      expect(bytes).not.toBe(value);
      database
        .prepare(
          "UPDATE payloads SET value = CAST(unhex(?) AS TEXT) WHERE seq = ? AND field = 'input'",
        )
        .run(bytes, seq);
    });
    expect(found).toEqual([['FIELD_ALTERED', seq, 'input']]);
  });

  it('finds a value stored as another type', async () => {
    const found = await deviations((database) => {
      loosen(database, 'payloads', 'value');
      database.exec(
        "UPDATE payloads SET value = CAST(value AS BLOB) WHERE seq = 9 AND field = 'output'",
      );
    });
    expect(found).toEqual([['FIELD_ALTERED', 9, 'output']]);
  });

  it('finds an entry stored as another type', async () => {
    const found = await deviations((database) => {
      loosen(database, 'entries', 'bytes');
      database.exec('UPDATE entries SET bytes = CAST(bytes AS BLOB) WHERE seq = 9');
    });
    expect(found).toEqual([['ENTRY_ALTERED', 9, null]]);
  });
});
