/** The routes of checkpoints and proofs (extensions; docs/ledger-format.md, "Checkpoints"). */
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import type { KnownCheckpoint, LedgerKeyPeriod } from '../../shared/contract/checkpoints.ts';
import type { ChangeTopic } from '../../shared/contract/workspace.ts';
import type { RandomBytes } from '../../shared/ids.ts';
import { parseCheckpoint } from '../../shared/ledger/checkpoint.ts';
import type { Clock } from '../../shared/time.ts';
import type { Commits } from '../access/commits.ts';
import type { ReaderDatabase, WriterDatabase } from '../database/open-database.ts';
import { ChainStore } from '../ledger/chain-store.ts';
import type { Journal } from '../ledger/journal.ts';
import { KeyRotations } from '../ledger/key-rotations.ts';
import { readKeyHistory, type KeyPeriod } from '../ledger/key-rotation.ts';
import type { LastSeenFiles } from '../ledger/last-seen.ts';
import type { SigningKeys } from '../ledger/signing-keys.ts';
import { readTreeRoot } from '../ledger/tree-store.ts';
import { jsonReply, pageReply, type RouteHandlers } from '../route-handler.ts';
import type { CheckpointFiles } from './checkpoint-files.ts';
import type { CheckpointSigner } from './checkpoint-signer.ts';
import {
  contradicts,
  createJudge,
  judgeNotes,
  readStanding,
  standingTo,
  type ProvenUnder,
} from './judge-checkpoints.ts';
import { recordEvidence, seqOfRecord, type InclusionOf } from './record-evidence.ts';
import { readConsistencyProof } from './tree-proofs.ts';

export type CheckpointReads =
  | 'getStanding'
  | 'getCheckpoint'
  | 'listCheckpoints'
  | 'getConsistency'
  | 'listKeys'
  | 'getRecordEvidence';

/** A part of a ledger, opened as a case. */
export interface ProvenPart extends ProvenUnder {
  readonly inclusion: InclusionOf;
}

interface CheckpointReadOptions {
  readonly database: ReaderDatabase;
  readonly files: CheckpointFiles;
  readonly lastSeen: LastSeenFiles;
  /** Has the writer sign the ledger as it is; resolves with the note. */
  readonly sign: () => Promise<string>;
  /** For a part of a ledger: the checkpoint that it was proven under, and its proofs. */
  readonly part?: ProvenPart | undefined;
  /** The entries that belong to a record besides its own, by journal index. */
  readonly relatedTo: (recordId: string) => readonly number[];
}

/** Handlers of the checkpoint routes that a reader thread answers; a checkpoint that is missing is signed by the writer. */
export function checkpointReadRoutes(
  options: CheckpointReadOptions,
): RouteHandlers<CheckpointReads> {
  return { ...noteRoutes(options), ...proofRoutes(options) };
}

function noteRoutes({
  database,
  files,
  lastSeen,
  sign,
  part,
}: CheckpointReadOptions): RouteHandlers<
  'getStanding' | 'getCheckpoint' | 'listCheckpoints' | 'listKeys'
> {
  const outside = () => ({ provenUnder: part, rotations: files.rotations() });
  return {
    getStanding: () => {
      const seen = lastSeen.all();
      return jsonReply(
        consistently(database, () => readStanding(database, files, { provenUnder: part, seen })),
      );
    },

    getCheckpoint: async () => {
      if (files.own(1).length === 0) await sign();
      const [newest] = files.own(1);
      if (newest === undefined) throw new Error('A checkpoint was signed and is not there.');
      const [judged] = consistently(
        database,
        () => judgeNotes(database, [newest], outside()).judged,
      );
      return jsonReply(judged);
    },

    listCheckpoints: ({ query: { limit, offset } }) => {
      const notes = [...files.own(), ...files.anchors()];
      const page = notes.slice(offset, offset + limit);
      const data = consistently(database, () => judgeNotes(database, page, outside()).judged);
      return pageReply(data, { total: notes.length, limit, offset });
    },

    listKeys: () =>
      jsonReply(consistently(database, () => readKeyHistory(database).history.periods.map(toKey))),
  };
}

function proofRoutes({
  database,
  files,
  sign,
  part,
  relatedTo,
}: CheckpointReadOptions): RouteHandlers<'getConsistency' | 'getRecordEvidence'> {
  return {
    getConsistency: ({ query: { from, to } }) =>
      consistently(database, () => {
        const size = new ChainStore(database).size();
        const end = to ?? size;
        const fields = [
          ...(end > size ? [faultAt('to', 'at_most', { maximum: size })] : []),
          ...(from > end ? [faultAt('from', 'at_most', { maximum: end })] : []),
        ];
        if (fields.length > 0) throw validationError(fields);
        return jsonReply({
          from,
          to: end,
          from_root: `sha256:${readTreeRoot(database, from)}`,
          to_root: `sha256:${readTreeRoot(database, end)}`,
          proof: readConsistencyProof(database, from, end),
        });
      }),

    getRecordEvidence: async ({ parameters: { id } }) => {
      const seq = seqOfRecord(database, id);
      if (seq === undefined) throw new ApiError('not_found', `There is no record ${id}.`);
      const related = relatedTo(id);
      const last = Math.max(seq, ...related);
      const kept = files.own(1)[0]?.note ?? '';
      const covers = (parseCheckpoint(kept)?.size ?? 0) > last;
      const note = covers ? kept : await sign();
      return consistently(database, () => {
        const size = parseCheckpoint(note)?.size ?? 0;
        const vkey = readKeyHistory(database).history.at(size);
        return jsonReply(
          recordEvidence(database, {
            id,
            seq,
            related,
            vkey,
            note,
            inclusion: part?.inclusion,
          }),
        );
      });
    },
  };
}

/** All that is read at one moment. */
function consistently<Result>(database: ReaderDatabase, read: () => Result): Result {
  return database.transaction(read).deferred();
}

/** Handlers of the checkpoint routes that sign and keep. */
export function checkpointWriteRoutes(options: {
  readonly database: WriterDatabase;
  readonly files: CheckpointFiles;
  readonly signer: CheckpointSigner;
  readonly commits: Commits<Journal>;
  readonly clock: Clock;
  readonly keys: SigningKeys;
  readonly random: RandomBytes;
  readonly changed: (topics: readonly ChangeTopic[]) => void;
  readonly contradicted: (checkpoint: KnownCheckpoint) => void;
}): RouteHandlers<'signCheckpoint' | 'anchorCheckpoint' | 'rotateKey'> {
  const { database, files, signer, commits, clock, keys, random } = options;
  const rotations = new KeyRotations(database);
  const outside = () => ({ rotations: files.rotations() });
  return {
    signCheckpoint: async (call) => {
      const note = await signer.sign();
      return commits.write(call, [], () => {
        const kept = { note, keptAt: clock(), anchored: false };
        return {
          status: 201,
          body: JSON.stringify(createJudge(database, outside()).judge(kept)),
        };
      });
    },

    rotateKey: async (call) => {
      let isRotated = false;
      // The last word of the old key is on all that it stood for.
      await signer.sign();
      const reply = await commits.append(call, [], (journal) => {
        const previous = keys.current();
        const next = keys.create(previous.origin, random);
        const period = rotations.append(journal, previous, next);
        keys.changed();
        isRotated = true;
        return { status: 201, body: JSON.stringify(toKey(period)) };
      });
      for (const { seq, text } of rotations.entries()) files.keepRotation(seq, text);
      if (isRotated) {
        await signer.sign();
        options.changed(['records']);
      }
      return reply;
    },

    anchorCheckpoint: (call) => {
      const { note } = call.body;
      const checkpoint = parseCheckpoint(note);
      if (checkpoint === undefined) {
        throw validationError([faultAt('note', 'checkpoint_as_saved')]);
      }
      const judge = createJudge(database, outside());
      const isOurs = judge.isSigned(note, checkpoint.size);
      return commits.write(call, [], () => {
        const kept = { note, keptAt: clock(), anchored: true };
        if (isOurs) {
          files.keepAnchor(note);
          const judged = judge.judge(kept);
          if (contradicts(judged.verdict)) options.contradicted(judged);
        }
        return { status: 200, body: JSON.stringify(standingTo(database, [kept], outside())) };
      });
    },
  };
}

function toKey({ vkey, firstSize, seq, createdAt }: KeyPeriod): LedgerKeyPeriod {
  return { vkey, first_size: firstSize, seq, created_at: createdAt };
}
