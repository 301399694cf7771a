/** Entries about one thing that commit to values: which of them an erasure names, and what it is refused for. */
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import type { PlacedTarget } from '../ledger/intervention-journal.ts';

export interface Committing {
  readonly seq: number;
  readonly hash: string;
  /** Members that it commits to, and those of them that are still there. */
  readonly committed: readonly string[];
  readonly stored: readonly string[];
}

/** @throws {ApiError} `validation_error` for fields that none of the entries commits to */
export function refuseUncommitted(entries: readonly Committing[], fields: readonly string[]): void {
  const unknown = fields.filter((field) => !entries.some((each) => each.committed.includes(field)));
  if (unknown.length === 0) return;
  throw validationError(unknown.map((field) => faultAt('fields', 'not_committed', { field })));
}

/** @throws {ApiError} `conflict` for fields that none of them has any more */
export function refuseGone(entries: readonly Committing[], fields: readonly string[]): void {
  const gone = fields.filter((field) => !entries.some((each) => each.stored.includes(field)));
  if (gone.length === 0) return;
  throw new ApiError('conflict', `Already gone: ${gone.join(', ')}.`, {
    fields: gone.map((field) => faultAt('fields', 'gone_already', { field })),
  });
}

/** Each of them that still has one of the values, under the one id of all. */
export function heldBy(
  entries: readonly Committing[],
  { id, fields }: { readonly id: string; readonly fields: readonly string[] },
): PlacedTarget[] {
  return entries.flatMap(({ seq, hash, stored }) => {
    const held = fields.filter((field) => stored.includes(field)).toSorted();
    return held.length === 0 ? [] : [{ id, hash, seq, fields: held }];
  });
}
