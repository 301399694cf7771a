/** Measures in cells and lines: where a value, its interval and its marks are drawn. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../testing/draw.tsx';
import { BandLine, runsOf } from './band-line.tsx';
import { Events } from './events.tsx';
import { IntervalRow, placeOn } from './interval-row.tsx';
import { MeasureBar, ShareBar } from './share-bar.tsx';

const point = (value: number) => ({ value, low: value - 0.1, high: value + 0.1 });
const drawn = () => page.getByTestId('drawn').element();
const at = (selector: string, name: string) =>
  [...drawn().querySelectorAll(selector)].map((each) => each.getAttribute(name));

test('a place on a scale is between its ends', () => {
  const scale = { from: 0.7, to: 1.1 };
  expect([0.5, 0.7, 0.9, 1.1, 3].map((value) => Number(placeOn(scale, value).toFixed(6)))).toEqual([
    0, 0, 0.5, 1, 1,
  ]);
});

test('a value stands on its interval, and an end beyond the scale has no stop', async () => {
  await draw(
    <div data-testid="drawn">
      <IntervalRow
        scale={{ from: 0.6, to: 1 }}
        value={0.8}
        low={0.7}
        high={1.2}
        shape="diamond"
        marks={[{ at: 0.8, isDashed: true }]}
      />
    </div>,
  );
  expect(at('svg svg', 'x')).toEqual(['25%', '50%']);
  expect(at('g > line', 'x1')).toEqual(['25%']);
  expect(at('g > line', 'x2')).toEqual(['100%']);
  expect(at('svg > line', 'x1')[0]).toBe('50%');
});

test('a line is broken where there is no value', () => {
  const runs = runsOf([point(0.2), undefined, point(0.3), point(0.4), undefined]);
  expect(runs.map(({ from, points }) => [from, points.length])).toEqual([
    [0, 1],
    [2, 2],
  ]);
});

test('the band goes along the upper ends and back along the lower ones', async () => {
  await draw(
    <svg data-testid="drawn">
      <BandLine points={[point(0.2), point(0.4)]} top={0.5} from={0.5} to={1} />
    </svg>,
  );
  expect(at('polyline', 'points')).toEqual(['0.5,60 1.5,20']);
  expect(at('polygon', 'points')).toEqual(['0.5,40 1.5,0 1.5,40 0.5,80']);
  expect(at('svg svg, svg > svg', 'y')).toEqual(['50%']);
});

test('parts of a bar are as wide as their share, and nothing divides by nothing', async () => {
  await draw(
    <div data-testid="drawn">
      <ShareBar
        label="3 of 4"
        parts={[
          { tone: 'favourable', value: 3 },
          { tone: 'adverse', value: 1 },
        ]}
      />
      <ShareBar parts={[{ tone: 'favourable', value: 0 }]} />
    </div>,
  );
  expect(at('rect[data-tone]', 'x')).toEqual(['0%', '75%', '0%']);
  expect(at('rect[data-tone]', 'width')).toEqual(['75%', '25%', '0%']);
  await expect.element(page.getByRole('img', { name: '3 of 4' })).toBeInTheDocument();
});

test('what is undecided is hatched', async () => {
  await draw(
    <div data-testid="drawn">
      <ShareBar parts={[{ tone: 'undecided', value: 1 }]} />
    </div>,
  );
  const [part] = drawn().querySelectorAll('rect[data-tone="undecided"]');
  const pattern = drawn().querySelector('pattern')?.id ?? '';
  expect(part?.getAttribute('style')).toContain(pattern);
});

test('a measure ends at the top of its scale, with the marks below that', async () => {
  await draw(
    <div data-testid="drawn">
      <MeasureBar value={0.4} top={0.3} marks={[{ at: 0.15, isDashed: true }, { at: 0.6 }]} />
    </div>,
  );
  expect(at('rect', 'width')).toEqual(['100%']);
  expect(at('line', 'x1')).toEqual(['50%']);
});

test('what began is marked where it did, and names have room', async () => {
  await draw(
    <svg data-testid="drawn">
      <Events
        columns={100}
        events={[
          { place: 51, name: '2.1.1' },
          { place: 50, name: '2.1.0' },
          { place: 75, name: '3.0.0' },
        ]}
      />
    </svg>,
  );
  expect(at('line', 'x1')).toEqual(['50%', '51%', '75%']);
  expect([...drawn().querySelectorAll('text')].map((text) => text.textContent)).toEqual([
    '2.1.0',
    '3.0.0',
  ]);
});
