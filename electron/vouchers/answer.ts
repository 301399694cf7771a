/** The answer to who vouches for the ledger, from what is kept beside it. */
import type {
  VoucherAuthority,
  Vouchers,
  VoucherTimestamp,
  VoucherWitness,
} from '../../shared/contract/vouchers.ts';
import { parseCheckpoint } from '../../shared/ledger/checkpoint.ts';
import { instant } from '../../shared/time.ts';
import type { CheckpointFiles } from '../checkpoints/checkpoint-files.ts';
import { readCosigned, type CosignedNote } from '../proof/outside/cosigned.ts';
import type { KeptAuthority, OutsideFiles, Place } from '../proof/outside/outside-files.ts';
import { TimestampError } from '../proof/timestamps/timestamp-error.ts';
import { checkTimestamp } from '../proof/timestamps/timestamp.ts';
import { toTimestamp } from './timestamps.ts';

/** Of the notes that were cosigned, and of the time stamps, so many of the newest are told. */
const newestTold = 64;
const newestStamps = 16;

export interface VoucherSources {
  readonly outside: OutsideFiles;
  readonly checkpoints: CheckpointFiles;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export function readVouchers({ outside, checkpoints, now }: VoucherSources): Vouchers {
  const policy = outside.policy();
  const notes = outside
    .cosigned(newestTold)
    .flatMap((note) => readCosigned(policy, note, now) ?? []);
  const met = notes.find((each) => each.isQuorumMet);
  const isAsked = policy.quorum !== 'none';
  const authorities = outside.authorities();
  const timestamps = readTimestamps(outside, authorities);
  const { places, oldest_days } = outside.places();
  const anchors = checkpoints.broughtAnchors().map(({ keptAt }) => keptAt);
  const newest = Math.max(
    ...places.map((each) => each.seen_at ?? Number.NEGATIVE_INFINITY),
    ...notes.flatMap(({ counted }) => counted.map(({ time }) => time * 1_000)),
    ...timestamps.map(({ time }) => Date.parse(time)),
    ...anchors,
  );
  return {
    places: places.map(toPlace),
    witnesses: policy.witnesses.map(({ key }) => toWitness(key, notes)),
    timestamps,
    authorities: authorities.map(toAuthority),
    quorum: {
      met: !isAsked || met !== undefined,
      text: policy.quorum,
      size: isAsked ? (met?.checkpoint.size ?? null) : null,
    },
    oldest_days,
    newest_at: Number.isFinite(newest) ? instant(Math.min(newest, now)) : null,
  };
}

function toPlace({
  path,
  note,
  seen_at: seenAt,
  state,
  same_volume,
}: Place): Vouchers['places'][number] {
  const size = note === null ? undefined : parseCheckpoint(note)?.size;
  return {
    path,
    size: size ?? null,
    at: seenAt === null ? null : instant(seenAt),
    state,
    same_volume,
  };
}

function toWitness(
  key: { readonly name: string; readonly keyId: string },
  notes: readonly CosignedNote[],
): VoucherWitness {
  const of = ({ counted }: CosignedNote) =>
    counted.find(({ witness }) => witness.key.name === key.name && witness.key.keyId === key.keyId);
  const newest = notes.find((each) => of(each) !== undefined);
  const time = newest === undefined ? undefined : of(newest)?.time;
  return {
    name: key.name,
    key_id: key.keyId,
    size: newest?.checkpoint.size ?? null,
    time: time === undefined ? null : instant(time * 1_000),
  };
}

/** The newest time stamp of each authority that holds. */
function readTimestamps(
  outside: OutsideFiles,
  authorities: readonly KeptAuthority[],
): VoucherTimestamp[] {
  const trusted = authorities.map(({ certificate }) => certificate);
  const found = new Map<string, VoucherTimestamp>();
  if (trusted.length === 0) return [];
  for (const { size, reply } of outside.timestamps(newestStamps)) {
    const note = outside.cosignedAt(size);
    if (note === undefined) continue;
    try {
      const stamp = toTimestamp(checkTimestamp(reply, { note, authorities: trusted }), size);
      if (!found.has(stamp.fingerprint)) found.set(stamp.fingerprint, stamp);
    } catch (error) {
      // Of an authority that is trusted no longer, or altered: it says nothing.
      if (!(error instanceof TimestampError)) throw error;
    }
  }
  return [...found.values()];
}

export function toAuthority({ fingerprint, certificate }: KeptAuthority): VoucherAuthority {
  const { subject, validTo } = certificate.x509;
  return { fingerprint, subject, valid_to: instant(Date.parse(validTo)) };
}
