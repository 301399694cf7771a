/** A process for tests: takes a directory's lock, says whether it got it, and stays until it is killed. */
import { acquireDirectoryLock, DirectoryLockedError } from '../directory-lock.ts';

process.on('disconnect', () => process.exit());
const [directory = ''] = process.argv.slice(2);
try {
  acquireDirectoryLock(directory, { label: 'the other process' });
  process.send?.('held');
} catch (error) {
  process.send?.(error instanceof DirectoryLockedError ? 'refused' : String(error));
}
