/** Demo ledgers for tests, each made once in a run, whichever worker asks first: tests get copies. */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { repository, startHost } from './host.ts';

/** How long a worker waits between two looks whether the other one is done; milliseconds. */
const lookMs = 100;

/** Folder of the ledgers that the workers of a run make; the run is told by the process that is their parent. */
function folderOf(run: number): string {
  return join(repository, 'node_modules', '.cache', `demo-${run}`);
}

/** Removes what the workers of this process have made. */
export function removeDemoLedgers(): void {
  rmSync(folderOf(process.pid), { recursive: true, force: true });
}

/** Data directory with a closed demo ledger of so many records. */
export async function demoLedgerOf(records: number): Promise<string> {
  const folder = folderOf(process.ppid);
  const directory = join(folder, String(records));
  const draft = `${directory}.draft`;
  mkdirSync(folder, { recursive: true });
  while (!existsSync(directory)) {
    if (takes(draft)) await make(directory, draft, records);
    else await setTimeout(lookMs);
  }
  return directory;
}

/** Makes the folder, unless somebody else has. */
function takes(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    if (existsSync(folder)) return false;
    throw error;
  }
}

async function make(directory: string, draft: string, records: number): Promise<void> {
  try {
    const host = await startHost({ directory: draft, demo: records });
    await host.stop();
    renameSync(draft, directory);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
