import { page } from 'vitest/browser';
import { datasetSchema } from '../../../shared/contract/datasets.ts';
import { checkDialogs } from '../../testing/dialog-checks.tsx';
import { NewDatasetDialog } from './new-dataset-dialog.tsx';
import { RevokeDatasetDialog } from './revoke-dataset-dialog.tsx';

const dataset = datasetSchema.parse({
  dataset_id: 'claims',
  name: 'Claims',
  holder_id: 'clinic',
  status: 'active',
  policy: {},
  record_count: 3,
  total_bytes: 30,
  field_count: 1,
  session_count: 1,
  active_session_count: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  last_appended_at: null,
});

checkDialogs([
  {
    name: 'a new dataset',
    dialog: (opened, onClose) => (
      <NewDatasetDialog opened={opened} onClose={onClose} onCreated={onClose} />
    ),
    field: /^Name/,
    text: 'Claims',
    fill: () => page.getByLabelText(/^Holder/).fill('clinic'),
    call: 'POST /datasets',
    answer: dataset,
    body: { name: 'Claims', holder_id: 'clinic' },
    fault: 'darf nicht leer sein',
  },
  {
    name: 'withdrawing a dataset',
    dialog: (opened, onClose) => (
      <RevokeDatasetDialog dataset={dataset} opened={opened} onClose={onClose} />
    ),
    field: /^Reason/,
    text: 'Consent was taken back',
    call: 'POST /datasets/claims/revoke',
    answer: dataset,
    body: { reason: 'Consent was taken back' },
    fault: 'Geben Sie den Grund an.',
  },
]);
