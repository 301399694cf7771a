/** Which files a place names, within the folders that the machine gives for sources. */
import { readdir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { isWithin } from '../../database/chosen-folder.ts';
import { isCsv } from './csv-shape.ts';

/** A place as a caller names it: some files, or a folder with a pattern of names. */
export interface FilePlace {
  readonly paths?: readonly string[] | undefined;
  readonly folder?: string | undefined;
  readonly pattern?: string | undefined;
}

/** Folders that files may be in, and those that they may not be in. */
export interface AllowedPlaces {
  readonly folders: readonly string[];
  readonly forbidden: readonly string[];
}

/** A place that is not given as a source: one answer for what is there and for what is not. */
export class PlaceRefused extends Error {
  override readonly name = 'PlaceRefused';
}

/** Tells whether a file is one that rows are read from, by its name. */
function isSourceFile(path: string): boolean {
  return path.endsWith('.parquet') || isCsv(path);
}

/**
 * Refuses, before any file is touched, what cannot be in a folder that is given.
 * @throws {PlaceRefused}
 */
export function refuseOutside({ paths, folder }: FilePlace, allowed: AllowedPlaces): void {
  for (const path of paths ?? [folder ?? '']) {
    const isPlain = isAbsolute(path) && resolve(path) === path.replace(/(?<=.)[/\\]$/, '');
    if (!isPlain || path.includes('\0') || !isAllowed(path, allowed)) throw new PlaceRefused();
  }
}

function isAllowed(path: string, { folders, forbidden }: AllowedPlaces): boolean {
  return (
    folders.some((folder) => isWithin(path, folder)) &&
    !forbidden.some((folder) => isWithin(path, folder))
  );
}

/**
 * The files of a place, without links on the way to them; those of a folder sorted by the bytes of their names.
 * @throws {PlaceRefused} for what leads out of the folders that are given
 */
export async function locateFiles(place: FilePlace, allowed: AllowedPlaces): Promise<string[]> {
  refuseOutside(place, allowed);
  const real = {
    folders: await realOf(allowed.folders),
    forbidden: await realOf(allowed.forbidden),
  };
  const named = place.paths ?? (await filesIn(place.folder ?? '', place.pattern ?? '*', real));
  const located: string[] = [];
  for (const path of named) {
    const found = await realpath(path).catch(() => path);
    if (!isAllowed(found, real)) throw new PlaceRefused();
    located.push(found);
  }
  return located;
}

/** Tells whether a folder is there. */
export async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function realOf(folders: readonly string[]): Promise<string[]> {
  return Promise.all(folders.map((folder) => realpath(folder).catch(() => folder)));
}

async function filesIn(folder: string, pattern: string, real: AllowedPlaces): Promise<string[]> {
  const found = await realpath(folder).catch(() => folder);
  if (!isAllowed(found, real)) throw new PlaceRefused();
  const names = await readdir(found).catch(() => []);
  const fitting = names
    .filter((name) => matchesPattern(name, pattern) && isSourceFile(name))
    .toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  const files: string[] = [];
  for (const name of fitting) {
    const path = join(found, name);
    const isFile = await stat(path).then(
      (each) => each.isFile(),
      () => false,
    );
    if (isFile) files.push(path);
  }
  return files;
}

/** Looked for from left to right, without going back: the time is that of the name. */
function matchesPattern(name: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return name === first;
  const end = rest.pop() ?? '';
  if (!name.startsWith(first) || name.length < first.length + end.length) return false;
  if (!name.endsWith(end)) return false;
  let from = first.length;
  for (const part of rest) {
    const at = name.indexOf(part, from);
    if (at === -1 || at + part.length > name.length - end.length) return false;
    from = at + part.length;
  }
  return true;
}
