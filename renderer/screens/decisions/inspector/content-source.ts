/** Which bytes stand behind a value of the tree, and which value stands behind a byte. */
import { committedFields, type CommittedField } from '../../../../shared/contract/records.ts';
import { nodeAt, stepsTo, type JsonIndex, type JsonNode } from '../../../ui/json/json-index.ts';

export type ByteSource = 'value' | 'entry';

/** The committed member that a value of the record belongs to, or `undefined` for those in clear. */
export function committedMember(index: JsonIndex, node: JsonNode): CommittedField | undefined {
  const [member] = stepsTo(index, node);
  return committedFields.find((field) => field === member);
}

/** The value of a whole member: the root's child with this name. */
export function memberNode(index: JsonIndex, member: string): JsonNode | undefined {
  return nodeAt(index, [member]);
}

/**
 * The range of the journal entry that stands for a value of the record: the member itself where it
 * is in clear, its commitment where it is committed, everything for the hash over it.
 */
export function entryRange(
  record: JsonIndex,
  node: JsonNode,
  entry: JsonIndex,
): readonly [number, number] | undefined {
  const [member] = stepsTo(record, node);
  if (member === undefined) return undefined;
  if (member === 'hash') return [0, entry.text.length];
  const path = committedMember(record, node) === undefined ? [member] : ['commit', member];
  const found = nodeAt(entry, path);
  return found === undefined ? undefined : [entry.start[found] ?? 0, entry.end[found] ?? 0];
}

/** The value of the record that a place of the journal entry stands for. */
export function recordNodeOfEntry(
  record: JsonIndex,
  entry: JsonIndex,
  entryNode: JsonNode,
): JsonNode | undefined {
  const [first, second] = stepsTo(entry, entryNode);
  const member = first === 'commit' && second !== undefined ? second : first;
  return member === undefined ? undefined : nodeAt(record, [member]);
}
