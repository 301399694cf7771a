/**
 * A ledger beside which Litestream runs, and one that goes on from a backup on another machine.
 * @push
 */
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { backupResultSchema } from '../../shared/contract/backups.ts';
import { chainSchema, verificationSchema } from '../../shared/contract/chain.ts';
import { checkpointSchema, standingSchema } from '../../shared/contract/checkpoints.ts';
import { TestApi } from '../api/test-api.ts';
import { lacking } from '../testing/lacking.ts';

const made = `
  CREATE TABLE IF NOT EXISTS _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER);
  CREATE TABLE IF NOT EXISTS _litestream_lock (id INTEGER);
  INSERT INTO _litestream_seq (id, seq) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET seq = seq + 1;
`;

let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open();
  await api.append();
});
afterEach(() => api.close());

/** Runs statements in the ledger's file, as another program does while it is closed. */
async function beside(sql: string): Promise<void> {
  await api.reopen(() => {
    const database = new Database(join(api.directory, 'proofdesk.db'));
    database.exec(sql);
    database.close();
  });
}

async function verify() {
  const { result } = await api.finished(await api.send('POST', '/chain/verifications'));
  return verificationSchema.parse(result);
}

describe('the tables of Litestream', () => {
  test('are no finding, whatever is in them, and the ledger goes on and is backed up', async () => {
    await beside(made);
    await api.append();
    await beside(`${made} INSERT INTO _litestream_lock VALUES (1)`);
    await api.append();
    // Its own checkpoint vouches for it: better than by itself.
    expect(await verify()).toMatchObject({
      verdict: 'VERIFIED_SIGNED',
      findings_total: 0,
      records_checked: 3,
    });
    const { result } = await api.finished(await api.send('POST', '/backups', { body: {} }));
    expect(backupResultSchema.parse(result).entries).toBe(4);
  });

  test.each([
    [
      'another statement',
      'CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER, note TEXT)',
    ],
    ['another statement of the lock', 'CREATE TABLE _litestream_lock (id)'],
    ['a third table', `${made} CREATE TABLE _litestream_more (id INTEGER)`],
    [
      'another case of the name',
      'CREATE TABLE _LITESTREAM_seq (id INTEGER PRIMARY KEY, seq INTEGER)',
    ],
    ['a view of the name', 'CREATE VIEW _litestream_seq AS SELECT id FROM records'],
    [
      'a trigger on one',
      `${made} CREATE TRIGGER sly AFTER UPDATE ON _litestream_seq BEGIN SELECT 1; END`,
    ],
    [
      'a trigger of the name',
      `CREATE TRIGGER _litestream_seq AFTER INSERT ON records BEGIN SELECT 1; END`,
    ],
    ['an index on one', `${made} CREATE INDEX more ON _litestream_seq (seq)`],
    ['a key that makes an index', 'CREATE TABLE _litestream_lock (id INTEGER UNIQUE)'],
  ])('with %s are a finding', async (_, sql) => {
    await beside(sql);
    const { verdict, first_finding: first } = await verify();
    expect(verdict).toBe('UNVERIFIABLE');
    expect(first).toMatchObject({ verdict: 'PROJECTION_MISMATCH', field: 'schema' });
  });
});

/** The newest backup laid where the ledger was, as on a machine that has nothing but it and the key. */
async function standBy(): Promise<void> {
  await api.finished(await api.send('POST', '/backups', { body: {} }));
  const folder = join(api.directory, 'backups');
  const [newest = ''] = readdirSync(folder)
    .filter((each) => each.startsWith('bak_'))
    .toSorted()
    .toReversed();
  const kept = join(api.dataRoot, 'carried');
  cpSync(join(folder, newest), kept, { recursive: true });
}

async function moveTo(): Promise<void> {
  await api.reopen(() => {
    rmSync(api.directory, { recursive: true });
    mkdirSync(api.directory);
    const copy =
      readdirSync(join(api.dataRoot, 'carried')).find((each) => each.endsWith('.db')) ?? '';
    copyFileSync(join(api.dataRoot, 'carried', copy), join(api.directory, 'proofdesk.db'));
  });
}

describe('a standby from a backup', () => {
  test('answers, verifies and goes on', async () => {
    await standBy();
    await moveTo();
    expect(await verify()).toMatchObject({ verdict: 'SELF_CONSISTENT_ONLY', findings_total: 0 });
    await api.append();
    expect((await api.read(chainSchema, '/chain')).record_count).toBe(2);
  });

  test('that lacks what a newer checkpoint elsewhere saw is ROLLED_BACK, and takes nothing', async () => {
    await standBy();
    await api.append();
    const signed = await api.send('POST', '/chain/checkpoints');
    const { note } = checkpointSchema.pick({ note: true }).parse(await signed.json());
    await moveTo();
    const anchored = await api.send('POST', '/chain/anchors', { body: { note } });
    expect(standingSchema.parse(await anchored.json()).verdict).toBe('ROLLED_BACK');
    expect((await verify()).verdict).toBe('ROLLED_BACK');
    const body = { model_id: 'm', input: {}, output: {} };
    expect((await api.send('POST', '/records', { body })).status).toBe(503);
    await api.reopen();
    expect((await api.send('POST', '/records', { body })).status).toBe(503);
  });
});

const litestream = process.env['PROOFDESK_LITESTREAM'] ?? '';
const runs = existsSync(litestream) && spawnSync(litestream, ['version']).status === 0;

test(
  'what Litestream replicated while decisions came is restored and verifies',
  lacking(runs, 'PROOFDESK_LITESTREAM names no litestream here'),
  async () => {
    const path = join(api.directory, 'proofdesk.db');
    const replica = `file://${join(api.dataRoot, 'replica')}`;
    const replicating = spawn(litestream, ['replicate', path, replica], { stdio: 'ignore' });
    try {
      for (let count = 0; count < 20; count += 1) {
        await api.append();
        await new Promise((resolve) => void setTimeout(resolve, 100));
      }
      await expect.poll(() => existsSync(join(api.dataRoot, 'replica'))).toBe(true);
      await new Promise((resolve) => void setTimeout(resolve, 3_000));
    } finally {
      replicating.kill('SIGKILL');
    }
    const restored = join(api.dataRoot, 'restored.db');
    expect(spawnSync(litestream, ['restore', '-o', restored, replica]).status).toBe(0);
    await api.reopen(() => {
      rmSync(api.directory, { recursive: true });
      mkdirSync(api.directory);
      copyFileSync(restored, path);
    });
    expect(await verify()).toMatchObject({ verdict: 'SELF_CONSISTENT_ONLY', findings_total: 0 });
    expect((await api.read(chainSchema, '/chain')).record_count).toBeGreaterThan(15);
  },
);
