/** Lines are sealed in batches, and a line that changed, went or moved is found. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createIdFactory } from '../../shared/ids.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import { openNewLedger } from '../database/testing/new-ledger.ts';
import { Journal } from '../ledger/journal.ts';
import { countingRandom, temporaryFolder, testKey } from '../ledger/testing/test-ledger.ts';
import { LinesCheck } from './check-lines.ts';
import { rowSpan } from './lines.ts';
import type { RowFinding } from './row-finding.ts';
import { Sealer } from './sealer.ts';

const folder = temporaryFolder();
afterAll(folder.remove);
const at = '2026-01-05T09:00:00.000Z';

let database: WriterDatabase;
let journal: Journal;
let sealer: Sealer;

beforeEach(() => {
  database = openNewLedger(`${folder.newDirectory()}/proofdesk.db`);
  const random = countingRandom();
  const clock = () => Date.parse(at);
  journal = new Journal(database, {
    clock,
    random,
    createId: createIdFactory({ now: clock, random }),
  });
  journal.ensureGenesis(testKey);
  sealer = new Sealer(database, () => journal);
  database.exec(`
    INSERT INTO billed_sessions (session_id, account_id, dataset_id, holder_id, model_id,
      opened_at, updated_at)
      VALUES ('sess_1', 'default', 'ds_1', 'h', '', '${at}', '${at}');
    INSERT INTO datasets (dataset_id, name, holder_id, old_policy, created_at, key_id, key, record_count)
      VALUES ('ds_1', 'a', 'h', '{}', '${at}', 'k', x'00', 0), ('ds_2', 'b', 'h', '{}', '${at}', 'k', x'00', 0);
  `);
});

function addEvents(count: number): void {
  const insert = database.prepare(
    `INSERT INTO usage_events (account_id, source, session, at, day, kind, records)
     VALUES ('default', ?, 1, '${at}', '2026-01-05', 'read', 3)`,
  );
  const last = database.prepare<[], number>('SELECT count(*) FROM usage_events').pluck().get() ?? 0;
  for (let number = 1; number <= count; number += 1) insert.run(`sess_1/${last + number}`);
}

function addRows(): void {
  const insert = database.prepare(
    'INSERT INTO dataset_rows (position, record_id, bytes, document, salt) VALUES (?, ?, 9, jsonb(?), ?)',
  );
  for (const n of [1, 2, 3]) {
    insert.run(rowSpan + n, `rec_${n}`, JSON.stringify({ n }), Buffer.alloc(16, n));
  }
  database.exec("UPDATE datasets SET record_count = 3 WHERE dataset_id = 'ds_1'");
}

function check() {
  const findings: RowFinding[] = [];
  const lines = new LinesCheck(
    database,
    (finding) => findings.push(finding),
    () => undefined,
  );
  for (const _step of lines.run());
  return { findings, checked: lines.checked, open: lines.open };
}

/** `ledger.batch/v1`, by their rows. */
const batches = () => database.prepare('SELECT dataset, first, last FROM batches').raw().all();
const sealing = (run: () => boolean) => journal.transaction(run);

describe('sealing', () => {
  it('fills whole batches, and leaves the rest open until asked', () => {
    const usage = { table: 'usage_events' } as const;
    addEvents(1_023);
    expect(sealing(() => sealer.sealFull(usage))).toBe(false);
    expect(check()).toEqual({ findings: [], checked: 0, open: 1_023 });
    addEvents(1_100);
    expect(sealing(() => sealer.sealFull(usage))).toBe(true);
    expect(batches()).toEqual([
      [null, 1, 1_024],
      [null, 1_025, 2_048],
    ]);
    expect(check()).toEqual({ findings: [], checked: 2_048, open: 75 });
    expect(sealing(() => sealer.sealAll())).toBe(true);
    expect(sealing(() => sealer.sealAll())).toBe(false);
    expect(check()).toEqual({ findings: [], checked: 2_123, open: 0 });
  });

  it('counts rows in each dataset', () => {
    addRows();
    sealing(() => sealer.sealAll());
    expect(batches()).toEqual([[1, 1, 3]]);
    expect(check()).toEqual({ findings: [], checked: 3, open: 0 });
  });

  it('leaves nothing behind where its transaction is undone', () => {
    addEvents(5);
    const undone = () =>
      journal.transaction(() => {
        sealer.sealAll();
        throw new Error('undone');
      });
    expect(undone).toThrow('undone');
    expect(batches()).toEqual([]);
    sealing(() => sealer.sealAll());
    expect(check()).toEqual({ findings: [], checked: 5, open: 0 });
  });
});

describe('finds', () => {
  it.each<[string, string, Partial<RowFinding>]>([
    [
      'a figure',
      'UPDATE usage_events SET records = 4 WHERE number = 2',
      { table: 'usage_events', row: '2' },
    ],
    ['an account', "UPDATE usage_events SET account_id = 'x' WHERE number = 2", { row: '2' }],
    ['a session', 'UPDATE usage_events SET session = 9 WHERE number = 2', { row: '2' }],
    [
      'a line that went',
      'DELETE FROM usage_events WHERE number = 4',
      { kind: 'deleted', row: '4' },
    ],
    ['the first line', 'DELETE FROM usage_events WHERE number = 1', { kind: 'deleted', row: '1' }],
    ['the last line', 'DELETE FROM usage_events WHERE number = 5', { kind: 'deleted', row: '5' }],
    [
      'two lines swapped',
      'UPDATE usage_events SET number = -1 WHERE number = 1; UPDATE usage_events SET number = 1 WHERE number = 2; UPDATE usage_events SET number = 2 WHERE number = -1',
      { row: '1' },
    ],
    [
      'a row',
      'UPDATE dataset_rows SET document = jsonb(\'{"n":9}\') WHERE position % 4 = 2',
      { table: 'dataset_rows', row: '["ds_1",2]' },
    ],
    [
      'a name of a row',
      "UPDATE dataset_rows SET record_id = 'x' WHERE position % 4 = 2",
      { row: '["ds_1",2]' },
    ],
    [
      'a salt',
      "UPDATE dataset_rows SET salt = x'01' WHERE position % 4 = 2",
      { row: '["ds_1",2]' },
    ],
    [
      'rows in another dataset',
      `UPDATE dataset_rows SET position = position + ${rowSpan}`,
      { kind: 'deleted', row: '["ds_1",1]' },
    ],
    [
      'a leaf',
      "UPDATE batches SET leaves = zeroblob(160) WHERE table_name = 'usage_events'",
      { table: 'batches', column: 'leaves' },
    ],
    [
      'an end',
      "UPDATE batches SET last = 4 WHERE table_name = 'usage_events'",
      { table: 'batches', column: 'last', expected: '5', actual: '4' },
    ],
    [
      'a batch in another dataset',
      'UPDATE batches SET dataset = 2 WHERE dataset = 1',
      { table: 'batches', column: 'dataset', expected: 'ds_1', actual: 'ds_2' },
    ],
  ])('%s', (_title, sql, finding) => {
    addEvents(5);
    addRows();
    sealing(() => sealer.sealAll());
    database.pragma('foreign_keys = OFF');
    for (const name of database
      .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'trigger'")
      .pluck()
      .all()) {
      database.exec(`DROP TRIGGER ${name}`);
    }
    database.exec(sql);
    expect(check().findings).toContainEqual(expect.objectContaining(finding));
  });

  it('a batch whose row went, by the one after it and by lines that are open', () => {
    addEvents(2);
    sealing(() => sealer.sealAll());
    addEvents(2);
    sealing(() => sealer.sealAll());
    database.exec('DROP TRIGGER batches_no_delete; DELETE FROM batches WHERE first = 3');
    expect(check()).toMatchObject({ findings: [], open: 2 });
    database.exec('DELETE FROM batches');
    expect(check()).toMatchObject({ open: 4 });
  });
});
