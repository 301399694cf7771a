/** What a server lacks and what a key may not is not offered; what is not known is. */
import { expect, test } from 'vitest';
import { canHave } from './capabilities.ts';

test('nothing is hidden while nothing is known', () => {
  expect(canHave('listRecords', null, null)).toBe(true);
});

test('what the server lacks, what the key may not', () => {
  expect(canHave('listRecords', ['listInvoices'], null)).toBe(false);
  expect(canHave('listRecords', ['listRecords'], ['listInvoices'])).toBe(false);
  expect(canHave('listRecords', ['listRecords'], ['listRecords'])).toBe(true);
  expect(canHave('listRecords', null, [])).toBe(false);
});

test('the key of a server has no say in what this program answers itself', () => {
  expect(canHave('listConnections', ['listConnections'], ['listRecords'])).toBe(true);
  expect(canHave('listConnections', ['listRecords'], ['listRecords'])).toBe(false);
});
