/** A host whose data directory is a disk of its own that can be filled: a tmpfs in a namespace of its process. */
import { spawnSync } from 'node:child_process';
import { statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startHost, temporaryDirectory, type Host } from './host.ts';

export interface SmallDisk {
  readonly host: Host;
  /** Takes all the room there is. */
  fill(): void;
  /** Gives it back. */
  empty(): void;
  stop(): Promise<void>;
}

/** As root in a namespace of mounts alone, or as anybody in one of users too. */
const ways = [
  ['unshare', '--mount'],
  ['unshare', '--user', '--map-root-user', '--mount'],
] as const;

/** Starts a host on a disk of `megabytes`. @throws where this machine gives no process a disk of its own */
export async function startOnSmallDisk(megabytes: number): Promise<SmallDisk> {
  const way = ways.find(
    ([program, ...argv]) =>
      spawnSync(program, [...argv, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0,
  );
  if (way === undefined) throw new Error('A full disk can be made on Linux only, with unshare(1).');
  const folder = temporaryDirectory('disk');
  const mount = `mount -t tmpfs -o size=${megabytes}m,mode=700 tmpfs "$0" && exec "$@"`;
  const host = await startHost({
    directory: join(folder.path, 'data'),
    within: [...way, 'sh', '-c', mount, folder.path],
  });
  // From outside the namespace the disk is seen through its process.
  const disk = join('/proc', String(host.pid), 'root', folder.path);
  const filling = join(disk, 'filling');
  return {
    host,
    fill() {
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(filling, new Uint8Array(bavail * bsize));
    },
    empty: () => truncateSync(filling),
    stop: async () => {
      await host.stop();
      folder.remove();
    },
  };
}
