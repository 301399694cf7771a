/** A folder that is made once and laid out again where a test wants one of its own. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface KeptFile {
  readonly kind: 'file';
  readonly bytes: Buffer;
}

/** All that stands in a folder, by name. */
export interface KeptFolder {
  readonly kind: 'folder';
  readonly holds: ReadonlyMap<string, { readonly mode: number; readonly kept: Kept }>;
}

type Kept = KeptFile | KeptFolder;

/** Reads all that stands in a folder. */
export function keepFolder(folder: string): KeptFolder {
  const holds = readdirSync(folder).map((name) => {
    const path = join(folder, name);
    const found = statSync(path);
    const kept: Kept = found.isDirectory()
      ? keepFolder(path)
      : { kind: 'file', bytes: readFileSync(path) };
    return [name, { mode: found.mode & 0o777, kept }] as const;
  });
  return { kind: 'folder', holds: new Map(holds) };
}

/** Writes it into a folder that is there. */
export function layFolder({ holds }: KeptFolder, folder: string): void {
  for (const [name, { mode, kept }] of holds) {
    const path = join(folder, name);
    if (kept.kind === 'file') {
      writeFileSync(path, kept.bytes, { mode });
    } else {
      mkdirSync(path, { recursive: true, mode });
      layFolder(kept, path);
    }
  }
}
