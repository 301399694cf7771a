import { page } from 'vitest/browser';
import { checkDialogs } from '../../testing/dialog-checks.tsx';
import { jobOf } from '../../testing/jobs.ts';
import { ExportDialog, type TableFile } from './export-dialog.tsx';

const file: TableFile = {
  title: 'Decisions',
  columns: [],
  source: { operation: 'listRecords' },
  total: 3,
  notes: [],
};

checkDialogs([
  {
    name: 'a list as a file',
    dialog: (opened, onClose) => <ExportDialog opened={opened} file={file} onClose={onClose} />,
    reads: { 'GET /jobs/job_1': jobOf('view_export') },
    field: /^Whole rows/,
    fill: () => page.getByLabelText(/^JSON/).click(),
    call: 'POST /exports',
    answer: jobOf('view_export'),
    body: { format: 'jsonl' },
  },
]);
