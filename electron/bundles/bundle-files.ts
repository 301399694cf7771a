/** The folder of exported bundles: private, the newest ten, and empty after an erasure. */
import { createReadStream, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { makeFolder } from '../database/make-folder.ts';

const keptBundles = 10;

export class BundleFiles {
  readonly #folder: string;

  constructor(directory: string) {
    this.#folder = join(directory, 'bundles');
  }

  /** A new folder for what goes into a bundle. */
  makeDraft(jobId: string): string {
    this.removeDraft(jobId);
    const draft = join(this.#folder, `${jobId}.draft`);
    makeFolder(draft);
    return draft;
  }

  /** Removes what was being made into a bundle. */
  removeDraft(jobId: string): void {
    for (const suffix of ['.draft', '.zip.new']) {
      rmSync(join(this.#folder, `${jobId}${suffix}`), { recursive: true, force: true });
    }
  }

  pathOf(jobId: string): string {
    return join(this.#folder, `${jobId}.zip`);
  }

  /** The bytes of a bundle; undefined when it is not (any more) there. */
  open(jobId: string): ReadableStream<Uint8Array> | undefined {
    const path = this.pathOf(jobId);
    if (!/^job_[0-9A-Z]+$/.test(jobId) || !existsSync(path)) return undefined;
    return Readable.toWeb(createReadStream(path));
  }

  /** Removes all but the newest; ids sort by time. */
  thin(): void {
    const names = this.#names().filter((name) => name.endsWith('.zip'));
    for (const name of names.toSorted().slice(0, -keptBundles)) rmSync(join(this.#folder, name));
  }

  /** Removes every bundle: one made before an erasure may hold what was erased. */
  removeAll(): void {
    for (const name of this.#names()) {
      if (name.endsWith('.zip')) rmSync(join(this.#folder, name), { force: true });
    }
  }

  #names(): string[] {
    return existsSync(this.#folder) ? readdirSync(this.#folder) : [];
  }
}
