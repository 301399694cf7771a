/** Authorities whose time stamps count: their certificates, as a person brought them. */
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { wholeBody } from '../../shared/contract/intake.ts';
import { voucherLimits } from '../../shared/contract/vouchers.ts';
import {
  authorityOf,
  certificatesOf,
  type KeptAuthority,
  type OutsideFiles,
} from '../proof/outside/outside-files.ts';
import { TimestampError } from '../proof/timestamps/timestamp-error.ts';

/** @throws {ApiError} `validation_error` */
export function keepAuthorities(outside: OutsideFiles, pem: string): KeptAuthority[] {
  const { certificates: maximum } = voucherLimits;
  const found = certificatesOf(pem);
  if (found.length === 0 || found.length > maximum) {
    throw validationError([faultAt(wholeBody, 'certificates', { maximum })]);
  }
  const brought = found.map(readAuthority);
  const known = outside.authorities().map(({ fingerprint }) => fingerprint);
  const all = new Set([...known, ...brought.map(({ fingerprint }) => fingerprint)]);
  if (all.size > maximum) {
    throw validationError([faultAt(wholeBody, 'certificates_kept', { maximum })]);
  }
  for (const each of brought) outside.keepAuthority(each);
  return brought;
}

function readAuthority(der: Buffer): KeptAuthority {
  try {
    return authorityOf(der);
  } catch (error) {
    if (!(error instanceof TimestampError)) throw error;
    throw validationError([faultAt(wholeBody, 'certificate_read')]);
  }
}

/** @throws {ApiError} `not_found` */
export function removeAuthority(outside: OutsideFiles, fingerprint: string): KeptAuthority {
  const found = outside.authorities().find((each) => each.fingerprint === fingerprint);
  if (found === undefined || !outside.removeAuthority(fingerprint)) {
    throw new ApiError('not_found', `There is no authority ${fingerprint}.`);
  }
  return found;
}
