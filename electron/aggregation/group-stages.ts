/** Stages that take all rows and give results: groups, counts, buckets. */
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import { faultOf } from '../../shared/contract/faults.ts';
import { computer, type Compute } from '../filters/expressions/evaluate-expression.ts';
import { FilterError } from '../filters/filter.ts';
import { compareValues } from '../filters/sort-rows.ts';
import { Grouper, type Group, type PipelineRow } from './group-rows.ts';
import { bucketOf } from './parse-group.ts';
import {
  keyParts,
  type BucketStage,
  type GroupField,
  type GroupKey,
  type GroupStage,
  type Stage,
} from './pipeline.ts';

/** Takes rows one by one; what they come to is told in the end. */
export interface RowSink {
  add(document: JsonObject): void;
  results(): readonly PipelineRow[];
}

/** The sink that a stage is; undefined for one that gives rows. @throws {FilterError} as rows are added */
export function groupSink(stage: Stage): RowSink | undefined {
  switch (stage.kind) {
    case 'group':
      return new GroupSink(stage);
    case 'count':
      return countSink(stage.name);
    case 'bucket':
      return bucketSink(stage);
    case 'sortByCount':
      return sortByCountSink({ kind: 'value', value: stage.value });
    default:
      return undefined;
  }
}

/** Makes the function that adds a document to its group. */
export function groupAdder(
  grouper: Grouper,
  { key, fields }: Pick<GroupStage, 'key' | 'fields'>,
): (document: JsonObject) => void {
  const keys = keyParts(key).map(computer);
  const operands = operandsOf(fields);
  return (document) =>
    addTo(grouper.groupOf(keys.map((compute) => compute(document))), operands, document);
}

class GroupSink implements RowSink {
  readonly #grouper: Grouper;
  readonly add: (document: JsonObject) => void;

  constructor(stage: Pick<GroupStage, 'key' | 'fields'>) {
    this.#grouper = new Grouper(stage);
    this.add = groupAdder(this.#grouper, stage);
  }

  results(): readonly PipelineRow[] {
    return this.#grouper.results();
  }
}

function operandsOf(fields: readonly GroupField[]): (Compute | undefined)[] {
  return fields.map(({ operand }) => operand && computer(operand));
}

function addTo(
  { accumulators }: Group,
  operands: readonly (Compute | undefined)[],
  document: JsonObject,
): void {
  for (let index = 0; index < operands.length; index += 1) {
    accumulators[index]?.add(operands[index]?.(document));
  }
}

/** Counts rows: of none the count is 0. */
function countSink(name: string): RowSink {
  let count = 0;
  return {
    add: () => {
      count += 1;
    },
    results: () => [countRow(name, count)],
  };
}

/** The one result of a count. */
export function countRow(name: string, count: number): PipelineRow {
  const document: JsonObject = Object.create(null);
  document[name] = count;
  return { document, origin: 0 };
}

/** Groups of one key by how many rows each has, the largest first; of equal ones the one that came first. */
function sortByCountSink(key: GroupKey): RowSink {
  const fields: GroupField[] = [{ name: 'count', accumulator: 'count', operand: undefined }];
  const sink = new GroupSink({ key, fields });
  return {
    add: (document) => sink.add(document),
    results: () =>
      sink
        .results()
        .toSorted((one, other) => Number(other.document['count']) - Number(one.document['count'])),
  };
}

/** Buckets that have rows, in their order; that of all other values where its key is sorted to. */
function bucketSink({ groupBy, boundaries, other, fields }: BucketStage): RowSink {
  const grouper = new Grouper({ key: { kind: 'value', value: groupBy }, fields });
  const compute = computer(groupBy);
  const operands = operandsOf(fields);
  return {
    add: (document) => {
      const bucket = bucketOf(compute(document), boundaries) ?? other;
      if (bucket === undefined) throw new FilterError('', faultOf('pipeline_bucket'));
      addTo(grouper.groupOfOne(bucket), operands, document);
    },
    results: () =>
      grouper
        .results()
        .toSorted((one, next) => compareValues(idOf(one.document), idOf(next.document))),
  };
}

function idOf(document: JsonObject): JsonValue {
  return document['_id'] ?? null;
}
