/** Addresses of the models screens: what cannot be read is left out. */
import { expect, test } from 'vitest';
import { parseModelSearch, parseModelsSearch } from './search.ts';

test('the list keeps its text and order', () => {
  expect(parseModelsSearch({ q: 'a', sort: 'version', order: 'desc' })).toEqual({
    q: 'a',
    sort: 'version',
    order: 'desc',
  });
  expect(parseModelsSearch({ q: '', sort: 4, order: 'up' })).toEqual({});
});

test('a card keeps its version, tab and comparison', () => {
  expect(parseModelSearch({ version: '1.10.0', tab: 'versions', compare: '1.9.0' })).toEqual({
    version: '1.10.0',
    tab: 'versions',
    compare: '1.9.0',
  });
  expect(parseModelSearch({ version: '1.0', tab: 'card', compare: 'x' })).toEqual({});
});
