/**
 * Dialogs of interventions, in each way that a form is used.
 * @push
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { signOut } from '../../signing/signed-in.ts';
import { z } from 'zod';
import type { JsonObject } from '../../../shared/contract/json.ts';
import { signedTextSchema } from '../../../shared/contract/signing.ts';
import { answerApi, refusal } from '../../testing/api.ts';
import { checkDialogs } from '../../testing/dialog-checks.tsx';
import { draw } from '../../testing/draw.tsx';
import {
  eva,
  isByEva,
  passphrase,
  peopleReads,
  preparedBy,
  saltOf,
  vectors,
} from '../../testing/people.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { InterveneDialog, type InterveneDialogProps } from './intervene-dialog.tsx';

const at = '2026-01-01T00:00:00.000Z';
const hash = `sha256:${'0'.repeat(64)}`;
const output = { decision: 'decline' };
const record = {
  id: 'rec_1',
  model_id: 'scorer',
  input: { age: 41 },
  output,
  hash,
  previous_hash: hash,
  created_at: at,
  interventions: [],
  seq: 1,
};
const inEffect = {
  status: 'model',
  output,
  intervention_id: null,
  waiting: null,
  proposal_id: null,
  second_actor_required: false,
};
const operator = { id: 'operator', role: 'operator' };
const note = { id: 'int_1', action: 'annotate', actor: { id: 'ann', role: 'officer' } };
const appended = { ...note, created_at: at, hash };
const disclosed = (field: string, value: string | null) => ({
  field,
  salt: null,
  value,
  commitment: hash,
});
const evidence = {
  record_id: 'rec_1',
  vkey: 'vkey',
  checkpoint: { size: 1, root_hash: hash, note: '' },
  record: {
    seq: 1,
    type: 'record',
    entry: '',
    hash,
    leaf_hash: hash,
    fields: [disclosed('input', '{"age":41}'), disclosed('context', null)],
    inclusion: [],
  },
  related: [],
};
const reads = {
  ...peopleReads([]),
  'GET /records/rec_1': record,
  'GET /records/rec_1/interventions': { data: [], decision_in_effect: inEffect, not_blind: [] },
  'GET /records/rec_1/evidence': evidence,
};
const dialog = page.getByRole('dialog');

function Act(props: Partial<InterveneDialogProps>) {
  return (
    <InterveneDialog
      opened
      recordId="rec_1"
      action="annotate"
      supersedes={undefined}
      onClose={() => undefined}
      onDone={() => undefined}
      {...props}
    />
  );
}

beforeEach(() => {
  sessionStorage.clear();
  signOut();
});

checkDialogs([
  {
    name: 'an erasure',
    dialog: (opened, onClose) => (
      <EraseDialog opened={opened} recordId="rec_1" interventionId={undefined} onClose={onClose} />
    ),
    reads,
    field: /^Legal basis/,
    text: 'GDPR Art. 17(1)(a)',
    fill: async () => {
      await dialog.getByRole('checkbox', { name: 'Input' }).click();
    },
    look: {
      shows: 'Gone for good',
      confirm: () => dialog.getByLabelText('Type erase to confirm').fill('erase'),
    },
    call: 'POST /records/rec_1/erasures',
    answer: {
      seq: 2,
      targets: [{ id: 'rec_1', hash, fields: ['input'] }],
      legal_basis: 'GDPR Art. 17(1)(a)',
      actor: { id: 'ann', role: 'officer' },
      created_at: at,
      hash,
    },
    body: {
      fields: ['input'],
      legal_basis: 'GDPR Art. 17(1)(a)',
      actor: operator,
    },
    fault: 'ist erforderlich',
  },
  {
    name: 'an annotation',
    dialog: (opened, onClose) => <Act opened={opened} onClose={onClose} onDone={onClose} />,
    isKept: true,
    reads,
    field: /^Reason/,
    text: 'The file was incomplete.',
    look: { shows: /^It cannot be edited or deleted/ },
    call: 'POST /records/rec_1/interventions',
    answer: appended,
    body: {
      action: 'annotate',
      actor: operator,
      reason: 'The file was incomplete.',
      if_previous: hash,
    },
  },
]);

describe('an act', () => {
  afterEach(() => vi.restoreAllMocks());
  const reason = dialog.getByLabelText(/^Reason/);

  test('closes unasked, and goes on where it was left @whole', async () => {
    answerApi(reads);
    const onClose = vi.fn<() => void>();
    const drawn = await draw(<Act onClose={onClose} />);
    await reason.fill('Half a reason');
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    await drawn.unmount();
    await draw(<Act />);
    await expect.element(reason).toHaveValue('Half a reason');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect.element(reason).toHaveValue('');
    expect(sessionStorage.length).toBe(0);
    await expect.element(page.getByRole('button', { name: 'Discard' })).not.toBeInTheDocument();
  });

  test('an approval that lacks nothing is looked at first', async () => {
    const sent = answerApi({
      ...reads,
      'POST /records/rec_1/interventions': { ...appended, action: 'approve' },
    });
    await draw(<Act action="approve" />);
    const append = page.getByRole('button', { name: 'Append the approval' });
    await expect.element(append).toHaveFocus();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect.element(reason).toHaveFocus();
    await reason.fill('It stands.');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => sent.length).toBe(1);
    expect(sent).toMatchObject([{ body: { action: 'approve', reason: 'It stands.' } }]);
  });

  test('what others did meanwhile is shown, and it is decided upon that once it was seen', async () => {
    const answers: Record<string, unknown> = { ...reads };
    const sent = answerApi(answers);
    await draw(<Act />);
    await reason.fill('Mine.');
    const newer = `sha256:${'1'.repeat(64)}`;
    answers['GET /records/rec_1/interventions'] = {
      data: [{ ...appended, hash: newer }],
      decision_in_effect: inEffect,
      not_blind: [],
    };
    answers['POST /records/rec_1/interventions'] = Response.json(
      {
        error: {
          code: 'conflict',
          message: 'Another person was there before.',
          details: [{ field: 'if_previous', message: 'is not the newest' }],
        },
      },
      { status: 409 },
    );
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await userEvent.keyboard('{Enter}');
    await page.getByRole('alert').getByRole('button').click();
    answers['POST /records/rec_1/interventions'] = appended;
    await userEvent.click(page.getByRole('button', { name: 'Append the annotation' }));
    await expect.poll(() => sent.length).toBe(2);
    expect(sent).toMatchObject([{ body: { if_previous: hash } }, { body: { if_previous: newer } }]);
  });
});

describe('a signed act', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    signOut();
  });
  const path = 'POST /records/rec_1/interventions';
  const words = 'The file was incomplete.';
  const members = {
    type: 'ledger.intervention/v1',
    id: 'int_00000000000000000000000002',
    action: 'annotate',
    actor: { id: eva.person_id, role: 'compliance_officer' },
    record_id: 'rec_1',
    record_hash: hash,
    n: 1,
    previous_hash: hash,
  };
  const signer = { person_id: eva.person_id };
  const passphraseField = dialog.getByLabelText(/^Passphrase/).first();
  const append = page.getByRole('button', { name: 'Append the annotation' });

  /** Answers what is prepared, and whatever is sent signed. */
  const answers = (
    prepare: () => Promise<unknown>,
    answer: unknown = { ...appended, signature: { at, by: eva.person_id, key: '', value: '' } },
  ) => ({
    ...reads,
    ...peopleReads([eva]),
    [path]: async (body: unknown) =>
      isPrepare(body) ? { texts: [await prepare()], until: at } : answer,
  });
  const isPrepare = (body: unknown) =>
    typeof body === 'object' && body !== null && 'prepare' in body;

  async function write() {
    const drawn = await draw(<Act />);
    await dialog.getByLabelText(/^Reason/).fill(words);
    if (passphraseField.query() !== null) await passphraseField.fill(passphrase);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(append).toHaveFocus();
    await expect
      .element(page.getByText('Eva Mayer, compliance officer').first())
      .toBeInTheDocument();
    return drawn;
  }

  test('is prepared, compared, signed with the person’s key and sent', async () => {
    const sent = answerApi(answers(() => preparedBy(members, { reason: words })));
    await write();
    await append.click();
    await expect.poll(() => sent.length).toBe(2);
    expect(sent).toMatchObject([
      { call: path, body: { prepare: true, signer: signer.person_id, if_previous: hash } },
      { call: path, body: { signer: signer.person_id, reason: words, if_previous: hash } },
    ]);
    const [{ text, signature }] = signedIn(sent[1]?.body);
    expect(await isByEva(text, signature)).toBe(true);
    expect(JSON.stringify(sent)).not.toContain(passphrase);
    expect(JSON.stringify(sessionStorage)).not.toContain(passphrase);
  });

  test('the key is in hand for the next act, which asks for no passphrase @whole', async () => {
    const sent = answerApi(answers(() => preparedBy(members, { reason: words })));
    const drawn = await write();
    await append.click();
    await expect.poll(() => sent.length).toBe(2);
    await drawn.unmount();
    await draw(<Act />);
    await expect.element(dialog.getByText('Signs as Eva Mayer, compliance officer')).toBeVisible();
    expect(passphraseField.query()).toBeNull();
  });

  const otherwise: readonly (readonly [string, JsonObject, JsonObject, RegExp])[] = [
    ['another reason', { ...members }, { reason: 'Another.' }, /commit\.reason differs/],
    ['another act', { ...members, action: 'approve' }, { reason: words }, /action differs/],
    ['another record', { ...members, record_id: 'rec_2' }, { reason: words }, /record_id differs/],
    [
      'more than is shown',
      { ...members, meaning: 'proposal' },
      { reason: words },
      /meaning differs/,
    ],
  ];
  /** Has an act prepared otherwise; answers the calls that were made, and what would sign. */
  const preparing = async (other: JsonObject, values: JsonObject) => {
    const sent = answerApi(answers(() => preparedBy(other, values)));
    const sign = vi.spyOn(crypto.subtle, 'sign');
    await write();
    await append.click();
    return { sent, sign };
  };

  test.each(otherwise.slice(0, 1))(
    '%s is not signed, and nothing is sent',
    async (_title, other, values, said) => {
      const { sent, sign } = await preparing(other, values);
      await expect.element(page.getByText(said)).toBeVisible();
      expect(sent.map(({ body }) => isPrepare(body))).toEqual([true]);
      expect(sign).not.toHaveBeenCalled();
    },
  );

  test.each(otherwise.slice(1))(
    '%s is not signed, and nothing is sent @whole',
    async (_title, other, values, said) => {
      const { sent, sign } = await preparing(other, values);
      await expect.element(page.getByText(said)).toBeVisible();
      expect(sent.map(({ body }) => isPrepare(body))).toEqual([true]);
      expect(sign).not.toHaveBeenCalled();
    },
  );

  test('somebody acts between preparing and sending: it is shown, and signed when it is asked for again @whole', async () => {
    const newer = `sha256:${'1'.repeat(64)}`;
    const all: Record<string, unknown> = answers(
      () => preparedBy(members, { reason: words }),
      refusal(409, 'signed_state_changed', 'Somebody acted in between.'),
    );
    const sent = answerApi(all);
    await write();
    const came = {
      data: [{ ...appended, hash: newer }],
      decision_in_effect: inEffect,
      not_blind: [],
    };
    all['GET /records/rec_1/interventions'] = came;
    await append.click();
    const see = page.getByRole('button', { name: 'Decide with this in view' });
    await expect.element(see).toBeVisible();
    expect(sent.length).toBe(2);
    await see.click();
    const next = { ...members, n: 2, previous_hash: newer };
    Object.assign(
      all,
      answers(() => preparedBy(next, { reason: words })),
      {
        'GET /records/rec_1/interventions': came,
      },
    );
    expect(sent.length).toBe(2);
    await append.click();
    await expect.poll(() => sent.length).toBe(4);
    const [{ text }] = signedIn(sent[3]?.body);
    expect(JSON.parse(text)).toMatchObject({ n: 2, previous_hash: newer });
  });

  test('without an answer it is sent once more as it was signed @whole', async () => {
    const all: Record<string, unknown> = answers(
      () => preparedBy(members, { reason: words }),
      refusal(503, 'engine_unavailable', 'It is restarting.'),
    );
    const sent = answerApi(all);
    await write();
    await append.click();
    await expect.element(page.getByText('It is restarting.')).toBeVisible();
    all[path] = appended;
    await append.click();
    await expect.poll(() => sent.length).toBe(3);
    expect(sent[2]).toEqual(sent[1]);
  });

  test('the golden proposal is signed in this browser as the vector does', async () => {
    const text = vectors.person.signed_texts['9'] ?? '';
    const golden = goldenSchema.parse(JSON.parse(vectors.entries[9] ?? ''));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(golden.created_at) });
    const salts = { outcome: saltOf(0x61), reason: saltOf(0x60) };
    const record1 = { ...record, id: golden.record_id, hash: golden.record_hash };
    const call = `POST /records/${golden.record_id}/interventions`;
    const sent = answerApi({
      ...peopleReads([eva]),
      [`GET /records/${golden.record_id}`]: record1,
      [`GET /records/${golden.record_id}/interventions`]: {
        data: [],
        decision_in_effect: { ...inEffect, second_actor_required: true },
        not_blind: [],
      },
      [call]: (body: unknown) =>
        isPrepare(body) ? { texts: [{ text, salts }], until: golden.created_at } : appended,
    });
    await draw(<Act recordId={golden.record_id} action="override" />);
    await dialog.getByLabelText(/^Outcome/).fill('{"decision":"approve"}');
    await dialog.getByLabelText(/^Reason/).fill('Income was verified by payslip.');
    await passphraseField.fill(passphrase);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await page.getByRole('button', { name: 'Append the override' }).click();
    await expect.poll(() => sent.length).toBe(2);
    const [signed] = signedIn(sent[1]?.body);
    expect(signed).toEqual({ text, salts, signature: golden.signature.value });
  });
});

const goldenSchema = z.object({
  created_at: z.string(),
  record_id: z.string(),
  record_hash: z.string(),
  signature: z.object({ value: z.string() }),
});

/** The signed texts of a body, of which there is one. */
function signedIn(body: unknown) {
  return z.object({ signed: z.tuple([signedTextSchema]) }).parse(body).signed;
}
