/** Where compiled code is kept between starts, so that a start compiles nothing that one before it did. */
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { makeFolder } from '../database/make-folder.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The folder, made for its owner only where it was not there; undefined where none can be had. It is
 * never in a data directory: what is brought from elsewhere brings no code.
 */
export function codeCacheFolder(environment: Environment): string | undefined {
  const chosen = environment['NODE_COMPILE_CACHE'];
  if (chosen !== undefined && chosen !== '') return chosen;
  // An AppImage is at another place at each start: what is kept would never be found again.
  if (environment['APPIMAGE'] !== undefined) return undefined;
  try {
    const folder = join(cachesOfUser(environment), 'code');
    makeFolder(folder);
    return folder;
  } catch {
    return undefined;
  }
}

/** The environment of a thread that reads and keeps compiled code there too. */
export function withCodeCache(environment: Environment): Record<string, string | undefined> {
  const folder = codeCacheFolder(environment);
  return folder === undefined ? { ...environment } : { ...environment, NODE_COMPILE_CACHE: folder };
}

/** Where the system wants caches of this program; https://specifications.freedesktop.org/basedir-spec on Linux. */
function cachesOfUser(environment: Environment): string {
  switch (process.platform) {
    case 'darwin':
      return join(homedir(), 'Library', 'Caches', 'Proofdesk');
    case 'win32':
      return join(
        environment['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'),
        'Proofdesk',
        'Cache',
      );
    default: {
      const named = environment['XDG_CACHE_HOME'] ?? '';
      return join(isAbsolute(named) ? named : join(homedir(), '.cache'), 'proofdesk');
    }
  }
}
