/** Pipelines that statistics take: filters, perhaps one unwind, then a group or a count; the rest is about results. */
import { faultOf } from '../../shared/contract/faults.ts';
import type { Policy } from '../../shared/contract/policies.ts';
import {
  keyPaths,
  stagePaths,
  type GroupField,
  type GroupStage,
  type Pipeline,
  type Stage,
} from '../aggregation/pipeline.ts';
import { FilterError, type FieldPath } from '../filters/filter.ts';
import { addressAbove } from '../../shared/policies/addresses.ts';
import type { View } from '../policies/view.ts';

/** Fields that one answer sums, and that it groups by. */
export const mostSums = 3;
export const mostKeys = 3;

/** Bounds of a field: whole numbers of steps. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** A field that is summed; `sum` and `avg` of it come from one measure. */
export interface Summed {
  readonly path: FieldPath;
  readonly bounds: Bounds;
}

export interface StatisticsQuery {
  /** Stages over rows: filters, then perhaps an unwind. */
  readonly before: Pipeline;
  readonly group: GroupStage;
  /** The name of a count, which has no `_id`. */
  readonly countName: string | undefined;
  readonly sums: readonly Summed[];
  /** Stages over results. */
  readonly after: Pipeline;
}

/**
 * The parts of a pipeline that statistics take.
 * @throws {FilterError} naming the stage, or the member of it, that they do not
 */
export function statisticsQuery(pipeline: Pipeline, view: View, policy: Policy): StatisticsQuery {
  const at = pipeline.findIndex(({ kind }) => kind === 'group' || kind === 'count');
  const stage = pipeline[at];
  if (stage?.kind !== 'group' && stage?.kind !== 'count') {
    throw new FilterError('', faultOf('statistics_group'));
  }
  const before = pipeline.slice(0, at);
  const after = pipeline.slice(at + 1);
  refuseBefore(before);
  refuseAfter(after, at + 1);
  refusePaths(pipeline.slice(0, at + 1), view);
  return stage.kind === 'count'
    ? { before, group: groupOfAll(stage.name), countName: stage.name, sums: [], after }
    : { before, group: stage, countName: undefined, sums: sumsOf(stage, at, policy), after };
}

function groupOfAll(name: string): GroupStage {
  const count = { name, accumulator: 'count', operand: undefined } as const;
  return { kind: 'group', key: { kind: 'all' }, fields: [count] };
}

/** Nothing that takes rows by their place, and nothing that changes what they are. */
function refuseBefore(stages: Pipeline): void {
  for (const [index, { kind }] of stages.entries()) {
    const isLast = index === stages.length - 1;
    if (kind !== 'match' && !(kind === 'unwind' && isLast)) {
      throw new FilterError(`${index}.${kind}`, faultOf('statistics_before'));
    }
  }
}

/** Stages over results, each of which stays what it is or is left out. */
const resultStages: ReadonlySet<Stage['kind']> = new Set([
  'match',
  'sort',
  'limit',
  'skip',
  'project',
  'unset',
  'addFields',
]);

/** A second group would be one of what was rounded and left out. */
function refuseAfter(stages: Pipeline, from: number): void {
  for (const [index, { kind }] of stages.entries()) {
    if (!resultStages.has(kind)) {
      throw new FilterError(`${from + index}.${kind}`, faultOf('statistics_group'));
    }
  }
}

/** Every path over rows is one of the view. */
function refusePaths(stages: Pipeline, view: View): void {
  for (const [index, stage] of stages.entries()) {
    for (const path of stagePaths(stage)) {
      const place = `${index}.${stage.kind}`;
      const fault = view.faultOf(path, place);
      if (fault !== undefined) throw new FilterError(place, fault);
    }
  }
}

function sumsOf(stage: GroupStage, at: number, policy: Policy): Summed[] {
  const place = `${at}.group`;
  if (new Set(keyPaths(stage.key)).size > mostKeys) {
    throw new FilterError(`${place}._id`, faultOf('statistics_keys', { maximum: mostKeys }));
  }
  const sums = new Map<string, Summed>();
  for (const field of stage.fields) {
    const here = `${place}.${field.name}`;
    const path = summedPath(field, here);
    if (path === undefined) continue;
    sums.set(path.text, { path, bounds: boundsOf(path.text, policy, here) });
    if (sums.size > mostSums) {
      throw new FilterError(here, faultOf('statistics_sums', { maximum: mostSums }));
    }
  }
  return [...sums.values()];
}

/** The field that an accumulator sums; undefined for one that counts. */
function summedPath({ accumulator, operand }: GroupField, place: string): FieldPath | undefined {
  const isOne = operand?.kind === 'constant' && operand.value === 1;
  if (accumulator === 'count' || (accumulator === 'sum' && isOne)) return undefined;
  if ((accumulator === 'sum' || accumulator === 'avg') && operand?.kind === 'path') {
    return operand.path;
  }
  throw new FilterError(`${place}.${accumulator}`, faultOf('statistics_accumulator'));
}

function boundsOf(address: string, { fields }: Policy, place: string): Bounds {
  const rules = new Map(Object.entries(fields));
  const rule = rules.get(address) ?? rules.get(addressAbove(address, rules) ?? address);
  if (rule?.method === 'statistics') {
    const { min, max, step } = rule;
    if (min !== undefined && max !== undefined && step !== undefined) return { min, max, step };
  }
  throw new FilterError(place, faultOf('statistics_bounds', { field: address }));
}
