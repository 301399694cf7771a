/** From JSON to a pipeline: stages and accumulators with or without `$`, every limit, every refusal. */
import { isJsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { pipelineStages } from '../../shared/contract/pipeline-names.ts';
import { faultOf } from '../../shared/contract/faults.ts';
import { memberName } from '../filters/field-path.ts';
import { mostFilterNodes } from '../filters/filter-limits.ts';
import { FilterError } from '../filters/filter.ts';
import { parseRowFilter } from '../filters/parse-filter.ts';
import { parseSort } from '../filters/sort-rows.ts';
import { GroupParser, reference } from './parse-group.ts';
import { parseAddFields, parseProject, parseUnset } from './parse-shape.ts';
import { mostFacets, mostStages, type FacetStage, type Pipeline, type Stage } from './pipeline.ts';
import { refuseOthers, StageExpressions, withoutDollar } from './stage-expressions.ts';

const mostPipelineBytes = 65_536;

/**
 * Reads a pipeline: an array of stages, each an object with one member.
 * @throws {FilterError} naming the place, for example `1.group.total.sum`
 */
export function parsePipeline(value: JsonValue): Pipeline {
  if (!Array.isArray(value)) throw new FilterError('', faultOf('type_stages'));
  refuseTooMany(value, '');
  refuseTooLarge(value);
  return new PipelineParser().stages(value, '', false);
}

function refuseTooMany(stages: readonly JsonValue[], place: string): void {
  if (stages.length > mostStages) {
    throw new FilterError(
      place,
      faultOf('filter_stages', { length: stages.length, maximum: mostStages }),
    );
  }
}

/** `JSON.stringify` refuses what is nested too deeply for it. */
function refuseTooLarge(value: JsonValue): void {
  let bytes: number;
  try {
    bytes = Buffer.byteLength(JSON.stringify(value));
  } catch {
    throw new FilterError('', faultOf('pipeline_deep'));
  }
  if (bytes > mostPipelineBytes) {
    throw new FilterError(
      '',
      faultOf('filter_bytes', { length: bytes, maximum: mostPipelineBytes }),
    );
  }
}

/** Nodes of expressions are counted over the whole pipeline. */
class PipelineParser {
  readonly #expressions = new StageExpressions(mostFilterNodes);
  readonly #groups = new GroupParser(this.#expressions);

  stages(values: readonly JsonValue[], place: string, isInside: boolean): Pipeline {
    const prefix = place === '' ? '' : `${place}.`;
    return values.map((stage, index) => this.#stage(stage, `${prefix}${index}`, isInside));
  }

  #stage(value: JsonValue, place: string, isInside: boolean): Stage {
    const [only, ...others] = isJsonObject(value) ? Object.entries(value) : [];
    if (only === undefined || others.length > 0) {
      const values = pipelineStages.join(', ');
      throw new FilterError(place, faultOf('object_with_one_of', { values }));
    }
    const [name, operand] = only;
    const here = `${place}.${name}`;
    switch (withoutDollar(name)) {
      case 'match':
        return { kind: 'match', filter: within(here, () => parseRowFilter(operand)) };
      case 'sort':
        return { kind: 'sort', sort: within(here, () => parseSort(operand)) };
      case 'limit':
        return { kind: 'limit', count: wholeNumber(operand, 1, here) };
      case 'skip':
        return { kind: 'skip', count: wholeNumber(operand, 0, here) };
      case 'count':
        return { kind: 'count', name: memberName(operand, here) };
      case 'unwind':
        return parseUnwind(operand, here);
      case 'unset':
        return parseUnset(operand, here);
      default:
        return this.#computed(withoutDollar(name), operand, here, isInside);
    }
  }

  /** A stage that expressions stand in. */
  #computed(name: string, operand: JsonValue, place: string, isInside: boolean): Stage {
    switch (name) {
      case 'group':
        return this.#groups.group(operand, place);
      case 'bucket':
        return this.#groups.bucket(operand, place);
      case 'sortByCount':
        return { kind: 'sortByCount', value: this.#expressions.key(operand, place) };
      case 'project':
        return parseProject(operand, place, this.#expressions);
      case 'addFields':
      case 'set':
        return parseAddFields(operand, place, this.#expressions);
      case 'facet':
        return this.#facet(operand, place, isInside);
      default:
        throw new FilterError(
          place,
          faultOf('pipeline_stage', { values: pipelineStages.join(', ') }),
        );
    }
  }

  #facet(operand: JsonValue, place: string, isInside: boolean): FacetStage {
    if (isInside) throw new FilterError(place, faultOf('pipeline_facet_inside'));
    const entries = isJsonObject(operand) ? Object.entries(operand) : [];
    if (entries.length === 0 || entries.length > mostFacets) {
      throw new FilterError(place, faultOf('pipeline_facets', { maximum: mostFacets }));
    }
    const facets = entries.map(([name, stages]) => {
      const here = `${place}.${name}`;
      memberName(name, here);
      if (!Array.isArray(stages) || stages.length === 0) {
        throw new FilterError(here, faultOf('type_stages'));
      }
      refuseTooMany(stages, here);
      return { name, pipeline: this.stages(stages, here, true) };
    });
    return { kind: 'facet', facets };
  }
}

function within<Result>(place: string, parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    throw error.at(error.path === '' ? place : `${place}.${error.path}`);
  }
}

function wholeNumber(operand: JsonValue, least: number, place: string): number {
  if (Number.isSafeInteger(operand) && Number(operand) >= least) return Number(operand);
  throw new FilterError(place, faultOf('integer_from', { minimum: least }));
}

function parseUnwind(operand: JsonValue, place: string): Stage {
  if (!isJsonObject(operand)) {
    return { kind: 'unwind', path: reference(operand, place), keepsEmpty: false };
  }
  const { path, preserveNullAndEmptyArrays: keepsEmpty = false, ...others } = operand;
  refuseOthers(others, place);
  if (typeof keepsEmpty !== 'boolean') {
    throw new FilterError(`${place}.preserveNullAndEmptyArrays`, faultOf('type_boolean'));
  }
  return { kind: 'unwind', path: reference(path, `${place}.path`), keepsEmpty };
}
