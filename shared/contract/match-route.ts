/** Which line of the route table a request asks for: decided once, from the path as it was sent. */
import type { ErrorShape } from './route.ts';
import { routes, type KnownRoute } from './routes.ts';

/** A route, and what stands in the path in place of its parameters: by name, decoded. */
export interface Matched {
  readonly route: KnownRoute;
  readonly parameters: Readonly<Record<string, string>>;
}

/** `allowed`: the methods that the path has routes for; empty for an unknown path. */
export interface Unmatched {
  readonly route: undefined;
  readonly allowed: readonly string[];
}

export type Match = Matched | Unmatched;

interface Line {
  readonly route: KnownRoute;
  /** Of the route's path, with the leading `v1`: a text, or the name of a parameter. */
  readonly segments: readonly Segment[];
}

type Segment = { readonly literal: string } | { readonly parameter: string };

/** By the number of segments; a literal segment before a parameter in its place. */
const lines: ReadonlyMap<number, readonly Line[]> = tableOf(routes);

/**
 * Finds the route of `method` and `pathname` (as `URL` gives it, with `/v1`). A literal segment of the
 * table must be equal byte for byte: one with an escaped character in it is another text. A parameter
 * is never empty and is decoded here, once; what is not well-formed stays as it was sent. HEAD asks
 * for what GET does.
 */
export function matchRoute(method: string, pathname: string): Match {
  const asked = method === 'HEAD' ? 'GET' : method;
  const parts = pathname.split('/').slice(1);
  const fitting = lines.get(parts.length)?.filter(({ segments }) => fits(segments, parts)) ?? [];
  const line = fitting.find(({ route }) => route.method === asked);
  if (line !== undefined) {
    return { route: line.route, parameters: parametersOf(line.segments, parts) };
  }
  const allowed = new Set(fitting.map(({ route }) => route.method));
  return { route: undefined, allowed: [...allowed].toSorted() };
}

/** The error body of a request: that of its route; without one, records and models speak the records shape. */
export function errorShapeOf(match: Match, pathname: string): ErrorShape {
  if (match.route !== undefined) return match.route.errorShape;
  return /^\/v1\/(records|models)(\/|$)/.test(pathname) ? 'records' : 'sessions';
}

function tableOf(table: readonly KnownRoute[]): Map<number, Line[]> {
  const byLength = new Map<number, Line[]>();
  for (const route of table) {
    const segments = `v1${route.path}`.split('/').map(segmentOf);
    byLength.set(segments.length, [...(byLength.get(segments.length) ?? []), { route, segments }]);
  }
  for (const each of byLength.values()) each.sort(literalsFirst);
  return byLength;
}

function segmentOf(text: string): Segment {
  return text.startsWith('{') ? { parameter: text.slice(1, -1) } : { literal: text };
}

function literalsFirst(left: Line, right: Line): number {
  const differs = left.segments.findIndex(
    (segment, index) => 'literal' in segment !== 'literal' in (right.segments[index] ?? {}),
  );
  if (differs === -1) return 0;
  return 'literal' in (left.segments[differs] ?? {}) ? -1 : 1;
}

function fits(segments: readonly Segment[], parts: readonly string[]): boolean {
  return segments.every((segment, index) =>
    'literal' in segment ? segment.literal === parts[index] : parts[index] !== '',
  );
}

function parametersOf(
  segments: readonly Segment[],
  parts: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    segments.flatMap((segment, index) =>
      'parameter' in segment ? [[segment.parameter, decoded(parts[index] ?? '')]] : [],
    ),
  );
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
