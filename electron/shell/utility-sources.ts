/** The process that reads files, as Electron starts it: nothing of the application can be run as Node. */
import { fileURLToPath } from 'node:url';
import { utilityProcess } from 'electron';

/**
 * @param argument what tells the entry that it is this process
 * @param read a message of it
 */
export function startUtilitySources<From>(
  entry: URL,
  argument: string,
  read: (message: unknown) => From,
) {
  const child = utilityProcess.fork(fileURLToPath(entry), [argument], {
    serviceName: 'Proofdesk sources',
    stdio: 'ignore',
    env: process.platform === 'win32' ? { SystemRoot: process.env['SystemRoot'] ?? '' } : {},
  });
  return {
    post: (message: unknown): void => child.postMessage(message, []),
    onMessage: (listener: (message: From) => void): void =>
      void child.on('message', (message: unknown) => listener(read(message))),
    onEnd: (listener: () => void): void => void child.once('exit', listener),
    kill: (): void => void child.kill(),
  };
}
