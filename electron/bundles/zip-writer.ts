/**
 * Writes a zip of any number of files (APPNOTE 6.3.10). Its directory, which stands at the end, grows on disk
 * until then: libraries keep an object in memory for each file, and go through all of them for each.
 * The bytes depend on names and contents alone: one time, one mode.
 */
import { createHash } from 'node:crypto';
import { createReadStream, rmSync, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';
import { AppendedFile, pieceBytes, piecesOf } from './file-pieces.ts';

/** Marks that stand in for what only the Zip64 fields can hold. */
const in16 = 0xffff;
const in32 = 0xffffffff;
/** From this size on a file may need Zip64 fields once it is compressed. */
const largeFile = 0xf0000000;

/** 2.0: deflate; 4.5: Zip64. */
const version = { plain: 20, zip64: 45 } as const;
/** Made on Unix, so that the mode counts. */
const madeBy = (3 << 8) | version.zip64;
const nameIsUtf8 = 0x0800;
/** Checksum and sizes follow the content. */
const describedBehind = 0x0008;
const deflated = 8;
/** 1980-01-01, the earliest day that a zip can name: it says nothing. */
const fixedDate = (1 << 5) | 1;
/** A plain file of mode 0644, in the upper half. */
const plainFile = 0o100644;

interface Described {
  readonly crc: number;
  readonly compressed: number;
  readonly bytes: number;
}

/** `close` it, whatever happens. */
export class ZipWriter {
  readonly #file: AppendedFile;
  readonly #directory: AppendedFile;
  readonly #directoryPath: string;
  readonly #hash = createHash('sha256');
  #files = 0;

  /** @param path of the zip; a file of this name and the ending `.directory` stands beside it meanwhile */
  constructor(path: string) {
    this.#directoryPath = `${path}.directory`;
    this.#file = new AppendedFile(path);
    this.#directory = new AppendedFile(this.#directoryPath);
  }

  /** Adds a file whose content is at hand. */
  addText(name: string, text: string | Buffer): void {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content);
    const described = {
      crc: crc32(content),
      compressed: packed.length,
      bytes: content.length,
    };
    const offset = this.#file.bytes;
    this.#write(localHeader(name, { described, isLarge: false }));
    this.#write(packed);
    this.#list(name, offset, described, 0);
  }

  /**
   * Adds a file from the disk.
   * @param goOn called with the bytes that were read of it since the last call; throws to stop
   */
  async addFile(name: string, path: string, goOn: (bytes: number) => Promise<void>): Promise<void> {
    const isLarge = statSync(path).size >= largeFile;
    const offset = this.#file.bytes;
    this.#write(localHeader(name, { isLarge }));
    const start = this.#file.bytes;
    let crc = 0;
    let bytes = 0;
    const content = createReadStream(path, { highWaterMark: pieceBytes });
    await pipeline(
      content,
      async function* count(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          crc = crc32(chunk, crc);
          bytes += chunk.length;
          await goOn(chunk.length);
          yield chunk;
        }
      },
      createDeflateRaw({ chunkSize: pieceBytes }),
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) this.#write(chunk);
      },
    );
    const described = { crc, compressed: this.#file.bytes - start, bytes };
    this.#write(descriptor(described, isLarge));
    this.#list(name, offset, described, describedBehind);
  }

  /** Writes the directory. @returns of the whole zip, the hash as `sha256:<hex>` */
  async finish(
    goOn: () => Promise<void>,
  ): Promise<{ readonly bytes: number; readonly sha256: string }> {
    const start = this.#file.bytes;
    this.#directory.flush();
    for await (const piece of piecesOf(this.#directoryPath)) {
      this.#write(Buffer.from(piece));
      await goOn();
    }
    this.#write(directoryEnd(this.#files, start, this.#file.bytes));
    this.#file.flush();
    return { bytes: this.#file.bytes, sha256: `sha256:${this.#hash.digest('hex')}` };
  }

  close(): void {
    this.#file.close();
    this.#directory.close();
    rmSync(this.#directoryPath, { force: true });
  }

  #write(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    this.#file.append(bytes);
  }

  #list(name: string, offset: number, described: Described, flags: number): void {
    this.#files += 1;
    this.#directory.append(directoryEntry(name, offset, described, flags));
  }
}

/** What stands before a file's content. Without a description that follows behind it. */
function localHeader(
  name: string,
  { described, isLarge }: { readonly described?: Described; readonly isLarge: boolean },
): Buffer {
  const label = Buffer.from(name);
  const fields = new Fields(30 + label.length + (isLarge ? 20 : 0));
  fields.u32(0x04034b50).u16(isLarge ? version.zip64 : version.plain);
  fields.u16(nameIsUtf8 | (described === undefined ? describedBehind : 0));
  fields.u16(deflated).u16(0).u16(fixedDate);
  fields.u32(described?.crc ?? 0);
  fields.u32(isLarge ? in32 : (described?.compressed ?? 0));
  fields.u32(isLarge ? in32 : (described?.bytes ?? 0));
  fields
    .u16(label.length)
    .u16(isLarge ? 20 : 0)
    .bytes(label);
  if (isLarge) fields.u16(1).u16(16).u64(0).u64(0);
  return fields.buffer;
}

function descriptor({ crc, compressed, bytes }: Described, isLarge: boolean): Buffer {
  const fields = new Fields(isLarge ? 24 : 16);
  fields.u32(0x08074b50).u32(crc);
  if (isLarge) fields.u64(compressed).u64(bytes);
  else fields.u32(compressed).u32(bytes);
  return fields.buffer;
}

function directoryEntry(
  name: string,
  offset: number,
  { crc, compressed, bytes }: Described,
  flags: number,
): Buffer {
  const label = Buffer.from(name);
  const isLarge = bytes >= largeFile || offset >= in32;
  const fields = new Fields(46 + label.length + (isLarge ? 28 : 0));
  fields
    .u32(0x02014b50)
    .u16(madeBy)
    .u16(isLarge ? version.zip64 : version.plain);
  fields
    .u16(nameIsUtf8 | flags)
    .u16(deflated)
    .u16(0)
    .u16(fixedDate)
    .u32(crc);
  fields.u32(isLarge ? in32 : compressed).u32(isLarge ? in32 : bytes);
  fields
    .u16(label.length)
    .u16(isLarge ? 28 : 0)
    .u16(0)
    .u16(0)
    .u16(0);
  fields
    .u16(0)
    .u16(plainFile)
    .u32(isLarge ? in32 : offset)
    .bytes(label);
  if (isLarge) fields.u16(1).u16(24).u64(bytes).u64(compressed).u64(offset);
  return fields.buffer;
}

/** The records behind the directory, which stands from `start` to before `end`. */
function directoryEnd(files: number, start: number, end: number): Buffer {
  const isLarge = files >= in16 || start >= in32 || end - start >= in32;
  const fields = new Fields(isLarge ? 98 : 22);
  if (isLarge) {
    fields.u32(0x06064b50).u64(44).u16(madeBy).u16(version.zip64).u32(0).u32(0);
    fields
      .u64(files)
      .u64(files)
      .u64(end - start)
      .u64(start);
    fields.u32(0x07064b50).u32(0).u64(end).u32(1);
  }
  fields.u32(0x06054b50).u16(0).u16(0);
  fields.u16(Math.min(files, in16)).u16(Math.min(files, in16));
  fields
    .u32(isLarge ? in32 : end - start)
    .u32(isLarge ? in32 : start)
    .u16(0);
  return fields.buffer;
}

/** Numbers in the order of a zip, the least byte first. */
class Fields {
  readonly buffer: Buffer;
  #at = 0;

  constructor(length: number) {
    this.buffer = Buffer.alloc(length);
  }

  u16(value: number): this {
    this.#at = this.buffer.writeUInt16LE(value, this.#at);
    return this;
  }

  u32(value: number): this {
    this.#at = this.buffer.writeUInt32LE(value, this.#at);
    return this;
  }

  u64(value: number): this {
    this.#at = this.buffer.writeBigUInt64LE(BigInt(value), this.#at);
    return this;
  }

  bytes(value: Uint8Array): this {
    this.buffer.set(value, this.#at);
    this.#at += value.length;
    return this;
  }
}
