/** From JSON to a pipeline: stages and accumulators with or without `$`, every limit, every refusal. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { faultOf } from '../../shared/contract/faults.ts';
import { parsePath } from '../filters/field-path.ts';
import { FilterError, type FieldPath } from '../filters/filter.ts';
import { parseFilter } from '../filters/parse-filter.ts';
import { parseSort } from '../filters/sort-rows.ts';
import {
  mostStages,
  type AccumulatorName,
  type GroupField,
  type GroupKey,
  type Pipeline,
  type ProjectStage,
  type Stage,
} from './pipeline.ts';

const stageNames = ['match', 'group', 'sort', 'limit', 'skip', 'project', 'count', 'unwind'];
const accumulators: readonly AccumulatorName[] = ['sum', 'avg', 'min', 'max', 'count'];
/** Fields of one group, members of one key, or fields of one projection. */
const mostMembers = 64;
const mostPipelineBytes = 65_536;

/**
 * Reads a pipeline: an array of stages, each an object with one member.
 * @throws {FilterError} naming the place, for example `1.group.total.sum`
 */
export function parsePipeline(value: JsonValue): Pipeline {
  if (!Array.isArray(value)) throw new FilterError('', faultOf('type_stages'));
  if (value.length > mostStages) {
    throw new FilterError(
      '',
      faultOf('filter_stages', { length: value.length, maximum: mostStages }),
    );
  }
  refuseTooLarge(value);
  return value.map((stage, index) => parseStage(stage, String(index)));
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

function parseStage(value: JsonValue, place: string): Stage {
  const [only, ...others] = isJsonObject(value) ? Object.entries(value) : [];
  if (only === undefined || others.length > 0) {
    throw new FilterError(place, faultOf('object_with_one_of', { values: stageNames.join(', ') }));
  }
  const [name, operand] = only;
  const here = `${place}.${name}`;
  switch (withoutDollar(name)) {
    case 'match':
      return { kind: 'match', filter: within(here, () => parseFilter(operand)) };
    case 'group':
      return parseGroup(operand, here);
    case 'sort':
      return { kind: 'sort', sort: within(here, () => parseSort(operand)) };
    case 'limit':
      return { kind: 'limit', count: wholeNumber(operand, 1, here) };
    case 'skip':
      return { kind: 'skip', count: wholeNumber(operand, 0, here) };
    case 'project':
      return parseProject(operand, here);
    case 'count':
      return { kind: 'count', name: memberName(operand, here) };
    case 'unwind':
      return parseUnwind(operand, here);
    default:
      throw new FilterError(here, faultOf('pipeline_stage', { values: stageNames.join(', ') }));
  }
}

function withoutDollar(name: string): string {
  return name.startsWith('$') ? name.slice(1) : name;
}

function within<Result>(place: string, parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    throw new FilterError(error.path === '' ? place : `${place}.${error.path}`, error.fault);
  }
}

function wholeNumber(operand: JsonValue, least: number, place: string): number {
  if (Number.isSafeInteger(operand) && Number(operand) >= least) return Number(operand);
  throw new FilterError(place, faultOf('integer_from', { minimum: least }));
}

function memberName(operand: JsonValue, place: string): string {
  if (typeof operand === 'string' && /^[^$.][^.]*$/u.test(operand) && operand.isWellFormed()) {
    return operand;
  }
  throw new FilterError(place, faultOf('pipeline_name'));
}

/** `"$a.b"`. */
function reference(operand: JsonValue | undefined, place: string): FieldPath {
  if (typeof operand === 'string' && operand.startsWith('$')) {
    return parsePath(operand.slice(1), place);
  }
  throw new FilterError(place, faultOf('pipeline_path'));
}

function parseGroup(operand: JsonValue, place: string): Stage {
  if (!isJsonObject(operand) || !Object.hasOwn(operand, '_id')) {
    throw new FilterError(place, faultOf('pipeline_group'));
  }
  const names = Object.keys(operand).filter((name) => name !== '_id');
  refuseTooMany(names, place);
  return {
    kind: 'group',
    key: parseKey(operand['_id'] ?? null, `${place}._id`),
    fields: names.map((name) => parseField(name, operand[name] ?? null, `${place}.${name}`)),
  };
}

function refuseTooMany(names: readonly string[], place: string): void {
  if (names.length > mostMembers) {
    throw new FilterError(
      place,
      faultOf('filter_members', { length: names.length, maximum: mostMembers }),
    );
  }
}

function parseKey(operand: JsonValue, place: string): GroupKey {
  if (operand === null) return { kind: 'all' };
  if (!isJsonObject(operand)) return { kind: 'path', path: reference(operand, place) };
  const names = Object.keys(operand);
  refuseTooMany(names, place);
  if (names.length === 0) throw new FilterError(place, faultOf('pipeline_path_missing'));
  return {
    kind: 'object',
    members: names.map((name) => {
      const here = `${place}.${name}`;
      return [memberName(name, here), reference(operand[name], here)];
    }),
  };
}

function parseField(name: string, operand: JsonValue, place: string): GroupField {
  memberName(name, place);
  const [only, ...others] = isJsonObject(operand) ? Object.entries(operand) : [];
  const accumulator = accumulators.find((each) => each === withoutDollar(only?.[0] ?? ''));
  if (only === undefined || others.length > 0 || accumulator === undefined) {
    throw new FilterError(
      place,
      faultOf('object_with_one_of', { values: accumulators.join(', ') }),
    );
  }
  const here = `${place}.${only[0]}`;
  return { name, accumulator, operand: parseOperand(accumulator, only[1], here) };
}

function parseOperand(
  accumulator: AccumulatorName,
  operand: JsonValue,
  place: string,
): FieldPath | number | undefined {
  if (accumulator === 'count') {
    if (isJsonObject(operand) && Object.keys(operand).length === 0) return undefined;
    throw new FilterError(place, faultOf('exactly', { value: '{}' }));
  }
  if (typeof operand === 'number' && Number.isFinite(operand)) return operand;
  return reference(operand, place);
}

function parseUnwind(operand: JsonValue, place: string): Stage {
  if (!isJsonObject(operand)) {
    return { kind: 'unwind', path: reference(operand, place), keepsEmpty: false };
  }
  const { path, preserveNullAndEmptyArrays: keepsEmpty = false, ...others } = operand;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw new FilterError(`${place}.${unknown}`, faultOf('not_known', { unit: 'member' }));
  if (typeof keepsEmpty !== 'boolean') {
    throw new FilterError(`${place}.preserveNullAndEmptyArrays`, faultOf('type_boolean'));
  }
  return { kind: 'unwind', path: reference(path, `${place}.path`), keepsEmpty };
}

function parseProject(operand: JsonValue, place: string): ProjectStage {
  if (!isJsonObject(operand) || Object.keys(operand).length === 0) {
    throw new FilterError(place, faultOf('pipeline_project'));
  }
  const names = Object.keys(operand);
  refuseTooMany(names, place);
  const isRemoved = (name: string): boolean => operand[name] === 0 || operand[name] === false;
  const removed = names.filter(isRemoved);
  const kept = names.filter((name) => !isRemoved(name));
  if (kept.length === 0) {
    return {
      kind: 'project',
      keeps: false,
      members: removed.map((name) => plainMember(name, place)),
    };
  }
  const mixed = removed.find((name) => name !== '_id');
  if (mixed !== undefined) {
    throw new FilterError(`${place}.${mixed}`, faultOf('pipeline_mixed'));
  }
  const members = kept.map((name) => keptMember(name, operand, place));
  const keepsId = !names.includes('_id');
  return {
    kind: 'project',
    keeps: true,
    members: keepsId ? [plainMember('_id', place), ...members] : members,
  };
}

function plainMember(name: string, place: string): ProjectStage['members'][number] {
  return { name: parsePath(name, `${place}.${name}`), source: undefined };
}

function keptMember(
  name: string,
  operand: JsonObject,
  place: string,
): ProjectStage['members'][number] {
  const here = `${place}.${name}`;
  const value = operand[name];
  if (value === 1 || value === true) return plainMember(name, place);
  memberName(name, here);
  return { name: parsePath(name, here), source: reference(value, here) };
}
