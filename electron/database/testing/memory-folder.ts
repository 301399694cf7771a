/** Where the files of tests stand that are about no disk. */
import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/**
 * A folder whose files are never written to a disk, so that thousands of commits wait for none; the
 * usual one where there is none, or little room in it, as in many containers.
 */
export function memoryFolder(): string {
  const folder = '/dev/shm';
  if (!existsSync(folder)) return tmpdir();
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= 2 ** 30 ? folder : tmpdir();
}
