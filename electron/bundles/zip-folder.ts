/** A folder as a zip whose bytes depend on its files alone: sorted names, one time, one mode. */
import { createWriteStream, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** The earliest time a zip can name, so that it says nothing. Local time: zip knows no zone. */
const fixedTime = new Date(1980, 0, 1);

/** The names of all files below a folder, with forward slashes, sorted. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) =>
      join(each.parentPath, each.name)
        .slice(folder.length + 1)
        .replaceAll(sep, '/'),
    )
    .toSorted();
}

/** Writes the zip of a folder to a new file of mode 0600. */
export async function zipFolder(folder: string, target: string): Promise<void> {
  const zip = new ZipFile();
  for (const name of filesBelow(folder)) {
    zip.addFile(join(folder, name), name, {
      mtime: fixedTime,
      mode: 0o100644,
      forceDosTimestamp: true,
    });
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(target, { flags: 'wx', mode: 0o600 }));
}
