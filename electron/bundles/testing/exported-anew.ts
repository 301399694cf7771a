/** A full bundle as a ledger would export it that holds other entries: every hash, link and signature of the ledger holds. */
import { isJsonObject, type JsonObject } from '../../../shared/contract/json.ts';
import { canonicalJson, parseStrictJson } from '../../../shared/ledger/canonical-json.ts';
import { GrowingTree } from '../../../shared/ledger/growing-tree.ts';
import { leafHash } from '../../../shared/ledger/merkle.ts';
import { checkpointText, type LedgerKey } from '../../ledger/ledger-key.ts';
import { sha256, sha256Into } from '../../ledger/sha256.ts';
import { textOf, withSums, type Files } from './bundle-mutations.ts';

export interface OtherEntries {
  readonly change?: (entry: JsonObject) => JsonObject;
  /** Entries without `seq` that come behind. */
  readonly more?: readonly JsonObject[];
  /** Text of `payloads.ndjson`. */
  readonly payloads?: string;
  /** The entry with what its people would have signed. */
  readonly signed?: (entry: JsonObject) => JsonObject;
}

export function exportedAnew(
  files: Files,
  key: LedgerKey,
  {
    change = (entry) => entry,
    more = [],
    payloads = textOf(files, 'payloads.ndjson'),
    signed = (entry) => entry,
  }: OtherEntries,
): Files {
  const tree = new GrowingTree(sha256Into);
  let last = '';
  const kept = textOf(files, 'entries.ndjson').split('\n').slice(0, -1).map(objectOf);
  const entries = [...kept, ...more.map((each, at) => ({ ...each, seq: kept.length + at }))];
  const lines = entries.map((each) => {
    const entry = change(each);
    const isNext = entry['type'] === 'ledger.intervention/v1' && entry['n'] !== 1;
    const made = canonicalJson(signed(isNext ? { ...entry, previous_hash: last } : entry));
    last = `sha256:${sha256(made)}`;
    tree.append(Buffer.from(leafHash(sha256, made), 'hex'));
    return `${made}\n`;
  });
  const manifest = textOf(files, 'manifest.json')
    .replace(/"entries":\d+/, `"entries":${lines.length}`)
    .replace(/"size":\d+/, `"size":${lines.length}`);
  const note = key.signNote(checkpointText(key.origin, lines.length, tree.root()));
  const made = new Map([
    ...files,
    ['entries.ndjson', Buffer.from(lines.join(''))] as const,
    ['manifest.json', Buffer.from(manifest)] as const,
    ['payloads.ndjson', Buffer.from(payloads)] as const,
    ['checkpoint.note', Buffer.from(note)] as const,
  ]);
  return withSums({ kind: '', files: made, sums: 'anew' }, key);
}

function objectOf(text: string): JsonObject {
  const value = parseStrictJson(text);
  if (!isJsonObject(value)) throw new Error(text);
  return value;
}
