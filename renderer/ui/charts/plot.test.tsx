import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../testing/draw.tsx';
import { heatPlan } from './heat.ts';
import { HeatColumns } from './heat-columns.tsx';
import { Plot } from './plot.tsx';
import { ticks } from './scale.ts';
import { Legend, StackedColumns } from './stacked-columns.tsx';

const days = ['Monday', 'Tuesday', 'Wednesday'];

const marks = days.map((day) => ({
  id: day,
  words: `${day}: 3 reads`,
  name: day,
  href: `#/decisions?q=${day}`,
}));

function Reads({ table }: { table?: boolean }) {
  return (
    <Plot
      label="Reads by day"
      keys="Days"
      marks={marks}
      scale={ticks(4, 2).map((value) => ({ at: value / 4, name: `${value} reads`, hasLine: true }))}
      height={10}
      renderReading={(place) => (place === undefined ? 'Point at a day' : `Read: ${days[place]}`)}
      renderLegend={(place) => (
        <Legend
          parts={[{ tone: 'time', name: 'Hours', value: place === undefined ? undefined : '7' }]}
        />
      )}
      table={table === true ? <p>Three days</p> : undefined}
    >
      <StackedColumns
        top={4}
        columns={days.map((id) => ({
          id,
          parts: [
            { tone: 'time', value: 1 },
            { tone: 'record', value: 2 },
          ],
        }))}
      />
    </Plot>
  );
}

test('says in a sentence what it shows, and what its scale is', async () => {
  await draw(<Reads />);
  await expect.element(page.getByRole('img', { name: 'Reads by day' })).toBeVisible();
  await expect.element(page.getByText('4 reads', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Point at a day')).toBeVisible();
});

test('is one stop of the Tab key, and the arrows go along its columns', async () => {
  await draw(<Reads />);
  const links = page.getByRole('list', { name: 'Days' }).getByRole('link');
  await userEvent.tab();
  await expect.element(links.nth(2)).toHaveFocus();
  await expect.element(page.getByText('Read: Wednesday')).toBeVisible();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(links.nth(2)).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(links.nth(1)).toHaveFocus();
  await expect.element(page.getByText('Read: Tuesday')).toBeVisible();
  await expect.element(page.getByText('7', { exact: true })).toBeVisible();
  await userEvent.keyboard('{Home}');
  await expect.element(links.nth(0)).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(links.nth(2)).toHaveFocus();
  await userEvent.tab();
  await expect.element(links.nth(2)).not.toHaveFocus();
});

test('each column says what it holds, and leads to the list behind it', async () => {
  await draw(<Reads />);
  const link = page.getByRole('link', { name: 'Tuesday: 3 reads' });
  await expect.element(link).toHaveAttribute('href', '#/decisions?q=Tuesday');
});

test('the parts of a column stand on each other, each as high as its value', async () => {
  await draw(<Reads />);
  const drawing = page.getByRole('img', { name: 'Reads by day' }).element();
  const [lower, upper] = [...drawing.querySelectorAll('g:first-of-type rect')].map((part) =>
    part.getBoundingClientRect(),
  );
  const { height, bottom } = drawing.getBoundingClientRect();
  expect(lower?.height).toBeCloseTo(height / 4, 0);
  expect(lower?.bottom).toBeCloseTo(bottom, 0);
  expect(upper?.height).toBeCloseTo(height / 2, 0);
  expect(upper?.bottom).toBeCloseTo(lower?.top ?? 0, 0);
});

test('the same figures are had as a table', async () => {
  await draw(<Reads table />);
  await expect.element(page.getByText('Three days')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Show as a table' }).click();
  await expect.element(page.getByText('Three days')).toBeVisible();
  await page.getByRole('button', { name: 'Hide the table' }).click();
  await expect.element(page.getByText('Three days')).not.toBeInTheDocument();
});

test('cells are the darker the more they hold', async () => {
  const plan = heatPlan(2, 1);
  await draw(
    <svg role="img" aria-label="Cells" style={{ height: `${plan.height}rem` }}>
      <HeatColumns plan={plan} columns={[{ id: 'a', total: 5, cells: [0, 5] }]} />
    </svg>,
  );
  const cells = page.getByRole('img', { name: 'Cells' }).element().querySelectorAll('[data-level]');
  expect([...cells].map((cell) => cell.getAttribute('data-level'))).toEqual(['0', '5']);
});
