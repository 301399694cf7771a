/** The thread that works on files while no ledger is open, or beside one: one task, then it is closed. */
import type { MessagePort } from 'node:worker_threads';
import { outcomeOf } from './wire-error.ts';
import type { FromWorker, OpenSettings, ToWorker } from './wire.ts';

export type MaintenanceTask = (params: unknown, settings: OpenSettings) => Promise<unknown>;

/** Runs tasks by name; opens nothing by itself. */
export function runMaintenance(
  port: MessagePort,
  tasks: Readonly<Record<string, MaintenanceTask>>,
): void {
  let settings: OpenSettings | undefined;
  const post = (message: FromWorker) => port.postMessage(message, []);

  async function runTask(name: string, params: unknown): Promise<unknown> {
    const task = tasks[name];
    if (task === undefined || settings === undefined) throw new Error(`There is no task ${name}.`);
    return task(params, settings);
  }

  port.on('message', (message: ToWorker) => {
    switch (message.type) {
      case 'open':
        settings = message.settings;
        post({ type: 'ready' });
        break;
      case 'task':
        void outcomeOf(() => runTask(message.name, message.params)).then((outcome) =>
          post({ type: 'task-result', id: message.id, outcome }),
        );
        break;
      case 'ping':
        post({ type: 'pong' });
        break;
      case 'close':
        post({ type: 'closed' });
        break;
      case 'request':
      case 'chunk':
      case 'end':
      case 'fail':
      case 'pull':
      case 'stop':
      case 'cancel':
      case 'call-result':
      case 'changed':
      case 'leave':
      case 'serve-link':
      case 'use-link':
        break;
    }
  });
  post({ type: 'loaded' });
}
