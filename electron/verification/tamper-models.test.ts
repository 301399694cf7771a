/** The registry's entries and rows tampered with: found at the entry, and at the column. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesOf, loosen, rewrite, StandingLedger } from '../ledger/testing/standing-ledger.ts';
import { temporaryFolder } from '../ledger/testing/test-ledger.ts';
import { oneIn } from '../testing/rounds.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

let ledger: StandingLedger;
beforeAll(() => {
  ledger = new StandingLedger(folder.path);
});

describe('a row of the registry @whole', () => {
  it.each(
    oneIn(3, [
      ['id', "'card_x'"],
      ['model_id', "'model-9'"],
      ['version', "'1.0.1'"],
      ['major', '2'],
      ['minor', '1'],
      ['patch', '9'],
      ['created_at', "'2026-01-01T00:00:00.000Z'"],
      ['model_hash', "'sha256:00'"],
      ['training_date', "'2024-01-01'"],
      ['framework', "'other'"],
      ['performance', `'{"accuracy":0.99}'`],
      ['fairness', `'{}'`],
      ['intended_use', "'anything'"],
      ['limitations', 'NULL'],
      ['hash', "x'00'"],
    ]),
  )('names the altered column %s at its entry', async (column, value) => {
    const found = await ledger.deviations((database) =>
      database.exec(`UPDATE models SET ${column} = ${value}`),
    );
    expect(found).toEqual([['PROJECTION_MISMATCH', ledger.model, column]]);
  });

  it('names a column whose type was changed but not its text', async () => {
    const found = await ledger.deviations((database) => {
      const change = 'UPDATE models SET version = CAST(version AS BLOB)';
      loosen(database, 'models', 'version', change);
    });
    expect(found).toEqual([['PROJECTION_MISMATCH', ledger.model, 'version']]);
  });

  it('is missed where it was deleted', async () => {
    const found = await ledger.deviations((database) => database.exec('DELETE FROM models'));
    expect(found).toEqual([['PROJECTION_MISMATCH', ledger.model, 'models']]);
  });

  it('is found where no entry stands for it', async () => {
    const columns = `id || 'x', 'model-9', version, major, minor, patch, created_at, model_hash,
      training_date, framework, performance, fairness, intended_use, limitations, x'01', NULL`;
    const insert = (seq: number) => `INSERT INTO models SELECT ${seq}, ${columns} FROM models`;
    expect(await ledger.deviations((database) => database.exec(insert(5)))).toEqual([
      ['PROJECTION_MISMATCH', 5, 'models'],
    ]);
    expect(await ledger.deviations((database) => database.exec(insert(-5)))).toEqual([
      ['PROJECTION_MISMATCH', -5, 'models'],
    ]);
    expect(await ledger.deviations((database) => database.exec(insert(5_000)))).toEqual([
      ['DELETED', 5_000, null],
    ]);
  });
});

describe('an entry of the registry', () => {
  it('is found altered in any byte', async () => {
    const found = await ledger.deviations((database) => {
      const text = bytesOf(database, ledger.model);
      rewrite(database, ledger.model, text.replace('0.9', '0.8'), { leaf: true });
    });
    expect(found).toContainEqual(['ENTRY_ALTERED', ledger.model, null]);
  });
});
