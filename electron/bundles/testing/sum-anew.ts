/** Sums of an unpacked bundle made anew, and signed, as one who has the key would. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LedgerKey } from '../../ledger/ledger-key.ts';
import { sha256 } from '../../ledger/sha256.ts';
import { sumsBody, sumsFile, sumsNoteFile } from '../bundle-format.ts';
import { filesBelow } from '../bundle-folder.ts';

/** Writes `SHA256SUMS` and its note for what is in the folder. @param size of the checkpoint */
export function sumAnew(folder: string, key: LedgerKey, size = sizeIn(folder)): void {
  rmSync(join(folder, sumsFile), { force: true });
  rmSync(join(folder, sumsNoteFile), { force: true });
  const sums = filesBelow(folder)
    .map((name) => `${sha256(readFileSync(join(folder, name)))}  ${name}\n`)
    .join('');
  writeFileSync(join(folder, sumsFile), sums);
  const body = sumsBody({ origin: key.origin, size, digest: sha256(sums) });
  writeFileSync(join(folder, sumsNoteFile), key.signSums(body));
}

function sizeIn(folder: string): number {
  return Number(readFileSync(join(folder, 'checkpoint.note'), 'utf8').split('\n')[1]);
}
