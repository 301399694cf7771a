/** A host whose data directory is a disk of its own that can be filled: a tmpfs in a namespace that outlives it. */
import { mkdtempSync, readdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { errorCodeOf } from '../../database/error-code.ts';
import { startHeadless, type HeadlessProcess } from './headless-process.ts';
import { ownMounts, wayFor } from './own-mounts.ts';

export interface SmallDisk {
  /** The one that was started last. */
  readonly host: HeadlessProcess;
  /** Starts another host on the disk as it is. */
  start(): Promise<void>;
  /** Takes all the room there is, but for so many bytes. */
  fill(free?: number): void;
  /** Gives it back. */
  empty(): void;
  /** The files of the data directory, below it. */
  files(): string[];
  /** Ends the host, and the disk with it. */
  remove(): Promise<void>;
}

/** Starts a host on a disk of `megabytes`. @throws where this machine gives no process a disk of its own */
export async function startOnSmallDisk(entry: string, megabytes: number): Promise<SmallDisk> {
  const way = wayFor('mount -t tmpfs -o size=1m tmpfs /mnt');
  if (way === undefined) throw new Error('A full disk can be made on Linux only, with unshare(1).');
  const folder = mkdtempSync(join(tmpdir(), 'proofdesk-disk-'));
  const mounts = await ownMounts(way);
  mounts.run(`mount -t tmpfs -o size=${megabytes}m,mode=700 tmpfs "$1"`, folder);
  const start = () => startHeadless(['--data', join(folder, 'data')], entry, mounts.within);
  let host = await start();
  const disk = mounts.seen(folder);
  const filling = join(disk, 'filling');
  return {
    get host() {
      return host;
    },
    async start() {
      host = await start();
    },
    fill(free = 0) {
      writeFileSync(filling, '');
      const { bavail, bsize } = statfsSync(disk);
      try {
        writeFileSync(filling, new Uint8Array(Math.max(0, bavail * bsize - free)));
      } catch (error) {
        // The host has written meanwhile: it is full already.
        if (errorCodeOf(error) !== 'ENOSPC') throw error;
      }
    },
    empty: () => truncateSync(filling),
    files: () =>
      filesBelow(join(disk, 'data'))
        .map((file) => relative(join(disk, 'data'), file))
        .toSorted(),
    async remove() {
      await host.end('SIGKILL');
      await mounts.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Every file in and below a folder; of what the host removes meanwhile, nothing. */
function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((each) => {
      const path = join(folder, each.name);
      return each.isDirectory() ? filesBelow(path) : [path];
    });
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
