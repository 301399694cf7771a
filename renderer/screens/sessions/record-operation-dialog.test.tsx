import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { sessionSchema } from '../../../shared/contract/sessions.ts';
import { speak } from '../../i18n/index.ts';
import { answerApi } from '../../testing/api.ts';
import { checkDialogs } from '../../testing/dialog-checks.tsx';
import { draw } from '../../testing/draw.tsx';
import { RecordOperationDialog } from './record-operation-dialog.tsx';

const session = sessionSchema.parse({
  session_id: 'sess_1',
  dataset_id: 'claims',
  status: 'active',
  purpose: 'Study',
  model_id: 'scorer',
  operator: null,
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: '2026-01-02T00:00:00.000Z',
  last_activity_at: null,
  allowed_operations: ['train', 'validate'],
  snapshot: { seq: 1, record_count: 3 },
});
const recorded = {
  operation_id: 'op_1',
  created_at: '2026-01-01T00:00:00.000Z',
  status: 'RECORDED',
  evidence_id: 'ev_1',
};
const metadata = page.getByRole('textbox', { name: /^Metadata/ });
const onRecorded = vi.fn<(evidenceId: string) => void>();

function dialog(selected: readonly string[], opened = true, onClose = () => undefined as void) {
  return (
    <RecordOperationDialog
      session={session}
      filter={{}}
      selected={new Set(selected)}
      allowed={['train', 'validate']}
      opened={opened}
      onClose={onClose}
      onRecorded={(id) => {
        onRecorded(id);
        onClose();
      }}
    />
  );
}

beforeEach(() => speak('en', 'iso', ['en']));
afterEach(() => {
  vi.restoreAllMocks();
  onRecorded.mockClear();
});

test('the selected rows are sent, the model among the metadata', async () => {
  const sent = answerApi({ 'POST /sessions/sess_1/operations': recorded });
  await draw(dialog(['rec_1', 'rec_2']));
  await metadata.fill('{ "step": 3 }');
  await page.getByRole('button', { name: 'Record operation' }).click();
  await expect.poll(() => onRecorded.mock.calls).toEqual([['ev_1']]);
  expect(sent).toMatchObject([
    {
      body: {
        operation_type: 'TRAIN',
        records: ['rec_1', 'rec_2'],
        metadata: { model_id: 'scorer', step: 3 },
      },
    },
  ]);
});

test('metadata that is no object is refused at its field, and nothing is sent @whole', async () => {
  const sent = answerApi({});
  await draw(dialog(['rec_1']));
  await metadata.fill('[1]');
  await page.getByRole('button', { name: 'Record operation' }).click();
  await expect.element(metadata).toHaveFocus();
  await expect.element(metadata).toHaveAttribute('aria-invalid', 'true');
  expect(sent).toEqual([]);
});

checkDialogs([
  {
    name: 'recording an operation',
    dialog: (opened, onClose) => dialog(['rec_1'], opened, onClose),
    field: /^Metadata/,
    text: '{ "step": 3 }',
    call: 'POST /sessions/sess_1/operations',
    answer: recorded,
    body: { operation_type: 'TRAIN', records: ['rec_1'], metadata: { step: 3 } },
    fault: 'muss ein JSON-Objekt sein',
    spoil: () => page.getByRole('textbox', { name: /^Metadaten/ }).fill('[1]'),
  },
]);
