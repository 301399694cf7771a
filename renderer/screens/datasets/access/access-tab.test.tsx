/** Who used a dataset: one table by account, one timeline, and the way to revoke what an account has. */
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { datasetSchema } from '../../../../shared/contract/datasets.ts';
import { answerApi, refusal } from '../../../testing/api.ts';
import { checkDialogs } from '../../../testing/dialog-checks.tsx';
import { draw } from '../../../testing/draw.tsx';
import { AccessTab } from './access-tab.tsx';
import { RevokeAccessDialog } from './revoke-access-dialog.tsx';

afterEach(() => vi.restoreAllMocks());

const at = '2026-01-01T09:00:00.000Z';
const dataset = datasetSchema.parse({
  dataset_id: 'claims',
  name: 'Claims',
  holder_id: 'clinic',
  status: 'active',
  access: 'on_request',
  kinds: ['rows'],
  operations: ['read'],
  policy_version: 1,
  record_count: 3,
  total_bytes: 30,
  field_count: 1,
  session_count: 1,
  active_session_count: 1,
  created_at: at,
  last_appended_at: null,
});
const acme = {
  account_id: 'acme',
  name: 'Acme',
  grants: 2,
  active_grants: 1,
  sessions: 2,
  rows_delivered: 120,
  bytes: 31_320,
  accesses: 3,
  transformations: 3,
  earned: 5.27,
  currency: 'USD',
  last_at: at,
};
const past = { ...acme, account_id: 'past', name: '', active_grants: 0, last_at: null };
const grant = {
  grant_id: 'grant_1',
  dataset_id: 'claims',
  holder_id: 'clinic',
  account_id: 'acme',
  kind: 'rows',
  status: 'active',
  granted_by: 'holder',
  purpose: 'Outcomes of 2025',
  model_id: null,
  terms: {
    fields: ['age'],
    operations: ['read'],
    starts_at: at,
    ends_at: '2026-06-30T23:59:59.000Z',
    budget: null,
  },
  expected: null,
  conditions: null,
  reason: null,
  spent: { amount: 0, currency: 'USD' },
  estimate: null,
  session_count: 1,
  created_at: at,
  history: [],
};
const step = {
  type: 'grant',
  at,
  account_id: 'acme',
  grant_id: 'grant_1',
  n: 1,
  action: 'request',
};

function show(access: unknown) {
  answerApi({
    'GET /datasets/claims/access': access,
    'GET /datasets/claims/activity': { data: [step] },
  });
  return draw(<AccessTab dataset={dataset} />);
}

test('Each account is told with what it was given, what that earned, and whether it can be revoked', async () => {
  await show({ data: [past, acme], rows_in_dataset: 3 });
  const [first, second] = [page.getByRole('row').nth(1), page.getByRole('row').nth(2)];
  await expect.element(first).toHaveAccessibleName(/^Acme 1 active of 2 2 120 3 \$5\.27 /);
  await expect.element(first.getByRole('button', { name: 'Revoke…' })).toBeVisible();
  await expect.element(second).toHaveAccessibleName(/^past .* never/);
  await expect.element(second.getByRole('button')).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'Grant asked for' })).toBeVisible();
});

test('A dataset that nobody used says so', async () => {
  await show({ data: [], rows_in_dataset: 3 });
  await expect.element(page.getByText('Nobody has used this dataset')).toBeVisible();
});

test('What could not be loaded is told', async () => {
  await show(refusal(500, 'internal_error', 'It broke.'));
  await expect.element(page.getByText('Who used the data could not be loaded')).toBeVisible();
});

checkDialogs([
  {
    name: 'revoking what an account has',
    dialog: (opened, onClose) => (
      <RevokeAccessDialog
        datasetId="claims"
        accountId={opened ? 'acme' : undefined}
        onClose={onClose}
      />
    ),
    reads: {
      'GET /grants': {
        data: [grant],
        pagination: { total: 1, limit: 100, offset: 0, has_more: false },
      },
    },
    field: /^Reason/,
    text: 'Consent withdrawn',
    call: 'POST /grants/grant_1/revoke',
    answer: grant,
    body: { reason: 'Consent withdrawn' },
    fault: 'Nennen Sie den Grund.',
  },
]);
