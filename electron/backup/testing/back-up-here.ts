/** A process that backs a ledger up, as far as the size of a file is allowed to be, or until it is killed. */
import { openWriter } from '../../database/open-database.ts';
import { draftBackup, dropDraft, sealBackup } from '../../database/sealed-backup.ts';
import { copyLedger } from '../copy-ledger.ts';

const [path = '', folder = '', isKilled = ''] = process.argv.slice(2);
// Then a write beyond the limit fails, as on a full disk, instead of ending the process.
process.on('SIGXFSZ', () => {});
const database = openWriter(path);
const backup = draftBackup(folder, 'manual', Date.parse('2026-03-01T12:00:00.000Z'));
try {
  await copyLedger(database, backup.copy, () => {
    if (isKilled === 'killed') process.kill(process.pid, 'SIGKILL');
    return true;
  });
  sealBackup(backup, {
    reason: 'manual',
    clock: Date.now,
    programVersion: '1',
    contradiction: () => undefined,
  });
} catch (error) {
  process.stdout.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 7;
} finally {
  dropDraft(backup);
  database.close();
}
