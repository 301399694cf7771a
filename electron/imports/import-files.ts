/** The files of imports in the making: uploads and staged records, private and never left behind. */
import { readdirSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../database/make-folder.ts';

const suffixes = { upload: '.upload', staged: '.staged' } as const;

/** `upload`: the file as it was sent. `staged`: its records, ready to be written. */
export type ImportFileKind = keyof typeof suffixes;

/** The folder `uploads` of a workspace: 0700, its files 0600 and named after their job. */
export class ImportFiles {
  /** Of the workspace. */
  readonly directory: string;
  readonly #folder: string;

  constructor(directory: string) {
    this.directory = directory;
    this.#folder = join(directory, 'uploads');
    makeFolder(this.#folder, directory);
  }

  /** Makes a file that did not exist. */
  create(jobId: string, kind: ImportFileKind): Promise<FileHandle> {
    return open(this.#path(jobId, kind), 'wx', 0o600);
  }

  openForReading(jobId: string, kind: ImportFileKind): Promise<FileHandle> {
    return open(this.#path(jobId, kind), 'r');
  }

  /** Every file that a job can have. */
  allOf(jobId: string): string[] {
    return [this.#path(jobId, 'upload'), this.#path(jobId, 'staged')];
  }

  /** What belongs to none of `jobIds`: what a process that ended in the middle left behind. */
  left(jobIds: readonly string[]): string[] {
    return readdirSync(this.#folder)
      .filter((name) => !jobIds.includes(name.slice(0, name.lastIndexOf('.'))))
      .map((name) => join(this.#folder, name));
  }

  /** Where a file is, for what must have a path of its own. */
  pathOf(jobId: string, kind: ImportFileKind): string {
    return this.#path(jobId, kind);
  }

  #path(jobId: string, kind: ImportFileKind): string {
    return join(this.#folder, jobId + suffixes[kind]);
  }
}

/** Bytes of an upload that are read at a time: some ten milliseconds of work. */
export const pieceBytes = 256 * 1024;

/** How far the reading of an upload is: first what its columns are, then whether its lines are good. */
export interface FileProgress {
  readonly phase: 'judging' | 'checking';
  /** Read so far. */
  readonly bytes: number;
}

/** How long a piece of a file may take to be read and checked; milliseconds. */
export const longestPiece = 60_000;

/**
 * Reads a file from its start in pieces of up to `size` bytes. All of them are one memory: a piece
 * is valid until the next is asked for.
 */
export async function* readPieces(file: FileHandle, size: number): AsyncGenerator<Buffer, void> {
  const buffer = Buffer.alloc(size);
  for (let position = 0; ;) {
    const { bytesRead } = await file.read(buffer, 0, size, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
