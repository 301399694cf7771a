/** The demo ledger: the same for the same seed, whole or not at all, and verified like any other. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReader } from '../database/open-database.ts';
import { openNewLedger } from '../database/testing/new-ledger.ts';
import { createLedgerKey } from '../ledger/ledger-key.ts';
import { verifyLedger } from '../verification/verify-ledger.ts';
import { fillDemoLedger } from './generate-demo.ts';
import { rounds } from '../testing/rounds.ts';
import { registryEvents } from './model-cards.ts';

const records = rounds({ usual: 400, all: 1_500 });
const key = createLedgerKey('demo.example/ledger', new Uint8Array(32).fill(7));
let directory = '';

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'proofdesk-demo-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

/** Fills a new ledger; answers its path, every row that matters and what was reported meanwhile. */
async function fill(name: string, seed: number) {
  const path = join(directory, `${name}.db`);
  const database = openNewLedger(path);
  const progress: number[] = [];
  await fillDemoLedger({
    database,
    origin: key.origin,
    vkey: key.vkey,
    records,
    seed,
    onProgress: (done) => progress.push(done),
  });
  const rows = ['entries', 'payloads', 'records', 'models', 'artifact_checks', 'tiles'].map(
    (table) => database.prepare(`SELECT * FROM ${table}`).all(),
  );
  database.close();
  return { path, rows, progress };
}

describe('the demo ledger', () => {
  it('is the same for the same seed, to the last byte, and another for another seed @whole', async () => {
    const [first, second, other] = [
      await fill('first', 5),
      await fill('second', 5),
      await fill('other', 6),
    ];
    expect(second.rows).toEqual(first.rows);
    expect(other.rows).not.toEqual(first.rows);
    expect(first.progress.at(-1)).toBe(records);
    expect(first.progress.length).toBeGreaterThan(3);
  });

  it('verifies, every entry of it', async () => {
    const { path } = await fill('verified', 7);
    const database = openReader(path);
    const findings: unknown[] = [];
    const outcome = await verifyLedger(database, {
      onFinding: (finding) => findings.push(finding),
      onProgress: () => true,
    });
    const span = database
      .prepare('SELECT min(created_at) AS first, max(created_at) AS last FROM records')
      .get();
    database.close();
    expect(findings).toEqual([]);
    expect(outcome).toMatchObject({
      verdict: 'SELF_CONSISTENT_ONLY',
      checked: 1 + records + registryEvents().length,
      total: 1 + records + registryEvents().length,
      records_checked: records,
    });
    expect(span).toEqual({
      first: expect.stringMatching(/^2022-01-/),
      last: expect.stringMatching(/^2026-10-/),
    });
  });

  it('is made in an empty ledger only', async () => {
    const { path } = await fill('full', 8);
    const database = openNewLedger(path);
    await expect(
      fillDemoLedger({ database, origin: key.origin, vkey: key.vkey, records: 1 }),
    ).rejects.toThrow('empty ledger');
    database.close();
  });

  it('leaves nothing half made when it fails, and can be made again', async () => {
    const path = join(directory, 'interrupted.db');
    const database = openNewLedger(path);
    const options = { database, origin: key.origin, vkey: key.vkey, records };
    await expect(
      fillDemoLedger({
        ...options,
        onProgress: () => {
          throw new Error('interrupted');
        },
      }),
    ).rejects.toThrow('interrupted');
    const count = database.prepare<[], number>('SELECT count(*) FROM records').pluck();
    expect(count.get()).toBe(0);
    await fillDemoLedger(options);
    expect(count.get()).toBe(records);
    database.close();
  });
});
