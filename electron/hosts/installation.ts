/** Where this program's own files are, run from source or built. */
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { dirname, join } from 'node:path';

export interface Installation {
  readonly version: string;
  /** The entry of the worker threads. */
  readonly workerEntry: URL;
  /** The built pages of the console. */
  readonly rendererDirectory: string;
  readonly preloadPath: string;
}

/**
 * Finds the files from an entry's own place, built (`dist/main/<entry>.js`) or run from source (with
 * the pages of the last build). The root is the folder of package.json, in an archive too.
 */
export function findInstallation(entry: { filename: string; dirname: string }): Installation {
  const built = entry.filename.endsWith('.js');
  const root = rootAbove(entry.dirname);
  const worker = built
    ? join(entry.dirname, 'worker.js')
    : join(root, 'electron', 'engine', 'worker.ts');
  return {
    version: readVersion(join(root, 'package.json')),
    workerEntry: pathToFileURL(worker),
    rendererDirectory: join(root, 'dist', 'renderer'),
    preloadPath: join(root, 'dist', 'preload', 'preload.cjs'),
  };
}

function rootAbove(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const above = dirname(folder);
  if (above === folder) throw new Error('There is no package.json above this program.');
  return rootAbove(above);
}

function readVersion(path: string): string {
  const description: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (typeof description !== 'object' || description === null || !('version' in description)) {
    throw new Error(`${path} names no version.`);
  }
  return String(description.version);
}
