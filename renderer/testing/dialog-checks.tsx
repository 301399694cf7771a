/** The ways of a dialog with fields, tried alike for each: ways out, keys, what is sent, why it was refused. */
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { speak } from '../i18n/index.ts';
import { answerApi, refusal } from './api.ts';
import { draw } from './draw.tsx';

export interface DialogCase {
  readonly name: string;
  readonly dialog: (opened: boolean, onClose: () => void) => ReactNode;
  /** What the API answers to what the dialog reads. */
  readonly reads?: Readonly<Record<string, unknown>>;
  /** Label of a text field. */
  readonly field: string | RegExp;
  /** What is typed in it. */
  readonly text: string;
  /** Fills in the rest that is needed. */
  readonly fill?: () => Promise<void>;
  /** The request that is sent: `POST /api-keys`. */
  readonly call: string;
  readonly answer: unknown;
  /** Matched by `toMatchObject`. */
  readonly body: unknown;
  /** German words at a field of the form as it opens, or after `spoil`; left out where nothing can be wrong. */
  readonly fault?: string;
  readonly spoil?: () => Promise<void>;
}

function Opened({ dialog }: Pick<DialogCase, 'dialog'>) {
  const [opened, setOpened] = useState(true);
  return dialog(opened, () => setOpened(false));
}

const send = () => userEvent.keyboard('{Control>}{Enter}{/Control}');
const stay = page.getByRole('button', { name: 'Stay' });

/** The field by its label, whatever kind of text it takes. */
function fieldOf({ field }: DialogCase) {
  return page
    .getByRole('dialog')
    .getByLabelText(field, { exact: typeof field === 'string' })
    .first();
}

async function open(one: DialogCase) {
  const answers: Record<string, unknown> = { ...one.reads, [one.call]: one.answer };
  const sent = answerApi(answers);
  await draw(<Opened dialog={one.dialog} />);
  await expect.element(page.getByRole('dialog')).toBeVisible();
  return { sent, answers };
}

async function fillIn(one: DialogCase): Promise<void> {
  await one.fill?.();
  await fieldOf(one).fill(one.text);
}

export function checkDialogs(cases: readonly DialogCase[]): void {
  beforeEach(() => speak('en', 'iso', ['en']));
  afterEach(() => vi.restoreAllMocks());

  describe.each(cases)('$name', (one) => {
    test('a press beside it keeps it open with what was typed', async () => {
      const { sent } = await open(one);
      await fillIn(one);
      const overlay = document.querySelector('.mantine-Modal-overlay');
      if (overlay === null) throw new Error('no dialog is open');
      await userEvent.click(overlay, { position: { x: 5, y: 5 } });
      await expect.element(fieldOf(one)).toHaveValue(one.text);
      expect(sent).toEqual([]);
    });

    test('Escape on a changed form asks; what was typed is still there', async () => {
      const { sent } = await open(one);
      await fillIn(one);
      await userEvent.keyboard('{Escape}');
      await expect.element(stay).toHaveFocus();
      await userEvent.keyboard('{Enter}');
      await expect.element(fieldOf(one)).toHaveValue(one.text);
      expect(sent).toEqual([]);
    });

    test('Ctrl+Enter sends it once', async () => {
      const { sent } = await open(one);
      await fillIn(one);
      await userEvent.keyboard('{Control>}{Enter>3/}{/Control}');
      await expect.poll(() => sent.length).toBe(1);
      expect(sent).toMatchObject([{ call: one.call, body: one.body }]);
      await expect.element(fieldOf(one)).not.toBeInTheDocument();
      expect(sent).toHaveLength(1);
    });

    test('refused by 409 and by 503 it stays as typed, and is sent again under the same key', async () => {
      const { sent, answers } = await open(one);
      await fillIn(one);
      for (const [status, code] of [
        [409, 'conflict'],
        [503, 'engine_unavailable'],
      ] as const) {
        answers[one.call] = refusal(status, code, `Refused with ${status}.`);
        await send();
        await expect.element(page.getByText(`Refused with ${status}.`)).toBeVisible();
        await expect.element(fieldOf(one)).toHaveValue(one.text);
        fieldOf(one).element().focus();
      }
      answers[one.call] = one.answer;
      await send();
      await expect.element(fieldOf(one)).not.toBeInTheDocument();
      expect(sent).toHaveLength(3);
      expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
      expect(new Set(sent.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    });
  });

  describe.each(cases.filter(({ fault }) => fault !== undefined))('$name', (one) => {
    test('in German a fault is at its field, and nothing is sent', async () => {
      await speak('de', 'iso', ['de']);
      const { sent } = await open(one);
      await one.spoil?.();
      await send();
      await expect.element(page.getByText(one.fault ?? '', { exact: true }).first()).toBeVisible();
      expect(document.activeElement?.closest('[data-error], [aria-invalid="true"]')).not.toBeNull();
      expect(sent).toEqual([]);
    });
  });
}
