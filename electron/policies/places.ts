/** A policy as a tree of places in a row: what is shown, withheld or treated at each, and below it. */
import type { FieldRule, GrantKind, Policy } from '../../shared/contract/policies.ts';
import { isInsideOne } from '../../shared/policies/addresses.ts';
import { isPlace } from './address.ts';
import type { TreatingRule } from './methods.ts';

export type Treatment = 'clear' | 'withheld' | TreatingRule;

/** A place in rows by its address. Without members of its own, `rest` covers all of it. */
export interface Place {
  readonly members: ReadonlyMap<string, Place>;
  /** What happens to values here, and to everything below that no member covers. */
  readonly rest: Treatment;
}

/** How a path looks through a view: as the row has it, altered, or not at all. */
export type PathState = 'clear' | 'treated' | 'withheld';

interface GrowingPlace extends Place {
  readonly members: Map<string, GrowingPlace>;
}

type PolicyPart = Pick<Policy, 'fields' | 'unlisted'>;

/**
 * The places of a policy for one kind of grant; with `fields`, those of a grant that was given no others. Two
 * addresses may lie in one another there, and the outer one is what counts.
 */
export function placesOf(
  { fields: rules, unlisted }: PolicyPart,
  kind: GrantKind,
  fields?: readonly string[],
): Place {
  const whole: GrowingPlace = { members: new Map(), rest: unlisted };
  for (const address of Object.keys(rules)) {
    const rule = rules[address];
    if (rule !== undefined) put(whole, address, leaf(treatmentOf(rule, kind)), unlisted);
  }
  return fields === undefined ? whole : narrowed(whole, fields);
}

function treatmentOf(rule: FieldRule, kind: GrantKind): Treatment {
  switch (rule.method) {
    case 'clear':
    case 'withheld':
      return rule.method;
    case 'statistics':
      return kind === 'statistics' ? 'clear' : 'withheld';
    default:
      return rule;
  }
}

function leaf(rest: Treatment): GrowingPlace {
  return { members: new Map(), rest };
}

function put(root: GrowingPlace, address: string, place: GrowingPlace, rest: Treatment): void {
  const segments = address.split('.');
  const last = segments.pop() ?? '';
  let above = root;
  for (const segment of segments) {
    const next = above.members.get(segment) ?? leaf(rest);
    above.members.set(segment, next);
    above = next;
  }
  above.members.set(last, place);
}

function narrowed(whole: GrowingPlace, fields: readonly string[]): Place {
  const root = leaf('withheld');
  const given = new Set(fields);
  for (const address of given) {
    if (isInsideOne(address, given)) continue;
    const place = address
      .split('.')
      .reduce<GrowingPlace>(
        (above, segment) => above.members.get(segment) ?? leaf(above.rest),
        whole,
      );
    put(root, address, place, 'withheld');
  }
  return root;
}

/** The place of a member; one that covers everything is the place of all below it. */
export function placeBelow(place: Place, name: string): Place {
  if (place.members.size === 0) return place;
  // A name with a dot in it is as many names of an address.
  return name.includes('.')
    ? name.split('.').reduce<Place>((above, segment) => stepInto(above, segment), place)
    : stepInto(place, name);
}

/** Places that nothing names, by what happens there. */
const unnamed = new Map<Treatment, Place>(
  (['clear', 'withheld'] as const).map((rest) => [rest, leaf(rest)]),
);

function stepInto(place: Place, segment: string): Place {
  if (place.members.size === 0) return place;
  return place.members.get(segment) ?? unnamed.get(place.rest) ?? leaf(place.rest);
}

/**
 * How a path of the filter language looks through the places. A number in it is a place in an array or the name of
 * a member: it is clear only where it is so both ways, and withheld where it is so as a place.
 */
export function stateOfPath(root: Place, segments: readonly string[]): PathState {
  const states = new Set<PathState>();
  const visit = (place: Place, at: number): PathState => {
    const segment = segments[at];
    if (segment === undefined || place.members.size === 0) {
      const state = stateOfPlace(place);
      states.add(state);
      return state;
    }
    const named = visit(stepInto(place, segment), at + 1);
    // The row itself is no array.
    return at > 0 && isPlace(segment) ? visit(place, at + 1) : named;
  };
  if (visit(root, 0) === 'withheld') return 'withheld';
  return states.size === 1 && states.has('clear') ? 'clear' : 'treated';
}

function stateOfPlace({ members, rest }: Place): PathState {
  const own = typeof rest === 'string' ? rest : 'treated';
  const states = new Set([own, ...[...members.values()].map(stateOfPlace)]);
  return states.size === 1 ? own : 'treated';
}
