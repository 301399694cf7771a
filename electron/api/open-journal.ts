/** The journal of a ledger as it is opened: its first entries, its key, what contradicts it. */
import { ApiError } from '../../shared/contract/errors.ts';
import type { Standing } from '../../shared/contract/checkpoints.ts';
import type { RandomBytes } from '../../shared/ids.ts';
import { demoOrigin } from '../../shared/ledger/demo-origin.ts';
import type { CheckpointFiles } from '../checkpoints/checkpoint-files.ts';
import { contradicts, readStanding } from '../checkpoints/judge-checkpoints.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import { tellSeldom } from '../demo/filling-progress.ts';
import { DemoCalendar } from '../demo/calendar.ts';
import { firstTold } from '../demo/decision-story.ts';
import { fillDemoLedger } from '../demo/generate-demo.ts';
import { ChainStore } from '../ledger/chain-store.ts';
import { ClockJudge } from '../ledger/clock-judge.ts';
import type { DecisionProjection } from '../ledger/decision-projection.ts';
import { Journal, JournalError } from '../ledger/journal.ts';
import { readKeyHistory } from '../ledger/key-rotation.ts';
import { KeyRotations } from '../ledger/key-rotations.ts';
import type { LastSeenFiles } from '../ledger/last-seen.ts';
import { createLedgerKey } from '../ledger/ledger-key.ts';
import { verifyNewEntries } from '../verification/verify-new-entries.ts';
import type { Means, WriteContext } from '../area.ts';

/**
 * The journal of the ledger, with its genesis and, for an empty demo ledger, its records. A ledger
 * whose end is damaged, or that another key made, can be read and verified but not appended to:
 * then whoever asks for the journal is told why.
 */
export async function openJournal(
  database: WriterDatabase,
  {
    checkpoints,
    lastSeen,
    projection,
  }: {
    readonly checkpoints: CheckpointFiles;
    readonly lastSeen: LastSeenFiles;
    readonly projection: DecisionProjection;
  },
  context: Means,
): Promise<() => Journal> {
  const { clock, monotonic, createId, random, signingSeed, log } = context;
  const chain = new ChainStore(database);
  if (context.workspace.kind === 'case') return refuseToAppend;
  // A demo whose filling was interrupted has its genesis and nothing more.
  const isUnfilledDemo = context.workspace.kind === 'demo' && chain.size() === 1;
  if (chain.size() === 0 || isUnfilledDemo) await writeFirstEntries(database, context);
  try {
    const lastSeenAt = lastSeen.newest()?.seen_at ?? chain.head().head.created_at;
    const clockJudge =
      monotonic === undefined
        ? undefined
        : new ClockJudge({ clock, monotonic, lastSeen: Date.parse(lastSeenAt) });
    const journal = new Journal(database, { clock, createId, random, clockJudge, projection });
    journal.ensureGenesis(createLedgerKey(chain.genesis().origin, signingSeed));
    const [fault] = readKeyHistory(database).faults;
    if (fault !== undefined) throw new JournalError(`A change of its key does not hold. ${fault}`);
    const rotations = new KeyRotations(database).entries();
    const standing = readStanding(database, checkpoints, { seen: lastSeen.all() });
    if (contradicts(standing.verdict)) throw new JournalError(whyNotAppendable(standing));
    const { checkpoint, ledger } = standing;
    checkNewEntries(database, checkpoint?.size ?? 0, ledger.size);
    for (const { seq, text } of rotations) checkpoints.keepRotation(seq, text);
    return () => journal;
  } catch (error) {
    return refusingToAppend(error instanceof Error ? error.message : String(error), log);
  }
}

/** A journal that throws once a checkpoint was found outside that contradicts the ledger. */
export function untilContradicted(
  journal: () => Journal,
  { log }: Pick<Means, 'log'>,
): Pick<WriteContext, 'journal' | 'contradicted'> {
  let current = journal;
  let isContradicted = false;
  return {
    journal: () => current(),
    contradicted: ({ verdict, size }) => {
      if (isContradicted) return;
      isContradicted = true;
      const found = `${verdict}: A checkpoint of ${size} entries that is kept outside contradicts it.`;
      current = refusingToAppend(found, log);
    },
  };
}

function refusingToAppend(reason: string, log: Means['log']): () => never {
  log(JSON.stringify({ level: 'error', event: 'ledger_not_appendable', reason }));
  return () => {
    throw new ApiError(
      'engine_unavailable',
      `Nothing can be appended to this ledger. ${reason} Verify it to see what was altered.`,
    );
  };
}

function whyNotAppendable({ verdict, message, checkpoint, ledger, last_seen: seen }: Standing) {
  const said = `${verdict}: ${message}`;
  const has = `the ledger has ${ledger.size} with the root ${ledger.root_hash}.`;
  return checkpoint === null
    ? `${said} It had ${seen?.size} entries at ${seen?.seen_at}; ${has}`
    : `${said} The checkpoint covers ${checkpoint.size} entries with the root ${checkpoint.root_hash}; ${has}`;
}

/** Most entries that are checked on opening; what a crash leaves without a checkpoint is far less. */
const checkedOnOpening = 5_000;

/**
 * Checks what came after the newest checkpoint, so that nothing is appended to what does not hold.
 * @throws {JournalError}
 */
function checkNewEntries(database: WriterDatabase, signed: number, size: number): void {
  const [first] = verifyNewEntries(database, Math.max(signed, size - checkedOnOpening));
  if (first === undefined) return;
  throw new JournalError(`An entry after the last checkpoint does not hold: ${first.message}`);
}

/** The journal of a case: somebody else's, and nobody appends to it here. */
function refuseToAppend(): never {
  throw new ApiError('conflict', 'A case is read-only.');
}

async function writeFirstEntries(database: WriterDatabase, context: Means): Promise<void> {
  const { workspace, clock, createId, random, signingSeed, supervisor } = context;
  const isDemo = workspace.kind === 'demo';
  const origin = isDemo ? demoOrigin : `proofdesk.local/${randomName(random)}`;
  const { vkey } = createLedgerKey(origin, signingSeed);
  if (isDemo) {
    const { demoRecords: records, demoEnd } = workspace;
    const now = clock();
    await fillDemoLedger({
      database,
      origin,
      vkey,
      calendar: new DemoCalendar(demoEnd ?? now),
      before: firstTold(now),
      ...(records === undefined ? {} : { records }),
      onProgress: tellSeldom((filling) => supervisor.filling(filling), clock),
    });
  } else {
    new Journal(database, { clock, createId, random }).ensureGenesis({ origin, vkey });
  }
}

/** 16 hexadecimal digits: tells one ledger from another. */
function randomName(random: RandomBytes): string {
  return Buffer.from(random(8)).toString('hex');
}
