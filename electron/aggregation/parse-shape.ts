/** Stages that give rows another shape: what they keep, leave out and add. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { faultOf } from '../../shared/contract/faults.ts';
import { memberName, parsePath } from '../filters/field-path.ts';
import { FilterError, type FieldPath } from '../filters/filter.ts';
import type { AddFieldsStage, ProjectStage } from './pipeline.ts';
import { refuseTooManyMembers, type StageExpressions } from './stage-expressions.ts';

type Member = ProjectStage['members'][number];

/** @throws {FilterError} */
export function parseAddFields(
  operand: JsonValue,
  place: string,
  expressions: StageExpressions,
): AddFieldsStage {
  const names = isJsonObject(operand) ? Object.keys(operand) : [];
  if (!isJsonObject(operand) || names.length === 0) {
    throw new FilterError(place, faultOf('pipeline_set'));
  }
  refuseTooManyMembers(names, place);
  const members = names.map((name) => {
    const here = `${place}.${name}`;
    return { name: parsePath(name, here), value: expressions.read(operand[name] ?? null, here) };
  });
  refuseInside(
    members.map(({ name }) => name),
    place,
  );
  return { kind: 'addFields', members };
}

/** A field and a part of it cannot both be given a value. */
function refuseInside(names: readonly FieldPath[], place: string): void {
  const known = new Set(names.map(({ text }) => text));
  for (const { text, segments } of names) {
    const other = segments
      .map((_, index) => segments.slice(0, index).join('.'))
      .find((above) => known.has(above));
    if (other !== undefined) {
      throw new FilterError(`${place}.${text}`, faultOf('pipeline_inside', { other }));
    }
  }
}

/** @throws {FilterError} */
export function parseUnset(operand: JsonValue, place: string): ProjectStage {
  const names = Array.isArray(operand) ? operand : [operand];
  const members = names.map((name, index): Member => {
    const here = Array.isArray(operand) ? `${place}.${index}` : place;
    if (typeof name !== 'string') throw new FilterError(here, faultOf('pipeline_unset'));
    return { name: parsePath(name, here), source: undefined };
  });
  if (members.length === 0) throw new FilterError(place, faultOf('pipeline_unset'));
  refuseTooManyMembers(
    members.map(({ name }) => name.text),
    place,
  );
  return { kind: 'unset', keeps: false, members };
}

/** @throws {FilterError} */
export function parseProject(
  operand: JsonValue,
  place: string,
  expressions: StageExpressions,
): ProjectStage {
  if (!isJsonObject(operand) || Object.keys(operand).length === 0) {
    throw new FilterError(place, faultOf('pipeline_project'));
  }
  const names = Object.keys(operand);
  refuseTooManyMembers(names, place);
  const isRemoved = (name: string): boolean => operand[name] === 0 || operand[name] === false;
  const removed = names.filter(isRemoved);
  const kept = names.filter((name) => !isRemoved(name));
  if (kept.length === 0) {
    const members = removed.map((name) => plainMember(name, place));
    return { kind: 'project', keeps: false, members };
  }
  const mixed = removed.find((name) => name !== '_id');
  if (mixed !== undefined) {
    throw new FilterError(`${place}.${mixed}`, faultOf('pipeline_mixed'));
  }
  const members = kept.map((name) => keptMember(name, operand, place, expressions));
  const keepsId = !names.includes('_id');
  return {
    kind: 'project',
    keeps: true,
    members: keepsId ? [plainMember('_id', place), ...members] : members,
  };
}

function plainMember(name: string, place: string): Member {
  return { name: parsePath(name, `${place}.${name}`), source: undefined };
}

function keptMember(
  name: string,
  operand: JsonObject,
  place: string,
  expressions: StageExpressions,
): Member {
  const here = `${place}.${name}`;
  const value = operand[name] ?? null;
  if (value === 1 || value === true) return plainMember(name, place);
  memberName(name, here);
  if (value === null || typeof value === 'number') {
    throw new FilterError(here, faultOf('pipeline_project'));
  }
  refuseNested(value, here);
  return { name: parsePath(name, here), source: expressions.key(value, here) };
}

/** `{a: {b: 1}}` would name `a.b` elsewhere, and make an object here. */
function refuseNested(value: JsonValue, place: string): void {
  if (!isJsonObject(value) || Object.keys(value).some((name) => name.startsWith('$'))) return;
  for (const [name, member] of Object.entries(value)) {
    const here = `${place}.${name}`;
    if (typeof member === 'number' || typeof member === 'boolean') {
      throw new FilterError(here, faultOf('pipeline_nested'));
    }
    refuseNested(member, here);
  }
}
