/** What a dataset from before policies had versions allows, as version 1 of its policy. */
import { dataOperations, type DataOperation } from '../../shared/contract/data-operations.ts';
import { isJsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { policySchema, type Policy } from '../../shared/contract/policies.ts';
import { isPlace } from './address.ts';

/**
 * Open fields but those that were held back; ids of rows as they are. Groups of fewer rows than were told can no
 * longer be held back: where nothing but groups was given, nobody can use the dataset until its holder decides anew.
 */
export function policyOfOld(text: string, access: string | null): Policy {
  const kept: JsonValue = JSON.parse(text);
  const old = isJsonObject(kept) ? kept : {};
  const operations = namesIn(old['allowed_operations']);
  const allowed = dataOperations.filter((each) => operations?.includes(each) ?? true);
  const hadSmallest = typeof old['min_group_size'] === 'number' && old['min_group_size'] > 1;
  const fields = (namesIn(old['restricted_fields']) ?? []).map(
    (path) => [withoutPlaces(path), { method: 'withheld' }] as const,
  );
  return policySchema.parse({
    access: access === 'on_request' ? 'on_request' : 'open',
    unlisted: 'clear',
    record_ids: 'kept',
    kinds: hadSmallest && !givesRows(allowed) ? [] : ['rows'],
    fields: Object.fromEntries(fields),
    ...(operations !== undefined && { operations: allowed }),
  });
}

function givesRows(allowed: readonly DataOperation[]): boolean {
  return allowed.some((each) => each === 'read' || each === 'filter' || each === 'transform');
}

function namesIn(value: JsonValue | undefined): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.filter((each) => typeof each === 'string');
}

function withoutPlaces(path: string): string {
  return path
    .split('.')
    .filter((segment) => !isPlace(segment))
    .join('.');
}
