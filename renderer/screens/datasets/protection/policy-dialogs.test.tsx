/** The dialogs of a policy through all ways: one rule, the terms, publishing and withdrawing, which the holder's person signs. */
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { policySchema } from '../../../../shared/contract/policies.ts';
import {
  datasetPolicySchema,
  type PolicyVersion,
} from '../../../../shared/contract/policy-routes.ts';
import { jsonObjectOf, type JsonObject } from '../../../../shared/contract/json.ts';
import { factType } from '../../../../shared/ledger/facts.ts';
import { signOut } from '../../../signing/signed-in.ts';
import { answerApi } from '../../../testing/api.ts';
import { checkDialogs } from '../../../testing/dialog-checks.tsx';
import { draw } from '../../../testing/draw.tsx';
import { eva, passphrase, peopleReads, preparedBy } from '../../../testing/people.ts';
import { PublishDialog } from './publish-dialog.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { TermsDialog } from './terms-dialog.tsx';
import { WithdrawPolicyDialog } from './withdraw-policy-dialog.tsx';

const dialog = page.getByRole('dialog');
const dataset = { dataset_id: 'claims', holder_id: 'clinic' };
const holder = { ...eva, role: 'data_holder' as const, holder_id: 'clinic' };
const at = '2026-01-01T00:00:00.000Z';
const hourMs = 3_600_000;

const before = policySchema.parse({
  fields: { ssn: { method: 'withheld' }, age: { method: 'clear' } },
});
const after = policySchema.parse({
  fields: { ssn: { method: 'clear' }, age: { method: 'withheld' } },
});
const tighter = { ...before, fields: { ...before.fields, age: { method: 'withheld' } } };
const version = (number: number, policy: object, changes: Partial<PolicyVersion> = {}) => ({
  policy_id: `pol_0000000000000000000000000${number}`,
  version: number,
  policy,
  published_at: at,
  effective_at: at,
  withdrawn_at: null,
  signature: null,
  ...changes,
});
const published = datasetPolicySchema.parse({
  dataset_id: 'claims',
  in_force: version(1, before),
  announced: null,
  latest: 1,
});
const announced = version(2, after);

const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
const by = { id: eva.person_id, role: 'data_holder' };
const fact = (id: string, set: JsonObject): JsonObject => ({
  by,
  id,
  set,
  table: 'policies',
  type: factType,
});
const written = (number: number, policy: object, hours: number) =>
  preparedBy(
    fact(`pol_0000000000000000000000000${number}`, {
      dataset_id: 'claims',
      effective_at: inHours(hours),
      policy: jsonObjectOf(policy),
      published_at: inHours(0),
      version: number,
    }),
    {},
  );

/** Prepares texts where that is asked for, and answers what is there then. */
const answering =
  (texts: () => Promise<unknown[]>, answer: object) =>
  async (body: object): Promise<unknown> =>
    'prepare' in body ? { texts: await texts(), until: inHours(1) } : answer;

const preview = { before: [], after: [], undecided: [] };

beforeEach(signOut);

checkDialogs([
  {
    name: 'a rule for several fields',
    dialog: (opened, onClose) => (
      <RuleDialog
        datasetId="claims"
        policy={before}
        asked={{ address: undefined, method: 'generalize' }}
        known={['age', 'patient.ssn']}
        opened={opened}
        onClose={onClose}
        onDecide={onClose}
      />
    ),
    field: /^Bucket size/,
    text: '10',
    fill: async () => {
      await dialog.getByRole('combobox', { name: /^Field/ }).fill('patient');
      await userEvent.keyboard('{Tab}');
    },
    call: 'POST /datasets/claims/preview',
    answer: preview,
    body: { policy: { fields: { patient: { method: 'generalize', bucket_size: 10 } } } },
    fault: 'Nennen Sie ein Feld.',
  },
  {
    name: 'the terms',
    dialog: (opened, onClose) => (
      <TermsDialog
        datasetId="claims"
        policy={before}
        known={['age']}
        opened={opened}
        onClose={onClose}
        onDecide={onClose}
      />
    ),
    field: /^Notice/,
    text: '48',
    call: 'POST /datasets/claims/preview',
    answer: preview,
    body: { policy: { notice_hours: 48, fields: { ssn: { method: 'withheld' } } } },
    spoil: () =>
      dialog
        .getByLabelText(/^Ankündigung/)
        .first()
        .fill('-1'),
    fault: 'muss mindestens 0 sein',
  },
  {
    name: 'publishing',
    dialog: (opened, onClose) => (
      <PublishDialog
        dataset={dataset}
        draft={{ policy: after, basedOn: 1 }}
        published={published}
        undecided={0}
        opened={opened}
        onClose={onClose}
        onPublished={onClose}
      />
    ),
    reads: peopleReads([holder]),
    field: /^Passphrase/,
    text: passphrase,
    call: 'PUT /datasets/claims/policy',
    isSigned: true,
    answer: answering(async () => [await written(2, tighter, 0), await written(3, after, 24)], {
      ...published,
      changes: [],
    }),
    body: { based_on: 1, signer: eva.person_id },
    fault: 'Geben Sie die Passphrase des Schlüssels ein.',
  },
  {
    name: 'withdrawing what is announced',
    dialog: (opened, onClose) => (
      <WithdrawPolicyDialog
        dataset={dataset}
        announced={datasetPolicySchema.shape.in_force.parse(announced)}
        opened={opened}
        onClose={onClose}
      />
    ),
    reads: peopleReads([holder]),
    field: /^Passphrase/,
    text: passphrase,
    call: 'DELETE /datasets/claims/policy/scheduled',
    isSigned: true,
    answer: answering(
      async () => [
        await preparedBy(fact(announced.policy_id ?? '', { withdrawn_at: inHours(0) }), {}),
      ],
      published,
    ),
    body: { signer: eva.person_id },
    fault: 'Geben Sie die Passphrase des Schlüssels ein.',
  },
]);

test('What is published is told in words: what holds at once, and what from when on', async () => {
  answerApi(peopleReads([holder]));
  await draw(
    <PublishDialog
      opened
      dataset={dataset}
      draft={{ policy: after, basedOn: 1 }}
      published={published}
      undecided={2}
      onClose={() => undefined}
      onPublished={() => undefined}
    />,
  );
  await expect.element(dialog.getByText('2 fields are withheld until you decide')).toBeVisible();
  const later = dialog.getByRole('region', { name: /^From / });
  await expect.element(later.getByText('Withheld → Readable')).toBeVisible();
  const once = dialog.getByRole('region', { name: 'At once' });
  await expect.element(once.getByText('Readable → Withheld')).toBeVisible();
});
