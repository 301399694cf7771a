/** Tree, committed value and journal entry must point at each other, both ways. */
import { expect, test } from 'vitest';
import { indexJson, nodeAt, nodeCovering, type JsonIndex } from '../../../ui/json/json-index.ts';
import { committedMember, entryRange, recordNodeOfEntry } from './content-source.ts';

function indexed(text: string): JsonIndex {
  const index = indexJson(text);
  if (index === undefined) throw new Error('not JSON');
  return index;
}

const record = indexed(
  '{"confidence":0.5,"hash":"sha256:ff","input":{"age":44,"list":[1]},"model_id":"m","seq":7}',
);
const entry = indexed(
  '{"commit":{"input":"sha256:aa"},"confidence":0.5,"model_id":"m","seq":7,"type":"ledger.record/v1"}',
);
const at = (...steps: (string | number)[]) => nodeAt(record, steps) ?? -1;
const marked = (node: number) => {
  const range = entryRange(record, node, entry);
  return range && entry.text.slice(...range);
};

const back = (part: string) =>
  recordNodeOfEntry(record, entry, nodeCovering(entry, entry.text.indexOf(part)));

test('a committed value stands behind its commitment, a clear one behind itself, the hash behind all', () => {
  expect(marked(at('input', 'age'))).toBe('"sha256:aa"');
  expect(marked(at('confidence'))).toBe('0.5');
  expect(marked(at('hash'))).toBe(entry.text);
  expect(marked(0)).toBeUndefined();
  expect(committedMember(record, at('input', 'list', 0))).toBe('input');
  expect(committedMember(record, at('model_id'))).toBeUndefined();
});

test('a place in the entry leads back to the member', () => {
  expect(back('sha256:aa')).toBe(at('input'));
  expect(back('0.5')).toBe(at('confidence'));
  expect(back('ledger.record/v1')).toBeUndefined();
});
