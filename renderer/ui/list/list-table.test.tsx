import { useState } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { prefer } from '../../state/preferences.ts';
import { draw } from '../../testing/draw.tsx';
import { defineTable } from './define-list.ts';
import { ListTable, type ListTableProps } from './list-table.tsx';
import { givenRows } from './row-source.ts';
import { menuOf, useTable } from './use-table.ts';

interface Order {
  readonly id: string;
  readonly buyer: string;
  readonly amount: number;
  readonly currency: string;
  readonly lines: readonly string[];
  /** The line that a `tr` draws. */
  readonly line?: string;
}

const first: Order = {
  id: 'a',
  buyer: 'Ann',
  amount: 1,
  currency: 'USD',
  lines: ['pen', 'ink'],
};
const orders: readonly Order[] = [
  first,
  { id: 'b', buyer: 'Ben', amount: 2.5, currency: 'USD', lines: ['cup'] },
  { id: 'c', buyer: 'Cem', amount: 3, currency: 'USD', lines: ['mat'] },
];

const ordersTable = defineTable<Order, null>()(
  {
    id: 'orders',
    rowId: ({ id }) => id,
    columns: {
      id: { path: '/id', onlyInFiles: true },
      buyer: { path: '/buyer', identity: true, kept: true },
      amount: { path: '/amount', form: 'money', about: 'about.amount' },
      currency: { path: '/currency', title: 'the currency', onlyInFiles: 'amount' },
      line: { path: '/line', title: 'the line', titleInFiles: 'the line, named' },
      open: { fixed: true, isSilent: true },
    },
  },
  (_, key) => key,
);

type Shown = Partial<ListTableProps<Order, null>> & { readonly rows?: readonly Order[] };

function Orders({ rows = orders, ...props }: Shown) {
  const table = useTable(ordersTable, givenRows(rows), null);
  const [openId, setOpenId] = useState<string>();
  const open = ({ id }: Order) => (
    <button type="button" data-opens onClick={() => setOpenId(id)}>
      Open {id}
    </button>
  );
  const files = menuOf(table, { title: 'Orders' }).columns.fileColumns;
  return (
    <>
      <ListTable
        table={table}
        title="Orders"
        draw={{ open }}
        openId={openId}
        renderBeneath={({ id }) => id === openId && <p>Beneath {id}</p>}
        {...props}
      />
      <output>{files.map(({ title, shown }) => (shown ? title : `(${title})`)).join()}</output>
    </>
  );
}

const keys = { noun: 'jobs', idName: 'Id', total: 3 } as const;
const parts = (row: Order) => row.lines.map((line) => ({ ...row, line }));
const grid = page.getByRole('grid', { name: 'Orders' });
const heads = () =>
  page
    .getByRole('columnheader')
    .elements()
    .map((head) => head.textContent || head.ariaLabel);
const lines = () =>
  [...document.querySelectorAll('tbody tr')].map((line) =>
    [...line.querySelectorAll('td, th')].map((cell) => cell.textContent).join('|'),
  );
const files = () => document.querySelector('output')?.textContent;

afterEach(() => prefer({ columns: {} }));

describe('a table by its description', () => {
  test('draws its columns, the last one for what can be done', async () => {
    await draw(<Orders parts={parts} />);
    expect(heads()).toEqual(['column.buyer', 'column.amount', 'the line', 'column.open']);
    expect(lines()).toEqual([
      'Ann|$1.00 USD|pen|Open a',
      'Ann|$1.00 USD|ink|Open a',
      'Ben|$2.50 USD|cup|Open b',
      'Cem|$3.00 USD|mat|Open c',
    ]);
    expect(page.getByRole('rowheader').elements()).toHaveLength(4);
    expect(document.querySelector('th[title="about.amount"]')?.textContent).toBe('column.amount');
  });

  test('holds more in a file, as its columns stand', async () => {
    await draw(<Orders />);
    expect(files()).toBe('column.id,column.buyer,column.amount,the currency,the line, named');
  });

  test('leaves out what is hidden and moves what was moved, in the file too; what is kept stays', async () => {
    const order = ['line', 'amount', 'buyer', 'open'];
    prefer({ columns: { orders: { order, hidden: ['amount', 'buyer'], sizes: {}, pinned: [] } } });
    await draw(<Orders />);
    expect(heads()).toEqual(['the line', 'column.buyer', 'column.open']);
    expect(files()).toBe('column.id,the line, named,(column.amount),(the currency),column.buyer');
  });

  test('sums under its columns, and nothing where none of them is shown', async () => {
    const foot = { title: 'Sum', cells: { amount: '6.50' } };
    const { rerender } = await draw(<Orders foot={foot} />);
    expect(document.querySelector('tfoot')?.textContent).toBe('Sum6.50');
    await rerender(<Orders foot={{ title: 'Sum', cells: { gone: '6.50' } }} />);
    expect(document.querySelector('tfoot tr')).toBeNull();
  });

  test('says what stands in place of no rows', async () => {
    await draw(<Orders rows={[]} empty={<p>No orders</p>} />);
    await expect.element(page.getByText('No orders')).toBeVisible();
    expect(document.querySelector('table')).toBeNull();
  });
});

describe('rows with keys', () => {
  test('have a cursor over rows, whatever lines they take', async () => {
    await draw(<Orders parts={parts} keys={keys} />);
    grid.element().focus();
    await userEvent.keyboard('j');
    expect(document.querySelectorAll('[data-row="0"][data-current]')).toHaveLength(2);
    await userEvent.keyboard('j');
    expect(document.querySelectorAll('[data-current]')).toHaveLength(1);
    expect(grid.element().getAttribute('aria-activedescendant')).toBe('orders-row-1');
  });

  test('are selected, with the bar beneath, until Escape', async () => {
    await draw(<Orders keys={keys} />);
    grid.element().focus();
    await userEvent.keyboard('jx{Shift>}J{/Shift}');
    await expect.element(page.getByText('2 selected')).toBeVisible();
    expect(document.querySelectorAll('[aria-selected="true"]')).toHaveLength(2);
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('toolbar')).not.toBeInTheDocument();
  });

  test('are opened beneath themselves by Enter', async () => {
    await draw(<Orders keys={keys} />);
    grid.element().focus();
    await userEvent.keyboard('jj{Enter}');
    await expect.element(page.getByText('Beneath b')).toBeVisible();
    expect(document.querySelector('[data-shown]')?.nextElementSibling?.textContent).toBe(
      'Beneath b',
    );
  });

  test('are open beneath themselves, as many as are drawn, and nothing stands beneath the others', async () => {
    const renderBeneath = ({ id }: Order) => id !== 'b' && <p>Beneath {id}</p>;
    await draw(<Orders keys={keys} renderBeneath={renderBeneath} />);
    expect(document.querySelectorAll('[data-under]')).toHaveLength(2);
    expect(document.querySelector('[data-row="1"]')?.nextElementSibling).toBe(
      document.querySelector('[data-row="2"]'),
    );
  });

  test('of a table that fills its place are scrolled beneath their heads, to the one that is open', async () => {
    const many = Array.from({ length: 60 }, (_, place) => ({ ...first, id: `order ${place}` }));
    await draw(
      <div style={{ height: 200 }}>
        <Orders rows={many} keys={keys} fills openId="order 50" />
      </div>,
    );
    await expect.element(page.getByText('Open order 50')).toBeInViewport();
    const head = page.getByRole('columnheader', { name: 'column.buyer' });
    await expect.element(head).toBeInViewport();
  });

  test('have a menu with what they can be narrowed to', async () => {
    const filtersOf = ({ buyer }: Order) => [{ label: `Buyer: ${buyer}`, run: () => undefined }];
    await draw(<Orders keys={{ ...keys, filtersOf }} />);
    await page.getByText('Cem').click({ button: 'right' });
    await expect.element(page.getByRole('menuitem', { name: 'Buyer: Cem' })).toBeVisible();
    await expect.element(page.getByRole('menuitem', { name: /^Open/ })).toBeVisible();
  });
});
