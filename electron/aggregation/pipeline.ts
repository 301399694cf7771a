/** An aggregation pipeline as a value: what parsing yields and what runs. */
import type { FieldPath, Filter } from '../filters/filter.ts';
import { filterPaths } from '../filters/filter-paths.ts';
import type { SortSpec } from '../filters/sort-rows.ts';

/** Key that rows are grouped by: nothing, one path, or several under names of their own. */
export type GroupKey =
  | { readonly kind: 'all' }
  | { readonly kind: 'path'; readonly path: FieldPath }
  | { readonly kind: 'object'; readonly members: readonly (readonly [string, FieldPath])[] };

export type AccumulatorName = 'sum' | 'avg' | 'min' | 'max' | 'count';

export interface GroupField {
  readonly name: string;
  readonly accumulator: AccumulatorName;
  /** A path, or the same number for each row (`{"$sum": 1}`); undefined for `count`. */
  readonly operand: FieldPath | number | undefined;
}

export interface GroupStage {
  readonly kind: 'group';
  readonly key: GroupKey;
  readonly fields: readonly GroupField[];
}

export interface ProjectStage {
  readonly kind: 'project';
  /** Whether only what is named is kept, or all but that. */
  readonly keeps: boolean;
  /** A path is copied under the name; `undefined` keeps (or removes) the member of that name. */
  readonly members: readonly {
    readonly name: FieldPath;
    readonly source: FieldPath | undefined;
  }[];
}

export type Stage =
  | { readonly kind: 'match'; readonly filter: Filter }
  | GroupStage
  | { readonly kind: 'sort'; readonly sort: SortSpec }
  | { readonly kind: 'limit'; readonly count: number }
  | { readonly kind: 'skip'; readonly count: number }
  | ProjectStage
  | { readonly kind: 'count'; readonly name: string }
  | { readonly kind: 'unwind'; readonly path: FieldPath; readonly keepsEmpty: boolean };

export type Pipeline = readonly Stage[];

/** Stages of a pipeline. */
export const mostStages = 20;
/** Groups of one stage: more are refused, since no reader asked for them. */
export const mostGroups = 10_000;
/** Rows that one sort may hold where no limit follows it. */
export const mostSortedRows = 10_000;

/**
 * Every path of the rows that a pipeline reads, as dotted text: what a policy of restricted fields must
 * allow. Paths behind a group are those of its results and not listed.
 */
export function pipelinePaths(pipeline: Pipeline): string[] {
  const paths: string[] = [];
  for (const stage of pipeline) {
    switch (stage.kind) {
      case 'match':
        paths.push(...filterPaths(stage.filter));
        break;
      case 'sort':
        paths.push(...stage.sort.map(({ path }) => path.text));
        break;
      case 'unwind':
        paths.push(stage.path.text);
        break;
      case 'project':
        paths.push(...stage.members.map(({ name, source }) => (source ?? name).text));
        break;
      case 'group':
        return [...paths, ...groupPaths(stage).map(({ text }) => text)];
      case 'count':
        return paths;
      default:
    }
  }
  return paths;
}

/** The paths that a group's key is made of. */
export function keyPaths(key: GroupKey): FieldPath[] {
  if (key.kind === 'all') return [];
  return key.kind === 'path' ? [key.path] : key.members.map(([, path]) => path);
}

/** The paths that a group reads: those of its key, then those of its fields. */
export function groupPaths({ key, fields }: GroupStage): FieldPath[] {
  const ofFields = fields.flatMap(({ operand }) => (typeof operand === 'object' ? [operand] : []));
  return [...keyPaths(key), ...ofFields];
}
