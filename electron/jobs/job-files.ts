/** A folder of files that jobs wrote: private, the newest ones, each under its job's id. */
import { createReadStream, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { makeFolder } from '../database/make-folder.ts';

const draftEnding = '.new';
/** Of what was taken from its place and is still to be removed. */
const takenEnding = '.gone';

export interface JobFilesOptions<Format extends string> {
  /** Of the workspace. */
  readonly directory: string;
  readonly folder: string;
  /** What a file can be; also the end of its name. */
  readonly formats: readonly Format[];
  /** How many stay; older ones go. */
  readonly kept: number;
}

export class JobFiles<Format extends string> {
  readonly #folder: string;
  readonly #options: JobFilesOptions<Format>;

  constructor(options: JobFilesOptions<Format>) {
    this.#options = options;
    this.#folder = join(options.directory, options.folder);
  }

  /** Where a file is written until it is whole. */
  draftOf(jobId: string): string {
    makeFolder(this.#folder, this.#options.directory);
    return this.#draft(jobId);
  }

  /** What is there of it when its job is over. */
  draftsOf(jobId: string): string[] {
    return [this.#draft(jobId)];
  }

  /** What jobs other than `jobIds` have left of theirs, and what an erasure took. */
  leftDrafts(jobIds: readonly string[]): string[] {
    const isLeft = (name: string) =>
      name.endsWith(takenEnding) ||
      (name.endsWith(draftEnding) && !jobIds.includes(name.slice(0, -draftEnding.length)));
    return this.#names()
      .filter(isLeft)
      .map((name) => join(this.#folder, name));
  }

  pathOf(jobId: string, format: Format): string {
    return join(this.#folder, `${jobId}.${format}`);
  }

  /** The bytes of a file and how they are written; undefined when it is not (any more) there. */
  open(jobId: string):
    | {
        readonly format: Format;
        readonly size: number;
        readonly body: ReadableStream<Uint8Array>;
      }
    | undefined {
    if (!/^job_[0-9A-Z]+$/.test(jobId)) return undefined;
    const format = this.#options.formats.find((each) => existsSync(this.pathOf(jobId, each)));
    if (format === undefined) return undefined;
    const path = this.pathOf(jobId, format);
    const { size } = statSync(path);
    return { format, size, body: Readable.toWeb(createReadStream(path)) };
  }

  /** Removes a file that was whole. */
  remove(jobId: string): void {
    for (const format of this.#options.formats) rmSync(this.pathOf(jobId, format), { force: true });
  }

  /** All but the newest; ids sort by time. */
  outdated(): string[] {
    const whole = this.#names().filter((name) => this.#isWhole(name));
    return whole
      .toSorted()
      .slice(0, -this.#options.kept)
      .map((name) => join(this.#folder, name));
  }

  /** Takes every file from its place: one made before an erasure may hold what was erased. Answers what to remove. */
  takeAll(): string[] {
    return this.#names()
      .filter((name) => this.#isWhole(name))
      .map((name) => {
        const taken = join(this.#folder, `${name}${takenEnding}`);
        renameSync(join(this.#folder, name), taken);
        return taken;
      });
  }

  #isWhole(name: string): boolean {
    return this.#options.formats.some((format) => name.endsWith(`.${format}`));
  }

  #draft(jobId: string): string {
    return join(this.#folder, `${jobId}${draftEnding}`);
  }

  #names(): string[] {
    return existsSync(this.#folder) ? readdirSync(this.#folder) : [];
  }
}
