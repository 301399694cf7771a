/** Ledgers before their first entry: the tables are made once for all tests of a process, and copied. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { memoryFolder } from './memory-folder.ts';
import { openWriter, type OpenOptions, type WriterDatabase } from '../open-database.ts';

let empty: Buffer | undefined;

function emptyLedger(): Buffer {
  if (empty === undefined) {
    const folder = mkdtempSync(join(memoryFolder(), 'proofdesk-empty-'));
    const path = join(folder, 'empty.db');
    openWriter(path).close();
    empty = readFileSync(path);
    rmSync(folder, { recursive: true });
  }
  return empty;
}

/** Lays the file of a ledger without an entry, and the folder that it stands in, unless it is there. */
export function layNewLedger(path: string): void {
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, emptyLedger(), { mode: 0o600 });
}

/** Opens a ledger to write, a new one where there is none: as `openWriter` does, in a tenth of its time. */
export function openNewLedger(path: string, options: OpenOptions = {}): WriterDatabase {
  layNewLedger(path);
  return openWriter(path, options);
}
