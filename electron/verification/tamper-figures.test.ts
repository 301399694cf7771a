/** Rows and values of recorded figures tampered with: ledger.evidence/v1 of the kind figure is counted again. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { figureSchema } from '../../shared/contract/figures.ts';
import { TestApi } from '../api/test-api.ts';
import { ledgerFileName } from '../database/file-names.ts';
import { openReader } from '../database/open-database.ts';
import { temporaryFolder } from '../ledger/testing/test-ledger.ts';
import { profileOf } from '../oversight/testing/profile-of.ts';
import { untilApplied } from '../oversight/testing/until-applied.ts';
import { verifyLedger } from './verify-ledger.ts';
import { oneIn } from '../testing/rounds.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

let seq = -1;
let copies = 0;
beforeAll(async () => {
  const api = await TestApi.open();
  for (const [place, outcome] of ['yes', 'no', 'yes', 'no', 'no'].entries()) {
    await api.append({ model_id: 'm', input: { sex: place < 3 ? 'f' : 'm' }, output: { outcome } });
  }
  const profile = profileOf({
    outcome: { path: '/output/outcome', favourable: ['yes'], adverse: ['no'], undecided: [] },
    groups: [{ name: 'sex', path: '/input/sex' }],
  });
  await api.send('POST', '/models/m/profiles', { body: { profile } });
  await untilApplied(api, 'm');
  const response = await api.send('POST', '/oversight/figures', {
    body: { model_id: 'm', measure: 'groups', groups: ['sex'], where: '{"group.sex":"f"}' },
  });
  seq = figureSchema.parse(await response.json()).sequence;
  const database = new Database(join(api.directory, ledgerFileName), { readonly: true });
  database.prepare('VACUUM INTO ?').run(join(folder.path, ledgerFileName));
  database.close();
  await api.close();
});

/** What is found once `sql` has been run where no guard stood in its way. */
async function foundAfter(sql: string) {
  copies += 1;
  const path = join(folder.path, `${copies}.db`);
  copyFileSync(join(folder.path, ledgerFileName), path);
  const database = new Database(path);
  database.pragma('synchronous = OFF');
  database.exec('BEGIN');
  const triggers = database
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'",
    )
    .all();
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`);
  database.exec(sql);
  for (const trigger of triggers) database.exec(trigger.sql);
  database.exec('COMMIT');
  database.close();
  const reader = openReader(path);
  const found: (readonly [string, string | null, string | null])[] = [];
  await verifyLedger(reader, {
    onFinding: ({ verdict, table, field }) => found.push([verdict, table, field]),
    onProgress: () => true,
  });
  reader.close();
  return found;
}

test('nothing is found where nothing was altered', async () => {
  expect(await foundAfter('SELECT 1')).toEqual([]);
});

test.each(
  oneIn(3, [
    ['id', "'fig_x'"],
    ['model_id', "'n'"],
    ['profile_id', "'prof_x'"],
    ['measure', "'outcomes'"],
    ['basis', "'effect'"],
    ['ledger_size', '2'],
    ['count', '4'],
    ['ids_root', "'sha256:00'"],
    ['actor_id', "'usr_x'"],
    ['actor_role', "'admin'"],
    ['created_at', "'2020-01-01T00:00:00.000Z'"],
    ['hash', "x'00'"],
  ]),
)('the altered column %s is named @whole', async (column, value) => {
  const found = await foundAfter(`UPDATE figures SET ${column} = ${value}`);
  expect(found[0]).toEqual(['PROJECTION_MISMATCH', 'figures', column]);
});

test.each([
  ['other records', "x'010102'"],
  ['one fewer', "x'0101'"],
  ['one more', "x'01010101'"],
  ['none', "x''"],
])('%s than those that were counted are found', async (_what, positions) => {
  expect(await foundAfter(`UPDATE figures SET positions = ${positions}`)).toEqual([
    ['ROW_ALTERED', 'figures', 'positions'],
  ]);
});

test('another count, and another filter, is found by counting again', async () => {
  const alter = (field: string, from: string, to: string) =>
    `UPDATE payloads SET value = replace(value, '${from}', '${to}') WHERE seq = ${seq} AND field = '${field}'`;
  expect(await foundAfter(alter('result', '"favourable":2', '"favourable":1'))).toEqual([
    ['FIELD_ALTERED', null, 'result'],
    ['ROW_ALTERED', 'figures', 'result'],
    ['ROW_ALTERED', 'figures', 'result'],
  ]);
  expect(await foundAfter(alter('where', '"f"', '"m"'))).toEqual([
    ['FIELD_ALTERED', null, 'where'],
    ['ROW_ALTERED', 'figures', 'where'],
  ]);
});

test('a row that is gone is missed @whole', async () => {
  expect(await foundAfter('DELETE FROM figures')).toEqual([
    ['PROJECTION_MISMATCH', 'figures', 'figures'],
  ]);
});
