import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { z } from 'zod';
import { fault, faultAt } from '../../../shared/contract/faults.ts';
import { ApiFailure } from '../../api/client.ts';
import { speak } from '../../i18n/index.ts';
import { draw } from '../../testing/draw.tsx';
import { useApiForm, type FaultsByField } from './use-api-form.ts';

const schema = z.strictObject({ name: z.string().min(1, fault('not_empty')), note: z.string() });

/** A form that refuses a missing name and note, and whose API refuses whatever it is sent. */
function Sample() {
  const { t } = useTranslation('common');
  const { form, attach, submit } = useApiForm({
    initial: { name: '', note: '' },
    bodyOf: (values) => values,
    schema,
    check: ({ note }): FaultsByField => (note === '' ? { note: t('close') } : {}),
    send: () => {
      const fields = [faultAt('name', 'not_known', { unit: 'member' })];
      throw new ApiFailure(400, 'validation_error', 'Not valid.', { fields });
    },
    onDone: () => undefined,
  });
  return (
    <div ref={attach}>
      <TextInput label="Name" {...form.getInputProps('name')} />
      <TextInput label="Note" {...form.getInputProps('note')} />
      <button type="button" onClick={submit}>
        Send
      </button>
    </div>
  );
}

const name = page.getByLabelText('Name');
const note = page.getByLabelText('Note');
const send = page.getByRole('button', { name: 'Send' });

beforeEach(() => speak('en', 'iso', ['en']));
afterEach(() => speak('en', 'iso', ['en']));

test('faults that are shown follow the language', async () => {
  await draw(<Sample />);
  await send.click();
  await expect.element(name).toHaveAccessibleDescription('must not be empty');
  await expect.element(note).toHaveAccessibleDescription('Close');
  await speak('de', 'iso', ['de']);
  await expect.element(name).toHaveAccessibleDescription('darf nicht leer sein');
  await expect.element(note).toHaveAccessibleDescription('Schließen');
});

test('a field that was mended meanwhile stays without', async () => {
  await draw(<Sample />);
  await send.click();
  await note.fill('a');
  await speak('de', 'iso', ['de']);
  await expect.element(name).toHaveAccessibleDescription('darf nicht leer sein');
  await expect.element(note).not.toHaveAccessibleDescription();
});

test('so does what the API refused', async () => {
  await draw(<Sample />);
  await name.fill('Ada');
  await note.fill('a');
  await send.click();
  await expect.element(name).toHaveAccessibleDescription('is not a known member');
  await speak('de', 'iso', ['de']);
  await expect.element(name).not.toHaveAccessibleDescription('is not a known member');
  await expect.element(name).toHaveAccessibleDescription();
});
