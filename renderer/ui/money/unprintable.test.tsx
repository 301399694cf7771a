/** What papers cannot print is said while it is typed, with the fonts that would print it; of usual letters nobody is asked. */
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerApi, type SentCall } from '../../testing/api.ts';
import { draw } from '../../testing/draw.tsx';
import { textsIn, Unprintable } from './unprintable.tsx';

afterEach(() => vi.restoreAllMocks());

let sent: readonly SentCall[] = [];
function answering(answer: object): void {
  sent = answerApi({ 'POST /billing/printable': answer });
}

test('of usual letters nobody is asked', async () => {
  answering({ characters: ['x'], fonts: [] });
  await draw(
    <Unprintable texts={textsIn({ name: 'Łódź & Söhne', address: { city: 'Straße' } })} />,
  );
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect([sent, page.getByRole('status').query()]).toEqual([[], null]);
});

test('characters and fonts are named', async () => {
  answering({ characters: ['🚀', '日'], fonts: ['fonts-ipafont-gothic'] });
  await draw(<Unprintable texts={['Lab 🚀', 'usual', '日本']} />);
  const said = page.getByRole('status');
  await expect.element(said).toBeVisible();
  expect(said.element().textContent).toMatch(/^These characters cannot be printed: 🚀 日/);
  expect(said.element().textContent).toContain('fonts-ipafont-gothic');
  expect(sent.map(({ body }) => body)).toEqual([{ texts: ['Lab 🚀\n日本'] }]);
});

test('nothing is said of what can be printed', async () => {
  answering({ characters: [], fonts: [] });
  await draw(<Unprintable texts={['日本']} />);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(page.getByRole('status').query()).toBeNull();
});
