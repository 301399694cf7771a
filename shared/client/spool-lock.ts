/** One process a spool: a file beside it for each that would have it, of which one stays. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** Milliseconds between two signs of life, and after how many without one a lock of another machine is nobody's. */
const signOfLifeMs = 20_000;
const lifelessMs = 60_000;

/** Whoever has it; proofdesk.py writes the same. */
interface Holder {
  readonly pid: number;
  /** When the process was started, in the system's own words; empty where the system does not say. */
  readonly started: string;
  readonly host: string;
}

/**
 * Takes the lock of the spool at `path`, `PATH.lock.<pid>.<random>`. Two that come at once may both be refused;
 * never do both get it. What a process left that is no more is removed.
 * @returns what gives it back
 * @throws where another process has the spool
 */
export function lockSpool(path: string): () => void {
  const own = `${path}.lock.${process.pid}.${randomUUID().slice(0, 8)}`;
  const holder: Holder = { pid: process.pid, started: startOf(process.pid), host: hostname() };
  writeFileSync(own, JSON.stringify(holder), { flag: 'wx', mode: 0o600 });
  for (const other of locksOf(path)) {
    if (other === own) continue;
    if (isHeld(other)) {
      rmSync(own, { force: true });
      throw new Error(`Another process has the spool ${path}: ${other} is its.`);
    }
    rmSync(other, { force: true });
  }
  const alive = setInterval(() => signOfLife(own), signOfLifeMs);
  alive.unref();
  return () => {
    clearInterval(alive);
    rmSync(own, { force: true });
  };
}

function locksOf(path: string): string[] {
  const beginning = `${basename(path)}.lock.`;
  return readdirSync(dirname(path))
    .filter((name) => name.startsWith(beginning))
    .map((name) => join(dirname(path), name));
}

function signOfLife(file: string): void {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // Somebody has removed it; nothing that is kept here depends on it.
  }
}

function isHeld(file: string): boolean {
  try {
    const holder = holderOf(readFileSync(file, 'utf8'));
    const isFresh = Date.now() - statSync(file).mtimeMs < lifelessMs;
    // Being written right now, or of a machine whose processes are not ours to see.
    if (holder === undefined || holder.host !== hostname()) return isFresh;
    return isAlive(holder);
  } catch {
    return false;
  }
}

function holderOf(text: string): Holder | undefined {
  try {
    const { pid, started, host } = JSON.parse(text);
    return Number.isInteger(pid) && pid > 0
      ? { pid, started: String(started), host: String(host) }
      : undefined;
  } catch {
    return undefined;
  }
}

/** A number that another process has by now is told by when that one was started. */
function isAlive({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return started === '' || startOf(pid) === '' || startOf(pid) === started;
}

/** Field 22 of /proc/PID/stat: ticks since the start of the machine. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
