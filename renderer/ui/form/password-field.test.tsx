/** A wrong passphrase is told at its field, to whoever sees it and to whoever hears it. */
import { expect, test } from 'vitest';
import { draw } from '../../testing/draw.tsx';
import { PasswordField } from './password-field.tsx';

const drawn = async (error?: string) => {
  const screen = await draw(<PasswordField label="Passphrase" error={error} />);
  return screen.getByLabelText('Passphrase', { exact: true });
};

test('a field is of hidden text, and not wrong by itself', async () => {
  const field = await drawn();
  await expect.element(field).toHaveAttribute('type', 'password');
  await expect.element(field).not.toHaveAttribute('aria-invalid');
});

test('a wrong one says so', async () => {
  const field = await drawn('It does not open the key.');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
});
