import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Review } from '../../../shared/contract/review-queue.ts';
import { answerApi } from '../../testing/api.ts';
import { checkDialogs } from '../../testing/dialog-checks.tsx';
import { draw } from '../../testing/draw.tsx';
import { peopleReads } from '../../testing/people.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { DecideColumn } from './decide-column.tsx';
import { DecideDialog } from './decide-dialog.tsx';

const at = '2026-01-01T00:00:00.000Z';
const hash = `sha256:${'0'.repeat(64)}`;
const review: Review = {
  record_id: 'rec_1',
  model_id: 'scorer',
  created_at: at,
  confidence: 0.4,
  outcome: 'deny',
  outcome_class: 'adverse',
  amount: 0,
  currency: 'EUR',
  assignee: null,
  reason: 'policy',
  since: at,
  due_at: null,
  is_blind: false,
  previous_hash: hash,
  intervention_count: 0,
  record: { hash, input: { income: 41 }, output: { decision: 'deny', limit: 0 } },
  profile_id: 'prof_1',
  profile: {
    outcome: {
      path: '/output/decision',
      favourable: ['approve'],
      adverse: ['deny'],
      undecided: [],
    },
    amount: { path: '/output/limit', currency: 'EUR' },
    review: {
      below: 0.5,
      undecided: false,
      second_person: false,
      sample_percent: 0,
      blind_percent: 0,
      due_hours: 24,
      reason_codes: [{ code: 'R1', label: 'Documents' }],
    },
  },
  choices: [
    { value: 'approve', class: 'favourable', count: 3 },
    { value: 'deny', class: 'adverse', count: 1 },
  ],
  counted: 4,
};
const appended = {
  id: 'int_1',
  action: 'override',
  actor: { id: 'operator', role: 'operator' },
  created_at: at,
  hash,
};
const reads = { ...peopleReads([]), 'GET /reviews/rec_1': review };
const dialog = page.getByRole('dialog');

checkDialogs([
  {
    name: 'a decision on what waits',
    dialog: (opened, onClose) => (
      <DecideDialog opened={opened} recordId="rec_1" onClose={onClose} onDone={onClose} />
    ),
    reads,
    field: /^Reason$/,
    text: 'The payslips show more.',
    fill: async () => {
      await dialog.getByRole('radio', { name: 'approve' }).click();
      await dialog.getByRole('combobox').selectOptions('R1');
    },
    look: { shows: /^It cannot be edited or deleted/ },
    call: 'POST /records/rec_1/interventions',
    answer: appended,
    body: {
      action: 'override',
      actor: { id: 'operator', role: 'operator' },
      reason: 'The payslips show more.',
      reason_code: 'R1',
      outcome: { decision: 'approve', limit: 0 },
      if_previous: hash,
    },
    fault: 'ist erforderlich',
  },
]);

checkDialogs([
  {
    name: 'a decision beside what there is to read',
    isPage: true,
    dialog: () => (
      <DecideColumn
        review={review}
        viewed={['input']}
        takesFocus={false}
        onFocused={() => undefined}
        onDone={() => undefined}
      />
    ),
    reads,
    field: /^Reason$/,
    text: 'The payslips show more.',
    fill: async () => {
      await page.getByRole('radio', { name: 'approve' }).click();
      await page.getByRole('combobox').selectOptions('R1');
    },
    call: 'POST /records/rec_1/interventions',
    answer: appended,
    body: {
      action: 'override',
      reason: 'The payslips show more.',
      reason_code: 'R1',
      outcome: { decision: 'approve', limit: 0 },
      evidence_viewed: ['input'],
      if_previous: hash,
    },
    // Nothing of it takes the focus before somebody asks to decide.
    spoil: () => page.getByLabelText(/^Begründung/).click(),
    fault: 'ist erforderlich',
  },
  {
    name: 'an assignment of reviews',
    dialog: (opened, onClose) => (
      <AssignDialog ids={['rec_1']} me="operator" opened={opened} onClose={onClose} />
    ),
    reads,
    field: /^Nobody/,
    call: 'PUT /reviews/rec_1/assignment',
    answer: { record_id: 'rec_1', assignee: null },
    body: { assignee: null },
  },
]);

describe('what is chosen', () => {
  test('has its share, and its amount beside it', async () => {
    const sent = answerApi({ ...reads, 'POST /records/rec_1/interventions': appended });
    await draw(
      <DecideDialog opened recordId="rec_1" onClose={() => undefined} onDone={() => undefined} />,
    );
    await expect.element(dialog.getByText('favourable · 75% of the newest')).toBeVisible();
    await expect.element(dialog.getByRole('radio', { name: 'deny' })).not.toBeChecked();
    await dialog.getByRole('radio', { name: 'approve' }).click();
    await dialog.getByRole('textbox', { name: 'Amount, EUR' }).fill('900');
    await dialog.getByRole('combobox').selectOptions('R1');
    await dialog.getByRole('textbox', { name: 'Reason', exact: true }).fill('Payslips.');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(dialog.getByText('2 values differ')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => sent.length).toBe(1);
    expect(sent).toMatchObject([{ body: { outcome: { decision: 'approve', limit: 900 } } }]);
  });

  test('is edited as JSON behind "…", from what was recorded @whole', async () => {
    answerApi(reads);
    await draw(
      <DecideDialog opened recordId="rec_1" onClose={() => undefined} onDone={() => undefined} />,
    );
    await dialog.getByRole('button', { name: 'More about the outcome' }).click();
    await page.getByRole('menuitem', { name: 'Edit as JSON' }).click();
    await expect
      .element(dialog.getByRole('textbox', { name: /^Outcome/ }))
      .toHaveValue('{\n  "decision": "deny",\n  "limit": 0\n}');
  });

  test('is told to be blind, and the model’s answer is folded until it is asked for', async () => {
    const blind: Review = { ...review, is_blind: true, reason: 'second_review' };
    const sent = answerApi({
      ...peopleReads([]),
      'GET /reviews/rec_1': blind,
      'POST /records/rec_1/interventions': { ...appended, action: 'annotate' },
    });
    await draw(
      <DecideDialog opened recordId="rec_1" onClose={() => undefined} onDone={() => undefined} />,
    );
    await expect.element(dialog.getByText(/^Somebody decided this already/)).toBeVisible();
    await expect.element(dialog.getByText(/"deny"/)).not.toBeVisible();
    await dialog.getByText('Show the model’s answer').click();
    await expect.element(dialog.getByText(/"deny"/)).toBeVisible();
    await dialog.getByRole('radio', { name: 'deny' }).click();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => sent.length).toBe(1);
    expect(sent).toMatchObject([
      {
        body: {
          action: 'annotate',
          meaning: 'second_review',
          outcome: { decision: 'deny', limit: 0 },
          evidence_viewed: ['model output'],
        },
      },
    ]);
  });
});
