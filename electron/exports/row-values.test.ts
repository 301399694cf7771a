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

it.each(['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati'])(
  'writes days as days in %s',
  (zone) => {
    const due = { due_date: '2026-11-15T00:00:00.000Z', end_date: '2026-10-31T23:59:59.999Z' };
    const columns = ['/due_date', '/end_date', '/absent'].map((path) => ({
      key: path,
      title: path,
      path,
      kind: 'day' as const,
    }));
    const readers = columnReaders(columns, localTimes(zone));
    expect(readers.map(({ cell }) => cell(due))).toEqual(['2026-11-15', '2026-10-31', null]);
    expect(readers.map(({ value }) => value(due))).toEqual(['2026-11-15', '2026-10-31', null]);
  },
);
