import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { speak } from '../../i18n/index.ts';
import { answerApi, refusal } from '../../testing/api.ts';
import { checkDialogs } from '../../testing/dialog-checks.tsx';
import { draw } from '../../testing/draw.tsx';
import { RegisterModelDialog } from './register-dialog.tsx';

const dialog = page.getByRole('dialog');
const stored = { model_id: 'scorer', version: '1.0.0', created_at: '2026-01-01T00:00:00Z' };

checkDialogs([
  {
    name: 'a card',
    dialog: (opened, onClose) => (
      <RegisterModelDialog
        opened={opened}
        draft={{}}
        follows={null}
        onClose={onClose}
        onRegistered={onClose}
      />
    ),
    reads: { 'GET /models': [] },
    field: 'Limitations',
    text: 'One country.',
    fill: async () => {
      await dialog.getByLabelText(/^Model id/).fill('scorer');
      await dialog.getByLabelText(/^Version/).fill('1.0.0');
    },
    look: { shows: /^This is written to the ledger/ },
    call: 'POST /models',
    answer: stored,
    body: { model_id: 'scorer', version: '1.0.0', limitations: 'One country.' },
    fault: 'darf nicht leer sein',
  },
]);

beforeEach(() => speak('en', 'iso', ['en']));
afterEach(() => vi.restoreAllMocks());

const nobody = () => undefined;

test('a fault of a metric is at its row, of a member without a field above', async () => {
  const refused = refusal(422, 'validation_error', 'The card is not valid.');
  const body = {
    error: {
      code: 'validation_error',
      message: 'The card is not valid.',
      details: [
        { field: 'performance.f1.micro', message: 'must be at most 1' },
        { field: 'owner', message: 'is not a known member' },
      ],
    },
  };
  const sent = answerApi({
    'GET /models': [],
    'POST /models': Response.json(body, { status: refused.status }),
  });
  await draw(
    <RegisterModelDialog
      opened
      draft={{ model_id: 'scorer', version: '1.0.0', performance: { 'f1.micro': 2 } }}
      follows={null}
      onClose={nobody}
      onRegistered={nobody}
    />,
  );
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Register for good' }).click();
  const value = dialog.getByLabelText('Value of f1.micro');
  await expect.element(value).toHaveFocus();
  await expect.element(value).toHaveAccessibleDescription('must be at most 1');
  await expect.element(dialog.getByRole('alert').getByText('owner', { exact: true })).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('two metrics of one name are told apart before anything is looked at @whole', async () => {
  const sent = answerApi({ 'GET /models': [] });
  await draw(
    <RegisterModelDialog
      opened
      draft={{ model_id: 'scorer', version: '1.0.0', fairness: { parity: 1 } }}
      follows={null}
      onClose={nobody}
      onRegistered={nobody}
    />,
  );
  await page.getByRole('button', { name: 'Add a fairness metric' }).click();
  await page.getByLabelText('Name of metric 2').fill('parity');
  await page.getByRole('button', { name: 'Review' }).click();
  await expect.element(page.getByLabelText('Name of metric 2')).toBeInvalid();
  await expect.element(page.getByRole('button', { name: 'Review' })).toBeVisible();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(sent).toEqual([]);
});
