/** Files of any length, read and written from their beginning to their end in large pieces. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** Bytes that are read or written at once. */
export const pieceBytes = 256 * 1024;

/** The bytes of a file piece by piece, all in the same place: a piece is gone when the next one is asked for. */
export async function* piecesOf(path: string): AsyncGenerator<Buffer> {
  const file = await open(path, 'r');
  const piece = Buffer.allocUnsafe(pieceBytes);
  try {
    for (;;) {
      const { bytesRead } = await file.read(piece, 0, piece.length);
      if (bytesRead === 0) return;
      yield piece.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/**
 * SHA-256 of a file, as lower-case hex.
 * @param onPiece called after each piece with its bytes; throws to stop
 */
export async function hashOfFile(
  path: string,
  onPiece: (bytes: number) => Promise<void> | void,
): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of piecesOf(path)) {
    hash.update(piece);
    await onPiece(piece.length);
  }
  return hash.digest('hex');
}

/** A new file of mode 0600 that is written from its beginning to its end. */
export class AppendedFile {
  readonly #file: number;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #bytes = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'wx', 0o600);
  }

  /** Bytes appended so far. */
  get bytes(): number {
    return this.#bytes;
  }

  append(content: string | Uint8Array): void {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    this.#bytes += bytes.length;
    if (this.#waitingBytes >= pieceBytes) this.flush();
  }

  /** Writes what was gathered. */
  flush(): void {
    const piece = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    for (let at = 0; at < piece.length;) at += writeSync(this.#file, piece, at);
  }

  /** Lets go of the file. What was not flushed is lost. */
  close(): void {
    closeSync(this.#file);
  }
}

/** Has a file written by `write`, which appends to it: all of it is there afterwards. */
export async function writeFileBy<Result>(
  path: string,
  write: (file: AppendedFile) => Promise<Result>,
): Promise<Result> {
  const file = new AppendedFile(path);
  try {
    const result = await write(file);
    file.flush();
    return result;
  } finally {
    file.close();
  }
}
