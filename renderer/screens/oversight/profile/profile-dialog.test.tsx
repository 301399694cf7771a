/**
 * The dialog of a decision profile: what waits for a person, what is sent and signed, why it is refused.
 * @push
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { z } from 'zod';
import {
  profileSchema,
  proposedProfileSchema,
  type Profile,
} from '../../../../shared/contract/profiles.ts';
import { jsonObjectSchema } from '../../../../shared/contract/common.ts';
import { speak } from '../../../i18n/index.ts';
import { signOut } from '../../../signing/signed-in.ts';
import { answerApi } from '../../../testing/api.ts';
import { checkDialogs } from '../../../testing/dialog-checks.tsx';
import { draw } from '../../../testing/draw.tsx';
import { eva, passphrase, peopleReads, preparedBy } from '../../../testing/people.ts';
import { ProfileDialog } from './profile-dialog.tsx';

const dialog = page.getByRole('dialog');
const path = '/models/lending/profiles';
const proposal = {
  outcome: {
    path: '/output/decision',
    favourable: ['approve'],
    adverse: ['deny'],
    undecided: [],
  },
  decided_at: null,
  subject: null,
  groups: [{ name: 'race', path: '/input/race' }],
  version: null,
  amount: null,
  columns: [],
  reasons: null,
  review: null,
  small_group: 30,
};
const proposed = proposedProfileSchema.parse({
  records: 2_000,
  profile: proposal,
  unassigned: ['other'],
  paths: [
    {
      path: '/output/decision',
      present: 2_000,
      values: 3,
      kind: 'text',
      examples: ['approve', 'deny', 'other'],
    },
    { path: '/input/race', present: 1_964, values: 7, kind: 'text', examples: ['a', 'b'] },
    { path: '/input/age', present: 2_000, values: 61, kind: 'number', examples: [41, 29] },
  ],
});
const profile = (n: number): Profile =>
  profileSchema.parse({
    profile_id: `prof_${n}`,
    model_id: 'lending',
    n,
    created_at: '2026-01-01T00:00:00.000Z',
    actor: { id: 'operator', role: 'operator' },
    profile: proposal,
  });

const reads = (people: Parameters<typeof peopleReads>[0], inForce: readonly Profile[] = []) => ({
  ...peopleReads(people),
  [`GET ${path}`]: { data: inForce },
  [`GET ${path}/proposal`]: proposed,
});
const unseen = () =>
  Response.json(
    {
      error: {
        type: 'path_unseen',
        message: 'Some paths are in none of the newest records of the model.',
        details: {
          fields: [{ field: 'profile.groups.0.path', message: 'is in none', code: 'path_unseen' }],
        },
      },
    },
    { status: 409 },
  );

const sentSchema = z.looseObject({
  profile: jsonObjectSchema,
  prepare: z.literal(true).optional(),
});
/** Answers as the service does: the text to sign first, then the profile. */
const signedAnswer = async (sent: unknown): Promise<unknown> => {
  const body = sentSchema.parse(sent);
  if (body.prepare !== true) return profile(1);
  const entry = {
    type: 'ledger.fact/v1',
    table: 'profiles',
    id: 'prof_00000000000000000000000000',
    by: { id: eva.person_id, role: 'compliance_officer' },
    set: {
      model_id: 'lending',
      document: body.profile,
      created_at: new Date().toISOString(),
    },
  };
  return { texts: [await preparedBy(entry, {})], until: new Date().toISOString() };
};

const drawn = (opened: boolean, onClose: () => void) => (
  <ProfileDialog opened={opened} onClose={onClose} modelId="lending" />
);
const meaning = () => dialog.getByRole('radiogroup', { name: 'Meaning of other' });
const choose = async (word: string) => {
  await meaning().getByText(word, { exact: true }).click();
};

beforeEach(async () => {
  signOut();
  await speak('en', 'iso', ['en']);
});
afterEach(() => vi.restoreAllMocks());

const common = {
  dialog: drawn,
  field: /^Least decisions of a group/,
  text: '40',
  fill: () => choose('Undecided'),
  call: `POST ${path}`,
  fault: 'Sagen Sie, was dieser Wert bedeutet, oder lassen Sie ihn weg.',
};
const sent = {
  profile: {
    ...proposal,
    outcome: { ...proposal.outcome, undecided: ['other'] },
    small_group: 40,
  },
  if_previous: { profile_id: null },
};

checkDialogs([
  { ...common, name: 'a profile', reads: reads([]), answer: profile(1), body: sent },
  {
    ...common,
    name: 'a profile that is signed',
    reads: reads([eva]),
    isSigned: true,
    answer: signedAnswer,
    body: { ...sent, signer: eva.person_id },
    fill: async () => {
      await choose('Undecided');
      await dialog
        .getByLabelText(/^Passphrase/)
        .first()
        .fill(passphrase);
    },
  },
]);

const open = (answers: Record<string, unknown>) => {
  const calls = answerApi(answers);
  return draw(drawn(true, () => undefined)).then(() => calls);
};
const confirm = dialog.getByRole('button', { name: 'Confirm', exact: true });

test('each path tells what stands there and how many have it @whole', async () => {
  await open(reads([]));
  const outcome = dialog.getByRole('combobox', { name: /^Path in the record/ }).first();
  await expect.element(outcome).toHaveAccessibleDescription('approve, deny, other · in all 2,000');
  const race = dialog
    .getByRole('group', { name: 'Group 1' })
    .getByRole('combobox', { name: /^Path in the record/ });
  await expect.element(race).toHaveAccessibleDescription('a, b … · in 98.2% of 2,000');
});

test('a value that waits for a person holds the dialog, and one may leave it out', async () => {
  const calls = await open({ ...reads([]), [`POST ${path}`]: profile(1) });
  await confirm.click();
  await expect
    .element(dialog.getByText('Say what this value means, or leave it out.'))
    .toBeVisible();
  expect(calls).toEqual([]);
  await expect.poll(() => document.activeElement?.closest('[data-error]')).not.toBeNull();
  await dialog.getByRole('button', { name: 'Leave out other' }).click();
  await confirm.click();
  await expect.poll(() => calls.map(({ body }) => body)).toMatchObject([{ profile: proposal }]);
});

test('a path that no record has is taken once somebody says so @whole', async () => {
  const calls = await open({
    ...reads([]),
    [`POST ${path}`]: (body: unknown) =>
      z.looseObject({ accept_unseen: z.boolean().optional() }).parse(body).accept_unseen === true
        ? profile(1)
        : unseen(),
  });
  await choose('Adverse');
  await confirm.click();
  await expect
    .element(dialog.getByText('None of the newest decisions has some of these paths.'))
    .toBeVisible();
  const race = dialog
    .getByRole('group', { name: 'Group 1' })
    .getByRole('combobox', { name: /^Path in the record/ });
  await expect.element(race).toBeInvalid();
  await dialog.getByLabelText('Take them all the same').click();
  await confirm.click();
  await expect.poll(() => calls).toHaveLength(2);
  expect(calls[1]?.body).toMatchObject({ accept_unseen: true });
});

test('a profile that came between is shown before it is followed by another @whole', async () => {
  const answers: Record<string, unknown> = {
    ...reads([], [profile(1)]),
    [`POST ${path}`]: () => {
      answers[`GET ${path}`] = { data: [profile(2), profile(1)] };
      const fault = { field: 'if_previous.profile_id', message: 'is another', code: 'is_another' };
      const details = { fields: [fault], current: { profile_id: 'prof_2' } };
      return Response.json(
        { error: { type: 'conflict', message: 'Another came between.', details } },
        { status: 409 },
      );
    },
  };
  const calls = await open(answers);
  await choose('Adverse');
  await confirm.click();
  const alert = dialog.getByRole('alert');
  await expect.element(alert.getByText(/profile 2, by .* \(was profile 1, by/)).toBeVisible();
  answers[`POST ${path}`] = profile(3);
  await dialog.getByRole('button', { name: 'Seen, go on with mine' }).click();
  await confirm.click();
  await expect.poll(() => calls).toHaveLength(2);
  expect(calls.map(({ body }) => body)).toMatchObject([
    { if_previous: { profile_id: 'prof_1' } },
    { if_previous: { profile_id: 'prof_2' } },
  ]);
});

test('what people review is a part of it @whole', async () => {
  const calls = await open({ ...reads([]), [`POST ${path}`]: profile(1) });
  await choose('Adverse');
  await dialog.getByLabelText('Below a confidence of').fill('0.6');
  await dialog.getByLabelText('Two persons decide').click();
  await dialog.getByRole('button', { name: 'Add a reason' }).click();
  await dialog.getByLabelText('Code of reason 1').fill('R1');
  await dialog.getByLabelText('Words of reason 1').fill('Income not shown');
  await confirm.click();
  await expect
    .poll(() => calls.map(({ body }) => body))
    .toMatchObject([
      {
        profile: {
          review: {
            below: 0.6,
            undecided: false,
            second_person: true,
            sample_percent: 0,
            blind_percent: 0,
            due_hours: null,
            reason_codes: [{ code: 'R1', label: 'Income not shown' }],
          },
        },
      },
    ]);
});

test('a group is named by its path, and a number is cut into bands @whole', async () => {
  const calls = await open({ ...reads([]), [`POST ${path}`]: profile(1) });
  await choose('Adverse');
  await dialog.getByRole('button', { name: 'Add a group' }).click();
  const group = dialog.getByRole('group', { name: 'Group 2' });
  await group.getByRole('combobox', { name: /^Path in the record/ }).fill('/input/age');
  await group.getByLabelText('Bands').fill('25; 40');
  await expect.element(group.getByText('< 25 · 25–39 · ≥ 40')).toBeVisible();
  await group.getByLabelText('Reference').fill('≥ 40');
  await userEvent.keyboard('{Escape}');
  await confirm.click();
  await expect
    .poll(() => calls.map(({ body }) => body))
    .toMatchObject([
      {
        profile: {
          groups: [
            proposal.groups[0],
            { name: 'age', path: '/input/age', bands: [25, 40], reference: '≥ 40' },
          ],
        },
      },
    ]);
});

test('a rule is added as it is said, changed to another kind, and taken out @whole', async () => {
  const calls = await open({ ...reads([]), [`POST ${path}`]: profile(1) });
  await choose('Adverse');
  const add = dialog.getByRole('button', { name: 'Add a rule' });
  await add.click();
  const first = dialog.getByRole('group', { name: 'Rule 1' });
  await first.getByRole('combobox', { name: /^Groups/ }).click({ force: true });
  await page.getByRole('option', { name: 'race' }).click();
  await userEvent.keyboard('{Escape}');
  await first.getByLabelText(/^Broken below/).fill('five');
  await add.click();
  const second = dialog.getByRole('group', { name: 'Rule 2' });
  await second.getByRole('combobox', { name: 'What has to hold' }).click();
  await page.getByRole('option', { name: 'Decisions keep coming' }).click();
  await second.getByLabelText(/^Broken after hours/).fill('36');
  await confirm.click();
  await expect.element(first.getByText('A fraction of at most 1, such as 4/5')).toBeVisible();
  expect(calls).toEqual([]);
  await first.getByLabelText(/^Broken below/).fill('3/4');
  await add.click();
  await dialog.getByRole('button', { name: 'Remove rule 3' }).click();
  await confirm.click();
  await expect
    .poll(() => calls.map(({ body }) => body))
    .toMatchObject([
      {
        profile: {
          rules: [
            {
              id: 'rule-1',
              kind: 'impact_ratio',
              window: '30d',
              groups: ['race'],
              below: [3, 4],
              chance: false,
            },
            { id: 'rule-2', kind: 'silence', hours: 36 },
          ],
        },
      },
    ]);
});
