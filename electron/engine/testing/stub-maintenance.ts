/** A maintenance thread whose work does not end by itself. */
import { parentPort } from 'node:worker_threads';
import { runMaintenance, type MaintenanceTask } from '../maintenance-runtime.ts';

const hang: MaintenanceTask = () => {
  for (;;);
};

if (parentPort === null) throw new Error('stub-maintenance.ts runs as a worker thread.');
runMaintenance(parentPort, { 'preview-restore': hang, 'open-key': hang, 'export-key': hang });
