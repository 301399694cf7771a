/**
 * The tab on which a dataset is protected: what was found, what is undecided, who is alone, what leaves; and how it looks without.
 * @push
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { datasetSchema } from '../../../../shared/contract/datasets.ts';
import { speak } from '../../../i18n/index.ts';
import { answerApi, refusal } from '../../../testing/api.ts';
import { draw } from '../../../testing/draw.tsx';
import { peopleReads } from '../../../testing/people.ts';
import { ProtectionTab } from './protection-tab.tsx';

const at = '2026-01-01T09:00:00.000Z';
const draft = {
  dataset_id: 'wards',
  name: 'Wards',
  holder_id: 'clinic',
  status: 'draft',
  access: null,
  kinds: [],
  operations: [],
  policy_version: null,
  record_count: 3,
  total_bytes: 30,
  field_count: 2,
  session_count: 0,
  active_session_count: 0,
  created_at: at,
  last_appended_at: at,
};
const found = {
  types: ['string'],
  distinct: 3,
  missing: 0,
  longest: 9,
};
const analysis = {
  dataset_id: 'wards',
  analysed_at: at,
  is_current: true,
  asked: { quasi_identifiers: ['age'] },
  records: 3,
  is_complete: true,
  entity: null,
  fields: [
    {
      ...found,
      address: 'age',
      found: [],
      class: 'age',
      proposal: { method: 'generalize', bucket_size: 10, top: 90 },
    },
    {
      ...found,
      address: 'contact',
      found: [{ kind: 'email', rows: 3 }],
      class: 'email',
      proposal: { method: 'withheld' },
    },
  ],
  class_sizes: {
    quasi_identifiers: ['age'],
    records: 3,
    least_k: 1,
    alone: 3,
    below_five: 3,
    histogram: [{ size: 1, classes: 3 }],
  },
  hardly_changed: [{ address: 'age', before: 3, after: 2 }],
};
const fields = ['age', 'contact'].map((path) => ({ path, types: ['string'] }));
const preview = {
  before: [{ record_id: 'rec_1', age: 41, contact: 'a@example.test' }],
  after: [{ record_id: 'rec_9', age: '40–49' }],
  undecided: ['age', 'contact'],
};
const none = { data: [], pagination: { total: 0, limit: 100, offset: 0, has_more: false } };
const policy = {
  policy_id: 'pol_1',
  version: 2,
  policy: { fields: { contact: { method: 'hash' } } },
  published_at: at,
  effective_at: at,
  withdrawn_at: null,
  signature: null,
};

async function show(changes: object = {}, answers: Readonly<Record<string, unknown>> = {}) {
  const sent = answerApi({
    ...peopleReads([]),
    'GET /datasets/wards/analysis': { analysis },
    'GET /datasets/wards/fields': { fields },
    'POST /datasets/wards/preview': preview,
    'GET /grants': none,
    ...answers,
  });
  const dataset = datasetSchema.parse({ ...draft, ...changes });
  const drawn = await draw(<ProtectionTab dataset={dataset} onImport={() => undefined} />);
  return { sent, drawn };
}
const row = (name: RegExp) => page.getByRole('row', { name });

beforeEach(() => sessionStorage.clear());
afterEach(async () => {
  vi.restoreAllMocks();
  await speak('en', 'iso', ['en']);
});

describe('A draft', () => {
  test('tells what was found, what is undecided, and who is alone; a proposal is taken', async () => {
    await show();
    await expect.element(page.getByText('2 fields are withheld until you decide')).toBeVisible();
    await expect.element(page.getByText('3 rows are alone in age')).toBeVisible();
    await expect
      .element(page.getByText(/hardly changes it; values that stay apart: 2 of 3/))
      .toBeVisible();
    await expect.element(row(/contact.*E-mail in 3 rows/)).toBeVisible();
    await expect.element(row(/41 40–49/)).toBeVisible();
    await page.getByRole('button', { name: 'Take: Withheld' }).click();
    await expect.element(page.getByText('1 field is withheld until you decide')).toBeVisible();
    await page.getByRole('button', { name: 'Take all proposals' }).click();
    await expect.element(page.getByText(/until you decide/)).not.toBeInTheDocument();
    await expect
      .element(page.getByLabelText('How age leaves', { exact: true }))
      .toHaveValue('generalize');
  });

  test('is kept in this window until it is given up', async () => {
    const { drawn } = await show();
    await page.getByLabelText('How contact leaves', { exact: true }).selectOptions('Readable');
    await expect
      .poll(() => Object.keys(sessionStorage).filter((key) => key.startsWith('policy:')).length)
      .toBe(1);
    await drawn.unmount();
    await show();
    const chosen = page.getByLabelText('How contact leaves', { exact: true });
    await expect.element(chosen).toHaveValue('clear');
    await page.getByRole('button', { name: 'Give up the changes' }).click();
    await expect.element(chosen).toHaveValue('');
  });

  test('without rows asks for them, and says in German what it is about', async () => {
    await speak('de', 'language', []);
    await show({ record_count: 0 });
    await expect.element(page.getByText('Importieren Sie zuerst Zeilen')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Zeilen importieren' })).toBeVisible();
  });

  test('whose rows were not analysed has its fields all the same', async () => {
    const { sent } = await show({}, { 'GET /datasets/wards/analysis': { analysis: null } });
    await expect.element(page.getByText(/were not analysed yet/)).toBeVisible();
    await expect.element(row(/^contact/)).toBeVisible();
    await page.getByRole('button', { name: 'Analyse the rows' }).click();
    await expect
      .poll(() => sent.filter(({ call }) => call === 'POST /datasets/wards/analysis').length)
      .toBe(1);
  });
});

test('A published policy has nothing to publish until something is decided, and its announcement to withdraw', async () => {
  const announced = { ...policy, policy_id: 'pol_2', version: 3 };
  await show(
    { status: 'active', policy_version: 2, access: 'on_request' },
    {
      'GET /datasets/wards/policy': {
        dataset_id: 'wards',
        in_force: policy,
        announced,
        latest: 3,
      },
    },
  );
  await expect.element(page.getByText(/Version 3 is announced/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Withdraw…' })).toBeVisible();
  const publish = page.getByRole('button', { name: 'Publish…' });
  await expect.element(publish).toBeDisabled();
  await page.getByLabelText('How contact leaves', { exact: true }).selectOptions('Withheld');
  await expect.element(publish).toBeEnabled();
  await expect.element(page.getByText(/not published/)).toBeVisible();
});

test('What could not be read is told', async () => {
  await show({}, { 'GET /datasets/wards/fields': refusal(500, 'internal_error', 'It broke.') });
  await expect.element(page.getByText('The policy could not be read')).toBeVisible();
});

test('Of 300 fields 200 are drawn, and the others found by name', async () => {
  const many = Array.from({ length: 300 }, (_, index) => ({
    path: `field_${index}`,
    types: ['number'],
  }));
  await show(
    {},
    {
      'GET /datasets/wards/fields': { fields: many },
      'GET /datasets/wards/analysis': { analysis: null },
    },
  );
  await expect.element(page.getByText('100 more fields: find them by name.')).toBeVisible();
  await page.getByLabelText('Find a field').fill('field_299');
  await expect.element(row(/^field_299/)).toBeVisible();
});
