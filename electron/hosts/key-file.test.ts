/** The seed file: made once, kept to its owner, never made anew for a ledger that is there. */
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyFiles, LedgerKeyError, loadKeyFile } from './key-file.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'proofdesk-key-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const fill = (value: number) => (bytes: number) => new Uint8Array(bytes).fill(value);
const mode = (name: string) => statSync(join(directory, name)).mode & 0o777;

describe('loadKeyFile', () => {
  it('makes a seed of 32 bytes that only its owner can read, and finds it again', async () => {
    const made = await loadKeyFile(directory, fill(7));
    expect(made).toEqual(new Uint8Array(32).fill(7));
    expect(readdirSync(directory)).toEqual(['ledger.key']);
    expect(mode('ledger.key')).toBe(0o600);
    expect(await loadKeyFile(directory, fill(9))).toEqual(made);
  });

  it('narrows the permissions of a file that was copied with wider ones', async () => {
    await loadKeyFile(directory, fill(7));
    chmodSync(join(directory, 'ledger.key'), 0o644);
    await loadKeyFile(directory, fill(9));
    expect(mode('ledger.key')).toBe(0o600);
  });

  it('makes no new key for a ledger that lost its own', async () => {
    writeFileSync(join(directory, 'proofdesk.db'), 'a ledger');
    await expect(loadKeyFile(directory, fill(7))).rejects.toThrow(/has lost its key file/);
    expect(readdirSync(directory)).toEqual(['proofdesk.db']);
  });

  it.each([0, 31, 33, 64])('refuses a key of %i bytes and leaves it as it is', async (size) => {
    writeFileSync(join(directory, 'ledger.key'), new Uint8Array(size));
    await expect(loadKeyFile(directory, fill(7))).rejects.toThrow(LedgerKeyError);
    expect(readFileSync(join(directory, 'ledger.key')).byteLength).toBe(size);
  });

  it('sends a sealed key back to the application that sealed it', async () => {
    await keyFiles.writeSealed(directory, new Uint8Array(80));
    await expect(loadKeyFile(directory, fill(7))).rejects.toThrow(/sealed by the desktop/);
    expect(mode('ledger.sealed')).toBe(0o600);
  });

  it('starts over a draft that a crash left behind', async () => {
    writeFileSync(join(directory, 'ledger.key.new'), 'half');
    expect(await loadKeyFile(directory, fill(7))).toEqual(new Uint8Array(32).fill(7));
    expect(readdirSync(directory)).toEqual(['ledger.key']);
  });
});
