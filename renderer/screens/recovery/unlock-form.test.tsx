import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, refusal } from '../../testing/api.ts';
import { draw } from '../../testing/draw.tsx';
import { checkDialogs } from '../../testing/dialog-checks.tsx';
import { UnlockForm } from './unlock-form.tsx';

const opened = {
  state: 'ready',
  since: '2026-01-01T00:00:00.000Z',
  workspace: 'local',
  fault: null,
  message: null,
  code: null,
  path: null,
  file_bytes: null,
  free_bytes: null,
  versions: null,
  holder: null,
  crash: null,
  filling: null,
  data_directory: '/data',
  version: '1',
  can_open_folder: false,
};

checkDialogs([
  {
    name: 'the passphrase of a locked key',
    isPage: true,
    dialog: () => <UnlockForm />,
    field: /^Passphrase of the key/,
    text: 'correct horse battery',
    call: 'POST /recovery/unlock',
    answer: opened,
    body: { passphrase: 'correct horse battery' },
    fault: 'wird benötigt',
    spoil: () => page.getByRole('textbox').fill(''),
  },
]);

test('says that there were too many tries', async () => {
  const said = 'There were 5 tries within a minute. Try again in 50 s.';
  answerApi({ 'POST /recovery/unlock': refusal(429, 'rate_limit_exceeded', said) });
  await draw(<UnlockForm />);
  await page.getByLabelText(/^Passphrase of the key/).fill('wrong');
  await page.getByRole('button', { name: 'Open the ledger' }).click();
  await expect.element(page.getByText(said)).toBeVisible();
});
