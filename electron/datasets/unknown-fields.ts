/** Fields that no row of a dataset has: a word that was meant for one would go by unheard. */
import { validationError, type FieldError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { neighboursOf } from '../filters/near-fields.ts';
import { incompletePath, type PathProfile } from '../filters/path-profile.ts';

/** A field as a request names it, and where it does. */
export interface NamedField {
  /** The place in the request, as faults name it. */
  readonly field: string;
  readonly path: string;
}

/** Faults whose neighbours are told; the others are named alone. */
const toldFaults = 5;

/**
 * Refuses fields of which none of the dataset's rows is known to have one. A profile that is incomplete proves
 * nothing, and refuses nothing.
 * @throws {ApiError} `validation_error` naming each with its neighbours
 */
export function refuseUnknownFields(
  named: readonly NamedField[],
  profile: PathProfile,
  isOffered: (path: string) => boolean = () => true,
): void {
  if (profile.has(incompletePath)) return;
  const unknown = named.filter(({ path }) => !profile.has(path));
  if (unknown.length === 0) return;
  const offered = [...profile.keys()].filter(isOffered);
  const faults = unknown.map(({ field, path }, index): FieldError => {
    const near = index < toldFaults ? neighboursOf(path, offered) : [];
    return near.length === 0
      ? faultAt(field, 'field_unknown', { field: path })
      : faultAt(field, 'field_unknown_near', { field: path, near: near.join(', ') });
  });
  throw validationError(faults);
}
