/** The body that asks for a bundle, from what was chosen. */
import { describe, expect, test } from 'vitest';
import { createBundleSchema } from '../../../shared/contract/bundles.ts';
import {
  bundleBody,
  entryIndex,
  filterTexts,
  isComplete,
  offeredKinds,
  type BundleDraft,
} from './bundle-draft.ts';

const draft: BundleDraft = { kind: 'full', from: '1', to: '9', source: 'filter', since: [] };
const selected = { filter: { model_id: 'm', has_intervention: true }, recordIds: ['rec_1'] };

describe('bundleBody', () => {
  test('every kind makes a body that the API takes', () => {
    for (const asked of [
      draft,
      { ...draft, kind: 'range' as const },
      { ...draft, kind: 'tiles' as const },
      { ...draft, kind: 'selection' as const },
      { ...draft, kind: 'selection' as const, source: 'marked' as const },
    ]) {
      expect(isComplete(asked, selected, 10)).toBe(true);
      expect(createBundleSchema.safeParse(bundleBody(asked, selected)).error).toBeUndefined();
    }
  });

  test('a range is whole numbers in order, within the ledger', () => {
    const range = { ...draft, kind: 'range' as const };
    expect(isComplete({ ...range, from: '0' }, selected, 10)).toBe(false);
    expect(isComplete({ ...range, from: '5', to: '4' }, selected, 10)).toBe(false);
    expect(isComplete({ ...range, to: '10' }, selected, 10)).toBe(false);
    expect(entryIndex('1.5', 9)).toBeUndefined();
    expect(entryIndex(' 9 ', 9)).toBe(9);
  });

  test('earlier checkpoints are sizes that the ledger can have had; the tree as tiles has none', () => {
    const since = { ...draft, since: ['4', '10'] };
    expect(isComplete(since, selected, 10)).toBe(true);
    expect(isComplete(since, selected, 9)).toBe(false);
    expect(isComplete({ ...since, since: ['soon'] }, selected, 10)).toBe(false);
    expect(bundleBody(since, selected)).toEqual({ kind: 'full', since: [4, 10] });
    const range = createBundleSchema.parse(bundleBody({ ...since, kind: 'range' }, selected));
    expect(range).toMatchObject({ kind: 'range', since: [4, 10] });
    expect(bundleBody({ ...since, kind: 'tiles' }, selected)).not.toHaveProperty('since');
  });

  test('marked rows go by id, the filter by its texts, nothing is no body', () => {
    const selection = { ...draft, kind: 'selection' as const };
    expect(bundleBody({ ...selection, source: 'marked' }, selected)).toEqual({
      kind: 'selection',
      record_ids: ['rec_1'],
    });
    expect(bundleBody(selection, selected)).toEqual({
      kind: 'selection',
      filter: { model_id: 'm', has_intervention: 'true' },
    });
    expect(isComplete(selection, { filter: null, recordIds: [] }, 10)).toBe(false);
  });

  test('from a payout it is of that, and nothing else is offered', () => {
    const asked = { filter: null, recordIds: [], payoutId: 'payout_1' };
    expect(offeredKinds(asked)).toEqual(['payout']);
    expect(offeredKinds(selected)).toEqual(['full', 'range', 'selection', 'tiles']);
    const body = bundleBody({ ...draft, kind: 'payout' }, asked);
    expect(createBundleSchema.parse(body)).toMatchObject({ kind: 'payout', payout_id: 'payout_1' });
  });

  test('from a figure it is of that, or of the whole ledger where that is offered', () => {
    const figure = { id: 'fig_1', isFullOffered: true };
    const asked = { filter: null, recordIds: [], figure };
    expect(offeredKinds(asked)).toEqual(['figure', 'full']);
    expect(offeredKinds({ ...asked, figure: { ...figure, isFullOffered: false } })).toEqual([
      'figure',
    ]);
    const body = bundleBody({ ...draft, kind: 'figure' }, asked);
    expect(createBundleSchema.parse(body)).toMatchObject({ kind: 'figure', figure_id: 'fig_1' });
  });

  test('flags and numbers of a filter are texts, what is absent is left out', () => {
    expect(filterTexts({ has_intervention: true, q: undefined })).toEqual({
      has_intervention: 'true',
    });
  });
});
