/** The checkpoints of an origin that this machine knows, and what they say of a bundle from there. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fromBase64 } from '../../shared/base64.ts';
import type { Case, Comparison } from '../../shared/contract/cases.ts';
import type { CheckpointVerdict } from '../../shared/contract/checkpoints.ts';
import { parseCheckpoint, type SignedCheckpoint } from '../../shared/ledger/checkpoint.ts';
import { verifyConsistency } from '../../shared/ledger/proofs.ts';
import { readEarlier, readNote, readText, type EarlierState } from '../bundles/read-bundle.ts';
import { CheckpointFiles } from '../checkpoints/checkpoint-files.ts';
import { rootHash } from '../checkpoints/judge-checkpoints.ts';
import { openReader, type ReaderDatabase } from '../database/open-database.ts';
import { ChainStore } from '../ledger/chain-store.ts';
import { KeyHistory, readKeyHistory } from '../ledger/key-rotation.ts';
import { judgeNote } from '../ledger/ledger-key.ts';
import { sha256Into } from '../ledger/sha256.ts';
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
  /** The earlier state of this size that the bundle that it came with shows. */
  readonly earlier: (size: number) => EarlierState | undefined;
}

/** Where a case or a ledger stands: what it knows is compared with what a bundle says. */
export interface BundleClaim {
  readonly size: number;
  /** Base64. */
  readonly root: string;
  /** Base64 tree heads of its first entries, by size, as far as it shows them. */
  readonly roots: ReadonlyMap<number, string>;
}

/** At most this many notes of each place are compared: the newest tell most. */
const comparedOfEach = 200;

interface Place {
  readonly source: string;
  readonly directory: string;
}

/** The local ledger, the demo, and every case but `except`. */
function placesOf(dataRoot: string, cases: CaseFiles, except: string | undefined): Place[] {
  return [
    ...(['local', 'demo'] as const).map((source) => ({
      source,
      directory: join(dataRoot, source),
    })),
    ...cases
      .ids()
      .filter((id) => id !== except)
      .map((source) => ({ source, directory: cases.directoryOf(source) })),
  ];
}

/** Knowledge here of the ledger that a bundle says it is of. */
export interface KnownHere {
  readonly notes: readonly KnownNote[];
  /** Where its name is known with another key of the genesis. */
  readonly otherKeys: Case['other_keys'];
}

/** Gathers what the local ledger, the demo and every case but `except` know of a ledger. */
export function knownHere(
  dataRoot: string,
  cases: CaseFiles,
  about: {
    readonly origin: string;
    readonly vkey: string;
    readonly except?: string | undefined;
  },
): KnownHere {
  const places = placesOf(dataRoot, cases, about.except);
  const otherKeys = places.flatMap(({ source, directory }) => {
    const genesis = genesisIn(directory);
    if (genesis?.origin !== about.origin || genesis.vkey === about.vkey) return [];
    return [{ source, vkey: genesis.vkey }];
  });
  return { notes: knownNotes(places, about.vkey), otherKeys };
}

/** Notes that a key of the ledger signed. */
function knownNotes(places: readonly Place[], vkey: string): KnownNote[] {
  return places.flatMap(({ source, directory }) => {
    const files = new CheckpointFiles(directory);
    const notes = [...files.anchors(), ...files.own(comparedOfEach)];
    if (notes.length === 0) return [];
    const keys = keysOf(directory, vkey);
    return notes.flatMap(({ note }) => {
      const known = parseCheckpoint(note);
      if (known === undefined || known.size === 0) return [];
      if (judgeNote(note, keys.at(known.size)) !== 'valid') return [];
      const rootAt = (size: number) => storedRoot(directory, vkey, size);
      const earlier = (size: number) => keptEarlier(directory, known, size);
      return [{ source, size: known.size, root: known.root, rootAt, earlier }];
    });
  });
}

/**
 * Compares a claim with each known checkpoint: the same ledger (an anchor) or another one. One that says
 * nothing, because neither shows that it goes on from the other, is left out. The gravest first.
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

const gravity: readonly CheckpointVerdict[] = ['FORKED', 'VERIFIED_ANCHORED'];

/** The greatest size of a known checkpoint that is later than the claim, where nothing here shows that it goes on from it. */
export function laterThan(claim: BundleClaim, known: readonly KnownNote[]): number | null {
  const later = known
    .filter((each) => each.size > claim.size && verdictOf(claim, each) === undefined)
    .map(({ size }) => size);
  return later.length === 0 ? null : Math.max(...later);
}

const same = (left: string, right: string): CheckpointVerdict =>
  left === right ? 'VERIFIED_ANCHORED' : 'FORKED';

function verdictOf(claim: BundleClaim, known: KnownNote): CheckpointVerdict | undefined {
  if (known.size === claim.size) return same(known.root, claim.root);
  if (known.size < claim.size) {
    const root = claim.roots.get(known.size);
    return root === undefined ? undefined : same(root, known.root);
  }
  // The known one is later: the ledger that it is kept with can show that it goes on from here, or a proof.
  const earlier = known.rootAt(claim.size);
  const isItsOwn = earlier !== undefined && known.rootAt(known.size) === known.root;
  return isItsOwn ? same(earlier, claim.root) : byProof(claim, known);
}

/** What the kept bundle of a later note shows of its beginning; undefined where it shows nothing of that size. */
function byProof(claim: BundleClaim, later: KnownNote): CheckpointVerdict | undefined {
  const earlier = later.earlier(claim.size);
  if (earlier === undefined) return undefined;
  const proven = {
    oldSize: claim.size,
    newSize: later.size,
    oldRoot: earlier.root,
    newRoot: fromBase64(later.root) ?? new Uint8Array(),
  };
  return verifyConsistency(sha256Into, proven, earlier.path)
    ? same(Buffer.from(earlier.root).toString('base64'), claim.root)
    : undefined;
}

/** The earlier state that the bundle in a case shows, where that is of this checkpoint. */
function keptEarlier(
  directory: string,
  { body }: SignedCheckpoint,
  size: number,
): EarlierState | undefined {
  const bundle = join(directory, 'bundle');
  if (readNote(readText(bundle, 'checkpoint.note'))?.body !== body) return undefined;
  return readEarlier(bundle, size);
}

function genesisIn(directory: string) {
  return readingLedger(directory, (database) => new ChainStore(database).genesis());
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
  return readingLedger(directory, (database) =>
    new ChainStore(database).genesis().vkey === vkey ? read(database) : undefined,
  );
}

/** Undefined where there is no such ledger, or it cannot be read. */
function readingLedger<Value>(
  directory: string,
  read: (database: ReaderDatabase) => Value | undefined,
): Value | undefined {
  const path = join(directory, 'proofdesk.db');
  if (!existsSync(path)) return undefined;
  let database: ReaderDatabase | undefined;
  try {
    database = openReader(path);
    return read(database);
  } catch {
    return undefined;
  } finally {
    database?.close();
  }
}
