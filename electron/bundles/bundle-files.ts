/** The folder of exported bundles: private, the newest ten, and empty after an erasure. */
import { createReadStream, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { makeFolder } from '../database/make-folder.ts';

const keptBundles = 10;
/** A folder of what goes into it, the zip, and the directory of the zip. */
const draftSuffixes = ['.draft', '.zip.new', '.zip.new.directory'] as const;

export class BundleFiles {
  readonly #directory: string;
  readonly #folder: string;

  /**
   * @param directory the folder of the ledger
   * @param folder of what is made of bundles, in it
   */
  constructor(directory: string, folder: 'bundles' | 'access' = 'bundles') {
    this.#directory = directory;
    this.#folder = join(directory, folder);
  }

  /** A new folder for what goes into a bundle. */
  makeDraft(jobId: string): string {
    const draft = join(this.#folder, `${jobId}.draft`);
    makeFolder(draft, this.#directory);
    return draft;
  }

  /** Where a job makes its bundle: what is there of it when the job is over. */
  draftsOf(jobId: string): string[] {
    return draftSuffixes.map((suffix) => join(this.#folder, `${jobId}${suffix}`));
  }

  /** What jobs other than `jobIds` have left of theirs. */
  leftDrafts(jobIds: readonly string[]): string[] {
    return this.#names()
      .filter((name) => !name.endsWith('.zip') && !jobIds.includes(name.split('.')[0] ?? ''))
      .map((name) => join(this.#folder, name));
  }

  pathOf(jobId: string): string {
    return join(this.#folder, `${jobId}.zip`);
  }

  /** Removes one that was whole. */
  remove(jobId: string): void {
    rmSync(this.pathOf(jobId), { force: true });
  }

  /** The bytes of a bundle; undefined when it is not (any more) there. */
  open(jobId: string): ReadableStream<Uint8Array> | undefined {
    const path = this.pathOf(jobId);
    if (!/^job_[0-9A-Z]+$/.test(jobId) || !existsSync(path)) return undefined;
    return Readable.toWeb(createReadStream(path));
  }

  /** All but the newest; ids sort by time. */
  outdated(): string[] {
    const names = this.#names().filter((name) => name.endsWith('.zip'));
    return names
      .toSorted()
      .slice(0, -keptBundles)
      .map((name) => join(this.#folder, name));
  }

  /** Takes every bundle from its place: one made before an erasure may hold what was erased. Answers what to remove. */
  takeAll(): string[] {
    return this.#names()
      .filter((name) => name.endsWith('.zip'))
      .map((name) => {
        const taken = join(this.#folder, `${name}.gone`);
        renameSync(join(this.#folder, name), taken);
        return taken;
      });
  }

  #names(): string[] {
    return existsSync(this.#folder) ? readdirSync(this.#folder) : [];
  }
}
