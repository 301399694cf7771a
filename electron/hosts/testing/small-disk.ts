/** A host whose data directory is a disk of its own that can be filled: a tmpfs in a namespace that outlives it. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { errorCodeOf } from '../../database/error-code.ts';
import { startHeadless, type HeadlessProcess } from './headless-process.ts';

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

/** As an ordinary user in a namespace of one's own, or as root in one of mounts alone. */
const ways = [
  ['unshare', '--user', '--map-root-user', '--mount'],
  ['unshare', '--mount'],
] as const;

/** How this machine lets a process have a disk of its own. @throws where it does not */
function findWay(): (typeof ways)[number] {
  const way = ways.find(([program, ...argv]) => {
    const probe = ['sh', '-c', 'mount -t tmpfs -o size=1m tmpfs /mnt'];
    return spawnSync(program, [...argv, ...probe], { stdio: 'ignore' }).status === 0;
  });
  if (way === undefined) throw new Error('A full disk can be made on Linux only, with unshare(1).');
  return way;
}

/** Starts a host on a disk of `megabytes`. */
export async function startOnSmallDisk(entry: string, megabytes: number): Promise<SmallDisk> {
  const folder = mkdtempSync(join(tmpdir(), 'proofdesk-disk-'));
  const mount = `mount -t tmpfs -o size=${megabytes}m,mode=700 tmpfs "$0" && echo && exec cat`;
  const [program, ...argv]: readonly [string, ...string[]] = findWay();
  const keeper = spawn(program, [...argv, 'sh', '-c', mount, folder], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  await once(keeper.stdout, 'data');
  const users = argv.includes('--user') ? ['--user', '--preserve-credentials'] : [];
  const within = ['nsenter', '--target', String(keeper.pid), '--mount', ...users];
  const start = () => startHeadless(['--data', join(folder, 'data')], entry, within);
  let host = await start();
  // The disk is in the namespace of its keeper: from here it is seen through that process.
  const disk = join('/proc', String(keeper.pid), 'root', folder);
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
      keeper.stdin.end();
      await once(keeper, 'close');
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
