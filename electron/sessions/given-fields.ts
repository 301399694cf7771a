/** Fields that an access gave out: those that it asked for, or all that its view shows. */
import { isJsonObject, jsonOrUndefined } from '../../shared/contract/json.ts';
import type { View } from '../policies/view.ts';
import type { StoredReceipt } from './receipts-store.ts';

/** What a receipt says of what was given out. */
type Given = Pick<StoredReceipt, 'rows' | 'request'>;

/**
 * @param fields of the dataset, in the order of their names
 * @returns none for an access that gave out no row, and for an aggregation, whose results have names of their own
 */
export function givenFields(
  { rows, request }: Given,
  view: View,
  fields: readonly { readonly path: string }[],
): string[] {
  const asked = request === undefined ? undefined : jsonOrUndefined(request);
  const kept = isJsonObject(asked) ? asked : {};
  if (rows === 0 || kept['operation'] === 'aggregateSession') return [];
  const named = kept['fields'];
  if (typeof named === 'string') return named.split(',').map((each) => each.trim());
  if (Array.isArray(named)) return named.filter((each) => typeof each === 'string');
  const paths = fields.map(({ path }) => path);
  return paths.filter(
    (path, index) =>
      // Of members within members the innermost: they follow the one that they are in.
      paths[index + 1]?.startsWith(`${path}.`) !== true && view.stateOf(path) !== 'withheld',
  );
}
