/** Room on a disk, asked of the file system alone. */
import { statfs } from 'node:fs/promises';

/** Bytes that are free where `path` is; null where nobody can tell. */
export async function freeBytes(path: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  } catch {
    return null;
  }
}
