import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerApi } from '../../../testing/api.ts';
import { checkDialogs } from '../../../testing/dialog-checks.tsx';
import { draw } from '../../../testing/draw.tsx';
import { AnchorDialog } from './anchor-dialog.tsx';

const note = `ledger.example/demo\n4\n${'A'.repeat(43)}=\n\n— ledger.example/demo AAAA\n`;
const standing = {
  verdict: 'VERIFIED_ANCHORED',
  message: 'The ledger holds what the checkpoint says.',
  last_seen: null,
  checkpoint: null,
  ledger: { size: 4, root_hash: null },
};

checkDialogs([
  {
    name: 'comparing a checkpoint',
    dialog: (opened, onClose) => <AnchorDialog opened={opened} onClose={onClose} />,
    field: /^Checkpoint/,
    text: note,
    call: 'POST /chain/anchors',
    answer: standing,
    body: { note },
    fault: 'Ein Prüfpunkt hat drei Zeilen, eine leere und eine Signaturzeile, die mit — beginnt.',
    spoil: () => page.getByRole('textbox').fill('kein Prüfpunkt'),
  },
]);

afterEach(() => vi.restoreAllMocks());

test('the verdict stands in place of the form; another one begins with an empty field', async () => {
  answerApi({ 'POST /chain/anchors': standing });
  await draw(<AnchorDialog opened onClose={() => undefined} />);
  const field = page.getByLabelText(/^Checkpoint/);
  await expect.element(page.getByRole('button', { name: 'Compare' })).toBeDisabled();
  await field.fill(note);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByRole('button', { name: 'Close' }).last()).toHaveFocus();
  await page.getByRole('button', { name: 'Compare another' }).click();
  await expect.element(field).toHaveValue('');
});
