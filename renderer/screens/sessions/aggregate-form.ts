/** What the aggregate builder holds, and the pipeline it stands for. */
import type { JsonObject, JsonValue } from '../../../shared/contract/json.ts';
import { singleRowAccumulators } from '../../../shared/contract/pipeline-names.ts';
import type { DatasetField } from '../../../shared/contract/datasets.ts';

export const accumulators = ['count', 'sum', 'avg', 'stdDevSamp', 'median', 'min', 'max'] as const;
export type Accumulator = (typeof accumulators)[number];

export interface Measure {
  /** Tells measures apart while they are edited. */
  readonly id: number;
  readonly accumulator: Accumulator;
  /** The field that is summed, averaged or compared; null for a count. */
  readonly field: string | null;
}

export interface AggregateForm {
  /** Grouped by these, in order; none makes one group of all rows. */
  readonly groupBy: readonly string[];
  readonly measures: readonly Measure[];
  /** By the first measure, or by the group. */
  readonly order: 'largest' | 'smallest' | 'group';
  /** Groups that are asked for. */
  readonly limit: number;
}

export const firstForm: AggregateForm = {
  groupBy: [],
  measures: [{ id: 1, accumulator: 'count', field: null }],
  order: 'largest',
  limit: 50,
};

/** A measure as a member of the group: `count`, `avg_age`; dots cannot stand in a name. */
export function measureName({ accumulator, field }: Omit<Measure, 'id'>): string {
  return field === null ? accumulator : `${accumulator}_${field.replaceAll('.', '_')}`;
}

/** The accumulators for a session: those of single rows are for one that may read. */
export function accumulatorsFor(mayRead: boolean): readonly Accumulator[] {
  return accumulators.filter((each) => mayRead || !singleRowAccumulators.includes(each));
}

/** The form with another measure, which still lacks its field. */
export function withMeasure(form: AggregateForm): AggregateForm {
  const id = Math.max(0, ...form.measures.map((each) => each.id)) + 1;
  return { ...form, measures: [...form.measures, { id, accumulator: 'avg', field: null }] };
}

/** The measures that can be asked for: complete, and each once. */
export function completeMeasures(form: AggregateForm): Measure[] {
  const byName = new Map(
    form.measures
      .filter((each) => each.accumulator === 'count' || each.field !== null)
      .map((each) => [measureName(each), each]),
  );
  return [...byName.values()];
}

const lastName = (path: string) => path.slice(path.lastIndexOf('.') + 1);

/** The members of a group's key, one for each path, told apart where their last names are alike. */
export function keyNames(groupBy: readonly string[]): string[] {
  const last = groupBy.map(lastName);
  return groupBy.map((path, place) =>
    last.indexOf(lastName(path)) === place && last.lastIndexOf(lastName(path)) === place
      ? lastName(path)
      : path.replaceAll('.', '_'),
  );
}

function groupKey(groupBy: readonly string[]): JsonValue {
  const [only] = groupBy;
  if (only === undefined) return null;
  if (groupBy.length === 1) return `$${only}`;
  const names = keyNames(groupBy);
  return Object.fromEntries(groupBy.map((path, place) => [names[place] ?? path, `$${path}`]));
}

function accumulatorOf({ accumulator, field }: Measure): JsonObject {
  if (accumulator === 'count' || field === null) return { count: {} };
  return { [accumulator]: accumulator === 'median' ? { input: `$${field}` } : `$${field}` };
}

/**
 * The pipeline of a form. An array field that is grouped by is taken apart first, so that its
 * elements are the groups and a row with several counts in each of them.
 */
export function pipelineOf(
  form: AggregateForm,
  filter: JsonObject,
  fields: readonly DatasetField[],
): JsonObject[] {
  const measures = completeMeasures(form);
  const [first] = measures;
  const arrays = form.groupBy.filter((path) =>
    fields.some((each) => each.path === path && each.types.includes('array')),
  );
  const sort: JsonObject =
    form.order === 'group' || first === undefined
      ? { _id: 1 }
      : { [measureName(first)]: form.order === 'largest' ? -1 : 1 };
  return [
    ...(Object.keys(filter).length === 0 ? [] : [{ match: filter }]),
    ...arrays.map((path): JsonObject => ({ unwind: `$${path}` })),
    {
      group: {
        _id: groupKey(form.groupBy),
        ...Object.fromEntries(measures.map((each) => [measureName(each), accumulatorOf(each)])),
      },
    },
    ...(form.groupBy.length === 0 ? [] : [{ sort }]),
  ];
}

/** A pipeline typed as JSON; undefined where the text is no array of objects. */
export function readPipeline(text: string): JsonObject[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value)) return undefined;
    const stages = value.filter(
      (each): each is JsonObject =>
        typeof each === 'object' && each !== null && !Array.isArray(each),
    );
    return stages.length === value.length && stages.length > 0 ? stages : undefined;
  } catch {
    return undefined;
  }
}
