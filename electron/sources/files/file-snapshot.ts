/** Files as they are at one moment: which they are, how long, and the digest of what is in them. */
import { createHash, hash } from 'node:crypto';
import { constants, type ReadStream } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { canonicalJson } from '../../../shared/ledger/canonical-json.ts';

/** A file of a snapshot; its number is its place in the list, from 1. */
export interface SnapshotFile {
  readonly path: string;
  readonly bytes: number;
  /** `sha256:<hex>` of the file. */
  readonly sha256: string;
  readonly rows: number;
  /** Of the prepared copy of a CSV file, as it was made. */
  readonly copy_sha256?: string | undefined;
}

/** The rows of a session, as it is kept with it. */
export interface FilesSnapshot {
  readonly files: readonly SnapshotFile[];
  readonly schema_sha256: string;
}

/** `sha256:<hex>` of the RFC 8785 text of a value. */
export function digestOf(value: Parameters<typeof canonicalJson>[0]): string {
  return `sha256:${hash('sha256', canonicalJson(value), 'hex')}`;
}

/** The digest that names a snapshot; the places of its files are no part of it. */
export function snapshotDigest({ files, schema_sha256 }: FilesSnapshot): string {
  return digestOf({
    files: files.map(({ bytes, sha256, rows }, index) => ({ n: index + 1, bytes, sha256, rows })),
    schema_sha256,
  });
}

/** Everything that moves when a file is written or replaced, in any way that the system sees. */
export interface Fingerprint {
  readonly device: bigint;
  readonly inode: bigint;
  readonly bytes: bigint;
  readonly modified: bigint;
  readonly changed: bigint;
}

/** Links are not followed, and whoever opens a pipe does not wait for somebody to write into it. */
const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** The bytes of a file that stands at a path itself. @param pieceBytes how many are read at once */
export async function readPieces(
  path: string,
  pieceBytes: number,
  signal: AbortSignal,
): Promise<ReadStream> {
  const file = await open(path, openFlags);
  return file.createReadStream({ signal, highWaterMark: pieceBytes });
}

/**
 * Undefined where there is no such file any more, or none that rows could be in: paths were followed when the files were
 * looked for, and a link that has come since may lead anywhere.
 */
export async function fingerprintOf(path: string): Promise<Fingerprint | undefined> {
  try {
    const found = await lstat(path, { bigint: true });
    if (!found.isFile()) return undefined;
    const { dev, ino, size, mtimeNs, ctimeNs } = found;
    return { device: dev, inode: ino, bytes: size, modified: mtimeNs, changed: ctimeNs };
  } catch {
    return undefined;
  }
}

export function isSame(one: Fingerprint | undefined, other: Fingerprint | undefined): boolean {
  return (
    one !== undefined &&
    other !== undefined &&
    one.device === other.device &&
    one.inode === other.inode &&
    one.bytes === other.bytes &&
    one.modified === other.modified &&
    one.changed === other.changed
  );
}

interface KnownFile {
  readonly fingerprint: Fingerprint;
  readonly sha256: string;
}

/** Digests of files, each computed once for as long as nothing of the file moves. */
export class FileDigests {
  readonly #known = new Map<string, KnownFile>();

  /**
   * The digest and the length of a file; undefined where it is not there, or is written while it is read.
   * @param found the fingerprint of the file, where it has just been taken
   */
  async of(
    path: string,
    signal: AbortSignal,
    found?: Fingerprint,
  ): Promise<{ sha256: string; bytes: number } | undefined> {
    const before = found ?? (await fingerprintOf(path));
    const known = this.#known.get(path);
    if (before !== undefined && known !== undefined && isSame(before, known.fingerprint)) {
      return { sha256: known.sha256, bytes: Number(before.bytes) };
    }
    if (before === undefined) return undefined;
    const digest = createHash('sha256');
    try {
      for await (const chunk of await readPieces(path, 1 << 20, signal)) {
        digest.update(chunk);
      }
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Error) return undefined;
      throw error;
    }
    const sha256 = `sha256:${digest.digest('hex')}`;
    if (!isSame(before, await fingerprintOf(path))) return undefined;
    this.#known.set(path, { fingerprint: before, sha256 });
    return { sha256, bytes: Number(before.bytes) };
  }
}

/** Fingerprints of the files of a snapshot; the place is undefined where one is not there. */
export function fingerprintsOf(
  files: readonly { readonly path: string }[],
): Promise<(Fingerprint | undefined)[]> {
  return Promise.all(files.map(({ path }) => fingerprintOf(path)));
}
