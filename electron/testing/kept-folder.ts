/** A folder that is made once and laid out again where a test wants one of its own. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What stands in a folder, by name: bytes of a file, or another folder; each with its mode. */
export type KeptFolder = ReadonlyMap<
  string,
  { readonly mode: number; readonly holds: Buffer | KeptFolder }
>;

/** Reads all that stands in a folder. */
export function keepFolder(folder: string): KeptFolder {
  return new Map(
    readdirSync(folder).map((name) => {
      const path = join(folder, name);
      const found = statSync(path);
      const holds = found.isDirectory() ? keepFolder(path) : readFileSync(path);
      return [name, { mode: found.mode & 0o777, holds }];
    }),
  );
}

/** Writes it into a folder that is there. */
export function layFolder(kept: KeptFolder, folder: string): void {
  for (const [name, { mode, holds }] of kept) {
    const path = join(folder, name);
    if (holds instanceof Buffer) {
      writeFileSync(path, holds, { mode });
      continue;
    }
    mkdirSync(path, { recursive: true, mode });
    layFolder(holds, path);
  }
}
