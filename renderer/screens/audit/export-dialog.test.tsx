import { checkDialogs } from '../../testing/dialog-checks.tsx';
import { jobOf } from '../../testing/jobs.ts';
import { AuditExportDialog } from './export-dialog.tsx';

checkDialogs([
  {
    name: 'the audit log as a file',
    dialog: (opened, onClose) => (
      <AuditExportDialog opened={opened} filter={{}} total={3} onClose={onClose} />
    ),
    reads: { 'GET /jobs/job_1': jobOf('audit_export') },
    field: /^JSON/,
    call: 'POST /audit/exports',
    answer: jobOf('audit_export'),
    body: { format: 'jsonl' },
  },
]);
