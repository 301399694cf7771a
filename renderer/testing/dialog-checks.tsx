/** The ways of a dialog with fields, tried alike for each: ways out, keys, what is sent, why it was refused. */
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { speak } from '../i18n/index.ts';
import { answerApi, refusal, type SentCall } from './api.ts';
import { draw } from './draw.tsx';

export interface DialogCase {
  readonly name: string;
  readonly dialog: (opened: boolean, onClose: () => void) => ReactNode;
  /** A form on a page: it has no way out, and stays once it was sent. */
  readonly isPage?: boolean;
  /** What the API answers to what the dialog reads. */
  readonly reads?: Readonly<Record<string, unknown>>;
  /** Label of a text field, or of a choice that is not made as the dialog opens. */
  readonly field: string | RegExp;
  /** What is typed in it; left out for a choice. */
  readonly text?: string;
  /** Makes the field hold that text, where it is not typed. */
  readonly choose?: () => Promise<void>;
  /** Fills in the rest that is needed. */
  readonly fill?: () => Promise<void>;
  /** Asks what would happen, where that comes before it is sent; other calls are made for it. */
  readonly preview?: () => Promise<void>;
  /** Confirms the last look, where there is one before it is sent; a text for it, or nothing to do. */
  readonly look?: { readonly shows: string | RegExp; readonly confirm?: () => Promise<void> };
  /** What is typed outlives the dialog: it closes unasked. */
  readonly isKept?: boolean;
  /** The request that is sent: `POST /api-keys`; left out where the console itself takes what was typed. */
  readonly call?: string;
  readonly answer?: unknown;
  /** Matched by `toMatchObject`. */
  readonly body?: unknown;
  /** It is signed: prepared first, by the same call, for which `answer` is a function of the body. */
  readonly isSigned?: boolean;
  /** German words at a field of the form as it opens, or after `spoil`; left out where nothing can be wrong. */
  readonly fault?: string;
  readonly spoil?: () => Promise<void>;
}

function Opened({ dialog }: Pick<DialogCase, 'dialog'>) {
  const [opened, setOpened] = useState(true);
  return dialog(opened, () => setOpened(false));
}

const press = () => userEvent.keyboard('{Control>}{Enter}{/Control}');
const looked = ({ look }: DialogCase) => page.getByRole('dialog').getByText(look?.shows ?? '');

/** Goes to the last look, where there is one, and does what that asks for. */
async function takeLook(one: DialogCase): Promise<void> {
  if (one.look === undefined || looked(one).query() !== null) return;
  await press();
  await expect.element(looked(one)).toBeVisible();
  await one.look.confirm?.();
}

async function send(one: DialogCase): Promise<void> {
  await takeLook(one);
  await press();
}
const stay = page.getByRole('button', { name: 'Stay' });

/** The field by its label, whatever kind of text it takes. */
function fieldOf({ field, isPage }: DialogCase) {
  return (isPage === true ? page : page.getByRole('dialog'))
    .getByLabelText(field, { exact: typeof field === 'string' })
    .first();
}

async function open(one: DialogCase) {
  const answers: Record<string, unknown> = { ...one.reads, [one.call ?? '']: one.answer };
  const sent = answerApi(answers);
  await draw(<Opened dialog={one.dialog} />);
  const drawn = one.isPage === true ? page.getByRole('textbox').first() : page.getByRole('dialog');
  await expect.element(drawn).toBeVisible();
  return { sent, answers };
}

async function fillIn(one: DialogCase): Promise<void> {
  await one.fill?.();
  if (one.choose !== undefined) await one.choose();
  else if (one.text === undefined) await fieldOf(one).click();
  else await fieldOf(one).fill(one.text);
}

/** Tells whether the field is as it was filled in. */
function isFilled(one: DialogCase): boolean {
  const element = fieldOf(one).query();
  if (one.text === undefined) return element instanceof HTMLInputElement && element.checked;
  return element instanceof HTMLElement && 'value' in element && element.value === one.text;
}

/** It was taken: a dialog is gone, a page has nothing to send. */
async function expectTaken(one: DialogCase, sent: readonly SentCall[], calls: number) {
  await expect.poll(() => one.isPage === true || fieldOf(one).query() === null).toBe(true);
  await expect.poll(() => sentBy(one, sent).length).toBe(calls);
}

/** Calls that send the form; what is asked before is none. */
const sentBy = ({ call }: DialogCase, sent: readonly SentCall[]) =>
  sent.filter((each) => each.call === call && !isPreparation(each.body));

const isPreparation = (body: unknown) =>
  typeof body === 'object' && body !== null && 'prepare' in body;

/** Refuses what is sent; what is signed is prepared all the same. */
const refusing = ({ isSigned, answer }: DialogCase, refused: Response) =>
  isSigned === true && typeof answer === 'function'
    ? (body: unknown): unknown => (isPreparation(body) ? answer(body) : refused)
    : refused;

/** Ways through a dialog beside its sending, each with the cases that have it. */
const ways = {
  beside: ({ isPage }: DialogCase) => isPage !== true,
  refused: ({ call }: DialogCase) => call !== undefined,
  escape: ({ isPage, isKept }: DialogCase) => isPage !== true && isKept !== true,
  back: ({ look }: DialogCase) => look !== undefined,
  fault: ({ fault }: DialogCase) => fault !== undefined,
};
type Way = keyof typeof ways;

/**
 * End of a title: of the first dialog of some files each run tries one way, both as the length of its name
 * chooses; `--all` every one. That `FormDialog` has them is tried by its own test, as is what takes longest: a refusal.
 */
function turnOf(one: DialogCase, way: Way, [first]: readonly DialogCase[]): string {
  const has = Object.entries(ways).filter(([each, isWay]) => each !== 'refused' && isWay(one));
  const [usual] = has[one.name.length % has.length] ?? [];
  const isUsual = one === first && one.name.length % 3 === 0 && usual === way;
  return isUsual ? '' : ' @whole';
}

export function checkDialogs(cases: readonly DialogCase[]): void {
  beforeEach(() => speak('en', 'iso', ['en']));
  afterEach(() => vi.restoreAllMocks());

  describe.each(cases.filter(ways.beside))('$name', (one) => {
    test(`a press beside it keeps it open with what was typed${turnOf(one, 'beside', cases)}`, async () => {
      const { sent } = await open(one);
      await fillIn(one);
      const overlay = document.querySelector('.mantine-Modal-overlay');
      if (overlay === null) throw new Error('no dialog is open');
      await userEvent.click(overlay, { position: { x: 5, y: 5 } });
      await expect.poll(() => isFilled(one)).toBe(true);
      expect(sentBy(one, sent)).toEqual([]);
    });
  });

  describe.each(cases)('$name', (one) => {
    test('Ctrl+Enter sends it once', async () => {
      const { sent } = await open(one);
      await fillIn(one);
      await one.preview?.();
      await takeLook(one);
      expect(sentBy(one, sent)).toEqual([]);
      await userEvent.keyboard('{Control>}{Enter>3/}{/Control}');
      await expectTaken(one, sent, one.call === undefined ? 0 : 1);
      const once = one.call === undefined ? [] : [{ call: one.call, body: one.body }];
      expect(sentBy(one, sent)).toMatchObject(once);
    });
  });

  describe.each(cases.filter(ways.refused))('$name', (one) => {
    test(`refused by 409 and by 503 it stays as typed, and is sent again under the same key${turnOf(one, 'refused', cases)}`, async () => {
      const { sent, answers } = await open(one);
      await fillIn(one);
      await one.preview?.();
      for (const [status, code] of [
        [409, 'conflict'],
        [503, 'engine_unavailable'],
      ] as const) {
        answers[one.call ?? ''] = refusing(one, refusal(status, code, `Refused with ${status}.`));
        await send(one);
        await expect.element(page.getByText(`Refused with ${status}.`)).toBeVisible();
        await expect.poll(() => isFilled(one)).toBe(true);
        await expect.poll(() => document.activeElement).not.toBe(document.body);
        if (one.look === undefined) fieldOf(one).element().focus();
      }
      answers[one.call ?? ''] = one.answer;
      await send(one);
      await expectTaken(one, sent, 3);
      // What was refused is signed anew; what has no answer is sent as it was signed.
      const attempts = sentBy(one, sent).slice(one.isSigned === true ? 1 : 0);
      expect(new Set(attempts.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
      expect(new Set(attempts.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    });
  });

  describe.each(cases.filter(ways.escape))('$name', (one) => {
    test(`Escape on a changed form asks; what was typed is still there${turnOf(one, 'escape', cases)}`, async () => {
      const { sent } = await open(one);
      await fillIn(one);
      await userEvent.keyboard('{Escape}');
      await expect.element(stay).toHaveFocus();
      await userEvent.keyboard('{Enter}');
      await expect.poll(() => isFilled(one)).toBe(true);
      expect(sentBy(one, sent)).toEqual([]);
    });
  });

  describe.each(cases.filter(ways.back))('$name, at its last look', (one) => {
    test(`Back leads to what was typed, a second look to what was typed then${turnOf(one, 'back', cases)}`, async () => {
      const { sent } = await open(one);
      await fillIn(one);
      await takeLook(one);
      await page.getByRole('button', { name: 'Back' }).click();
      await expect.element(fieldOf(one)).toBeVisible();
      await expect.poll(() => isFilled(one)).toBe(true);
      await takeLook(one);
      await expect.element(fieldOf(one)).not.toBeVisible();
      expect(sentBy(one, sent)).toEqual([]);
    });
  });

  describe.each(cases.filter(ways.fault))('$name', (one) => {
    test(`in German a fault is at its field, and nothing is sent${turnOf(one, 'fault', cases)}`, async () => {
      await speak('de', 'iso', ['de']);
      const { sent } = await open(one);
      await one.spoil?.();
      await press();
      await expect.element(page.getByText(one.fault ?? '', { exact: true }).first()).toBeVisible();
      expect(document.activeElement?.closest('[data-error], [aria-invalid="true"]')).not.toBeNull();
      expect(sentBy(one, sent)).toEqual([]);
    });
  });
}
