/** The drawer Proof in its states: entries in words, none, many, withheld values, a refusal. */
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { rowProofSchema, type RowEntry } from '../../../shared/contract/proof.ts';
import { speak } from '../../i18n/index.ts';
import { useDialogs } from '../../state/dialogs.ts';
import { answerApi, refusal } from '../../testing/api.ts';
import { draw } from '../../testing/draw.tsx';
import type { ProvenRow } from './proven-row.ts';
import { RowProofDrawer } from './row-proof-drawer.tsx';

const hash = `sha256:${'ab'.repeat(32)}`;
const entry: RowEntry = {
  seq: 812,
  type: 'ledger.fact/v1',
  created_at: '2026-02-01T00:00:00.000Z',
  act: 'made',
  by: { id: 'clock', role: 'clock' },
  set: { amount: 207_710, currency: 'USD', period_end: '2026-01-31T00:00:00.000Z' },
  signature: null,
  approval: null,
  entry: '{}',
  hash,
  leaf_hash: hash,
  fields: [],
  erased: null,
  inclusion: [],
};

const proofOf = (data: readonly RowEntry[], total = data.length, offset = 0) =>
  rowProofSchema.parse({
    table: 'payouts',
    id: 'payout_1',
    vkey: 'x',
    checkpoint: { size: 900, root_hash: hash, note: 'x' },
    subject: null,
    data,
    pagination: { total, limit: 20, offset, has_more: total > offset + data.length },
  });

beforeEach(() => speak('en', 'iso', ['en']));
afterEach(() => vi.restoreAllMocks());

let answers: Record<string, unknown> = {};

function Shown({ row }: { row: ProvenRow }) {
  const [opened, setOpened] = useState(true);
  return <RowProofDrawer opened={opened} row={row} onClose={() => setOpened(false)} />;
}

async function show(answer: unknown, row: ProvenRow = { table: 'payouts', id: 'payout_1' }) {
  answers = { [`GET /proof/${row.table}/${row.id}`]: answer };
  answerApi(answers);
  await draw(<Shown row={row} />);
  const drawer = page.getByRole('dialog');
  await expect.element(drawer).toBeVisible();
  return drawer;
}

describe('The drawer Proof', () => {
  test('says who made and changed a payout, and exports its bundle', async () => {
    const paid: RowEntry = {
      ...entry,
      seq: 813,
      act: 'changed',
      by: { id: 'key_7', role: 'admin' },
      set: { status: 'FAILED' },
      fields: [
        {
          field: 'failure_reason',
          commitment: hash,
          state: 'told',
          erased_by: null,
          salt: 'x',
          value: '"No bank"',
        },
      ],
    };
    const drawer = await show(proofOf([entry, paid]));
    await expect.element(drawer.getByText('Made by the clock, by itself')).toBeVisible();
    await expect.element(drawer.getByText('Changed by API key key_7')).toBeVisible();
    await expect.element(drawer.getByText(/2.077\.10/)).toBeVisible();
    await expect.element(drawer.getByText('No bank')).toBeVisible();
    await expect.element(drawer.getByText(/No index says yet/)).toBeVisible();
    await drawer.getByRole('button', { name: 'Export bundle…' }).click();
    expect(useDialogs.getState().open).toMatchObject({
      kind: 'export-bundle',
      payoutId: 'payout_1',
    });
  });

  test('tells a withheld value, one that is erased or missing, and a signature', async () => {
    const signature = { at: '2026-01-31T23:59:59.000Z', by: 'usr_1', key: 'b2fb3cf4', value: 'x' };
    const field = { commitment: hash, salt: null, value: null, erased_by: null };
    const drawer = await show(
      proofOf([
        {
          ...entry,
          by: { id: 'usr_1', role: 'admin' },
          signature,
          fields: [
            { ...field, field: 'digest', state: 'withheld' },
            { ...field, field: 'hint', state: 'erased', erased_by: 900 },
            { ...field, field: 'name', state: 'missing' },
          ],
        },
      ]),
      { table: 'api_keys', id: 'key_1' },
    );
    await expect.element(drawer.getByText(/usr_1 with key b2fb3cf4/)).toBeVisible();
    await expect.element(drawer.getByText('Committed to, and not told to you')).toBeVisible();
    await expect.element(drawer.getByText('Erased by entry 900')).toBeVisible();
    await expect.element(drawer.getByText(/Missing: no erasure says why/)).toBeVisible();
    expect(drawer.getByRole('button', { name: 'Erase values…' }).query()).toBeNull();
    expect(drawer.getByRole('button', { name: 'Export bundle…' }).query()).toBeNull();
  });

  test('tells an erasure among the entries @whole', async () => {
    const erased: RowEntry = {
      ...entry,
      seq: 900,
      type: 'ledger.erasure/v1',
      act: 'erased',
      by: { id: 'usr_1', role: 'admin' },
      set: null,
      erased: { fields: ['name'], legal_basis: 'GDPR Art. 17(1)(a)' },
    };
    const drawer = await show(proofOf([entry, erased]));
    await expect.element(drawer.getByText('Erased by usr_1, administrator')).toBeVisible();
    await expect.element(drawer.getByText('GDPR Art. 17(1)(a)')).toBeVisible();
    await expect.element(drawer.getByText('Not signed')).toBeVisible();
  });

  test('says of a profile that nobody signed it', async () => {
    const row = { table: 'profiles', id: 'prof_1' } as const;
    const drawer = await show(proofOf([{ ...entry, set: { model_id: 'lending' } }]), row);
    await expect.element(drawer.getByText('Not signed')).toBeVisible();
    await expect.element(drawer.getByText('lending')).toBeVisible();
  });

  test('says that a row which every new ledger has was changed by nobody @whole', async () => {
    const drawer = await show(proofOf([]), { table: 'accounts', id: 'default' });
    await expect.element(drawer.getByText('Nobody changed it')).toBeVisible();
  });

  test('reads many entries in pages @whole', async () => {
    const data = Array.from({ length: 20 }, (_, at) => ({ ...entry, seq: at }));
    const drawer = await show(proofOf(data, 45));
    await expect.element(drawer.getByText('1 to 20 of 45')).toBeVisible();
    answers['GET /proof/payouts/payout_1'] = proofOf(data, 45, 20);
    await drawer.getByRole('button', { name: 'Later' }).click();
    await expect.element(drawer.getByText('21 to 40 of 45')).toBeVisible();
  });

  test('says why it could not be read, and is closed by Escape', async () => {
    const drawer = await show(refusal(403, 'forbidden', 'Not for this key.'));
    await expect.element(drawer.getByText('The proof could not be read')).toBeVisible();
    await expect.element(drawer.getByRole('button', { name: 'Try again' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => drawer.query()).toBeNull();
  });
});
