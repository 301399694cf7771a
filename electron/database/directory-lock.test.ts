/**
 * One process owns a directory: proved with a second process, and with one that is killed.
 * @push
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../ledger/testing/test-ledger.ts';
import { acquireDirectoryLock, DirectoryLockedError } from './directory-lock.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

let directories = 0;
function newDirectory(): string {
  directories += 1;
  return join(folder.path, `data-${directories}`);
}

/** A process of its own that takes the lock and keeps it. Resolves with what it says. */
async function startHolder(directory: string): Promise<{ child: ChildProcess; said: unknown }> {
  const script = join(import.meta.dirname, 'testing', 'hold-directory.ts');
  const child = fork(script, [directory], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  children.push(child);
  const [said] = (await once(child, 'message')) as unknown[];
  return { child, said };
}

function refusal(directory: string): DirectoryLockedError {
  try {
    acquireDirectoryLock(directory, { label: 'second' });
  } catch (error) {
    if (error instanceof DirectoryLockedError) return error;
    throw error;
  }
  throw new Error('the lock was given twice');
}

describe('directory lock', () => {
  it('is given once, and again after its release', () => {
    const directory = newDirectory();
    const lock = acquireDirectoryLock(directory, {
      label: 'Proofdesk',
      clock: () => Date.parse('2026-01-02T03:04:05.678Z'),
    });
    expect(refusal(directory).holder).toEqual({
      pid: process.pid,
      started_at: '2026-01-02T03:04:05.678Z',
      label: 'Proofdesk',
    });
    lock.release();
    acquireDirectoryLock(directory, { label: 'second' }).release();
  });

  it('makes a private folder and file', () => {
    const directory = newDirectory();
    const lock = acquireDirectoryLock(directory, { label: 'Proofdesk' });
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(statSync(join(directory, 'lock')).mode & 0o777).toBe(0o600);
    lock.release();
  });

  it('is refused while another process has it, with a message that names that process', async () => {
    const directory = newDirectory();
    const { child, said } = await startHolder(directory);
    expect(said).toBe('held');
    const error = refusal(directory);
    expect(error.holder).toMatchObject({ pid: child.pid, label: 'the other process' });
    expect(error.message).toContain(`the other process (process ${child.pid}, since `);
    expect(error.message).toContain(directory);
  });

  it('is free as soon as its process is killed', async () => {
    const directory = newDirectory();
    const { child } = await startHolder(directory);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const lock = acquireDirectoryLock(directory, { label: 'successor' });
    expect(refusal(directory).holder).toMatchObject({ label: 'successor', pid: process.pid });
    lock.release();
  });

  it('goes to one of several that start at once', async () => {
    const directory = newDirectory();
    const said = await Promise.all([1, 2, 3].map(async () => (await startHolder(directory)).said));
    expect(said.filter((each) => each === 'held')).toHaveLength(1);
    expect(said.filter((each) => each === 'refused')).toHaveLength(2);
  });

  it('is not confused with a directory that cannot be written', () => {
    const file = join(folder.path, 'a-file');
    writeFileSync(file, '');
    expect(() => acquireDirectoryLock(join(file, 'data'), { label: 'x' })).toThrow(
      expect.objectContaining({ fault: 'unwritable' }),
    );
  });
});
