/** Saved views and addresses of before mean what they meant. */
import { expect, test } from 'vitest';
import { viewWithoutOldFilters, withoutOldFilters } from './old-filters.ts';
import { readPreferences } from './preferences.ts';

test('an address without old parameters is left as it is', () => {
  const search = { model_id: 'm', where: '{"outcome":"no"}', q: '1' };
  expect(withoutOldFilters(search)).toBe(search);
  expect(viewWithoutOldFilters('decisions', '?b=1&a=2')).toBe('?b=1&a=2');
});

test('saved views of decisions are read by where; those of other tables have their own parameters', () => {
  const view = { id: '1', name: 'Mine', search: '?policy_id=p&order=asc&min_confidence=0.5' };
  const { views } = readPreferences(
    JSON.stringify({ views: { decisions: [view], review: [view], models: [view] } }),
  );
  const read = {
    ...view,
    search: `?order=asc&where=${encodeURIComponent('{"confidence":{"$gte":0.5},"policy_id":"p"}')}`,
  };
  expect(views).toEqual({ decisions: [read], review: [read], models: [view] });
  expect(readPreferences(JSON.stringify({ views })).views).toEqual(views);
});
