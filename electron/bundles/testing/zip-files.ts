/** Zips made by hand for tests: what is in a folder, whatever that is. */
import { join } from 'node:path';
import { filesBelow } from '../bundle-folder.ts';
import { ZipWriter } from '../zip-writer.ts';

/** Writes all files below a folder to a new zip at `target`. */
export async function zipFiles(folder: string, target: string): Promise<void> {
  const zip = new ZipWriter(target);
  try {
    for (const name of filesBelow(folder))
      await zip.addFile(name, join(folder, name), async () => {});
    await zip.finish(async () => {});
  } finally {
    zip.close();
  }
}
