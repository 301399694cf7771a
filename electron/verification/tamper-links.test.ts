/** What entries say of each other, tampered with: links, interventions, erasures, time. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { otherEntry } from '../../shared/ledger/entries.ts';
import { sha256 } from '../ledger/sha256.ts';
import { bytesOf, rewrite, StandingLedger } from '../ledger/testing/standing-ledger.ts';
import {
  tamper,
  temporaryFolder,
  testBody,
  TestLedger,
  verifyFile,
} from '../ledger/testing/test-ledger.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

let ledger: StandingLedger;
beforeAll(() => {
  ledger = new StandingLedger(folder.path);
});

describe('entries that others rest on @whole', () => {
  it('names the genesis', async () => {
    const found = await ledger.deviations((database) => {
      rewrite(database, 0, bytesOf(database, 0).replace('2026', '2025'));
    });
    expect(found).toEqual([['ENTRY_ALTERED', 0, null]]);
  });

  it('shows a forged genesis by the link of the first record where no tile remembers it', async () => {
    const small = new TestLedger(`${folder.path}/small`);
    small.journal.transaction(() => {
      for (let number = 1; number <= 20; number += 1) small.append(testBody(number));
    });
    small.close();
    tamper(small.path, (database) => {
      rewrite(database, 0, bytesOf(database, 0).replace('2026', '2025'), { leaf: true });
    });
    const { findings } = await verifyFile(small.path);
    expect(findings).toMatchObject([{ verdict: 'LINK_BROKEN', seq: 1, field: 'previous_hash' }]);
  });

  it('names the genesis itself where a tile does @whole', async () => {
    const found = await ledger.deviations((database) => {
      rewrite(database, 0, bytesOf(database, 0).replace('2026', '2025'), { leaf: true });
    });
    expect(found).toEqual([['ENTRY_ALTERED', 0, null]]);
  });

  it('shows a record that was forged with all its own hashes by the link of the next', async () => {
    const found = await ledger.deviations((database) => {
      const text = bytesOf(database, 560).replace('"model-', '"Model-');
      rewrite(database, 560, text, { leaf: true, hash: true });
      database
        .prepare("UPDATE records SET model_id = 'M' || substr(model_id, 2) WHERE seq = 560")
        .run();
    });
    expect(found).toEqual([['LINK_BROKEN', 561, 'previous_hash']]);
  });

  it('names that record itself where a full tile remembers it @whole', async () => {
    const found = await ledger.deviations((database) => {
      const text = bytesOf(database, 130).replace('"model-', '"Model-');
      rewrite(database, 130, text, { leaf: true, hash: true });
      database
        .prepare("UPDATE records SET model_id = 'M' || substr(model_id, 2) WHERE seq = 130")
        .run();
    });
    expect(found).toEqual([['ENTRY_ALTERED', 130, null]]);
  });

  it('tells that a whole stretch was written anew by the link at its end', async () => {
    const found = await ledger.deviations((database) => {
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
    const found = await ledger.deviations((database) => {
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
    const [first = 0, second = 0] = ledger.interventions;
    expect(
      await ledger.deviations((database) => {
        rewrite(database, first, bytesOf(database, first).replace('usr_7', 'usr_8'));
      }),
    ).toEqual([
      ['ENTRY_ALTERED', first, null],
      // What the second links to is gone with the first.
      ['LINK_BROKEN', second, 'n'],
    ]);
    expect(
      await ledger.deviations((database) => {
        database
          .prepare("UPDATE payloads SET value = '\"none\"' WHERE seq = ? AND field = 'reason'")
          .run(second);
      }),
    ).toEqual([['FIELD_ALTERED', second, 'reason']]);
  });

  it('names a deleted intervention @whole', async () => {
    const last = ledger.interventions.at(-1) ?? 0;
    const found = await ledger.deviations((database) => {
      database.prepare('DELETE FROM entries WHERE seq = ?').run(last);
      database.prepare('DELETE FROM payloads WHERE seq = ?').run(last);
    });
    expect(found[0]).toEqual(['PROJECTION_MISMATCH', last - 2, 'intervention_count']);
    expect(found[1]).toEqual(['DELETED', last, null]);
    expect(found).toHaveLength(2);
  });

  it('counts missing values as undeclared when the erasure is altered or gone', async () => {
    const target = ledger.erasure - 1;
    const missing = [
      ['MISSING_UNDECLARED', target, 'input'],
      ['MISSING_UNDECLARED', target, 'transaction_id'],
    ];
    expect(
      await ledger.deviations((database) => {
        rewrite(
          database,
          ledger.erasure,
          bytesOf(database, ledger.erasure).replace('GDPR', 'gdpr'),
        );
      }),
    ).toEqual([...missing, ['ENTRY_ALTERED', ledger.erasure, null]]);
    expect(
      await ledger.deviations((database) => {
        database.prepare('DELETE FROM entries WHERE seq = ?').run(ledger.erasure);
      }),
    ).toEqual([...missing, ['DELETED', ledger.erasure, null]]);
  });

  it('finds a value that an erasure declares gone', async () => {
    const target = ledger.erasure - 1;
    const found = await ledger.deviations((database) => {
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
    const { model } = ledger;
    const found = await ledger.deviations((database) => {
      expect(bytesOf(database, model)).toContain('ledger.model/v1');
      rewrite(database, model, bytesOf(database, model).replace('1.0.0', '1.0.1'));
    });
    expect(found).toEqual([['ENTRY_ALTERED', model, null]]);
  });
});

describe('a restore', () => {
  const restored = async (folderName: string, entries: number, head?: string) => {
    const small = new TestLedger(`${folder.path}/${folderName}`);
    small.journal.transaction(() => {
      for (let number = 1; number <= 3; number += 1) small.append(testBody(number));
    });
    const named = head ?? `sha256:${sha256(bytesOf(small.database, 3))}`;
    small.journal.transaction(() =>
      small.journal.appendEntry(({ seq, createdAt }) =>
        otherEntry({
          type: 'ledger.restore/v1',
          seq,
          createdAt,
          commitments: [],
          members: { restored: { entries, head_hash: named } },
        }),
      ),
    );
    small.close();
    const { findings } = await verifyFile(small.path);
    return findings.map(({ verdict, seq, field }) => [verdict, seq, field]);
  };

  it('names the entry at which the backup ended', async () => {
    expect(await restored('true', 4)).toEqual([]);
  });

  it('that names another end, or none, is told @whole', async () => {
    const broken = [['LINK_BROKEN', 4, 'restored']];
    expect(await restored('other', 4, `sha256:${'1'.repeat(64)}`)).toEqual(broken);
    expect(await restored('shorter', 3)).toEqual(broken);
    expect(await restored('beyond', 9)).toEqual(broken);
  });
});
