/**
 * What can be filtered by is found in one menu, and each choice is a step of one address.
 * @push
 */
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { RecordFilter } from '../../../shared/contract/records.ts';
import { answerApi } from '../../testing/api.ts';
import { decisionFacets, decisionHistogram, decisionProfile } from '../../testing/decisions.ts';
import { draw } from '../../testing/draw.tsx';
import { parseSearchText, writeSearchText } from '../../ui/places/search-text.ts';
import { FilterChips } from './filter-chips.tsx';
import { FilterMenu } from './filter-menu.tsx';
import { parseDecisionsSearch } from './search.ts';

beforeEach(() => {
  answerApi({
    'GET /records/facets': decisionFacets,
    'GET /records/histogram': decisionHistogram([10, 20, 30]),
    'GET /models/lending/profiles': decisionProfile,
  });
});

const parameters = ['model', 'created', 'intervention', 'review'] as const;

function Filters({
  start,
  onChange,
}: {
  readonly start: RecordFilter;
  readonly onChange: (filter: RecordFilter) => void;
}) {
  const [filter, setFilter] = useState(start);
  const change = (next: RecordFilter) => {
    setFilter(next);
    onChange(next);
  };
  return (
    <>
      <FilterMenu parameters={parameters} filter={filter} onChange={change} />
      <FilterChips filter={filter} onChange={change} onClear={() => change({})} />
    </>
  );
}

async function drawn(start: RecordFilter = {}) {
  const onChange = vi.fn<(filter: RecordFilter) => void>();
  await draw(<Filters start={start} onChange={onChange} />);
  return onChange;
}

const menu = page.getByRole('button', { name: 'Filter', exact: true });
const option = (name: string) => page.getByRole('option', { name });

/** Opens the menu at a field: by its name, as somebody types it. */
async function ask(field: string): Promise<void> {
  await menu.click();
  await page.getByRole('combobox', { name: 'Filter by…' }).fill(field);
  await userEvent.keyboard('{Enter}');
}

test('"declined, one model, October, confidence below 0.6" is four choices and one address', async () => {
  const changed = await drawn();
  await ask('Model');
  await option('lending 600').click();

  await ask('Outcome');
  await option('declined 150').click();
  await userEvent.keyboard('{Escape}');

  await ask('Decided');
  await page.getByRole('button', { name: 'Oct 2026 30' }).click();

  await ask('Confidence');
  await page.getByRole('textbox', { name: 'Number' }).fill('0.6');
  await page.getByRole('button', { name: 'Apply' }).click();

  expect(changed).toHaveBeenCalledTimes(4);
  const filter = changed.mock.lastCall?.[0] ?? {};
  expect(filter).toEqual({
    model_id: 'lending',
    where:
      '{"confidence":{"$lt":0.6},"decided_at":{"$gte":"2026-10-01T00:00:00.000Z","$lt":"2026-11-01T00:00:00.000Z"},"outcome":"declined"}',
  });
  // Whoever is sent it sees the same.
  expect(parseDecisionsSearch(parseSearchText(writeSearchText({ ...filter })))).toEqual(filter);
  const chips = page.getByRole('group', { name: 'Active filters' });
  for (const text of [
    'Model is lending',
    'Confidence below 0.6',
    'Decided October 2026',
    'Outcome declined',
  ]) {
    await expect.element(chips.getByRole('button', { name: text, exact: true })).toBeVisible();
  }
});

describe('The menu', () => {
  test('offers what every model has, and with a model what its profile reads', async () => {
    await drawn();
    await menu.click();
    await expect.element(option('Confidence')).toBeVisible();
    const names = () =>
      page
        .getByRole('option')
        .elements()
        .map((each) => each.textContent);
    expect(names()).toEqual([
      'Model',
      'Created',
      'Interventions',
      'Review',
      'Class of outcome',
      'Class in effect',
      'Amount',
      'Decided',
      'Confidence',
      'Policy',
      'Changed by people',
      'Looked at by people',
      'Transaction',
    ]);
    await option('Model').click();
    await option('lending 600').click();
    await menu.click();
    await expect.element(option('race')).toBeVisible();
    // Its profile has no amount.
    expect(names()).toEqual([
      'Model',
      'Created',
      'Interventions',
      'Review',
      'Outcome',
      'Class of outcome',
      'In effect',
      'Class in effect',
      'Version',
      'race',
      'income',
      'Decided',
      'Confidence',
      'Policy',
      'Changed by people',
      'Looked at by people',
      'Transaction',
    ]);
  });
});

describe('An editor', () => {
  const lending: RecordFilter = { model_id: 'lending' };
  const whereOf = (changed: Awaited<ReturnType<typeof drawn>>) =>
    changed.mock.calls.map(([filter]) => filter.where);

  test('of values takes each in and out at once, and what is absent alone @whole', async () => {
    const changed = await drawn(lending);
    await ask('Outcome');
    await option('declined 150').click();
    await option('others 2').click();
    await option('declined 150').click();
    await option('is absent 3').click();
    await option('is absent 3').click();
    expect(whereOf(changed)).toEqual([
      '{"outcome":"declined"}',
      '{"outcome":{"$in":["declined",{"other":true}]}}',
      '{"outcome":{"other":true}}',
      '{"outcome":{"$exists":false}}',
      undefined,
    ]);
  });

  test('of values shows what is asked for also where no decision has it @whole', async () => {
    const changed = await drawn({ ...lending, where: '{"outcome":"lost"}' });
    await ask('Outcome');
    await option('lost 0').click();
    expect(whereOf(changed)).toEqual([undefined]);
  });

  test('of a number says what it takes, and refuses what is none', async () => {
    const changed = await drawn({ where: '{"confidence":{"$gte":0.2,"$lte":0.5}}' });
    await ask('Confidence');
    const from = page.getByRole('textbox', { name: 'At least' });
    await expect.element(from).toHaveValue('0.2');
    await expect.element(page.getByRole('combobox', { name: 'And' })).toHaveValue('upTo');
    await from.fill('2');
    await expect.element(page.getByText('From 0 to 1').first()).toBeVisible();
    await page.getByRole('button', { name: 'Apply' }).click();
    expect(changed).not.toHaveBeenCalled();
    await from.fill('');
    await page.getByRole('button', { name: 'Apply' }).click();
    await ask('Confidence');
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    expect(whereOf(changed)).toEqual(['{"confidence":{"$lte":0.5}}', undefined]);
  });

  test('of a time takes typed days, both included @whole', async () => {
    const changed = await drawn();
    await ask('Decided');
    await page.getByRole('textbox', { name: 'From' }).fill('2026-10-05');
    await page.getByRole('textbox', { name: 'To', exact: true }).fill('2026-10-06');
    expect(whereOf(changed).at(-1)).toBe(
      '{"decided_at":{"$gte":"2026-10-05T00:00:00.000Z","$lt":"2026-10-07T00:00:00.000Z"}}',
    );
  });

  test('of a transaction takes it as it is written @whole', async () => {
    const changed = await drawn();
    await ask('Transaction');
    await page.getByRole('textbox', { name: 'Transaction id, exactly' }).fill(' tx_1 ');
    await userEvent.keyboard('{Enter}');
    expect(whereOf(changed)).toEqual(['{"transaction_id":"tx_1"}']);
  });

  test('opens from its chip; a filter that says more goes as a whole', async () => {
    const changed = await drawn({ where: '{"$or":[{"changed":true},{"confidence":1}]}' });
    await page.getByRole('button', { name: /^Further filter/ }).click();
    await expect.element(page.getByText(/more than can be chosen here/)).toBeVisible();
    await page.getByRole('button', { name: /^Remove filter: Further filter/ }).click();
    expect(changed.mock.calls).toEqual([[{}]]);
  });
});
