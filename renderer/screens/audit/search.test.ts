/** The address of the audit log becomes the filter of the API. */
import { expect, test } from 'vitest';
import { filterOfSearch, parseAuditSearch } from './search.ts';

test('what cannot be read is left out', () => {
  expect(
    parseAuditSearch({
      q: '  req_1 ',
      action: 'shred',
      outcome: 'refused',
      from: '2026-13-01',
      offset: '200',
      event: '0',
    }),
  ).toEqual({ q: 'req_1 ', outcome: 'refused', offset: 200 });
});

test('days are whole, the last one included', () => {
  expect(
    filterOfSearch({
      from: '2026-01-01',
      to: '2026-01-31',
      operation: 'getRecord',
      object: 'rec_1',
      offset: 100,
      event: 4,
    }),
  ).toEqual({
    from: '2026-01-01T00:00:00.000Z',
    to: '2026-02-01T00:00:00.000Z',
    operation_id: 'getRecord',
    object_id: 'rec_1',
  });
  expect(filterOfSearch({ q: 'req_1 ' })).toEqual({ q: 'req_1' });
  expect(filterOfSearch({})).toEqual({});
});
