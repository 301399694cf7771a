/** The brush of a chart: columns next to each other are selected by dragging, or by the arrows with Shift held. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '../../testing/draw.tsx';
import { Plot } from './plot.tsx';
import type { BrushRange } from './use-brush.ts';

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday'];
const links = page.getByRole('list', { name: 'Days' }).getByRole('link');

// Every file draws on the same page: nothing is pointed at that one before left the pointer on, or one after draws.
const pointAway = () => userEvent.hover(document.body, { position: { x: 0, y: 0 } });
beforeEach(pointAway);
afterEach(pointAway);

async function drawn(): Promise<readonly BrushRange[]> {
  const told: BrushRange[] = [];
  await draw(
    <Plot
      label="Reads by day"
      keys="Days"
      marks={days.map((day) => ({
        id: day,
        words: day,
        name: day,
        href: `#/decisions?q=${day}`,
      }))}
      scale={[]}
      height={5}
      renderReading={() => 'Point at a day'}
      renderLegend={() => null}
      onBrush={(range) => told.push(range)}
    >
      <rect width="100%" height="100%" />
    </Plot>,
  );
  location.hash = '';
  return told;
}

test('the arrows extend it while Shift is held, and it is told as Shift goes up', async () => {
  const told = await drawn();
  await userEvent.tab();
  await expect.element(links.nth(3)).toHaveFocus();
  await userEvent.keyboard('{Shift>}{ArrowLeft}{ArrowLeft}');
  expect(told).toEqual([]);
  await userEvent.keyboard('{/Shift}');
  expect(told).toEqual([[1, 3]]);
  await expect.element(links.nth(1)).toHaveFocus();
});

test('Escape gives it up', async () => {
  const told = await drawn();
  await userEvent.tab();
  await userEvent.keyboard('{Shift>}{ArrowLeft}{Escape}{/Shift}');
  expect(told).toEqual([]);
});

test('a drag selects from where it began to where it ends, either way, and opens no link', async () => {
  const told = await drawn();
  await userEvent.dragAndDrop(links.nth(2).element(), links.nth(0).element());
  expect(told).toEqual([[0, 2]]);
  expect(location.hash).toBe('');
});

test('a press on one column is its link', async () => {
  const told = await drawn();
  await links.nth(1).click();
  expect(told).toEqual([]);
  expect(location.hash).toBe('#/decisions?q=Tuesday');
  location.hash = '';
});
