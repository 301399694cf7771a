/** The checkpoints of an origin that this machine knows, and what they say of a bundle from there. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Comparison } from '../../shared/contract/cases.ts';
import type { CheckpointVerdict } from '../../shared/contract/checkpoints.ts';
import { parseCheckpoint } from '../../shared/ledger/checkpoint.ts';
import { CheckpointFiles } from '../checkpoints/checkpoint-files.ts';
import { rootHash } from '../checkpoints/judge-checkpoints.ts';
import { openReader, type ReaderDatabase } from '../database/open-database.ts';
import { ChainStore } from '../ledger/chain-store.ts';
import { KeyHistory, readKeyHistory } from '../ledger/key-rotation.ts';
import { judgeNote } from '../ledger/ledger-key.ts';
import { readTreeRoot } from '../ledger/tree-store.ts';
import type { CaseFiles } from './case-files.ts';

/** A checkpoint that was known before a bundle came. */
export interface KnownNote {
  readonly source: string;
  readonly size: number;
  /** Base64. */
  readonly root: string;
  /** Base64 tree head of the first entries of the ledger that it is kept with, where that has them. */
  readonly rootAt: (size: number) => string | undefined;
}

/** Where a case or a ledger stands: what it knows is compared with what a bundle says. */
export interface BundleClaim {
  readonly size: number;
  /** Base64. */
  readonly root: string;
  /** Base64 tree heads of its first entries, for a full bundle. */
  readonly roots: ReadonlyMap<number, string>;
}

/** At most this many notes of each place are compared: the newest tell most. */
const comparedOfEach = 200;

/** Notes that a key of the ledger signed, kept with the local ledger, the demo, and every case but `except`. */
export function knownNotes(
  dataRoot: string,
  cases: CaseFiles,
  about: { readonly vkey: string; readonly except?: string | undefined },
): KnownNote[] {
  const places = [
    ...(['local', 'demo'] as const).map((source) => ({
      source,
      directory: join(dataRoot, source),
    })),
    ...cases
      .ids()
      .filter((id) => id !== about.except)
      .map((source) => ({ source, directory: cases.directoryOf(source) })),
  ];
  return places.flatMap(({ source, directory }) => {
    const files = new CheckpointFiles(directory);
    const notes = [...files.anchors(), ...files.own(comparedOfEach)];
    if (notes.length === 0) return [];
    const keys = keysOf(directory, about.vkey);
    return notes.flatMap(({ note }) => {
      const known = parseCheckpoint(note);
      if (known === undefined || known.size === 0) return [];
      if (judgeNote(note, keys.at(known.size)) !== 'valid') return [];
      const rootAt = (size: number) => storedRoot(directory, about.vkey, size);
      return [{ source, size: known.size, root: known.root, rootAt }];
    });
  });
}

/**
 * Compares a claim with each known checkpoint: the same ledger (an anchor), another one, or a later state that
 * cannot be shown to go on from this one. One that says nothing, because a part of a ledger does not
 * tell its earlier heads, is left out. The gravest first.
 */
export function compareKnown(claim: BundleClaim, known: readonly KnownNote[]): Comparison[] {
  return known
    .flatMap((each): Comparison[] => {
      const verdict = verdictOf(claim, each);
      if (verdict === undefined) return [];
      return [{ source: each.source, size: each.size, root_hash: rootHash(each.root), verdict }];
    })
    .toSorted((left, right) => gravity.indexOf(left.verdict) - gravity.indexOf(right.verdict));
}

const gravity: readonly CheckpointVerdict[] = ['FORKED', 'ROLLED_BACK', 'VERIFIED_ANCHORED'];

function verdictOf(claim: BundleClaim, known: KnownNote): CheckpointVerdict | undefined {
  const same = (left: string, right: string) => (left === right ? 'VERIFIED_ANCHORED' : 'FORKED');
  if (known.size === claim.size) return same(known.root, claim.root);
  if (known.size < claim.size) {
    const root = claim.roots.get(known.size);
    return root === undefined ? undefined : same(root, known.root);
  }
  // The known one is later: only the ledger that it is kept with can show that it goes on from here.
  const earlier = known.rootAt(claim.size);
  const isItsOwn = earlier !== undefined && known.rootAt(known.size) === known.root;
  return isItsOwn ? same(earlier, claim.root) : 'ROLLED_BACK';
}

/** The keys of a ledger kept here whose genesis names `vkey`; that key alone where it is another. */
function keysOf(directory: string, vkey: string): KeyHistory {
  const stored = inLedger(directory, vkey, (database) => readKeyHistory(database).history);
  return stored ?? new KeyHistory(vkey);
}

function storedRoot(directory: string, vkey: string, size: number): string | undefined {
  return inLedger(directory, vkey, (database) =>
    Buffer.from(readTreeRoot(database, size), 'hex').toString('base64'),
  );
}

/** Undefined where there is no such ledger, its genesis names another key, or it cannot be read. */
function inLedger<Value>(
  directory: string,
  vkey: string,
  read: (database: ReaderDatabase) => Value,
): Value | undefined {
  const path = join(directory, 'proofdesk.db');
  if (!existsSync(path)) return undefined;
  let database: ReaderDatabase | undefined;
  try {
    database = openReader(path);
    if (new ChainStore(database).genesis().vkey !== vkey) return undefined;
    return read(database);
  } catch {
    return undefined;
  } finally {
    database?.close();
  }
}
