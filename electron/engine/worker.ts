/** The entry of every worker thread, and of the process that reads files: the API on one side, the wire on the other. */
import { randomBytes } from 'node:crypto';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { foreignWorkOf, runForeign } from './foreign-runtime.ts';
import { sourcesArgument } from './sources-argument.ts';
import { parseRole, type WorkerRole } from './wire.ts';

const random = (bytes: number) => randomBytes(bytes);
const foreignWork = foreignWorkOf(workerData);

// Each thread loads what its role needs and no more: together they are most of the start.
if (parentPort === null) {
  const { runSources, sourcesPort } = await import('./sources-runtime.ts');
  const port = process.argv.includes(sourcesArgument) ? sourcesPort() : undefined;
  if (port === undefined) throw new Error('worker.ts runs as a thread or process of the engine.');
  runSources(port);
} else if (foreignWork === undefined) {
  await runRole(parentPort, parseRole(workerData));
} else {
  const { foreignTasks } = await import('../api/foreign-tasks.ts');
  const load = async (name: string) => foreignTasks[name]?.();
  await runForeign(parentPort, foreignWork, load, { clock: Date.now, random });
}

async function runRole(port: MessagePort, role: WorkerRole): Promise<void> {
  if (role === 'lock') {
    const { holdLock } = await import('./lock-runtime.ts');
    const { acquireDirectoryLock } = await import('../database/directory-lock.ts');
    holdLock(port, acquireDirectoryLock);
  } else if (role === 'maintenance') {
    const { runMaintenance } = await import('./maintenance-runtime.ts');
    const { maintenanceTasks } = await import('./maintenance-tasks.ts');
    runMaintenance(port, maintenanceTasks);
  } else {
    const { runWorker } = await import('./worker-runtime.ts');
    const { createApi } = await import('../api/create-api.ts');
    const { foreignThreads } = await import('./foreign-threads.ts');
    const foreign = foreignThreads(new URL(import.meta.url));
    runWorker(port, role, {
      createApi,
      clock: Date.now,
      monotonic: () => performance.now(),
      random,
      foreign,
    });
  }
}
