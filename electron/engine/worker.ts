/** The entry of every worker thread: the API on one side, the wire on the other. */
import { randomBytes } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { parseRole } from './wire.ts';

if (parentPort === null) throw new Error('worker.ts runs as a worker thread of the engine.');
const role = parseRole(workerData);

// Each thread loads what its role needs and no more: together they are most of the start.
if (role === 'lock') {
  const { holdLock } = await import('./lock-runtime.ts');
  const { acquireDirectoryLock } = await import('../database/directory-lock.ts');
  holdLock(parentPort, acquireDirectoryLock);
} else if (role === 'maintenance') {
  const { runMaintenance } = await import('./maintenance-runtime.ts');
  const { maintenanceTasks } = await import('./maintenance-tasks.ts');
  runMaintenance(parentPort, maintenanceTasks);
} else {
  const { runWorker } = await import('./worker-runtime.ts');
  const { createApi } = await import('../api/create-api.ts');
  runWorker(parentPort, role, {
    createApi,
    clock: Date.now,
    random: (bytes) => randomBytes(bytes),
  });
}
