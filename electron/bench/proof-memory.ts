/** A process that checks the metered events of a ledger in a thread as the engine has them, and prints its peak memory in KiB. */
import { isMainThread, Worker } from 'node:worker_threads';
import { openReader } from '../database/open-database.ts';
import { threadMemory } from '../engine/engine-limits.ts';
import { checkEvents } from './check-events.ts';

const [path = ''] = process.argv.slice(2);
if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url), {
    argv: [path],
    resourceLimits: threadMemory,
  });
  worker.once('exit', (code) => {
    process.exitCode = code;
    process.stdout.write(String(process.resourceUsage().maxRSS));
  });
} else {
  const database = openReader(path);
  checkEvents(database);
  database.close();
}
