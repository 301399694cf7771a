/** Drafts on a record that is erased from go with it, and no other. */
import { expect, test } from 'vitest';
import { forgetRecordDrafts, recordDraftKey } from './kept-drafts.ts';

/** Storage of a browser, as far as it is asked here. */
function storageOf(keys: readonly string[]): Storage {
  const kept = new Map(keys.map((key) => [key, '{}']));
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}

test('what was written about an erased record is forgotten, and nothing about others', () => {
  const others = [recordDraftKey('rec_12', 'override', ''), 'proofdesk.import decisions'];
  const own = [
    recordDraftKey('rec_1', 'override', ''),
    recordDraftKey('rec_1', 'reverse', 'int_1'),
  ];
  const storage = storageOf([...own, ...others]);
  forgetRecordDrafts(storage, 'rec_1');
  expect(Array.from({ length: storage.length }, (_none, at) => storage.key(at))).toEqual(others);
});
