import { restorePreviewSchema } from '../../../shared/contract/backups.ts';
import { checkDialogs } from '../../testing/dialog-checks.tsx';
import { RestoreDialog } from './backup-restore-dialog.tsx';

const head = `sha256:${'1'.repeat(64)}`;
const facts = {
  origin: 'desk',
  schema_version: 1,
  entries: 3,
  records: 2,
  head_hash: head,
  newest_at: null,
};
const preview = restorePreviewSchema.parse({
  backup_id: 'backup_1',
  path: '/backups/backup_1',
  obstacle: null,
  message: null,
  manifest: true,
  backup: facts,
  present: facts,
  relation: 'same',
  common: 3,
  lost: { entries: 0, records: 0, first_at: null, newest_at: null, erasures: 0, erasable: 0 },
  checkpoints: 0,
  migrates: false,
  brings_key: false,
});

checkDialogs([
  {
    name: 'a restore',
    dialog: (opened, onClose) => (
      <RestoreDialog opened={opened} backupId="backup_1" onClose={onClose} />
    ),
    reads: {
      'GET /backups': { data: [], folders: [] },
      'POST /restores/preview': preview,
    },
    field: 'I know that the restore is declared in the ledger',
    call: 'POST /restores',
    answer: {
      restore_id: 'restore_1',
      backup_id: 'backup_1',
      entries: 3,
      head_hash: head,
      replaced_path: '/old',
      erased_again: 0,
      opened: true,
    },
    body: { backup_id: 'backup_1', confirm: head, erase_again: true },
  },
]);
