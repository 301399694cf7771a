/** The paths of a filter: what a policy of restricted fields must allow. */
import { expressionPaths } from './expressions/expression.ts';
import type { Filter, Predicate } from './filter.ts';

/** Every path that a filter looks at, as dotted text from the root of the document. */
export function filterPaths(filter: Filter, prefix = ''): string[] {
  switch (filter.kind) {
    case 'all':
    case 'any':
      return filter.filters.flatMap((each) => filterPaths(each, prefix));
    case 'not':
      return filterPaths(filter.filter, prefix);
    case 'value':
      return [];
    case 'expression':
      return expressionPaths(filter.expression);
    case 'field': {
      const { predicate } = filter;
      const path = prefix === '' ? filter.path.text : `${prefix}.${filter.path.text}`;
      return predicate.kind === 'elementObject' || predicate.kind === 'elementValue'
        ? [path, ...filterPaths(predicate.filter, path)]
        : [path];
    }
    default:
      return filter satisfies never;
  }
}

/** Tells whether rows are stored as a filter sees them: everywhere, unless it is told of which paths. */
export function isStoredWhole(
  filter: Filter,
  isPathStored: ((path: string) => boolean) | undefined,
): boolean {
  return isPathStored === undefined || filterPaths(filter).every((path) => isPathStored(path));
}

/** Tells whether a predicate about an array also asks its elements. */
export function looksAtElements({ kind }: Predicate): boolean {
  switch (kind) {
    case 'size':
    case 'elementValue':
    case 'elementObject':
    case 'exists':
      return false;
    default:
      return true;
  }
}
