/** The address of the queue: by when things are due unless it says otherwise. */
import { expect, test } from 'vitest';
import { parseReviewSearch } from './search.ts';

test.each([
  [{}, {}],
  [
    { reason: 'escalated', assignee: 'usr_1', offset: '50' },
    { reason: 'escalated', assignee: 'usr_1', offset: 50 },
  ],
  [{ record: 'rec_1' }, { record: 'rec_1' }],
  [{ by: 'decisions' }, { by: 'decisions' }],
  [{ by: 'decisions', review: 'waiting' }, { by: 'decisions' }],
  // Addresses that were kept before.
  [{ review: 'escalated' }, { by: 'decisions', review: 'escalated' }],
  [
    { q: 'Finn', order: 'desc' },
    { by: 'decisions', q: 'Finn', order: 'desc' },
  ],
])('%j', (raw, read) => {
  expect(parseReviewSearch(raw)).toEqual(read);
});
