/** A namespace of mounts that outlives the processes in it: what is mounted there, nobody else sees. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** As an ordinary user in a namespace of users too, or as root. */
const ways = {
  user: ['unshare', '--user', '--map-root-user', '--mount'],
  root: ['unshare', '--mount'],
} as const;
export type Way = keyof typeof ways;

export interface OwnMounts {
  /** Begins the command of a process that is to be in it. */
  readonly within: readonly string[];
  /** Runs a line of shell in it. @throws with what it said where it fails */
  run(line: string, ...argv: readonly string[]): void;
  /** Where a path of it is seen from outside. */
  seen(path: string): string;
  /** Unmounts all of it once no process is in it any more. */
  end(): Promise<void>;
}

/** The first of some ways in which a line of shell succeeds in a namespace of its own. */
export function wayFor(line: string, among: readonly Way[] = ['user', 'root']): Way | undefined {
  return among.find((each) => {
    const [program, ...argv] = ways[each];
    return spawnSync(program, [...argv, 'sh', '-c', line], { stdio: 'ignore' }).status === 0;
  });
}

export async function ownMounts(way: Way): Promise<OwnMounts> {
  const [program, ...argv] = ways[way];
  const keeper = spawn(program, [...argv, 'sh', '-c', 'echo && exec cat'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  await once(keeper.stdout, 'data');
  const users = way === 'user' ? ['--user', '--preserve-credentials'] : [];
  const entering = ['--target', String(keeper.pid), '--mount', ...users];
  return {
    within: ['nsenter', ...entering],
    run(line, ...words) {
      const said = spawnSync('nsenter', [...entering, 'sh', '-c', line, 'sh', ...words], {
        encoding: 'utf8',
      });
      if (said.status !== 0) throw new Error(`${line}: ${said.stderr}`);
    },
    seen: (path) => join('/proc', String(keeper.pid), 'root', path),
    async end() {
      keeper.stdin.end();
      await once(keeper, 'close');
    },
  };
}
