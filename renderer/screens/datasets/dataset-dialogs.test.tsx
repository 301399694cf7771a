import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { datasetSchema } from '../../../shared/contract/datasets.ts';
import { answerApi } from '../../testing/api.ts';
import { checkDialogs } from '../../testing/dialog-checks.tsx';
import { draw } from '../../testing/draw.tsx';
import { NewDatasetDialog } from './new-dataset-dialog.tsx';
import { RevokeDatasetDialog } from './revoke-dataset-dialog.tsx';

const dataset = datasetSchema.parse({
  dataset_id: 'claims',
  name: 'Claims',
  holder_id: 'clinic',
  status: 'active',
  access: 'open',
  kinds: ['rows'],
  operations: ['read'],
  policy_version: 1,
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

test('who withdrew it before is named, and why: that reason is the one that is kept', async () => {
  const onClose = vi.fn<() => void>();
  answerApi({
    'POST /datasets/claims/revoke': {
      ...dataset,
      status: 'revoked',
      revoked_at: '2026-01-02T00:00:00.000Z',
      revoked_by: 'Ada',
      revocation_reason: 'The contract ended',
    },
  });
  await draw(<RevokeDatasetDialog dataset={dataset} opened onClose={onClose} />);
  await page.getByLabelText(/^Reason/).fill('Consent was taken back');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText('Ada did this before')).toBeVisible();
  await expect.element(page.getByText('The contract ended')).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});
