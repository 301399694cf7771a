/** Removes what may be large, a piece at a time, beside other work. */
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { lstat, readdir, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { errorCodeOf } from './error-code.ts';

/**
 * Bytes of a file that go at once, some ten milliseconds' worth. Removing a file of gigabytes in one call takes
 * seconds, in which its thread does nothing else and its process cannot end.
 */
const removedAtOnce = 32 * 1024 * 1024;

/** How long a removal is waited for; milliseconds. */
const patience = 500;

/** One for each thread; close it. What it has not removed by then stays until somebody looks for what was left. */
export class Remover {
  readonly #atOnce: number;
  readonly #underWay = new Set<Promise<void>>();
  #isClosed = false;

  /** @param atOnce bytes of a piece */
  constructor(atOnce = removedAtOnce) {
    this.#atOnce = atOnce;
  }

  /**
   * Removes files, and folders with all that is in them; what is not there is passed over. Resolves once they are
   * gone, or before where that takes long: they are nobody's any more then, and go beside what comes next.
   * @returns the bytes that they had
   * @throws what the file system says while it is waited for
   */
  async remove(paths: readonly string[]): Promise<number> {
    const bytes = sizeOf(paths);
    await Promise.race([this.#begin(paths), setTimeout(patience, undefined, { ref: false })]);
    return bytes;
  }

  /** The same without waiting: what is no more than a piece is gone when this returns, the rest goes later. */
  removeLater(paths: readonly string[]): number {
    const bytes = sizeOf(paths);
    if (bytes <= this.#atOnce) {
      for (const path of paths) rmSync(path, { recursive: true, force: true });
    } else {
      this.#begin(paths).catch(() => {});
    }
    return bytes;
  }

  /** Resolves as soon as nothing is being removed any more: after the pieces at hand. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#underWay);
  }

  #begin(paths: readonly string[]): Promise<void> {
    const removal = this.#removeAll(paths).finally(() => this.#underWay.delete(removal));
    this.#underWay.add(removal);
    return removal;
  }

  async #removeAll(paths: readonly string[]): Promise<void> {
    for (const path of paths) await this.#removeOne(path);
  }

  async #removeOne(path: string): Promise<void> {
    const found = await lstat(path).catch(nothingThere);
    if (found?.isDirectory() === true) {
      await this.#removeAll((await readdir(path)).map((name) => join(path, name)));
    }
    for (let left = found?.isFile() === true ? found.size : 0; left > this.#atOnce;) {
      if (this.#isClosed) return;
      left -= this.#atOnce;
      await truncate(path, left).catch(nothingThere);
    }
    // Somebody may still put something into a folder, and goes on without it.
    const means = { recursive: true, force: true, maxRetries: 5, retryDelay: 20 };
    if (!this.#isClosed) await rm(path, means);
  }
}

function sizeOf(paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + bytesOf(path), 0);
}

function bytesOf(path: string): number {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 0;
  if (!found.isDirectory()) return found.size;
  return sizeOf(readdirSync(path).map((name) => join(path, name)));
}

function nothingThere(error: unknown): undefined {
  if (errorCodeOf(error) !== 'ENOENT') throw error;
}
