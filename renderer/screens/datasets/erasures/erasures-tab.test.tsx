/**
 * Erasures of a dataset: what was erased and who is to be told, a new one through all ways, and what a value stands for.
 * @push
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { datasetSchema } from '../../../../shared/contract/datasets.ts';
import { policySchema } from '../../../../shared/contract/policies.ts';
import { signOut } from '../../../signing/signed-in.ts';
import { answerApi, refusal } from '../../../testing/api.ts';
import { checkDialogs } from '../../../testing/dialog-checks.tsx';
import { draw } from '../../../testing/draw.tsx';
import { eva, passphrase, peopleReads, preparedBy } from '../../../testing/people.ts';
import { EraseRowsDialog } from './erase-rows-dialog.tsx';
import { ErasuresTab } from './erasures-tab.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';

beforeEach(signOut);
afterEach(() => vi.restoreAllMocks());

const at = '2026-01-01T09:00:00.000Z';
const dialog = page.getByRole('dialog');
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
const holder = { ...eva, role: 'data_holder' as const, holder_id: 'clinic' };
const basis = 'GDPR Art. 17(1)(b)';
const erased = {
  erasure_id: 'ers_00000000000000000000000001',
  seqs: [18],
  created_at: at,
  scope: 'rows',
  count: 2,
  legal_basis: basis,
  reason: 'Consent was withdrawn.',
  actor: { id: 'operator', role: 'operator' },
  signature: null,
  recipients: [{ account_id: 'acme', grant_id: 'grant_1', last_at: at, rows: 1_234 }],
};
const whole = {
  ...erased,
  erasure_id: 'ers_00000000000000000000000002',
  scope: 'dataset',
  count: 1,
  reason: null,
  recipients: [],
};
const pageOf = (data: readonly object[], total = data.length) => ({
  data,
  pagination: { total, limit: 20, offset: 0, has_more: total > data.length },
});
const version = {
  policy_id: null,
  version: 1,
  policy: policySchema.parse({ entity: 'patient', fields: { patient: { method: 'hash' } } }),
  published_at: at,
  effective_at: at,
  withdrawn_at: null,
  signature: null,
};
const reads = {
  'GET /datasets/claims/policy': {
    dataset_id: 'claims',
    in_force: version,
    announced: null,
    latest: 1,
  },
  'GET /datasets/claims/fields': { fields: [{ path: 'patient', types: ['string'] }] },
};
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
  terms: { fields: ['age'], operations: ['read'], starts_at: at, ends_at: at, budget: null },
  expected: null,
  conditions: null,
  reason: null,
  spent: { amount: 0, currency: 'USD' },
  estimate: null,
  session_count: 1,
  created_at: at,
};

function show(answer: unknown, of = dataset) {
  answerApi({ ...reads, ...peopleReads([]), 'GET /datasets/claims/erasures': answer });
  return draw(<ErasuresTab dataset={of} />);
}

test('Each erasure is told with who was given the rows, and opens with all of it', async () => {
  await show(pageOf([whole, erased], 41));
  const [first, second] = [page.getByRole('row').nth(1), page.getByRole('row').nth(2)];
  await expect.element(first).toHaveAccessibleName(/The dataset: 1 row .*nobody/);
  await expect.element(second).toHaveAccessibleName(/2 rows GDPR Art\. 17\(1\)\(b\) .*1 account/);
  await expect.element(page.getByText('1–20 of 41')).toBeVisible();
  await second.getByRole('button', { name: 'Details…' }).click();
  await expect.element(dialog.getByText('Consent was withdrawn.')).toBeVisible();
  await expect.element(dialog.getByText('Not signed')).toBeVisible();
  await expect
    .element(dialog.getByRole('row').nth(1))
    .toHaveAccessibleName(/^acme The grant 1,234/);
  await expect.element(dialog.getByText(/^Tell these accounts/)).toBeVisible();
});

test('Where nothing was erased it says so; a dataset without rows has nothing to erase', async () => {
  await show(pageOf([]), { ...dataset, record_count: 0, status: 'erased' });
  await expect.element(page.getByText('Nothing was erased')).toBeVisible();
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});

test('What could not be loaded is told', async () => {
  await show(refusal(500, 'internal_error', 'It broke.'));
  await expect.element(page.getByText('The erasures could not be read')).toBeVisible();
});

test('What was found leads to its erasure', async () => {
  answerApi({
    ...reads,
    ...peopleReads([]),
    'GET /datasets/claims/erasures': pageOf([]),
    'GET /grants': pageOf([grant]),
    'POST /datasets/claims/resolve': { record_id: null, value: 'P-1' },
  });
  await draw(<ErasuresTab dataset={dataset} />);
  await page.getByRole('button', { name: 'Look a value up…' }).click();
  await dialog.getByRole('combobox', { name: 'Grant' }).click();
  await page.getByRole('option', { name: 'acme · Outcomes of 2025' }).click();
  await dialog.getByLabelText(/^Value, as the lab/).fill(`hmac-sha256:${'0'.repeat(32)}`);
  await dialog.getByRole('combobox', { name: 'Field' }).fill('patient');
  await page.getByRole('option', { name: 'patient' }).click();
  await dialog.getByRole('button', { name: 'Look up' }).click();
  await expect.element(dialog.getByText('P-1')).toBeVisible();
  await dialog.getByRole('button', { name: 'Erase all its rows…' }).click();
  await expect
    .element(dialog.getByRole('radio', { name: 'All rows of one patient' }))
    .toBeChecked();
  await expect.element(dialog.getByRole('textbox', { name: 'patient' })).toHaveValue('P-1');
});

const soon = () => new Date(Date.now() + 3_600_000).toISOString();
const answer = { erasure_id: erased.erasure_id, count: 2, recipients: [] };
const fill = async () => {
  await dialog.getByLabelText(/^Legal basis/).fill(basis);
  await dialog.getByLabelText(/^Reason/).fill('Consent was withdrawn.');
};
const confirm = () => dialog.getByLabelText('Type erase to confirm').fill('erase');
const written = () =>
  preparedBy(
    {
      type: 'ledger.rowerasure/v1',
      id: erased.erasure_id,
      dataset_id: 'claims',
      scope: 'rows',
      rows: '0001',
      count: 2,
      legal_basis: basis,
      actor: { id: eva.person_id, role: 'data_holder' },
    },
    { reason: 'Consent was withdrawn.' },
  );

checkDialogs([
  {
    name: 'erasing rows',
    dialog: (opened, onClose) => (
      <EraseRowsDialog dataset={dataset} opened={opened} onClose={onClose} />
    ),
    reads: { ...reads, ...peopleReads([]) },
    field: /^Record ids/,
    text: 'rec_1\nrec_2',
    fill,
    look: { shows: '2 rows: rec_1, rec_2.', confirm },
    call: 'POST /datasets/claims/erasures',
    answer,
    body: {
      record_ids: ['rec_1', 'rec_2'],
      legal_basis: basis,
      reason: 'Consent was withdrawn.',
      actor: { id: 'operator', role: 'operator' },
    },
    fault: 'Nennen Sie mindestens eine Zeile.',
  },
  {
    name: 'erasing rows, signed',
    dialog: (opened, onClose) => (
      <EraseRowsDialog dataset={dataset} opened={opened} onClose={onClose} />
    ),
    reads: { ...reads, ...peopleReads([holder]) },
    field: /^Record ids/,
    text: 'rec_1\nrec_2',
    fill: async () => {
      await fill();
      await dialog.getByLabelText(/^Passphrase/).fill(passphrase);
    },
    look: { shows: '2 rows: rec_1, rec_2.', confirm },
    call: 'POST /datasets/claims/erasures',
    isSigned: true,
    answer: async (body: object) =>
      'prepare' in body ? { texts: [await written()], until: soon() } : answer,
    body: { record_ids: ['rec_1', 'rec_2'], signer: eva.person_id, signed: [{}] },
    fault: 'Nennen Sie mindestens eine Zeile.',
  },
  {
    name: 'looking a value up',
    dialog: (opened, onClose) => (
      <ResolveDialog dataset={dataset} opened={opened} onClose={onClose} onErase={undefined} />
    ),
    reads: { ...reads, 'GET /grants': pageOf([grant]) },
    field: /^Value, as the lab/,
    text: 'rec_00',
    fill: async () => {
      await dialog.getByRole('combobox', { name: 'Grant' }).click();
      await page.getByRole('option', { name: 'acme · Outcomes of 2025' }).click();
    },
    call: 'POST /datasets/claims/resolve',
    answer: { record_id: 'rec_1', value: 'rec_1' },
    body: { grant_id: 'grant_1', value: 'rec_00' },
    fault: 'Wählen Sie die Freigabe.',
  },
]);
