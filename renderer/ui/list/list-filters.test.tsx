import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../testing/draw.tsx';
import { defineList } from './define-list.ts';
import { FilterDays, FilterSelect } from './list-filters.tsx';
import { listSearch, oneOf, someText } from './list-search.ts';
import { wholeRows } from './row-source.ts';
import { useList } from './use-list.ts';

interface Order {
  readonly id: string;
  readonly kind: string;
}

const kinds = ['new', 'used'] as const;
const parse = listSearch({ kind: oneOf(kinds), id: someText, from: someText, to: someText });

const ordersList = defineList<Order, null>()(
  {
    id: 'orders',
    noun: 'jobs',
    rowId: ({ id }) => id,
    idColumn: 'id',
    filters: {},
    alsoNarrow: ['from', 'to'],
    columns: {
      id: { path: '/id', narrows: 'id' },
      kind: { path: '/kind', codes: kinds, narrows: 'kind' },
    },
  },
  (_, key) => key,
);

const noRows = {
  data: [],
  error: null,
  isPending: false,
  isPlaceholderData: false,
  refetch: () => Promise.reject(new Error('asked again')),
};

function Filters({ address }: { address: Record<string, unknown> }) {
  const [search, show] = useState(() => parse(address));
  const list = useList(ordersList, wholeRows(noRows), { t: null, search, parse, show });
  return (
    <>
      <FilterSelect list={list} member="kind" all="Every kind" />
      <FilterSelect
        list={list}
        member="id"
        label="Of whom"
        all="Everybody"
        choices={[{ value: 'ann', label: 'Ann' }]}
      />
      <FilterDays list={list} members={['from', 'to']} />
      <output>{JSON.stringify(search)}</output>
    </>
  );
}

const address = () => JSON.parse(document.querySelector('output')?.textContent ?? '{}');
const choose = async (field: string, choice: string) => {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: choice }).click();
};

describe('a choice', () => {
  test('is one of the codes of its column: it narrows from the first row on, until all are chosen', async () => {
    await draw(<Filters address={{ offset: 50, to: '2026-01-31' }} />);
    await choose('column.kind', 'kind.used');
    expect(address()).toEqual({ kind: 'used', to: '2026-01-31' });
    await choose('column.kind', 'Every kind');
    expect(address()).toEqual({ to: '2026-01-31' });
  });

  test('that the address has and nobody offers is named as it is', async () => {
    await draw(<Filters address={{ id: 'zoe' }} />);
    const field = page.getByRole('combobox', { name: 'Of whom' });
    await expect.element(field).toHaveValue('zoe');
    await choose('Of whom', 'Ann');
    expect(address()).toEqual({ id: 'ann' });
  });
});

describe('days', () => {
  const wrong = () => document.querySelectorAll('input[aria-invalid="true"]').length;

  test('are wrong where the last comes before the first, and right on one day', async () => {
    const { rerender } = await draw(<Filters address={{ from: '2026-02-01', to: '2026-01-31' }} />);
    expect(wrong()).toBe(2);
    await rerender(<Filters key="one" address={{ from: '2026-02-01', to: '2026-02-01' }} />);
    expect(wrong()).toBe(0);
    await rerender(<Filters key="open" address={{ from: '2026-02-01' }} />);
    expect(wrong()).toBe(0);
  });

  test('are taken away each by itself', async () => {
    await draw(<Filters address={{ from: '2026-02-01', to: '2026-02-03', offset: 50 }} />);
    await page.getByRole('button', { name: /by\.from/ }).click();
    expect(address()).toEqual({ to: '2026-02-03' });
  });
});
