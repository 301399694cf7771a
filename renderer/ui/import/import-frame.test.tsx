import { TextInput } from '@mantine/core';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { checkDialogs } from '../../testing/dialog-checks.tsx';
import { draw } from '../../testing/draw.tsx';
import { SettingsStep } from './import-frame.tsx';

const onSettings = vi.fn<(settings: { target: string }) => void>();
const onSubmit = vi.fn<(settings: { target: string }) => void>();

afterEach(() => vi.resetAllMocks());

function Sample() {
  return (
    <SettingsStep
      settings={{ target: '' }}
      isReady={({ target }) => target !== ''}
      failed="It was not sent"
      onSettings={onSettings}
      onSubmit={onSubmit}
      renderFooter={(_, mayGoOn) => (
        <button type="submit" disabled={!mayGoOn}>
          Check
        </button>
      )}
    >
      {(form) => <TextInput label="Target" {...form.getInputProps('target')} />}
    </SettingsStep>
  );
}

checkDialogs([
  {
    name: 'how a file is read',
    isPage: true,
    dialog: () => <Sample />,
    field: 'Target',
    text: 'amount',
  },
]);

test('Ctrl+Enter goes on once, as soon as the file can be sent; what is typed is kept', async () => {
  await draw(<Sample />);
  const field = page.getByLabelText('Target');
  await field.click();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(onSubmit).not.toHaveBeenCalled();
  await field.fill('amount');
  expect(onSettings).toHaveBeenLastCalledWith({ target: 'amount' });
  await userEvent.keyboard('{Control>}{Enter>3/}{/Control}');
  await expect.poll(() => onSubmit.mock.calls).toEqual([[{ target: 'amount' }]]);
});
