/** Folders that a person chooses: where they lie, and why one will not do. */
import { lstat, realpath } from 'node:fs/promises';
import { isAbsolute, normalize, relative, sep } from 'node:path';

/** Tells whether a path is a folder's, or inside it. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** The path without detours, and without a separator at its end. */
export function plainPath(path: string): string {
  return normalize(path).replace(/(?<=.)[/\\]+$/, '');
}

/** `folder_itself`: it is no folder, or a link to one. `inside`: it is that of the data, or in it. */
export type FolderTrouble = 'absolute_path' | 'folder_there' | 'folder_itself' | 'inside';

/** Why a folder cannot be chosen: it has to be absolute, there, a folder and no link, outside the data directory. */
export async function troubleOfFolder(
  folder: string,
  dataRoot: string,
): Promise<FolderTrouble | undefined> {
  if (!isAbsolute(folder) || folder.includes('\0')) return 'absolute_path';
  const wanted = plainPath(folder);
  const info = await lstat(wanted).catch(() => undefined);
  if (info === undefined) return 'folder_there';
  const real = await realpath(wanted).catch(() => undefined);
  if (!info.isDirectory() || real !== wanted) return 'folder_itself';
  return isWithin(wanted, dataRoot) ? 'inside' : undefined;
}
