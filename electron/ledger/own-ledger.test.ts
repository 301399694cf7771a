/** A ledger that is gone, emptied or exchanged is refused; its own one, altered or not, is not. */
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createIdFactory } from '../../shared/ids.ts';
import { openWriter } from '../database/open-database.ts';
import { Journal } from './journal.ts';
import { createLedgerKey } from './ledger-key.ts';
import { refuseForeign, refuseVanished } from './own-ledger.ts';

const seed = new Uint8Array(32).fill(7);
const otherSeed = new Uint8Array(32).fill(8);

let directory: string;
let path: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'proofdesk-own-'));
  path = join(directory, 'proofdesk.db');
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

/** The fault of what `work` throws; `none` when it does not. */
function faultOf(work: () => void): unknown {
  try {
    work();
    return 'none';
  } catch (error) {
    return error instanceof Error && 'fault' in error ? error.fault : error;
  }
}

describe('refuseVanished', () => {
  it('lets a new folder, and one whose first start was cut short, begin a ledger', () => {
    expect(faultOf(() => refuseVanished(directory, path, false))).toBe('none');
    writeFileSync(join(directory, 'ledger.key'), seed);
    writeFileSync(path, '');
    expect(faultOf(() => refuseVanished(directory, path, false))).toBe('none');
  });

  it('begins none where one was before, though nothing beside it says so', () => {
    expect(faultOf(() => refuseVanished(directory, path, true))).toBe('moved');
    expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined();
    writeFileSync(path, '');
    expect(faultOf(() => refuseVanished(directory, path, true))).toBe('moved');
    expect(statSync(path).size).toBe(0);
  });

  it.each(['jobs.db', 'checkpoints', 'proofdesk.db-wal'])(
    'refuses a missing and an empty file beside %s, and makes none',
    (trace) => {
      if (trace === 'checkpoints') mkdirSync(join(directory, trace));
      else writeFileSync(join(directory, trace), 'x');
      expect(faultOf(() => refuseVanished(directory, path, false))).toBe('corrupt');
      expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined();
      writeFileSync(path, '');
      expect(faultOf(() => refuseVanished(directory, path, false))).toBe('corrupt');
      expect(statSync(path).size).toBe(0);
      writeFileSync(path, 'something');
      expect(faultOf(() => refuseVanished(directory, path, false))).toBe('none');
    },
  );
});

describe('refuseForeign', () => {
  it('knows a ledger by the key that its genesis names', () => {
    const database = openWriter(path);
    expect(faultOf(() => refuseForeign(database, path, seed))).toBe('none');
    const random = (bytes: number) => new Uint8Array(bytes);
    const createId = createIdFactory({ now: () => 0, random });
    const origin = 'proofdesk.test/own';
    const { vkey } = createLedgerKey(origin, seed);
    new Journal(database, { clock: () => 0, createId, random }).ensureGenesis({ origin, vkey });
    expect(faultOf(() => refuseForeign(database, path, seed))).toBe('none');
    expect(faultOf(() => refuseForeign(database, path, otherSeed))).toBe('foreign');

    // A genesis that was altered is for verification to tell.
    const other = createLedgerKey(origin, otherSeed).vkey;
    database.exec('DROP TRIGGER entries_no_update');
    database.prepare('UPDATE entries SET bytes = replace(bytes, ?, ?)').run(vkey, other);
    expect(faultOf(() => refuseForeign(database, path, seed))).toBe('none');
    database.close();
  });
});
