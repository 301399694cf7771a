/** What a column finds in a row. */
import { expect, it } from 'vitest';
import { pointer } from '../../shared/json-pointer.ts';
import { localTimes } from '../../shared/local-time.ts';
import { columnReaders } from './row-values.ts';

const row = {
  list: [{ x: 1 }, 'y', { x: [2] }, {}],
  'a/b': { '~': [10, { c: 'x' }] },
  at: '2026-07-01T00:00:00Z',
  day: '2026-07-01',
};

it.each([
  ['', row],
  ['/a~1b/~0/0', 10],
  ['/a~1b/~0/1/c', 'x'],
  ['/a~1b/~0/7', undefined],
  ['/a~1b/~0/length', 2],
  ['/at/length', undefined],
  ['/constructor', undefined],
  ['/list/x', [1, [2]]],
  ['/list/y', undefined],
])('%s', (path, found) => {
  expect(pointer(path)(row)).toEqual(found);
});

it('writes instants in the zone of the file, and nothing else', () => {
  const columns = (['instant', 'text'] as const).flatMap((kind) => [
    { key: `at-${kind}`, title: 'At', path: '/at', kind },
    { key: `day-${kind}`, title: 'Day', path: '/day', kind },
  ]);
  const readers = columnReaders(columns, localTimes('Europe/Berlin'));
  expect(readers.map(({ cell }) => cell(row))).toEqual([
    '2026-07-01T02:00:00+02:00',
    '2026-07-01',
    '2026-07-01T00:00:00Z',
    '2026-07-01',
  ]);
});
