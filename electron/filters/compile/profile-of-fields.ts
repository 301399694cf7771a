/** Which JSON types the paths of typed fields hold, and perhaps more: a column may be null in every row. */
import type { FieldForm, SourceField, SourceNode } from '../../../shared/contract/sources.ts';
import { longestPath } from '../filter-limits.ts';
import {
  elementShift,
  everyTypeAndElement,
  incompletePath,
  jsonType,
  mostPaths,
  type PathProfile,
} from '../path-profile.ts';
import { jsonKind } from './compile-typed.ts';

/** The profile of rows with a record id and these fields. */
export function profileOfFields(fields: readonly SourceField[]): PathProfile {
  const profile = new Map<string, number>([['record_id', jsonType.string]]);
  addFields(
    profile,
    fields.filter(({ name }) => name !== 'record_id'),
    '',
    1,
  );
  return profile;
}

function addFields(
  profile: Map<string, number>,
  fields: readonly SourceField[],
  prefix: string,
  depth: number,
): void {
  for (const field of fields) {
    // No path of the language reaches a member whose name is empty or has a dot.
    if (field.name === '' || field.name.includes('.')) continue;
    const path = prefix + field.name;
    // What a document holds is not known beforehand.
    if (field.form === 'json') profile.set(incompletePath, 0);
    if (!profile.has(path) && profile.size >= mostPaths) profile.set(incompletePath, 0);
    else profile.set(path, (profile.get(path) ?? 0) | typesOf(field));
    if (depth < longestPath) addFields(profile, membersBelow(field), `${path}.`, depth + 1);
  }
}

function membersBelow({ members, element }: SourceNode): readonly SourceField[] {
  if (members !== undefined) return members;
  return element?.form === 'struct' ? (element.members ?? []) : [];
}

function typesOf({ form, element }: SourceNode): number {
  const own = kindBits(form);
  if (element === undefined) return own;
  return own | ((jsonType.null | kindBits(element.form)) << elementShift);
}

function kindBits(form: FieldForm): number {
  const kind = jsonKind(form);
  return kind === 'any' ? everyTypeAndElement : jsonType[kind];
}
