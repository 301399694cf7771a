import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { prefer } from '../../state/preferences.ts';
import { answerApi } from '../../testing/api.ts';
import { checkDialogs } from '../../testing/dialog-checks.tsx';
import { draw } from '../../testing/draw.tsx';
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
  'GET /records/rec_1': record,
  'GET /records/rec_1/interventions': { data: [], decision_in_effect: inEffect },
  'GET /records/rec_1/evidence': evidence,
};
const dialog = page.getByRole('dialog');

async function fillInPerson(): Promise<void> {
  await dialog.getByLabelText(/^Person/).fill('ann');
  await dialog.getByLabelText(/^Role/).fill('officer');
}

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
  prefer({ actor: { id: '', role: '', name: '' } });
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
      await fillInPerson();
    },
    look: {
      shows: 'Gone for good',
      confirm: () => dialog.getByLabelText('Type erase to confirm').fill('erase'),
    },
    call: 'POST /records/rec_1/erasures',
    answer: {
      seq: 2,
      target_id: 'rec_1',
      target_hash: hash,
      fields: ['input'],
      legal_basis: 'GDPR Art. 17(1)(a)',
      actor: { id: 'ann', role: 'officer' },
      created_at: at,
      hash,
    },
    body: {
      fields: ['input'],
      legal_basis: 'GDPR Art. 17(1)(a)',
      actor: { id: 'ann', role: 'officer' },
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
    fill: fillInPerson,
    look: { shows: /^It cannot be edited or deleted/ },
    call: 'POST /records/rec_1/interventions',
    answer: appended,
    body: {
      action: 'annotate',
      actor: { id: 'ann', role: 'officer' },
      reason: 'The file was incomplete.',
      if_previous: hash,
    },
    fault: 'ist erforderlich',
  },
]);

describe('an act', () => {
  afterEach(() => vi.restoreAllMocks());
  const reason = dialog.getByLabelText(/^Reason/);

  test('closes unasked, and goes on where it was left', async () => {
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
    prefer({ actor: { id: 'ann', role: 'officer', name: '' } });
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
    prefer({ actor: { id: 'bob', role: 'head', name: '' } });
    const answers: Record<string, unknown> = { ...reads };
    const sent = answerApi(answers);
    await draw(<Act />);
    await reason.fill('Mine.');
    const newer = `sha256:${'1'.repeat(64)}`;
    answers['GET /records/rec_1/interventions'] = {
      data: [{ ...appended, hash: newer }],
      decision_in_effect: inEffect,
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
