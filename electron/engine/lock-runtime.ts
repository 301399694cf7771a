/** The thread that holds the lock of the data directory while the others come and go. */
import type { MessagePort } from 'node:worker_threads';
import { toWireError } from './wire-error.ts';
import type { FromWorker, ToWorker } from './wire.ts';

export type AcquireLock = (dataRoot: string, holder: { label: string }) => { release(): void };

/** Takes the lock on `open` and gives it back on `close`. */
export function holdLock(port: MessagePort, acquire: AcquireLock): void {
  let lock: { release(): void } | undefined;
  const post = (message: FromWorker) => port.postMessage(message, []);

  port.on('message', (message: ToWorker) => {
    if (message.type === 'open') {
      try {
        lock = acquire(message.settings.dataRoot, { label: message.settings.label });
        post({ type: 'ready' });
      } catch (error) {
        post({ type: 'fatal', error: toWireError(error) });
      }
    }
    if (message.type === 'close') {
      lock?.release();
      post({ type: 'closed' });
    }
    if (message.type === 'ping') post({ type: 'pong' });
  });
  post({ type: 'loaded' });
}
