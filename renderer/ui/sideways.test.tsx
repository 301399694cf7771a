/** What has no room and nothing to focus is scrolled by the keyboard itself. */
import { expect, test } from 'vitest';
import { draw } from '../testing/draw.tsx';
import { Sideways } from './sideways.tsx';

const drawn = async (width: number, children?: React.ReactNode) => {
  const screen = await draw(
    <div style={{ width: 200 }}>
      <Sideways data-testid="scroller">
        <div style={{ width }}>Text {children}</div>
      </Sideways>
    </div>,
  );
  return screen.getByTestId('scroller');
};

test('a wide text can be focused', async () => {
  await expect.element(await drawn(400)).toHaveAttribute('tabindex', '0');
});

test.each([
  ['has room', 100, false],
  ['has a button in it', 400, true],
])('one that %s cannot', async (_what, width, hasButton) => {
  const scroller = await drawn(width, hasButton && <button type="button">Act</button>);
  await expect.element(scroller).toBeVisible();
  await expect.element(scroller).not.toHaveAttribute('tabindex');
});
