/** An aggregation pipeline as a value: what parsing yields and what runs. */
import {
  singleRowAccumulators,
  type AccumulatorName,
} from '../../shared/contract/pipeline-names.ts';
import { expressionPaths, type Expression } from '../filters/expressions/expression.ts';
import type { FieldPath, Filter } from '../filters/filter.ts';
import { filterPaths } from '../filters/filter-paths.ts';
import type { SortSpec } from '../filters/sort-rows.ts';

/** Key that rows are grouped by: nothing, one value, or several under names of their own. */
export type GroupKey =
  | { readonly kind: 'all' }
  | { readonly kind: 'value'; readonly value: Expression }
  | { readonly kind: 'object'; readonly members: readonly (readonly [string, Expression])[] };

export interface GroupField {
  readonly name: string;
  readonly accumulator: AccumulatorName;
  /** Undefined for `count`. */
  readonly operand: Expression | undefined;
  /** Of `percentile`: from 0 to 1; several where the result is an array. */
  readonly percentiles?: number | readonly number[] | undefined;
}

export interface GroupStage {
  readonly kind: 'group';
  readonly key: GroupKey;
  readonly fields: readonly GroupField[];
}

export interface ProjectStage {
  readonly kind: 'project' | 'unset';
  /** Whether only what is named is kept, or all but that. */
  readonly keeps: boolean;
  /** A value is put under the name; `undefined` keeps (or removes) the member of that name. */
  readonly members: readonly {
    readonly name: FieldPath;
    readonly source: Expression | undefined;
  }[];
}

export interface AddFieldsStage {
  readonly kind: 'addFields';
  readonly members: readonly { readonly name: FieldPath; readonly value: Expression }[];
}

export interface BucketStage {
  readonly kind: 'bucket';
  readonly groupBy: Expression;
  /** All numbers or all texts, ascending: each but the last is the least value of its bucket. */
  readonly boundaries: readonly (number | string)[];
  /** The bucket of all other values; undefined where there may be none. */
  readonly other: boolean | number | string | null | undefined;
  readonly fields: readonly GroupField[];
}

export interface FacetStage {
  readonly kind: 'facet';
  readonly facets: readonly { readonly name: string; readonly pipeline: Pipeline }[];
}

export type Stage =
  | { readonly kind: 'match'; readonly filter: Filter }
  | GroupStage
  | { readonly kind: 'sort'; readonly sort: SortSpec }
  | { readonly kind: 'limit'; readonly count: number }
  | { readonly kind: 'skip'; readonly count: number }
  | ProjectStage
  | AddFieldsStage
  | { readonly kind: 'count'; readonly name: string }
  | { readonly kind: 'unwind'; readonly path: FieldPath; readonly keepsEmpty: boolean }
  | BucketStage
  | { readonly kind: 'sortByCount'; readonly value: Expression }
  | FacetStage;

export type Pipeline = readonly Stage[];

/** Stages of a pipeline. */
export const mostStages = 20;
/** Groups of one stage: more are refused, since no reader asked for them. */
export const mostGroups = 10_000;
/** Rows that one sort may hold where no limit follows it. */
export const mostSortedRows = 10_000;
/** Pipelines of one `facet`, and results of each. */
export const mostFacets = 5;
export const mostFacetResults = 1_000;
/** Values of one `push` or `addToSet` in one group. */
export const mostPushed = 100;

/**
 * Every path of the rows that a pipeline reads, as dotted text: what a policy of restricted fields must
 * allow. Left out are paths behind a group, which are those of its results, and those of what a stage before made.
 */
export function pipelinePaths(pipeline: Pipeline): string[] {
  return pathsWithout(pipeline, new Set());
}

/** `made`: dotted names that stages before gave a value of their own. */
function pathsWithout(pipeline: Pipeline, made: Set<string>): string[] {
  const paths: string[] = [];
  for (const stage of pipeline) {
    const read = stage.kind === 'facet' ? facetPaths(stage, made) : stagePaths(stage);
    paths.push(...read.filter((path) => !isMade(path, made)));
    if (isGrouping(stage)) return paths;
    for (const name of namesMadeBy(stage)) made.add(name);
  }
  return paths;
}

function facetPaths({ facets }: FacetStage, made: ReadonlySet<string>): string[] {
  return facets.flatMap(({ pipeline }) => pathsWithout(pipeline, new Set(made)));
}

/** Whether what stands behind a stage are results, and rows no more. */
function isGrouping({ kind }: Stage): boolean {
  return (
    kind === 'group' ||
    kind === 'count' ||
    kind === 'bucket' ||
    kind === 'sortByCount' ||
    kind === 'facet'
  );
}

function isMade(path: string, made: ReadonlySet<string>): boolean {
  if (made.size === 0) return false;
  const segments = path.split('.');
  return segments.some((_, index) => made.has(segments.slice(0, index + 1).join('.')));
}

function namesMadeBy(stage: Stage): string[] {
  if (stage.kind === 'addFields') return stage.members.map(({ name }) => name.text);
  if (stage.kind !== 'project') return [];
  return stage.members.flatMap(({ name, source }) => (source === undefined ? [] : [name.text]));
}

/** Every path that a stage reads, in the order in which they are written. */
export function stagePaths(stage: Stage): string[] {
  switch (stage.kind) {
    case 'match':
      return filterPaths(stage.filter);
    case 'sort':
      return stage.sort.map(({ path }) => path.text);
    case 'unwind':
      return [stage.path.text];
    case 'project':
    case 'unset':
      return stage.members.flatMap(({ name, source }) => {
        if (source !== undefined) return expressionPaths(source);
        // A projection keeps `_id` without being asked for it.
        return name.text === '_id' ? [] : [name.text];
      });
    case 'addFields':
      return stage.members.flatMap(({ value }) => expressionPaths(value));
    case 'group':
      return [...keyPaths(stage.key), ...fieldPaths(stage.fields)];
    case 'bucket':
      return [...expressionPaths(stage.groupBy), ...fieldPaths(stage.fields)];
    case 'sortByCount':
      return expressionPaths(stage.value);
    case 'facet':
      return stage.facets.flatMap(({ pipeline }) => pipelinePaths(pipeline));
    default:
      return [];
  }
}

/** The expressions that a group's key is made of. */
export function keyParts(key: GroupKey): readonly Expression[] {
  if (key.kind === 'all') return [];
  return key.kind === 'value' ? [key.value] : key.members.map(([, value]) => value);
}

/** The paths that a group's key reads, as dotted text. */
export function keyPaths(key: GroupKey): string[] {
  return keyParts(key).flatMap(expressionPaths);
}

function fieldPaths(fields: readonly GroupField[]): string[] {
  return fields.flatMap(({ operand }) => (operand === undefined ? [] : expressionPaths(operand)));
}

/** Tells whether no single row leaves a pipeline: all that leaves it are groups and counts. */
export function groupsRows(pipeline: Pipeline): boolean {
  return pipeline.some((stage) =>
    stage.kind === 'facet'
      ? stage.facets.every((facet) => groupsRows(facet.pipeline))
      : isGrouping(stage),
  );
}

/**
 * The first accumulator that gives out values of single rows: one over rows (and not over results of a group before)
 * that reads a path. Undefined where there is none.
 */
export function singleRowAccumulator(pipeline: Pipeline): AccumulatorName | undefined {
  const stage = pipeline.find(isGrouping);
  switch (stage?.kind) {
    case 'group':
    case 'bucket':
      return stage.fields.find(
        ({ accumulator, operand }) =>
          singleRowAccumulators.includes(accumulator) &&
          operand !== undefined &&
          expressionPaths(operand).length > 0,
      )?.accumulator;
    case 'facet':
      return stage.facets
        .map((facet) => singleRowAccumulator(facet.pipeline))
        .find((found) => found !== undefined);
    default:
      return undefined;
  }
}
