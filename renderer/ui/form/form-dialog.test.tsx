import { useState } from 'react';
import { TextInput, Textarea } from '@mantine/core';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import { ApiFailure } from '../../api/client.ts';
import { speak } from '../../i18n/index.ts';
import { draw } from '../../testing/draw.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useHeld } from './use-held.ts';
import { useMeanwhile } from './use-meanwhile.ts';
import { fault, faultAt } from '../../../shared/contract/faults.ts';

const schema = z.strictObject({
  name: z.string().min(1, fault('not_empty')),
  note: z.string(),
  tiers: z.array(z.object({ up_to: z.number() })),
});

type Body = z.infer<typeof schema>;

const send = vi.fn<(body: Body, idempotencyKey: string) => Promise<string>>();
const onDone = vi.fn<(answer: string) => void>();

function Sample() {
  const [opened, setOpened] = useState(true);
  return (
    <FormDialog
      opened={opened}
      onClose={() => setOpened(false)}
      title="Sample"
      submit="Send"
      failed="It was not sent"
      initial={{ name: '', note: '', tiers: '' }}
      bodyOf={({ name, note, tiers }) => ({
        name,
        note,
        tiers: tiers === '' ? [] : tiers.split(',').map((each) => ({ up_to: Number(each) })),
      })}
      schema={schema}
      check={(values): Record<string, string> =>
        values.note === 'wrong' ? { note: 'is wrong here' } : {}
      }
      send={send}
      onDone={(answer) => {
        onDone(answer);
        setOpened(false);
      }}
    >
      {(form) => (
        <>
          <TextInput label="Name" {...form.getInputProps('name')} />
          <Textarea label="Note" {...form.getInputProps('note')} />
          <TextInput label="Tiers" {...form.getInputProps('tiers')} />
        </>
      )}
    </FormDialog>
  );
}

const dialog = page.getByRole('dialog', { name: 'Sample' });
const name = page.getByLabelText('Name');
const note = page.getByLabelText('Note');
const stay = page.getByRole('button', { name: 'Stay' });

beforeEach(async () => {
  vi.resetAllMocks();
  send.mockResolvedValue('taken');
  await speak('en', 'iso', ['en']);
});

/** Presses the page beside the dialog. */
async function pressBeside(): Promise<void> {
  const overlay = document.querySelector('.mantine-Modal-overlay');
  if (overlay === null) throw new Error('no dialog is open');
  await userEvent.click(overlay, { position: { x: 5, y: 5 } });
}

describe('ways out', () => {
  test('a press beside the dialog keeps it open, with what was typed', async () => {
    await draw(<Sample />);
    await name.fill('Ada');
    await pressBeside();
    await expect.element(dialog).toBeVisible();
    await expect.element(name).toHaveValue('Ada');
  });

  test('Escape and × close a form that nothing was typed in', async () => {
    await draw(<Sample />);
    await name.click();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('Escape on a changed form asks once; Stay has the focus and gives it back', async () => {
    await draw(<Sample />);
    await note.fill('a text');
    await userEvent.keyboard('{Escape}');
    await expect.element(stay).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(stay).not.toBeInTheDocument();
    await expect.element(note).toHaveFocus();
    await expect.element(note).toHaveValue('a text');
    expect(send).not.toHaveBeenCalled();
  });

  test('× asks as Escape does; Leave closes', async () => {
    await draw(<Sample />);
    await note.fill('a text');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(send).not.toHaveBeenCalled();
  });

  test('a second Escape answers the question with Stay', async () => {
    await draw(<Sample />);
    await note.fill('a text');
    await userEvent.keyboard('{Escape}');
    await expect.element(stay).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(stay).not.toBeInTheDocument();
    await expect.element(dialog).toBeVisible();
  });

  test('what was typed and taken back again is no change', async () => {
    await draw(<Sample />);
    await note.fill('a');
    await note.clear();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('nothing closes it while it is being sent', async () => {
    const answer = Promise.withResolvers<string>();
    send.mockReturnValueOnce(answer.promise);
    await draw(<Sample />);
    await name.fill('Ada');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => send.mock.calls.length).toBe(1);
    await userEvent.keyboard('{Escape}');
    await expect.element(stay).not.toBeInTheDocument();
    await expect.element(dialog).toBeVisible();
    answer.resolve('taken');
    await expect.element(dialog).not.toBeInTheDocument();
  });
});

describe('sending', () => {
  test('Ctrl+Enter sends from a text area, once, though the key is held', async () => {
    await draw(<Sample />);
    await name.fill('Ada');
    await note.fill('first line');
    await userEvent.keyboard('{Control>}{Enter>3/}{/Control}');
    await expect.poll(() => onDone.mock.calls).toEqual([['taken']]);
    expect(send).toHaveBeenCalledTimes(1);
    expect(send.mock.calls[0]?.[0]).toEqual({ name: 'Ada', note: 'first line', tiers: [] });
  });

  test('Enter alone is a line in a text area and sends in a field of one line', async () => {
    await draw(<Sample />);
    await note.fill('first');
    await userEvent.keyboard('{Enter}second');
    await expect.element(note).toHaveValue('first\nsecond');
    expect(send).not.toHaveBeenCalled();
    await name.fill('Ada');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => send.mock.calls.length).toBe(1);
  });

  test('the key for sending again stays the same until the body changes', async () => {
    send.mockRejectedValueOnce(new ApiFailure(503, 'engine_unavailable', 'Not now.'));
    send.mockRejectedValueOnce(new ApiFailure(409, 'conflict', 'It is there already.'));
    await draw(<Sample />);
    await name.fill('Ada');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Not now.')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('It is there already.')).toBeVisible();
    await expect.element(name).toHaveValue('Ada');
    await name.fill('Bob');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => onDone.mock.calls.length).toBe(1);
    const keys = send.mock.calls.map(([, key]) => key);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[1]);
  });
});

describe('the focus of a form that marks no field', () => {
  test('is in its first field', async () => {
    await draw(<Sample />);
    await expect.element(name).toHaveFocus();
    // The dialog's own trap comes a moment later.
    await new Promise((resolve) => void setTimeout(resolve, 50));
    await expect.element(name).toHaveFocus();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(name).toHaveAccessibleDescription('must not be empty');
  });

  test('is on the form itself where it has none', async () => {
    await draw(
      <FormDialog
        opened
        onClose={() => undefined}
        title="Sample"
        submit="Send"
        failed="It was not sent"
        initial={{ name: 'Ada' }}
        bodyOf={(values) => ({ ...values, note: '', tiers: [] })}
        send={send}
        onDone={onDone}
      >
        {() => <p>Nothing to fill in</p>}
      </FormDialog>,
    );
    await expect.poll(() => document.activeElement?.tagName).toBe('FORM');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(() => onDone.mock.calls.length).toBe(1);
  });
});

describe('faults', () => {
  test('a fault is at its field before anything is sent, and the focus with it', async () => {
    await draw(<Sample />);
    await note.fill('a');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(name).toHaveFocus();
    await expect.element(name).toHaveAccessibleDescription('must not be empty');
    expect(send).not.toHaveBeenCalled();
  });

  test('a rule of the form itself is at its field', async () => {
    await draw(<Sample />);
    await name.fill('Ada');
    await note.fill('wrong');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(note).toHaveFocus();
    await expect.element(note).toHaveAccessibleDescription('is wrong here');
    expect(send).not.toHaveBeenCalled();
  });

  test('the API’s fault of a part is at the field that holds the part', async () => {
    const fields = [faultAt('tiers.1.up_to', 'type_number')];
    send.mockRejectedValueOnce(new ApiFailure(400, 'validation_error', 'Not valid.', { fields }));
    await draw(<Sample />);
    await name.fill('Ada');
    await page.getByLabelText('Tiers').fill('1,2');
    await userEvent.keyboard('{Enter}');
    await expect
      .element(page.getByLabelText('Tiers'))
      .toHaveAccessibleDescription('tiers.1.up_to must be a number');
  });

  test('it goes when a part of that field is changed', async () => {
    const fields = [faultAt('tiers.1.up_to', 'type_number')];
    send.mockRejectedValueOnce(new ApiFailure(400, 'validation_error', 'Not valid.', { fields }));
    await draw(<Sample />);
    await name.fill('Ada');
    await page.getByLabelText('Tiers').fill('1,2');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByLabelText('Tiers')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabelText('Tiers').fill('1,3');
    await expect.element(page.getByLabelText('Tiers')).not.toHaveAttribute('aria-invalid', 'true');
  });

  test('a fault of a field that is not drawn stands above, with the id of the request', async () => {
    const fields = [faultAt('owner', 'not_known', { unit: 'member' })];
    const failure = new ApiFailure(400, 'validation_error', 'The request is not valid: owner.', {
      fields,
      requestId: 'req_1',
    });
    send.mockRejectedValueOnce(failure);
    await draw(<Sample />);
    await name.fill('Ada');
    await userEvent.keyboard('{Enter}');
    const alert = page.getByRole('alert');
    await expect.element(alert.getByText('It was not sent')).toBeVisible();
    await expect
      .element(alert.getByRole('listitem'))
      .toHaveTextContent('owner is not a known member');
    await expect.element(alert.getByText('req_1', { exact: false })).toBeVisible();
  });

  test('in German no English word stands at a field', async () => {
    await speak('de', 'iso', ['de']);
    await draw(<Sample />);
    await note.fill('a');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(name).toHaveAccessibleDescription('darf nicht leer sein');
  });
});

/** A form over a state that another person changes by the button beside it. */
function Shared() {
  const [current, setCurrent] = useState({ name: 'Ada', note: 'first' });
  const [opened, setOpened] = useState(true);
  const meanwhile = useMeanwhile({
    current,
    isPending: false,
    isOpen: opened,
    lines: (state) => [
      { label: 'Name', text: state.name },
      { label: 'Note', text: state.note },
    ],
  });
  return (
    <>
      <FormDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title="Sample"
        submit="Send"
        failed="It was not sent"
        meanwhile={meanwhile}
        initial={current}
        bodyOf={(values) => ({ ...values, tiers: [] })}
        send={send}
        onDone={onDone}
      >
        {(form) => (
          <>
            <TextInput label="Name" {...form.getInputProps('name')} />
            <Textarea label="Note" {...form.getInputProps('note')} />
            <button type="button" onClick={() => setCurrent({ name: 'Bob', note: 'second' })}>
              Another window
            </button>
          </>
        )}
      </FormDialog>
    </>
  );
}

describe('what another person changed', () => {
  const seen = page.getByRole('button', { name: 'Seen, go on with mine' });

  test('it is told, and once seen it stands where nothing was typed', async () => {
    await draw(<Shared />);
    await note.fill('typed here');
    await page.getByRole('button', { name: 'Another window' }).click();
    await expect.element(page.getByText('Bob (was Ada)', { exact: false })).toBeVisible();
    await expect.element(name).toHaveValue('Ada');
    await seen.click();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    await expect.element(name).toHaveValue('Bob');
    await expect.element(note).toHaveValue('typed here');
  });

  test('what was taken over alone is nothing typed', async () => {
    await draw(<Shared />);
    await page.getByRole('button', { name: 'Another window' }).click();
    await seen.click();
    await expect.element(note).toHaveValue('second');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  });
});

function Preview() {
  const [isReady, setReady] = useState(false);
  useHeld(!isReady);
  return (
    <button type="button" onClick={() => setReady(true)}>
      Ready
    </button>
  );
}

test('a part that is not ready holds the form, for its button and for keys', async () => {
  await draw(
    <FormDialog
      opened
      onClose={() => undefined}
      title="Sample"
      submit="Send"
      failed="It was not sent"
      initial={{ name: 'Ada' }}
      bodyOf={(values) => ({ ...values, note: '', tiers: [] })}
      send={send}
      onDone={onDone}
    >
      {(form) => (
        <>
          <TextInput label="Name" {...form.getInputProps('name')} />
          <Preview />
        </>
      )}
    </FormDialog>,
  );
  const button = page.getByRole('button', { name: 'Send' });
  await expect.element(button).toBeDisabled();
  await name.click();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(send).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'Ready' }).click();
  await button.click();
  await expect.poll(() => onDone.mock.calls.length).toBe(1);
});
