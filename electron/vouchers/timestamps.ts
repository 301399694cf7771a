/** Time stamps of checkpoints: the query of one that is kept here, and the reply of an authority. */
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt, type FaultCode } from '../../shared/contract/faults.ts';
import { wholeBody } from '../../shared/contract/intake.ts';
import type { VoucherTimestamp } from '../../shared/contract/vouchers.ts';
import { parseCheckpoint } from '../../shared/ledger/checkpoint.ts';
import { authorityOf, type OutsideFiles } from '../proof/outside/outside-files.ts';
import { TimestampError, type TimestampFault } from '../proof/timestamps/timestamp-error.ts';
import {
  checkTimestamp,
  imprintOf,
  stampedImprint,
  type Timestamp,
} from '../proof/timestamps/timestamp.ts';

export interface StampSources {
  readonly outside: OutsideFiles;
  /** Notes that this ledger signed, the greatest size first. */
  readonly own: () => readonly string[];
}

/** The note of a size that is kept here. */
export function noteOf({ outside, own }: StampSources, size: number): string | undefined {
  const isOf = (note: string) => parseCheckpoint(note)?.size === size;
  return own().find(isOf) ?? outside.cosignedAt(size);
}

/**
 * Keeps a reply with the checkpoint that it is of.
 * @throws {ApiError} `validation_error` where it does not hold, `conflict` where it is of no checkpoint kept here
 */
export function keepTimestamp(sources: StampSources, reply: Buffer): VoucherTimestamp {
  const { outside } = sources;
  const authorities = outside.authorities().map(({ certificate }) => certificate);
  try {
    const note = stampedNote(sources, stampedImprint(reply));
    const { size } = parseCheckpoint(note) ?? { size: 0 };
    const stamp = checkTimestamp(reply, { note, authorities });
    // A checkpoint that is vouched for stays, however many are signed after it.
    if (outside.cosignedAt(size) === undefined) outside.keepCosigned(size, note);
    outside.keepTimestamp(size, reply);
    return toTimestamp(stamp, size);
  } catch (error) {
    if (error instanceof TimestampError)
      throw validationError([faultAt(wholeBody, codes[error.fault])]);
    throw error;
  }
}

/** @param size entries that the checkpoint covers */
export function toTimestamp({ authority, time }: Timestamp, size: number): VoucherTimestamp {
  const { fingerprint } = authorityOf(authority.x509.raw);
  return { authority: authority.x509.subject, fingerprint, size, time };
}

function stampedNote({ outside, own }: StampSources, imprint: Buffer): string {
  const found = [...outside.cosigned(), ...own()].find((note) => imprintOf(note).equals(imprint));
  if (found !== undefined) return found;
  throw new ApiError('conflict', 'The time stamp is of no checkpoint that is kept here.', {
    fields: [faultAt(wholeBody, 'cosignature_stray')],
  });
}

const codes = {
  malformed: 'stamp_malformed',
  certificate: 'certificate_read',
  stray_certificate: 'stamp_certificate',
  refused: 'stamp_refused',
  other_note: 'cosignature_stray',
  other_nonce: 'stamp_nonce',
  purpose: 'stamp_purpose',
  untrusted: 'stamp_untrusted',
  expired: 'stamp_expired',
  bad_signature: 'stamp_signature',
} as const satisfies Record<TimestampFault, FaultCode>;
