import { page } from 'vitest/browser';
import { checkDialogs } from '../../testing/dialog-checks.tsx';
import { jobOf } from '../../testing/jobs.ts';
import { ExportBundleDialog } from './export-bundle-dialog.tsx';

checkDialogs([
  {
    name: 'a bundle',
    dialog: (opened, onClose) => (
      <ExportBundleDialog opened={opened} filter={{}} recordIds={[]} onClose={onClose} />
    ),
    reads: { 'GET /jobs/job_1': jobOf('bundle') },
    field: 'First entry',
    text: '1',
    fill: () => page.getByLabelText('A range of entries').click(),
    call: 'POST /bundles',
    answer: jobOf('bundle'),
    body: { kind: 'range', range: { from: 1, to: 1 } },
  },
]);
