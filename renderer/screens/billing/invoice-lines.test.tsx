/** Names of lines: what a person named is in no language that is known, and hides nothing. */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LineName } from './invoice-lines.tsx';

const line = { description: 'Gebühr\u202e', amount: 5, dimension: null, volume: null, rate: null };
const nameOf = (kind: 'fee' | 'adjustment' | 'charge' | 'prepayment' | 'minimum' | 'credit') =>
  renderToStaticMarkup(<LineName line={{ ...line, kind, unit: null }} />);

test.each(['fee', 'adjustment', 'charge', 'prepayment'] as const)(
  'a line of the kind %s is as it was named',
  (kind) => {
    expect(nameOf(kind)).toBe('Gebühr▯');
  },
);

test.each(['minimum', 'credit'] as const)('a line of the kind %s is English', (kind) => {
  expect(nameOf(kind)).toBe('<span lang="en">Gebühr▯</span>');
});
