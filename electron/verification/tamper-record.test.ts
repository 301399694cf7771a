/** A record tampered with by hand, one thing at a time: the right verdict at the right entry and field. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bytesOf,
  loosen,
  places,
  rewrite,
  StandingLedger,
} from '../ledger/testing/standing-ledger.ts';
import { tamper, temporaryFolder, verifyFile } from '../ledger/testing/test-ledger.ts';
import { oneIn } from '../testing/rounds.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

let ledger: StandingLedger;
beforeAll(() => {
  ledger = new StandingLedger(folder.path);
});

describe.each(places)('at the %s record', (_name, seq) => {
  it.each(['input', 'output'])('names the altered value of %s', async (field) => {
    const found = await ledger.deviations((database) => {
      database
        .prepare(
          `UPDATE payloads SET value = replace(value, ':', ': ') WHERE seq = ? AND field = ?`,
        )
        .run(seq, field);
    });
    expect(found).toEqual([['FIELD_ALTERED', seq, field]]);
  });

  it('names the field whose salt was altered', async () => {
    const found = await ledger.deviations((database) => {
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
    const found = await ledger.deviations((database) => {
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
    const found = await ledger.deviations((database) => {
      database.prepare("DELETE FROM payloads WHERE seq = ? AND field = 'input'").run(seq);
    });
    expect(found).toEqual([['MISSING_UNDECLARED', seq, 'input']]);
  });

  it('finds a payload that no entry commits to', async () => {
    const found = await ledger.deviations((database) => {
      database
        .prepare("INSERT INTO payloads VALUES (?, 'outcome', 'AQEBAQEBAQEBAQEBAQEBAQ', '{}')")
        .run(seq);
    });
    expect(found).toEqual([['INSERTED', seq, 'outcome']]);
  });

  it('names the entry whose bytes were altered, and none that follow', async () => {
    const found = await ledger.deviations((database) => {
      const text = bytesOf(database, seq).replace('"model-', '"Model-');
      rewrite(database, seq, text);
    });
    expect(found).toEqual([['ENTRY_ALTERED', seq, null]]);
  });

  it('shows the text that was appended beside the altered one', async () => {
    const path = ledger.copy();
    let before = '';
    tamper(path, (database) => {
      before = bytesOf(database, seq);
      rewrite(database, seq, before.replace('"model-', '"Model-'));
    });
    const { findings } = await verifyFile(path);
    expect(findings[0]).toMatchObject({
      record_id: ledger.records.get(seq)?.id,
      expected: before,
      actual: before.replace('"model-', '"Model-'),
    });
  });

  it('names an entry that is no longer canonical', async () => {
    const found = await ledger.deviations((database) => {
      rewrite(database, seq, ` ${bytesOf(database, seq)}`, { leaf: true, hash: true });
    });
    expect(found).toEqual([['ENTRY_ALTERED', seq, null]]);
  });

  it('names the entry that was deleted, with its index row and payload left', async () => {
    const found = await ledger.deviations((database) => {
      database.prepare('DELETE FROM entries WHERE seq = ?').run(seq);
    });
    expect(found[0]).toEqual(['DELETED', seq, null]);
    expect(found).toHaveLength(1);
  });

  it('names the index row that is missing', async () => {
    const found = await ledger.deviations((database) => {
      database.prepare('DELETE FROM records WHERE seq = ?').run(seq);
    });
    expect(found).toEqual([['PROJECTION_MISMATCH', seq, 'record']]);
  });

  it.each(
    oneIn(4, [
      ['id', "'rec_0000000000000000000000000X'"],
      ['model_id', "'other'"],
      ['created_at', "'2020-01-01T00:00:00.000Z'"],
      ['confidence', '0.123'],
      ['policy_id', "'other'"],
      ['account_id', "'other'"],
      ['transaction_id', "'other'"],
      ['hash', "unhex('00')"],
      ['previous_hash', "unhex('00')"],
      ['position', '100000'],
      ['seq', '100000'],
      ['intervention_count', '7'],
    ]),
  )('names the index column %s', async (column, value) => {
    const found = await ledger.deviations((database) => {
      database.prepare(`UPDATE records SET ${column} = ${value} WHERE seq = ?`).run(seq);
    });
    expect(found).toEqual([['PROJECTION_MISMATCH', seq, column]]);
  });

  it('names the stored leaf hash', async () => {
    const found = await ledger.deviations((database) => {
      database.prepare('UPDATE entries SET leaf_hash = zeroblob(32) WHERE seq = ?').run(seq);
    });
    expect(found).toEqual([['PROJECTION_MISMATCH', seq, 'leaf_hash']]);
  });
});

describe('text that only looks the same @whole', () => {
  it('finds bytes that are not UTF-8 in place of a replacement character', async () => {
    const seq = 4;
    const found = await ledger.deviations((database) => {
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
    const found = await ledger.deviations((database) => {
      loosen(
        database,
        'payloads',
        'value',
        "UPDATE payloads SET value = CAST(value AS BLOB) WHERE seq = 9 AND field = 'output'",
      );
    });
    expect(found).toEqual([['FIELD_ALTERED', 9, 'output']]);
  });

  it('finds an entry stored as another type', async () => {
    const found = await ledger.deviations((database) => {
      loosen(
        database,
        'entries',
        'bytes',
        'UPDATE entries SET bytes = CAST(bytes AS BLOB) WHERE seq = 9',
      );
    });
    expect(found).toEqual([['ENTRY_ALTERED', 9, null]]);
  });
});
