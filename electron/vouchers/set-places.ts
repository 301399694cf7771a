/** The places that a person chose: each is looked at before it is taken. */
import { isAbsolute } from 'node:path';
import { validationError, type FieldError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import type { SetPlaces } from '../../shared/contract/vouchers.ts';
import { isWithin, plainPath } from '../database/chosen-folder.ts';
import type { OutsideFiles, Place } from '../proof/outside/outside-files.ts';
import type { PlaceFound } from './visit-place.ts';

export interface PlaceTrial {
  readonly outside: OutsideFiles;
  /** The folder that the ledgers are in: what becomes of it becomes of all in it. */
  readonly dataRoot: string;
  /** Undefined where the folder does not answer. */
  readonly tryPlace: (path: string) => Promise<PlaceFound | undefined>;
}

/**
 * The places as they are kept: those that were there before with what is known of them.
 * @throws {ApiError} `validation_error` with each path at fault
 */
export async function triedPlaces(trial: PlaceTrial, asked: SetPlaces): Promise<Place[]> {
  const known = trial.outside.places().places;
  const seen = new Set<string>();
  const faults: FieldError[] = [];
  const places: Place[] = [];
  for (const [index, given] of asked.places.entries()) {
    const field = `places.${index}.path`;
    const path = plainPath(given.path);
    const before = known.find((each) => each.path === path);
    // A place that is gone for a while stays one.
    const tried = before === undefined ? await tryNew(trial, field, given.path) : before;
    if (seen.has(path)) faults.push(faultAt(field, 'named_twice'));
    else if ('code' in tried) faults.push(tried);
    else places.push(tried);
    seen.add(path);
  }
  if (faults.length > 0) throw validationError(faults);
  return places;
}

async function tryNew(
  { dataRoot, tryPlace }: PlaceTrial,
  field: string,
  given: string,
): Promise<Place | FieldError> {
  if (!isAbsolute(given) || given.includes('\0')) return faultAt(field, 'absolute_path');
  const path = plainPath(given);
  if (isWithin(path, dataRoot)) return faultAt(field, 'place_outside');
  const found = await tryPlace(path);
  if (found === undefined) return faultAt(field, 'folder_silent');
  if (found.state === 'gone') return faultAt(field, 'folder_there');
  if (found.state === 'unwritable') {
    return faultAt(field, 'folder_writable', { words: found.words });
  }
  return {
    path,
    state: 'waiting',
    seen_at: null,
    same_volume: found.sameVolume,
    note: null,
    set_aside: null,
  };
}
