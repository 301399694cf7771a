/**
 * The dialogs of grants through all ways.
 * @push
 */
import { page, userEvent } from 'vitest/browser';
import { dataOperations } from '../../../shared/contract/data-operations.ts';
import { grantSchema } from '../../../shared/contract/grants.ts';
import { datasetPolicySchema } from '../../../shared/contract/policy-routes.ts';
import { pageOf } from '../../testing/pages.ts';
import { checkDialogs } from '../../testing/dialog-checks.tsx';
import { peopleReads } from '../../testing/people.ts';
import { AnswerDialog } from './answer-dialog.tsx';
import { AskDialog } from './ask-dialog.tsx';
import { RevokeGrantDialog, WithdrawGrantDialog } from './end-dialogs.tsx';

const dialog = page.getByRole('dialog');
const grant = grantSchema.parse({
  grant_id: 'grant_1',
  dataset_id: 'riverside',
  holder_id: 'clinic-7',
  account_id: 'acme',
  kind: 'rows',
  status: 'requested',
  granted_by: null,
  purpose: 'Diabetes research',
  model_id: null,
  terms: {
    fields: ['age', 'diagnosis'],
    operations: ['read', 'filter'],
    starts_at: null,
    ends_at: '2026-12-31T23:59:59.000Z',
    budget: { amount: 500, currency: 'USD' },
  },
  expected: { rows: 10_000, hours: 2, operations: 50 },
  conditions: null,
  reason: null,
  spent: { amount: 0, currency: 'USD' },
  estimate: null,
  session_count: 0,
  created_at: '2026-01-31T09:00:00.000Z',
  history: [],
});
const dataset = {
  dataset_id: 'riverside',
  name: 'Riverside',
  holder_id: 'clinic-7',
  status: 'active',
  kinds: ['rows'],
  operations: [...dataOperations],
  policy_version: 1,
  access: 'open',
  record_count: 0,
  total_bytes: 0,
  field_count: 0,
  session_count: 0,
  active_session_count: 0,
  created_at: '2026-01-01T00:00:00.000Z',
  last_appended_at: null,
};

const policy = datasetPolicySchema.parse({
  dataset_id: 'riverside',
  in_force: {
    policy_id: 'pol_1',
    version: 3,
    policy: {},
    published_at: '2026-01-01T00:00:00.000Z',
    effective_at: '2026-01-01T00:00:00.000Z',
    withdrawn_at: null,
    signature: null,
  },
  announced: null,
  latest: 3,
});

checkDialogs([
  {
    name: 'asking for access',
    dialog: (opened, onClose) => <AskDialog opened={opened} onClose={onClose} onAsked={onClose} />,
    reads: {
      'GET /datasets': {
        data: [dataset],
        pagination: { total: 1, limit: 100, offset: 0, has_more: false },
      },
      'GET /datasets/riverside/fields': { fields: [{ path: 'age', types: ['number'] }] },
      'GET /billing/accounts': pageOf([]),
    },
    field: /^Purpose/,
    text: 'Diabetes research',
    fill: async () => {
      await dialog.getByRole('combobox', { name: /^Dataset/ }).click();
      await page.getByRole('option', { name: 'Riverside' }).click();
      await dialog
        .getByLabelText(/^Fields/)
        .first()
        .fill('age');
      await userEvent.keyboard('{Enter}');
      await dialog.getByLabelText(/^Last day/).fill('2026-12-31');
      await dialog.getByLabelText(/^Budget/).fill('500');
      await dialog.getByLabelText(/^Rows you expect/).fill('10000');
      await dialog.getByLabelText(/^Hours/).fill('2');
      await dialog.getByLabelText(/^Calls/).fill('50');
    },
    call: 'POST /grants',
    answer: grant,
    body: {
      dataset_id: 'riverside',
      purpose: 'Diabetes research',
      fields: ['age'],
      operations: ['read', 'filter', 'aggregate'],
      ends_at: '2026-12-31T23:59:59Z',
      budget: { amount: 500, currency: 'USD' },
      expected: { rows: 10_000, hours: 2, operations: 50 },
    },
    fault: 'muss mindestens ein Feld nennen',
  },
  {
    name: 'asking again',
    dialog: (opened, onClose) => (
      <AskDialog
        again={{ ...grant, status: 'ended' }}
        opened={opened}
        onClose={onClose}
        onAsked={onClose}
      />
    ),
    reads: {
      'GET /datasets': {
        data: [dataset],
        pagination: { total: 1, limit: 100, offset: 0, has_more: false },
      },
      'GET /datasets/riverside/fields': { fields: [{ path: 'age', types: ['number'] }] },
      'GET /billing/accounts': pageOf([]),
    },
    field: /^Budget/,
    text: '600',
    call: 'POST /grants',
    answer: grant,
    body: {
      account_id: 'acme',
      dataset_id: 'riverside',
      purpose: 'Diabetes research',
      fields: ['age', 'diagnosis'],
      budget: { amount: 600, currency: 'USD' },
    },
    spoil: () => dialog.getByLabelText(/^Letzter Tag/).fill('bald'),
    fault: 'muss Datum und Uhrzeit mit Zeitversatz sein, etwa 2026-01-31T09:00:00Z',
  },
  {
    name: 'answering a request',
    dialog: (opened, onClose) => <AnswerDialog grant={grant} opened={opened} onClose={onClose} />,
    reads: { ...peopleReads([]), 'GET /datasets/riverside/policy': policy },
    field: /^Conditions/,
    text: 'Publish nothing raw.',
    fill: () => dialog.getByRole('checkbox', { name: /^diagnosis/ }).click(),
    call: 'POST /grants/grant_1/answer',
    answer: grant,
    body: {
      decision: 'grant',
      terms: { fields: ['age'] },
      conditions: 'Publish nothing raw.',
      policy_version: 3,
    },
    spoil: () => dialog.getByLabelText(/^Letzter Tag/).fill('bald'),
    fault: 'muss Datum und Uhrzeit mit Zeitversatz sein, etwa 2026-01-31T09:00:00Z',
  },
  {
    name: 'giving a grant back',
    dialog: (opened, onClose) => (
      <WithdrawGrantDialog grant={grant} opened={opened} onClose={onClose} />
    ),
    field: /^Reason/,
    text: 'The study is over.',
    call: 'POST /grants/grant_1/withdraw',
    answer: grant,
    body: { reason: 'The study is over.' },
  },
  {
    name: 'revoking a grant',
    dialog: (opened, onClose) => (
      <RevokeGrantDialog grant={grant} opened={opened} onClose={onClose} />
    ),
    field: /^Reason/,
    text: 'Consent withdrawn',
    call: 'POST /grants/grant_1/revoke',
    answer: grant,
    body: { reason: 'Consent withdrawn' },
    fault: 'Nennen Sie den Grund.',
  },
]);
