/** A view is its address: what the address says is what is asked for, and the other way round. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSearchText, writeSearchText } from '../../ui/places/search-text.ts';
import { inspectorTabs } from './inspector-tabs.ts';
import { filterOf, isFiltered, orderOf, parseDecisionsSearch } from './search.ts';

const fromAddress = (text: string) => parseDecisionsSearch(parseSearchText(text));

describe('an address', () => {
  test('gives typed filters', () => {
    expect(
      fromAddress(
        '?model_id=credit-scorer&start_date=2026-01-01&has_intervention=false&order=asc&record=rec_1&tab=chain',
      ),
    ).toEqual({
      model_id: 'credit-scorer',
      start_date: '2026-01-01',
      has_intervention: false,
      order: 'asc',
      record: 'rec_1',
      tab: 'chain',
    });
  });

  test('leaves out what it cannot read', () => {
    expect(fromAddress('?start_date=2026-02-30&order=sideways&q=&page=4&tab=x')).toEqual({});
  });

  test('keeps a model named like a number or a word of JSON', () => {
    expect(fromAddress('?model_id=42&q=true')).toEqual({ model_id: '42', q: 'true' });
  });
});

describe('an address of before', () => {
  test('says by where what its own parameters said', () => {
    expect(
      fromAddress(
        '?model_id=m&policy_id=true&transaction_id=7&min_confidence=0.25&max_confidence=1&order=asc',
      ),
    ).toEqual({
      model_id: 'm',
      where: '{"confidence":{"$gte":0.25,"$lte":1},"policy_id":"true","transaction_id":"7"}',
      order: 'asc',
    });
  });

  test('leaves out what it cannot read, and what a newer word says', () => {
    expect(fromAddress('?min_confidence=2&max_confidence=x&policy_id=')).toEqual({});
    expect(fromAddress('?policy_id=p&where={"policy_id":"q","changed":true}')).toEqual({
      where: '{"changed":true,"policy_id":"q"}',
    });
  });
});

test('a filter leaves out order and record', () => {
  const search = fromAddress('?model_id=a&order=asc&record=rec_1');
  expect(filterOf(search)).toEqual({ model_id: 'a' });
  expect(orderOf(search)).toBe('asc');
  expect(orderOf({})).toBe('desc');
  expect(isFiltered(filterOf({ order: 'asc', record: 'rec_1' }))).toBe(false);
});

test('equal filters have equal member order, whatever order the address had', () => {
  const one = filterOf(fromAddress('?where={}&model_id=m&q=x'));
  const other = filterOf(fromAddress('?q=x&model_id=m&where={}'));
  expect(JSON.stringify(one)).toBe(JSON.stringify(other));
});

test('every view survives its address', () => {
  const word = fc
    .string({ minLength: 1, maxLength: 40 })
    .filter((value) => value.trim() === value && value.isWellFormed());
  const day = fc
    .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((value) => value.toISOString().slice(0, 10));
  const view = fc.record(
    {
      model_id: word,
      where: word,
      q: word,
      start_date: day,
      end_date: day,
      has_intervention: fc.boolean(),
      order: fc.constant('asc' as const),
      record: word,
      tab: fc.constantFrom(...inspectorTabs),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(view, (search) => {
      expect(parseDecisionsSearch(parseSearchText(writeSearchText(search)))).toEqual(search);
      expect(parseDecisionsSearch(search)).toEqual(search);
    }),
  );
});
