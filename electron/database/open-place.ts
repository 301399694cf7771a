/** Where open files stand: whether their paths still name them, or they were moved, removed or replaced. */
import { statSync } from 'node:fs';
import { DatabaseError } from './database-error.ts';
import { errorCodeOf } from './error-code.ts';

/** Numbers that tell a file from every other one, whatever it is called. */
export interface FileIdentity {
  readonly dev: bigint;
  readonly ino: bigint;
}

/**
 * Identity of the file that a path names now. On Windows a file that is open can be neither moved nor removed, and its
 * numbers are not kept by every file system: there all that are present are one.
 * @throws what the system says, ENOENT where there is nothing
 */
export function identityOf(path: string): FileIdentity {
  const found = statSync(path, { bigint: true });
  return process.platform === 'win32' ? { dev: 0n, ino: 0n } : { dev: found.dev, ino: found.ino };
}

/** How long a look holds for what is not acknowledged; milliseconds. */
const lately = 20;

/**
 * Files that are open, and the paths they were opened by. What is written to a file that its path
 * does not name any more is lost to whoever opens the path next.
 */
export class OpenPlace {
  readonly #files: readonly { readonly path: string; readonly identity: FileIdentity }[];
  readonly #moved: (error: DatabaseError) => void;
  #confirmedAt = Number.NEGATIVE_INFINITY;

  /**
   * @param paths of files that have just been opened
   * @param moved is told each time one of them is found gone
   * @throws {DatabaseError} `moved` when one is gone already
   */
  constructor(paths: readonly string[], moved: (error: DatabaseError) => void = () => {}) {
    this.#moved = moved;
    this.#files = paths.map((path) => ({ path, identity: identityHere(path) }));
  }

  /** Of the first of them. */
  get identity(): FileIdentity {
    const [first] = this.#files;
    if (first === undefined) throw new Error('A place needs a file.');
    return first.identity;
  }

  /** @throws {DatabaseError} `moved` when a path names nothing any more, or another file */
  confirm(): void {
    try {
      confirmEach(this.#files, ({ path, identity }) => refuseOther(path, identity));
    } catch (error) {
      if (error instanceof DatabaseError) this.#moved(error);
      throw error;
    }
    this.#confirmedAt = performance.now();
  }

  /**
   * The same, unless the last look was just now: before work that would be in vain. What is
   * acknowledged is confirmed after it.
   */
  confirmLately(): void {
    if (performance.now() - this.#confirmedAt >= lately) this.confirm();
  }
}

/** Questions that a place answers. */
export type Place = Pick<OpenPlace, 'confirm' | 'confirmLately'>;

/**
 * Looks at files one after the other, the most important one first. Where a folder goes between two
 * looks, all that was in it is gone: the first of them is told, whichever was found out by.
 * @throws what `look` throws of the first that does not hold
 */
export function confirmEach<File>(files: readonly File[], look: (file: File) => void): void {
  for (const [place, file] of files.entries()) {
    try {
      look(file);
    } catch (error) {
      for (const before of files.slice(0, place)) look(before);
      throw error;
    }
  }
}

/** @throws {DatabaseError} `moved` unless `path` names the file of that identity */
export function refuseOther(path: string, { dev, ino }: FileIdentity): void {
  const found = identityHere(path);
  if (found.dev !== dev || found.ino !== ino) {
    throw moved(path, 'is not the file any more that was opened');
  }
}

function identityHere(path: string): FileIdentity {
  try {
    return identityOf(path);
  } catch (error) {
    const code = errorCodeOf(error);
    const isGone = code === 'ENOENT' || code === 'ENOTDIR';
    throw moved(path, isGone ? 'is not there any more' : `cannot be reached (${code})`, error);
  }
}

/** That a ledger is not where it was: `what` is said of its path. */
export function moved(path: string, what: string, cause?: unknown): DatabaseError {
  return new DatabaseError(
    'moved',
    path,
    `${path} ${what}: it was moved, removed or replaced while it was open. Put it back, then try again. Nothing is begun in its place.`,
    { cause },
  );
}
