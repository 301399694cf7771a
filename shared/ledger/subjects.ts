/**
 * The index of entries (`ledger.index/v1`): which entries are about what, as two trees sorted by subject,
 * so that a selection proves that nothing about it is left out.
 */
import type { JsonObject } from '../contract/json.ts';
import { isJsonObject } from '../contract/json.ts';
import { canonicalJson, parseStrictJson } from './canonical-json.ts';
import type { OtherEntry, Sha256 } from './entries.ts';
import { EntryFormatError, isHashText, MemberReader, type HashText } from './entry-members.ts';
import { leafHash, type HashInto } from './merkle.ts';
import { verifyInclusion } from './proofs.ts';

export const indexType = 'ledger.index/v1';
const subjectTag = 'ledger.subject/v1';

/** A tree by how many leaves it has and its head; of no leaves, the head of nothing. */
export interface TreeHead {
  readonly count: number;
  readonly root: HashText;
}

/** Subjects of records, and those of rows. */
export interface SubjectIndex {
  readonly records: TreeHead;
  readonly rows: TreeHead;
}

/** Entries about one subject: how many, and the RFC 6962 head over them in their order. */
export interface SubjectEntries {
  /** Hex of `SHA-256("ledger.subject/v1\n" ‖ subject)`. */
  readonly key: string;
  readonly count: number;
  readonly root: HashText;
}

export function indexMembers({ records, rows }: SubjectIndex): JsonObject {
  return { records: { ...records }, rows: { ...rows } };
}

/** Reads an index entry strictly. @throws {EntryFormatError} */
export function readIndex(entry: OtherEntry): SubjectIndex {
  const members = new MemberReader(entry.members);
  const index = {
    records: treeHead(members.object('records')),
    rows: treeHead(members.object('rows')),
  };
  members.end();
  if (entry.commitments.length > 0) throw new EntryFormatError('An index commits to nothing.');
  return index;
}

function treeHead(members: MemberReader): TreeHead {
  const head = { count: members.integer('count', 0), root: members.hash('root') };
  members.end();
  return head;
}

export function subjectKey(sha256: Sha256, subject: string): string {
  return sha256(`${subjectTag}\n${subject}`);
}

/** The text of a subject's leaf. */
export function subjectLine({ key, count, root }: SubjectEntries): string {
  return canonicalJson([subjectTag, key, count, root]);
}

/** Reads a subject's line strictly; undefined where it is none. */
export function parseSubjectLine(text: string): SubjectEntries | undefined {
  let value;
  try {
    value = parseStrictJson(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(value) || value.length !== 4 || canonicalJson(value) !== text)
    return undefined;
  const [tag, key, count, root] = value;
  if (tag !== subjectTag || typeof key !== 'string' || !/^[0-9a-f]{64}$/.test(key))
    return undefined;
  if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 1) return undefined;
  if (typeof root !== 'string' || !isHashText(root)) return undefined;
  return { key, count, root };
}

/** A leaf of the index with its way to the head, the lowest hash first. */
export interface SubjectLeaf {
  readonly index: number;
  readonly line: string;
  readonly path: readonly Uint8Array[];
}

/** Proof about one subject: its leaf, or the neighbours between which it would stand. */
export type SubjectProof =
  | { readonly leaf: SubjectLeaf }
  | { readonly left?: SubjectLeaf | undefined; readonly right?: SubjectLeaf | undefined };

export interface ProofMeans {
  readonly sha256: Sha256;
  readonly hash: HashInto;
}

/**
 * Judges a proof about a subject under the head of an index: the entries that are about it, `absent`, or
 * undefined where the proof does not hold.
 */
export function judgeSubject(
  { sha256, hash }: ProofMeans,
  { count, root }: { readonly count: number; readonly root: Uint8Array },
  subject: string,
  proof: SubjectProof,
): SubjectEntries | 'absent' | undefined {
  const key = subjectKey(sha256, subject);
  const open = ({ index, line, path }: SubjectLeaf): SubjectEntries | undefined => {
    const leaf = hexBytes(leafHash(sha256, line));
    const isThere = verifyInclusion(hash, { leaf, index, size: count, root }, path);
    return isThere ? parseSubjectLine(line) : undefined;
  };
  if ('leaf' in proof) {
    const found = open(proof.leaf);
    return found?.key === key ? found : undefined;
  }
  const { left, right } = proof;
  if (left !== undefined && !isBelow(open(left)?.key, key)) return undefined;
  if (right !== undefined && !isBelow(key, open(right)?.key)) return undefined;
  // Without a left neighbour the right one is the first, without a right one the left one is the last.
  const gap = left === undefined ? 0 : left.index + 1;
  const next = right === undefined ? count : right.index;
  return gap === next ? 'absent' : undefined;
}

function isBelow(low: string | undefined, high: string | undefined): boolean {
  return low !== undefined && high !== undefined && low < high;
}

/** The bytes of hex digits. */
export function hexBytes(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length / 2);
  for (let at = 0; at < bytes.length; at += 1) {
    bytes[at] = Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16);
  }
  return bytes;
}

/** Subjects that an entry about records names: its record, and for an erasure each of its targets. */
export function recordsOf(members: JsonObject): readonly string[] {
  const { record_id: record, targets } = members;
  if (typeof record === 'string') return [record];
  if (!Array.isArray(targets)) return [];
  return targets.flatMap((each) =>
    isJsonObject(each) && typeof each.id === 'string' ? [each.id] : [],
  );
}
