/**
 * Dialogs of the settings, in each way that a form is used.
 * @push
 */
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createdApiKeySchema } from '../../../shared/contract/access.ts';
import { connectionSchema } from '../../../shared/contract/connections.ts';
import { sourceConnectionSchema } from '../../../shared/contract/source-connections.ts';
import { answerApi, refusal } from '../../testing/api.ts';
import { checkDialogs } from '../../testing/dialog-checks.tsx';
import { draw } from '../../testing/draw.tsx';
import { currentCalls } from '../../api/calls.ts';
import { DatabaseDialog } from './database-dialog.tsx';
import { DatabasePasswordDialog } from './database-password-dialog.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';
import { eva, peopleReads } from '../../testing/people.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { ExportKeyDialog } from './export-key-dialog.tsx';
import { ProtectKeyDialog } from './protect-key-dialog.tsx';

const made = createdApiKeySchema.parse({
  key_id: 'key_1',
  name: 'Auditor',
  role: 'compliance',
  account_id: null,
  holder_id: null,
  person_id: null,
  scopes: ['records:read'],
  hint: 'pd_…abcd',
  status: 'active',
  created_at: '2026-01-01T00:00:00.000Z',
  created_by: 'desk',
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
  rate_limits: null,
  key: 'pd_secret',
});

const connection = connectionSchema.parse({
  connection_id: 'conn_1',
  name: 'Head office',
  base_url: 'https://proofdesk.example.org/v1',
  key_protection: 'keychain',
  keep_offline: true,
  kept_bytes: 0,
  created_at: '2026-01-01T00:00:00.000Z',
  last_online_at: null,
});

const ownServer = {
  managed: false,
  enabled: true,
  port: 0,
  base_url: null,
  state: 'off',
  error: null,
};

const database = sourceConnectionSchema.parse({
  connection_id: 'sconn_1',
  name: 'Clinic',
  host: 'db.example',
  port: 5_432,
  database: 'clinic',
  user: 'reader',
  tls: 'verify-full',
  holder_id: null,
  server: 'PostgreSQL 15.8',
  is_tried: true,
  may_write: false,
  dataset_count: 0,
  created_at: '2026-01-01T00:00:00.000Z',
  created_by: 'operator',
});

checkDialogs([
  {
    name: 'a new database',
    dialog: (opened, onClose) => <DatabaseDialog opened={opened} onClose={onClose} />,
    field: /^Name/,
    text: 'Clinic',
    fill: async () => {
      await page.getByLabelText(/^Server/).fill('db.example');
      await page.getByRole('textbox', { name: 'Database' }).fill('clinic');
      await page.getByRole('textbox', { name: 'User', exact: true }).fill('reader');
    },
    call: 'POST /source-connections',
    answer: database,
    body: { name: 'Clinic', host: 'db.example', port: 5_432, database: 'clinic', user: 'reader' },
    fault: 'darf nicht leer sein',
  },
  {
    name: 'another password of a database',
    dialog: (opened, onClose) => (
      <DatabasePasswordDialog connection={opened ? database : undefined} onClose={onClose} />
    ),
    field: 'Password',
    text: 'the-new-password',
    call: 'PUT /source-connections/sconn_1/password',
    answer: database,
    body: { password: 'the-new-password' },
    fault: 'darf keine Steuerzeichen und keine Zeichen für die Schreibrichtung haben',
    spoil: () => page.getByLabelText('Passwort', { exact: true }).fill('a\u0007b'),
  },
  {
    name: 'a new API key',
    dialog: (opened, onClose) => <CreateKeyDialog opened={opened} onClose={onClose} />,
    field: /^Name/,
    text: 'Auditor',
    call: 'POST /api-keys',
    answer: made,
    body: { name: 'Auditor', role: 'compliance' },
    fault: 'darf nicht leer sein',
  },
  {
    name: 'a new connection',
    dialog: (opened, onClose) => (
      <ConnectionDialog connection={opened ? null : undefined} onClose={onClose} />
    ),
    field: /^Name/,
    text: 'Head office',
    fill: async () => {
      await page.getByLabelText(/^Address/).fill('https://proofdesk.example.org/v1');
      await page.getByLabelText(/^API key/).fill('pdk_1');
    },
    call: 'POST /connections',
    answer: connection,
    body: {
      name: 'Head office',
      base_url: 'https://proofdesk.example.org/v1',
      api_key: 'pdk_1',
    },
    fault: 'Geben Sie den Schlüssel ein, den der Server ausgestellt hat.',
  },
  {
    name: 'a change of a connection',
    dialog: (opened, onClose) => (
      <ConnectionDialog connection={opened ? connection : undefined} onClose={onClose} />
    ),
    reads: { 'GET /connections': [connection] },
    field: /^Name/,
    text: 'Main office',
    call: 'PUT /connections/conn_1',
    answer: connection,
    body: {
      name: 'Main office',
      if_previous: { name: 'Head office', base_url: 'https://proofdesk.example.org/v1' },
    },
    fault: 'muss mindestens 1 Zeichen haben',
    spoil: () => page.getByRole('textbox').first().fill(''),
  },
  {
    name: 'the signing keys as a file',
    dialog: (opened, onClose) => <ExportKeyDialog opened={opened} onClose={onClose} />,
    reads: { 'GET /server': ownServer },
    field: 'Passphrase',
    text: 'a long enough passphrase',
    fill: async () => {
      await page.getByLabelText('Passphrase once more').fill('a long enough passphrase');
      await page.getByLabelText('API key of this start').fill('pdk_1');
    },
    call: 'POST /signing-key/export',
    answer: {},
    body: { passphrase: 'a long enough passphrase' },
    fault: 'muss mindestens 12 Zeichen haben',
  },
  {
    name: 'the key under a passphrase',
    dialog: (opened, onClose) => (
      <ProtectKeyDialog opened={opened} onClose={onClose} isSealed={false} />
    ),
    reads: { 'GET /server': ownServer },
    field: 'Passphrase',
    text: 'a long enough passphrase',
    fill: async () => {
      await page.getByLabelText('Passphrase once more').fill('a long enough passphrase');
      await page.getByLabelText('API key of this start').fill('pdk_1');
    },
    call: 'POST /signing-key/protect',
    answer: { protection: 'passphrase' },
    body: { passphrase: 'a long enough passphrase' },
    fault: 'muss mindestens 12 Zeichen haben',
  },
  {
    name: 'the key under no passphrase any more',
    dialog: (opened, onClose) => <ProtectKeyDialog opened={opened} onClose={onClose} isSealed />,
    reads: { 'GET /server': ownServer },
    field: 'Passphrase until now',
    text: 'a long enough passphrase',
    fill: async () => {
      await page.getByText('No passphrase').click();
      await page.getByLabelText('API key of this start').fill('pdk_1');
    },
    call: 'POST /signing-key/protect',
    answer: { protection: 'file' },
    body: { passphrase: null, current: 'a long enough passphrase' },
    fault: 'muss mindestens 12 Zeichen haben',
  },
]);

afterEach(() => vi.restoreAllMocks());

test('a new key is shown once: only its own button leaves it', async () => {
  const onClose = vi.fn<() => void>();
  answerApi({ 'POST /api-keys': made });
  await draw(<CreateKeyDialog opened onClose={onClose} />);
  await page.getByLabelText(/^Name/).fill('Auditor');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Copy the key' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('textbox')).toHaveValue('pd_secret');
  expect(onClose).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a key names a person of its role; of another role nobody is offered, and none is sent @whole', async () => {
  const revoked = {
    ...eva,
    person_id: `usr_${'0'.repeat(26)}`,
    name: 'Ada',
    revoked_at: made.created_at,
  };
  const sent = answerApi({ ...peopleReads([eva, revoked]), 'POST /api-keys': made });
  await draw(<CreateKeyDialog opened onClose={() => undefined} />);
  await page.getByLabelText(/^Name/).fill('Eva');
  const person = page.getByRole('combobox', { name: 'Person' });
  await person.click();
  await expect.element(page.getByRole('option', { name: 'Eva Mayer' })).toBeVisible();
  expect(page.getByRole('option', { name: 'Ada' }).query()).toBeNull();
  await page.getByRole('option', { name: 'Eva Mayer' }).click();
  await page.getByRole('radio', { name: 'Administrator' }).click();
  await expect.element(person).toHaveValue('Nobody in particular');
  await page.getByRole('radio', { name: 'Compliance' }).click();
  await expect.element(person).toHaveValue('Eva Mayer');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByRole('button', { name: 'Copy the key' })).toBeVisible();
  expect(sent).toMatchObject([{ body: { name: 'Eva', person_id: eva.person_id } }]);
});

test('no area chosen is a fault at the areas @whole', async () => {
  const sent = answerApi({});
  await draw(<CreateKeyDialog opened onClose={() => undefined} />);
  await page.getByLabelText(/^Name/).fill('Auditor');
  await page.getByRole('radio', { name: 'Only these areas' }).click();
  for (const each of page.getByRole('group').getByRole('checkbox').elements()) {
    await userEvent.click(each);
  }
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByRole('group')).toHaveAttribute('aria-invalid', 'true');
  expect(sent).toEqual([]);
});

test('“Check first” judges the form and sends nothing that is wrong @whole', async () => {
  const answers: Record<string, unknown> = {};
  const sent = answerApi(answers);
  await draw(<ConnectionDialog connection={null} onClose={() => undefined} />);
  const check = page.getByRole('button', { name: 'Check first' });
  await page.getByLabelText(/^Name/).fill('Head office');
  await check.click();
  await expect.element(page.getByLabelText(/^Address/)).toHaveFocus();
  expect(sent).toEqual([]);
  await page.getByLabelText(/^Address/).fill('https://proofdesk.example.org/v1');
  await page.getByLabelText(/^API key/).fill('pdk_1');
  answers['POST /connections/check'] = refusal(503, 'engine_unavailable', 'Not now.');
  await check.click();
  await expect.element(page.getByText('Not now.')).toBeVisible();
  await expect.element(page.getByLabelText(/^Name/)).toHaveValue('Head office');
  expect(sent).toMatchObject([{ call: 'POST /connections/check', body: { api_key: 'pdk_1' } }]);
});

test('the password of a database is in no list of calls, whether it is taken or refused', async () => {
  const answers: Record<string, unknown> = {
    'PUT /source-connections/sconn_1/password': refusal(400, 'validation_error', 'Not this one.'),
  };
  answerApi(answers);
  await draw(<DatabasePasswordDialog connection={database} onClose={() => undefined} />);
  await page.getByLabelText('Password', { exact: true }).fill('s3cret-of-the-server');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Not this one.')).toBeVisible();
  expect(currentCalls().some((call) => call.path.endsWith('/password'))).toBe(true);
  expect(JSON.stringify(currentCalls())).not.toContain('s3cret-of-the-server');
});

test('the password of a new database is in no list of calls either', async () => {
  answerApi({ 'POST /source-connections': refusal(400, 'validation_error', 'Not this one.') });
  await draw(<DatabaseDialog opened onClose={() => undefined} />);
  await page.getByRole('textbox', { name: /^Name/ }).fill('Clinic');
  await page.getByRole('textbox', { name: 'Server' }).fill('db.example');
  await page.getByRole('textbox', { name: 'Database' }).fill('clinic');
  await page.getByRole('textbox', { name: 'User', exact: true }).fill('reader');
  await page.getByLabelText('Password', { exact: true }).fill('s3cret-of-the-server');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText('Not this one.')).toBeVisible();
  expect(currentCalls().some((call) => call.path === '/source-connections')).toBe(true);
  expect(JSON.stringify(currentCalls())).not.toContain('s3cret-of-the-server');
});
