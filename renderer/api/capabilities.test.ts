/** What a server lacks and what a key may not is not offered; what is not known is. */
import { expect, test } from 'vitest';
import { canHave } from './capabilities.ts';

test('nothing is hidden while nothing is known', () => {
  expect(canHave('listRecords', null, null)).toBe(true);
});

test('what the server lacks, what the key may not', () => {
  expect(canHave('listRecords', { operations: ['listInvoices'] }, null)).toBe(false);
  expect(canHave('listRecords', { operations: ['listRecords'] }, ['listInvoices'])).toBe(false);
  expect(canHave('listRecords', { operations: ['listRecords'] }, ['listRecords'])).toBe(true);
  expect(canHave('listRecords', null, [])).toBe(false);
});

test('a key that signed in at a server has what the server gives it, also of what the host answers itself', () => {
  expect(canHave('listConnections', null, ['listRecords'])).toBe(false);
  expect(canHave('listConnections', null, ['listConnections'])).toBe(true);
});

test('the key of a server has no say in what this program answers itself', () => {
  expect(canHave('listConnections', { operations: ['listConnections'] }, ['listRecords'])).toBe(
    true,
  );
  expect(canHave('listConnections', { operations: ['listRecords'] }, ['listRecords'])).toBe(false);
});
