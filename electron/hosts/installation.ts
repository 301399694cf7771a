/** Where this program's own files are, run from source or built. */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

export interface Installation {
  readonly version: string;
  /** The entry of the worker threads. */
  readonly workerEntry: URL;
  /** The built pages of the console. */
  readonly rendererDirectory: string;
  readonly preloadPath: string;
}

/**
 * Finds the files from an entry's own place: `dist/main/<entry>.js` when built, or
 * `electron/<folder>/<entry>.ts` run from source (with the pages of the last build).
 */
export function findInstallation(entry: { filename: string; dirname: string }): Installation {
  const built = entry.filename.endsWith('.js');
  const root = join(entry.dirname, '..', '..');
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

function readVersion(path: string): string {
  const description: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (typeof description !== 'object' || description === null || !('version' in description)) {
    throw new Error(`${path} names no version.`);
  }
  return String(description.version);
}
