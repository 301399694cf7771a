/**
 * Dialogs of sessions, in each way that a form is used.
 * @push
 */
import { page } from 'vitest/browser';
import { dataOperations } from '../../../shared/contract/data-operations.ts';
import { datasetSchema } from '../../../shared/contract/datasets.ts';
import { policySchema } from '../../../shared/contract/policies.ts';
import { sessionSchema } from '../../../shared/contract/sessions.ts';
import { checkDialogs } from '../../testing/dialog-checks.tsx';
import { TransformDialog } from './transform-dialog.tsx';
import { RevokeSessionDialog } from './end-session-dialog.tsx';
import { OpenSessionDialog } from './open-session-dialog.tsx';

const at = '2026-01-01T00:00:00.000Z';
const dataset = datasetSchema.parse({
  dataset_id: 'claims',
  name: 'Claims',
  holder_id: 'clinic',
  status: 'active',
  kinds: ['rows'],
  operations: [...dataOperations],
  policy_version: 1,
  access: 'open',
  record_count: 3,
  total_bytes: 30,
  field_count: 1,
  session_count: 1,
  active_session_count: 1,
  created_at: at,
  last_appended_at: null,
});
const session = sessionSchema.parse({
  session_id: 'sess_1',
  dataset_id: 'claims',
  status: 'active',
  purpose: 'Study',
  model_id: 'scorer',
  operator: null,
  created_at: at,
  expires_at: '2026-01-02T00:00:00.000Z',
  last_activity_at: null,
  allowed_operations: ['train', 'validate'],
  snapshot: { seq: 1, record_count: 3 },
});

const reads = {
  'GET /datasets': {
    data: [dataset],
    pagination: { total: 1, limit: 100, offset: 0, has_more: false },
  },
};

const version = {
  version: 1,
  policy: policySchema.parse({ access: 'open', unlisted: 'clear' }),
  published_at: at,
  effective_at: at,
  withdrawn_at: null,
  signature: null,
};
const policy = { dataset_id: 'claims', in_force: version, announced: null, latest: 1 };

const report = { fields: [], notes: [] };

checkDialogs([
  {
    name: 'opening a session',
    dialog: (opened, onClose) => (
      <OpenSessionDialog opened={opened} datasetId="claims" onClose={onClose} onOpened={onClose} />
    ),
    reads,
    field: /^Purpose/,
    text: 'Study of outcomes',
    call: 'POST /sessions',
    answer: session,
    body: { dataset_id: 'claims', purpose: 'Study of outcomes', ttl_seconds: 3_600 },
    fault: 'darf nicht leer sein',
  },
  {
    name: 'a duration that is no number, in the words of its own',
    dialog: (opened, onClose) => (
      <OpenSessionDialog opened={opened} datasetId="claims" onClose={onClose} onOpened={onClose} />
    ),
    reads,
    field: /^Operator/,
    text: 'Ada',
    fill: () => page.getByLabelText(/^Purpose/).fill('Study'),
    call: 'POST /sessions',
    answer: session,
    body: { operator: 'Ada' },
    fault: 'Von 1 Minute bis 30 Tage',
    spoil: () => page.getByLabelText(/^Läuft ab nach/).fill('bald'),
  },
  {
    name: 'a transformation',
    dialog: (opened, onClose) => (
      <TransformDialog
        session={session}
        filter={{}}
        selected={new Set()}
        opened={opened}
        onClose={onClose}
        onShowEvidence={onClose}
      />
    ),
    reads: {
      'GET /datasets/claims/policy': policy,
      'GET /datasets/claims/fields': { fields: [{ path: 'age', types: ['number'] }] },
      'POST /sessions/sess_1/transform/preview': {
        after: [{ record_id: 'rec_1' }],
        changed: 1,
        skipped: 0,
        report,
      },
    },
    field: 'Record ids',
    text: 'rec_1',
    fill: async () => {
      const dialog = page.getByRole('dialog');
      await dialog.getByText('By id', { exact: true }).click();
      await dialog.getByRole('combobox', { name: /^Fields/ }).fill('age');
      await page.getByRole('option', { name: 'age' }).click();
    },
    preview: async () => {
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByRole('button', { name: 'Transform 1 row' }).findElement();
      page.getByLabelText('Record ids').element().focus();
    },
    call: 'POST /sessions/sess_1/transform',
    answer: {
      transformed_records: [],
      transformation_id: 'tr_1',
      evidence_url: '/v1/evidence/tr_1',
    },
    body: { record_ids: ['rec_1'], transformation: 'pseudonymize' },
    fault: 'muss mindestens ein Feld nennen',
  },
  {
    name: 'revoking a session',
    dialog: (opened, onClose) => (
      <RevokeSessionDialog session={session} opened={opened} onClose={onClose} />
    ),
    field: /^Reason/,
    text: 'Agreement ended',
    call: 'POST /sessions/sess_1/revoke',
    answer: session,
    body: { reason: 'Agreement ended' },
    fault: 'darf nicht leer sein',
  },
]);
