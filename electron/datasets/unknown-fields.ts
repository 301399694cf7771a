/** Fields that no row of a dataset has: a word that was meant for one would go by unheard. */
import { validationError, type FieldError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { incompletePath, type PathProfile } from '../filters/path-profile.ts';

/** A field as a request names it, and where it does. */
export interface NamedField {
  /** The place in the request, as faults name it. */
  readonly field: string;
  readonly path: string;
}

/** Faults whose neighbours are told; the others are named alone. */
const toldFaults = 5;
const toldNeighbours = 5;
/** Letters that may differ in what is told as near. */
const mostEdits = 3;
/** Longer paths are told by what stands beside them alone. */
const comparedLength = 64;

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

/** Fields that are spelled like `path`, the nearest first; else those that stand beside it. */
export function neighboursOf(path: string, known: readonly string[]): string[] {
  const plain = plainText(path);
  const alike = known
    .map((each) => ({ each, edits: editsBetween(plain, plainText(each)) }))
    .filter(({ edits }) => edits <= mostEdits && edits < plain.length)
    .toSorted((one, other) => one.edits - other.edits)
    .map(({ each }) => each);
  if (alike.length > 0) return alike.slice(0, toldNeighbours);
  const above = path.slice(0, path.lastIndexOf('.') + 1);
  const beside = known.filter((each) => each.startsWith(above) && depthOf(each) === depthOf(path));
  return (beside.length > 0 ? beside : known).slice(0, toldNeighbours);
}

/** Without what spelling differs in most: case and what joins words. */
function plainText(path: string): string {
  return path.toLowerCase().replaceAll(/[\s_-]/g, '');
}

function depthOf(path: string): number {
  return path.split('.').length;
}

/** Letters to put in, take out or change; two that changed places are one. More than `mostEdits` where it is far. */
function editsBetween(one: string, other: string): number {
  const far = mostEdits + 1;
  if (Math.abs(one.length - other.length) > mostEdits || one.length > comparedLength) return far;
  let earlier: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 &&
        column > 1 &&
        one[row - 1] === other[column - 2] &&
        one[row - 2] === other[column - 1];
      next.push(
        Math.min(
          (last[column] ?? far) + 1,
          (next[column - 1] ?? far) + 1,
          (last[column - 1] ?? far) + (isSame ? 0 : 1),
          isSwapped ? (earlier[column - 2] ?? far) + 1 : far + one.length,
        ),
      );
    }
    earlier = last;
    last = next;
  }
  return last[other.length] ?? far;
}
