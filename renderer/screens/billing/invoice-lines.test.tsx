/** Names of lines: what a person named is in no language that is known, and hides nothing. */
import { expect, test } from 'vitest';
import { draw } from '../../testing/draw.tsx';
import { LineName } from './invoice-lines.tsx';

const line = { description: 'Gebühr\u202e', amount: 5, dimension: null, volume: null, rate: null };
async function nameOf(
  kind: 'fee' | 'adjustment' | 'charge' | 'prepayment' | 'minimum' | 'credit',
): Promise<string> {
  const { container } = await draw(<LineName line={{ ...line, kind, unit: null }} />);
  return container.innerHTML;
}

test.each(['fee', 'adjustment', 'charge', 'prepayment'] as const)(
  'a line of the kind %s is as it was named',
  async (kind) => {
    expect(await nameOf(kind)).toBe('Gebühr▯');
  },
);

test.each(['minimum', 'credit'] as const)('a line of the kind %s is English', async (kind) => {
  expect(await nameOf(kind)).toBe('<span lang="en">Gebühr▯</span>');
});
