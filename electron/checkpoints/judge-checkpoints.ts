/** What known checkpoints say of a ledger: that it goes on from them, ends before them, or differs. */
import type {
  CheckpointVerdict,
  KnownCheckpoint,
  LastSeenContradiction,
  Seen,
  Standing,
} from '../../shared/contract/checkpoints.ts';
import type { LedgerVerdict } from '../../shared/contract/chain.ts';
import { parseCheckpoint } from '../../shared/ledger/checkpoint.ts';
import { instant } from '../../shared/time.ts';
import { openBeside, type ReaderDatabase, type WriterDatabase } from '../database/open-database.ts';
import { ChainStore } from '../ledger/chain-store.ts';
import { keysBeyond, readKeyHistory } from '../ledger/key-rotation.ts';
import type { LastSeen } from '../ledger/last-seen.ts';
import { judgeNote } from '../ledger/ledger-key.ts';
import { readTreeRoot } from '../ledger/tree-store.ts';
import type { CheckpointFiles, KeptNote } from './checkpoint-files.ts';
import { contradictionOf } from './contradict-last-seen.ts';
import { endIsCut } from './ledger-end.ts';

type Ledger = ReaderDatabase | WriterDatabase;

/** Own checkpoints compared when a ledger is opened or asked how it stands: the newest tell most. */
const newestCompared = 8;

/** From what settles the matter against the ledger to what says nothing. */
const severity: readonly CheckpointVerdict[] = [
  'FORKED',
  'ROLLED_BACK',
  'TRUNCATED',
  'BAD_SIGNATURE',
  'UNKNOWN_KEY',
  'VERIFIED_ANCHORED',
  'VERIFIED_SIGNED',
  'SELF_CONSISTENT_ONLY',
];

const messages: Readonly<Record<CheckpointVerdict, string>> = {
  FORKED: 'The ledger holds other entries than a checkpoint that its key signed.',
  ROLLED_BACK: 'The ledger is an earlier state of itself: a checkpoint covers entries it lacks.',
  TRUNCATED: 'The end of the ledger was cut off: a checkpoint covers entries it lacks.',
  BAD_SIGNATURE: 'The signature of a checkpoint kept beside the ledger does not hold.',
  UNKNOWN_KEY: 'A checkpoint kept beside the ledger is not signed by the key in force at its size.',
  VERIFIED_ANCHORED: 'The ledger goes on from a checkpoint that was kept elsewhere.',
  VERIFIED_SIGNED: 'The ledger goes on from a checkpoint that its own key signed.',
  SELF_CONSISTENT_ONLY: 'No checkpoint outside the database vouches for the ledger.',
};

const seenMessages: Readonly<Record<LastSeenContradiction, string>> = {
  FORKED: 'The ledger holds another entry than was last seen at its place.',
  ROLLED_BACK:
    'The ledger is an earlier state of itself: it had more entries when it was last seen.',
  TRUNCATED: 'The end of the ledger was cut off: it had more entries when it was last seen.',
  AUDIT_LOG_CUT: 'The audit log does not go on from what was last seen of it.',
};

/** The verdicts that say the database is not the one that was signed for: it must not grow. */
export function contradicts(verdict: CheckpointVerdict): boolean {
  return verdict === 'FORKED' || verdict === 'ROLLED_BACK' || verdict === 'TRUNCATED';
}

/** Checkpoint that a part of a ledger carries for the whole: the one that its entries were proven under. */
export interface ProvenUnder {
  readonly size: number;
  /** `sha256:<hex>` */
  readonly rootHash: string;
}

/** Facts about a ledger that are kept beside its database. */
export interface KnownOutside {
  readonly provenUnder?: ProvenUnder | undefined;
  /** Canonical entries of changes of key. */
  readonly rotations?: readonly string[];
  /** What was last seen of it, the newest first. */
  readonly seen?: readonly LastSeen[];
}

/**
 * How the ledger stands to its newest checkpoints and all anchors, and to what was last seen of it,
 * which was read before the state of the database that is judged.
 */
export function readStanding(
  database: Ledger,
  files: CheckpointFiles,
  { provenUnder, seen = [] }: Pick<KnownOutside, 'provenUnder' | 'seen'> = {},
): Standing {
  const notes = [...files.anchors(), ...files.own(newestCompared)];
  const outside = { provenUnder, rotations: files.rotations() };
  const standing = standingTo(database, notes, outside);
  const last = judgeSeen(database, seen);
  const { contradiction = null } = last ?? {};
  if (contradiction === null || contradiction === 'AUDIT_LOG_CUT') {
    return { ...standing, last_seen: last };
  }
  if (contradicts(standing.verdict)) return { ...standing, last_seen: last };
  const message = seenMessages[contradiction];
  return { ...standing, verdict: contradiction, message, checkpoint: null, last_seen: last };
}

/** What was last seen, or the first of it that the ledger contradicts. */
function judgeSeen(database: Ledger, seen: readonly LastSeen[]): Seen | null {
  const judged = seen.map((each): Seen => ({
    size: each.size,
    audit_events: each.audit_events,
    seen_at: each.seen_at,
    contradiction: contradictionOf(database, each) ?? null,
  }));
  return judged.find(({ contradiction }) => contradiction !== null) ?? judged[0] ?? null;
}

/**
 * The verdict on a ledger of which everything was verified: that of every known checkpoint, and of
 * what was last seen. One with findings stays UNVERIFIABLE, unless entries are missing that a
 * checkpoint covers.
 */
export function judgeVerification(
  database: Ledger,
  files: CheckpointFiles,
  findings: number,
  seen: readonly LastSeen[] = [],
): LedgerVerdict {
  const verdict = judgeKnown(database, files, findings);
  const contradiction = judgeSeen(database, seen)?.contradiction ?? null;
  const isLedgers = contradiction !== null && contradiction !== 'AUDIT_LOG_CUT';
  return isLedgers && verdict !== 'FORKED' ? contradiction : verdict;
}

function judgeKnown(database: Ledger, files: CheckpointFiles, findings: number): LedgerVerdict {
  const notes = [...files.anchors(), ...files.own()];
  const { verdict } = standingTo(database, notes, { rotations: files.rotations() });
  if (findings === 0) return verdict;
  return verdict === 'ROLLED_BACK' || verdict === 'TRUNCATED' ? 'TRUNCATED' : 'UNVERIFIABLE';
}

/** How the ledger stands to these notes; the gravest verdict decides, then the greatest size. */
export function standingTo(
  database: Ledger,
  notes: readonly KeptNote[],
  outside: KnownOutside = {},
): Standing {
  const { judged, ledger } = judgeNotes(database, notes, outside);
  const [worst] = judged
    .filter((each) => each.verdict !== 'SELF_CONSISTENT_ONLY')
    .toSorted(
      (left, right) =>
        severity.indexOf(left.verdict) - severity.indexOf(right.verdict) ||
        (right.size ?? 0) - (left.size ?? 0),
    );
  const verdict = worst?.verdict ?? 'SELF_CONSISTENT_ONLY';
  return {
    verdict,
    message: messages[verdict],
    last_seen: null,
    checkpoint: worst ?? null,
    ledger,
  };
}

/**
 * Judges each note against the state that `database` reads. A reader may hold a state that is older
 * than a note: it was signed since. Such a note is compared with the ledger as it is now, which has
 * to go on from that state. The notes must have been read from their files before.
 */
export function judgeNotes(
  database: Ledger,
  notes: readonly KeptNote[],
  outside: KnownOutside = {},
): { readonly judged: KnownCheckpoint[]; readonly ledger: Standing['ledger'] } {
  const state = createJudge(database, outside);
  const ledger = { size: state.size, root_hash: state.rootAt(state.size) };
  const isLater = (kept: KeptNote) => (parseCheckpoint(kept.note)?.size ?? 0) > state.size;
  // The writer always reads the ledger as it is now.
  const isPresent = !database.readonly || !notes.some(isLater);
  if (isPresent) return { judged: notes.map(state.judge), ledger };
  const beside = openBeside(database);
  try {
    beside.exec('BEGIN');
    const present = createJudge(beside, outside);
    const goesOn = present.rootAt(state.size) === ledger.root_hash;
    const judgeLater = (kept: KeptNote): KnownCheckpoint => {
      const judged = present.judge(kept);
      const isContradicted = holdsTo(judged.verdict) && !goesOn;
      return isContradicted ? { ...judged, verdict: 'FORKED' } : judged;
    };
    const judged = notes.map((kept) => (isLater(kept) ? judgeLater(kept) : state.judge(kept)));
    return { judged, ledger };
  } finally {
    beside.close();
  }
}

function holdsTo(verdict: CheckpointVerdict): boolean {
  return verdict === 'VERIFIED_ANCHORED' || verdict === 'VERIFIED_SIGNED';
}

/** Compares notes with one state of the ledger. */
export function createJudge(database: Ledger, { provenUnder, rotations = [] }: KnownOutside = {}) {
  const chain = new ChainStore(database);
  const { origin } = chain.genesis();
  const { history } = readKeyHistory(database);
  const beyond = keysBeyond(history, rotations);
  const size = provenUnder?.size ?? chain.size();
  const rootAt = (entries: number): string | null => {
    if (provenUnder !== undefined) return entries === size ? provenUnder.rootHash : null;
    try {
      return `sha256:${readTreeRoot(database, entries)}`;
    } catch {
      return null;
    }
  };
  const isSignedBeyond = (note: string, entries: number): boolean =>
    beyond.some((each) => each.firstSize <= entries && judgeNote(note, each.vkey) === 'valid');
  const verdictOf = (
    { note, anchored }: KeptNote,
    checkpoint: ReturnType<typeof parseCheckpoint>,
  ): CheckpointVerdict => {
    if (checkpoint === undefined) return 'BAD_SIGNATURE';
    if (checkpoint.origin !== origin) return 'UNKNOWN_KEY';
    const signature = judgeNote(note, history.at(checkpoint.size));
    if (signature === 'unknown_key' && isSignedBeyond(note, checkpoint.size)) {
      // The ledger lacks the change of key: it is an earlier state, or went another way since.
      return checkpoint.size > size ? 'ROLLED_BACK' : 'FORKED';
    }
    if (signature === 'unknown_key') return 'UNKNOWN_KEY';
    if (signature === 'bad_signature') return 'BAD_SIGNATURE';
    // Every ledger is consistent with nothing.
    if (checkpoint.size === 0) return 'SELF_CONSISTENT_ONLY';
    if (checkpoint.size > size) {
      const isCut = provenUnder === undefined && endIsCut(database, size);
      return isCut ? 'TRUNCATED' : 'ROLLED_BACK';
    }
    // A part of a ledger does not tell its earlier heads.
    if (provenUnder !== undefined && checkpoint.size < size) return 'SELF_CONSISTENT_ONLY';
    if (rootAt(checkpoint.size) !== rootHash(checkpoint.root)) return 'FORKED';
    return anchored ? 'VERIFIED_ANCHORED' : 'VERIFIED_SIGNED';
  };
  return {
    size,
    rootAt,
    /** Whether a key of this ledger signed a note over so many entries. */
    isSigned: (note: string, entries: number): boolean =>
      judgeNote(note, history.at(entries)) === 'valid' || isSignedBeyond(note, entries),
    judge: (kept: KeptNote): KnownCheckpoint => {
      const checkpoint = parseCheckpoint(kept.note);
      return {
        origin: checkpoint?.origin ?? null,
        size: checkpoint?.size ?? null,
        root_hash: checkpoint === undefined ? null : rootHash(checkpoint.root),
        note: kept.note,
        kept_at: instant(kept.keptAt),
        anchored: kept.anchored,
        verdict: verdictOf(kept, checkpoint),
      };
    },
  };
}

/** `sha256:<hex>` of a root in base64. */
export function rootHash(root: string): string {
  return `sha256:${Buffer.from(root, 'base64').toString('hex')}`;
}
