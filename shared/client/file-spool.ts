/** Decisions that wait on a disk, for Node: a file of lines, and beside it how far they are done. */
import {
  closeSync,
  constants,
  fchmodSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isObject, parsed } from './answers.ts';
import { clientLimits } from './limits.ts';
import { memorySpool } from './memory-spool.ts';
import { lockSpool } from './spool-lock.ts';
import type { Spool } from './types.ts';

export interface FileSpoolOptions {
  /** Whether each line is on the disk, not with the system alone, before `log` returns. */
  readonly sync?: boolean;
  /** 1 GiB unless told. */
  readonly maximumBytes?: number;
}

/**
 * A spool in the file `path`, with `PATH.cursor`, `PATH.refused.ndjson` and its lock beside it. A folder that is
 * missing is made for its owner alone, as all the files are. proofdesk.py has the same format.
 * @throws where another process has it, or the folder cannot be written
 */
export function fileSpool(path: string, options: FileSpoolOptions = {}): Spool {
  return new FileSpool(resolve(path), options);
}

const newline = 0x0a;
const chunkBytes = clientLimits.batchBytes + 64 * 1024;
const cursorDigits = 20;
/** From so many bytes on that are done, the rest is moved to a file of its own. */
const movedBytes = 64 * 1024 * 1024;

/** A line of a batch, and where in the file it ends. */
interface Line {
  readonly text: string;
  readonly end: number;
}

class FileSpool implements Spool {
  readonly isLasting = true;
  readonly #path: string;
  readonly #sync: boolean;
  readonly #maximum: number;
  readonly #unlock: () => void;
  #file: number;
  readonly #cursorFile: number;
  #refusedFile: number | undefined;
  /** Bytes that are done, and of all whole lines. */
  #cursor = 0;
  #end = 0;
  /** Lines of the file that are not done. */
  #lines = 0;
  #damaged = 0;
  #batch: readonly Line[] = [];
  /** Behind those of the file: what came while the disk took nothing. */
  readonly #beside = memorySpool();
  #readsBeside = false;

  constructor(
    path: string,
    { sync = false, maximumBytes = clientLimits.spoolBytes }: FileSpoolOptions,
  ) {
    this.#path = path;
    this.#sync = sync;
    this.#maximum = maximumBytes;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#unlock = lockSpool(path);
    try {
      this.#file = openOwn(path);
      this.#cursorFile = openOwn(`${path}.cursor`);
      rmSync(`${path}.new`, { force: true });
      this.#resume();
    } catch (error) {
      this.#unlock();
      throw error;
    }
  }

  get waiting(): number {
    return this.#lines + this.#beside.waiting;
  }

  get damaged(): number {
    return this.#damaged;
  }

  append(line: string): boolean {
    // In the order in which they came.
    if (this.#beside.waiting > 0) return this.#beside.append(line);
    const outcome = this.#write(line);
    return outcome === 'full' ? false : outcome === 'written' || this.#beside.append(line);
  }

  read(most: { readonly items: number; readonly bytes: number }): readonly string[] {
    this.#settleBeside();
    this.#batch = this.#readLines(most);
    this.#readsBeside = this.#batch.length === 0;
    return this.#readsBeside ? this.#beside.read(most) : this.#batch.map(({ text }) => text);
  }

  remove(count: number): void {
    const last = this.#batch[count - 1];
    this.#batch = [];
    if (this.#readsBeside) this.#beside.remove(count);
    else if (last !== undefined) this.#moveTo(last.end, count);
  }

  refuse(line: string): void {
    this.#refusedFile ??= openOwn(`${this.#path}.refused.ndjson`);
    const { size } = fstatSync(this.#refusedFile);
    // A line that broke off stays one of its own.
    const isTorn = size > 0 && byteAt(this.#refusedFile, size - 1) !== newline;
    writeAll(this.#refusedFile, Buffer.from(`${isTorn ? '\n' : ''}${line}\n`), size);
    if (this.#sync) fdatasyncSync(this.#refusedFile);
  }

  close(): number {
    this.#settleBeside();
    for (const file of [this.#file, this.#cursorFile, this.#refusedFile]) {
      if (file !== undefined) closeSync(file);
    }
    this.#unlock();
    return this.#beside.close();
  }

  /** Goes on where the process before stopped. A line that it did not write to its end is dropped. */
  #resume(): void {
    const { size } = fstatSync(this.#file);
    const digits = Buffer.alloc(cursorDigits);
    const read = readSync(this.#cursorFile, digits, 0, cursorDigits, 0);
    const cursor = Number(digits.toString('latin1', 0, read));
    const isPlace = Number.isSafeInteger(cursor) && cursor >= 0 && cursor <= size;
    this.#cursor =
      isPlace && (cursor === 0 || byteAt(this.#file, cursor - 1) === newline) ? cursor : 0;
    let end = this.#cursor;
    let lines = 0;
    for (const { bytes, at } of this.#chunks(this.#cursor, size)) {
      for (
        let place = bytes.indexOf(newline);
        place !== -1;
        place = bytes.indexOf(newline, place + 1)
      ) {
        lines += 1;
        end = at + place + 1;
      }
    }
    this.#lines = lines;
    this.#end = end;
    if (end < size) {
      this.#damaged += 1;
      ftruncateSync(this.#file, end);
    }
  }

  *#chunks(from: number, to: number): Generator<{ bytes: Buffer; at: number }> {
    const buffer = Buffer.alloc(chunkBytes);
    for (let at = from; at < to;) {
      const read = readSync(this.#file, buffer, 0, Math.min(chunkBytes, to - at), at);
      if (read === 0) return;
      yield { bytes: buffer.subarray(0, read), at };
      at += read;
    }
  }

  #write(line: string): 'written' | 'full' | 'failed' {
    const bytes = Buffer.from(`${line}\n`);
    if (this.#end + bytes.length > this.#maximum) return 'full';
    try {
      // Always behind the last whole line: what a write that broke off left there is written over.
      writeAll(this.#file, bytes, this.#end);
      if (this.#sync) fdatasyncSync(this.#file);
    } catch {
      this.#cutTo(this.#end);
      return 'failed';
    }
    this.#end += bytes.length;
    this.#lines += 1;
    return 'written';
  }

  #cutTo(end: number): void {
    try {
      ftruncateSync(this.#file, end);
    } catch {
      // The next start drops what is behind the last line.
    }
  }

  /** Moves what waits in memory to the file, as far as the disk takes it. */
  #settleBeside(): void {
    while (this.#beside.waiting > 0) {
      const [line] = this.#beside.read({ items: 1, bytes: 1 });
      if (line === undefined || this.#write(line) !== 'written') return;
      this.#beside.remove(1);
    }
  }

  /** Lines behind the cursor; the first one is left out for good where it is no decision. */
  #readLines(most: { readonly items: number; readonly bytes: number }): Line[] {
    while (this.#cursor < this.#end) {
      const buffer = Buffer.alloc(Math.min(chunkBytes, this.#end - this.#cursor));
      const read = readSync(this.#file, buffer, 0, buffer.length, this.#cursor);
      const lines = linesIn(buffer.subarray(0, read), this.#cursor, most);
      if (lines.length > 0) return lines;
      this.#damaged += 1;
      this.#moveTo(this.#endOfLine(this.#cursor), 1);
    }
    return [];
  }

  #endOfLine(from: number): number {
    for (const { bytes, at } of this.#chunks(from, this.#end)) {
      const place = bytes.indexOf(newline);
      if (place !== -1) return at + place + 1;
    }
    return this.#end;
  }

  #moveTo(cursor: number, lines: number): void {
    this.#cursor = cursor;
    this.#lines -= lines;
    if (cursor < this.#end) {
      const isKept = this.#keepCursor(cursor);
      if (isKept && cursor > movedBytes && cursor > this.#end / 2) this.#moveRest();
      return;
    }
    // The cursor before the file: whoever dies in between sends again, and skips nothing.
    if (!this.#keepCursor(0)) return;
    this.#cutTo(0);
    this.#cursor = 0;
    this.#end = 0;
  }

  #keepCursor(cursor: number): boolean {
    try {
      writeAll(this.#cursorFile, Buffer.from(String(cursor).padStart(cursorDigits, '0')), 0);
      return true;
    } catch {
      // The next start sends again what is done; the ledger knows it by its keys.
      return false;
    }
  }

  /** Puts a file of what is not done in the place of one that is done for the most part. */
  #moveRest(): void {
    const path = `${this.#path}.new`;
    let rest: number | undefined;
    try {
      rest = openOwn(path);
      for (const { bytes, at } of this.#chunks(this.#cursor, this.#end)) {
        writeAll(rest, bytes, at - this.#cursor);
      }
      fdatasyncSync(rest);
      if (!this.#keepCursor(0)) throw new Error('The cursor cannot be written.');
      renameSync(path, this.#path);
    } catch {
      // No room for it now: the file stays as it is.
      if (rest !== undefined) closeSync(rest);
      rmSync(path, { force: true });
      this.#keepCursor(this.#cursor);
      return;
    }
    closeSync(this.#file);
    this.#file = rest;
    this.#end -= this.#cursor;
    this.#cursor = 0;
  }
}

function linesIn(
  bytes: Buffer,
  at: number,
  most: { readonly items: number; readonly bytes: number },
): Line[] {
  const lines: Line[] = [];
  for (let from = 0; lines.length < most.items;) {
    const to = bytes.indexOf(newline, from);
    if (to === -1 || (lines.length > 0 && to > most.bytes)) break;
    const text = decisionIn(bytes.subarray(from, to));
    if (text === undefined) break;
    lines.push({ text, end: at + to + 1 });
    from = to + 1;
  }
  return lines;
}

/** The text of a line that is an object of JSON. */
function decisionIn(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return isObject(parsed(text)) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** For its owner alone, and never by way of a link that somebody else has laid there. */
function openOwn(path: string): number {
  // Windows has no such flag, and no such links without a right to them.
  const noLink = constants.O_NOFOLLOW ?? 0;
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT | noLink, 0o600);
  fchmodSync(file, 0o600);
  return file;
}

function byteAt(file: number, place: number): number | undefined {
  const byte = Buffer.alloc(1);
  return readSync(file, byte, 0, 1, place) === 1 ? byte[0] : undefined;
}

/** @throws where not all of it can be written */
function writeAll(file: number, bytes: Uint8Array, at: number): void {
  for (let done = 0; done < bytes.length;) {
    const written = writeSync(file, bytes, done, bytes.length - done, at + done);
    if (written === 0) throw new Error('Nothing more can be written.');
    done += written;
  }
}
