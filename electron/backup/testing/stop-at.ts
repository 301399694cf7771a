/** A process that exchanges a ledger and is killed after the step that its first argument names. */
import { hashFile } from '../../database/backup-files.ts';
import { nothingProtected } from '../lost-protection.ts';
import { exchangeLedger } from '../restore-steps.ts';

const [step = '', directory = '', copy = '', bringsKey = ''] = process.argv.slice(2);
exchangeLedger(
  directory,
  { path: copy, sha256: hashFile(copy) },
  {
    replaced_folder: 'replaced/20260301T120000000Z',
    declaration: {
      restore_id: 'rest_1',
      backup_id: null,
      requested_by: 'operator',
      restored: { entries: 2, head_hash: `sha256:${'1'.repeat(64)}` },
      replaced: null,
    },
    revoked_keys: [],
    revoked_people: [],
    revoked_access: [],
    ended_grants: [],
    protection: nothingProtected,
    erasures: [],
    row_erasures: [],
    brings_key: bringsKey === 'brings-key',
    from_another: bringsKey === 'brings-key',
  },
  (done) => {
    if (done === step) process.kill(process.pid, 'SIGKILL');
  },
);
